internal import KairanContent
package import KairanModel
package import KairanOutput

// The whole flow: SourceTree -> Content -> OutputPlan -> [OutputFile] -> Publication.
// Each stage is a function of its input; files are read above the first hop and written after the last.

/// Everything a build made, before any of it is written.
package struct BuildResult: Sendable {
    /// Sorted by path; empty while an error exists.
    package var files: [OutputFile]
    /// Nil when the content could not be read far enough.
    package var plan: OutputPlan?
    /// Sorted by place.
    package var diagnostics: [Diagnostic]
    package var pageCount = 0
    package var endpointCount = 0
}

/// Turns a site's sources into the files of its publication.
package func build(
    _ tree: SourceTree, _ options: BuildOptions, progress: (_ done: Int, _ total: Int) -> Void = { _, _ in }
) throws(OptionError) -> BuildResult {
    var diagnostics: [Diagnostic] = []

    let declarations = try readDeclarations(tree.files).collected(&diagnostics).applying(options)
    // Against names that could not be read, every entry and template would seem wrong.
    guard declarations.settings.isComplete,
        !diagnostics.contains(where: { $0.severity == .error && isDeclaration($0.span.path) })
    else {
        return BuildResult(files: [], diagnostics: diagnostics.sortedForReport)
    }
    let templates = compileTemplates(tree.files, declarations).collected(&diagnostics)
    let content = readContent(tree.files, declarations).collected(&diagnostics)
    let moment = try moment(declarations.settings, options)
    guard !diagnostics.hasErrors else {
        diagnostics += checkSourceLinks(content, tree.files)
        return BuildResult(files: [], diagnostics: diagnostics.sortedForReport)
    }

    let plan = planOutputs(templates, content, at: moment).collected(&diagnostics)
    guard !diagnostics.hasErrors else {
        diagnostics += checkSourceLinks(content, tree.files)
        return BuildResult(files: [], plan: plan, diagnostics: diagnostics.sortedForReport)
    }

    let rendered = plan.render(RenderOptions(style: options.style), progress: progress).collected(&diagnostics)
    let files = (rendered + plan.assetFiles() + plan.siteFiles()).sorted { $0.path < $1.path }
    diagnostics += plan.checkOutputs(files) + plan.checkFolders(files) + plan.checkLinks(files).diagnostics

    var result = BuildResult(
        files: diagnostics.hasErrors ? [] : files, plan: plan, diagnostics: diagnostics.sortedForReport)
    result.pageCount = plan.pageCount
    result.endpointCount = plan.endpointCount
    return result
}

/// `--at`, else the site's own moment, else the clock.
private func moment(_ settings: SiteSettings, _ options: BuildOptions) throws(OptionError) -> DateTime {
    guard let text = options.moment else {
        let moment = settings.moment ?? settings.timeZone.dateTime(epochSeconds: options.clock)
        guard moment.isWritable else {
            throw OptionError(description: MomentMistake.year.message(for: moment.description))
        }
        return moment
    }
    if let day = LocalDate(text) {
        let moment = settings.timeZone.dateTime(date: day)
        if moment.isWritable { return moment }
        throw OptionError(description: MomentMistake.year.message(for: text))
    }
    switch settings.timeZone.read(text) {
    case .success(let moment): return moment
    case .failure(.form):
        throw OptionError(description: "'\(text)' is not a moment; write --at 2026-04-01T09:00 or --at 2026-04-01")
    case .failure(let mistake):
        throw OptionError(description: "\(mistake.message(for: text)); \(mistake.help)")
    }
}

extension Declarations {
    fileprivate func applying(_ options: BuildOptions) throws(OptionError) -> Declarations {
        guard let base = options.base else { return self }
        var declarations = self
        if base.hasPrefix("/"), let parts = splitSiteURL(settings.origin + base) {
            declarations.settings.basePath = parts.basePath
        } else if let parts = splitSiteURL(base) {
            (declarations.settings.origin, declarations.settings.host, declarations.settings.basePath) = parts
        } else {
            throw OptionError(
                description: "'\(base)' is not a base; write --base /board/ or --base https://example.org/board/")
        }
        return declarations
    }
}

extension Diagnosed {
    fileprivate func collected(_ diagnostics: inout [Diagnostic]) -> Value {
        diagnostics += self.diagnostics
        return value
    }
}

extension BuildResult {
    /// Gives every diagnostic the path that leads to its file from where the user stands.
    package mutating func locate(in folder: String) {
        for index in diagnostics.indices {
            diagnostics[index].span.path = located(diagnostics[index].span.path, in: folder)
        }
    }

    /// Adds what was noticed before the pipeline; an error there leaves no files.
    package mutating func add(_ more: [Diagnostic]) {
        diagnostics = (diagnostics + more).sortedForReport
        if diagnostics.hasErrors { files = [] }
    }

    package var entryCount: Int { plan?.site.content.collections.reduce(0) { $0 + $1.entries.count } ?? 0 }
}

/// The path of a site's file as seen from where the site's folder is seen as `folder`.
package func located(_ path: String, in folder: String) -> String { folder == "." ? path : "\(folder)/\(path)" }
