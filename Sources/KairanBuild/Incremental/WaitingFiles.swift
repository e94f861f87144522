internal import KairanContent
internal import KairanFormats
internal import KairanModel
internal import KairanPublish
internal import KairanReaders
internal import KairanTemplates

extension OutputChoice {
    /// Returns the files of the content that entries name but no output does yet, by path relative to `content/`: an
    /// entry may name a picture long before its window begins, or a paper that no template shows.
    ///
    /// A file that was published once stays, as apps may still have its address. It is taken back only if all entries
    /// that name it are still to come, since a build with `--at` had looked ahead then. A file that waits is made once
    /// all the same, so that a damaged picture comes to light before the day on which it is shown.
    ///
    /// - Parameters:
    ///   - kept: Returns the bytes of an output that is kept.
    ///   - last: Returns the list of the last publication.
    func waitingFiles(
        _ rendered: RenderedOutputs, _ plan: OutputPlan, _ options: RenderOptions,
        keeping kept: @escaping @Sendable (_ path: String) -> [UInt8]?, after last: () -> PublishedList
    ) -> Set<String> {
        let ofFiles = decisions.filter { $0.output.contentFile != nil }
        if ofFiles.isEmpty { return [] }
        var files = Set(ofFiles.filter { $0.kept == nil }.compactMap(\.output.contentFile))
        if !files.isEmpty {
            let listed = last().listed(among: Set(ofFiles.map(\.output.path)))
            let published = ofFiles.filter { $0.kept != nil || listed.contains($0.output.path) }
            files.subtract(published.compactMap(\.output.contentFile))
        }
        let toCome = plan.site.content.filesToCome(at: plan.site.moment)
        files.formUnion(toCome.intersection(ofFiles.compactMap(\.output.contentFile)))
        if files.isEmpty { return [] }
        // Links name nearly all files, and are known without reading any output.
        let made = zip(rendered.outputs, rendered.made).filter { $0.0.contentFile == nil }.map(\.1)
        let linked = FactSet(made.flatMap { $0.links?.facts.required ?? [] } + keptLinks)
        files.subtract(
            ofFiles.map(\.output).filter { linked.contains(LinkFacts.fact(ofPath: $0.path)) }.compactMap(\.contentFile))
        if files.isEmpty { return [] }
        // An output that continues what was published last names the same, whatever its number is.
        let others = rendered.unsealed.compactMap { plan.counted($0, 1, options)?.value }
        let outputs = (made + others).map(\.file)
        files.subtract(named(files, outputs.count) { (outputs[$0].path, outputs[$0].bytes) })
        // An output that is kept does not name what it did not name before.
        let new = files.subtracting(changes?.build.store.head.counts.waiting ?? [])
        if new.isEmpty { return files }
        let paths = decisions.filter { $0.kept != nil && $0.output.contentFile == nil }.map(\.output.path)
        return files.subtracting(named(new, paths.count) { (paths[$0], kept(paths[$0]) ?? []) })
    }

    /// Returns those of some files whose names some outputs hold.
    private func named(
        _ files: Set<String>, _ count: Int, _ output: @escaping @Sendable (Int) -> (path: String, bytes: [UInt8])
    ) -> Set<String> {
        var names = FileNames()
        for output in decisions.lazy.map(\.output) {
            if let file = output.contentFile, files.contains(file) { names.add(file, at: output.path) }
        }
        let found = concurrentMap(count) { [names] index in
            let output = output(index)
            return names.files(in: output.bytes.span, fileExtension: fileExtension(of: output.path))
        }
        return found.reduce(into: []) { $0.formUnion($1) }
    }

    /// The facts that the links of kept outputs require.
    private var keptLinks: [UInt64] {
        guard let details else { return [] }
        return decisions.compactMap(\.kept).flatMap { Array(details.facts(details.outputs[$0].required)) }
    }
}

extension Content {
    /// Returns the files that are named only by entries whose windows are all still to come.
    fileprivate func filesToCome(at moment: DateTime) -> Set<String> {
        func areToCome(_ entry: Entry, _ windows: [Int]) -> Bool {
            let windows = windows.compactMap { field -> Window? in
                if case .window(let window) = entry.value(ofField: field) { window } else { nil }
            }
            return !windows.isEmpty && windows.allSatisfy { $0.phase(at: moment) == .future }
        }
        let windows = collections.map { collection in
            collection.declaration.fields.indices.filter { collection.declaration.fields[$0].type == .window }
        }
        if windows.allSatisfy(\.isEmpty) { return [] }
        var (toCome, others): (Set<String>, Set<String>) = ([], [])
        for (collection, windows) in zip(collections, windows) {
            for entry in collection.entries {
                // The windows of most entries need not be read, as their files are known to be named by others.
                let named = entry.files.filter { files[$0] != nil && !others.contains($0) }
                if named.isEmpty { continue }
                if areToCome(entry, windows) { toCome.formUnion(named) } else { others.formUnion(named) }
            }
        }
        return toCome.subtracting(others)
    }
}
