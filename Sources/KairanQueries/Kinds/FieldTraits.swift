internal import KairanContent
internal import KairanFormats
internal import KairanModel
internal import KairanReaders

/// The facts about a kind of field that templates, contracts, editors and imports need. Each kind defines them in its
/// own file.
package struct FieldTraits: Sendable {
    /// Parts of a value and its other forms, by the names that templates use.
    var views: [String: TypedStep] = [:]
    package var text = Text.plain
    /// This is true if a value is a string in JSON.
    var isString = true
    /// This is true if values have an order.
    var isOrdered = false
    /// This is true if entries can be grouped by a value.
    var isGroupable = false
    /// This is true if a value falls on days.
    var isOnDays = false
    /// This is true if searches find words in a value.
    package var isSearched = true
    /// This is true if events of a calendar can show a value.
    package var isShownInCalendars = false
    /// This is true if a value never contains a character with a meaning in markup.
    var isWord = false
    /// Returns the numbers that queries compare instead of values, or nil if they compare the values.
    var numbers: @Sendable (Site) -> ValueNumbers.Kind? = { _ in nil }
    /// The form of its own text in contracts; nil if the text is words.
    var form: String?
    /// The form of its view `text` in contracts.
    var shownForm = ShownForm.words
    /// Returns the schema that all its JSON has.
    var schema: @Sendable (FieldLimits?) -> ValueSchema = { _ in .text }
    /// Returns the schema that editors check while an author types.
    var editor: @Sendable (FieldSchema) -> SchemaNode
    /// The name in editors; nil if it is the type's own name.
    var editorWords: String?
    /// Returns whether the JSON has enough information to write a value.
    var isTold: @Sendable (Recovered) -> Bool = { _ in false }
    /// Returns what an author would write for a value in JSON.
    var written: @Sendable (inout FieldWriter, Recovered) -> SourceNode? = { $1.value }

    package enum Text { case plain, html, none }

    enum ShownForm {
        case words, grouped, datePattern
        /// The form is the words that Kairan has for it in a few languages.
        case kairanWords(String)
        /// The form is the words that CLDR has for it in each language.
        case localeWords(String)
    }

    /// This is true if pages print it as one escaped text.
    var isPlainText: Bool { text == .plain }
}
