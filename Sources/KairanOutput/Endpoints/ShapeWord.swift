internal import KairanContent
internal import KairanModel
internal import KairanReaders

/// A word that makes a mapping a shape of its own, instead of an object.
enum ShapeWord: String, CaseIterable {
    // `chart` stands beside an `each` of its own, so it is looked for first.
    case chart, map, each, first, count, group, keyed, text, literal, path, changes, occurrences, object

    /// The keys that may stand beside it.
    var options: [String] {
        switch self {
        case .each, .group, .keyed: Self.listWords + ["by", "value"]
        case .first: Self.listWords + ["value", "required"]
        case .count: Self.listWords
        case .chart: Self.listWords + ["each", "x", "y", "title", "unit"]
        case .map:
            Self.listWords + ["at", "label", "title", "link", "category", "color", "pin", "line", "width", "height"]
        case .occurrences: TemplateCompiler.rangeWords + ["within", "as"]
        case .text, .path: ["default"]
        case .literal, .changes, .object: []
        }
    }

    private static let listWords = TemplateCompiler.queryWords + TemplateCompiler.rangeWords

    var keys: [String] { [rawValue] + options }

    /// Without it the word says nothing.
    fileprivate var need: String? {
        switch self {
        case .group, .keyed: "by"
        case .path: "default"
        case .map: "at"
        default: nil
        }
    }

    /// Hardly a key of any client's JSON: beside it everything else is a mistake.
    fileprivate var isReserved: Bool { self == .each }

    static func escape(_ key: String) -> String {
        "for an object with a key '\(key)' write object: { \(key): … }"
    }
}

/// A mapping read as a shape: the word it is, and the mapping with its misspelt keys as they were meant.
struct WordShape {
    var word: ShapeWord
    var node: SourceNode
    /// False when only the words say so, and what follows does not.
    var isCertain = true
    /// Keys that neither are nor resemble a key of the word.
    var unknown: [SourceNode.Member] = []
    var misspelt: [(member: SourceNode.Member, meant: String)] = []
}

extension TemplateCompiler {
    /// The word that a mapping is, or nearly is; nil for an object.
    ///
    /// A mapping is a word's when all its keys are, so `{ text: name, href: url }` is an object. What is one only because
    /// of a typing mistake would be published as another JSON without a sound, so it counts as the word too.
    func wordShape(_ node: SourceNode, _ members: [SourceNode.Member], in scope: Scope) -> WordShape? {
        let keys = Set(members.map(\.key))
        let words = ShapeWord.allCases.filter { keys.contains($0.rawValue) }
        for word in words where keys.isSubset(of: word.keys) {
            // `object` is a key like others unless a mapping follows.
            if word == .object, node["object"]?.members == nil { return nil }
            if word == .map, !isMap(node, in: scope) { continue }
            return WordShape(word: word, node: node)
        }
        return ShapeWord.allCases.lazy.compactMap { nearly($0, node, members, in: scope) }.first
            ?? words.first { isMeant($0, node, keys, in: scope) }.map { spelled($0, node, members) }
    }

    /// `map` may be a key too, such as that of an address.
    private func isMap(_ node: SourceNode, in scope: Scope) -> Bool {
        if node["at"] != nil, node["label"] != nil { return true }
        return node["map"].map { fits(.map, $0, in: scope) } ?? false
    }

    /// True when the word is right and only a key beside it is not.
    private func isMeant(_ word: ShapeWord, _ node: SourceNode, _ keys: Set<String>, in scope: Scope) -> Bool {
        if word.isReserved { return true }
        guard let value = node[word.rawValue], word != .text, word != .path else { return false }
        if word == .map, node["at"] == nil { return false }
        return !keys.isDisjoint(with: word.options) && fits(word, value, in: scope)
    }

    private func spelled(_ word: ShapeWord, _ node: SourceNode, _ members: [SourceNode.Member]) -> WordShape {
        var result = WordShape(word: word, node: node)
        var taken = Set(members.map(\.key))
        var meant: [SourceNode.Member] = []
        for member in members {
            if word.keys.contains(member.key) {
                meant.append(member)
            } else if let key = nearestName(to: member.key, in: word.keys.filter { !taken.contains($0) }) {
                taken.insert(key)
                result.misspelt.append((member, key))
                meant.append(SourceNode.Member(key: key, keySpan: member.keySpan, value: member.value))
            } else {
                result.unknown.append(member)
            }
        }
        result.node = SourceNode(.mapping(meant), span: node.span)
        return result
    }

    /// The word that all keys are near to. A misspelt word must also be followed by what it could mean: `country: home`
    /// is near `count`, but counts nothing.
    private func nearly(
        _ word: ShapeWord, _ node: SourceNode, _ members: [SourceNode.Member], in scope: Scope
    ) -> WordShape? {
        // Most mappings are objects, and their first key says so.
        let mayBe = members.allSatisfy {
            ShapeWord(rawValue: $0.key) != nil || word.keys.contains($0.key)
                || nearestName(to: $0.key, in: word.keys) != nil
        }
        guard mayBe else { return nil }
        var result = spelled(word, node, members)
        guard !result.misspelt.isEmpty, let value = result.node[word.rawValue] else { return nil }
        if let need = word.need, result.node[need] == nil { return nil }
        let isExact = node[word.rawValue] != nil
        result.isCertain = word.isReserved && isExact || fits(word, value, in: scope)
        guard isExact || result.isCertain else { return nil }
        // Beside a misspelt word another one may stand: `{ text: name, literl: id }`.
        guard result.unknown.allSatisfy({ !isExact && ShapeWord(rawValue: $0.key) != nil }) else { return nil }
        result.unknown = []
        return result
    }

    private func fits(_ word: ShapeWord, _ node: SourceNode, in scope: Scope) -> Bool {
        switch word {
        case .each, .first, .count, .group, .keyed, .map:
            guard let name = node.scalar else { return false }
            guard case .success(let path) = schema.path(name, in: scope, at: node.span) else {
                return schema.declarations.collection(name) != nil || CalendarRange.Unit(rawValue: name) != nil
            }
            if case .list = path.type { return true }
            return false
        case .chart: return node.scalar == "line"
        case .text: return node.scalar?.contains("{") == true
        case .path: return node.scalar.map { isPath($0, in: scope) } ?? false
        case .changes: return node["from"] != nil && node["to"] != nil
        case .occurrences: return node.scalar.map { isPath($0, in: scope) } ?? false
        // Many a key is near to `object`, and a mapping may follow any.
        case .object: return false
        case .literal: return true
        }
    }

    func isPath(_ text: String, in scope: Scope) -> Bool {
        if case .success = schema.path(text, in: scope, at: SourceSpan(path: "")) { return true }
        return false
    }

    mutating func report(_ shape: WordShape) {
        let word = shape.word.rawValue
        for (member, meant) in shape.misspelt where meant == word {
            reader.error(
                "shape.word", "'\(member.key)' looks like '\(word)', a word of shapes", at: member.keySpan,
                help: "did you mean '\(word)'? \(ShapeWord.escape(member.key))")
        }
        let isReserved = shape.word.isReserved && shape.misspelt.allSatisfy { $0.meant != word }
        for member in shape.misspelt.filter({ $0.meant != word }).map(\.member) + shape.unknown {
            var help = suggestion(for: member.key, in: shape.word.options, kind: "it has") ?? "it takes no other words"
            // What stands beside a reserved word was not meant as an object.
            if !isReserved { help += (help.hasSuffix("?") ? " " : "; ") + ShapeWord.escape(member.key) }
            reader.error("declaration.key", "'\(word)' has no '\(member.key)'", at: member.keySpan, help: help)
        }
    }
}
