internal import KairanModel
package import KairanReaders

/// The way in which ids are made of fields: `{date}-{title, slug}`.
package struct IDPattern: Sendable {
    private enum Part {
        case literal(String)
        case field(String, isSlug: Bool)
    }

    private var parts: [Part] = []

    /// Returns nil for a text that is no such pattern.
    init?(_ text: String) {
        var rest = text[...]
        while !rest.isEmpty {
            let literal = rest.prefix { $0 != "{" }
            if !literal.isEmpty { parts.append(.literal(String(literal))) }
            rest = rest.dropFirst(literal.count)
            guard !rest.isEmpty else { continue }
            guard let match = rest.prefixMatch(of: /\{ *([A-Za-z][A-Za-z0-9_]*) *(, *slug *)?\}/) else { return nil }
            parts.append(.field(String(match.output.1), isSlug: match.output.2 != nil))
            rest = rest[match.range.upperBound...]
        }
    }

    var fields: [String] {
        parts.compactMap { if case .field(let name, _) = $0 { name } else { nil } }
    }

    /// A field without a value, or without a letter or digit in it, for lack of which there is no id.
    package struct Lack: Error {
        package var field: String
        package var hasValue = false
    }

    /// Returns the id of an entry as it is written in a list.
    package func id(of members: [SourceNode.Member]) -> Result<String, Lack> {
        var id = ""
        for part in parts {
            switch part {
            case .literal(let text): id += text
            case .field(let name, let isSlug):
                guard let node = members.first(where: { $0.key == name })?.value, !node.isNull, let text = node.scalar,
                    !text.isEmpty
                else { return .failure(Lack(field: name)) }
                let words = isSlug ? words(of: text) : text
                if words.isEmpty { return .failure(Lack(field: name, hasValue: true)) }
                id += words
            }
        }
        return .success(canonicalForm(of: id))
    }

    /// Returns the words of a text in small letters, joined by hyphens. The rules are those of no language, since an id is
    /// the same in all of them.
    private func words(of text: String) -> String {
        text.lowercased().split { !$0.isLetter && !$0.isNumber }.joined(separator: "-")
    }
}

extension CollectionDeclaration {
    /// Returns the id of an entry as it is written in a list, or nil if it has none.
    package func id(ofListed node: SourceNode) -> String? {
        if let id = node[idField ?? "id"]?.text { return id }
        guard let idPattern, case .success(let id) = idPattern.id(of: node.members ?? []) else { return nil }
        return id
    }
}
