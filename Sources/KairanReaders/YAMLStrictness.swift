internal import KairanModel

/// The surroundings of a node.
struct YAMLParent {
    /// The number of spaces by which the innermost block collection is indented; -1 outside of all collections.
    private(set) var indentation = -1
    private(set) var isFlow = false

    /// - Parameter column: The column where the collection begins, counted from 1.
    mutating func goInside(isFlow: Bool, column: Int) {
        self.isFlow = self.isFlow || isFlow
        if !self.isFlow { indentation = column - 1 }
    }
}

/// Finds what YAML 1.2 forbids although libyaml reads it, so that a file means the same to every reader.
struct YAMLStrictness {
    private let source: YAMLSource
    private let bytes: [UInt8]
    private var locator: SourceLocator
    /// The ranges of scalars, in their order.
    private var scalars: [Range<Int>] = []

    init(_ source: YAMLSource) {
        (self.source, bytes) = (source, source.file.bytes)
        locator = SourceLocator(source.file)
    }

    private var end: Int { source.range.upperBound }

    /// Notes a scalar without mistakes.
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

    /// - Parameter range: The range of the whole scalar, with its quotes.
    mutating func check(
        _ text: String, _ style: YAMLStyle, _ range: Range<Int>, in parent: YAMLParent
    ) -> [Diagnostic] {
        note(range)
        switch style {
        case .quoted: return checkLines(of: range, in: parent)
        case .doubleQuoted:
            guard text.unicodeScalars.first != "\u{FEFF}" else { return [byteOrderMark(range)] }
            return checkLines(of: range, in: parent)
        case .block: return block(text, range, in: parent)
        case .plain:
            if text == "-" || text == "?" || text == ":" {
                return [
                    mistake(
                        "'\(text)' alone is not a text in YAML", at: range.lowerBound,
                        help: .write("put it in quotes", "\"\(text)\""))
                ]
            }
            return parent.isFlow ? checkLines(of: range, in: parent) : []
        }
    }

    /// Returns the error for a quoted text that starts with U+FEFF as an escape, which not every reader keeps.
    private mutating func byteOrderMark(_ range: Range<Int>) -> Diagnostic {
        Diagnostic(
            .error, .yamlControlCharacter, "this text starts with an invisible byte order mark",
            at: locator.span(range), help: "remove the escape")
    }

    private mutating func block(_ text: String, _ range: Range<Int>, in parent: YAMLParent) -> [Diagnostic] {
        let header = bytes[range].prefix { !isYAMLSpace($0) && $0 != UInt8(ascii: "#") }
        if header.endIndex < end, bytes[header.endIndex] == UInt8(ascii: "#") { return [comment(at: header.endIndex)] }
        guard range.upperBound < end, text.utf8.allSatisfy(isYAMLSpace), !header.contains(where: isASCIIDigit) else {
            return []
        }
        // libyaml took the longest of the empty lines for the indentation, so it did not take the lines after them for
        // text.
        var (next, longest) = (lineEnd(after: header.endIndex), 0)
        while next < range.upperBound {
            longest = max(longest, indentation(at: next))
            next = lineEnd(after: next)
        }
        guard parent.indentation < indentation(at: next), indentation(at: next) < longest else { return [] }
        return [
            Diagnostic(
                .error, .yamlIndentation, "an empty line above this text has more spaces than the text",
                at: locator.span(at: next), help: "remove the spaces of the empty line")
        ]
    }

    /// Checks the further lines of a scalar, which have to be indented like its first.
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
                .error, hasTab ? .yamlTab : .yamlIndentation,
                hasTab ? "a tab cannot indent YAML" : "this line continues a value, but is not indented",
                at: locator.span(at: hasTab ? lineStart : first),
                help: hasTab ? tabHelp(lineStart..<first) : "indent it by \(parent.indentation + 2) spaces")
        ]
    }

    /// Returns mistakes between scalars: comments without a space before them, and directives that say too much.
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
        // Behind a bracket no text can go on, but elsewhere the mark may belong to one.
        let isBehindBracket = bytes[offset - 1] == Byte.closeBrace || bytes[offset - 1] == Byte.closeBracket
        return mistake(
            "a comment needs a space before its '#'", at: offset,
            help: isBehindBracket
                ? Help("write a space", .write(" #", for: "#", isCertain: false))
                : "write a space, or put the text in quotes")
    }

    private mutating func mistake(_ message: String, at offset: Int, help: Help) -> Diagnostic {
        Diagnostic(.error, .yamlSyntax, message, at: locator.span(at: offset), help: help)
    }

    /// Returns help with tabs that indent a line, each of which most likely stands for as many spaces as the line above
    /// has.
    private func tabHelp(_ range: Range<Int>) -> Help {
        bytes[range].count == 1 ? Help("use spaces", .write("  ", for: nil, isCertain: false)) : "use spaces"
    }

    private func indentation(at lineStart: Int) -> Int {
        bytes[lineStart..<end].prefix { $0 == UInt8(ascii: " ") }.count
    }

    /// Returns where the line after that of `offset` starts.
    private func lineEnd(after offset: Int) -> Int {
        (bytes[min(offset, end)..<end].firstIndex(of: newline) ?? end - 1) + 1
    }
}
