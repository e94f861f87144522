import KairanBuild
import KairanContent
import KairanModel
internal import KairanPublish
internal import KairanReaders

/// Says what a build found and did, in the form that the user asked for.
///
/// People's diagnostics go to the standard error, so that the standard output can be piped.
struct Report {
    let format: ReportFormat
    /// The mistakes that were mended before; nil if that was not asked for.
    var mended: [Diagnostic]?
    /// This is true if people only want to hear of mistakes and warnings.
    var isQuiet = false
    /// The moment that somebody gave for the publication in place of the clock's.
    var moment: String?
    /// The sources, of which reports for programs say what a mend replaces.
    var sources: SourceLines?
    var output: Terminal { .standardOutput }
    private var errors: Terminal { .standardError }

    init(format: ReportFormat) { self.format = format }

    func diagnostics(_ diagnostics: [Diagnostic], _ lines: SourceLines) {
        switch format {
        case .human:
            var lines = lines
            for diagnostic in diagnostics { errors.write(human(diagnostic, line: lines.line(of: diagnostic.span))) }
            // The hint is for people; in a log it would only be in the way.
            if errors.isInteractive, let rule = diagnostics.first?.rule {
                errors.write(errors.styled("more: kairan explain \(rule)\n", .dim))
                let mendable = diagnostics.count { $0.fix != nil }
                let what = mendable == 1 ? "one of them" : "\(mendable) of them"
                if mendable > 0 { errors.write(errors.styled("mend \(what): kairan check --fix\n", .dim)) }
            }
        case .github:
            for diagnostic in diagnostics { output.write(github(SARIFResult(diagnostic))) }
        case .json where diagnostics.hasErrors: output.write(json(["done": .boolean(false)], diagnostics))
        case .sarif where diagnostics.hasErrors: output.write(sarif(results(diagnostics)))
        case .json, .sarif: break
        }
    }

    func failed(_ result: BuildResult, isPublished: Bool) {
        let errorCount = result.diagnostics.count { $0.severity == .error }
        failed(count: errorCount, isPublished ? "; nothing was published, the last publication stays" : "")
    }

    func failed(count errorCount: Int, _ outcome: String) {
        guard format != .json, format != .sarif else { return }
        errors.write(errors.styled("\(count(errorCount, "mistake"))\(outcome)\n", .bold))
    }

    /// Reports a finished build. With `explains`, it adds why each output was made.
    func finished(
        _ result: BuildResult, _ summary: PublicationSummary?, next: NextChange?, into folder: String,
        duration: Duration, explains: Bool
    ) {
        switch format {
        case .human where isQuiet, .github where isQuiet: if explains { reasons(result) }
        case .human, .github:
            if explains { reasons(result) }
            output.write(output.styled(sentence(result, summary, into: folder, duration), .bold) + "\n")
            if let next { output.write("next change: \(next.summary)\n") }
            releases(result, isPublished: summary != nil)
            drafts(result.counts.drafts)
            waiting(result.counts.waiting)
        case .json:
            var facts = facts(result, summary)
            if explains { facts["made"] = .list(madeOutputs(result)) }
            if let next { facts["next"] = next.value }
            output.write(json(facts, result.diagnostics))
        case .sarif: output.write(sarif(results(result.diagnostics)))
        }
    }

    /// Says which versions of the API promise nothing yet, and how to release them.
    func drafts(_ names: [String]) {
        guard format == .human || format == .github, let first = names.first else { return }
        let (are, promise, it) =
            names.count == 1 ? ("is a draft", "promises", "it") : ("are drafts", "promise", "the first")
        output.write(
            "\(names.joined(separator: ", ")) \(are) and \(promise) nothing to apps; 'status: current' in "
                + "templates/api/\(first)/_version.yml releases \(it)\n")
    }

    /// Says which files of the content are not published yet although entries name them.
    private func waiting(_ files: [String]) {
        guard !files.isEmpty else { return }
        let shown = files.prefix(files.count > 3 ? 2 : 3).map { "content/\($0)" }
        let listed = shown + (files.count > 3 ? ["\(files.count - 2) more"] : [])
        output.write(
            "\(listed.joined(separator: ", ")) will be published when an output shows "
                + "\(files.count == 1 ? "it" : "them")\n")
    }

    /// Says which versions of the API promise something for the first time, and what can be changed no more.
    private func releases(_ result: BuildResult, isPublished: Bool) {
        for version in result.released {
            let (closed, limited) = (listed(version.closed), listed(version.limited))
            var promises = ["keys and types stay from now on"]
            if !closed.isEmpty { promises.append("no value can be added to \(closed)") }
            if !limited.isEmpty { promises.append("no limit of \(limited) can be widened") }
            if promises.count == 1 { promises.append("new keys may come") }
            let last = promises.removeLast()
            output.write(
                "\(version.name) is \(isPublished ? "released" : "about to be released"): "
                    + "\(promises.joined(separator: ", ")), and \(last)"
                    + (closed.isEmpty ? "" : "; a choice that will grow needs 'open: true' before a release") + "\n")
        }
    }

    /// Returns names for a sentence, of many only six.
    private func listed(_ names: [String]) -> String {
        let shown = names.prefix(names.count > 8 ? 6 : 8)
        return (shown + (names.count > 8 ? ["\(names.count - 6) more"] : [])).joined(separator: ", ")
    }

    /// Writes a note for people; programs get the facts otherwise.
    func note(_ text: String) {
        if !isQuiet, format == .human || format == .github { output.write("note: \(text)\n") }
    }

    /// Says aside to which host something secret goes; programs get it with the facts.
    func aside(_ text: String) {
        if format == .human || format == .github { errors.write("\(text)\n") }
    }

    /// Writes why each output was made, one output on a line.
    private func reasons(_ result: BuildResult) {
        for (file, reason) in zip(result.files, result.reasons) { output.write("\(file.path): \(reason)\n") }
    }

    func problem(_ message: String) {
        switch format {
        case .human: errors.write(errors.styled("error: ", .red) + message + "\n")
        case .github: output.write("::error::\(escapedMessage(message))\n")
        case .json: output.write(json(["done": .boolean(false), "problem": .string(message)], []))
        case .sarif: output.write(sarif([], problem: message))
        }
    }
}

extension Report {
    private func madeOutputs(_ result: BuildResult) -> [ReportValue] {
        zip(result.files, result.reasons).map { .object(["path": .string($0.path), "reason": .string($1)]) }
    }

    /// Returns a sentence such as `3 entries, 2 pages, 1 endpoint, 12 KB; 2 added, 1 changed; 0.12 s`.
    private func sentence(
        _ result: BuildResult, _ summary: PublicationSummary?, into folder: String, _ duration: Duration
    ) -> String {
        let parts = [
            count(result.counts.entries, "entry", "entries"), count(result.counts.pages, "page"),
            count(result.counts.endpoints, "endpoint"), "\((result.byteCount + 999) / 1000) KB",
        ]
        return "\(parts.joined(separator: ", ")); \(changes(summary, folder)); \(duration.words)"
    }

    private func changes(_ summary: PublicationSummary?, _ folder: String) -> String {
        guard let summary else { return "no mistakes, nothing written" }
        let place = folder + (moment.map { ", as of \($0) instead of now" } ?? "")
        guard !summary.isUnchanged else { return "nothing changed in \(place)" }
        let counts = [(summary.added, "added"), (summary.changed, "changed"), (summary.removed, "removed")]
        var words = counts.filter { $0.0 > 0 }.map { "\($0.0) \($0.1)" }
        if summary.hadDamagedList { words.append("the list of files made anew") }
        return "\(words.joined(separator: ", ")) in \(place)"
    }

    func count(_ number: Int, _ singular: String, _ plural: String? = nil) -> String {
        "\(number) \(number == 1 ? singular : plural ?? singular + "s")"
    }

    private func facts(_ result: BuildResult, _ summary: PublicationSummary?) -> [String: ReportValue] {
        var facts: [String: ReportValue] = [
            "done": .boolean(true), "entries": .integer(result.counts.entries), "pages": .integer(result.counts.pages),
            "endpoints": .integer(result.counts.endpoints),
            "bytes": .integer(result.byteCount),
        ]
        if !result.counts.drafts.isEmpty { facts["drafts"] = .list(result.counts.drafts.map(ReportValue.string)) }
        if !result.counts.waiting.isEmpty {
            facts["waiting"] = .list(result.counts.waiting.map { .string("content/\($0)") })
        }
        if let summary {
            facts["added"] = .integer(summary.added)
            facts["changed"] = .integer(summary.changed)
            facts["removed"] = .integer(summary.removed)
            facts["unchanged"] = .integer(summary.unchanged)
        }
        return facts
    }
}

extension Duration {
    /// The duration for people, such as `120 ms` or `1.2 s`.
    var words: String {
        let milliseconds = Int(self / .milliseconds(1))
        return milliseconds < 1000 ? "\(milliseconds) ms" : "\(milliseconds / 1000).\(milliseconds % 1000 / 100) s"
    }
}
