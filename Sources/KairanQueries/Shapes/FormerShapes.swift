internal import KairanContent
internal import KairanModel
internal import KairanReaders

// Shapes of earlier versions. Each is reported with its mend, and then read as what it is now.
extension ShapeCompiler {
    /// Returns a mapping as it is written now. Returns nil if there is no shape that gives the same.
    mutating func present(_ node: SourceNode, _ members: [SourceNode.Member], in scope: Scope) -> SourceNode? {
        // Several shapes stood alone, and of two that each make a list the second was never used. So these are several
        // lists, and so is what has another word beside it.
        if let first = members.first(where: { $0.key == "first" }), let shapes = first.value.elements,
            members.count == 1,
            !shapes.allSatisfy({ $0["each"] != nil })
        {
            return renaming(first, to: "firstOf", in: members, node)
        }
        if let word = members.first(where: { ["least", "greatest"].contains($0.key) }),
            let of = members.first(where: { $0.key == "of" }), isExtreme(word, members, in: scope)
        {
            return extreme(word, of, in: members, node)
        }
        guard node["chart"]?.scalar != nil else { return node }
        return members.reduce(node) { node, member in
            let word = ["x": "label", "y": "value"][member.key]
            guard let word, node[word] == nil else { return node }
            return renaming(member, to: word, in: node.members ?? [], node)
        }
    }

    /// Returns whether a mapping with these keys was a shape in an earlier version, so that an object had to say so.
    static func wasWord(keys: Set<String>) -> Bool {
        keys.isSubset(of: ["path", "default"])
            || !keys.isDisjoint(with: ["least", "greatest"])
                && keys.isSubset(of: ShapeWord.sum.keys + ["least", "greatest"])
    }

    private mutating func renaming(
        _ member: SourceNode.Member, to word: String, in members: [SourceNode.Member], _ node: SourceNode
    ) -> SourceNode {
        let new = reader.renamed(member, to: word)
        let present = members.map { $0.keySpan == member.keySpan ? new : $0 }
        return SourceNode(.mapping(present), span: node.span, range: node.range)
    }

    /// Returns whether a mapping is `{ least: LIST, of: PATH }` or the like, and not an object with these keys.
    private func isExtreme(
        _ word: SourceNode.Member, _ members: [SourceNode.Member], in scope: Scope
    ) -> Bool {
        let known = ShapeWord.sum.keys + [word.key]
        return members.allSatisfy { known.contains($0.key) } && fits(.first, word.value, in: scope)
    }

    /// Reports `{ least: LIST, of: PATH }`, which is `{ first: LIST, sort: PATH, value: PATH }` unless some elements
    /// were left out by their number or their order.
    private mutating func extreme(
        _ word: SourceNode.Member, _ of: SourceNode.Member, in members: [SourceNode.Member], _ node: SourceNode
    ) -> SourceNode? {
        let path = of.value.scalar ?? "…"
        let sort = word.key == "least" ? path : "-\(path)"
        let new = "{ first: \(word.value.scalar ?? "…"), sort: \(sort), value: \(path) }"
        let other = members.first { ["sort", "unique", "together", "skip", "limit"].contains($0.key) }
        guard other == nil, of.value.scalar != nil else {
            reader.error(
                .wordFormer, "there is no '\(word.key)' any more", at: word.keySpan,
                help: "write \(new)\(other.map { "; beside '\($0.key)' nothing gives the same" } ?? "")")
            return nil
        }
        var fix = Fix(
            .rename(word.keySpan, to: "first"), .rename(of.keySpan, to: "sort"),
            .add(after: of.keySpan, key: "value", .text(path)))
        if sort != path { fix.changes.append(.replace(of.value.span, with: .text(sort))) }
        reader.formerWord(word.key, is: new, at: word.keySpan, fix)
        let sorted = SourceNode(.scalar(sort, .plain), span: of.value.span)
        let present = members.flatMap { member -> [SourceNode.Member] in
            switch member.key {
            case word.key: [.init(key: "first", keySpan: member.keySpan, value: member.value)]
            case of.key:
                [
                    .init(key: "sort", keySpan: member.keySpan, value: sorted),
                    .init(key: "value", keySpan: member.keySpan, value: member.value),
                ]
            default: [member]
            }
        }
        return SourceNode(.mapping(present), span: node.span, range: node.range)
    }

    /// Reports `{ path: PATH, default: … }` and `{ text: …, default: … }`, and returns the shape that they are now.
    /// Returns nil for all other mappings.
    mutating func presentDefault(
        _ node: SourceNode, _ members: [SourceNode.Member], in scope: Scope
    ) -> SourceNode? {
        guard members.count == 2, let value = members.first(where: { $0.key == "default" }),
            let other = members.first(where: { $0.key == "path" || $0.key == "text" }), let text = other.value.scalar,
            other.key == "text" ? text.contains("{") : isPath(text, in: scope),
            value.value.scalar.map({ !isPath($0, in: scope) }) ?? true
        else { return nil }
        func mapping(_ key: String, _ value: SourceNode) -> SourceNode {
            SourceNode(.mapping([.init(key: key, keySpan: node.span, value: value)]), span: node.span)
        }
        let isText = other.key == "text"
        let (written, kept) = (isText ? "{ text: \"\(text)\" }" : text, FixedValue.kept(other.value.span))
        let (shape, fixed) = isText ? (mapping("text", other.value), .member("text", kept)) : (other.value, kept)
        // A default is never used where there is always a value.
        if isAlwaysThere(shape, in: scope) {
            reader.formerWord("default", is: written, at: value.keySpan, Fix(.replace(node.span, with: fixed)))
            return shape
        }
        let literal = value.value.scalar.map { $0.isEmpty ? "\"\"" : $0 } ?? "…"
        reader.formerWord(
            "default", is: "{ firstOf: [\(written), { literal: \(literal) }] }", at: value.keySpan,
            Fix(
                .replace(
                    node.span,
                    with: .member("firstOf", .list([fixed, .member("literal", .kept(value.value.span))])))))
        return mapping(
            "firstOf", SourceNode(.sequence([shape, mapping("literal", value.value)]), span: node.span))
    }

    private func isAlwaysThere(_ shape: SourceNode, in scope: Scope) -> Bool {
        var compiler = self
        return compiler.shape(shape, in: scope, for: .page)?.isOptional == false
    }
}
