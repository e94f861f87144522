package import KairanContent
package import KairanModel
package import KairanQueries

/// A site whose outputs all have their paths, ready to be rendered.
package struct OutputPlan: Sendable {
    package var site: Site
    package var templates: Templates
    /// The jobs. Those of one template are in the order of its items, one after the other.
    package var jobs: [OutputJob]
    /// For each template, the range of its jobs.
    package var jobRanges: [Range<Int>]
    /// For each template, what its list of outputs depended on, by whole columns.
    package var reads: [Reads] = []
    /// The way in which it depends on the moment that no entry breaks a rule.
    var checksValidity = Reads.Validity.always
    /// The search indexes, by the positions of their templates.
    var searches: [Int: LazySearchIndex] = [:]
    /// For each page in several languages, the position of its job in each locale.
    var translations: [TranslatedItem: [Int?]] = [:]
    /// For each locale, the path of its start page; nil for a locale without one.
    var homes: [String?] = []
    /// The contracts of this build's versions, without regard to what was promised before, sorted by name.
    package var contracts: [VersionContract] = []
    /// The redirects that entries ask for, sorted by path.
    package var redirects: [Redirect] = []
}

/// Finds out which files each template makes of the content, and their paths. `addingLateOutputs` completes the plan.
///
/// - Parameter pictureCache: Results of earlier work on pictures.
/// - Parameter earlier: The plan of the same templates before an edit.
package func planEarlyOutputs(
    _ templates: Templates, _ content: Content, at moment: DateTime, pictureCache: PictureCache = .none,
    after earlier: (plan: OutputPlan, edit: EditedEntries)? = nil
) -> Diagnosed<OutputPlan> {
    func kept(_ template: Int) -> TemplateJobs? {
        earlier.flatMap { $0.plan.jobs(ofTemplate: template, at: moment, after: $0.edit) }
    }
    var diagnostics = missingEntries(named: templates, content)
    // All pages are found first because other outputs can link to them.
    let site = Site(
        content: content, schema: templates.schema, moment: moment, pictureCache: pictureCache,
        after: earlier.map { ($0.plan.site, $0.edit) })
    var pages = JobPlanner(site: site, templates: templates.templates)
    let makesPages = templates.templates.map(\.makesPages)
    pages.plan(keeping: kept) { makesPages[$0] }
    var others = JobPlanner(site: Site(pages.site, pages.pages), templates: templates.templates)
    others.plan(keeping: kept) { !makesPages[$0] }
    diagnostics += pages.diagnostics + pages.namesOfPages() + others.diagnostics
    var plan = OutputPlan(site: others.site, templates: templates, jobs: [], jobRanges: [])
    let checked = plan.site.check(templates.checks)
    plan.checksValidity = checked.value
    diagnostics += checked.diagnostics
    plan.add(zip(pages.jobs, others.jobs).map { $0 ?? $1 })
    if content.settings.namesLocales { (plan.translations, plan.homes) = (plan.findTranslations(), plan.findHomes()) }
    return Diagnosed(plan, diagnostics)
}

extension OutputPlan {
    /// Adds nearest cells and searches, and what all outputs together promise. Which files these are shows only in what
    /// many entries say, so it takes longer than all before. Both parameters are those of `addSearches`.
    package func addingLateOutputs(
        known: [String: Set<String>] = [:], after earlier: (plan: OutputPlan, edit: EditedEntries)? = nil
    ) -> Diagnosed<OutputPlan> {
        var plan = self
        plan.addNearestCells()
        plan.addSearches(known: known, after: earlier)
        plan.contracts = plan.makeContracts()
        let redirects = plan.findRedirects()
        plan.redirects = redirects.value
        return Diagnosed(
            plan, plan.collisions() + plan.checkVersionPaths() + plan.alikePaths() + redirects.diagnostics)
    }
}

/// The outputs of one template, and what the list of them depended on.
package typealias TemplateJobs = (jobs: ArraySlice<OutputJob>, reads: Reads)

/// Plans some of the templates.
private struct JobPlanner {
    let site: Site
    let templates: [Template]
    /// The jobs of each template; nil for a template that is not planned here.
    private(set) var jobs: [TemplateJobs?]
    private(set) var diagnostics: [Diagnostic] = []

    init(site: Site, templates: [Template]) {
        (self.site, self.templates) = (site, templates)
        jobs = Array(repeating: nil, count: templates.count)
    }

    mutating func plan(keeping kept: (Int) -> TemplateJobs?, where isChosen: (Int) -> Bool) {
        for (index, template) in templates.enumerated() where isChosen(index) {
            jobs[index] = kept(index) ?? site.jobs(of: template, at: index, &diagnostics)
        }
    }

    /// Returns errors for page templates that choose or name their pages by the places of pages.
    func namesOfPages() -> [Diagnostic] {
        zip(templates, jobs).compactMap { template, planned in
            guard planned?.reads.includePages == true else { return nil }
            return Diagnostic(
                .error, .forPage, "this 'for' decides which pages there are, so it cannot ask where a page is",
                at: template.span,
                help: "choose by a field, or repeat the 'where' of the template that makes those pages")
        }
    }

    /// The pages that these templates make. If several templates make a page of the same entry, the first one counts.
    var pages: Pages {
        var pages = site.pages
        for (template, planned) in zip(templates, jobs) {
            if let planned { pages.add(of: template, planned.jobs, site) }
        }
        return pages
    }
}

extension OutputPlan {
    /// The way in which the list of outputs and the checks depended on the moment. The contents of known searches do not
    /// count here.
    package var validity: Reads.Validity { reads.reduce(checksValidity) { $0.and($1.validity) } }

    fileprivate mutating func add(_ planned: [TemplateJobs?]) {
        jobs.reserveCapacity(planned.reduce(0) { $0 + ($1?.jobs.count ?? 0) })
        for planned in planned {
            let start = jobs.count
            if let planned { jobs += planned.jobs }
            jobRanges.append(start..<jobs.count)
            reads.append(planned?.reads ?? Reads())
        }
    }

    /// Returns the plan as of another moment, or nil if it may have other outputs or make some of them from other
    /// entries, or if an entry may then break a rule.
    ///
    /// Searches are not planned anew here.
    package func at(_ moment: DateTime) -> OutputPlan? {
        guard checksValidity.steady.contains(moment.epochSeconds) else { return nil }
        var plan = self
        plan.site = site.at(moment)
        for (index, template) in templates.templates.enumerated() where !template.isSearch {
            if reads[index].validity.isSteady(at: moment) { continue }
            // The pages that were known during planning are not stored, and only a build cuts new cells.
            guard !template.makesParts, !reads[index].includePages else { return nil }
            var diagnostics: [Diagnostic] = []
            let (jobs, reads) = plan.site.jobs(of: template, at: index, &diagnostics)
            guard diagnostics.isEmpty, jobs == self.jobs[jobRanges[index]] else { return nil }
            plan.reads[index] = reads
        }
        return plan
    }

    /// Returns the jobs of a template for a plan of the same templates after an edit, or nil if they may be others.
    fileprivate func jobs(ofTemplate index: Int, at moment: DateTime, after edit: EditedEntries) -> TemplateJobs? {
        let reads = reads[index]
        // The files of a search follow from what all entries say, and `addSearches` finds out whether they are the same.
        guard !templates.templates[index].isSearch, reads.validity.isSteady(at: moment), !reads.includePages,
            reads.valuePages.isEmpty, edit.isSame(reads.columns)
        else { return nil }
        return (jobs[jobRanges[index]], reads)
    }
}

extension Reads {
    /// Tells whether the places of pages were read.
    fileprivate var includePages: Bool { columns.contains { !$0.fields.intersection(.page).isEmpty } }
}

extension Reads.Validity {
    func isSteady(at moment: DateTime) -> Bool { steady.contains(moment.epochSeconds) && !showsMoment }
}

extension Site {
    /// Returns the outputs of a template, except those of a search or of cells.
    fileprivate func jobs(of template: Template, at index: Int, _ diagnostics: inout [Diagnostic]) -> TemplateJobs {
        let (all, recorder) = (ReadRecorder(), ReadRecorder())
        let items = template.makesParts ? [] : evaluator(of: template, all).items(of: template, &diagnostics)
        recorder.note(columnsOf: all.reads)
        let (paths, size) = (schema.paths(of: template), 512)
        var parts = concurrentMap((items.count + size - 1) / size, share: 1) { part in
            let (all, items) = (ReadRecorder(), items[(part * size)...].prefix(size))
            let evaluator = self.evaluator(of: template, all)
            var diagnostics: [Diagnostic] = []
            let jobs = items.map { item in
                OutputJob(template: index, item: item, path: evaluator.path(of: item, template, paths, &diagnostics))
            }
            return Diagnosed((jobs, all.reads), diagnostics + all.mistakes)
        }
        var jobs: [OutputJob] = []
        jobs.reserveCapacity(items.count)
        for part in parts.indices {
            jobs.append(moving: &parts[part].value.0)
            recorder.note(columnsOf: parts[part].value.1)
        }
        diagnostics += parts.flatMap(\.diagnostics) + all.mistakes
        return (jobs[...], recorder.reads.withWindows(of: self))
    }

    private func evaluator(of template: Template, _ recorder: ReadRecorder) -> Evaluator {
        Evaluator(site: self, form: .fromRoot, locale: template.locale ?? 0, recorder: recorder)
    }
}

extension Pages {
    fileprivate mutating func add(of template: Template, _ jobs: ArraySlice<OutputJob>, _ site: Site) {
        switch template.iteration {
        case .entries(let query):
            guard let position = query.collection.flatMap(site.content.position) else { return }
            let count = site.content.collections[position].entries.count
            var pages = [String?](repeating: nil, count: count)
            for job in jobs {
                if case .entry(.entry(let reference), _, _) = job.item { pages[reference.index] = job.path }
            }
            add(pages, ofCollection: position, in: template.locale)
        case .values(let query, let by):
            guard let name = query.collection else { return }
            let evaluator = Evaluator(site: site, form: .fromRoot)
            var pages: [String: String] = [:]
            for job in jobs {
                guard case .group(.record(let values, _)) = job.item else { continue }
                pages[evaluator.plainText(values[0])] = job.path
            }
            add(pages, ofValues: site.valuePagesKey("\(name).\(by.text)", template.locale))
        case .once, .combinations, .pages: break
        }
    }
}

extension OutputPlan {
    /// Each output with its template, as a table for people. The first row holds the names of the columns.
    package func outputRows() -> [[String]] {
        [["output", "template"]]
            + jobs.map { [$0.path, templates.templates[$0.template].path] }.sorted { $0[0] < $1[0] }
    }
}
