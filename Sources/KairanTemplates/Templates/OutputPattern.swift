internal import KairanContent
internal import KairanModel
internal import KairanReaders

/// A template's output path, with `{name}` where each file of a `for` differs.
package struct OutputPattern: Sendable {
    package enum Part: Sendable, Equatable {
        case literal(String)
        case placeholder(String)
    }

    package let parts: [Part]
    /// The file extension of all outputs, in lower case; empty if there is none.
    package let fileExtension: String

    /// Turns `templates/clubs/{id}.html.mustache` into `clubs/{id}.html`. Returns nil if a brace is not closed.
    init?(templatePath: String, hasEngine: Bool) {
        var path = templatePath.dropFirst("templates/".count)
        if hasEngine, let dot = path.lastIndex(of: ".") { path = path[..<dot] }
        self.init(path)
    }

    /// Reads a pattern such as `clubs/{id}.html`. Returns nil if a brace is not closed.
    package init?(_ text: some StringProtocol) {
        var path = Substring(text)
        var parts: [Part] = []
        while let open = path.firstIndex(of: "{") {
            guard let close = path[open...].firstIndex(of: "}") else { return nil }
            if open > path.startIndex { parts.append(.literal(String(path[..<open]))) }
            parts.append(.placeholder(String(path[path.index(after: open)..<close])))
            path = path[path.index(after: close)...]
        }
        if !path.isEmpty { parts.append(.literal(String(path))) }
        self.init(parts: parts)
    }

    init(parts: [Part]) {
        self.parts = parts
        // The part before the last belongs to the name too: `{id}.html` is not a hidden file.
        fileExtension =
            if case .literal(let text)? = parts.last {
                KairanReaders.fileExtension(of: (parts.count > 1 ? "x" : "") + text)
            } else {
                ""
            }
    }

    package var placeholders: [String] {
        parts.compactMap { if case .placeholder(let name) = $0 { name } else { nil } }
    }

}

/// Returns whether the text is safe as one part of a path: it has no slash or control character, and is not `.`, `..`
/// or another hidden name.
func isSafePathPart(_ text: String) -> Bool {
    let bytes = text.utf8.span
    return !bytes.isEmpty && bytes[0] != UInt8(ascii: ".") && bytes.count <= 200
        && bytes.indices.allSatisfy { isSafeInPath(bytes[$0]) }
}

private func isSafeInPath(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x00...0x1F, 0x7F, UInt8(ascii: "/"), UInt8(ascii: "\\"), UInt8(ascii: ":"), UInt8(ascii: "*"),
        UInt8(ascii: "?"), UInt8(ascii: "\""), UInt8(ascii: "<"), UInt8(ascii: ">"), UInt8(ascii: "|"):
        false
    default: true
    }
}

extension OutputPattern {
    /// The pattern as it is written, such as `ads/{id}.json`.
    package var text: String { text { "{\($0)}" } }

    /// Returns the path with a text for each placeholder.
    func text(_ value: (_ placeholder: String) -> String) -> String {
        parts.map { part in
            switch part {
            case .literal(let text): text
            case .placeholder(let name): value(name)
            }
        }.joined()
    }
}

extension OutputPattern {
    /// Returns the values of the placeholders of `deals/{id}.json` in a path such as `deals/curry.json`, or nil if the
    /// path does not match. If several values fit, the shortest one counts.
    package func values(in path: String) -> [String: String]? { Self.fits(of: parts[...], path[...], limit: 1).first }

    /// Returns the values for every way in which the pattern fits a path.
    package func allValues(in path: String) -> [[String: String]] { Self.fits(of: parts[...], path[...], limit: .max) }

    private static func fits(of parts: ArraySlice<Part>, _ path: Substring, limit: Int) -> [[String: String]] {
        guard let part = parts.first else { return path.isEmpty ? [[:]] : [] }
        switch part {
        case .literal(let text):
            guard path.hasPrefix(text) else { return [] }
            return fits(of: parts.dropFirst(), path.dropFirst(text.count), limit: limit)
        case .placeholder(let name):
            var found: [[String: String]] = []
            // A value is never empty and has no slash.
            let folder = path.prefix { $0 != "/" }
            for end in folder.indices.dropFirst() + (folder.isEmpty ? [] : [folder.endIndex]) {
                for others in fits(of: parts.dropFirst(), path[end...], limit: limit - found.count) {
                    found.append(others.merging([name: String(path[..<end])]) { $1 })
                }
                if found.count >= limit { break }
            }
            return found
        }
    }
}

extension OutputPattern {
    /// Returns whether both patterns are the same path to a client, which does not see the names of placeholders
    /// (OpenAPI 3.1, 4.8.8).
    package func isAlike(_ other: OutputPattern) -> Bool { unnamed == other.unnamed }

    private var unnamed: [Part] { parts.map { if case .placeholder = $0 { .placeholder("") } else { $0 } } }

    /// Returns false if no path can match both patterns.
    package func mayOverlap(_ other: OutputPattern) -> Bool {
        func meet(_ one: String, _ other: String) -> Bool { one.hasPrefix(other) || other.hasPrefix(one) }
        func reversed(_ text: String) -> String { String(text.reversed()) }
        // The value of a placeholder has no slash.
        return folderCount == other.folderCount && meet(start, other.start) && meet(reversed(end), reversed(other.end))
    }

    private var start: String { if case .literal(let text)? = parts.first { text } else { "" } }
    private var end: String { if case .literal(let text)? = parts.last { text } else { "" } }
    private var folderCount: Int { text.count { $0 == "/" } }
}
