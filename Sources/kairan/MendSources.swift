import KairanBuild
internal import KairanEditing
import KairanModel
import KairanReaders

/// The sources of a site while Kairan mends what it can. They change in memory, and are written once, in the end.
struct SourceMending {
    private let options: BuildOptions
    private let sources: SourceTree
    /// The diagnostics from reading the sources.
    let found: [Diagnostic]
    /// The sources as they are now.
    private(set) var tree: SourceTree
    /// The mends that failed and are not tried again.
    private var refused: Set<MendID> = []
    /// The mistakes that were mended.
    private(set) var mended: [Diagnostic] = []
    /// The mistakes that led to giving up a mend, and those that stay because of it.
    private var causes: [MendID: Diagnostic] = [:]
    private(set) var unmended: [(mistake: Diagnostic, cause: Diagnostic)] = []
    /// The number of times that mends led to another mistake.
    private var failureCount = 0

    /// Each attempt builds the site, so what cannot be told apart with a few of them is left to people.
    private static let maximumFailures = 8
    /// Each round takes mistakes away or gives some up. Most boards need two or three.
    private static let maximumRounds = 50

    /// Throws `ReadError`.
    init(_ options: BuildOptions) throws {
        self.options = options
        let read = try readSourceTree(options.folder, publishedTo: options.output)
        (sources, found) = (read.value, read.diagnostics)
        tree = sources
    }

    /// Mends what can be mended in one way only, and then what was most likely meant, as long as that leads to no other
    /// mistake. A mend may show the next mistake, so this goes on until there is nothing left to mend.
    ///
    /// Throws `CannotEdit`, `OptionError` and `ReadError`.
    mutating func mend() throws {
        var mistakes = try self.mistakes(in: tree)
        for _ in 0..<Self.maximumRounds {
            let mendable = mendable(mistakes, in: tree)
            if mendable.isEmpty { break }
            let certain = mendable.filter { $0.fix?.isCertain == true }
            mistakes = try mend(certain.isEmpty ? mendable : certain, of: mistakes)
        }
        unmended = mistakes.filter { $0.fix != nil }.compactMap { mistake in
            causes[MendID(mistake)].map { (mistake, $0) }
        }
    }

    /// Mends some of the mistakes together, and returns the mistakes that are left. If another mistake follows, what may
    /// have caused it waits until the rest is mended, and is then tried in two parts.
    private mutating func mend(_ some: [Diagnostic], of mistakes: [Diagnostic]) throws -> [Diagnostic] {
        var mistakes = mistakes
        var parts = [Set(some.map(MendID.init))]
        while let part = parts.popLast() {
            guard failureCount < Self.maximumFailures else {
                refused.formUnion(part)
                continue
            }
            // After another part, the same mistakes may stand elsewhere.
            let wished = mendable(mistakes, in: tree).filter { part.contains(MendID($0)) }
            if wished.isEmpty { continue }
            switch try attempt(wished, of: mistakes) {
            case .proved(let proved):
                (tree, mistakes, mended) = (proved.tree, proved.left, mended + proved.made)
            case .failed(let blame):
                failureCount += 1
                let blamed = blame.all
                if let cause = blame.cause { for mend in blamed { causes[mend] = causes[mend] ?? cause } }
                let innocent = part.subtracting(blamed)
                if innocent.isEmpty {
                    refused.formUnion(blame.surely)
                    parts += divided(wished.filter { !blame.surely.contains(MendID($0)) }, blame)
                } else {
                    parts += [blamed, innocent]
                }
            }
        }
        return mistakes
    }

    /// Gives up what is the only suspect of its file, and returns two parts of the rest. Files are divided side by side, as long as
    /// each new mistake stands in a file that was mended.
    private mutating func divided(_ suspects: [Diagnostic], _ blame: Blame) -> [Set<MendID>] {
        let groups = Dictionary(grouping: suspects) { blame.isAnywhere ? "" : $0.span.path }
        var halves: (first: Set<MendID>, second: Set<MendID>) = ([], [])
        for group in groups.values {
            let mends = group.map(MendID.init).reduce(into: [MendID]()) { mends, next in
                if !mends.contains(next) { mends.append(next) }
            }
            if mends.count == 1 {
                refused.formUnion(mends)
            } else {
                halves.first.formUnion(mends[..<(mends.count / 2)])
                halves.second.formUnion(mends[(mends.count / 2)...])
            }
        }
        return [halves.second, halves.first].filter { !$0.isEmpty }
    }

    /// Makes mends together, and those of the mistakes that come to light with them.
    private func attempt(_ some: [Diagnostic], of before: [Diagnostic]) throws -> MendAttempt {
        var (tree, made) = try tree.mending(some)
        if made.isEmpty { return .failed(Blame(surely: Set(some.map(MendID.init)))) }
        let first = made
        var roundCount = 0
        while true {
            let left = try mistakes(in: tree)
            let proof = MendProof(first: first, made: made, before: before, left: left)
            if proof.holds { return .proved((tree, made, left)) }
            let next = mendable(proof.unexpected, in: tree)
            let isAll = proof.remaining.isEmpty && next.count == proof.unexpected.count
            guard isAll, roundCount < 3 else { return .failed(proof.blame(besides: isAll ? [] : next)) }
            let (nextTree, nextMade) = try tree.mending(next)
            if nextMade.isEmpty { return .failed(proof.blame()) }
            (tree, made) = (nextTree, made + nextMade)
            roundCount += 1
        }
    }

    /// Returns the mistakes that can be mended. Somebody may have meant something else by a value that was mended before,
    /// so there only a mend that is certain follows.
    private func mendable(_ mistakes: [Diagnostic], in tree: SourceTree) -> [Diagnostic] {
        var places: [String: MendedPlaces] = [:]
        for (old, new) in zip(sources.files, tree.files) where old.bytes != new.bytes {
            places[new.path] = MendedPlaces(old.bytes, new.bytes)
        }
        return mistakes.filter { mistake in
            guard let fix = mistake.fix, !refused.contains(MendID(mistake)) else { return false }
            return fix.isCertain || places[mistake.span.path]?.contains(mistake, fix) != true
        }
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

extension Report {
    /// - Parameter terminal: Where the mended mistakes are told of.
    func list(
        mended mistakes: [Diagnostic], unmended: [(mistake: Diagnostic, cause: Diagnostic)] = [],
        on terminal: Terminal = .standardOutput
    ) {
        guard format == .human || format == .github else { return }
        for mistake in mistakes {
            // The message about a former word already names the new one.
            let help = mistake.rule == .wordFormer ? "" : mistake.help.map { "; \($0)" } ?? ""
            terminal.write("mended: \(Excerpt.printable(mistake.said + help))\n")
        }
        let files = Set(mistakes.map(\.span.path)).count
        terminal.write(
            mistakes.isEmpty
                ? "nothing that Kairan can mend\n"
                : "\(count(mistakes.count, "mistake")) mended in \(count(files, "file"))\n")
        for (mistake, cause) in unmended {
            let said = "\(mistake.said), as this would follow: \(cause.message)"
            terminal.write("not mended: \(Excerpt.printable(said))\n")
        }
    }
}

extension Diagnostic {
    fileprivate var said: String { "\(span.path):\(span.line):\(span.column): \(message) [\(rule)]" }
}
