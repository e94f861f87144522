import ArgumentParser
import KairanBuild
import KairanContent
import KairanModel
internal import KairanReaders

struct PurgeCommand: ParsableCommand {
    /// The number of days that an entry stays in the trash.
    static let days = 30

    static let configuration = CommandConfiguration(
        commandName: "purge",
        abstract: "Removes entries that have been in the trash for 30 days.",
        discussion: """
            An entry with 'deleted: 2026-11-01' is in the trash: it is in no output.
            Its file goes, along with pictures and files that no other entry names. What
            would go is shown first, and goes only when you say so. An entry that is one of
            several in a file is shown too, but stays: remove it by hand.

            EXAMPLES
              kairan purge             shows what would go, and asks
              kairan purge --days 0    everything in the trash
              kairan purge --yes       for scripts: does not ask
            """)

    @Argument(help: ArgumentHelp("The site's folder.", valueName: "site"), completion: .directory)
    var folder = "."

    @Option(help: ArgumentHelp("As of this moment, in the site's time zone.", valueName: "moment"))
    var at: String?

    @Option(help: "How many days an entry must have been in the trash.")
    var days = Self.days

    @Flag(help: "Remove it without asking.")
    var yes = false

    @Option(help: "How to report: human, json, or github.")
    var format = PlainReportFormat.human

    func validate() throws {
        if !(0...100_000).contains(days) { throw ValidationError("--days must be a number from 0 to 100000") }
    }

    func run() throws {
        var common = try SiteOptions.parse(at.map { ["--at", $0] } ?? [])
        common.folder = folder
        try Runner(site: common, format: format.format, options: try common.buildOptions()).purge(
            days: days, asks: !yes)
    }
}

extension Runner {
    fileprivate func purge(days: Int, asks: Bool) throws {
        let report = Report(format: format)
        do {
            let plan = try purgePlan(days, report)
            if format != .json { report.purge(plan, in: options.folder) }
            if asks, !plan.files.isEmpty {
                if format == .json { report.json(plan, in: options.folder, isDone: false) }
                try confirm(plan.files.count)
                guard try purgePlan(days, report) == plan else {
                    throw OptionError(description: "the site has changed meanwhile, so nothing was removed; look again")
                }
            }
            try removeFiles(plan.files, from: options.folder)
            if format == .json {
                report.json(plan, in: options.folder, isDone: true)
            } else {
                report.purged(plan.files.count)
            }
        } catch let error as ReadError {
            report.problem(error.description)
            throw ExitCode.inputOutput
        }
    }

    /// Returns what to remove. This is known only for a site without mistakes, since a mistake can hide that a file is
    /// used.
    private func purgePlan(_ days: Int, _ report: Report) throws -> PurgePlan {
        var built = try showingProgress { try buildSite(options, progress: $0) }
        if let plan = built.result.plan, !built.result.diagnostics.hasErrors {
            return plan.purge(days: days, built.tree)
        }
        built.result.locate(in: options.folder)
        report.diagnostics(built.result.diagnostics, SourceLines(built.tree, in: options.folder))
        report.failed(built.result, isPublished: false)
        throw ExitCode.mistakes
    }

    private func confirm(_ count: Int) throws {
        let terminals = [Terminal.standardInput, .standardOutput, .standardError]
        guard terminals.allSatisfy(\.isInteractive), format == .human else {
            throw OptionError(description: "nothing was removed; to remove what is shown, use --yes")
        }
        Terminal.standardError.write("Remove \(count == 1 ? "this file" : "these \(count) files")? [y/N] ")
        guard ["y", "yes"].contains(readLine()?.lowercased()) else {
            Terminal.standardError.write("nothing was removed\n")
            throw ExitCode.success
        }
    }
}

extension Report {
    /// Lists what will be removed, and what somebody has to take out by hand.
    fileprivate func purge(_ plan: PurgePlan, in folder: String) {
        for item in plan.items {
            let place = "\(located(item.place.path, in: folder)):\(item.place.line)"
            let words = item.files.isEmpty ? ": remove it from \(Excerpt.printable(place))" : ""
            output.write("\(item.name), deleted on \(item.date)\(words)\n")
            for file in item.files { output.write("  \(Excerpt.printable(located(file, in: folder)))\n") }
        }
    }

    fileprivate func purged(_ count: Int) {
        output.write(count == 0 ? "nothing to remove\n" : "\(count) \(count == 1 ? "file" : "files") removed\n")
    }

    fileprivate func json(_ plan: PurgePlan, in folder: String, isDone: Bool) {
        let items = plan.items.map { item -> ReportValue in
            .object([
                "entry": .string(item.name), "deleted": .string(item.date.description),
                "place": .string("\(located(item.place.path, in: folder)):\(item.place.line)"),
                "files": .list(item.files.map { .string(located($0, in: folder)) }),
            ])
        }
        output.write(json(["done": .boolean(isDone), "trash": .list(items)], []))
    }
}
