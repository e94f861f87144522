internal import KairanClients
internal import KairanContent
internal import KairanContracts
internal import KairanModel
internal import KairanPublish
internal import KairanQueries
internal import KairanSystem
internal import KairanTemplates

// The hops of a build, each with what it takes over from the earlier one.
extension Build {
    /// Reads `site.yml` and the declarations of collections.
    mutating func declare() throws(OptionError) -> Declared {
        progress(.reading)
        let edit = earlier.flatMap { EntryEdit($0, sources, options) }
        let declarations =
            if let edit { edit.declarations } else {
                try readDeclarations(sources.files).collected(&diagnostics).applying(options)
            }
        let isWrong = diagnostics.contains { $0.severity == .error && isDeclaration($0.span.path) }
        return Declared(
            declarations: declarations, areWhole: declarations.settings.isComplete && !isWrong, edit: edit)
    }

    /// Returns the earlier build's result if nothing has changed since then; otherwise nil.
    func unchanged(_ declared: Declared, at moment: DateTime) -> BuildResult? {
        guard let earlier, earlier.hasSameSources(sources), earlier.isCurrent(options, at: moment) else { return nil }
        let settings = declared.declarations.settings
        var result = earlier.result(sources, settings.meant)
        result.settings = settings
        return result
    }

    mutating func compile(_ declared: Declared) -> Compiled {
        // `compare` needs the details, which are decoded meanwhile.
        earlier?.store.details.begin()
        earlier?.standing.lookAtSpares()
        let declarations = declared.declarations
        let templates =
            declared.edit?.plan.templates ?? compileTemplates(sources.files, declarations).collected(&diagnostics)
        let inputs = sources.inputs(options, templates)
        let compared = earlier?.compare(sources, declarations, inputs) ?? .failure(.noBuild)
        return Compiled(declared: declared, templates: templates, inputs: inputs, compared: compared)
    }

    mutating func read(_ compiled: Compiled) -> ReadEntries {
        let declarations = compiled.declared.declarations
        let forgetsBytes = !compiled.templates.needs.contains(.plainText)
        let cached = compiled.compared.takenOver?.content(sources.failure)
        if let cached,
            let content = takeOverContent(sources.files, declarations, from: cached, forgetsBytes: forgetsBytes)
        {
            return ReadEntries(content: content.collected(&diagnostics), cached: cached)
        }
        let content = readContent(sources.files, declarations, forgetsBytes: forgetsBytes).collected(&diagnostics)
        // An entry is gone that another names, and that is no mistake: a table that has not changed names another entry.
        if let cached, !diagnostics.hasErrors { cached.noteOtherNames() }
        // Most of the free memory held the bytes of the sources, and outputs seldom fit into it. After an earlier build
        // there is little to return, since few sources were read.
        if earlier == nil { returnFreedMemory() }
        return ReadEntries(content: content, cached: nil)
    }

    /// Pages are planned by what changed in entries, and all else by these changes and by which pages have moved.
    mutating func plan(_ compiled: Compiled, _ content: Content, at moment: DateTime) -> Planned {
        progress(.planning)
        let entries = compiled.compared.map { EntryChanges(since: $0, to: content) }
        let edit = compiled.declared.edit.flatMap { before in
            entries.takenOver?.edit(of: content).map { (plan: before.plan, edit: $0) }
        }
        let early = planEarlyOutputs(
            compiled.templates, content, at: moment, pictureCache: pictureCache, after: edit
        ).collected(&diagnostics)
        let all = entries.map { Changes($0, early.site) }
        let changes = all.flatMap(\.ofOutputs)
        if !diagnostics.hasErrors, let seen { changes.takenOver?.show(seen, early, sources, options.rendering) }
        // The answers that searches gave before may hold the former address of a page.
        let plan = early.addingLateOutputs(
            known: all.takenOver?.knownSearches(early) ?? [:], after: all.takenOver?.movedPages == true ? nil : edit
        ).collected(&diagnostics)
        return Planned(plan: plan, inputs: compiled.inputs, changes: changes)
    }

    mutating func render(_ planned: Planned) -> Rendered {
        let plan = planned.plan
        let review = review(plan)
        var choice = OutputChoice(plan, sources, planned.changes)
        let (scanner, staged) = (LinkScanner(plan, choice.paths), staging())
        @Sendable func finish(_ made: MadeOutput) -> MadeOutput {
            let links = scanner.scan(made)
            return MadeOutput(made, staged?.store(made.file) ?? made.file.trimmed, links)
        }
        func make(_ outputs: [PlannedOutput]) -> Diagnosed<RenderedOutputs> {
            plan.render(
                outputs, options.rendering, after: { [published] in published.value.bytes($0) }, finish: finish,
                progress: { progress(.making($0, of: $1)) })
        }
        var outputs = make(choice.made.filter { !choice.isLikelyToWait($0) }).collected(&diagnostics)
        let files = choice.waitingFiles(outputs, plan, options.rendering, keeping: keptFiles(choice).bytes) {
            review.value.terms.published.last.list
        }
        for (output, made) in zip(outputs.outputs, outputs.made)
        where output.contentFile.map(files.contains) == true && made.file.store != nil {
            staged?.remove(output.path)
        }
        let waiting = choice.leaveOut(files)
        if !waiting.isEmpty { outputs = outputs.leavingOut(files) }
        let shown = choice.made.filter(choice.isLikelyToWait)
        if !shown.isEmpty { outputs = outputs + make(shown).collected(&diagnostics) }
        return Rendered(outputs: outputs, choice: choice, waiting: waiting, scanner: scanner, review: review)
    }

    mutating func seal(_ rendered: Rendered, _ planned: Planned) -> Sealed {
        progress(.checking)
        let (plan, choice, review) = (planned.plan, rendered.choice, rendered.review.value)
        let sealed = Sealer(plan, samples: clientSamples).seal(
            rendered.outputs, review.versions, keeping: keptFiles(choice), review.terms, options.rendering,
            shown: { choice.shownEntries($0, plan.site.content) }
        ).collected(&diagnostics)
        if options.isComparison { diagnostics.takeRefusalsForWarnings() }
        let all = choice.adding(sealed.versions.outputs, as: "it tells of a version that was removed")
            .adding(sealed.moved, as: "it leads to a page that moved")
        // The scanner did not know of the added outputs, and some links may lead to them.
        let areScanned = all.decisions.count == choice.decisions.count
        return Sealed(
            outputs: sealed, choice: all, waiting: rendered.waiting,
            scanner: areScanned ? rendered.scanner : LinkScanner(plan, all.paths),
            areScanned: areScanned)
    }
}

extension Build {
    typealias Review = (terms: SealingTerms, versions: Diagnosed<ReviewedVersions>)

    fileprivate func review(_ plan: OutputPlan) -> Concurrent<Review> {
        Concurrent { [sources, published, options] in
            let terms = SealingTerms(
                sources.files, after: published.value.state(asking: plan.templates.pathsOfPromises),
                accepting: options.accepted, isFirstPublication: options.isFirstPublication)
            return (terms, Sealer(plan, samples: clientSamples).review(terms))
        }
    }

    fileprivate func keptFiles(_ choice: OutputChoice) -> KeptFiles {
        let (unpublished, published) = (earlier?.unpublished, published.value)
        return KeptFiles(
            choice.keptOutputs.map(\.path), choice.keptValidities, arePublished: unpublished == nil,
            bytes: { path in unpublished.map { $0(path) } ?? published.bytes(path) },
            publishedBytes: { path in published.bytes(path) })
    }
}

// The results of a build, by how far it came.
extension Build {
    /// The result of a build with mistakes in declarations.
    func ended(_ declared: Declared) -> BuildResult { ended(declared.declarations.settings) }

    private func ended(_ settings: SiteSettings) -> BuildResult {
        BuildResult(diagnostics: diagnostics, meant: settings.meant)
    }

    /// The result of a build with mistakes in entries or templates.
    mutating func ended(_ read: ReadEntries, _ compiled: Compiled, at moment: DateTime) -> BuildResult {
        let (content, templates) = (read.content, compiled.templates)
        diagnostics += brokenRules(content, templates, at: moment)
        diagnostics += missingEntries(named: templates, content) + checkSourceLinks(content, sources.files)
        var result = ended(content.settings)
        result.compiledSchema = templates.schema
        result.saysEverything = read.cached?.isBlamed(diagnostics, sources.files, content) != true
        return result
    }

    /// Returns errors for patterns with names that do not exist, and for entries that break a rule, as far as the
    /// entries themselves show it. A value that could not be read breaks no rule, nor does one of an entry that is in an
    /// unreadable file.
    private func brokenRules(_ content: Content, _ templates: Templates, at moment: DateTime) -> [Diagnostic] {
        let checks = templates.checks.filter { !$0.asksMore && !content.mayReferToHidden($0.collection) }
        let declarations = content.collections.map(\.declaration)
        guard !checks.isEmpty || declarations.contains(where: { $0.fields.contains { $0.pattern != nil } }) else {
            return []
        }
        var starts = EntryStarts(content)
        let wrong = Set(diagnostics.filter { $0.severity == .error }.map { starts.start(ofEntryAt: $0.span) })
        return Site(content: content, schema: templates.schema, moment: moment).check(checks).diagnostics
            .filter { $0.rule != .checkFailed || !wrong.contains(starts.start(ofEntryAt: $0.span)) }
    }

    /// The result of a build with mistakes in what is planned.
    mutating func ended(_ planned: Planned) -> BuildResult {
        let plan = planned.plan
        // The plan is reviewed although it cannot be rendered, so that no refusal comes to light only one run later.
        diagnostics += review(plan).value.versions.diagnostics
        if options.isComparison { diagnostics.takeRefusalsForWarnings() }
        diagnostics += checkSourceLinks(plan.site.content, sources.files)
        var result = ended(plan.site.settings)
        result.plan = plan
        return result
    }

    /// The result of a build with all outputs.
    mutating func finished(_ sealed: Sealed, _ planned: Planned) -> BuildResult {
        let (plan, outputs, choice) = (planned.plan, sealed.outputs, sealed.choice)
        let (paths, files) = (choice.decisions.map(\.output.path), outputs.made.map(\.file))
        diagnostics += plan.site.content.checkTrash(on: plan.site.moment.date)
        // Paths that wait are taken, too.
        let taken = paths + sealed.waiting.map(\.path)
        let folders = Concurrent { [scanner = sealed.scanner] in plan.checkFolders(taken, scanner.paths) }
        let links = LinkCheck(sealed, plan, sources)
        diagnostics += plan.checkOutputs(taken) + plan.checkRevisions(paths) + folders.value
        diagnostics += plan.checkOwnWords() + plan.checkScheduleWords()
        let isFineBesides = !diagnostics.hasErrors
        diagnostics += mistakes(in: links, taken, files, choice, plan)

        var result = ended(plan.site.settings)
        (result.plan, result.versions, result.saysEverything) = (plan, outputs.versions, isFineBesides)
        result.settings = plan.site.settings
        guard !diagnostics.hasErrors else { return result }
        (result.files, result.kept, result.reasons) = (files, choice.keptOutputs, choice.reasons)
        result.notes = PublishedPromises.notes(PublishedEntries(windowedIn: plan.site.content), outputs.pages)
        result.redirects = plan.redirects + outputs.redirects
        result.counts = BuildCounts(plan, waiting: Set(sealed.waiting.compactMap(\.contentFile)))
        result.byteCount =
            files.reduce(0) { $0 + $1.size } + result.kept.reduce(0) { $0 + Int($1.stamp.size) }
        // The store must not hold the bytes of the outputs, which are freed before it is put together.
        let details = DetailsWriter(
            traces: outputs.made.map(\.trace), choice: choice, links: links, plan: plan, sources: sources)
        let (hashes, validities) = (outputs.made.map(\.hash), choice.keptValidities + outputs.made.map(\.validity))
        let validity = validities.reduce(plan.validity) { $0.and($1) }
        (result.moment, result.nextChange) = (plan.site.moment.epochSeconds, validity.steady.upperBound)
        let now = plan.site.moment.epochSeconds
        result.steady = (validity.showsMoment ? now..<(now + 1) : validity.steady).clamped(to: plan.site.steadyWarnings)
        result.store = {
            [
                inputs = planned.inputs, counts = result.counts, diagnostics = diagnostics.sortedForReport,
                steady = result.steady
            ] in
            StoreDraft(details, hashes, steady, next: validity.steady.upperBound, inputs, counts, diagnostics)
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

/// Finds the entry that a place in a source belongs to.
private struct EntryStarts {
    private let content: Content
    /// The lines on which the entries of each file start that was asked for.
    private var lines: [String: [Int]] = [:]

    init(_ content: Content) { self.content = content }

    /// Returns the file and the line on which the entry starts.
    mutating func start(ofEntryAt span: SourceSpan) -> String {
        let starts = lines[span.path] ?? content.entries(inFile: span.path).map { content[$0].span.line }
        lines[span.path] = starts
        return "\(span.path):\(starts.last { $0 <= span.line } ?? 0)"
    }
}
