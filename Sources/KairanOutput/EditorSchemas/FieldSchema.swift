internal import KairanContent
internal import KairanModel
internal import KairanReaders

/// What editors are told of one field. They know YAML's own types only, by which an unquoted `2026` is a number that a
/// text may be; so what they are told is never stricter than `kairan check`.
struct FieldSchema {
    let field: FieldDeclaration
    let locales: [SiteLocale]

    /// What stands after the field's name.
    var schema: SchemaNode {
        let mayBeMissing = field.isOptional || field.defaultValue != nil
        let given = field.isLocalized ? localized(value, mayBeMissing: mayBeMissing) : value
        let schema = given.described(description).adding("default", field.defaultValue.flatMap(constant))
        return mayBeMissing ? schema.orNull : schema
    }

    private static let scalar: JSONValue = ["string", "number", "boolean"]
    private static let textOrNumber: JSONValue = ["string", "number"]

    private var value: SchemaNode {
        let limits = field.limits
        switch field.type {
        case .text:
            let minimum = limits.minimumLength ?? (field.isOptional ? nil : 1)
            return SchemaNode.object([("type", Self.scalar)])
                .adding("minLength", minimum.map(JSONValue.integer))
                .adding("not", limits.maximumLength.map(Self.longerText))
        case .markdown: return ["type": Self.scalar]
        case .integer, .decimal:
            return SchemaNode.object([("type", field.type == .integer ? "integer" : "number")])
                .adding("minimum", limits.minimum.map(JSONValue.init))
                .adding("maximum", limits.maximum.map(JSONValue.init))
        case .boolean: return ["type": "boolean"]
        case .url:
            return .text("^(/|(\(limits.schemes.joined(separator: "|"))):)", write: "https://… or /page-of-this-site/")
        case .phone: return plain("^\\+?[-() 0-9]+$", write: "03-1234-5678", types: Self.textOrNumber)
        case .version: return plain(Forms.version, write: "3.1.0", types: Self.textOrNumber)
        case .reference: return plain(Forms.id, write: "the id of an entry", types: Self.textOrNumber)
        case .image, .file: return ["type": "string", "minLength": 1]
        case .choice(let choice): return choices(choice)
        case .list:
            let count = (limits.minimum.map(JSONValue.init), limits.maximum.map(JSONValue.init))
            return SchemaNode.list(of: part(field.parts[0])).adding("minItems", count.0).adding("maxItems", count.1)
        case .record: return fieldsSchema(field.parts, locales)
        case .window: return .reference("window")
        case .schedule: return .reference("schedule")
        case .point: return .reference("point")
        case .date: return .reference("date")
        case .time: return .text(Forms.time, write: "18:30")
        case .dateTime: return .text(Forms.moment, write: "2026-04-01T09:00")
        case .email: return .text("^[^@\\s]+@[^@\\s]+\\.[^@\\s]+$", write: "name@example.org")
        case .color: return .text("^#([0-9a-fA-F]{3}){1,2}$", write: "\"#1d6f5c\", in quotes")
        case .html, .dictionary: return [:]
        }
    }

    private func plain(_ pattern: String, write: String, types: JSONValue) -> SchemaNode {
        ["type": types, "pattern": .string(pattern), "patternErrorMessage": .string("write \(write)")]
    }

    private func part(_ field: FieldDeclaration) -> SchemaNode { FieldSchema(field: field, locales: locales).schema }

    /// The labels are what people read; the values need not tell.
    private func choices(_ choice: Choice) -> SchemaNode {
        let forms = choice.options.flatMap { option in plainForms(option.value).map { ($0, option.label) } }
        let hasLabels = choice.options.contains { $0.label != $0.value }
        return SchemaNode.object([("enum", .array(forms.map(\.0)))])
            .adding("enumDescriptions", hasLabels ? .array(forms.map { .string($0.1) }) : nil)
    }

    /// For all languages, or by locale.
    private func localized(_ text: SchemaNode, mayBeMissing: Bool) -> SchemaNode {
        let texts = locales.map { (key: $0.code, value: text.described("\(field.name) in \($0.name)")) }
        return ["anyOf": [text, .mapping(texts, required: mayBeMissing ? [] : Array(texts.prefix(1).map(\.key)))]]
    }

    private var description: String {
        let type =
            switch field.type {
            case .reference(let collection): "The id of an entry of \(collection)"
            case .image, .file: "The path of \(field.type.withArticle), from this entry's folder"
            case .choice(let choice): choiceWords(choice)
            case .list: "A list"
            case .record: "A mapping of fields"
            case .markdown: "Markdown"
            case .url: "An address"
            default: field.type.withArticle.capitalizedFirst
            }
        return type + length + (field.isUnique ? "; no two entries may have the same" : "")
    }

    /// JSON Schema counts code points, of which a character may have many. So editors see that a text is too long where as
    /// many letters that are always characters of their own follow each other.
    private static func longerText(than maximum: Int) -> JSONValue {
        ["pattern": .string("[ -~ぁ-ゖァ-ヺー一-鿿가-힣]{\(maximum + 1)}")]
    }

    private var length: String { field.limits.maximumLength.map { ", at most \($0) characters" } ?? "" }

    private func choiceWords(_ choice: Choice) -> String {
        choice.options.map { $0.value == $0.label ? $0.value : "\($0.value): \($0.label)" }.joined(separator: "; ")
    }

    private func constant(_ value: Value) -> JSONValue? {
        switch value {
        case .text(let text): .string(text)
        case .integer(let number): .integer(number)
        case .decimal(let number): JSONValue(number)
        case .boolean(let flag): .boolean(flag)
        case .choice(let index, let choice): .string(choice.options[index].value)
        default: nil
        }
    }
}

/// A mapping of fields: of a record, or of an entry.
func fieldsSchema(_ fields: [FieldDeclaration], _ locales: [SiteLocale]) -> SchemaNode {
    .mapping(
        fields.map { ($0.name, FieldSchema(field: $0, locales: locales).schema) },
        required: fields.filter { !$0.isOptional && $0.defaultValue == nil }.map(\.name))
}

/// A text as it is, and as what YAML takes it for without quotes.
private func plainForms(_ text: String) -> [JSONValue] {
    if text == "true" || text == "false" { return [.string(text), .boolean(text == "true")] }
    guard let number = DecimalNumber(text) else { return [.string(text)] }
    return [.string(text), JSONValue(number)]
}

/// Regular expressions that all editors read alike.
enum Forms {
    static let date = "[0-9]{4}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])"
    private static let clock = "([01][0-9]|2[0-3]):[0-5][0-9](:[0-5][0-9])?"
    private static let zoned = "\(date)[T ]\(clock)(Z|[+-][0-9]{2}:[0-9]{2})?"
    static let day = "^\(date)$"
    static let time = "^\(clock)$"
    static let moment = "^\(zoned)$"
    static let dayOrMoment = "^\(date)([T ]\(clock)(Z|[+-][0-9]{2}:[0-9]{2})?)?$"
    static let version = "^[0-9]+(\\.[0-9]+){1,3}(-[0-9A-Za-z.-]+)?$"
    static let id = "^[A-Za-z0-9_-][A-Za-z0-9_.-]*$"
}

extension String {
    fileprivate var capitalizedFirst: String { prefix(1).uppercased() + dropFirst() }
}
