import KairanBuild
internal import KairanEditing
import KairanModel
internal import KairanReaders

/// The sources of a site while Kairan mends what it can. They change in memory, and are written once, in the end.
struct SourceMending {
    private let options: BuildOptions
    private let sources: SourceTree
    private var tree: SourceTree
    /// What was tried in vain, which is not tried again.
    private var refused: Set<Diagnostic.Saying> = []
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
        // Each round takes mistakes away or gives one up, so there is an end; most boards need two or three rounds.
        for _ in 0..<200 {
            let mendable = mistakes.filter { $0.fix != nil && !refused.contains($0.saying) }
            let certain = mendable.filter { $0.fix?.isCertain == true }
            if mendable.isEmpty { return }
            if let left = try mend(certain.isEmpty ? mendable : certain, of: mistakes) { mistakes = left }
        }
    }

    /// Mends some of the mistakes together, or the half of them that can be. Returns the mistakes that are left then;
    /// nil if nothing was mended.
    private mutating func mend(_ some: [Diagnostic], of mistakes: [Diagnostic]) throws -> [Diagnostic]? {
        let (tree, made) = try tree.mending(some)
        if made.isEmpty {
            refused.formUnion(some.map(\.saying))
            return nil
        }
        let left = try self.mistakes(in: tree)
        if isProved(made, mistakes, left) {
            (self.tree, mended) = (tree, mended + made)
            return left
        }
        guard some.count > 1 else {
            refused.formUnion(some.map(\.saying))
            return nil
        }
        let half = some.count / 2
        return try mend(Array(some[..<half]), of: mistakes) ?? mend(Array(some[half...]), of: mistakes)
    }

    /// Tells whether mends took away what they should, and led to no other mistake. A mistake that comes to light was
    /// there before if the mended one hid it, and one that can be mended too is the next to mend.
    private func isProved(_ made: [Diagnostic], _ before: [Diagnostic], _ left: [Diagnostic]) -> Bool {
        let (old, new) = (counts(before), counts(left))
        guard made.allSatisfy({ new[$0.saying, default: 0] < old[$0.saying, default: 0] }) else { return false }
        return left.allSatisfy { mistake in
            new[mistake.saying, default: 0] <= old[mistake.saying, default: 0]
                || mistake.fix != nil && !refused.contains(mistake.saying)
                || made.contains { $0.hides(mistake) }
        }
    }

    private func counts(_ mistakes: [Diagnostic]) -> [Diagnostic.Saying: Int] {
        mistakes.reduce(into: [:]) { $0[$1.saying, default: 0] += 1 }
    }

    private func mistakes(in tree: SourceTree) throws -> [Diagnostic] { try build(tree, options).diagnostics }

    /// The files that differ, as they were and as they are now.
    var changes: [(old: SourceFile, new: SourceFile)] {
        zip(sources.files, tree.files).filter { $0.bytes != $1.bytes }.map { ($0, $1) }
    }

    /// Writes the files that differ, all or none. They must still be as they were read.
    func write() throws(ReadError) {
        try writeFiles(
            changes.map { old, new in
                let path = located(old.path, in: options.folder)
                return WishedFile(path: path, bytes: new.bytes, isNew: false, expected: old.bytes)
            })
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
            let (bytes, fixes) = try file.mending(Set(mistakes.compactMap(\.fix)))
            made += mistakes.filter { $0.fix.map(fixes.contains) ?? false }
            changed[file.path] = bytes
        }
        return (replacing(changed), made)
    }
}

extension SourceFile {
    /// Returns the bytes after mends, and those that were made. In a file that can be read, each is proved by reading it
    /// again.
    func mending(_ fixes: Set<Fix>) throws(CannotEdit) -> (bytes: [UInt8], made: Set<Fix>) {
        do throws(CannotEdit) {
            var editor = try SourceEditor(self)
            let made = try editor.apply(Array(fixes))
            return (editor.file.bytes, made)
        } catch {
            guard fixes.allSatisfy(\.needsOnlyBytes) else { throw error }
            return mendingText(Array(fixes))
        }
    }
}

extension Diagnostic {
    /// Tells whether another mistake could not be found before this one was mended: of a file that cannot be read all
    /// are hidden, and a declaration with mistakes hides those of the files that it is for.
    fileprivate func hides(_ other: Diagnostic) -> Bool {
        let topic = rule.rawValue.prefix { $0 != "." }
        if ["yaml", "json", "toml", "csv", "frontMatter", "word"].contains(topic) { return true }
        if [.textInvisible, .textControl, .textByteOrderMark].contains(rule) { return true }
        let isDeclaration = span.path == "content/site.yml" || span.path.hasSuffix("/_collection.yml")
        return isDeclaration && other.span.path != span.path
    }
}

extension Report {
    /// - Parameter terminal: Where the mended mistakes are told of.
    func list(mended mistakes: [Diagnostic], on terminal: Terminal = .standardOutput) {
        guard format == .human || format == .github else { return }
        for mistake in mistakes {
            let span = mistake.span
            // What became of a former word is in the message itself.
            let help = mistake.rule == .wordFormer ? "" : mistake.help.map { "; \($0)" } ?? ""
            let said = "\(span.path):\(span.line):\(span.column): \(mistake.message) [\(mistake.rule)]\(help)"
            terminal.write("mended: \(Excerpt.printable(said))\n")
        }
        let files = Set(mistakes.map(\.span.path)).count
        terminal.write(
            mistakes.isEmpty
                ? "nothing that Kairan can mend\n"
                : "\(count(mistakes.count, "mistake")) mended in \(count(files, "file"))\n")
    }
}
