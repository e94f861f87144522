internal import KairanModel
internal import Yams

/// What a node stands in.
struct YAMLParent {
    /// How many spaces the innermost block collection is indented by; -1 outside of all, or where that is not known.
    private(set) var indentation = -1
    private(set) var isFlow = false

    func inside(_ node: Node, at offset: Int, in bytes: [UInt8]) -> YAMLParent {
        var parent = self
        parent.isFlow = isFlow || offset < bytes.count && "[{".utf8.contains(bytes[offset])
        guard !parent.isFlow else { return parent }
        switch node {
        case .sequence:
            let isDash = offset < bytes.count && bytes[offset] == UInt8(ascii: "-")
            parent.indentation = isDash ? column(of: offset, in: bytes) : -1
        case .mapping(let mapping):
            parent.indentation = min(mapping.first?.key.mark?.column ?? 0, mapping.mark?.column ?? 0) - 1
        case .scalar, .alias: break
        }
        return parent
    }

    private func column(of offset: Int, in bytes: [UInt8]) -> Int {
        bytes[lineStart(of: offset, in: bytes)..<offset].count { !isContinuation($0) }
    }
}

/// Finds what YAML 1.2 forbids and libyaml reads all the same, so that a file means the same to every reader.
struct YAMLStrictness {
    private let source: YAMLSource
    private let bytes: [UInt8]
    private var locator: SourceLocator
    /// Where scalars stand, in their order.
    private var scalars: [Range<Int>] = []

    init(_ source: YAMLSource) {
        (self.source, bytes) = (source, source.file.bytes)
        locator = SourceLocator(source.file)
    }

    private var end: Int { source.range.upperBound }

    /// Notes a scalar that is right.
    mutating func note(_ scalar: Range<Int>) { scalars.append(scalar) }

    mutating func check(flowNodeAt offset: Int, in parent: YAMLParent) -> [Diagnostic] {
        if offset > 0, offset < end, bytes[offset - 1] == UInt8(ascii: "?") {
            return [
                mistake(
                    "in YAML, '?' and what follows are one text, but not every reader agrees", at: offset - 1,
                    help: "put the text in quotes")
            ]
        }
        var start = offset
        while start > source.range.lowerBound,
            bytes[start - 1] == UInt8(ascii: " ") || bytes[start - 1] == UInt8(ascii: "\t")
        {
            start -= 1
        }
        guard start > source.range.lowerBound, bytes[start - 1] == newline else { return [] }
        return checkIndentation(at: start, in: parent)
    }

    mutating func check(_ scalar: Node.Scalar, _ text: String, at offset: Int, in parent: YAMLParent) -> [Diagnostic] {
        switch scalar.style {
        case .singleQuoted, .doubleQuoted: quoted(at: offset, in: parent)
        case .literal, .folded: block(text, at: offset, in: parent)
        case .plain, .any: plain(text, at: offset, in: parent)
        }
    }

    private mutating func quoted(at offset: Int, in parent: YAMLParent) -> [Diagnostic] {
        guard offset < end else { return [] }
        let range = offset..<(closingQuote(in: bytes, from: offset, acrossLines: true) ?? end)
        note(range)
        if let error = source.lostByteOrderMark(at: offset) { return [error] }
        return checkLines(of: range, in: parent)
    }

    private mutating func plain(_ text: String, at offset: Int, in parent: YAMLParent) -> [Diagnostic] {
        var (index, rest) = (offset, text.utf8.count { !isYAMLSpace($0) })
        while rest > 0, index < end {
            if !isYAMLSpace(bytes[index]) { rest -= 1 }
            index += 1
        }
        note(offset..<index)
        if ["-", "?", ":"].contains(text) {
            return [mistake("'\(text)' alone is not a text in YAML", at: offset, help: "put it in quotes")]
        }
        return parent.isFlow ? checkLines(of: offset..<index, in: parent) : []
    }

    private mutating func block(_ text: String, at offset: Int, in parent: YAMLParent) -> [Diagnostic] {
        let header = offset..<(bytes[offset..<end].firstIndex { isYAMLSpace($0) || $0 == UInt8(ascii: "#") } ?? end)
        var next = lineEnd(after: header.upperBound)
        // How far the longest of the empty lines before the text goes.
        var longest = 0
        var firstText: Int?
        while next < end {
            let spaces = bytes[next..<end].prefix { $0 == UInt8(ascii: " ") }
            let isEmpty =
                spaces.endIndex == end || bytes[spaces.endIndex] == newline
                || bytes[spaces.endIndex] == UInt8(ascii: "\r")
            guard isEmpty || spaces.count > parent.indentation else { break }
            if firstText == nil { if isEmpty { longest = max(longest, spaces.count) } else { firstText = next } }
            next = lineEnd(after: next)
        }
        note(offset..<next)
        if header.upperBound < end, bytes[header.upperBound] == UInt8(ascii: "#") {
            return [comment(at: header.upperBound)]
        }
        let givesIndentation = bytes[header].contains(where: isASCIIDigit)
        if text.utf8.allSatisfy(isYAMLSpace), !givesIndentation, let firstText, indentation(at: firstText) < longest {
            return [
                Diagnostic(
                    .error, "yaml.indentation", "an empty line above this text has more spaces than the text",
                    at: locator.span(at: firstText), help: "remove the spaces of the empty line")
            ]
        }
        return []
    }

    /// Lines that a scalar goes on to have to be indented like its first.
    private mutating func checkLines(of range: Range<Int>, in parent: YAMLParent) -> [Diagnostic] {
        var start = range.lowerBound
        while let lineEnd = bytes[start..<range.upperBound].firstIndex(of: newline) {
            start = lineEnd + 1
            if let mistake = checkIndentation(at: start, in: parent).first { return [mistake] }
        }
        return []
    }

    private mutating func checkIndentation(at lineStart: Int, in parent: YAMLParent) -> [Diagnostic] {
        let first = bytes[lineStart..<end].firstIndex { $0 != UInt8(ascii: " ") && $0 != UInt8(ascii: "\t") } ?? end
        guard first < end, bytes[first] != newline, bytes[first] != UInt8(ascii: "\r"),
            indentation(at: lineStart) <= parent.indentation
        else { return [] }
        let hasTab = bytes[lineStart..<first].contains(UInt8(ascii: "\t"))
        return [
            Diagnostic(
                .error, hasTab ? "yaml.tab" : "yaml.indentation",
                hasTab ? "a tab cannot indent YAML" : "this line continues a value, but is not indented",
                at: locator.span(at: hasTab ? lineStart : first),
                help: hasTab ? "use spaces" : "indent it by \(parent.indentation + 2) spaces")
        ]
    }

    /// Comments without a space before them, and directives that say more than they can.
    mutating func mistakesBetweenScalars() -> [Diagnostic] {
        var (index, next) = (source.range.lowerBound, 0)
        while index < end {
            if next < scalars.count, index >= scalars[next].lowerBound {
                index = max(index, scalars[next].upperBound)
                next += 1
                continue
            }
            switch bytes[index] {
            case UInt8(ascii: "#"):
                let hasSpace = index == source.range.lowerBound || isYAMLSpace(bytes[index - 1])
                guard hasSpace else { return [comment(at: index)] }
                index = lineEnd(after: index)
            case UInt8(ascii: "&"), UInt8(ascii: "!"): index = yamlNameEnd(in: bytes[..<end], from: index + 1)
            case UInt8(ascii: "%"):
                let line = String(decoding: bytes[index..<lineEnd(after: index)], as: UTF8.self)
                if line.hasPrefix("%YAML"), line.wholeMatch(of: /%YAML[ \t]+1\.[0-9]+([ \t]+(#.*)?)?[\r\n]*/) == nil {
                    return [mistake("this line says more than '%YAML 1.2'", at: index, help: "remove it")]
                }
                index = lineEnd(after: index)
            default: index += 1
            }
        }
        return []
    }

    private mutating func comment(at offset: Int) -> Diagnostic {
        mistake(
            "a comment needs a space before its '#'", at: offset, help: "write a space, or put the text in quotes")
    }

    private mutating func mistake(_ message: String, at offset: Int, help: String) -> Diagnostic {
        Diagnostic(.error, "yaml.syntax", message, at: locator.span(at: offset), help: help)
    }

    private func indentation(at lineStart: Int) -> Int {
        bytes[lineStart..<end].prefix { $0 == UInt8(ascii: " ") }.count
    }

    /// Where the line after the one of `offset` starts.
    private func lineEnd(after offset: Int) -> Int {
        (bytes[min(offset, end)..<end].firstIndex(of: newline) ?? end - 1) + 1
    }
}

extension YAMLSource {
    /// The error for a quoted text that starts with U+FEFF as an escape: Yams loses it, and the text is another.
    func lostByteOrderMark(at offset: Int) -> Diagnostic? {
        guard offset + 1 < range.upperBound, file.bytes[offset + 1] == Byte.backslash else { return nil }
        let start = String(decoding: file.bytes[offset..<range.upperBound].prefix(11), as: UTF8.self).lowercased()
        guard start.hasPrefix("\"\\ufeff") || start.hasPrefix("\"\\u0000feff") else { return nil }
        var locator = SourceLocator(file)
        let end = closingQuote(in: file.bytes, from: offset) ?? offset
        return Diagnostic(
            .error, "yaml.controlCharacter", "this text starts with an invisible byte order mark",
            at: locator.span(offset..<end), help: "remove the escape")
    }
}

private func lineStart(of offset: Int, in bytes: [UInt8]) -> Int {
    var index = min(offset, bytes.count)
    while index > 0, bytes[index - 1] != newline { index -= 1 }
    return index
}
