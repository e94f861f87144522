internal import KairanFormats
internal import KairanModel
internal import KairanQueries
internal import KairanReaders

extension OutputPlan {
    /// Plans the files of nearest cells that are not known yet. All points together determine which files there are.
    mutating func addNearestCells() {
        for (position, template) in templates.templates.enumerated() where jobRanges[position].isEmpty {
            guard case .nearest(let nearest) = template.kind else { continue }
            let recorder = ReadRecorder()
            let evaluator = Evaluator(
                site: site, form: .absolute, locale: template.locale ?? 0, recorder: recorder)
            let (entries, points) = evaluator.places(of: nearest)
            let cells = NearestCells(points, count: nearest.count, limit: nearest.perFile)
            let columns = ReadRecorder()
            columns.note(columnsOf: recorder.reads)
            reads[position] = columns.reads.withWindows(of: site)
            let start = jobs.count
            let index = OutputJob.Item.nearest(.index(tree: cells.tree, most: cells.most))
            jobs.append(OutputJob(template: position, item: index, path: template.path(ofPart: "index")))
            for leaf in cells.leaves {
                let item = OutputJob.Item.nearest(.cell(leaf.points.map { entries[$0] }))
                jobs.append(OutputJob(template: position, item: item, path: template.path(ofPart: leaf.cell.name)))
            }
            jobRanges[position] = start..<jobs.count
        }
    }

    func renderNearest(
        _ job: OutputJob, _ nearest: NearestTemplate, _ options: RenderOptions, _ recorder: ReadRecorder,
        _ diagnostics: inout [Diagnostic]
    ) -> [UInt8] {
        guard case .nearest(.index(let tree, let most)) = job.item else {
            return endpoint(nearest.cell.shape, job, options, recorder, nil, &diagnostics)
        }
        return writeJSON(
            .object([
                ("format", .integer(1)), ("count", .integer(nearest.count)), ("most", .integer(most)),
                ("tree", .string(tree)),
            ]), style: options.style)
    }
}

extension Evaluator {
    fileprivate func places(of nearest: NearestTemplate) -> (entries: [Value], points: [Point]) {
        let frames = Frames(frames: [.names(rootValues)])
        var inner = Frames(frames: [.element(.missing)])
        var (entries, points): ([Value], [Point]) = ([], [])
        for entry in elements(nearest.query, frames) {
            inner.replaceInnermost(entry)
            guard case .point(let point) = value(nearest.at, inner) else { continue }
            entries.append(entry)
            points.append(point)
        }
        return (entries, points)
    }
}
