package import KairanBuild
internal import KairanContent
package import KairanModel
internal import KairanPublish
package import KairanReaders
internal import KairanSystem

/// What became of one source.
package struct PulledSource: Sendable {
    package enum Outcome: Sendable {
        case unchanged
        /// The numbers of entries that are new, different and gone.
        case taken(new: Int, changed: Int, gone: Int)
        /// The source failed, and what was taken before stays.
        case kept
    }

    package var collection: String
    package var outcome: Outcome
    /// The number of entries after the pull.
    package var count: Int
    /// The warnings and, for a source that failed, the reasons.
    package var diagnostics: [Diagnostic] = []
}

/// What a pull would write, before anything is written.
package struct PullPlan: Sendable {
    package var sources: [PulledSource] = []
    /// The mistakes that kept Kairan from asking at all.
    package var diagnostics: [Diagnostic] = []
    package var tree: SourceTree
    /// The answers that diagnostics speak of.
    package var answers: [SourceFile] = []
    fileprivate var files: [WishedFile] = []

    package var paths: [String] { files.map(\.path) }

    /// Writes the files of all sources, or none.
    package func write() throws(ReadError) { try writeFiles(files) }
}

/// Asks the sources of a site, and finds out what they would change. A source that fails keeps no other from being
/// taken.
///
/// Throws `OptionError` and `ReadError`.
///
/// - Parameter names: The collections to pull; empty for all.
package func planPull(_ names: [String], _ fetching: FetchOptions, _ options: BuildOptions) throws -> PullPlan {
    let tree = try readSourceTree(options.folder, publishedTo: options.output)
    var plan = PullPlan(tree: tree.value)
    let declarations = readDeclarations(tree.value.files)
    plan.diagnostics = tree.diagnostics.filter { $0.severity == .error } + declarations.diagnostics
    let pulled = declarations.value.collections.filter { $0.source != nil }
    for name in names where !pulled.contains(where: { $0.name == name }) {
        guard !plan.diagnostics.hasErrors else { continue }
        let isThere = declarations.value.collection(name) != nil
        throw OptionError(
            description: isThere
                ? "the collection '\(name)' has no 'source'; its entries are kept here"
                : "there is no collection '\(name)'"
                    + (nearestName(to: name, in: pulled.map(\.name)).map { "; did you mean '\($0)'?" } ?? ""))
    }
    guard !plan.diagnostics.hasErrors else { return plan }
    let puller = Puller(
        tree: tree.value, zone: declarations.value.settings.timeZone, fetching: fetching, options: options)
    let asked = pulled.filter { names.isEmpty || names.contains($0.name) }
    var attempts = asked.map { puller.attempt($0) }
    try puller.judge(&attempts)
    for attempt in attempts {
        plan.sources.append(attempt.told)
        plan.answers += attempt.told.diagnostics.isEmpty ? [] : attempt.pages
        if attempt.file != nil { plan.files += puller.wishes(attempt) }
    }
    return plan
}

/// A source that was asked.
private struct Attempt {
    let declaration: CollectionDeclaration
    var told: PulledSource
    var pages: [SourceFile] = []
    /// The file to write and its lock; nil if nothing is written.
    var file: (entries: PulledFile, lock: PullLock)?

    mutating func keep(_ diagnostics: [Diagnostic]) {
        told.outcome = .kept
        file = nil
        told.diagnostics += diagnostics.sortedForReport.prefix(10).map { diagnostic in
            var diagnostic = diagnostic
            diagnostic.severity = .warning
            diagnostic.fix = nil
            return diagnostic
        }
    }
}

private struct Puller {
    let tree: SourceTree
    let zone: SiteTimeZone
    let fetching: FetchOptions
    let options: BuildOptions

    private func source(_ path: String) -> SourceFile? { tree.files.first { $0.path == path } }

    func attempt(_ declaration: CollectionDeclaration) -> Attempt {
        let lock = source(declaration.lockPath).flatMap(PullLock.init)
        let old = source(declaration.pulledPath)
        let oldCount = old.flatMap { readYAML($0).value?.elements?.count } ?? 0
        var attempt = Attempt(
            declaration: declaration,
            told: PulledSource(collection: declaration.name, outcome: .unchanged, count: oldCount))
        guard let source = declaration.source else { return attempt }
        let isIntact = lock != nil && old.map { hashText($0.bytes) } == lock?.entries
        if let old, lock != nil, !isIntact {
            attempt.told.diagnostics.append(
                Diagnostic(
                    .warning, .pullFile, "somebody changed what was pulled; the next pull takes it back",
                    at: SourceSpan(path: old.path), help: "write values of your own into \(declaration.ownPath)"))
        }
        do throws(PullFailure) {
            try take(source, isIntact ? lock : nil, after: old, lock, &attempt)
        } catch {
            attempt.keep([Diagnostic(.warning, error.rule, error.message, at: source.span, help: error.help)])
        }
        return attempt
    }

    /// - Parameter known: The lock of the entries as they are; nil if they are not what was pulled.
    /// - Parameter lock: The lock of the last pull.
    private func take(
        _ source: ContentSource, _ known: PullLock?, after old: SourceFile?, _ lock: PullLock?, _ attempt: inout Attempt
    ) throws(PullFailure) {
        let declaration = attempt.declaration
        let declared = hashText((self.source(declaration.span.path)?.bytes ?? []) + Array(zone.identifier.utf8))
        let same = known.flatMap { $0.declaration == declared && $0.url == source.url ? $0 : nil }
        let earlier = same.map { FetchedState(entityTag: $0.entityTag, modified: $0.modified) }
        let curl = try Curl()
        defer { curl.end() }
        let fetched = try SourceFetcher(source, fetching, after: earlier, curl).fetch()
        guard case .pages(let pages, let state) = fetched else { return }
        attempt.pages = pages
        let answer = hashText(pages.flatMap(\.bytes))
        if same?.answer == answer { return }
        let items = readItems(pages, declaration, source)
        guard let items = items.value else { return attempt.keep(items.diagnostics) }
        let made = pulledFile(items, declaration, source, zone)
        guard let file = made.value else { return attempt.keep(made.diagnostics) }
        try checkCount(file.count, lock, declaration)
        if file.bytes == old?.bytes { return }
        attempt.file = (
            file,
            PullLock(
                url: source.url, time: SiteTimeZone.utc.dateTime(epochSeconds: options.clock).description, state,
                declaration: declared, answer: answer, entries: hashText(file.bytes), count: file.count)
        )
        attempt.told.outcome = differences(from: old, to: file, declaration)
        attempt.told.count = file.count
    }

    /// Refuses an answer that has hardly anything of what there was.
    private func checkCount(_ count: Int, _ lock: PullLock?, _ declaration: CollectionDeclaration) throws(PullFailure) {
        let before = lock?.count ?? 0
        if count == 0, !declaration.mayBeEmpty {
            throw PullFailure(
                "the source has no items", help: "if it may have none, declare mayBeEmpty: true", rule: .pullShrunk)
        }
        guard before >= 10, count * 10 <= before else { return }
        throw PullFailure(
            "the source has \(count == 1 ? "1 item" : "\(count) items"), and had \(before)",
            help: "if that is right, remove \(declaration.lockPath) and pull again", rule: .pullShrunk)
    }

    private func differences(
        from old: SourceFile?, to new: PulledFile, _ declaration: CollectionDeclaration
    ) -> PulledSource.Outcome {
        func entries(_ file: SourceFile) -> [String: [UInt8]] {
            let elements = readYAML(file).value?.elements ?? []
            return Dictionary(
                elements.map { (declaration.id(ofListed: $0) ?? "", Array(file.bytes[$0.range])) }
            ) { first, _ in first }
        }
        let before = old.map(entries) ?? [:]
        let after = entries(SourceFile(path: declaration.pulledPath, bytes: new.bytes))
        return .taken(
            new: after.count { before[$0.key] == nil },
            changed: after.count { entry in before[entry.key].map { $0 != entry.value } ?? false },
            gone: before.count { after[$0.key] == nil })
    }

    func wishes(_ attempt: Attempt) -> [WishedFile] {
        guard let file = attempt.file else { return [] }
        return [(attempt.declaration.pulledPath, file.entries.bytes), (attempt.declaration.lockPath, file.lock.bytes)]
            .map {
                path, bytes in
                let old = source(path)?.bytes
                return WishedFile(
                    path: located(path, in: options.folder), bytes: bytes, isNew: old == nil, expected: old)
            }
    }
}

extension Puller {
    /// Builds the site with all that was pulled. Where that is wrong and was not before, the source that brought it is
    /// kept as it was.
    func judge(_ attempts: inout [Attempt]) throws {
        let open = attempts.indices.filter { attempts[$0].file != nil }
        if open.isEmpty { return }
        let builds = RepeatedBuild(clock: .system)
        var taken: [Int] = []
        guard try !mistakes(attempts, open, builds).isEmpty else { return }
        let before = Set(try mistakes(attempts, [], builds).map(Saying.init))
        // One after the other, so that a wrong source does not keep the others.
        for index in open {
            let found = try mistakes(attempts, taken + [index], builds).filter { !before.contains(Saying($0)) }
            if found.isEmpty {
                taken.append(index)
            } else {
                attempts[index].keep(found.map { told($0, attempts[index]) })
            }
        }
    }

    private func mistakes(_ attempts: [Attempt], _ chosen: [Int], _ builds: RepeatedBuild) throws -> [Diagnostic] {
        var wished: [String: [UInt8]?] = [:]
        for index in chosen { wished[attempts[index].declaration.pulledPath] = attempts[index].file?.entries.bytes }
        return try builds.trying(wished, options).result.diagnostics.filter { $0.severity == .error }
    }

    /// Returns the diagnostic with its place in the source instead of a line of a file that is not written.
    private func told(_ diagnostic: Diagnostic, _ attempt: Attempt) -> Diagnostic {
        guard diagnostic.span.path == attempt.declaration.pulledPath else { return diagnostic }
        var diagnostic = diagnostic
        diagnostic.span =
            attempt.file?.entries.place(ofLine: diagnostic.span.line) ?? attempt.declaration.source?.span
            ?? diagnostic.span
        diagnostic.related = []
        return diagnostic
    }
}

/// What a diagnostic says, wherever it stands.
private struct Saying: Hashable {
    let path: String
    let rule: Rule
    let message: String

    init(_ diagnostic: Diagnostic) {
        (path, rule, message) = (diagnostic.span.path, diagnostic.rule, diagnostic.message)
    }
}
