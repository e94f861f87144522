internal import KairanContent
package import KairanModel
internal import KairanPublish
internal import KairanQueries

/// Some of a plan's outputs, made before they are compared with the last publication.
package struct RenderedOutputs: Sendable {
    /// The outputs that were made.
    package let outputs: [PlannedOutput]
    /// The results, one for each of `outputs`.
    package let made: [MadeOutput]
    /// The outputs that are left to make: see `OutputPlan.seal`.
    package let unsealed: [PlannedOutput]

    package static func + (left: RenderedOutputs, right: RenderedOutputs) -> RenderedOutputs {
        RenderedOutputs(
            outputs: left.outputs + right.outputs, made: left.made + right.made,
            unsealed: left.unsealed + right.unsealed)
    }

    /// Returns these outputs without some files of the content.
    ///
    /// - Parameter files: The paths of the files, relative to `content/`.
    package func leavingOut(_ files: Set<String>) -> RenderedOutputs {
        let kept = zip(outputs, made).filter { output, _ in output.contentFile.map(files.contains) != true }
        return RenderedOutputs(outputs: kept.map(\.0), made: kept.map(\.1), unsealed: unsealed)
    }
}

extension OutputPlan {
    /// Makes some of the outputs, in the order given.
    ///
    /// - Parameters:
    ///   - published: Returns what was published last at a path, of which a calendar continues the numbers.
    ///   - finish: A function that is given each output as soon as it is made, while its bytes are still in the
    ///     processor's cache, and may return it with less of them.
    ///   - progress: A function that is called now and then.
    package func render(
        _ outputs: [PlannedOutput], _ options: RenderOptions,
        after published: @escaping @Sendable (_ path: String) -> [UInt8]? = { _ in nil },
        finish: @escaping @Sendable (MadeOutput) -> MadeOutput = { $0 },
        progress: (_ done: Int, _ total: Int) -> Void = { _, _ in }
    ) -> Diagnosed<RenderedOutputs> {
        let (unsealed, outputs) = (outputs.filter(isSealed), outputs.filter { !isSealed($0) })
        var made = [MadeOutput?](repeating: nil, count: outputs.count)
        let (written, fileSizes) = (WrittenElements(), TemplateSizes())
        var diagnostics: [Diagnostic] = []
        let (single, sizes) = tasks(outputs)
        // A picture takes as long as hundreds of pages.
        for (tasks, share, before) in [(single, 32, 0), (sizes, 1, single.count)] where !tasks.isEmpty {
            // If there are few tasks, one of them may take as long as all others.
            let share = max(1, min(share, tasks.count / 16))
            let count = tasks.reduce(0) { $0 + $1.count }
            var results = concurrentMap(
                tasks.count, share: share,
                progress: { progress(before + $0 * count / tasks.count, outputs.count) }
            ) { index in
                var made = make(tasks[index], of: outputs, options, published, written, fileSizes)
                made.value = made.value.map { $0.map(finish) }
                return made
            }
            for (number, task) in tasks.enumerated() {
                // The parts are swapped rather than copied because a copy would count the references of each.
                for (part, index) in task.enumerated() { swap(&made[index], &results[number].value[part]) }
                diagnostics += results[number].diagnostics
            }
        }
        return Diagnosed(
            RenderedOutputs(outputs: outputs, made: made.compactMap(\.self), unsealed: unsealed), diagnostics)
    }

    /// This is true for an output that depends on all others or continues what was published last: revisions, what
    /// users agreed to, and the files of a version.
    func isSealed(_ output: PlannedOutput) -> Bool {
        switch output.maker {
        case .version, .agreements: true
        case .job: revision(output) != nil
        case .copy, .picture, .size, .site: false
        }
    }

    /// Groups the outputs, by position, into tasks. The smaller sizes of a picture are made together, because each
    /// would otherwise decode it again.
    private func tasks(_ outputs: [PlannedOutput]) -> (single: [[Int]], sizes: [[Int]]) {
        var (lists, others): ([[Int]], [[Int]]) = ([], [])
        var sizes: [String: [Int]] = [:]
        others.reserveCapacity(outputs.count)
        for index in outputs.indices {
            switch outputs[index].maker {
            case .size(_, let path): sizes[path, default: []].append(index)
            // A list of all pages or entries takes so long that no processor should be left with it in the end. It also
            // takes much memory, of which a build has more in the beginning.
            case .site: lists.append([index])
            case .job(let job) where templates.templates[jobs[job].template].makesList: lists.append([index])
            case .job, .copy, .picture, .version, .agreements: others.append([index])
            }
        }
        // A list stands before each 31 of the others, or before fewer if there are many lists, so that no thread has to
        // make many of them.
        let distance = max(1, min(31, others.count / max(1, lists.count)))
        var (single, rest) = ([[Int]](), lists[...])
        for (number, task) in others.enumerated() {
            if number % distance == 0, let list = rest.popFirst() { single.append(list) }
            single.append(task)
        }
        return (single + rest, sizes.sorted { $0.key < $1.key }.map(\.value))
    }

    private func make(
        _ task: [Int], of outputs: [PlannedOutput], _ options: RenderOptions,
        _ published: (_ path: String) -> [UInt8]?, _ written: WrittenElements, _ sizes: TemplateSizes
    ) -> Diagnosed<[MadeOutput?]> {
        switch outputs[task[0]].maker {
        case .job(let position):
            let template = jobs[position].template
            if sizes.isTooLarge(template) { return Diagnosed(made(task, of: outputs, [[]], isWhole: false)) }
            let output = render(position, options, after: published, keeping: written)
            var diagnostics = output.diagnostics
            let count = jobRanges[template].count
            if let excess = sizes.excess(adding: output.value.file.size, of: template, total: count) {
                diagnostics.append(tooLarge("the \(count) files", "about \(excess) GiB", templates.templates[template]))
            }
            return Diagnosed([output.value], diagnostics)
        case .copy(let file): return Diagnosed(made(task, of: outputs, [file.bytes]))
        // The picture could be read when the site was planned. If it was changed since, this build will not be used.
        case .picture(let path):
            let bytes = site.content.files[path].flatMap(publishedPicture) ?? []
            return Diagnosed(made(task, of: outputs, [bytes]), damage(ofCopied: path).map { [$0] } ?? [])
        case .version, .agreements: return Diagnosed([])
        case .site(let make): return Diagnosed(made(task, of: outputs, [make()]))
        case .size(_, let path):
            let sizes = task.compactMap { if case .size(let size, _) = outputs[$0].maker { size } else { nil } }
            guard let files = site.pictures.sizes(sizes, of: path) else {
                return Diagnosed(made(task, of: outputs, task.map { _ in [] }), [site.damaged(path)])
            }
            return Diagnosed(made(task, of: outputs, files))
        }
    }

    /// This is true for an output that may be a picture whose pixels are not read before it is published.
    package func copiesPicture(_ output: PlannedOutput) -> Bool {
        switch output.maker {
        case .picture: true
        case .job(let position):
            if case .copy = templates.templates[jobs[position].template].kind { true } else { false }
        case .copy, .size, .site, .version, .agreements: false
        }
    }

    /// Warns of damage in a picture that is only copied. If its pixels are used, decoding it reports an error instead.
    private func damage(ofCopied path: String) -> Diagnostic? {
        guard let picture = site.content.pictures[path] else { return nil }
        let isDecoded = templates.needs.contains(.pictureSizes) && !picture.smallerSizes.isEmpty
        return !isDecoded && site.pictures.isDamaged(picture) ? site.damaged(path, .warning) : nil
    }

    /// Returns outputs that read no entries.
    private func made(
        _ task: [Int], of outputs: [PlannedOutput], _ files: [[UInt8]], isWhole: Bool = true
    ) -> [MadeOutput?] {
        zip(task, files).map {
            MadeOutput(OutputFile(path: outputs[$0].path, bytes: $1), Reads(), in: site, isWhole: isWhole)
        }
    }
}
