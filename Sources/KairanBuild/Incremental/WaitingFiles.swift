internal import KairanFormats
internal import KairanPublish
internal import KairanQueries
internal import KairanReaders
internal import KairanTemplates

extension OutputChoice {
    /// Returns the files of the content that entries name but no output does yet, by path relative to `content/`: an
    /// entry may name a picture long before its window begins, or a paper that no template shows.
    ///
    /// What was published once stays while an entry names it, as apps may still have its address. Waiting files are
    /// made all the same, so that a damaged picture comes to light before the day on which it is shown.
    func waitingFiles(
        _ rendered: RenderedOutputs, _ plan: OutputPlan, _ scanner: LinkScanner, _ options: RenderOptions,
        after last: () -> PublishedList
    ) -> Set<String> {
        let ofFiles = decisions.filter { $0.output.contentFile != nil }
        var files = Set(ofFiles.filter { $0.kept == nil }.compactMap(\.output.contentFile))
        if files.isEmpty { return [] }
        let listed = last().listed(among: Set(ofFiles.map(\.output.path)))
        files.subtract(
            ofFiles.filter { $0.kept != nil || listed.contains($0.output.path) }.compactMap(\.output.contentFile))
        if files.isEmpty { return [] }
        // An output that continues what was published last reads the same, whatever its number is.
        let made = rendered.made + rendered.unsealed.compactMap { plan.counted($0, 1, options)?.value }
        let required = FactSet(
            made.flatMap { ($0.links ?? scanner.scan($0)).facts.required }
                + decisions.compactMap(\.kept).flatMap { kept in
                    details.map { Array($0.facts($0.outputs[kept].required)) } ?? []
                })
        let linked = ofFiles.map(\.output).filter { required.contains(LinkFacts.fact(ofPath: $0.path)) }
        files.subtract(linked.compactMap(\.contentFile))
        return files.subtracting(plan.site.files(files, namedInFieldsOf: traces(made)))
    }

    /// Leaves out all outputs that are made of some files of the content, and returns them.
    mutating func leaveOut(_ files: Set<String>) -> [PlannedOutput] {
        let leftOut = decisions.map(\.output).filter { $0.contentFile.map(files.contains) == true }
        decisions.removeAll { $0.output.contentFile.map(files.contains) == true }
        return leftOut
    }
}
