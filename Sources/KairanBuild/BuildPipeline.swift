internal import KairanContent
package import KairanModel
package import KairanOutput
internal import KairanReaders
internal import KairanSystem

// The whole flow: SourceTree -> Content -> OutputPlan -> RenderedOutputs -> SealedOutputs -> Publication.
// Each stage is a function of its input: what the sources hold is settled above the first hop, and files are written
// after the last.

/// Everything a build made, before any of it is written.
package struct BuildResult: Sendable {
    /// What was made, sorted by path; empty while an error exists.
    package var files: [OutputFile] = []
    /// Of all files.
    package var byteCount = 0
    /// Outputs of an earlier build that are the same in this one, sorted by path.
    package var kept: [KeptOutput] = []
    /// Nil when the content could not be read far enough, or did not have to be.
    package var plan: OutputPlan?
    /// Nil where the build did not come so far.
    package var versions: ReviewedVersions?
    /// Sorted by place.
    package var diagnostics: [Diagnostic]
    package var counts = BuildCounts()
    /// Those with windows; nil where they are as the last publication says.
    var entries: PublishedEntries?
    /// Why each of `files` was made, in their order.
    package var reasons: [String] = []
    /// False when some link may be wrong, be it reported or not.
    var linksAreRight = true
    /// True when a build of everything would say just the same of what is wrong.
    var saysEverything = false
    /// True when what an earlier build left turned out to be damaged: then this means nothing.
    var isOfDamagedRecord = false
    /// True when an earlier build was the same in everything.
    package var isRepeated = false
    /// True when the site's own settings say as of which moment it is built: then it never changes by itself.
    package var momentIsPinned = false
    /// What the next build may take over; nil while an error exists.
    package var draft: (@Sendable () -> RecordDraft)?

    init(diagnostics: [Diagnostic], meant: [MeantWarning], plan: OutputPlan? = nil) {
        (self.diagnostics, self.plan) = (diagnostics.leavingOut(meant).sortedForReport, plan)
    }
}

/// A site that was read from its folder and built.
package struct SiteBuild: Sendable {
    package var tree: SourceTree
    package var result: BuildResult
    package var earlier: EarlierBuild?
    /// For whoever publishes it.
    package var seen = SeenPast()
}

/// Reads the site in a folder and builds it. With a publisher, what an earlier build made and this one would make again
/// is kept.
///
/// Throws `OptionError`, `ReadError` and `PublishError`.
package func buildSite(
    _ options: BuildOptions, for publisher: borrowing Publisher? = nil,
    progress: (_ done: Int, _ total: Int) -> Void = { _, _ in }
) throws -> SiteBuild {
    // What a record says fills a few long lists, as does what is made of these.
    if publisher?.hasStore() == true {
        growHeapsInLargeSteps()
    }
    let twins = publisher?.twinMirror()
    let record = publisher?.readRecord()
    let earlier = publisher?.earlierBuild(record, twins)
    do {
        var built = try buildSite(options, for: publisher, earlier, progress)
        if record == nil, publisher?.hasStore() == true {
            built.result.giveAsReason(.damagedRecord)
        }
        return built
    } catch let error as ReadError where error.isLate {
        // A source changed meanwhile, or it is not what the record says: then it says nothing.
        return try buildSite(options, for: publisher, nil, progress)
    }
}

private func buildSite(
    _ options: BuildOptions, for publisher: borrowing Publisher?, _ earlier: EarlierBuild?,
    _ progress: (_ done: Int, _ total: Int) -> Void
) throws -> SiteBuild {
    let lookBack = Concurrent(isUrgent: true) { LookBack(options) }
    let record = earlier?.record
    let tree = try readSourceTree(
        options.folder, known: record?.sources ?? [], in: record?.folders(of: options) ?? [])
    var result = try build(
        tree.value, options, after: earlier, published: lookBack.value,
        pictureCache: publisher?.pictureCache() ?? PictureCache(reading: options), progress: progress)
    result.add(tree.diagnostics)
    return SiteBuild(tree: tree.value, result: result, earlier: earlier, seen: lookBack.value.seen)
}

/// Turns a site's sources into the files of its publication; what an earlier build made and this one would make again
/// is kept.
///
/// Throws `OptionError`, and a `ReadError` for a source that is not what it was when the tree was read.
package func build(
    _ tree: SourceTree, _ options: BuildOptions, after earlier: EarlierBuild? = nil,
    published: LookBack = .none, pictureCache: PictureCache = .none,
    seen: SeenPages? = nil, progress: (_ done: Int, _ total: Int) -> Void = { _, _ in }
) throws -> BuildResult {
    var foundDamage = false
    // What stands in the folder is not what was published last, and all else that an earlier build left is of that.
    let earlier = published.isInFolder ? earlier : nil
    // What is wrong, and which name was perhaps meant, only a build of everything can say.
    if let earlier {
        let result = try run(tree, options, earlier, published, pictureCache, seen, progress)
        if let failure = tree.lateFailure { throw failure }
        if let failure = earlier.standing.failure { throw failure }
        foundDamage = result.isOfDamagedRecord
        if !foundDamage, result.saysEverything || !result.diagnostics.hasErrors && result.linksAreRight {
            return result
        }
    }
    var result = try run(tree, options, nil, published, pictureCache, nil, progress)
    if let failure = tree.lateFailure { throw failure }
    if foundDamage { result.giveAsReason(.damagedRecord) }
    return result
}

private func run(
    _ sources: SourceTree, _ options: BuildOptions, _ earlier: EarlierBuild?, _ lookBack: LookBack,
    _ pictureCache: PictureCache, _ seen: SeenPages?, _ progress: (_ done: Int, _ total: Int) -> Void
) throws(OptionError) -> BuildResult {
    var diagnostics: [Diagnostic] = []

    let hasSameSources = earlier?.hasSameSources(sources) ?? false
    // Where a source is another one they are needed, and reading them takes as long as what comes before that.
    let detailsAhead = hasSameSources ? nil : earlier?.readingDetails()
    let edit = earlier.flatMap { EntryEdit($0, sources, options) }
    let declarations =
        if let edit { edit.declarations } else {
            try readDeclarations(sources.files).collected(&diagnostics).applying(options)
        }
    // Against names that could not be read, every entry and template would seem wrong.
    guard declarations.settings.isComplete,
        !diagnostics.contains(where: { $0.severity == .error && isDeclaration($0.span.path) })
    else {
        return BuildResult(diagnostics: diagnostics, meant: declarations.settings.meant)
    }
    let meant = declarations.settings.meant
    let moment = try moment(declarations.settings, options)
    let isPinned = declarations.settings.moment != nil
    if let earlier, hasSameSources, earlier.isCurrent(options, at: moment) {
        var result = earlier.result(sources, meant)
        result.momentIsPinned = isPinned
        return result
    }
    let details = detailsAhead ?? earlier?.readingDetails()
    earlier?.lookAtTwins()

    let templates = edit?.templates ?? compileTemplates(sources.files, declarations).collected(&diagnostics)
    let terms = SealingTerms(
        sources.files, after: lookBack.state(asking: templates.pathsOfPromises), accepting: options.accepted,
        isFirstPublication: options.isFirstPublication)
    let bases = sources.bases(options, templates)
    let compared =
        earlier?.compare(sources, declarations, bases, details) ?? .failure(.init(reason: "no earlier build is known"))
    let forgetsBytes = !templates.needs.contains(.plainText)
    let cached = compared.build?.content
    let content = readContent(
        sources.files, declarations, cached: cached, forgetsBytes: forgetsBytes
    ).collected(&diagnostics)
    guard !diagnostics.hasErrors else {
        diagnostics += missingEntries(named: templates, content)
        diagnostics += checkSourceLinks(content, sources.files)
        var result = BuildResult(diagnostics: diagnostics, meant: meant)
        result.saysEverything = cached?.isBlamed(diagnostics, sources.files) != true
        result.isOfDamagedRecord = content.isDamaged
        return result
    }
    // The sources' bytes are most of what is free now; outputs seldom fit where they stood. On an earlier build few were
    // read.
    if earlier == nil { returnFreedMemory() }

    let plan = planOutputs(templates, content, at: moment, pictureCache: pictureCache) {
        compared.knownSearches($0)
    }.collected(&diagnostics)
    guard !diagnostics.hasErrors else {
        // What cannot be rendered is compared all the same, so that no refusal is found one run later.
        diagnostics += plan.review(terms).diagnostics
        if options.isComparison { diagnostics.takeRefusalsForWarnings() }
        diagnostics += checkSourceLinks(content, sources.files)
        var result = BuildResult(diagnostics: diagnostics, meant: meant, plan: plan)
        result.isOfDamagedRecord = content.isDamaged
        return result
    }

    let choice = OutputChoice(plan, sources, compared.ofOutputs)
    let rendering = RenderOptions(style: options.style)
    if let seen { choice.show(seen, plan, rendering) }
    let kept = choice.keptOutputs
    let rendered = plan.render(
        choice.made.map { choice.outputs[$0] }, rendering, progress: progress
    ).collected(&diagnostics)
    let unpublished = earlier?.unpublished
    let keptFiles = KeptFiles(kept.map(\.path), choice.keptClocks, arePublished: unpublished == nil) { path in
        unpublished.map { $0(path) } ?? lookBack.bytes(path)
    }
    let sealed = plan.seal(
        rendered, keeping: keptFiles, terms, rendering, shown: { choice.shownEntries($0, content) }
    ).collected(&diagnostics)
    if options.isComparison { diagnostics.takeRefusalsForWarnings() }
    let (made, chosen) = (sealed.made, choice.adding(sealed.versions.outputs))
    let paths = chosen.outputs.map(\.path)
    diagnostics += content.checkTrash(on: moment.date)
    diagnostics += plan.checkOutputs(paths) + plan.checkRevisions(paths) + plan.checkFolders(paths)
    let links = LinkCheck(made, chosen, plan, sources)
    // Of outputs that were not made it could not say what is wrong.
    if !links.areRight, earlier == nil { diagnostics += plan.checkLinks(made.map(\.file)) }

    var result = BuildResult(diagnostics: diagnostics, meant: meant, plan: plan)
    result.versions = sealed.versions
    (result.linksAreRight, result.isOfDamagedRecord) = (links.areRight, content.isDamaged)
    result.momentIsPinned = isPinned
    guard !diagnostics.hasErrors else { return result }
    result.files = made.map(\.file)
    result.entries = plan.windowedEntries
    result.kept = kept
    result.byteCount =
        result.files.reduce(0) { $0 + $1.bytes.count } + result.kept.reduce(0) { $0 + Int($1.stamp.size) }
    result.reasons = chosen.reasons
    result.counts = BuildCounts(plan)
    let (hashes, traces, clock) = (
        made.map(\.hash), made.map(\.trace), made.reduce(Reads.Clock.none) { $0.and($1.clock) }
    )
    // Once it is published, there is a list.
    let (warnings, counts) = (
        diagnostics.sortedForReport.filter { !(PublishedState.rules + [windowOverRule]).contains($0.rule) },
        result.counts
    )
    result.draft = {
        RecordDraft(
            hashes: hashes, traces: traces, clock: clock, chosen, links, plan, sources, bases: bases,
            diagnostics: warnings, counts: counts)
    }
    return result
}

/// `--at`, else the site's own moment, else the clock.
func moment(_ settings: SiteSettings, _ options: BuildOptions) throws(OptionError) -> DateTime {
    guard let text = options.moment else {
        let moment = settings.moment ?? settings.timeZone.dateTime(epochSeconds: options.clock)
        guard moment.isWritable else {
            throw OptionError(description: MomentMistake.year.message(for: moment.description))
        }
        return moment
    }
    switch settings.timeZone.readMomentOrDay(text) {
    case .success(let moment): return moment
    case .failure(.form):
        throw OptionError(description: "'\(text)' is not a moment; write --at 2026-04-01T09:00 or --at 2026-04-01")
    case .failure(let mistake):
        throw OptionError(description: "\(mistake.message(for: text)); \(mistake.help)")
    }
}

extension Declarations {
    func applying(_ options: BuildOptions) throws(OptionError) -> Declarations {
        var declarations = self
        if let base = options.base {
            if base.hasPrefix("/"), let parts = splitSiteURL(settings.origin + base) {
                declarations.settings.basePath = parts.basePath
            } else if let parts = splitSiteURL(base) {
                (declarations.settings.origin, declarations.settings.host, declarations.settings.basePath) = parts
            } else {
                throw OptionError(
                    description: "'\(base)' is not a base; write --base /board/ or --base https://example.org/board/")
            }
        }
        declarations.settings.channel = options.channel
        // Beside the live site, so that whoever knows where that is knows where this is.
        if options.channel == .preview { declarations.settings.basePath += "preview/" }
        return declarations
    }
}

extension Diagnosed {
    func collected(_ diagnostics: inout [Diagnostic]) -> Value {
        diagnostics += self.diagnostics
        return value
    }
}

extension BuildResult {
    /// Gives every diagnostic the path that leads to its file from where the user stands.
    package mutating func locate(in folder: String) {
        diagnostics = diagnostics.located(in: folder)
    }

    /// Adds what was noticed before the pipeline; an error there leaves no files.
    package mutating func add(_ more: [Diagnostic]) {
        let conflicts = more.filter { $0.rule == mergeConflictRule }
        diagnostics.removeAll { diagnostic in conflicts.contains { $0.span.path == diagnostic.span.path } }
        diagnostics = (diagnostics + more).sortedForReport
        if diagnostics.hasErrors { (files, kept, draft) = ([], [], nil) }
    }

    /// Why all of it was made.
    fileprivate mutating func giveAsReason(_ obstacle: EarlierBuild.Obstacle) {
        reasons = reasons.map { _ in obstacle.reason }
    }

    package mutating func takeWarningsForErrors() {
        for index in diagnostics.indices { diagnostics[index].severity = .error }
        add([])
    }
}

/// The path of a site's file as seen from where the site's folder is seen as `folder`.
package func located(_ path: String, in folder: String) -> String { folder == "." ? path : "\(folder)/\(path)" }

extension [Diagnostic] {
    /// With paths that lead to the files from where the user stands.
    package func located(in folder: String) -> [Diagnostic] {
        map { diagnostic in
            var diagnostic = diagnostic
            diagnostic.span.path = KairanBuild.located(diagnostic.span.path, in: folder)
            return diagnostic
        }
    }
}
