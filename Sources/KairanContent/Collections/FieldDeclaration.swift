package import KairanModel
package import KairanReaders

/// A field as `_collection.yml` declares it: its type and the limits of its values.
package struct FieldDeclaration: Sendable {
    package var name: String
    package var type: FieldType
    package var isOptional: Bool
    package var limits = FieldLimits()
    /// The value for entries that leave the field out; nil if they must give it or may lack it.
    package var defaultValue: Value?
    /// The default with paths in braces that is computed from other values; nil if there is none.
    package var computedDefault: SourceNode?
    /// The addresses inside the site that the default names.
    var defaultAddresses: [SourceAddress] = []
    package var isUnique = false
    /// This is true if `isUnique` compares texts as searches do.
    package var isUniqueFolded = false
    /// This is true if the values of all entries are consecutive numbers, starting at the minimum.
    package var isConsecutive = false
    /// This is true if entries may give a value for each of the site's locales.
    package var isLocalized = false
    /// This is true if parts of its value may be given for each of the site's locales.
    package var hasLocalizedParts = false
    /// This is true for a body whose authors are trusted with raw HTML.
    package var keepsHTML = false
    /// The collection whose entries the field holds as records. Its type is then a list of references to them.
    package var entriesOf: String?
    /// The use of a text with names of other entries in it; nil for a text that is as it is written.
    package var pattern: NamePattern?
    /// The collection of whose entries the keys of a mapping are ids; nil if they may be any text.
    package var keysOf: String?
    /// The place where a reference, a pattern or a mapping names its collection; nil for all others.
    var collectionSpan: SourceSpan?
    package var form = FormWords()
    /// The form in which a table of another program has the field's values; nil if it has them as Kairan does.
    package var column: ForeignColumn?
    /// The same for the ends of a window, the degrees of a point and the texts in other languages, by their keys.
    var partColumns: [String: ForeignColumn] = [:]
    /// This is true if it has all keys of an entry, or columns of a table, that no other field names.
    package var hasOtherKeys = false
    /// The element of a list, or the members of a record; empty for all other types.
    package var parts: [FieldDeclaration] = []
    /// The keys of a record that may hold anything and mean nothing here.
    package var ignoredKeys: [String] = []
    /// The rules that a record must keep because it is an entry of another collection.
    package var checks: [CheckDeclaration] = []
    package var span: SourceSpan
}

extension FieldDeclaration {
    package var holdsEntries: Bool { entriesOf != nil }

    /// This is true if what outputs show of it may differ between locales.
    package var differsByLocale: Bool { isLocalized || hasLocalizedParts }

    /// The word that declares its type.
    package var typeWord: String { pattern == nil ? type.word : "pattern" }

    /// The field that `each` goes through: the element of a list, or a row of a map.
    package var elementOfEach: FieldDeclaration? {
        guard case .dictionary(let type) = type, var value = parts.first else { return parts.first }
        value.name = "value"
        var row = FieldDeclaration(name: name, type: .record(.row(of: type)), isOptional: false, span: span)
        row.parts = [FieldDeclaration(name: "key", type: .text, isOptional: false, span: span), value]
        return row
    }
}

/// The limits of a value besides its type. A limit is nil if it is not declared.
package struct FieldLimits: Sendable {
    /// The limits of a number, of the number of elements in a list, or of the number of characters in a text.
    package var minimum: DecimalNumber?
    package var maximum: DecimalNumber?
    /// For a text, the regular expression that it matches.
    package var matches: WholePattern?
    /// For a text, the field whose values are forbidden.
    package var noneOf: FieldName?
    /// For a point, the number of published digits after the decimal point.
    package var precision: Int?
    /// The allowed schemes of a URL, without the colon.
    package var schemes = ["https", "http", "mailto", "tel"]
    /// The allowed hosts of a URL; if the list is empty, any host is allowed.
    package var hosts: [String] = []
    package var maximumKilobytes: Int?
    /// The limits of a picture's size in pixels.
    package var maximumWidth: Int?
    package var maximumHeight: Int?
    /// The widths in pixels of the smaller pictures that are made of an image.
    package var widths: [Int] = []
}

/// A field of another collection, such as `nicknames.word`, and the place that names it.
package struct FieldName: Hashable, Sendable {
    package var collection: String
    package var field: String
    package var span: SourceSpan
}

/// A folder of `content/` and the declaration of its entries.
package struct CollectionDeclaration: Sendable {
    package var name: String
    /// The name for people; nil if none is declared.
    package var label: String?
    /// The same in each of the site's languages; empty if it is one for all.
    package var labels: [String?] = []
    /// The word for a single entry; the name of the collection if none is declared.
    package var entryWord: String
    /// The field that gives the id; nil if the file's name or an `id` key gives it.
    package var idField: String?
    /// The way in which ids are made of fields, for elements of lists and tables that have none.
    package var idPattern: IDPattern?
    /// The field whose text people know an entry by; nil if none is named.
    package var titleField: String?
    /// The fields. A Markdown body is the last field, `body`.
    package var fields: [FieldDeclaration]
    /// The keys of entries that may hold anything and mean nothing here, as other programs read them.
    package var ignoredKeys: [String] = []
    /// The columns of tables that mean nothing else: those of `ignoredKeys`, and those of which ids are made.
    package var ignoredColumns: [String] = []
    package var hasBody: Bool
    /// The meaning of the columns of tables that other programs write.
    package var columns = TableColumns()
    /// The place outside the site at which entries are kept; nil if the site keeps all of them.
    package var source: ContentSource?
    /// The collection in whose files these entries are; nil if they have files of their own.
    package var parent: String?
    /// This is true if the collection may have no entries. Otherwise losing all entries stops the build instead of
    /// emptying endpoints.
    package var mayBeEmpty = false
    package var agreement: Agreement?
    /// The rules that every entry must keep.
    package var checks: [CheckDeclaration] = []
    package var span: SourceSpan
}

extension CollectionDeclaration {
    /// This is true if files beside an entry's own may give parts of it in other languages.
    package var isLocalized: Bool { fields.contains(where: \.isLocalized) }

    /// The word for a single entry in the middle of a sentence. The collection's own name is mostly a plural.
    var wordInSentences: String { entryWord == name ? "entry" : entryWord }
}

extension CollectionDeclaration {
    /// The name by which an entry knows the one that it is part of.
    package static let parentKey = "parent"

    /// This is true if an id starts with the parent's, because only both together tell entries apart.
    package var hasComposedIDs: Bool {
        parent != nil && !fields.contains { $0.name == idField && $0.isUnique }
    }

    /// The position of the field with the entry that an entry is part of; nil if it is part of none.
    package var parentField: Int? { parent == nil ? nil : fields.indices.last }

    /// The field that holds the entries of another collection.
    package func holder(of child: String) -> FieldDeclaration? { holderField(of: child).map { fields[$0] } }

    /// The position of that field.
    func holderField(of child: String) -> Int? { fields.firstIndex { $0.entriesOf == child } }

    /// The fields that entries have besides their parent, which is the last one.
    var ownFields: [FieldDeclaration] { parent == nil ? fields : fields.dropLast() }

    /// The fields that authors write, as they write them.
    package var writtenFields: [FieldDeclaration] { ownFields.map(\.asWritten) }

    /// The declaration as the files of its entries are written. Their fields have the same positions.
    package var asWritten: CollectionDeclaration {
        var declaration = self
        if parent == nil { declaration.fields = writtenFields }
        return declaration
    }
}

extension FieldDeclaration {
    /// The field as authors write it: a list of records, if it holds entries of another collection.
    fileprivate var asWritten: FieldDeclaration {
        guard holdsEntries, let element = parts.first else { return self }
        var field = self
        let record = RecordType(
            element.parts.map { .init($0.name, $0.type, isOptional: $0.mayBeLeftOut) })
        field.parts[0].type = .record(record)
        field.type = .list(field.parts[0].type)
        return field
    }
}
