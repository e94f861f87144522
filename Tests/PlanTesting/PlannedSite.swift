internal import KairanContent
internal import KairanFormats
package import KairanModel
package import KairanPublish
package import KairanReaders
package import KairanTemplates

/// A site in memory, from its sources to the outputs that it alone decides. There is no folder, and nothing is known of
/// an earlier build.
package struct PlannedSite: Sendable {
    package let sources: [SourceFile]
    /// Everything that was noticed so far.
    package private(set) var diagnostics: [Diagnostic]
    /// The plan; nil if the sources have mistakes.
    package private(set) var plan: OutputPlan?

    /// The moment is the site's own, or else the beginning of 1970.
    package init(_ sources: [SourceFile]) {
        self.sources = sources.sorted { $0.path < $1.path }
        let declared = readDeclarations(self.sources)
        diagnostics = declared.diagnostics
        guard !diagnostics.hasErrors else { return }
        let templates = compileTemplates(self.sources, declared.value)
        let content = readContent(self.sources, declared.value)
        diagnostics += templates.diagnostics + content.diagnostics
        guard !diagnostics.hasErrors else { return }
        let settings = declared.value.settings
        let moment = settings.moment ?? settings.timeZone.dateTime(epochSeconds: 0)
        let early = planEarlyOutputs(templates.value, content.value, at: moment)
        let whole = early.value.addingLateOutputs()
        diagnostics += early.diagnostics + whole.diagnostics
        plan = whole.value
    }

    package init(_ files: [String: String]) { self.init(files.map { SourceFile(path: $0.key, text: $0.value) }) }

    /// Makes all outputs except those that continue an earlier publication; nil if there is a mistake.
    package func rendered(_ style: JSONStyle = .pretty) -> Diagnosed<RenderedOutputs>? {
        guard let plan, !diagnostics.hasErrors else { return nil }
        let outputs = plan.outputs(sources, sources.map { ContentHash($0.bytes) })
        return plan.render(outputs, RenderOptions(style: style))
    }
}

/// The files that a site alone decides, and all mistakes in them, dead links too.
package struct MadeSite: Sendable {
    package let plan: OutputPlan?
    /// The files, sorted by path; empty if there is an error.
    package private(set) var files: [OutputFile] = []
    package private(set) var diagnostics: [Diagnostic]

    package init(_ planned: PlannedSite) {
        (plan, diagnostics) = (planned.plan, planned.diagnostics)
        if let plan, let rendered = planned.rendered() {
            diagnostics += rendered.diagnostics
            files = rendered.value.made.map(\.file).sorted { $0.path < $1.path }
            diagnostics += Self.wrongLinks(in: files, plan)
        }
        diagnostics = diagnostics.sortedForReport
        if diagnostics.hasErrors { files = [] }
    }

    package init(_ sources: [SourceFile]) { self.init(PlannedSite(sources)) }

    package init(_ files: [String: String]) { self.init(PlannedSite(files)) }

    package func text(_ path: String) -> String? {
        files.first { $0.path == path }.map { String(decoding: $0.bytes, as: UTF8.self) }
    }

    private static func wrongLinks(in files: [OutputFile], _ plan: OutputPlan) -> [Diagnostic] {
        let paths = FactSet(files.map { LinkFacts.fact(ofPath: $0.path) })
        let scans = plan.scanLinks(files, paths)
        let provided = FactSet(scans.flatMap(\.facts.provided))
        let outputs = zip(files, scans).filter { !$0.1.holds(provided) }.map(\.0.path)
        let entries = zip(plan.site.entries, plan.linkFacts(of: plan.site.entries, paths))
            .filter { $0.1?.allSatisfy(provided.contains) != true }.map(\.0)
        let made = Dictionary(uniqueKeysWithValues: files.map { ($0.path, $0.bytes) })
        return plan.checkLinks(of: entries, and: Set(outputs), among: files.map(\.path)) { made[$0] }
    }
}
