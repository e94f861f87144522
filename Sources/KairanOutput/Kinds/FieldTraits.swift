internal import KairanContent
internal import KairanModel
internal import KairanReaders

/// What templates, contracts, editors and imports have to know of a kind of field. Each kind says it in its own file.
struct FieldTraits: Sendable {
    /// Parts of a value and other forms of it, by the names that templates use.
    var views: [String: TypedStep] = [:]
    var text = Text.plain
    /// Whether a value in JSON is a string.
    var isString = true
    /// Whether two values can be told apart by which comes first.
    var isOrdered = false
    /// Whether entries can be grouped by it.
    var isGroupable = false
    /// Whether a value is on days.
    var isOnDays = false
    /// Whether searches find words in it.
    var isSearched = true
    /// Whether events of a calendar can show it.
    var isShownInCalendars = false
    /// Whether a value is written without any character that markup could take for its own.
    var isWord = false
    /// What queries compare in the place of values; nil of kinds of which they compare the values.
    var numbers: @Sendable (Site) -> ValueNumbers.Kind? = { _ in nil }
    /// What contracts call the form of its own text; nil of words.
    var form: String?
    /// The same of its view `text`.
    var shownForm = ShownForm.words
    /// What its JSON always is.
    var schema: @Sendable (FieldLimits?) -> ValueSchema = { _ in .text }
    /// What editors check while somebody types.
    var editor: @Sendable (FieldSchema) -> SchemaNode
    /// What editors call it, if it is not the type's own name.
    var editorWords: String?
    /// Whether what JSON tells is enough to write a value.
    var isTold: @Sendable (Recovered) -> Bool = { _ in false }
    /// What an author would write for what JSON tells.
    var written: @Sendable (inout FieldWriter, Recovered) -> SourceNode? = { $1.value }

    enum Text { case plain, html, none }

    enum ShownForm {
        case words, grouped, datePattern
        /// In the words that Kairan has for it in each language.
        case kairanWords(String)
    }

    /// Whether pages print it, escaped, as one text.
    var isPlainText: Bool { text == .plain }
}
