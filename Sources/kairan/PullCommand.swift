import ArgumentParser
import KairanBuild
import KairanModel
internal import KairanPull
internal import KairanReaders

struct PullCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "pull",
        abstract: "Takes the entries that are kept elsewhere: feeds, sheets, calendars, JSON.",
        discussion: """
            A collection names its source in _collection.yml, and 'from' says where an item
            has each field:
              source: { url: https://example.org/news.xml, format: rss, every: 6h }
              from: { id: guid, title: title, link: link, at: pubDate, body: description }
            Formats: rss, atom, json, csv (also sheets), ics, geojson.

            What is taken becomes pulled.yml in the collection's folder. Commit it: a build
            never asks the network. Values of your own stand in _own.yml beside it, by id.
            Nothing is written unless the site with the new entries has no new mistake.
            A source that is down, empty, cut off or of another shape changes nothing: the
            entries of the last good pull stay, with a warning. It asks by curl, over
            https, and only for what is new; a source that stays the same changes no file.

            EXAMPLES
              kairan pull                   all collections that have a source
              kairan pull --dry-run         says what would change
              kairan pull news events       these two only
              kairan pull --due             asks only where 'every' has passed
              kairan pull --strict          a source that fails is an error: exit code 1
            """)

    @Argument(
        help: ArgumentHelp("Pull only these.", valueName: "collection"),
        completion: .custom { _, _, _ in collectionNames() })
    var collections: [String] = []

    @Option(help: ArgumentHelp("The site's folder.", valueName: "folder"), completion: .directory)
    var site = "."

    @Flag(help: "Ask only the sources whose 'every' has passed since they were asked.")
    var due = false

    @Flag(help: "A source that fails is an error, and nothing is written then.")
    var strict = false

    @Flag(help: "Say what would change, and write nothing.")
    var dryRun = false

    @Flag(help: "Also ask programs of this machine and of private networks.")
    var local = false

    @Option(help: ArgumentHelp("The longest time for each answer.", valueName: "seconds"))
    var seconds = 60

    @Option(help: "How to report: human, json, or github (annotations).")
    var format = PlainReportFormat.human

    func validate() throws {
        if !(1...600).contains(seconds) { throw ValidationError("--seconds must be a number from 1 to 600") }
    }

    func run() throws {
        var common = try SiteOptions.parse([])
        common.folder = site
        try Runner(site: common, format: format.format, options: try common.buildOptions(), isStrict: strict)
            .pull(collections, onlyDue: due, FetchOptions(seconds: seconds, allowsPrivate: local), writes: !dryRun)
    }
}

extension Runner {
    fileprivate func pull(_ names: [String], onlyDue: Bool, _ fetching: FetchOptions, writes: Bool) throws {
        let report = Report(format: format)
        do {
            var plan = try showingProgress("pulling") { _ in
                try planPull(names, onlyDue: onlyDue, fetching, options) {
                    report.aside("sends \($0.variable) to \($0.host)")
                }
            }
            let answers = plan.answers
            let isOfSite = { (diagnostic: Diagnostic) in !answers.contains { $0.path == diagnostic.span.path } }
            let reasons = plan.sources.flatMap(\.reasons).map { reason in
                var reason = reason
                if isStrict { reason.severity = .error }
                return reason
            }
            var told = (plan.diagnostics + plan.sources.flatMap(\.warnings) + reasons).map { diagnostic in
                isOfSite(diagnostic) ? [diagnostic].located(in: options.folder)[0] : diagnostic
            }
            told = told.sortedForReport
            report.diagnostics(told, SourceLines(plan.tree, in: options.folder, beside: plan.answers))
            guard !told.hasErrors else {
                report.failed(count: told.errorCount, "; nothing was written")
                throw ExitCode.mistakes
            }
            if writes { try plan.write() }
            plan.diagnostics = told
            report.pulled(plan, isDone: writes, onlyDue: onlyDue)
        } catch let error as ReadError {
            try fail(error.description)
        }
    }
}

extension Report {
    fileprivate func pulled(_ plan: PullPlan, isDone: Bool, onlyDue: Bool) {
        guard format != .json else {
            let sources = plan.sources.map { source in
                ReportValue.object([
                    "collection": .string(source.collection), "outcome": .string(source.word),
                    "entries": .integer(source.count),
                    "sends": .list(
                        source.sends.map { .object(["variable": .string($0.variable), "host": .string($0.host)]) }),
                ])
            }
            let facts: [String: ReportValue] = [
                "done": .boolean(isDone), "files": .list(plan.paths.map { .string($0) }), "sources": .list(sources),
                "waiting": .list(plan.waiting.map { .string($0.collection) }),
            ]
            return output.write(json(facts, plan.diagnostics))
        }
        if plan.sources.isEmpty, !onlyDue {
            output.write("no collection has a source; 'kairan pull --help' shows how to declare one\n")
        }
        for next in plan.waiting {
            if let due = next.due { output.write("\(next.collection): not due before \(due)\n") }
        }
        for source in plan.sources { output.write("\(source.collection): \(source.sentence(isDone: isDone))\n") }
    }
}

extension PulledSource {
    fileprivate var word: String {
        switch outcome {
        case .unchanged: "unchanged"
        case .taken: "taken"
        case .kept: "kept"
        }
    }

    fileprivate func sentence(isDone: Bool) -> String {
        let entries = count == 1 ? "1 entry" : "\(count) entries"
        switch outcome {
        case .unchanged: return "unchanged, \(entries)"
        case .kept: return count == 0 ? "nothing could be taken" : "kept the last good, \(entries)"
        case .taken(let new, let changed, let gone):
            let parts = [(new, "new"), (changed, "changed"), (gone, "gone")].filter { $0.0 > 0 }.map {
                "\($0.0) \($0.1)"
            }
            return (isDone ? "\(entries) taken" : "\(entries) would be taken")
                + (parts.isEmpty ? "" : " (\(parts.joined(separator: ", ")))")
        }
    }
}
