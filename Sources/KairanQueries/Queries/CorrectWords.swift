internal import KairanContent
internal import KairanModel
package import KairanReaders

extension DeclarationReader {
    /// Reports the keys that are not in `allowed`, and returns the mapping as it was most likely meant. A misspelt key
    /// then causes one report, and not another for everything that seems to be missing.
    ///
    /// - Parameter structured: The words that must be followed by a mapping or a list. `date: 2026-04-01` resembles
    /// `data`, but cannot have been meant that way.
    package mutating func corrected(
        _ node: SourceNode, allowed: [String], structured: Set<String> = ["where", "item"], what: String
    ) -> SourceNode {
        guard let all = node.members else {
            _ = members(of: node, allowed: allowed, what: what)
            return node
        }
        let known = members(of: node, allowed: allowed, what: what)
        guard known.map(\.key) != all.map(\.key) else { return node }
        return corrected(node, known, allowed, structured)
    }

    private func corrected(
        _ node: SourceNode, _ known: [SourceNode.Member], _ allowed: [String], _ structured: Set<String>
    ) -> SourceNode {
        var taken = Set(known.map(\.key))
        let members = (node.members ?? []).compactMap { member -> SourceNode.Member? in
            if let known = known.first(where: { $0.keySpan == member.keySpan }) { return known }
            guard let word = nearestName(to: member.key, in: allowed.filter { !taken.contains($0) }) else { return nil }
            guard member.value.scalar == nil || !structured.contains(word) else { return nil }
            taken.insert(word)
            return SourceNode.Member(key: word, keySpan: member.keySpan, value: member.value)
        }
        return SourceNode(.mapping(members), span: node.span)
    }
}
