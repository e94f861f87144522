package import KairanModel

/// A field as `_collection.yml` declares it: its type and what its values must keep to.
package struct FieldDeclaration: Sendable {
    package var name: String
    package var type: FieldType
    package var isOptional: Bool
    package var limits = FieldLimits()
    /// What an entry that leaves the field out has; nil when it must give it or may miss it.
    package var defaultValue: Value?
    /// Those inside the site that the default names.
    var defaultAddresses: [SourceAddress] = []
    package var isUnique = false
    /// True when texts are the same to `isUnique` that searches take for the same.
    package var isUniqueFolded = false
    /// Whether the values of all entries are consecutive numbers from the minimum on.
    package var isConsecutive = false
    /// Whether entries may give it for each of the site's locales.
    package var isLocalized = false
    /// A list's element, or a record's members; empty for all other types.
    package var parts: [FieldDeclaration] = []
    package var span: SourceSpan
}

/// What a declaration asks of a value besides its type; nil where it asks nothing.
package struct FieldLimits: Sendable {
    /// Of a number, or of a list's count.
    package var minimum: DecimalNumber?
    package var maximum: DecimalNumber?
    /// In Unicode scalars.
    package var minimumLength: Int?
    package var maximumLength: Int?
    /// Of a text: where the values stand that it may not have.
    package var noneOf: FieldName?
    /// Of a point: how many digits after the point are published.
    package var precision: Int?
    /// Of a URL, without the colon.
    package var schemes = ["https", "http", "mailto", "tel"]
    /// The hosts that a URL may name; where the list is empty, it may name any.
    package var hosts: [String] = []
    package var maximumKilobytes: Int?
    /// In pixels.
    package var maximumWidth: Int?
    package var maximumHeight: Int?
    /// Of the smaller pictures that are made of an image, in pixels.
    package var widths: [Int] = []
}

/// A field of another collection, such as `nicknames.word`, and where it is named.
package struct FieldName: Hashable, Sendable {
    package var collection: String
    package var field: String
    package var span: SourceSpan
}

/// A folder of `content/` and what its entries are made of.
package struct CollectionDeclaration: Sendable {
    package var name: String
    /// The singular, for messages.
    package var entryWord: String
    /// The field that gives the id; nil when the file's name or an `id` key does.
    package var idField: String?
    /// The field by whose text people know an entry; nil where none is named.
    package var titleField: String?
    /// With the Markdown body, if there is one, as the last field, `body`.
    package var fields: [FieldDeclaration]
    package var hasBody: Bool
    /// Without it a collection that lost all its entries stops the build instead of emptying endpoints.
    package var mayBeEmpty = false
    package var agreement: Agreement?
    package var span: SourceSpan
}

extension CollectionDeclaration {
    /// Whether files beside an entry's own may give parts of it in other languages.
    package var isLocalized: Bool { fields.contains(where: \.isLocalized) }
}
