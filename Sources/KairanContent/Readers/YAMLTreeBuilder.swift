internal import KairanModel
internal import Yams

/// Makes places and kinds of Yams' nodes, expands aliases within limits and checks keys.
struct YAMLTreeBuilder {
    private(set) var diagnostics: [Diagnostic] = []
    /// What stands for an empty document, and for a part that could not be read.
    let nothing: SourceNode
    private let disguise: YAMLDisguise
    private var places: YAMLPlaces
    private var locator: SourceLocator
    private var anchors: [String: (node: SourceNode, size: Int, depth: Int)] = [:]
    private var copiedNodes = 0
    private var strictness: YAMLStrictness
    /// Of the `&` of every anchor.
    private(set) var anchorOffsets: Set<Int> = []
    /// What the next node stands in.
    private var parent = YAMLParent()

    init(_ source: YAMLSource, _ disguise: YAMLDisguise) {
        self.disguise = disguise
        places = YAMLPlaces(bytes: source.file.bytes, range: source.range)
        locator = SourceLocator(source.file)
        strictness = YAMLStrictness(source)
        nothing = SourceNode(.scalar("", .null), span: locator.span(at: source.range.lowerBound))
    }

    mutating func node(_ node: Node, depth: Int) -> SourceNode {
        let properties = properties(of: node)
        let offset = properties.end
        if parent.isFlow { diagnostics += strictness.check(flowNodeAt: offset, in: parent) }
        let result: SourceNode
        switch node {
        case .scalar(let scalar): result = self.scalar(scalar, at: offset, depth: depth)
        case .sequence, .mapping, .alias: result = collection(node, at: offset, depth: depth)
        }
        if let anchor = node.anchor { note(anchor, properties.anchor, result) }
        return result
    }

    /// Of what could not be read it is not known where it ends.
    mutating func checkBetweenScalars() {
        if !diagnostics.hasErrors { diagnostics += strictness.mistakesBetweenScalars() }
    }

    private mutating func collection(_ node: Node, at offset: Int, depth: Int) -> SourceNode {
        let span = locator.span(at: offset)
        guard depth <= maximumDepth else {
            report("yaml.depth", "nested more than \(maximumDepth) levels deep", at: span)
            return SourceNode(.sequence([]), span: span)
        }
        let outer = parent
        parent = parent.inside(node, at: offset, in: locator.bytes)
        defer { parent = outer }
        switch node {
        case .sequence(let sequence):
            checkTag(sequence.tag, of: node, allowed: ["seq"])
            return SourceNode(.sequence(sequence.map { self.node($0, depth: depth + 1) }), span: span)
        case .mapping(let mapping):
            checkTag(mapping.tag, of: node, allowed: ["map"])
            return SourceNode(.mapping(members(mapping, depth: depth)), span: span)
        case .scalar, .alias: return nothing
        }
    }

    private mutating func members(_ mapping: Node.Mapping, depth: Int) -> [SourceNode.Member] {
        var members: [SourceNode.Member] = []
        members.reserveCapacity(mapping.count)
        var merged: [SourceNode.Member] = []
        var seen = SeenKeys()
        for (keyNode, valueNode) in mapping {
            guard let key = key(keyNode) else { continue }
            let value = node(valueNode, depth: depth + 1)
            if key.isMerge {
                merged += mergedMembers(value)
            } else if let first = seen.insert(key.text, line: key.span.line) {
                report(
                    "yaml.duplicateKey", "'\(key.text)' is given more than once", at: key.span,
                    help: "it is already on line \(first): keep one of the two")
            } else {
                members.append(SourceNode.Member(key: key.text, keySpan: key.span, value: value))
            }
        }
        for member in merged where seen.insert(member.key, line: 0) == nil { members.append(member) }
        return members
    }

    private mutating func key(_ node: Node) -> (text: String, span: SourceSpan, isMerge: Bool)? {
        let errorsBefore = diagnostics.count
        let converted = self.node(node, depth: 1)
        guard errorsBefore == diagnostics.count else { return nil }
        guard let text = converted.scalar, text != "" else {
            report(
                "yaml.key",
                converted.scalar == nil ? "a key must be a word, not \(converted.kindName)" : "this key is empty",
                at: converted.span, help: "write 'name: value', or put the name in quotes")
            return nil
        }
        return (text, converted.span, text == "<<" && node.scalar?.style == .plain)
    }

    /// What `<<: *name` adds: the members of one mapping or of several.
    private mutating func mergedMembers(_ value: SourceNode) -> [SourceNode.Member] {
        if let members = value.members { return members }
        if let elements = value.elements, elements.allSatisfy({ $0.members != nil }) {
            return elements.flatMap { $0.members ?? [] }
        }
        report(
            "yaml.merge", "'<<' takes a mapping, not \(value.kindName)", at: value.span,
            help: "write <<: *name, with &name before the mapping whose keys it takes over, or put the '<<' in quotes")
        return []
    }

    private mutating func scalar(_ scalar: Node.Scalar, at offset: Int, depth: Int) -> SourceNode {
        let (text, startsWithStar) = disguise.original(
            scalar.string, line: scalar.mark?.line ?? 1, column: scalar.mark?.column ?? 1)
        let isPlain = scalar.style == .plain
        if isPlain, startsWithStar { return alias(text, of: scalar, at: offset, depth: depth) }
        let bytes = locator.bytes
        diagnostics += strictness.check(scalar, text, at: offset, in: parent)
        let end = yamlScalarEnd(in: bytes, at: offset, text: text, isPlain: isPlain)
        let span = locator.span(offset..<end)
        // Only an escape can have brought one in.
        if scalar.style == .doubleQuoted, text.unicodeScalars.contains(where: { isControlCharacter($0.value) }) {
            diagnostics.append(.controlCharacter(at: span))
        }
        checkTag(scalar.tag, of: .scalar(scalar), allowed: ["str", "int", "float", "bool", "null", "timestamp"])
        return SourceNode(.scalar(text, kind(of: scalar, text)), span: span)
    }

    private func kind(of scalar: Node.Scalar, _ text: String) -> SourceNode.ScalarKind {
        let tag = scalar.tag.description
        guard scalar.style == .plain, tag != standardTag + "str", tag != "!" else { return .string }
        return isYAMLNull(text) ? .null : .plain
    }

    private mutating func checkTag(_ tag: Tag, of node: Node, allowed: [String]) {
        let name = tag.description
        guard name != "", name != "!", !allowed.contains(where: { name == standardTag + $0 }) else { return }
        var start = places.offset(line: node.mark?.line ?? 1, column: node.mark?.column ?? 1)
        if start < locator.bytes.count, locator.bytes[start] == UInt8(ascii: "&") { start = nextWord(after: start) }
        let word = start..<wordEnd(from: start)
        let text = String(decoding: locator.bytes[word], as: UTF8.self)
        report("yaml.tag", "the tag '\(text)' means nothing to Kairan", at: locator.span(word), help: "remove it")
    }

    private mutating func alias(_ text: String, of scalar: Node.Scalar, at offset: Int, depth: Int) -> SourceNode {
        let range = offset..<(offset + text.utf8.count)
        let span = locator.span(range)
        strictness.note(range)
        let name = String(text.dropFirst())
        if range.upperBound < locator.bytes.count, locator.bytes[range.upperBound] == UInt8(ascii: ":") {
            report(
                "yaml.alias", "the ':' directly after '\(text)' is a part of its name in YAML", at: span,
                help: "write a space before the ':'")
            return nothing
        }
        guard let anchored = anchors[name] else {
            if !name.isEmpty, name.utf8.allSatisfy(isAnchorByte) {
                report(
                    "yaml.alias", "there is no '&\(name)' above this '*\(name)'", at: span,
                    help: "put the text in quotes if it is not meant as an alias")
            } else {
                report(
                    "yaml.syntax", "unquoted text cannot start with '*'", at: span,
                    help: "put the whole text in quotes")
            }
            return nothing
        }
        if let anchor = scalar.anchor?.rawValue {
            report(
                "yaml.alias", "the alias '\(text)' cannot have a name of its own, '&\(anchor)'", at: span,
                help: "remove '&\(anchor)'")
        }
        copiedNodes += anchored.size
        guard copiedNodes <= maximumCopiedNodes, depth + anchored.depth - 1 <= maximumDepth else {
            copiedNodes = .max / 2
            if !diagnostics.contains(where: { $0.rule == "yaml.aliases" }) {
                report(
                    "yaml.aliases", "the aliases in this file expand to more than \(maximumCopiedNodes) values",
                    at: span,
                    help: "write the values out where an alias repeats something that itself has aliases")
            }
            return nothing
        }
        return anchored.node
    }

    /// The anchor that may stand before a node, beside a tag, and where the node itself starts.
    private mutating func properties(of node: Node) -> (anchor: Range<Int>?, end: Int) {
        let bytes = locator.bytes
        var offset = places.offset(line: node.mark?.line ?? 1, column: node.mark?.column ?? 1)
        var anchor: Range<Int>?
        while offset < bytes.count, bytes[offset] == UInt8(ascii: "&") || bytes[offset] == UInt8(ascii: "!") {
            let isAnchor = bytes[offset] == UInt8(ascii: "&")
            let end = isAnchor ? yamlNameEnd(in: bytes[...], from: offset) : wordEnd(from: offset)
            if isAnchor { anchor = offset..<end }
            offset = bytes[end...].firstIndex { !isYAMLSpace($0) } ?? bytes.count
        }
        return (anchor, offset)
    }

    /// - Parameter range: Where the anchor stands in the file, with its `&`.
    private mutating func note(_ anchor: Anchor, _ range: Range<Int>?, _ node: SourceNode) {
        var name = anchor.rawValue
        if let range {
            anchorOffsets.insert(range.lowerBound)
            let written = String(decoding: locator.bytes[range.dropFirst()], as: UTF8.self)
            if written != name, !disguise.anchors.contains(range.lowerBound) {
                report(
                    "yaml.alias", "Kairan cannot read '&\(written)' as a name for what follows",
                    at: locator.span(range),
                    help: "use letters, digits, '-' and '_', or put the text in quotes")
            }
            name = written
        }
        anchors[name] = (node, node.size, node.depth)
    }

    private func wordEnd(from start: Int) -> Int {
        locator.bytes[start...].firstIndex(where: isYAMLSpace) ?? locator.bytes.count
    }

    private func nextWord(after start: Int) -> Int {
        locator.bytes[wordEnd(from: start)...].firstIndex { !isYAMLSpace($0) } ?? locator.bytes.count
    }

    private mutating func report(_ rule: String, _ message: String, at span: SourceSpan, help: String? = nil) {
        diagnostics.append(Diagnostic(.error, rule, message, at: span, help: help))
    }
}

private let standardTag = "tag:yaml.org,2002:"
private let maximumDepth = 200
private let maximumCopiedNodes = 100_000

extension SourceNode {
    fileprivate var size: Int {
        switch content {
        case .scalar: 1
        case .sequence(let elements): elements.reduce(1) { $0 + $1.size }
        case .mapping(let members): members.reduce(1) { $0 + 1 + $1.value.size }
        }
    }

    fileprivate var depth: Int {
        switch content {
        case .scalar: 1
        case .sequence(let elements): 1 + (elements.map(\.depth).max() ?? 0)
        case .mapping(let members): 1 + (members.map(\.value.depth).max() ?? 0)
        }
    }
}
