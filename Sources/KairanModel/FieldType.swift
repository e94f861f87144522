/// The type of a value that content, templates and shapes can name.
package indirect enum FieldType: Hashable, Sendable {
    case text, markdown, html
    case integer, decimal, boolean
    case date, time, dateTime, duration
    case url, email, phone, color
    case image, file
    case choice(Choice)
    case version, window, schedule, point
    /// An entry of another collection, named by its id in the content.
    case reference(String)
    case list(FieldType)
    case record(RecordType)
    /// A record whose keys are data, declared as `map` or made by `group`.
    case dictionary(FieldType)
    case oneOf(OneOf)
}

/// The types of which each value has one.
package struct OneOf: Hashable, Sendable {
    /// The types in declared order, of which no two have the same word.
    package var members: [FieldType]
    /// This is true if a value may also be null, which is not the same as a missing value.
    package var allowsNull: Bool

    package init(_ members: [FieldType], allowsNull: Bool = false) {
        (self.members, self.allowsNull) = (members, allowsNull)
    }

    /// The word for null beside the words of the types.
    package static let null = "null"

    package func index(of word: String) -> Int? { members.firstIndex { $0.word == word } }

    /// Returns whether a text has to stand in quotes, so that it is not read as a number or a boolean.
    package func needsQuotes(_ text: String) -> Bool {
        members.contains(.boolean) && coreBoolean(text) != nil
            || (members.contains(.integer) || members.contains(.decimal)) && DecimalNumber(withExponent: text) != nil
    }

    /// The words of the members as `_collection.yml` has them.
    package var words: [String] { members.map(\.word) + (allowsNull ? [Self.null] : []) }
}

/// The values that a `choice` allows, in declared order, each with the words that people read.
///
/// It has only one array, since every value of a choice carries it.
package struct Choice: Hashable, Sendable {
    package struct Option: Sendable {
        package var value: String
        package var label: String
        /// The label in each of the site's locales; empty if it is the same in all.
        package var labels: [String?] = []
        /// The number that apps know the value by, if they know numbers.
        package var number: Int?
    }

    package var options: [Option]
    /// This is true if values may be added while apps are out, so that contracts promise any text, with known values.
    package var isOpen = false

    package init(options: [(value: String, label: String)], labels: [[String?]] = []) {
        self.options = options.map { Option(value: $0.value, label: $0.label) }
        for (index, labels) in labels.enumerated() { self.options[index].labels = labels }
    }

    package var hasNumbers: Bool { options.first?.number != nil }

    package func index(of value: String) -> Int? { options.firstIndex { $0.value == value } }

    package static func == (left: Choice, right: Choice) -> Bool {
        left.isOpen == right.isOpen
            && left.options.elementsEqual(right.options) {
                $0.value == $1.value && $0.label == $1.label && $0.number == $1.number
            }
    }

    package func hash(into hasher: inout Hasher) {
        for option in options { hasher.combine(option.value) }
    }
}

/// A promise about a value's text that comes from its origin and goes beyond its type.
package enum TextAssurance: Hashable, Sendable {
    case none
    /// It is the address of a page of the site.
    case ownAddress
    /// It is the address of a file of the content.
    case ownFile
    /// It is an address of a host that a declaration names.
    case knownHost
    /// It is made of numbers, dates and their like, and of words that the site's author wrote.
    case word
}

/// A record's fields in declared order.
package struct RecordType: Hashable, Sendable {
    package struct Field: Hashable, Sendable {
        package var name: String
        package var type: FieldType
        /// This is true if an entry may leave the field out.
        package var isOptional: Bool
        /// This is true if a missing value leaves the key out in JSON; otherwise the value is null.
        package var omitsMissing: Bool
        package var assurance: TextAssurance

        package init(
            _ name: String, _ type: FieldType, isOptional: Bool = false, omitsMissing: Bool = false,
            assurance: TextAssurance = .none
        ) {
            (self.name, self.type, self.isOptional) = (name, type, isOptional)
            (self.omitsMissing, self.assurance) = (omitsMissing, assurance)
        }
    }

    package var fields: [Field]

    package init(_ fields: [Field]) { self.fields = fields }

    package func index(of name: String) -> Int? { fields.firstIndex { $0.name == name } }

    /// The type of a key of a map together with its value.
    package static func row(of element: FieldType) -> RecordType {
        RecordType([.init("key", .text), .init("value", element)])
    }
}

extension FieldType: CustomStringConvertible {
    /// The words for the type in messages. They begin with its word in `_collection.yml`, or with a noun for it.
    package var description: String {
        switch self {
        case .text: "text"
        case .markdown: "markdown"
        case .html: "html"
        case .integer: "integer"
        case .decimal: "decimal"
        case .boolean: "boolean"
        case .date: "date"
        case .time: "time"
        case .dateTime: "dateTime"
        case .duration: "duration"
        case .url: "url"
        case .email: "email"
        case .phone: "phone"
        case .color: "color"
        case .image: "image"
        case .file: "file"
        case .choice(let choice): "choice of " + choice.options.map(\.value).joined(separator: ", ")
        case .version: "version"
        case .window: "window"
        case .schedule: "schedule"
        case .point: "point"
        case .reference(let collection): "reference to \(collection)"
        case .list(let element): "list of \(element.plural)"
        case .record(let type): type.isAudience ? "audience" : "record"
        case .dictionary(let element): "mapping of \(element.plural)"
        case .oneOf(let types):
            (types.members.map(\.description) + (types.allowsNull ? [OneOf.null] : [])).joined(separator: " or ")
        }
    }

    /// The words for several of its values, such as `texts` or `references to clubs`.
    private var plural: String {
        if case .oneOf = self { return description }
        let noun = description.prefix { $0 != " " }
        return self == .markdown || self == .html ? description : "\(noun)s\(description.dropFirst(noun.count))"
    }

    /// The word alone, without what a list holds or a choice allows.
    package var word: String {
        if case .oneOf = self { return "oneOf" }
        if case .dictionary = self { return "keyed" }
        return String(description.prefix { $0 != " " })
    }

    /// The word with its article for messages, such as `an integer` or `a list of texts`.
    package var withArticle: String {
        if case .oneOf(let types) = self {
            return (types.members.map(\.withArticle) + (types.allowsNull ? [OneOf.null] : [])).joined(separator: " or ")
        }
        if self == .markdown { return "a Markdown text" }
        if self == .html { return "HTML" }
        let word = description
        return ("aeio".contains(word.prefix(1)) ? "an " : "a ") + word
    }
}

extension FieldType {
    /// The same type for values that may come from anywhere.
    package var withoutAssurance: FieldType {
        if case .list(let element) = self { return .list(element.withoutAssurance) }
        if case .dictionary(let element) = self { return .dictionary(element.withoutAssurance) }
        if case .oneOf(var types) = self {
            types.members = types.members.map(\.withoutAssurance)
            return .oneOf(types)
        }
        guard case .record(var record) = self else { return self }
        for index in record.fields.indices {
            record.fields[index].assurance = .none
            record.fields[index].type = record.fields[index].type.withoutAssurance
        }
        return .record(record)
    }

    /// The types of the parts that its values consist of.
    package var parts: [FieldType] {
        if case .list(let element) = self { return [element] }
        if case .dictionary(let element) = self { return [element] }
        if case .record(let record) = self { return record.fields.map(\.type) }
        if case .oneOf(let types) = self { return types.members }
        return []
    }

    /// The type of a list's elements; for any other type the type itself.
    package var elementOfList: FieldType { if case .list(let element) = self { element } else { self } }

    /// This is true if null is one of the values, which is not the same as a missing value.
    package var allowsNull: Bool { if case .oneOf(let types) = self { types.allowsNull } else { false } }

    /// The type of what `each` goes through: the elements of a list, or the rows of a map. It is nil for other types.
    package var elementOfEach: FieldType? {
        if case .list(let element) = self { return element }
        guard case .dictionary(let element) = self else { return nil }
        return .record(.row(of: element))
    }
}
