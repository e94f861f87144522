import ArgumentParser
import KairanBuild
import KairanContent
internal import KairanDeploy
import KairanModel
internal import KairanPublish
internal import KairanReaders
import KairanSystem

/// Runs a build for a person or a script: from the options to the report and the exit code.
struct Runner {
    let site: SiteOptions
    let format: ReportFormat
    let options: BuildOptions
    var explains = false
    var usesCache = true
    var isStrict = false
    var readsPublished = false
    var mends = false
    var isQuiet = false

    func run(publishing: Bool) throws {
        let clock = ContinuousClock()
        let start = clock.now
        var report = Report(format: format)
        report.isQuiet = isQuiet
        do {
            if mends { report.mended = try mended() }
            if publishing { try options.checkOutputFolder() }
            // The lock is beside the output folder, and folders are made for it. A mistyped site must not cause any to
            // be made.
            let publisher =
                publishing && isSite(options.folder)
                ? try Publisher(
                    to: options.output, workFolder: usesCache ? options.workFolder : nil,
                    memoryFolder: options.workFolder, clock: .system, order: placingOrder)
                : nil
            let publication = site.publication
            let isElsewhere = publishing && isPublished(publication) && !isPublished(options.output)
            var options = options
            // A warning about this is written in the end.
            options.isFirstPublication = options.isFirstPublication || isElsewhere
            var built = try showingProgress(since: start) {
                try buildSite(options, for: publisher, progress: $0)
            }
            if !publishing, let old = built.result.plan?.oldTrash(days: PurgeCommand.days) { built.result.add(old) }
            if self.options.isFirstPublication, isPublished(options.output) {
                built.result.add([notTheFirstWarning()])
            }
            // Paths are changed in place, so that publishing can free the files' bytes.
            built.result.locate(in: options.folder)
            if readsPublished { built.result.add(try options.changedOutputs()) }
            if isStrict { built.result.takeWarningsForErrors() }
            // Nearly always there is nothing to show, so the sources are not looked through.
            let shown = built.result.diagnostics.isEmpty ? SourceTree(files: []) : built.tree
            let lines = SourceLines(shown, in: options.folder)
            report.sources = lines
            report.diagnostics(built.result.diagnostics, lines)
            guard !built.result.diagnostics.hasErrors else {
                report.failed(built.result, isPublished: publishing)
                throw ExitCode.mistakes
            }
            let (summary, next) = try showingProgress(publishing ? "publishing" : "checking", since: start) { _ in
                let summary = try publisher?.publish(&built.result, after: built.earlier, seen: built.seen)
                let next = built.result.momentIsPinned ? nil : publisher?.nextChange(after: built, options)
                return (summary, next)
            }
            let warnings = summary?.warnings(about: built.result, options) ?? []
            if !warnings.isEmpty {
                report.diagnostics(warnings, lines)
                built.result.add(warnings)
            }
            // All of the time is told, and the search for the next change is a part of it.
            let duration = clock.now - start
            report.moment = options.moment
            report.finished(
                built.result, summary, next: next, into: options.output, duration: duration, explains: explains)
            if isElsewhere, built.result.plan?.hasPromises == true {
                report.note(
                    "what apps and users rely on was not compared, as nothing was published in \(options.output); "
                        + "kairan check compares with \(publication)")
            }
            // The process ends here, so that nobody waits until every value of the build is freed one by one. Only the
            // publisher is released, since its lock files have to be removed.
            release(publisher)
            Kairan.exit()
        } catch let error as PublishError {
            try fail(error.description + helpToMove(error))
        } catch let error as ReadError {
            try fail(error.description)
        }
    }

    private func notTheFirstWarning() -> Diagnostic {
        Diagnostic(
            .warning, .contractUnused, "this is not the first publication: \(options.output) holds an earlier one",
            at: .ofOptions, help: "drop --first-publication")
    }

    /// Returns help for JSON that was kept by hand until now: a command that shows whether apps would read the same.
    private func helpToMove(_ error: PublishError) -> String {
        guard case .conflicts(let paths, listIsDamaged: false) = error,
            paths.contains(where: { ["json", "geojson"].contains(fileExtension(of: $0)) })
        else { return "" }
        var words =
            ["kairan", "diff"] + (options.folder == "." ? [] : [options.folder]) + ["--against", options.output]
        if let at = site.at { words += ["--at", at] }
        if let base = site.base { words += ["--base", base] }
        if site.channel == .preview { words += ["--channel", site.channel.rawValue] }
        let command = words.map(shellWord).joined(separator: " ")
        return "\nhelp: if apps read them, \(command) shows whether they would read the same; then move them away"
    }

    private func isPublished(_ folder: String) -> Bool {
        workingFolder.knownStatus(of: folder + "/.kairan.json", followsLink: true) != nil
    }

    private func release(_ publisher: consuming Publisher?) {}

    func fail(_ message: String) throws -> Never {
        Report(format: format).problem(message)
        throw ExitCode.inputOutput
    }
}

/// Returns a text as one word for a shell, in quotes if necessary.
func shellWord(_ text: String) -> String {
    let isPlain = !text.isEmpty && text.allSatisfy { $0.isLetter || $0.isNumber || "_./-+,@%:=".contains($0) }
    return isPlain ? text : "'\(text.replacing("'", with: "'\\''"))'"
}
