internal import KairanContent
internal import KairanModel

extension OutputPlan {
    func renderPage(
        _ position: Int, _ page: PageTemplate, _ library: PageLibrary, _ diagnostics: inout [Diagnostic]
    ) -> String {
        let job = jobs[position]
        let template = templates.templates[job.template]
        var evaluator = Evaluator(site: site, form: .fromRoot)
        if case .entry(.entry(let own), _, _) = job.item { evaluator.ownEntry = own }
        var frames = evaluator.frames(of: job)
        for (_, shape) in page.data {
            let value = evaluator.value(shape.shape, frames, &diagnostics)
            frames.append(name: value)
        }
        frames.append(name: pageValue(position, page))
        guard case .names(let values) = frames.frames.last else { return "" }
        var names: [String: Any] = [:]
        for (field, value) in zip(page.names.fields, values) { names[field.name] = bind(value, field.type, evaluator) }
        var element: MustacheBinding?
        if case .entry(.entry(let reference), _, _) = job.item {
            element = MustacheBinding(
                value: .entry(reference), type: .reference(site.collectionName(of: reference)), evaluator: evaluator)
        }
        return library.render(template, page, names: names, element: element)
    }

    /// What `page.` is: see `Schema.pageType`.
    private func pageValue(_ position: Int, _ page: PageTemplate) -> Value {
        let job = jobs[position]
        let evaluator = Evaluator(site: site, form: .fromRoot)
        let absolute = Evaluator(site: site, form: .absolute)
        let head = headFrames(of: job, jobRanges[job.template].count)
        let description = page.description.flatMap { evaluator.text($0, head) } ?? site.settings.description
        var image = Value.missing
        if let path = page.image { image = absolute.apply(.assetURL, to: evaluator.value(path, head)) }
        var values: [Value] = [
            .text(title(page, head)), .text(description), .text(site.address(ofOutput: job.path, .absolute)),
            .text(site.address(ofOutput: job.path, .fromRoot)), image,
        ]
        let range = jobRanges[job.template]
        let jobs = jobs[range]
        let index = position - range.lowerBound
        switch job.item {
        case .entry(_, let previous, let next):
            values += [
                neighbour(previous.map { _ in index - 1 }, jobs, page),
                neighbour(next.map { _ in index + 1 }, jobs, page),
            ]
        case .page(let number, _):
            values += [
                neighbour(number > 1 ? number - 2 : nil, jobs, page),
                neighbour(number < jobs.count ? number : nil, jobs, page),
                .integer(number), .integer(jobs.count), .boolean(number == 1), .boolean(number == jobs.count),
                .list(siblings(jobs, current: number)),
            ]
        default: break
        }
        return .record(values, site.schema.pageType(templates.templates[job.template].iteration))
    }

    private func title(_ page: PageTemplate, _ frames: Frames) -> String {
        page.title.flatMap { Evaluator(site: site, form: .fromRoot).text($0, frames) } ?? site.settings.title
    }

    /// What titles and descriptions are made of: see `TemplateScope.head`.
    private func headFrames(of job: OutputJob, _ count: Int) -> Frames {
        var frames = Evaluator(site: site, form: .fromRoot).frames(of: job)
        if case .page(let number, _) = job.item {
            frames.append(name: .record([.integer(number), .integer(count)], Schema.pagePosition))
        }
        return frames
    }

    /// The page at `offset` among the template's own, as `{title, url, path}`.
    private func neighbour(_ offset: Int?, _ jobs: ArraySlice<OutputJob>, _ page: PageTemplate) -> Value {
        guard let offset else { return .missing }
        let job = jobs[jobs.startIndex + offset]
        let frames = headFrames(of: job, jobs.count)
        let type = RecordType([.init("title", .text), .init("url", .url), .init("path", .url)])
        return .record(
            [
                .text(title(page, frames)), .text(site.address(ofOutput: job.path, .absolute)),
                .text(site.address(ofOutput: job.path, .fromRoot)),
            ], type)
    }

    private func siblings(_ jobs: ArraySlice<OutputJob>, current: Int) -> [Value] {
        let type = RecordType([.init("number", .integer), .init("path", .url), .init("isCurrent", .boolean)])
        return jobs.enumerated().map { index, job in
            .record(
                [
                    .integer(index + 1), .text(site.address(ofOutput: job.path, .fromRoot)),
                    .boolean(index + 1 == current),
                ],
                type)
        }
    }
}

extension Frames {
    /// Adds a value to the outermost names, as `TemplateScope` adds its name.
    mutating func append(name value: Value) {
        guard case .names(let values) = frames.last else { return }
        frames[frames.count - 1] = .names(values + [value])
    }
}
