internal import KairanEditing
internal import KairanModel
internal import KairanReaders

/// The changes of the front matter of a page.
struct MatterEdits {
    /// Lines that are added at the top.
    var added: [(key: String, value: SourceNode)] = []
    /// Values that are written anew, by key.
    var written: [String: SourceNode] = [:]
    /// Keys that get another name.
    var renamed: [String: String] = [:]

    var isEmpty: Bool { added.isEmpty && written.isEmpty && renamed.isEmpty }
}

extension OldPage {
    /// Returns the file as the board has it, and the number of lines before its text.
    func edited(_ edits: MatterEdits, _ body: ConvertedBody) -> (bytes: [UInt8], matterLines: [Int]) {
        let matter: [UInt8]
        var lines: [Int] = []
        if self.matter.form == .json || self.matter.form == .none && !edits.isEmpty {
            matter = newMatter(edits)
            lines = Array(repeating: 1, count: matter.count { $0 == UInt8(ascii: "\n") })
        } else {
            (matter, lines) = editedMatter(edits)
        }
        return (matter + body.bytes, lines)
    }

    /// Writes all of the front matter as YAML.
    private func newMatter(_ edits: MatterEdits) -> [UInt8] {
        var lines = EntryLines()
        for (key, value) in edits.added { lines.append(key, value) }
        for member in matter.members {
            let value = edits.written[member.key] ?? member.value
            if !value.isNull { lines.append(edits.renamed[member.key] ?? member.key, value) }
        }
        return Array(("---\n" + lines.lines.map { $0.text + "\n" }.joined() + "---\n").utf8)
    }

    private func editedMatter(_ edits: MatterEdits) -> (bytes: [UInt8], lines: [Int]) {
        let old = file.bytes
        let isTOML = matter.form == .toml
        var pieces: [(range: Range<Int>, text: String)] = []
        for member in matter.members {
            if let value = edits.written[member.key] {
                let range = member.value.range
                let text = inline(value, isTOML: isTOML)
                let isBlock = !isTOML && (range.isEmpty || member.isBlock)
                if isBlock, let key = keyRange(member), old.indices.contains(key.upperBound),
                    old[key.upperBound] == UInt8(ascii: ":")
                {
                    // A block list goes on one line with its key, and so does a value where none was.
                    let start = key.upperBound + 1
                    pieces.append((start..<max(start, range.upperBound), " " + text))
                } else if !range.isEmpty {
                    pieces.append((range, isBlock ? "  " + text : text))
                }
            }
            if let name = edits.renamed[member.key], let range = keyRange(member) { pieces.append((range, name)) }
        }
        var text = ""
        for (key, value) in edits.added {
            if value.members != nil, !isTOML {
                var lines = EntryLines()
                lines.append(key, value)
                text += lines.lines.map { $0.text + "\n" }.joined()
                continue
            }
            text += isTOML ? "\(key) = \(inline(value, isTOML: true))\n" : "\(key): \(inline(value, isTOML: false))\n"
        }
        pieces.append((matter.insertion..<matter.insertion, text))
        // Lines that are added at the top come before the first key, also if that key gets another name.
        pieces.sort { ($0.range.lowerBound, $0.range.upperBound) < ($1.range.lowerBound, $1.range.upperBound) }
        var (made, lines, line, at) = ([UInt8](), [Int](), 1, 0)
        func add(_ bytes: some Sequence<UInt8>, isOld: Bool) {
            for byte in bytes {
                made.append(byte)
                guard byte == UInt8(ascii: "\n") else { continue }
                lines.append(line)
                if isOld { line += 1 }
            }
        }
        for piece in pieces where piece.range.lowerBound >= at {
            add(old[at..<piece.range.lowerBound], isOld: true)
            add(piece.text.utf8, isOld: false)
            line += old[piece.range].count { $0 == UInt8(ascii: "\n") }
            at = piece.range.upperBound
        }
        add(old[at..<matter.bodyStart], isOld: true)
        return (made, lines)
    }

    private func keyRange(_ member: SourceNode.Member) -> Range<Int>? {
        var (line, at) = (1, 0)
        while line < member.keySpan.line, at < file.bytes.count {
            if file.bytes[at] == UInt8(ascii: "\n") { line += 1 }
            at += 1
        }
        let start = at + member.keySpan.column - 1
        let end = start + member.key.utf8.count
        guard end <= file.bytes.count, file.bytes[start..<end].elementsEqual(member.key.utf8) else { return nil }
        return start..<end
    }

    private func inline(_ node: SourceNode, isTOML: Bool) -> String {
        guard isTOML else { return flowYAML(node) }
        switch node.content {
        case .scalar(let text, .boolean), .scalar(let text, .number): return text
        case .scalar(let text, _):
            if OldDate(text) != nil { return tomlDate(text) }
            return quoted(text)
        case .sequence(let elements):
            return "[\(elements.map { quoted($0.scalar ?? "") }.joined(separator: ", "))]"
        case .mapping: return "{}"
        }
    }

    private func tomlDate(_ text: String) -> String {
        text.contains("T") && text.filter { $0 == ":" }.count == 1 ? text + ":00" : text
    }

    private func quoted(_ text: String) -> String {
        "\"\(text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\""))\""
    }

    private func flowYAML(_ node: SourceNode) -> String {
        var lines = EntryLines()
        lines.append("x", node)
        let text = lines.lines.map(\.text)
        guard text.count > 1 else { return String(text[0].dropFirst(3)) }
        if let elements = node.elements {
            return
                "[\(elements.map { flowYAML($0) }.map { $0.contains(",") && !$0.hasPrefix("\"") ? "\"\($0)\"" : $0 }.joined(separator: ", "))]"
        }
        return
            "\"\((node.scalar ?? "").replacing("\\", with: "\\\\").replacing("\"", with: "\\\"").replacing("\n", with: "\\n"))\""
    }
}

extension SourceNode.Member {
    /// Tells that the value is a list or a mapping on lines below the key.
    fileprivate var isBlock: Bool { value.scalar == nil && value.span.line > keySpan.line }
}
