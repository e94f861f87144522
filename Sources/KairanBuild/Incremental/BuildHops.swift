internal import KairanClients
internal import KairanContent
internal import KairanContracts
internal import KairanModel
internal import KairanPublish
internal import KairanQueries
internal import KairanSystem
internal import KairanTemplates

/// The things that a build takes over from an earlier one, as far as its hops have found them out.
struct Reuse {
    let earlier: EarlierBuild?
    /// The pages that somebody has open in a browser; they are made and shown before all other outputs.
    var seen: SeenPages?
    fileprivate var edit: EntryEdit?
    fileprivate var compared: Result<ComparedBuild, EarlierBuild.Obstacle> = .failure(
        .init(reason: "no earlier build is known"))
    fileprivate var inputs: [BuildRecord.GlobalInput] = []
    fileprivate var cached: CachedContent?
    fileprivate var settings: SiteSettings?
    fileprivate var choice: OutputChoice?
    fileprivate var scanner: LinkScanner?
    /// The comparison with the last publication, which needs the plan but no outputs. It is made beside them.
    fileprivate var review: Concurrent<Build.Review>?

    init(_ earlier: EarlierBuild?, showing seen: SeenPages? = nil) { (self.earlier, self.seen) = (earlier, seen) }
}

// The hops of a build, each with what it takes over from the earlier one.
extension Build {
    /// Reads `site.yml` and the declarations of collections. Returns nil if they have mistakes, since every entry and
    /// template would seem wrong when compared with declarations that could not be read.
    mutating func declare() throws(OptionError) -> Declarations? {
        progress(.reading)
        reuse.edit = reuse.earlier.flatMap { EntryEdit($0, sources, options) }
        let declarations =
            if let edit = reuse.edit { edit.declarations } else {
                try readDeclarations(sources.files).collected(&diagnostics).applying(options)
            }
        reuse.settings = declarations.settings
        let isWrong = diagnostics.contains { $0.severity == .error && isDeclaration($0.span.path) }
        return declarations.settings.isComplete && !isWrong ? declarations : nil
    }

    /// Returns the earlier build's result if nothing has changed since then; otherwise nil.
    mutating func unchanged(at moment: DateTime) -> BuildResult? {
        guard let earlier = reuse.earlier, earlier.hasSameSources(sources), earlier.isCurrent(options, at: moment)
        else { return nil }
        var result = earlier.result(sources, reuse.settings?.meant ?? [])
        result.settings = reuse.settings
        return result
    }

    mutating func compile(_ declarations: Declarations) -> Templates {
        // `compare` needs the details, which are decoded meanwhile.
        reuse.earlier?.record.details.begin()
        reuse.earlier?.standing.lookAtSpares()
        let templates =
            reuse.edit?.plan.templates ?? compileTemplates(sources.files, declarations).collected(&diagnostics)
        reuse.inputs = sources.inputs(options, templates)
        if let earlier = reuse.earlier {
            reuse.compared = earlier.compare(sources, declarations, reuse.inputs)
        }
        return templates
    }

    mutating func read(_ declarations: Declarations, _ templates: Templates) -> Content {
        let forgetsBytes = !templates.needs.contains(.plainText)
        reuse.cached = reuse.compared.build?.content(sources.failure)
        if let cached = reuse.cached,
            let taken = takeOverContent(sources.files, declarations, from: cached, forgetsBytes: forgetsBytes)
        {
            return taken.collected(&diagnostics)
        }
        reuse.cached = nil
        let content = readContent(sources.files, declarations, forgetsBytes: forgetsBytes).collected(&diagnostics)
        // Most of the free memory held the bytes of the sources, and outputs seldom fit into it. After an earlier build
        // there is little to return, since few sources were read.
        if reuse.earlier == nil { returnFreedMemory() }
        return content
    }

    mutating func plan(_ templates: Templates, _ content: Content, at moment: DateTime) -> OutputPlan {
        progress(.planning)
        let changes = reuse.compared.build.map { Changes(since: $0, to: content, at: moment) }
        var edit = reuse.edit.flatMap { earlier in changes?.edit(of: content).map { (earlier.plan, $0) } }
        let early = planEarlyOutputs(
            templates, content, at: moment, pictureCache: pictureCache, after: edit
        ).collected(&diagnostics)
        if var build = reuse.compared.build {
            build.changes = changes
            build.changes?.comparePages(build.entries, early.site)
            // What searches read before may hold the former address of a page.
            if build.changes?.movedPages == true { edit = nil }
            reuse.compared = .success(build)
        }
        if !diagnostics.hasErrors, let seen = reuse.seen, let earlier = reuse.compared.ofOutputs.build {
            earlier.show(seen, early, after: reuse.earlier?.plan, sources, options.rendering)
        }
        return early.addingLateOutputs(known: reuse.compared.knownSearches(early), after: edit).collected(&diagnostics)
    }

    mutating func render(_ plan: OutputPlan) -> RenderedOutputs {
        reuse.review = review(plan)
        let choice = OutputChoice(plan, sources, reuse.compared.ofOutputs)
        let (scanner, staged) = (LinkScanner(plan, choice.paths), staging())
        (reuse.choice, reuse.scanner) = (choice, scanner)
        @Sendable func finish(_ made: MadeOutput) -> MadeOutput {
            let links = scanner.scan(made)
            return MadeOutput(made, staged?.store(made.file) ?? made.file.trimmed, links)
        }
        return plan.render(
            choice.made, options.rendering, finish: finish, progress: { progress(.making($0, of: $1)) }
        ).collected(&diagnostics)
    }

    mutating func seal(_ rendered: RenderedOutputs, _ plan: OutputPlan) -> SealedOutputs {
        guard let choice = reuse.choice else { return SealedOutputs() }
        progress(.checking)
        let review = (reuse.review ?? review(plan)).value
        let sealed = Sealer(plan, samples: clientSamples).seal(
            rendered, review.versions, keeping: keptFiles(choice), review.terms, options.rendering,
            shown: { choice.shownEntries($0, plan.site.content) }
        ).collected(&diagnostics)
        if options.isComparison { diagnostics.takeRefusalsForWarnings() }
        reuse.choice = choice.adding(sealed.versions.outputs, as: "it tells of a version that was removed")
            .adding(sealed.moved, as: "it leads to a page that moved")
        // The scanner did not know of these outputs, and some links may lead to them.
        if !sealed.versions.outputs.isEmpty || !sealed.moved.isEmpty { reuse.scanner = nil }
        return sealed
    }
}

extension Build {
    fileprivate typealias Review = (terms: SealingTerms, versions: Diagnosed<ReviewedVersions>)

    fileprivate func review(_ plan: OutputPlan) -> Concurrent<Review> {
        Concurrent { [sources, published, options] in
            let terms = SealingTerms(
                sources.files, after: published.value.state(asking: plan.templates.pathsOfPromises),
                accepting: options.accepted, isFirstPublication: options.isFirstPublication)
            return (terms, Sealer(plan, samples: clientSamples).review(terms))
        }
    }

    fileprivate func keptFiles(_ choice: OutputChoice) -> KeptFiles {
        let (unpublished, published) = (reuse.earlier?.unpublished, published.value)
        return KeptFiles(
            choice.keptOutputs.map(\.path), choice.keptClocks, arePublished: unpublished == nil,
            bytes: { path in unpublished.map { $0(path) } ?? published.bytes(path) },
            publishedBytes: { path in published.bytes(path) })
    }
}

// The results of a build, by how far it came.
extension Build {
    /// The result of a build with mistakes in declarations.
    func ended() -> BuildResult { BuildResult(diagnostics: diagnostics, meant: reuse.settings?.meant ?? []) }

    /// The result of a build with mistakes in entries or templates.
    mutating func ended(_ content: Content, _ templates: Templates, at moment: DateTime) -> BuildResult {
        diagnostics += brokenRules(content, templates, at: moment)
        diagnostics += missingEntries(named: templates, content) + checkSourceLinks(content, sources.files)
        var result = ended()
        result.saysEverything = reuse.cached?.isBlamed(diagnostics, sources.files) != true
        return result
    }

    /// Returns errors for patterns with names that do not exist, and for entries that break a rule, as far as the entries
    /// themselves show it. A value that could not be read breaks no rule.
    private func brokenRules(_ content: Content, _ templates: Templates, at moment: DateTime) -> [Diagnostic] {
        let checks = templates.checks.filter { !$0.asksMore }
        let declarations = content.collections.map(\.declaration)
        guard !checks.isEmpty || declarations.contains(where: { $0.fields.contains { $0.pattern != nil } }) else {
            return []
        }
        let wrong = Set(diagnostics.filter { $0.severity == .error }.map(\.span.path))
        return Site(content: content, schema: templates.schema, moment: moment).check(checks).diagnostics
            .filter { $0.rule != "check.failed" || !wrong.contains($0.span.path) }
    }

    /// The result of a build with mistakes in what is planned.
    mutating func ended(_ plan: OutputPlan) -> BuildResult {
        // The plan is reviewed although it cannot be rendered, so that no refusal comes to light only one run later.
        diagnostics += review(plan).value.versions.diagnostics
        if options.isComparison { diagnostics.takeRefusalsForWarnings() }
        diagnostics += checkSourceLinks(plan.site.content, sources.files)
        var result = ended()
        result.plan = plan
        return result
    }

    /// The result of a build with all outputs.
    mutating func finished(_ sealed: SealedOutputs, _ plan: OutputPlan) -> BuildResult {
        guard let choice = reuse.choice else { return ended(plan) }
        let (paths, files) = (choice.decisions.map(\.output.path), sealed.made.map(\.file))
        diagnostics += plan.site.content.checkTrash(on: plan.site.moment.date)
        let folders = Concurrent { [scanner = reuse.scanner] in
            plan.checkFolders(paths, scanner?.paths ?? choice.paths)
        }
        let links = LinkCheck(sealed.made, reuse.scanner, choice, plan, sources)
        diagnostics += plan.checkOutputs(paths) + plan.checkRevisions(paths) + folders.value
        let isFineBesides = !diagnostics.hasErrors
        diagnostics += mistakes(in: links, paths, files, choice, plan)

        var result = ended()
        (result.plan, result.versions, result.saysEverything) = (plan, sealed.versions, isFineBesides)
        result.settings = reuse.settings
        guard !diagnostics.hasErrors else { return result }
        (result.files, result.kept, result.reasons) = (files, choice.keptOutputs, choice.reasons)
        result.notes = PublishedPromises.notes(PublishedEntries(windowedIn: plan.site.content), sealed.pages)
        (result.redirects, result.counts) = (plan.redirects + sealed.redirects, BuildCounts(plan))
        result.byteCount =
            files.reduce(0) { $0 + $1.size } + result.kept.reduce(0) { $0 + Int($1.stamp.size) }
        // The record must not hold the bytes of the outputs, which are freed before it is put together.
        let details = DetailsWriter(
            traces: sealed.made.map(\.trace), choice: choice, links: links, plan: plan, sources: sources)
        let (hashes, clocks) = (sealed.made.map(\.hash), choice.keptClocks + sealed.made.map(\.clock))
        let clock = clocks.reduce(plan.clock) { $0.and($1) }
        (result.moment, result.nextChange) = (plan.site.moment.epochSeconds, clock.steady.upperBound)
        result.record = { [inputs = reuse.inputs, diagnostics = diagnostics.sortedForReport] in
            RecordDraft(details, hashes, clock, inputs, diagnostics)
        }
        return result
    }

    private func mistakes(
        in links: LinkCheck, _ paths: [String], _ files: [OutputFile], _ choice: OutputChoice, _ plan: OutputPlan
    ) -> [Diagnostic] {
        guard !links.wrongOutputs.isEmpty || !links.wrongEntries.isEmpty else { return [] }
        let made = Dictionary(files.map { ($0.path, $0) }) { first, _ in first }
        let kept = keptFiles(choice)
        if !links.wrongOutputs.allSatisfy({ made[$0] != nil || kept.bytes($0) != nil }) {
            sources.failure.note(.damagedStore)
        }
        return plan.checkLinks(of: links.wrongEntries, and: links.wrongOutputs, among: paths) {
            made[$0]?.bytes ?? kept.bytes($0)
        }
    }
}
