internal import KairanContent
package import KairanFormats
package import KairanModel
package import KairanQueries

extension OutputPlan {
    package func renderPage(
        _ position: Int, _ page: PageTemplate, _ recorder: ReadRecorder?, _ diagnostics: inout [Diagnostic]
    ) -> WrittenText {
        let job = jobs[position]
        var evaluator = evaluator(job, .fromRoot, recorder)
        evaluator.opensNewTabs = page.opensNewTabs
        if case .entry(.entry(let own), _, _) = job.item { evaluator.ownEntry = own }
        var frames = evaluator.frames(of: job)
        for (_, shape) in page.data {
            let value = evaluator.value(shape.shape, frames, &diagnostics)
            frames.append(name: value)
        }
        frames.append(name: pageValue(position, page, evaluator, frames))
        // This is the slot for `content`.
        frames.append(name: .missing)
        let written = page.program.run(evaluator, frames).written(as: page.program.format)
        diagnostics += written.mistakes.map { mistake in
            var mistake = mistake
            mistake.message = "\(named(job)): \(mistake.message)"
            return mistake
        }
        return written
    }

    /// Returns the value of `page` (see `Schema.pageType`), limited to the parts that the page shows. Otherwise each of
    /// many pages would list all of them.
    ///
    /// - Parameter frames: The names of the page before `page`, with its data.
    private func pageValue(_ position: Int, _ page: PageTemplate, _ evaluator: Evaluator, _ frames: Frames) -> Value {
        let head = jobs[position].head(frames, jobRanges[jobs[position].template].count)
        return .record(
            page.type.fields.map { field in
                page.program.pageParts.contains(field.name)
                    ? pagePart(field.name, position, page, evaluator, head) : .missing
            }, page.type)
    }

    private func pagePart(
        _ name: String, _ position: Int, _ page: PageTemplate, _ evaluator: Evaluator, _ head: Frames
    ) -> Value {
        let job = jobs[position]
        let jobs = jobs[jobRanges[job.template]]
        let index = position - jobs.startIndex
        switch name {
        case "title": return .text(evaluator.title(page, head))
        case "description":
            let own = page.description.flatMap { evaluator.text($0, head) }
            return .text(own ?? evaluator.locale.description)
        case "url": return .text(site.address(ofOutput: job.path, .absolute))
        case "path": return .text(site.address(ofOutput: job.path, .fromRoot))
        case "image":
            let absolute = evaluator.with(.absolute)
            return page.image.map { absolute.apply(.assetURL, to: absolute.value($0, head)) } ?? .missing
        case "previous": return neighbour(neighbours(of: position).previous, page, evaluator)
        case "next": return neighbour(neighbours(of: position).next, page, evaluator)
        case "number": return .integer(index + 1)
        case "count": return .integer(jobs.count)
        case "isFirst": return .boolean(index == 0)
        case "translations": return .list(translations(of: position))
        case "isLast": return .boolean(index == jobs.count - 1)
        default: return .list(siblings(jobs, current: index + 1))
        }
    }

    /// Returns the page that a job makes, as `{title, url, path}`.
    private func neighbour(_ position: Int?, _ page: PageTemplate, _ evaluator: Evaluator) -> Value {
        guard let job = position.map({ jobs[$0] }) else { return .missing }
        var frames = evaluator.frames(of: job)
        if page.title?.paths.contains(where: { $0.slot != nil }) == true {
            // The mistakes of its data are told with that page itself.
            var mistakes: [Diagnostic] = []
            for (_, shape) in page.data {
                let value = evaluator.value(shape.shape, frames, &mistakes)
                frames.append(name: value)
            }
        }
        frames = job.head(frames, jobRanges[job.template].count)
        return .record(
            [
                .text(evaluator.title(page, frames)), .text(site.address(ofOutput: job.path, .absolute)),
                .text(site.address(ofOutput: job.path, .fromRoot)),
            ], Schema.neighbourPage)
    }

    private func siblings(_ jobs: ArraySlice<OutputJob>, current: Int) -> [Value] {
        return jobs.enumerated().map { index, job in
            .record(
                [
                    .integer(index + 1), .text(site.address(ofOutput: job.path, .fromRoot)),
                    .boolean(index + 1 == current),
                ],
                Schema.siblingPage)
        }
    }
}

extension Evaluator {
    fileprivate func title(_ page: PageTemplate, _ frames: Frames) -> String {
        page.title.flatMap { text($0, frames) } ?? locale.title
    }
}

extension OutputJob {
    /// Returns the frames for titles and descriptions: see `TemplateScope.head`.
    fileprivate func head(_ frames: Frames, _ count: Int) -> Frames {
        var frames = frames
        if case .page(let number, _) = item {
            frames.append(name: .record([.integer(number), .integer(count)], Schema.pagePosition))
        }
        return frames
    }
}

extension Frames {
    /// Adds a value to the outermost names, as `TemplateScope` adds its name.
    mutating func append(name value: Value) {
        guard case .names(var values) = frames.popLast() else { return }
        values.append(value)
        frames.append(.names(values))
    }
}
