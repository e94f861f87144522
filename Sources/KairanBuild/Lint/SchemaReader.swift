internal import KairanContent
internal import KairanModel
internal import KairanReaders

/// Resolves the references in a JSON Schema that somebody wrote, and reports keywords that would not be checked.
struct SchemaReader {
    private let root: SourceNode
    private(set) var diagnostics: [Diagnostic] = []
    /// The references that the reader is inside of, which must not repeat.
    private var references: [String] = []
    private var schemaCount = 0

    /// The largest number of schemas, where each reference counts again. No sensible document has more.
    private static let maximumCount = 10_000

    init(root: SourceNode) { self.root = root }

    /// Returns the schema with every reference replaced by what it refers to.
    mutating func resolved(_ schema: SourceNode) -> SourceNode {
        guard let members = schema.members else { return schema }
        schemaCount += 1
        guard schemaCount <= Self.maximumCount else {
            if schemaCount == Self.maximumCount + 1 {
                mistake("with everything that it refers to, the schema is too large to check", at: root.span)
            }
            return schema
        }
        if let reference = schema["$ref"] {
            for member in members where member.key != "$ref" && !Self.silentWords.contains(member.key) {
                mistake("lint does not check '\(member.key)' beside '$ref'", at: member.keySpan)
            }
            return target(of: reference)
        }
        check(members, schema)
        var kept: [SourceNode.Member] = []
        for var member in members where !Self.silentWords.contains(member.key) {
            switch member.key {
            case "properties": member.value = mapped(member.value) { $0.resolved($1) }
            case "prefixItems": member.value = mapped(member.value) { $0.resolved($1) }
            case "items", "additionalProperties": member.value = resolved(member.value)
            default: break
            }
            kept.append(member)
        }
        return SourceNode(.mapping(withRequired(kept)), span: schema.span)
    }

    private mutating func mapped(
        _ node: SourceNode, _ body: (inout SchemaReader, SourceNode) -> SourceNode
    ) -> SourceNode {
        var node = node
        switch node.content {
        case .mapping(var members):
            for index in members.indices { members[index].value = body(&self, members[index].value) }
            node.content = .mapping(members)
        case .sequence(let elements): node.content = .sequence(elements.map { body(&self, $0) })
        case .scalar: break
        }
        return node
    }

    /// Adds schemas for required keys that have none of their own.
    private func withRequired(_ members: [SourceNode.Member]) -> [SourceNode.Member] {
        guard let required = members.first(where: { $0.key == "required" })?.value else { return members }
        var members = members
        let position = members.firstIndex { $0.key == "properties" }
        var properties = position.flatMap { members[$0].value.members } ?? []
        for name in required.elements ?? [] {
            guard let key = name.scalar, !properties.contains(where: { $0.key == key }) else { continue }
            let any = SourceNode(.scalar("true", .boolean), span: name.span)
            properties.append(.init(key: key, keySpan: name.span, value: any))
        }
        if let position {
            members[position].value.content = .mapping(properties)
        } else {
            let value = SourceNode(.mapping(properties), span: required.span)
            members.append(.init(key: "properties", keySpan: required.span, value: value))
        }
        return members
    }

    mutating func mistake(_ message: String, at span: SourceSpan, help: String? = nil) {
        diagnostics.append(Diagnostic(.error, .schemaWord, message, at: span, help: help))
    }
}

extension SchemaReader {
    private mutating func target(of reference: SourceNode) -> SourceNode {
        let any = SourceNode(.scalar("true", .boolean), span: reference.span)
        guard let text = reference.scalar, text == "#" || text.hasPrefix("#/") else {
            mistake(
                "lint follows references within one file only", at: reference.span,
                help: "copy the schema to '$defs' and write \"#/$defs/name\"")
            return any
        }
        guard !references.contains(text), text != "#" else {
            mistake("'\(text)' refers to itself, which lint does not check", at: reference.span)
            return any
        }
        guard let node = node(at: text) else {
            mistake("there is no '\(text)' in this file", at: reference.span)
            return any
        }
        references.append(text)
        defer { references.removeLast() }
        return resolved(node)
    }

    /// Returns the schema at a JSON pointer in a URI fragment (RFC 6901, section 6).
    private func node(at pointer: String) -> SourceNode? {
        pointer.dropFirst(2).split(separator: "/", omittingEmptySubsequences: false).reduce(root) { node, part in
            let key = unescapedPath(String(part)).replacing("~1", with: "/").replacing("~0", with: "~")
            guard let elements = node?.elements else { return node?[key] }
            return Int(key).flatMap { elements.indices.contains($0) ? elements[$0] : nil }
        }
    }
}
