import ArgumentParser
import KairanBuild
import KairanModel
internal import KairanPull
internal import KairanReaders

struct NextCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "next",
        abstract: "Says when the site will change by itself, and which outputs.",
        discussion: """
            Windows open and close, and days begin: from then on, a build makes different
            outputs, though nobody changed a file. Build again at these moments, or
            often enough. Outputs that show the moment of the build itself do not count.
            It looks \(daysAhead) days ahead. For collections that are kept elsewhere, it says when
            to run kairan pull.

            EXAMPLES
              kairan next                  the next change
              kairan next --count 5        the next five
              kairan next --format json    for a scheduler: the moment as RFC 3339
            """)

    @OptionGroup var site: SiteOptions

    @Option(help: "How to report: human, json, or github (annotations).")
    var format = PlainReportFormat.human

    @Option(help: "How many changes to look for, at most 1000.")
    var count = 1

    func validate() throws {
        if !(1...1000).contains(count) { throw ValidationError("--count must be a number from 1 to 1000") }
    }

    func run() throws {
        try Runner(site: site, format: format.format, options: try site.buildOptions()).next(count)
    }
}

extension Runner {
    fileprivate func next(_ count: Int) throws {
        let report = Report(format: format)
        do {
            let start = ContinuousClock.now
            var built = try showingProgress(since: start) { try buildSite(options, progress: $0) }
            guard !built.result.diagnostics.hasErrors else {
                built.result.locate(in: options.folder)
                report.diagnostics(built.result.diagnostics, SourceLines(built.tree, in: options.folder))
                report.failed(built.result, isPublished: false)
                throw ExitCode.mistakes
            }
            let changes = try showingProgress("looking ahead", since: start) { _ in
                try nextChanges(after: built, options, count: count)
            }
            report.next(changes, until: built.horizon, try nextPulls(of: built.tree, options))
        } catch let error as ReadError {
            report.problem(error.description)
            throw ExitCode.inputOutput
        }
    }
}

extension Report {
    /// Reports the next changes; `until` is the moment up to which they were looked for.
    ///
    /// - Parameter pulls: The times at which to pull collections that are kept elsewhere.
    fileprivate func next(_ changes: [NextChange], until: DateTime?, _ pulls: [NextPull]) {
        guard format != .json else {
            var facts: [String: ReportValue] = ["changes": .list(changes.map(\.value))]
            // A board without sources has nothing to tell of them.
            if !pulls.isEmpty { facts["pulls"] = .list(pulls.map(\.value)) }
            if let until { facts["until"] = .string(until.description) }
            return output.write(json(facts, []))
        }
        for change in changes { write(change) }
        if changes.isEmpty, let until {
            output.write("nothing changes by itself in the next \(daysAhead) days (until \(until.date))\n")
        }
        for pull in pulls { output.write("kairan pull \(pull.collection): \(pull.words)\n") }
    }

    private func write(_ change: NextChange) {
        output.write(output.styled(change.summary, .bold) + "\n")
        for mistake in change.mistakes {
            output.write("  \(mistake.span.path):\(mistake.span.line):\(mistake.span.column): \(mistake.message)\n")
        }
        let shown = 20
        for (path, kind) in change.outputs.prefix(shown) {
            output.write("  \(kind.rawValue.padding(to: 7)) \(path)\n")
        }
        if change.outputs.count > shown {
            output.write("  and \(change.outputs.count - shown) more, see --format json\n")
        }
    }
}

extension NextPull {
    fileprivate var words: String { due.map { isDue ? "due since \($0)" : "due at \($0)" } ?? "it was never pulled" }

    fileprivate var value: ReportValue {
        var facts: [String: ReportValue] = ["collection": .string(collection), "minutes": .integer(minutes)]
        if let due { facts["due"] = .string(due.description) }
        return .object(facts)
    }
}

extension NextChange {
    var summary: String {
        guard mistakes.isEmpty else {
            return "\(moment): from then on there is a mistake, and nothing can be published"
        }
        if isEarliest { return "not before \(moment); run kairan next for details" }
        let counts = [Kind.added, .changed, .removed].map { kind in (outputs.count { $0.kind == kind }, kind) }
        return "\(moment): " + counts.filter { $0.0 > 0 }.map { "\($0.0) \($0.1.rawValue)" }.joined(separator: ", ")
    }

    var value: ReportValue {
        var facts: [String: ReportValue] = ["moment": .string(moment.description)]
        if !isEarliest {
            facts["mistakes"] = .list(mistakes.map { .string($0.message) })
            facts["outputs"] = .list(
                outputs.map { .object(["path": .string($0.path), "change": .string($0.kind.rawValue)]) })
        }
        return .object(facts)
    }
}

extension String {
    fileprivate func padding(to width: Int) -> String { self + String(repeating: " ", count: max(0, width - count)) }
}
