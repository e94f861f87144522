internal import KairanFormats
package import KairanModel
package import KairanReaders
internal import KairanTemplates

/// A finding as it is recognized while other lines are added and removed. So it has no line, column or position in a
/// list.
package struct KnownFinding: Hashable, Sendable {
    package var path: String
    package var rule: String
    package var message: String
    /// The text at the place, with each run of white space as one space; empty for a picture.
    package var text: String

    /// The finding as JSON on one line.
    fileprivate var line: String {
        let members = [("rule", rule), ("path", path), ("message", message), ("text", text)]
        let object = JSONValue.object(members.map { (key: $0, value: .string($1)) })
        return String(decoding: writeJSON(object, style: .compact).dropLast(), as: UTF8.self)
    }
}

/// The findings that somebody decided to live with. A file lists them, sorted, one on each line.
package struct LintBaseline: Sendable {
    /// The entries of the file. A finding is listed as often as it occurs.
    package private(set) var entries: [(finding: KnownFinding, span: SourceSpan)] = []

    private static let keys = ["rule", "path", "message", "text"]

    package init() {}

    /// Reads a file that Kairan wrote, perhaps with lines taken out since.
    package static func read(_ file: SourceFile) -> Diagnosed<LintBaseline> {
        let read = readJSON(file)
        var result = Diagnosed(LintBaseline(), read.diagnostics)
        guard let node = read.value else { return result }
        guard let elements = node["findings"]?.elements else {
            result.diagnostics.append(mistake("this is not a list of known findings", at: node.span))
            return result
        }
        for element in elements {
            let texts = keys.compactMap { element[$0]?.scalar }
            if texts.count == keys.count {
                let finding = KnownFinding(path: texts[1], rule: texts[0], message: texts[2], text: texts[3])
                result.value.entries.append((finding, element.span))
            } else {
                result.diagnostics.append(
                    mistake("a known finding needs 'rule', 'path', 'message' and 'text'", at: element.span))
            }
        }
        return result
    }

    private static func mistake(_ message: String, at span: SourceSpan) -> Diagnostic {
        Diagnostic(
            .error, .baselineEntry, message, at: span, help: "--write-baseline \(span.path) writes it anew")
    }
}

/// The findings of lint, sorted by what is to be done with them.
package struct SiftedFindings: Sendable {
    package var reported: [Diagnostic] = []
    /// The findings that the baseline lists.
    package var known: [Diagnostic] = []
    /// The findings of rules that the user ignores.
    package var ignored: [Diagnostic] = []
    /// Diagnostics about entries of the baseline that are not found any more; their place is in the baseline.
    package var gone: [Diagnostic] = []

    /// Gives every diagnostic the path of its file as seen from the user's working folder.
    package mutating func locate(in folder: String) {
        (reported, known, ignored) = (
            reported.located(in: folder), known.located(in: folder), ignored.located(in: folder)
        )
    }
}

extension LintResult {
    /// - Parameter ignoredRules: The rules whose findings are ignored unless the baseline lists them.
    package func sifted(by baseline: LintBaseline, ignoredRules: Set<String>) -> SiftedFindings {
        var result = SiftedFindings()
        var places = Dictionary(grouping: baseline.entries.reversed(), by: \.finding)
        for (diagnostic, finding) in zip(diagnostics, findings()) {
            if places[finding]?.popLast() != nil {
                result.known.append(diagnostic)
            } else if ignoredRules.contains(diagnostic.rule.rawValue) {
                result.ignored.append(diagnostic)
            } else {
                result.reported.append(diagnostic)
            }
        }
        result.gone =
            places.values.joined().map { entry in
                Diagnostic(
                    .warning, .baselineGone,
                    "'\(entry.finding.path)' no longer has this mistake: \(entry.finding.message)",
                    at: entry.span, help: "remove it, so that the mistake is reported if it comes back")
            }.sortedForReport
        return result
    }

    /// Returns the finding of each diagnostic, in their order.
    package func findings() -> [KnownFinding] {
        let bytes = Dictionary(files.map { ($0.path, $0.bytes) }) { first, _ in first }
        var cursor = TextCursor(path: "", bytes: [])
        return diagnostics.map { diagnostic in
            let span = diagnostic.span
            if cursor.path != span.path { cursor = TextCursor(path: span.path, bytes: bytes[span.path] ?? []) }
            return KnownFinding(
                path: span.path, rule: diagnostic.rule.rawValue, message: withoutPositions(diagnostic.message),
                text: cursor.text(at: span))
        }
    }

    /// Returns a baseline of all findings except those of these rules.
    package func baseline(ignoring rules: Set<String>) -> (text: String, count: Int) {
        let lines = zip(diagnostics, findings()).filter { !rules.contains($0.0.rule.rawValue) }.map {
            "    \($0.1.line)"
        }
        let list = lines.isEmpty ? "[]" : "[\n\(lines.joined(separator: ",\n"))\n  ]"
        return ("{\n  \"findings\": \(list)\n}\n", lines.count)
    }
}

/// Returns a message without positions and sizes: some messages say where else to look, or how large a file is.
private func withoutPositions(_ message: String) -> String {
    onOneLine(message).replacing(/\[\d+\]/, with: "[]").replacing(/\ of line \d+/, with: "")
        .replacing(/[\d.]+ MiB/, with: "MiB")
}

private func onOneLine(_ text: String) -> String {
    let words = text.unicodeScalars.split { $0.value <= 0x20 || (0x7F...0x9F).contains($0.value) }
    return words.map(String.init).joined(separator: " ")
}

/// Reads a file from its start to its end, as diagnostics come sorted by place.
private struct TextCursor {
    let path: String
    private let bytes: [UInt8]
    private var offset = 0
    private var line = 1
    private var column = 1

    /// The number of characters that are taken at least, since one character is too little to identify a place.
    private static let shortest = 60

    init(path: String, bytes: [UInt8]) { (self.path, self.bytes) = (path, bytes.contains(0) ? [] : bytes) }

    mutating func text(at span: SourceSpan) -> String {
        while offset < bytes.count, (line, column) < (span.line, span.column) {
            let byte = bytes[offset]
            offset += 1
            if byte == UInt8(ascii: "\n") {
                (line, column) = (line + 1, 1)
            } else if offset == bytes.count || bytes[offset] & 0xC0 != 0x80 {
                column += 1
            }
        }
        let text = String(decoding: bytes[offset...].prefix(4 * max(span.length, Self.shortest)), as: UTF8.self)
        var scalars = text.unicodeScalars.prefix(span.length > 1 ? span.length : Self.shortest)
        // The text after an element may change.
        if span.length == 1, let end = scalars.firstIndex(where: { $0 == "}" || $0 == "]" }) {
            scalars = scalars[...end]
        }
        return onOneLine(String(String.UnicodeScalarView(scalars)))
    }
}
