package import KairanContent
package import KairanModel
internal import KairanQueries

extension CollectionDeclaration {
    fileprivate var includedEntries: [NamedEntry] {
        (agreement?.includes ?? []).map { NamedEntry(collection: $0.collection, id: $0.id, span: $0.span) }
    }
}

/// Returns errors for entries that templates and declarations name but that do not exist.
package func missingEntries(named templates: Templates, _ content: Content) -> [Diagnostic] {
    let named = templates.namedEntries + content.collections.flatMap(\.declaration.includedEntries)
    return named.compactMap { missing($0, in: content) }
}

private func missing(_ named: NamedEntry, in content: Content) -> Diagnostic? {
    guard let collection = content.collection(named.collection), collection.positions[named.id] == nil,
        // If all entries are gone, that is one mistake.
        !collection.entries.isEmpty || collection.declaration.mayBeEmpty
            || content.withheld.contains(where: { $0.collection == named.collection }),
        content.hiddenIDs[named.collection]?.mayHold(named.id) != true
    else {
        return nil
    }
    if let deletion = content.deletion(of: named.id, in: named.collection) {
        return deletion.mistake(named.id, in: named.collection, at: named.span)
    }
    return Diagnostic(
        .error, .referenceUnknown, "there is no '\(named.id)' in \(named.collection)", at: named.span,
        help: suggestion(forID: named.id, in: collection.entries.map(\.id)))
}
