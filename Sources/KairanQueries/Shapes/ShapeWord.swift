internal import KairanContent
internal import KairanModel
internal import KairanReaders

/// A word that makes a mapping a shape of its own, instead of an object.
enum ShapeWord: String, CaseIterable {
    // `chart` can have an `each` beside it, so it is looked for first.
    case chart, map, each, first, firstOf, count, sum, mean, position, group, keyed, text, split, day, between
    case literal, changes, occurrences, object, `if`, shape

    /// The keys that may stand beside the word.
    var options: [String] {
        switch self {
        case .each, .group, .keyed: Self.listWords + ["by", "groups", "value"]
        case .sum, .mean: Self.listWords + ["of"]
        case .first: Self.listWords + ["value", "required"]
        case .count: Self.listWords
        case .chart: Self.listWords + ["each", "label", "value", "title", "unit"]
        case .map:
            Self.listWords + ShapeCompiler.layerWords + ["title", "width", "height"]
        case .occurrences: ShapeCompiler.rangeWords + ["within", "time", "as"]
        case .if: ["then", "else"]
        case .shape: ["with"]
        case .split: ["by"]
        case .between: ["in"]
        case .firstOf, .text, .literal, .changes, .object, .position, .day: []
        }
    }

    private static let listWords = ShapeCompiler.queryWords + ShapeCompiler.rangeWords

    var keys: [String] { [rawValue] + options }

    /// The key without which the word is incomplete.
    fileprivate var need: String? {
        switch self {
        case .group, .keyed, .split: "by"
        case .sum, .mean: "of"
        case .between: "in"
        case .map: "at"
        case .chart, .each, .first, .firstOf, .count, .position, .text, .day, .literal, .changes, .occurrences, .object,
            .if, .shape:
            nil
        }
    }

    /// This is true for a word that is unlikely to be a key in a client's JSON. Any unknown key beside it is a mistake.
    fileprivate var isReserved: Bool { self == .each }

    static func escape(_ key: String) -> String {
        "for an object with a key '\(key)' write object: { \(key): … }"
    }
}

/// A mapping that is read as a shape: its word, and the mapping with its misspelt keys corrected.
struct WordShape {
    var word: ShapeWord
    var node: SourceNode
    /// This is false if only the keys suggest the word and its value does not fit.
    var isCertain = true
    /// Keys that neither are nor resemble a key of the word.
    var unknown: [SourceNode.Member] = []
    var misspelt: [(member: SourceNode.Member, meant: String)] = []
}

extension ShapeCompiler {
    /// Returns whether a mapping with these keys may be a word, and not an object, whatever its values are.
    package static func mayBeWord(keys: Set<String>) -> Bool {
        ShapeWord.allCases.contains { keys.contains($0.rawValue) && ($0.isReserved || keys.isSubset(of: $0.keys)) }
    }

    /// Returns the word that a mapping uses or nearly uses, or nil if the mapping is an object.
    ///
    /// A mapping uses a word if all its keys belong to the word, so `{ text: name, href: url }` is an object. If it is
    /// an object only because of a typing mistake, it also counts as the word. Otherwise other JSON would be published
    /// without a warning.
    func wordShape(_ node: SourceNode, _ members: [SourceNode.Member], in scope: Scope) -> WordShape? {
        let keys = Set(members.map(\.key))
        let words = ShapeWord.allCases.filter { keys.contains($0.rawValue) }
        for word in words where keys.isSubset(of: word.keys) {
            // `object` is an ordinary key unless a mapping follows it.
            if word == .object, node["object"]?.members == nil { return nil }
            if !isWord(word, node, in: scope) { continue }
            return WordShape(word: word, node: node)
        }
        return ShapeWord.allCases.lazy.compactMap { nearly($0, node, members, in: scope) }.first
            ?? words.first { isMeant($0, node, keys, in: scope) }.map { spelled($0, node, members) }
    }

    /// Returns whether a mapping with a word's keys alone means the word. Some words may also be keys of an object, such
    /// as that of an address or of a place. If both could be meant, it is the word, which then says what it lacks.
    private func isWord(_ word: ShapeWord, _ node: SourceNode, in scope: Scope) -> Bool {
        guard let value = node[word.rawValue] else { return false }
        switch word {
        case .map:
            let lists = value.elements ?? []
            return node["at"] != nil && node["label"] != nil || fits(word, value, in: scope)
                || lists.contains { $0["each"] != nil }
                || !lists.isEmpty && lists.allSatisfy { fits(word, $0, in: scope) }
        case .shape:
            return node["with"] != nil || fits(word, value, in: scope) || !isPath(value.scalar ?? "", in: scope)
        case .day: return fits(word, value, in: scope) || type(of: value, in: scope) == .date
        case .firstOf: return value.elements != nil
        case .sum, .mean:
            let namesNothing = value.scalar != nil && type(of: value, in: scope) == nil
            return node["of"] != nil || value.elements != nil || namesNothing || fits(word, value, in: scope)
        case .split, .between, .position:
            return word.need.map { node[$0] != nil } ?? false || fits(word, value, in: scope)
        case .chart, .each, .first, .count, .group, .keyed, .text, .literal, .changes, .occurrences, .object, .if:
            return true
        }
    }

    /// Returns true if the word is right and only a key beside it is wrong.
    private func isMeant(_ word: ShapeWord, _ node: SourceNode, _ keys: Set<String>, in scope: Scope) -> Bool {
        if word.isReserved { return true }
        guard let value = node[word.rawValue], word != .text else { return false }
        if word == .map, node["at"] == nil { return false }
        if word == .if { return value.scalar == nil }
        if word == .firstOf { return value.elements != nil && !keys.isDisjoint(with: ShapeWord.first.options) }
        if word == .shape { return fits(.shape, value, in: scope) && !isPath(value.scalar ?? "", in: scope) }
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

    /// Returns the word that all keys resemble. A misspelt word must also have a value that fits: `country: home`
    /// resembles `count`, but counts nothing.
    private func nearly(
        _ word: ShapeWord, _ node: SourceNode, _ members: [SourceNode.Member], in scope: Scope
    ) -> WordShape? {
        // Many keys, such as `id`, resemble `if`, and any key may have a mapping.
        guard word != .if else { return nil }
        // Most mappings are objects, as their first key shows.
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
        // Another word may stand beside a misspelt word: `{ text: name, literl: id }`.
        guard result.unknown.allSatisfy({ !isExact && ShapeWord(rawValue: $0.key) != nil }) else { return nil }
        result.unknown = []
        return result
    }

    func fits(_ word: ShapeWord, _ node: SourceNode, in scope: Scope) -> Bool {
        switch word {
        case .firstOf: return node.elements != nil
        case .each, .first, .count, .sum, .mean, .group, .keyed, .map:
            guard let name = node.scalar else { return false }
            guard case .success(let path) = schema.path(name, in: scope, at: node.span) else {
                if case .success? = schema.nestedList(name, in: scope, at: node.span) { return true }
                return schema.declarations.collection(name) != nil || CalendarRange.Unit(rawValue: name) != nil
            }
            return path.type.elementOfEach != nil
        case .chart: return node.scalar == "line"
        case .day: return isComputedDay(node, in: scope)
        case .between: return node.elements?.count == 2
        case .position: return node.scalar.flatMap { Int($0) } != nil
        case .text: return node.scalar?.contains("{") == true
        case .split: return type(of: node, in: scope)?.traits.canBeSplit ?? false
        case .changes: return node["from"] != nil && node["to"] != nil
        case .occurrences: return node.scalar.map { isPath($0, in: scope) } ?? false
        // Many keys resemble `object`, and any key may have a mapping.
        case .object: return false
        case .literal: return true
        case .if: return node.scalar == nil
        case .shape: return node.scalar.map { schema.sharedShapes[$0] != nil } ?? false
        }
    }

    func isPath(_ text: String, in scope: Scope) -> Bool {
        if case .success = schema.path(text, in: scope, at: SourceSpan(path: "")) { return true }
        return false
    }

    /// Returns the type of the value at a path, or nil if there is no such path.
    private func type(of node: SourceNode, in scope: Scope) -> FieldType? {
        guard let text = node.scalar, case .success(let path) = schema.path(text, in: scope, at: node.span) else {
            return nil
        }
        return path.type
    }

    mutating func report(_ shape: WordShape) {
        let word = shape.word.rawValue
        for (member, meant) in shape.misspelt where meant == word {
            reader.error(
                .shapeWord, "'\(member.key)' looks like '\(word)', a word of shapes", at: member.keySpan,
                help: Help(
                    "did you mean '\(word)'? \(ShapeWord.escape(member.key))",
                    .write(word, for: member.key, isCertain: false)))
        }
        let isReserved = shape.word.isReserved && shape.misspelt.allSatisfy { $0.meant != word }
        for member in shape.misspelt.filter({ $0.meant != word }).map(\.member) + shape.unknown {
            var help = suggestion(for: member.key, in: shape.word.options, kind: "it has") ?? "it takes no other words"
            // Keys beside a reserved word were not meant as keys of an object.
            if !isReserved {
                help = help.before((help.words.hasSuffix("?") ? " " : "; ") + ShapeWord.escape(member.key))
            }
            let meant = shape.misspelt.map(\.meant)
            let keys = (shape.node.members ?? []).map(\.key).filter { !meant.contains($0) }
            reader.error(
                .declarationKey, "'\(word)' has no '\(member.key)'", at: member.keySpan, help: help,
                fix: .misspelt(member.key, at: member.keySpan, among: shape.word.options, besides: keys))
        }
    }
}
