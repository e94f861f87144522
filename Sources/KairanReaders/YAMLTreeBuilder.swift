internal import KairanModel

/// Makes nodes from what libyaml finds, in the same order. It expands aliases within limits and checks keys.
struct YAMLTreeBuilder {
    private let source: YAMLSource
    private let text: YAMLText
    private let hiddenAnchors: [Range<Int>]
    private var locator: SourceLocator
    private var strictness: YAMLStrictness
    private var diagnostics: [Diagnostic] = []
    private var root: SourceNode?
    private var open: [OpenCollection] = []
    private var anchors: [String: (node: SourceNode, size: Int, depth: Int)] = [:]
    private var copiedNodes = 0

    private struct OpenCollection {
        var isMapping: Bool
        var offset: Int
        /// The offset at which the last value so far ends.
        var lastEnd: Int
        var span: SourceSpan
        var anchor: String?
        /// The surroundings of its nodes.
        var parent: YAMLParent
        var elements: [SourceNode] = []
        var members: [SourceNode.Member] = []
        var merged: [SourceNode.Member] = []
        var seenKeys = SeenKeys()
        var next = Next.key
        /// The number of mistakes before the next key.
        var mistakesBeforeKey = 0
    }

    /// The role of the next node of a mapping. The key of a value is nil if it has a mistake.
    private enum Next {
        case key
        case value(of: Key?)
    }

    private typealias Key = (text: String, span: SourceSpan, isMerge: Bool)

    /// - Parameter anchors: The anchors whose names are hidden from libyaml, from their `&` on.
    init(_ source: YAMLSource, hiding anchors: [Range<Int>]) {
        self.source = source
        text = YAMLText(source, hiding: anchors)
        hiddenAnchors = anchors
        locator = SourceLocator(source.file)
        strictness = YAMLStrictness(source)
    }

    /// The offset of the innermost bracket that is not closed yet.
    var openBracket: Int? { open.last { $0.parent.isFlow && "[{".utf8.contains(locator.bytes[$0.offset]) }?.offset }

    mutating func read() throws(YAMLProblem) -> Diagnosed<SourceNode?> {
        var parser = YAMLParser(text, of: source)
        while let event = try parser.next() {
            switch event.kind {
            case .scalar(let value, let style): try scalar(value, style, event)
            case .beginSequence(let isFlow): try begin(event, isMapping: false, isFlow: isFlow)
            case .beginMapping(let isFlow): try begin(event, isMapping: true, isFlow: isFlow)
            case .end: end(event)
            }
            if open.count > maximumDepth {
                report(
                    .yamlDepth, "nested more than \(maximumDepth) levels deep", at: open[maximumDepth].span,
                    help: "use fewer levels")
                return Diagnosed(nil, diagnostics)
            }
        }
        // After a part that could not be read, nobody knows where scalars begin and end.
        if !diagnostics.hasErrors { diagnostics += strictness.mistakesBetweenScalars() }
        return Diagnosed(diagnostics.hasErrors ? nil : root ?? nothing, diagnostics)
    }

    /// The node for an empty document, and for a part that could not be read.
    private var nothing: SourceNode {
        var locator = locator
        return SourceNode(
            .scalar("", .null), span: locator.span(at: source.range.lowerBound),
            range: source.range.upperBound..<source.range.upperBound)
    }

    // MARK: - Collections

    private mutating func begin(_ event: YAMLEvent, isMapping: Bool, isFlow: Bool) throws(YAMLProblem) {
        let properties = try properties(of: event)
        var parent = parent
        parent.goInside(isFlow: isFlow, column: locator.span(at: properties.ownEnd).column)
        let span = locator.span(at: properties.end)
        checkTag(event.tag, at: properties.tag, allowed: isMapping ? mappingTags : sequenceTags)
        open.append(
            OpenCollection(
                isMapping: isMapping, offset: properties.end, lastEnd: properties.end, span: span,
                anchor: properties.name, parent: parent, mistakesBeforeKey: diagnostics.count))
    }

    private mutating func end(_ event: YAMLEvent) {
        guard var closed = open.popLast() else { return }
        for member in closed.merged where closed.seenKeys.insert(member.key, line: 0) == nil {
            closed.members.append(member)
        }
        let content: SourceNode.Content = closed.isMapping ? .mapping(closed.members) : .sequence(closed.elements)
        let isBracketed = "[{".utf8.contains(locator.bytes[closed.offset])
        let end = isBracketed ? event.range.upperBound : closed.lastEnd
        add(SourceNode(content, span: closed.span, range: closed.offset..<end), anchor: closed.anchor)
    }

    private var parent: YAMLParent { open.last?.parent ?? YAMLParent() }

    /// - Parameter anchor: The name by which aliases repeat the node.
    private mutating func add(_ node: SourceNode, anchor: String?) {
        if let anchor { anchors[anchor] = (node, node.size, node.depth) }
        let last = open.count - 1
        guard last >= 0 else {
            root = node
            return
        }
        open[last].lastEnd = max(open[last].lastEnd, node.range.upperBound)
        guard open[last].isMapping else { return open[last].elements.append(node) }
        switch open[last].next {
        case .key: open[last].next = .value(of: key(node))
        case .value(let key):
            if let key { addMember(key, node) }
            open[last].next = .key
            open[last].mistakesBeforeKey = diagnostics.count
        }
    }

    private mutating func key(_ node: SourceNode) -> Key? {
        guard open.last?.mistakesBeforeKey == diagnostics.count else { return nil }
        guard case .scalar(let text, let kind) = node.content else {
            report(
                .yamlKey, "a key must be a word, not \(node.kindName)", at: node.span,
                help: "write 'name: value', or put the name in quotes")
            return nil
        }
        guard text != "" else {
            report(.yamlKey, "this key is empty", at: node.span, help: "write a name before the colon")
            return nil
        }
        return (text, node.span, text == "<<" && kind == .plain)
    }

    private mutating func addMember(_ key: Key, _ value: SourceNode) {
        let last = open.count - 1
        if key.isMerge {
            open[last].merged += mergedMembers(value)
        } else if let first = open[last].seenKeys.insert(key.text, line: key.span.line) {
            report(
                .yamlDuplicateKey, "'\(key.text)' is given more than once", at: key.span,
                help: "it is already on line \(first): keep one of the two")
        } else {
            open[last].members.append(SourceNode.Member(key: key.text, keySpan: key.span, value: value))
        }
    }

    /// Returns what `<<: *name` adds: the members of one mapping or of several.
    private mutating func mergedMembers(_ value: SourceNode) -> [SourceNode.Member] {
        if let members = value.members { return members }
        if let elements = value.elements, elements.allSatisfy({ $0.members != nil }) {
            return elements.flatMap { $0.members ?? [] }
        }
        report(
            .yamlMerge, "'<<' takes a mapping, not \(value.kindName)", at: value.span,
            help: "write <<: *name, with &name before the mapping whose keys it takes over, or put the '<<' in quotes")
        return []
    }

    // MARK: - Scalars and aliases

    private mutating func scalar(_ value: String, _ style: YAMLStyle, _ event: YAMLEvent) throws(YAMLProblem) {
        let properties = try properties(of: event)
        let range = properties.end..<max(properties.end, event.range.upperBound)
        let value = text.original(value)
        if style == .plain, value.utf8.first == UInt8(ascii: "*") {
            strictness.note(range)
            add(alias(value, range, anchor: properties.name), anchor: nil)
            return
        }
        diagnostics += strictness.check(value, style, range, in: parent)
        let span = locator.span(firstLine(of: range, isBlock: style == .block))
        // Only an escape can have brought in a control character.
        if style == .doubleQuoted, value.unicodeScalars.contains(where: { isControlCharacter($0.value) }) {
            diagnostics.append(.controlCharacter(at: span))
        }
        checkTag(event.tag, at: properties.tag, allowed: scalarTags)
        if style == .plain, value.isEmpty, event.tag == "!", let tag = properties.tag {
            report(
                .yamlTag, "in YAML, '!' with nothing after it is an empty text, but not every reader agrees",
                at: locator.span(tag.lowerBound..<tag.lowerBound + 1), help: "write '' for an empty text")
        }
        let isText = style != .plain || properties.tag != nil && [nil, "!", scalarTags[0]].contains(event.tag)
        let kind: SourceNode.ScalarKind = isText ? .string : isYAMLNull(value) ? .null : .plain
        // If nothing follows an anchor or a tag, the next text after the white space belongs to another node.
        let start = min(range.lowerBound, event.range.upperBound)
        let own = value.isEmpty && kind == .null ? start..<start : range
        add(SourceNode(.scalar(value, kind), span: span, range: own), anchor: properties.name)
    }

    /// Returns the part of a scalar that messages underline: its first line, or its `|` or `>` with the indicators
    /// after it.
    private func firstLine(of range: Range<Int>, isBlock: Bool) -> Range<Int> {
        let bytes = locator.bytes[range]
        if isBlock { return range.lowerBound..<(bytes.firstIndex(where: isYAMLSpace) ?? range.upperBound) }
        guard let lineEnd = bytes.firstIndex(of: newline) else { return range }
        return range.lowerBound..<(bytes[..<lineEnd].lastIndex { !isYAMLSpace($0) } ?? range.lowerBound) + 1
    }

    /// - Parameter anchor: An anchor before the alias, which is a mistake.
    private mutating func alias(_ text: String, _ range: Range<Int>, anchor: String?) -> SourceNode {
        let span = locator.span(firstLine(of: range, isBlock: false))
        let name = String(text.dropFirst())
        if range.upperBound < locator.bytes.count, locator.bytes[range.upperBound] == UInt8(ascii: ":") {
            report(
                .yamlAlias, "the ':' directly after '\(text)' is a part of its name in YAML", at: span,
                help: .write("write a space before the ':'", text + " ", for: text))
            return nothing
        }
        guard let anchored = anchors[name] else {
            if !name.isEmpty, name.utf8.allSatisfy(isAnchorByte) {
                let meant = anchors.keys.sorted().first { InvisibleCharacter.plain($0) == name }
                let character = meant.flatMap { InvisibleCharacter.first(in: $0)?.character }
                report(
                    .yamlAlias, "there is no '&\(name)' above this '*\(name)'", at: span,
                    help: character.map { "the name above holds \($0): \($0.help)" }
                        ?? Help(
                            "put the text in quotes if it is not meant as an alias",
                            .write("\"\(text)\"", for: text, isCertain: false)))
            } else if let cause = Diagnostic.invisibleCharacter(in: text, at: span) {
                diagnostics.append(cause)
            } else {
                report(
                    .yamlSyntax, "unquoted text cannot start with '*'", at: span,
                    help: "put the whole text in quotes")
            }
            return nothing
        }
        if let anchor {
            report(
                .yamlAlias, "the alias '\(text)' cannot have a name of its own, '&\(anchor)'", at: span,
                help: "remove '&\(anchor)'")
        }
        copiedNodes += anchored.size
        guard copiedNodes <= maximumCopiedNodes, open.count + anchored.depth <= maximumDepth else {
            copiedNodes = .max / 2
            if !diagnostics.contains(where: { $0.rule == .yamlAliases }) {
                report(
                    .yamlAliases, "the aliases in this file expand to more than \(maximumCopiedNodes) values",
                    at: span,
                    help: "write the values out where an alias repeats something that itself has aliases")
            }
            return nothing
        }
        var node = anchored.node
        node.range = range
        return node
    }

    // MARK: - Properties

    /// The anchor and the tag that may stand before a node.
    private struct Properties {
        var name: String?
        var tag: Range<Int>?
        /// The offset at which the node itself starts.
        var ownEnd: Int
        /// The same offset, but after the properties of the first key of a block mapping.
        var end: Int
    }

    private mutating func properties(of event: YAMLEvent) throws(YAMLProblem) -> Properties {
        let bytes = locator.bytes[..<source.range.upperBound]
        let start = event.range.lowerBound
        var properties = Properties(ownEnd: start, end: start)
        while properties.end < bytes.endIndex, isProperty(bytes[properties.end]) {
            let start = properties.end
            let isAnchor = bytes[start] == UInt8(ascii: "&")
            let tagEnd = bytes[start...].firstIndex(where: isYAMLSpace) ?? bytes.endIndex
            let end = isAnchor ? yamlNameEnd(in: bytes, from: start) : tagEnd
            properties.end = bytes[end...].firstIndex { !isYAMLSpace($0) } ?? bytes.endIndex
            guard !event.range.isEmpty else { continue }
            properties.ownEnd = properties.end
            if isAnchor { properties.name = try name(ofAnchor: start..<end) } else { properties.tag = start..<end }
        }
        if parent.isFlow { diagnostics += strictness.check(flowNodeAt: properties.end, in: parent) }
        return properties
    }

    private func name(ofAnchor anchor: Range<Int>) throws(YAMLProblem) -> String {
        let name = locator.bytes[anchor.dropFirst()]
        if let odd = name.firstIndex(where: { !isAnchorByte($0) }), !hiddenAnchors.contains(anchor) {
            throw YAMLProblem(
                message: anchorGoesOn, offset: odd, context: scanningAnchor, contextOffset: anchor.lowerBound)
        }
        return String(decoding: name, as: UTF8.self)
    }

    private mutating func checkTag(_ tag: String?, at range: Range<Int>?, allowed: [String]) {
        guard let tag, tag != "!", !allowed.contains(tag), let range else { return }
        let text = String(decoding: locator.bytes[range], as: UTF8.self)
        report(.yamlTag, "the tag '\(text)' means nothing to Kairan", at: locator.span(range), help: "remove it")
    }

    private mutating func report(_ rule: Rule, _ message: String, at span: SourceSpan, help: Help? = nil) {
        diagnostics.append(Diagnostic(.error, rule, message, at: span, help: help))
    }
}

private func isProperty(_ byte: UInt8) -> Bool { byte == UInt8(ascii: "&") || byte == UInt8(ascii: "!") }

private let scalarTags = ["str", "int", "float", "bool", "null", "timestamp"].map { "tag:yaml.org,2002:" + $0 }
private let sequenceTags = ["tag:yaml.org,2002:seq"]
private let mappingTags = ["tag:yaml.org,2002:map"]
private let maximumDepth = 128
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
