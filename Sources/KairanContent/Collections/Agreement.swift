package import KairanModel
internal import KairanReaders

/// The declaration that a collection holds versions of an agreement. The texts of a version stay as they were
/// published.
package struct Agreement: Sendable {
    /// Another entry whose text belongs to what users agree to.
    package struct Included: Sendable {
        package var collection: String
        package var id: String
        package var span: SourceSpan

        package var name: String { "\(collection)/\(id)" }
    }

    /// The position of the field with the version.
    package var version: Int
    /// The position of the field with the day from which a version is in force; nil if each version is in force from
    /// its first publication.
    package var from: Int?
    package var includes: [Included] = []
    package var span: SourceSpan
}

extension CollectionDeclaration {
    /// The positions of the fields that form an entry's text: its body, or all texts if there is no body.
    package var textFields: [Int] {
        if hasBody { return [fields.count - 1] }
        return fields.indices.filter { [.text, .markdown].contains(fields[$0].type) }
    }
}

extension DeclarationReader {
    /// Reads `agreement: { version: version, from: published, contains: [documents/privacy] }`.
    mutating func agreement(_ node: SourceNode, of declaration: CollectionDeclaration) -> Agreement? {
        let members = members(of: node, allowed: DeclarationWords.agreement, what: "'agreement'")
        func value(_ key: String) -> SourceNode? { members.first { $0.key == key }?.value }
        guard let named = value("version") else {
            if node.members != nil, members.count == node.members?.count {
                error(
                    .fieldMissing, "'agreement' must name the field with the version", at: node.span,
                    help: "write agreement: { version: version }")
            }
            return nil
        }
        let help = "version: { version: { unique: true } }"
        let version = position(named, "version", .version, of: declaration, help)
        let from = value("from").flatMap { node in position(node, "from", .date, of: declaration, "published: date") }
        guard let version else { return nil }
        let field = declaration.fields[version]
        if !field.isUnique, declaration.idField != field.name {
            error(
                .fieldType, "the versions of an agreement must be unique", at: named.span,
                help: "declare a field such as \(help)")
        }
        var agreement = Agreement(version: version, from: from, span: node.span)
        agreement.includes = texts(value("contains"), "'contains'", help: "write contains: [documents/privacy]")
            .compactMap { text, span in
                let parts = text.split(separator: "/", maxSplits: 1).map(String.init)
                if parts.count == 2 { return .init(collection: parts[0], id: parts[1], span: span) }
                error(.declarationType, "'\(text)' names no entry", at: span, help: "write collection/id")
                return nil
            }
        return agreement
    }

    /// Returns the position of a field that every entry must have. `example` is a declaration for the help text.
    private mutating func position(
        _ node: SourceNode, _ key: String, _ type: FieldType, of declaration: CollectionDeclaration,
        _ example: String
    ) -> Int? {
        guard let name = text(node, "'\(key)'") else { return nil }
        guard let index = declaration.fields.firstIndex(where: { $0.name == name }) else {
            unknownField(name, among: declaration.fields, at: node.span)
            return nil
        }
        let field = declaration.fields[index]
        guard field.type == type, !field.isOptional else {
            error(
                .fieldType,
                field.type == type
                    ? "'\(name)' may be missing"
                    : "'\(key)' must be \(type.withArticle), not \(field.type.withArticle)",
                at: node.span, help: "declare a field such as \(example)")
            return nil
        }
        return index
    }
}

/// Checks that the collections that agreements include exist, and that there is a text to agree to.
func checkAgreements(_ collections: [CollectionDeclaration], except unread: [String]) -> [Diagnostic] {
    var diagnostics: [Diagnostic] = []
    for collection in collections {
        guard let agreement = collection.agreement else { continue }
        if collection.textFields.isEmpty { diagnostics.append(noText(collection, at: agreement.span)) }
        for included in agreement.includes {
            if let target = collections.first(where: { $0.name == included.collection }) {
                if target.textFields.isEmpty { diagnostics.append(noText(target, at: included.span)) }
            } else if !unread.contains(included.collection) {
                diagnostics.append(
                    Diagnostic(
                        .error, .referenceCollection, "there is no collection '\(included.collection)'",
                        at: included.span,
                        help: suggestion(
                            for: included.collection, in: collections.map(\.name), kind: "collections")))
            }
        }
    }
    return diagnostics
}

private func noText(_ collection: CollectionDeclaration, at span: SourceSpan) -> Diagnostic {
    Diagnostic(
        .error, .agreementText, "the entries of \(collection.name) have no text that users could agree to", at: span,
        help: "declare body: markdown, or a field of the type text or markdown")
}
