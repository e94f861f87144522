import KairanBuild
import KairanContent
import KairanModel
internal import KairanReaders

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

extension Report {
    /// Returns a diagnostic as compilers show them: the place, the line with carets, and how to mend it.
    func human(_ diagnostic: Diagnostic, line: [Unicode.Scalar]?) -> String {
        let terminal = Terminal.standardError
        let span = diagnostic.span
        let severity = terminal.styled(
            "\(diagnostic.severity.rawValue):", diagnostic.severity == .error ? .red : .yellow)
        var text =
            span.isInFile
            ? terminal.styled("\(printable(span.path)):\(span.line):\(span.column):", .bold) + " \(severity) "
            : "\(severity) "
        text += "\(printable(diagnostic.message)) \(terminal.styled("[\(diagnostic.rule)]", .dim))\n"
        if let line {
            let number = "\(span.line) | "
            let excerpt = Excerpt(line: line, span: span)
            text += "  \(terminal.styled(number, .dim))\(excerpt.text)\n"
            text += "  \(String(repeating: " ", count: number.count - 2))\(terminal.styled("|", .dim)) "
            text += "\(excerpt.indent)\(terminal.styled(excerpt.carets, .green))\n"
        }
        for line in diagnostic.difference {
            text +=
                "  \(terminal.styled(printable(line), line.hasPrefix("+") ? .green : line.hasPrefix("-") ? .red : .dim))\n"
        }
        if let help = diagnostic.help { text += "\(terminal.styled("help:", .cyan)) \(printable(help))\n" }
        return text
    }

    /// Returns a workflow command of GitHub Actions.
    func github(_ result: SARIFResult) -> String {
        let span = result.span
        let end = span.column + span.length
        let place =
            span.isInFile
            ? "file=\(escapedProperty(span.path)),line=\(span.line),col=\(span.column),endColumn=\(end)," : ""
        let message = result.message + (result.isMendable ? "\nmend: kairan check --fix" : "")
        let level = result.level == "note" ? "notice" : result.level
        return "::\(level) \(place)title=\(escapedProperty(result.rule))::\(escapedMessage(message))\n"
    }

    func escapedMessage(_ text: String) -> String { percentEncoded(text) { !"%\r\n".utf8.contains($0) } }

    private func escapedProperty(_ text: String) -> String {
        percentEncoded(text) { !"%\r\n:,".utf8.contains($0) }
    }

    /// Returns one JSON object on one line, with sorted keys.
    func json(_ facts: [String: ReportValue], _ diagnostics: [Diagnostic]) -> String {
        var facts = facts
        facts["diagnostics"] = values(diagnostics)
        if let mended { facts["mended"] = values(mended) }
        return ReportValue.object(facts).text + "\n"
    }

    private func values(_ diagnostics: [Diagnostic]) -> ReportValue {
        let list = diagnostics.map { diagnostic -> ReportValue in
            var object = place(diagnostic.span)
            object["severity"] = .string(diagnostic.severity.rawValue)
            object["rule"] = .string(diagnostic.rule.rawValue)
            object["message"] = .string(diagnostic.message)
            if let help = diagnostic.help { object["help"] = .string(help) }
            if !diagnostic.difference.isEmpty {
                object["difference"] = .list(diagnostic.difference.map(ReportValue.string))
            }
            if !diagnostic.related.isEmpty {
                object["related"] = .list(
                    diagnostic.related.map { related in
                        .object(place(related.span).merging(["message": .string(related.message)]) { $1 })
                    })
            }
            if diagnostic.fix != nil { object["mendable"] = .boolean(true) }
            return .object(object)
        }
        return .list(list)
    }

    private func place(_ span: SourceSpan) -> [String: ReportValue] {
        guard span.isInFile else { return [:] }
        return [
            "path": .string(span.path), "line": .integer(span.line), "column": .integer(span.column),
            "length": .integer(span.length),
        ]
    }

    /// Returns text that a terminal can show. Content and names of files can hold escape sequences, which a terminal
    /// must not obey.
    func printable(_ text: String) -> String { Excerpt.printable(text) }
}

/// The part of a source line that fits a terminal, and the carets under what is meant.
struct Excerpt {
    let text: String
    let indent: String
    let carets: String

    init(line scalars: [Unicode.Scalar], span: SourceSpan) {
        let start = min(max(span.column - 1, 0), scalars.count)
        let end = min(start + span.length, max(scalars.count, start + 1))
        // A long line is shown from a little before the place.
        let first = start > 100 ? start - 40 : 0
        let last = min(scalars.count, first + 160)
        let lead = first > 0 ? "…" : ""
        text =
            lead + Self.printable(String(String.UnicodeScalarView(scalars[first..<last])))
            + (last < scalars.count ? "…" : "")
        indent = String(repeating: " ", count: lead.count + Self.width(scalars[first..<start]))
        let marked = end <= scalars.count ? Self.width(scalars[start..<max(start, min(end, last))]) : 1
        carets = String(repeating: "^", count: max(marked, 1))
    }

    static func printable(_ text: String) -> String {
        String(
            String.UnicodeScalarView(
                text.unicodeScalars.map { $0.value < 0x20 || (0x7F...0x9F).contains($0.value) ? " " : $0 }))
    }

    /// Returns how many columns text takes. Terminals show CJK characters two columns wide.
    private static func width(_ scalars: ArraySlice<Unicode.Scalar>) -> Int {
        scalars.reduce(0) { $0 + ($1.isCJK ? 2 : 1) }
    }
}

/// The lines of the sources. A file is split once for all diagnostics in it, and a line is decoded once, since
/// diagnostics come sorted by place.
struct SourceLines {
    private let files: [String: SourceFile]
    private var last: (path: String, lines: [ArraySlice<UInt8>]) = ("", [])
    /// The last line that was asked for; its text is nil if the line is blank or missing.
    private var lastLine: (number: Int, text: [Unicode.Scalar]?) = (0, nil)

    /// Takes the files of the site, and perhaps other files, which are not part of it.
    init(_ tree: SourceTree, in folder: String, beside others: [SourceFile] = []) {
        var files = Dictionary(tree.files.map { (located($0.path, in: folder), $0) }) { first, _ in first }
        for other in others { files[other.path] = other }
        self.files = files
    }

    func file(_ path: String) -> SourceFile? { files[path] }

    mutating func line(of span: SourceSpan) -> [Unicode.Scalar]? {
        if last.path != span.path {
            last = (span.path, lines(of: span.path))
            lastLine = (0, nil)
        }
        if lastLine.number != span.line { lastLine = (span.line, text(ofLine: span.line)) }
        return lastLine.text
    }

    private func text(ofLine number: Int) -> [Unicode.Scalar]? {
        guard last.lines.indices.contains(number - 1) else { return nil }
        let text = Array(String(decoding: last.lines[number - 1], as: UTF8.self).unicodeScalars)
        return text.allSatisfy(\.properties.isWhitespace) ? nil : text
    }

    /// Returns the lines of a file; none for a picture.
    private func lines(of path: String) -> [ArraySlice<UInt8>] {
        guard let file = files[path], !file.bytes.contains(0) else { return [] }
        return file.bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    }
}

/// A JSON value of a report, written by Foundation with sorted keys.
enum ReportValue: Encodable {
    case string(String)
    case integer(Int)
    case boolean(Bool)
    case list([ReportValue])
    case object([String: ReportValue])

    func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        switch self {
        case .string(let text): try container.encode(text)
        case .integer(let number): try container.encode(number)
        case .boolean(let flag): try container.encode(flag)
        case .list(let values): try container.encode(values)
        case .object(let values): try container.encode(values)
        }
    }

    var text: String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        do {
            return String(decoding: try encoder.encode(self), as: UTF8.self)
        } catch {
            return "{}"
        }
    }
}
