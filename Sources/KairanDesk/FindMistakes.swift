internal import KairanModel
internal import KairanReaders

/// A mistake as a form shows it.
struct FormMistake {
    var diagnostic: Diagnostic
    /// The keys and numbers that lead to the wrong part of the entry.
    var path: [String]
    /// This is true if it is not in the entry.
    var isElsewhere: Bool
    var remedies: [MistakeRemedy] = []

    var isError: Bool { diagnostic.severity == .error }

    var json: JSONValue {
        let remedies = JSONValue.array(remedies.map { .string($0.rawValue) })
        return .object(diagnostic.members(path: path, isElsewhere: isElsewhere) + [("remedies", remedies)])
    }

    /// Tells whether it is the same mistake, perhaps on another line.
    func isSame(as other: FormMistake) -> Bool {
        path == other.path && isElsewhere == other.isElsewhere && diagnostic.rule == other.diagnostic.rule
            && diagnostic.message == other.diagnostic.message
    }
}

extension OpenedEntry {
    /// Returns the mistakes in the entry, and then those that are new in other places.
    ///
    /// - Parameter known: The diagnostics before a change. Without a change nothing is new.
    func mistakes(among diagnostics: [Diagnostic], since known: [Diagnostic]? = nil) -> [FormMistake] {
        let places = EntryPlaces(self)
        let known = Set(known ?? diagnostics)
        var (own, others): ([FormMistake], [FormMistake]) = ([], [])
        for diagnostic in diagnostics {
            if let path = places.path(to: diagnostic.span) ?? translatedPath(to: diagnostic.span) {
                let path = diagnostic.missingKey.map { places.owner(at: diagnostic.span) + [$0] } ?? path
                own.append(
                    FormMistake(
                        diagnostic: diagnostic, path: formPath(path), isElsewhere: false,
                        remedies: MistakeRemedy.allCases.filter { $0.isThere(for: diagnostic, in: file) }))
            } else if !known.contains(diagnostic) {
                others.append(FormMistake(diagnostic: diagnostic, path: [], isElsewhere: true))
            }
        }
        return own + others.prefix(20)
    }
}

extension OpenedEntry {
    private func formPath(_ path: [String]) -> [String] {
        guard let name = path.first, let field = found.declaration.fields.first(where: { $0.name == name }) else {
            return path
        }
        return [name] + values.path(Array(path.dropFirst()), in: node?[name], as: field)
    }

    /// Returns the way to a place in one of the files with other languages: the field and the locale.
    private func translatedPath(to span: SourceSpan) -> [String]? {
        guard let file = translations.first(where: { $0.editor.file.path == span.path }) else { return nil }
        if let line = file.editor.bodyLine, span.line >= line { return ["body", file.locale] }
        let before = file.editor.root.members?.last { $0.keySpan.line <= span.line }
        return before.map { [$0.key, file.locale] } ?? []
    }
}

/// The places of all parts of an entry in its file.
private struct EntryPlaces {
    private var starts: [(line: Int, column: Int, path: [String])] = []
    /// The paths of the mappings, by their first places. The entry itself stands for all others.
    private var owners: [SourcePlace: [String]] = [:]
    private let file: String
    private let bodyLine: Int?
    private let lines: ClosedRange<Int>

    init(_ opened: OpenedEntry) {
        file = opened.file.path
        bodyLine = opened.found.declaration.hasBody ? opened.editor.bodyLine : nil
        let last = opened.isWholeFile ? Int.max : opened.lastLine
        lines = (opened.isWholeFile ? 1 : min(opened.node?.span.line ?? 1, last))...last
        if let node = opened.node { add(node, at: []) }
        starts.sort { ($0.line, $0.column) < ($1.line, $1.column) }
    }

    /// The keys of a table's row are in its head, which is no part of the entry.
    private mutating func note(_ span: SourceSpan, _ path: [String]) {
        if lines.contains(span.line) { starts.append((span.line, span.column, path)) }
    }

    private mutating func add(_ node: SourceNode, at path: [String]) {
        if node.members != nil, owners[node.span.place] == nil { owners[node.span.place] = path }
        for (index, element) in (node.elements ?? []).enumerated() {
            note(element.span, path + ["\(index)"])
            add(element, at: path + ["\(index)"])
        }
        for member in node.members ?? [] {
            note(member.keySpan, path + [member.key])
            note(member.value.span, path + [member.key])
            add(member.value, at: path + [member.key])
        }
    }

    /// Returns the way to the mapping that lacks a key, by the place at which that is reported.
    func owner(at span: SourceSpan) -> [String] { owners[span.place] ?? [] }

    /// Returns the keys and numbers that lead to a place, or nil if it is not in the entry.
    func path(to span: SourceSpan) -> [String]? {
        guard span.path == file, lines.contains(span.line) else { return nil }
        if let bodyLine, span.line >= bodyLine { return ["body"] }
        // The start of the entry stands for the entry as a whole.
        let before = starts.last { ($0.line, $0.column) <= (span.line, span.column) }
        return before?.path ?? []
    }
}

extension OpenedEntry {
    /// The last line of an entry of a list.
    fileprivate var lastLine: Int {
        guard let node else { return 1 }
        let bytes = file.bytes[..<min(node.range.upperBound, file.bytes.count)]
        return 1 + bytes.count { $0 == UInt8(ascii: "\n") }
    }
}
