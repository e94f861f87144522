internal import KairanModel
internal import KairanReaders

/// The values of a site's own for entries that are pulled from elsewhere: a mapping from ids to fields. They take the
/// place of what was pulled, and no pull changes them.
struct OwnValues: Sendable {
    let file: SourceFile
    private let members: [SourceNode.Member]
    /// The mistakes of the file itself. They are told in each build, though the entries may be known already.
    private(set) var diagnostics: [Diagnostic]

    init(_ file: SourceFile, of declaration: CollectionDeclaration) {
        self.file = file
        let read = readYAML(file)
        diagnostics = read.diagnostics + file.directionMarks()
        members = read.value?.members ?? []
        for member in members where member.value.members == nil && !member.value.isNull {
            diagnostics.append(
                .ownValue(
                    .fieldType, "the values for '\(member.key)' must be a mapping, not \(member.value.kindName)",
                    at: member.value.span, help: "write its fields, each with its name"))
        }
        if let node = read.value, node.members == nil, !node.isNull {
            diagnostics.append(
                .ownValue(
                    .fieldType, "the file must be a mapping, not \(node.kindName)", at: node.span,
                    help: "write the id of an entry, and below it, indented, its fields"))
        }
        for member in members {
            for field in member.value.members ?? []
            where field.key == "id" || field.key == declaration.idField {
                diagnostics.append(
                    .ownValue(
                        .fieldReserved, "the id of '\(member.key)' comes from the source", at: field.keySpan,
                        help: "remove this line"))
            }
        }
    }

    /// Returns the source with these values in its entries.
    func merged(into parsed: ParsedSource, of declaration: CollectionDeclaration) -> ParsedSource {
        guard case .data(var read) = parsed, var node = read.value, let elements = node.elements, !members.isEmpty
        else {
            return parsed
        }
        let values = Dictionary(members.map { (canonicalForm(of: $0.key), $0.value.members ?? []) }) { first, _ in first
        }
        node.content = .sequence(
            elements.map { element in
                guard let id = declaration.id(ofListed: element), let own = values[canonicalForm(of: id)],
                    let given = element.members
                else { return element }
                let ids: Set = ["id", declaration.idField ?? "id"]
                let keys = Set(own.map(\.key)).subtracting(ids)
                var merged = element
                let kept = given.filter { !keys.contains($0.key) }
                merged.content = .mapping(kept + own.filter { !ids.contains($0.key) })
                return merged
            })
        read.value = node
        return .data(read)
    }

    /// Returns a warning for each entry that is not there.
    func missing(_ mayBeThere: (_ id: String) -> Bool) -> [Diagnostic] {
        members.filter { $0.value.members != nil && !mayBeThere(canonicalForm(of: $0.key)) }.map { member in
            Diagnostic(
                .warning, .pullOwn, "no pulled entry has the id '\(member.key)'", at: member.keySpan,
                help: "the source has it no more: remove these values, or keep them for when it comes back")
        }
    }
}

extension Diagnostic {
    fileprivate static func ownValue(_ rule: Rule, _ message: String, at span: SourceSpan, help: String) -> Diagnostic {
        Diagnostic(.error, rule, message, at: span, help: help)
    }
}
