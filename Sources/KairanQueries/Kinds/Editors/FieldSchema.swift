package import KairanContent
internal import KairanFormats
internal import KairanModel
internal import KairanReaders

/// The schema of one field for editors. Editors only know YAML's own types, to which an unquoted `2026` is a number
/// although the field may be a text. The schema is therefore never stricter than `kairan check`.
struct FieldSchema {
    let field: FieldDeclaration
    let locales: [SiteLocale]

    /// The schema of the value after the field's name.
    var schema: SchemaNode {
        let mayBeMissing = field.mayBeLeftOut
        let value = field.type.traits.editor(self)
        let given = field.isLocalized ? localized(value, mayBeMissing: mayBeMissing) : value
        let schema = given.described(description).adding("default", field.defaultValue.flatMap(constant))
        return mayBeMissing ? schema.orNull : schema
    }

    static let scalar: JSONValue = ["string", "number", "boolean"]

    func part(_ field: FieldDeclaration) -> SchemaNode { FieldSchema(field: field, locales: locales).schema }

    /// Returns the schema of a text for all languages, or of one text for each locale.
    private func localized(_ text: SchemaNode, mayBeMissing: Bool) -> SchemaNode {
        let texts = locales.map { (key: $0.code, value: text.described("\(field.name) in \($0.name)")) }
        return ["anyOf": [text, .mapping(texts, required: mayBeMissing ? [] : Array(texts.prefix(1).map(\.key)))]]
    }

    private var description: String {
        let told = field.keysOf == nil ? field.type.traits.editorWords : field.meaning.capitalizedFirst
        let type = told ?? field.type.withArticle.capitalizedFirst
        let words = [field.form.label, field.form.hint, type + length].compactMap(\.self)
        return words.joined(separator: "; ") + (field.isUnique ? "; no two entries may have the same" : "")
    }

    private var length: String {
        field.type == .text ? field.limits.maximum.map { ", at most \($0) characters" } ?? "" : ""
    }

    private func constant(_ value: Value) -> JSONValue? {
        if case .text(let text) = value { return .string(text) }
        if case .integer(let number) = value { return .integer(number) }
        if case .decimal(let number) = value { return JSONValue(number) }
        if case .boolean(let flag) = value { return .boolean(flag) }
        if case .choice(let index, let choice) = value { return .string(choice.options[index].value) }
        return nil
    }
}

extension FieldDeclaration {
    /// Returns the schema of its values in one language, without words for people.
    ///
    /// - Parameter locales: The languages in which parts of a value may be written.
    package func valueSchema(_ locales: [SiteLocale]) -> SchemaNode {
        type.traits.editor(FieldSchema(field: self, locales: locales))
    }
}

/// Returns the schema of a mapping of fields, which is a record or an entry.
///
/// - Parameter others: The keys that it may have besides.
package func fieldsSchema(
    _ fields: [FieldDeclaration], ignoring ignoredKeys: [String], _ locales: [SiteLocale],
    others: [(key: String, value: SchemaNode)] = []
) -> SchemaNode {
    let (named, rest) = (fields.filter { !$0.hasOtherKeys }, fields.first(where: \.hasOtherKeys))
    return SchemaNode.mapping(
        named.map { ($0.name, FieldSchema(field: $0, locales: locales).schema) }
            + ignoredKeys.map { ($0, ["description": "Kairan does not read this"]) } + others,
        required: named.filter { !$0.mayBeLeftOut }.map(\.name), allowsOthers: rest != nil
    ).adding("additionalProperties", rest?.parts.first.map { FieldSchema(field: $0, locales: locales).schema })
}

/// Regular expressions that all editors read in the same way.
package enum Forms {
    static let date = "[0-9]{4}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])"
    private static let clock = "([01][0-9]|2[0-3]):[0-5][0-9](:[0-5][0-9])?"
    private static let zoned = "\(date)[T ]\(clock)(Z|[+-][0-9]{2}:[0-9]{2})?"
    package static let day = "^\(date)$"
    static let time = "^\(clock)$"
    static let moment = "^\(zoned)$"
    package static let dayOrMoment = "^\(date)([T ]\(clock)(Z|[+-][0-9]{2}:[0-9]{2})?)?$"
    static let version = "^[0-9]+(\\.[0-9]+){1,3}(-[0-9A-Za-z.-]+)?$"
    // Not all editors know the letters of all scripts.
    private static let ownID = "[^ ./:][^ /:]*"
    package static let id = "^\(ownID)$"
    /// An id of an entry that is perhaps inside others, after the ids of these.
    static let wholeID = "^\(ownID)(/\(ownID))*$"
}

extension String {
    fileprivate var capitalizedFirst: String { prefix(1).uppercased() + dropFirst() }
}
