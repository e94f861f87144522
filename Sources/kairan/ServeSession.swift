import KairanBuild
internal import KairanContracts
import KairanDesk
import KairanModel
import KairanPreview
internal import KairanReaders
import KairanSystem
import KairanTemplates

/// The builds of one run of `kairan serve`, and the report on each.
struct ServeSession {
    let preview: Preview
    private let site: SiteOptions
    private let accepted: [AcceptedChange]
    private let report: Report
    /// This is true if nobody at another computer sees the preview.
    private let isAlone: Bool
    private var builds = RepeatedBuild(clock: .system)
    /// The last attempt, for a desk that is attached later.
    private var last: (built: SiteBuild, options: BuildOptions)?
    private var desk: Desk?
    /// This is true if the last attempt could not even read the site.
    private var missed = false

    init(site: SiteOptions, accepted: [AcceptedChange], report: Report, host: String?, isForwarded: Bool) {
        (self.site, self.accepted, self.report) = (site, accepted, report)
        preview = Preview(at: host, isForwarded: isForwarded)
        isAlone = host == nil && !isForwarded
    }

    /// Tells a desk of all builds from now on, and of the last one.
    mutating func attach(_ desk: Desk) {
        self.desk = desk
        if let last { desk.take(last.built, by: builds, last.options) }
    }

    /// The moment of the last change that came by itself, in seconds since 1970.
    private var lastChange: Int?
    /// The drafts that were told of last.
    private var toldDrafts: [String] = []

    /// Builds again. If a file cannot be read, the session goes on, since people who edit a site move its folders
    /// about.
    mutating func update(after changes: SourceWatch.Changes) throws {
        if changes == .files([]) { lastChange = builds.nextChange }
        do {
            try build(after: missed ? .everything : changes)
            missed = false
        } catch let error as ReadError {
            missed = true
            report.problem(error.description)
            preview.show([PreviewMistake(place: error.path, message: error.reason, rule: "read")])
        } catch let error as OptionError {
            report.problem(error.description)
            preview.show([PreviewMistake(place: site.folder, message: error.description, rule: "options")])
        }
    }

    /// The next moment at which the site changes although nobody saves, in seconds since 1970; nil if there is none.
    /// Each moment counts once, even if a mistake keeps its build from being shown.
    var nextBuild: Int? { site.at != nil || builds.nextChange == lastChange ? nil : builds.nextChange }

    mutating func build(after changes: SourceWatch.Changes) throws {
        let start = ContinuousClock.now
        var options = try site.buildOptions()
        options.accepted = accepted
        // The files of others in there are shown too.
        try options.checkOwnFolder()
        var built = try showingProgress(since: start) {
            try builds.build(options, after: changes, seen: preview.seenPages, progress: $0)
        }
        // An accepted change may still come, or come again.
        built.result.diagnostics.removeAll { $0.rule == .contractUnused }
        last = (built, options)
        desk?.take(built, by: builds, options)
        built.result.locate(in: options.folder)
        adviseToServe(&built.result.diagnostics)
        guard !built.result.diagnostics.hasErrors else {
            let lines = SourceLines(built.tree, in: options.folder)
            preview.show(mistakes(built.result.diagnostics, lines))
            report.diagnostics(built.result.diagnostics, lines)
            return report.failed(built.result, isPublished: false)
        }
        preview.show(builds, of: built, options)
        let duration = ContinuousClock.now - start
        if !built.result.diagnostics.isEmpty {
            report.diagnostics(built.result.diagnostics, SourceLines(built.tree, in: options.folder))
        }
        report.rebuilt(changes, changed: builds.changed.count, duration)
        if toldDrafts != built.result.counts.drafts {
            toldDrafts = built.result.counts.drafts
            report.drafts(toldDrafts)
        }
    }

    /// Does the work that can wait until the browser has shown the page.
    mutating func prepareNext() {
        guard builds.prepareNext() else { return }
        desk?.take(builds)
        // Each build replaces nearly all that the one before it left.
        returnFreedMemory()
    }

    /// Makes the advice about a folder that is not a site name this command.
    private func adviseToServe(_ diagnostics: inout [Diagnostic]) {
        for index in diagnostics.indices where diagnostics[index].rule == .siteMissing {
            diagnostics[index].help = diagnostics[index].help?.replacing("kairan build", with: "kairan serve")
        }
    }

    private func mistakes(_ diagnostics: [Diagnostic], _ lines: SourceLines) -> [PreviewMistake] {
        var lines = lines
        return diagnostics.filter { $0.severity == .error }.prefix(100).map { diagnostic in
            let span = diagnostic.span
            let excerpt = lines.line(of: span).map { Excerpt(line: $0, span: span).numbered(span.line) }
            return PreviewMistake(
                place: "\(span.path):\(span.line):\(span.column)", editor: isAlone ? editorAddress(of: span) : nil,
                message: diagnostic.message, rule: diagnostic.rule.rawValue,
                excerpt: excerpt, help: diagnostic.help)
        }
    }
}

extension Excerpt {
    /// Returns the excerpt as it is on the terminal.
    fileprivate func numbered(_ line: Int) -> String {
        let gutter = String(repeating: " ", count: "\(line)".count)
        return "\(line) | \(text)\n\(gutter) | \(indent)\(carets)"
    }
}

extension Report {
    /// Writes one line for each save.
    fileprivate func rebuilt(_ changes: SourceWatch.Changes, changed: Int, _ duration: Duration) {
        let sources = if case .files(let paths) = changes { paths.sorted() } else { [String]() }
        guard format != .json else {
            let facts: [String: ReportValue] = [
                "done": .boolean(true), "sources": .list(sources.map(ReportValue.string)), "changed": .integer(changed),
                "milliseconds": .integer(Int(duration / .milliseconds(1))),
            ]
            return output.write(json(facts, []))
        }
        // A new day that changes nothing is not reported.
        if changes == .files([]), changed == 0 { return }
        let what =
            switch sources.count {
            case 0: changes == .everything ? "all files" : "a new moment"
            case 1...3: sources.joined(separator: ", ")
            default: "\(sources.count) files"
            }
        let outputs = changed == 0 ? "nothing changed" : "\(count(changed, "output")) changed"
        output.write("\(Excerpt.printable(what)): \(output.styled(outputs, .bold)); \(duration.words)\n")
    }
}
