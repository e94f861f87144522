internal import KairanContent
internal import KairanModel

// The label of a group shows the value that its entries share: a choice's label, the title of an entry that is referred
// to, or else the value's own text.
extension Evaluator {
    func groupLabel(of value: Value) -> String {
        if case .choice(let index, let choice) = value { return label(index, of: choice) }
        guard case .entry(let reference) = value else { return plainText(value) }
        let title = site.schema.titleStep(of: site.collectionName(of: reference)).map { apply($0, to: value) }
        return plainText(title ?? .missing)
    }
}

extension Schema {
    /// Returns the step from an entry of the collection to its title, or nil if the collection has no title.
    func titleStep(of collection: String) -> Step? {
        guard let declaration = declarations.collection(collection), let title = declaration.titleField else {
            return nil
        }
        return declaration.fields.firstIndex { $0.name == title }.map(Step.field)
    }

    /// Explains why a group has no `label`: the entries that it is made by have no title.
    func missingLabel(of collection: String, at span: SourceSpan) -> Diagnostic {
        let fields = declarations.collection(collection)?.fields ?? []
        let field = fields.first { $0.type == .text && !$0.isOptional }?.name ?? "FIELD"
        return Diagnostic(
            .error, .pathUnknown, "the entries of \(collection) have no title to use as 'label'", at: span,
            help: "add 'title: \(field)' to content/\(collection)/_collection.yml, or write value.id for the id")
    }
}

extension Scope.Frame {
    /// The collection whose entries a group is made by, if they have no title; else nil.
    var untitledCollection: String? {
        let group: RecordType
        switch self {
        case .names(let record), .element(.record(let record)): group = record
        case .element: return nil
        }
        guard group.index(of: "label") == nil, group.index(of: "entries") != nil,
            let value = group.index(of: "value"), case .reference(let collection) = group.fields[value].type
        else { return nil }
        return collection
    }
}
