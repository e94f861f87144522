internal import KairanModel
internal import KairanReaders

extension DeclarationReader {
    /// Reports what records in the files of other entries cannot have.
    mutating func checkChild(_ declaration: CollectionDeclaration, _ node: SourceNode) {
        if let body = node["body"], declaration.hasBody {
            error(
                .collectionParent, "entries in the files of others have no body", at: body.span,
                help: "declare a field of the type markdown instead")
        }
        if declaration.idField == nil {
            error(
                .collectionParent, "entries in the files of others need a field for their ids",
                at: node["id"]?.span ?? node["parent"]?.span ?? node.span,
                help: node["id"] == nil
                    ? "write 'id:' and the name of the field"
                    : "write the name of one field without braces: a text, integer, version, date, choice or reference")
        }
        if let field = declaration.fields.first(where: { $0.name == CollectionDeclaration.parentKey }) {
            error(
                .fieldReserved, "'\(field.name)' leads to the entry that holds this one and cannot name a field",
                at: field.span, help: "give it another name")
        }
    }
}

/// Checks that collections with a `parent` and the fields that hold their entries name each other. Each of these fields
/// then knows how its records are written.
///
/// - Parameter wrong: The files with mistakes. What they say about other collections is not known.
func joinParents(_ collections: inout [CollectionDeclaration], except wrong: Set<String>) -> [Diagnostic] {
    let known = collections.filter { !wrong.contains($0.span.path) }
    let diagnostics = checkHolders(known) + checkParents(known) + checkCircles(known) + checkReferencesAsIDs(known)
    guard diagnostics.isEmpty else { return diagnostics }
    for index in collections.indices.sorted(by: { collections.depth($0) > collections.depth($1) }) {
        guard let parent = collections.firstIndex(where: { $0.name == collections[index].parent }),
            let holder = collections[parent].holderField(of: collections[index].name)
        else { continue }
        var record = collections[parent].fields[holder].parts[0]
        record.parts = collections[index].writtenFields
        (record.ignoredKeys, record.checks) = (collections[index].ignoredKeys, collections[index].checks)
        collections[parent].fields[holder].parts[0] = record
    }
    return []
}

extension [CollectionDeclaration] {
    fileprivate func parents(of index: Int) -> [String] {
        var (names, next) = ([String](), self[index].parent)
        while let name = next, !names.contains(name) {
            names.append(name)
            next = first { $0.name == name }?.parent
        }
        return names
    }

    fileprivate func depth(_ index: Int) -> Int { parents(of: index).count }
}

private func checkHolders(_ collections: [CollectionDeclaration]) -> [Diagnostic] {
    var diagnostics: [Diagnostic] = []
    for collection in collections {
        var held: [String: String] = [:]
        for field in collection.fields {
            guard let name = field.entriesOf, let child = collections.first(where: { $0.name == name }),
                let span = field.parts.first?.span
            else { continue }
            if child.parent != collection.name {
                let message =
                    child.parent.map { "the entries of \(name) are in the files of \($0)" }
                    ?? "the entries of \(name) have files of their own"
                diagnostics.append(
                    Diagnostic(
                        .error, .collectionParent, message, at: span,
                        help: child.parent == nil
                            ? "write 'parent: \(collection.name)' in \(child.span.path), or declare a list of references"
                            : "declare another collection for these"))
            } else if let other = held.updateValue(field.name, forKey: name) {
                diagnostics.append(
                    Diagnostic(
                        .error, .collectionParent, "'\(other)' already holds the entries of \(name)", at: span,
                        help: "declare another collection for these"))
            }
        }
    }
    return diagnostics
}

private func checkParents(_ collections: [CollectionDeclaration]) -> [Diagnostic] {
    collections.compactMap { child in
        guard let parent = collections.first(where: { $0.name == child.parent }), let field = child.fields.last,
            parent.holder(of: child.name) == nil
        else { return nil }
        return Diagnostic(
            .error, .collectionParent, "no field of \(parent.name) holds the entries of \(child.name)",
            at: field.span,
            help: "write '\(child.name): { entries: \(child.name) }' among the fields in \(parent.span.path)")
    }
}

private func checkCircles(_ collections: [CollectionDeclaration]) -> [Diagnostic] {
    collections.indices.compactMap { index in
        let child = collections[index]
        guard collections.parents(of: index).contains(child.name), let field = child.fields.last else { return nil }
        return Diagnostic(
            .error, .collectionParent, "entries of \(child.name) would be inside themselves", at: field.span,
            help: "name a collection whose entries have files of their own")
    }
}

private func checkReferencesAsIDs(_ collections: [CollectionDeclaration]) -> [Diagnostic] {
    collections.compactMap { child in
        guard let field = child.fields.first(where: { $0.name == child.idField }),
            case .reference(let name) = field.type,
            collections.first(where: { $0.name == name })?.hasComposedIDs == true
        else { return nil }
        return Diagnostic(
            .error, .fieldType, "a reference to one of \(name) cannot be an id, as their ids have several parts",
            at: field.span, help: "name another field as 'id'")
    }
}

extension Diagnostic {
    /// Returns the error for a file in the folder of a collection whose entries are in the files of others.
    static func ownFile(_ file: SourceFile, of child: CollectionDeclaration, _ parent: String) -> Diagnostic {
        Diagnostic(
            .error, .collectionParent, "entries of \(child.name) are in the files of \(parent)",
            at: SourceSpan(path: file.path), help: "move this \(child.entryWord) into the file of its parent")
    }
}
