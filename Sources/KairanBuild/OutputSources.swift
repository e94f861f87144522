internal import KairanContent
internal import KairanModel
internal import KairanQueries
internal import KairanTemplates

extension SiteBuild {
    /// Returns the sources that an output is made of: its template and all that the template uses, then the files of
    /// entries. The list is empty for a file that every site has, and after a build that was the same as one of another
    /// process.
    package func sources(of path: String) -> [String] {
        guard let plan = result.plan, let store = result.store.flatMap({ BuildStore($0()) }),
            let details = store.details.value,
            let position = store.outputs.firstIndex(where: { $0.path == path }),
            let output = plan.outputs(tree.files, tree.known.map(\.hash)).first(where: { $0.path == path })
        else { return [] }
        let content = plan.site.content
        let entries = Reads.entries(of: details.trace(position), in: content).map { content[$0.entry].span.path }
        var seen: Set<String> = []
        return (output.sources + entries).filter { seen.insert($0).inserted }
    }
}
