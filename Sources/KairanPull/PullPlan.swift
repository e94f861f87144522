package import KairanBuild
internal import KairanContent
package import KairanModel
internal import KairanPublish
package import KairanReaders
internal import KairanSystem

/// The outcome of asking one source.
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
    /// The variables of the environment whose values it gets, each with the host.
    package var sends: [SentVariable] = []
    package var warnings: [Diagnostic] = []
    /// The reasons for which what was taken before stays, as warnings.
    package var reasons: [Diagnostic] = []

    package var diagnostics: [Diagnostic] { warnings + reasons }
}

/// A variable of the environment whose value a source gets.
package struct SentVariable: Sendable {
    package var variable: String
    package var host: String
}

/// The files that a pull will write, and the outcome for each source.
package struct PullPlan: Sendable {
    package var sources: [PulledSource] = []
    /// The mistakes that kept Kairan from asking at all.
    package var diagnostics: [Diagnostic] = []
    package var tree: SourceTree
    /// The answers that diagnostics speak of.
    package var answers: [SourceFile] = []
    /// The sources that are not asked, since they were a short time ago.
    package var waiting: [NextPull] = []
    fileprivate var files: [WishedFile] = []
    fileprivate var asked: AskedTimes?

    package var paths: [String] { files.map(\.path) }

    /// Writes the files of all sources, or none, and notes when these were asked.
    package func write() throws(ReadError) {
        try writeFiles(files)
        if !sources.isEmpty { asked?.write() }
    }
}

/// Asks the sources of a site, and finds out what they would change. A source that fails keeps no other from being
/// taken.
///
/// Throws `OptionError` and `ReadError`.
///
/// - Parameter names: The collections to pull; empty for all.
/// - Parameter onlyDue: Whether to leave out sources that were asked a shorter time ago than they say.
/// - Parameter tell: This is called for each variable of the environment before its value is sent.
package func planPull(
    _ names: [String], onlyDue: Bool, _ fetching: FetchOptions, _ options: BuildOptions, tell: (SentVariable) -> Void
) throws -> PullPlan {
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
    let wished = pulled.filter { names.isEmpty || names.contains($0.name) }
    if onlyDue {
        plan.waiting = try nextPulls(of: tree.value, options).filter { next in
            !next.isDue && wished.contains { $0.name == next.collection }
        }
    }
    var attempts: [Attempt] = []
    var asked = AskedTimes(of: options.folder)
    for declaration in wished where !plan.waiting.contains(where: { $0.collection == declaration.name }) {
        let sends = declaration.source?.sends ?? []
        sends.forEach(tell)
        attempts.append(puller.attempt(declaration))
        attempts[attempts.count - 1].told.sends = sends
        if let source = declaration.source { asked.note(declaration.name, at: source.url, options.clockText) }
    }
    plan.asked = asked
    try puller.judge(&attempts)
    for var attempt in attempts {
        if attempt.isEdited { attempt.tellEdited() }
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
    /// The number of entries before the pull.
    let standing: Int
    /// This is true if somebody changed the entries since the last pull.
    var isEdited = false
    var pages: [SourceFile] = []
    /// The file to write and its lock; nil if nothing is written.
    var file: (entries: PulledFile, lock: PullLock)?

    mutating func tellEdited() {
        let isTakenBack = if case .kept = told.outcome { false } else { true }
        told.warnings.append(
            Diagnostic(
                .warning, .pullFile,
                "somebody changed what was pulled; "
                    + (isTakenBack ? "it is taken back now" : "a pull that succeeds takes it back"),
                at: SourceSpan(path: declaration.pulledPath),
                help: "write values of your own into \(declaration.ownPath)"))
    }

    mutating func keep(_ diagnostics: [Diagnostic]) {
        (told.outcome, told.count) = (.kept, standing)
        file = nil
        told.reasons += diagnostics.sortedForReport.prefix(10).map { diagnostic in
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
        let lockFile = source(declaration.lockPath)
        let lock = lockFile.flatMap(PullLock.init)
        let old = source(declaration.pulledPath)
        let oldCount = old.flatMap { readYAML($0).value?.elements?.count } ?? 0
        var attempt = Attempt(
            declaration: declaration,
            told: PulledSource(collection: declaration.name, outcome: .unchanged, count: oldCount), standing: oldCount)
        guard let source = declaration.source else { return attempt }
        let isIntact = lock != nil && old.map { hashText($0.bytes) } == lock?.entries
        if let old, !isIntact, addressKept(by: old) == nil, !old.bytes.allSatisfy({ $0 <= 0x20 }) {
            attempt.keep([
                Diagnostic(
                    .warning, .pullFile, "no pull wrote this file, and one would replace it",
                    at: SourceSpan(path: old.path),
                    help: "rename it: entries of your own may stand in any other file of the folder")
            ])
            return attempt
        }
        if let lockFile, lock == nil {
            attempt.told.warnings.append(
                Diagnostic(
                    .warning, .pullFile, "what the last pull wrote here is damaged, so the whole source is asked for",
                    at: SourceSpan(path: lockFile.path), help: "leave this file to kairan pull"))
        }
        do throws(PullFailure) {
            try take(source, isIntact ? lock : nil, after: old, lock, &attempt)
        } catch {
            attempt.keep([Diagnostic(.warning, error.rule, error.message, at: source.span, help: error.help)])
        }
        attempt.isEdited = old != nil && lock != nil && !isIntact
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
        let fetcher = try SourceFetcher(source, fetching, after: earlier, curl)
        guard case .pages(let pages, let state) = try fetcher.fetch() else { return }
        attempt.pages = pages
        let answer = hashText(pages.flatMap(\.bytes))
        if same?.answer == answer { return }
        let itemsRead = readItems(pages, declaration, source, zone)
        guard let items = itemsRead.value else { return attempt.keep(itemsRead.diagnostics) }
        let made = pulledFile(items, declaration, source, zone)
        guard let file = made.value else { return attempt.keep(made.diagnostics) }
        attempt.told.warnings += (itemsRead.diagnostics + made.diagnostics).filter { $0.severity == .warning }
        try checkCount(file.count, before: max(lock?.count ?? 0, attempt.standing), declaration)
        let elements = readYAML(SourceFile(path: declaration.pulledPath, bytes: file.bytes)).value?.elements ?? []
        try checkPlaces(old.flatMap { readYAML($0).value?.elements } ?? [], elements, declaration)
        try fetcher.checkSecrets(
            in: [file.bytes, elements.flatMap(\.texts)]
                + [state.entityTag, state.modified].compactMap { $0.map { Array($0.utf8) } })
        // A lock that is lost, or of another declaration, is written anew.
        if file.bytes == old?.bytes, same != nil { return }
        attempt.file = (
            file,
            PullLock(
                url: source.url, time: options.clockText, state,
                declaration: declared, answer: answer, entries: hashText(file.bytes), count: file.count)
        )
        if file.bytes == old?.bytes { return }
        attempt.told.outcome = differences(from: old, to: file, declaration)
        attempt.told.count = file.count
    }

    /// Refuses an answer that has hardly anything of what there was.
    private func checkCount(
        _ count: Int, before: Int, _ declaration: CollectionDeclaration
    ) throws(PullFailure) {
        if count == 0, !declaration.mayBeEmpty {
            throw PullFailure(
                "the source has no items", help: "if it may have none, declare mayBeEmpty: true", rule: .pullShrunk)
        }
        guard before >= 10, count * 10 <= before else { return }
        throw PullFailure(
            "the source has \(count == 1 ? "1 item" : "\(count) items"), and had \(before)",
            help: "if that is right, \(declaration.startAgain)", rule: .pullShrunk)
    }

    /// Refuses an answer in which nothing has a value that most entries had.
    private func checkPlaces(
        _ before: [SourceNode], _ after: [SourceNode], _ declaration: CollectionDeclaration
    ) throws(PullFailure) {
        if after.isEmpty { return }
        for name in declaration.pulledFields.map(\.name) where !after.contains(where: { $0[name] != nil }) {
            let count = before.count { $0[name] != nil }
            guard count >= 3, count * 2 >= before.count else { continue }
            throw PullFailure(
                "no item has a value for '\(name)' any more, and \(count) of \(before.count) entries had one",
                help: "compare 'from' with what the source answers now; if that is right, \(declaration.startAgain)",
                rule: .pullItems)
        }
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
            .compactMap { path, bytes in
                let old = source(path)?.bytes
                return old == bytes
                    ? nil
                    : WishedFile(
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
        let before = counts(try mistakes(attempts, [], builds))
        // One after the other, so that a wrong source does not keep the others.
        for index in open {
            // The same mistake may come once more, at another place.
            let now = try mistakes(attempts, taken + [index], builds)
            let more = counts(now).filter { $0.value > before[$0.key, default: 0] }
            let found = now.filter { more[$0.saying] != nil }
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

private func counts(_ diagnostics: [Diagnostic]) -> [Diagnostic.Saying: Int] {
    diagnostics.reduce(into: [:]) { $0[$1.saying, default: 0] += 1 }
}

extension BuildOptions {
    /// The present moment as a lock has it.
    fileprivate var clockText: String { SiteTimeZone.utc.dateTime(epochSeconds: clock).description }
}

extension ContentSource {
    /// The variables of the environment whose values it gets, each with the host.
    fileprivate var sends: [SentVariable] {
        let host = WebPlace(url)?.host ?? url
        return headers.map { SentVariable(variable: $0.variable, host: host) }
    }
}

extension CollectionDeclaration {
    /// The words that tell how to take whatever the source has now.
    fileprivate var startAgain: String { "remove \(pulledPath) and \(lockPath), and pull again" }
}

extension SourceNode {
    /// All texts in it, as they are without quotes and escapes.
    fileprivate var texts: [UInt8] {
        if let text = scalar { return Array(text.utf8) + [0x0A] }
        return (members ?? []).flatMap { Array($0.key.utf8) + [0x0A] + $0.value.texts }
            + (elements ?? []).flatMap(\.texts)
    }
}
