internal import KairanReaders

/// A value as it can stand in a block collection: behind its key or `-`, and in the lines below.
struct YAMLForm {
    var head: String
    var lines: [String] = []
    /// This is true if the lines have all their spaces; otherwise they need those before the key too.
    var isIndented = false
}

/// The ways to write a value in the place of another, the one that keeps most of its style first.
struct YAMLForms {
    private(set) var all: [YAMLForm] = []
    private let place: EditedPlace
    private let isInner: Bool

    init(of value: SourceNode, replacing place: EditedPlace, isInner: Bool = false) {
        (self.place, self.isInner) = (place, isInner)
        switch value.content {
        case .scalar(let text, let kind): addScalar(text, kind)
        case .sequence, .mapping:
            if !isInner { all.append(YAMLBlock.form(of: value)) }
            all.append(YAMLForm(head: flowYAML(value, isInner: isInner)))
        }
    }

    private mutating func addScalar(_ text: String, _ kind: SourceNode.ScalarKind) {
        let node = place.node
        let old = node.scalar != nil && !node.range.isEmpty ? place.file.bytes[node.range.lowerBound] : nil
        switch kind {
        case .number, .boolean, .plain, .dateTime:
            // In quotes it would be text. Whether it can do without them, the reader knows best.
            if !text.isEmpty, isLine(text) { all.append(YAMLForm(head: text)) }
        case .null: all.append(YAMLForm(head: "null"))
        case .string, .quoted: break
        }
        switch old {
        case UInt8(ascii: "'"):
            let doubled = text.replacing("'", with: "''")
            if isLine(text) { all.append(YAMLForm(head: "'\(doubled)'")) }
        case UInt8(ascii: "\""): all.append(YAMLForm(head: quotedYAML(text)))
        case UInt8(ascii: "|"), UInt8(ascii: ">"):
            if place.file.isBlockScalar(node) { addBlocks(text) }
        default:
            // Whoever writes such texts without quotes means other programs to read what they read.
            let isUsual = node.scalar.map(isNoTextElsewhere) == true && isPlainYAML(text, isInner: isInner)
            if kind != .quoted, isNegative(text) || isUsual { all.append(YAMLForm(head: text)) }
        }
        if !text.unicodeScalars.contains("\n") { all.append(YAMLForm(head: scalarYAML(text, kind, isInner: isInner))) }
        if !isInner { all.append(YAMLBlock.form(of: SourceNode(.scalar(text, .string), span: node.span))) }
        all.append(YAMLForm(head: quotedYAML(text)))
    }

    private func isNegative(_ text: String) -> Bool {
        text.hasPrefix("-") && isPlainYAML(String(text.dropFirst()), isInner: isInner)
    }

    /// Adds `>` and `|` with the indentation of the old text.
    private mutating func addBlocks(_ text: String) {
        guard !text.isEmpty, text.unicodeScalars.allSatisfy(needsNoEscape), let parent = place.parent else { return }
        let file = place.file
        let range = place.node.range
        let header = file.text(range.lowerBound..<(range.lowerBound + file.bytes[range].prefix { $0 > 0x20 }.count))
        let own = file.column(of: parent) - 1
        let indentation = oldIndentation ?? own + 2
        let breaks = text.unicodeScalars.reversed().prefix { $0 == "\n" }.count
        let chomping = breaks == 0 ? "-" : breaks == 1 && text.unicodeScalars.count > 1 ? "" : "+"
        let digit = String(indentation - own)
        let needsDigit = header.contains(where: \.isNumber) || text.first.map { $0.isWhitespace } == true
        let spaces = String(repeating: " ", count: indentation)
        for mark in header.hasPrefix(">") ? [">", "|"] : ["|"] {
            var lines = (mark == ">" ? folded(text) : text).split(separator: "\n", omittingEmptySubsequences: false)
            if breaks > 0 { lines.removeLast() }
            all.append(
                YAMLForm(
                    head: mark + (needsDigit ? digit : "") + chomping,
                    lines: lines.map { $0.isEmpty ? "" : spaces + $0 }, isIndented: true))
        }
    }

    /// The number of spaces before the old text.
    private var oldIndentation: Int? {
        let file = place.file
        var line = file.nextLine(after: place.node.range.lowerBound)
        while line < place.node.range.upperBound {
            let first = file.bytes[line...].prefix { $0 == UInt8(ascii: " ") }.endIndex
            if first < file.bytes.count, file.bytes[first] > 0x20 { return first - line }
            line = file.nextLine(after: line)
        }
        return nil
    }

    /// Returns the text as `>` has it: its line breaks are doubled, and long lines are folded at spaces.
    private func folded(_ text: String) -> String {
        let breaks = text.unicodeScalars.reversed().prefix { $0 == "\n" }.count
        let lines = text.dropLast(breaks).split(separator: "\n", omittingEmptySubsequences: false).map(wrapped)
        return lines.joined(separator: "\n\n") + String(repeating: "\n", count: breaks)
    }

    private func wrapped(_ line: Substring) -> String {
        var (lines, current) = ([String](), "")
        for word in line.split(separator: " ", omittingEmptySubsequences: false) {
            if !current.isEmpty, current.count + word.count >= 80, current.last != " ", !word.isEmpty {
                lines.append(current)
                current = String(word)
            } else {
                current += (current.isEmpty && lines.isEmpty && word.startIndex == line.startIndex ? "" : " ") + word
            }
        }
        return (lines + [current]).joined(separator: "\n")
    }
}

/// Values as lines of block style, which stand at the start of a line.
enum YAMLBlock {
    static func member(_ key: String, _ value: SourceNode) -> [String] {
        var lines = EntryLines()
        lines.append(key, value)
        return lines.lines.map(\.text)
    }

    static func element(_ value: SourceNode) -> [String] {
        var lines = EntryLines()
        lines.append(element: value)
        return lines.lines.map(\.text)
    }

    /// Returns an element with a line for each of its members.
    static func row(_ mapping: SourceNode) -> [String] {
        root(mapping).enumerated().map { index, line in index == 0 ? "- " + line : line.isEmpty ? "" : "  " + line }
    }

    static func root(_ value: SourceNode) -> [String] {
        let parts =
            value.members?.map { member($0.key, $0.value) } ?? value.elements?.map(element)
            ?? [[flowYAML(value, isInner: false)]]
        return parts.isEmpty ? [flowYAML(value, isInner: false)] : parts.flatMap(\.self)
    }

    static func form(of value: SourceNode) -> YAMLForm {
        let lines = member("k", value)
        return YAMLForm(head: String(lines[0].dropFirst("k: ".count)), lines: Array(lines.dropFirst()))
    }
}
