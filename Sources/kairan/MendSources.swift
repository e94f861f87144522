import KairanBuild
internal import KairanEditing
import KairanModel
internal import KairanReaders

/// The sources of a site while Kairan mends what it can. They change in memory, and are written once, in the end.
struct SourceMending {
    private let options: BuildOptions
    private let sources: SourceTree
    private var tree: SourceTree
    /// The mistakes that were mended.
    private(set) var mended: [Diagnostic] = []

    /// Throws `ReadError`.
    init(_ options: BuildOptions) throws {
        self.options = options
        sources = try readSourceTree(options.folder, publishedTo: options.output).value
        tree = sources
    }

    /// Mends what can be mended in one way only, and then what was most likely meant, as long as that leads to no other
    /// mistake. A mend may show the next mistake, so this goes on until there is nothing left to mend.
    ///
    /// Throws `CannotEdit`, `OptionError` and `ReadError`.
    mutating func mend() throws {
        var mistakes = try self.mistakes(in: tree)
        // Each round takes mistakes away, so there is an end; most boards need two or three rounds.
        for _ in 0..<50 {
            let certain = mistakes.filter { $0.fix?.isCertain == true }
            if certain.isEmpty {
                guard let left = try mendLikely(mistakes) else { return }
                mistakes = left
            } else {
                let (tree, made) = try tree.mending(certain)
                (self.tree, mended) = (tree, mended + made)
                mistakes = try self.mistakes(in: tree)
            }
        }
    }

    /// Mends all mistakes that seem to be misspelt words, or the first whose mend leads to no other mistake. Returns the
    /// mistakes that are left, or nil if there was none to mend.
    private mutating func mendLikely(_ mistakes: [Diagnostic]) throws -> [Diagnostic]? {
        let likely = mistakes.filter { $0.fix != nil }
        for attempt in [likely] + (likely.count > 1 ? likely.prefix(20).map { [$0] } : []) where !attempt.isEmpty {
            let (tree, made) = try tree.mending(attempt)
            let left = try self.mistakes(in: tree)
            guard left.count < mistakes.count, Set(left.map(\.saying)).isSubset(of: Set(mistakes.map(\.saying))) else {
                continue
            }
            (self.tree, mended) = (tree, mended + made)
            return left
        }
        return nil
    }

    private func mistakes(in tree: SourceTree) throws -> [Diagnostic] { try build(tree, options).diagnostics }

    /// Writes the files that differ, all or none. They must still be as they were read.
    func write() throws(ReadError) {
        var wished: [WishedFile] = []
        for (old, new) in zip(sources.files, tree.files) where old.bytes != new.bytes {
            let path = located(old.path, in: options.folder)
            wished.append(WishedFile(path: path, bytes: new.bytes, isNew: false, expected: old.bytes))
        }
        try writeFiles(wished)
    }
}

extension SourceTree {
    /// Returns the tree after the mends of mistakes, and those that were mended.
    fileprivate func mending(
        _ mistakes: [Diagnostic]
    ) throws(CannotEdit) -> (tree: SourceTree, made: [Diagnostic]) {
        var changed: [String: [UInt8]?] = [:]
        var made: [Diagnostic] = []
        for file in files {
            let mistakes = mistakes.filter { $0.span.path == file.path }
            guard !mistakes.isEmpty else { continue }
            var editor = try SourceEditor(file)
            let fixes = try editor.apply(Array(Set(mistakes.compactMap(\.fix))))
            made += mistakes.filter { $0.fix.map(fixes.contains) ?? false }
            changed[file.path] = editor.file.bytes
        }
        return (replacing(changed), made)
    }
}

extension Report {
    func list(mended mistakes: [Diagnostic]) {
        guard format == .human || format == .github else { return }
        for mistake in mistakes {
            let span = mistake.span
            let guess = mistake.fix?.isCertain == false ? mistake.help.map { "; \($0)" } ?? "" : ""
            let place = "\(span.path):\(span.line):\(span.column)"
            output.write("mended: \(Excerpt.printable("\(place): \(mistake.message)\(guess)"))\n")
        }
        let files = Set(mistakes.map(\.span.path)).count
        output.write(
            mistakes.isEmpty
                ? "nothing that Kairan can mend\n"
                : "\(count(mistakes.count, "mistake")) mended in \(count(files, "file"))\n")
    }
}
