internal import KairanContent
package import KairanModel
package import KairanReaders

extension ShapeCompiler {
    /// Returns what a word names if it names several lists, each a name or `{ each: NAME, where: …, … }`: a mapping for
    /// each, with corrected words.
    ///
    /// - Parameters:
    ///   - word: The word, such as `each` of a feed.
    ///   - others: The words that one list may have beside those of queries.
    ///   - together: The words of queries that also say something of all lists.
    ///   - parts: What the entries of the lists become, such as `items`.
    package mutating func severalLists(
        _ word: String, of owner: SourceNode, each others: [String], together: [String] = [], parts: String,
        missing: Rule, misplaced: Rule = .declarationKey
    ) -> [SourceNode]? {
        guard let lists = owner[word]?.elements else { return nil }
        if lists.isEmpty {
            reader.error(
                .querySource, "there are no lists here", at: owner[word]?.span ?? owner.span,
                help: "name a collection or a list")
        }
        for member in owner.members ?? []
        where Self.queryWords.contains(member.key) && !together.contains(member.key) {
            reader.error(
                misplaced, "'\(member.key)' means nothing beside several collections", at: member.keySpan,
                help: "write it beside the name of one, as in \(word): [{ each: NAME, \(member.key): … }, NAME]")
        }
        return lists.map { list in
            guard list.members != nil else {
                return SourceNode(
                    .mapping([SourceNode.Member(key: "each", keySpan: list.span, value: list)]), span: list.span)
            }
            let what = "a list of '\(word)'"
            let node = reader.corrected(list, allowed: ["each"] + others + Self.queryWords, what: what)
            reader.require(["each": "name the collection of its \(parts)"], in: node, missing, of: what)
            return node
        }
    }
}
