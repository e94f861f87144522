internal import KairanReaders

/// Writes changes into JSON.
struct JSONProposals {
    let place: EditedPlace

    private var file: EditedFile { place.file }
    private var node: SourceNode { place.node }

    func all(for change: SourceChange) -> [[Replacement]] {
        switch change {
        case .value(let value):
            let spaces = indentation(at: node.range.lowerBound)
            let isLong = place.parent.map(hasManyLines) ?? true
            let hasEscapes = node.scalar != nil && file.text(node.range).contains("\\u")
            return [[Replacement(node.range, text(value, isLong ? spaces : nil, hasEscapes: hasEscapes))]]
        case .insertMember(let key, let value, let index):
            return flow.insertion("\(quoted(key)):\(colonSpace)\(text(value, itemIndentation))", at: index)
        case .insertElement(let element, let index):
            return flow.insertion(like(node.elements?.last, element) ?? text(element, itemIndentation), at: index)
        case .removeMember(let index), .removeElement(let index): return flow.removal(of: index)
        }
    }

    private var flow: FlowCollection {
        let members = node.members?.map { file.offset(of: $0.keySpan)..<$0.value.range.upperBound }
        return FlowCollection(
            file: file, range: node.range, items: node.elements?.map(\.range) ?? members ?? [], mayEndWithComma: false,
            isList: node.elements != nil)
    }

    /// Returns an object on one line if the one beside it is so; otherwise nil.
    private func like(_ neighbor: SourceNode?, _ element: SourceNode) -> String? {
        guard let neighbor, let first = neighbor.members?.first, !hasManyLines(neighbor),
            element.members?.isEmpty == false
        else { return nil }
        let padding = file.text((neighbor.range.lowerBound + 1)..<file.offset(of: first.keySpan))
        return "{" + padding + text(element, nil).dropFirst().dropLast() + padding + "}"
    }

    private func hasManyLines(_ node: SourceNode) -> Bool { file.bytes[node.range].contains(newline) }

    /// Returns the spaces at the start of the line of an offset.
    private func indentation(at offset: Int) -> String {
        let start = file.lineStart(of: offset)
        return file.text(start..<min(file.skipSpaces(from: start), offset))
    }

    /// The spaces before the parts of the collection; nil if it stands on one line.
    private var itemIndentation: String? {
        guard hasManyLines(node), let first = flow.items.first else { return nil }
        return indentation(at: first.lowerBound)
    }

    /// The white space behind the colons of the file.
    private var colonSpace: String {
        for mapping in place.chain.reversed() {
            guard let first = mapping.members?.first else { continue }
            let key = file.offset(of: first.keySpan.advanced(byColumns: first.keySpan.length, length: 1))
            let between = file.text(key..<max(key, first.value.range.lowerBound))
            return String(between.drop { $0 != ":" }.dropFirst())
        }
        return " "
    }

    /// By how many spaces the file indents the parts of a collection.
    private var step: String {
        for collection in place.chain {
            let start =
                collection.elements?.first?.range.lowerBound
                ?? collection.members?.first.map { file.offset(of: $0.keySpan) }
            guard let start, hasManyLines(collection) else { continue }
            let (outer, inner) = (indentation(at: collection.range.lowerBound), indentation(at: start))
            if inner.utf8.count > outer.utf8.count { return String(inner.dropFirst(outer.count)) }
        }
        return "  "
    }

    /// - Parameter spaces: The spaces before the line of the value; nil if it has to be on one line.
    private func text(_ node: SourceNode, _ spaces: String?, hasEscapes: Bool = false) -> String {
        switch node.content {
        case .scalar(let text, let kind): return scalar(text, kind, hasEscapes: hasEscapes)
        case .sequence(let elements):
            let isShort = isOneLine(node)
            let inner = isShort ? nil : spaces.map { $0 + step }
            return bracketed(elements.map { text($0, inner) }, "[", "]", isShort ? nil : spaces)
        case .mapping(let members):
            let inner = spaces.map { $0 + step }
            let parts = members.map { "\(quoted($0.key)):\(colonSpace)\(text($0.value, inner))" }
            return bracketed(parts, "{", "}", spaces)
        }
    }

    private func bracketed(_ parts: [String], _ open: String, _ close: String, _ spaces: String?) -> String {
        guard let spaces, !parts.isEmpty else { return open + parts.joined(separator: "," + colonSpace) + close }
        let lines = parts.map { spaces + step + $0 }.joined(separator: "," + file.lineEnd)
        return open + file.lineEnd + lines + file.lineEnd + spaces + close
    }

    /// Returns whether a list of scalars goes on one line, as another one in the file does.
    private func isOneLine(_ node: SourceNode) -> Bool {
        guard node.elements?.allSatisfy({ $0.scalar != nil }) == true else { return false }
        return hasOneLineList(file.root)
    }

    private func hasOneLineList(_ node: SourceNode) -> Bool {
        if let elements = node.elements, elements.first?.scalar != nil, !hasManyLines(node) { return true }
        return (node.elements ?? node.members?.map(\.value) ?? []).contains(where: hasOneLineList)
    }

    private func scalar(_ text: String, _ kind: SourceNode.ScalarKind, hasEscapes: Bool) -> String {
        switch kind {
        case .number, .boolean: text
        case .null: "null"
        case .plain, .string, .dateTime, .quoted: quoted(text, hasEscapes: hasEscapes)
        }
    }

    private func quoted(_ text: String, hasEscapes: Bool = false) -> String {
        let quoted = quotedJSON(text)
        guard hasEscapes else { return quoted }
        return quoted.utf16.map { unit in
            guard unit >= 0x80 else { return String(UnicodeScalar(UInt8(unit))) }
            let digits = String(unit, radix: 16)
            return "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
        }.joined()
    }
}

/// Returns a text in double quotes. JSON, YAML and TOML read its escapes alike.
package func quotedJSON(_ text: String) -> String {
    var writer = JSONWriter(.compact)
    writer.write(text)
    return String(decoding: writer.bytes, as: UTF8.self)
}
