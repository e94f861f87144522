package import KairanContent
package import KairanModel

/// The types that templates can name, known before any entry is read.
package struct Schema: Sendable {
    package var declarations: Declarations
    /// The collections for whose entries a template makes a page each. The value is true if it leaves some entries out.
    package var collectionsWithPages: [String: Bool] = [:]
    /// For the collections whose entries have pages if some conditions hold, the conditions as `conditionTexts`.
    package internal(set) var pageConditions: [String: Set<String>] = [:]
    /// The `collection.field` pairs for whose values a template makes a page each. The value is true if it leaves some
    /// out.
    package var valuePages: [String: Bool] = [:]
    package var strings: [TemplateString] = []
    package var computedDefaults: [FieldPosition: ComputedDefault] = [:]
    /// The shapes that several templates use, by name.
    package var sharedShapes: [String: SharedShape] = [:]

    package init(declarations: Declarations) { self.declarations = declarations }

    static let pageLink = RecordType([.ownAddress("url"), .ownAddress("path")])
    static let heading = RecordType([.init("level", .integer), .init("id", .text), .init("text", .text)])

    static let pictureSize = RecordType([
        .ownAddress("url"), .ownAddress("path"), .init("width", .integer), .init("height", .integer),
    ])

    /// The type of `site`.
    package var siteType: RecordType {
        RecordType(
            [
                .init("title", .text), .init("description", .text), .ownAddress("url"), .ownAddress("path"),
                .init("language", .text), .init("dir", .text), .init("author", .text, isOptional: true),
                .init("moment", .dateTime),
            ] + declarations.settings.values.map { .init($0.name, $0.type, assurance: .knownHost) })
    }

    /// Returns the type of the elements of `each` with `by`: one value of the field, and the entries that have it.
    package func groupType(of element: FieldType, by value: FieldType, collection: String?, path: String) -> RecordType
    {
        var fields: [RecordType.Field] = [.init("value", value)]
        if case .reference(let name) = value, titleStep(of: name) == nil {
            // An id is not made for people to read: see `untitledCollection`.
        } else {
            fields.append(.init("label", .text))
        }
        fields.append(.init("entries", .list(element)))
        if let collection, let isPartial = valuePages["\(collection).\(path)"] {
            fields.append(.init("page", .record(Self.pageLink), isOptional: isPartial))
        }
        return RecordType(fields)
    }
}

extension RecordType.Field {
    /// Returns a field for the address of a page or a file of the site.
    package static func ownAddress(_ name: String, isOptional: Bool = false) -> Self {
        Self(name, .url, isOptional: isOptional, assurance: .ownAddress)
    }
}

extension Schema {
    /// Returns the step that `name` means on a value of `type`, or nil if there is none.
    func step(named name: String, on type: FieldType) -> TypedStep? {
        if case .reference(let collection) = type { return entryStep(named: name, collection) }
        guard case .record(let record) = type else { return type.traits.views[name] }
        return record.index(of: name).map {
            TypedStep(
                step: .field($0), type: record.fields[$0].type, isOptional: record.fields[$0].isOptional,
                assurance: record.fields[$0].assurance)
        }
    }

    /// Returns every name that `type` offers, for messages.
    package func names(on type: FieldType) -> [String] {
        if case .record(let record) = type { return record.fields.map(\.name) }
        guard case .reference(let name) = type else { return type.traits.views.keys.sorted() }
        return ["id"] + (declarations.collection(name)?.fields.map(\.name) ?? [])
            + (collectionsWithPages[name] != nil ? ["page"] : [])
    }

    private func entryStep(named name: String, _ collection: String) -> TypedStep? {
        if name == "id" { return TypedStep(step: .id, type: .text) }
        if name == "page" {
            guard let isPartial = collectionsWithPages[collection] else { return nil }
            return TypedStep(step: .page, type: .record(Self.pageLink), isOptional: isPartial)
        }
        guard let fields = declarations.collection(collection)?.fields,
            let index = fields.firstIndex(where: { $0.name == name })
        else { return nil }
        return TypedStep(
            step: .field(index), type: fields[index].type, isOptional: fields[index].isOptional,
            assurance: fields[index].limits.hosts.isEmpty ? .none : .knownHost)
    }
}
