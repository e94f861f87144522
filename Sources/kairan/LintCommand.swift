import ArgumentParser
import KairanBuild
import KairanContent
import KairanModel
internal import KairanReaders
import KairanSystem

struct LintCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "lint",
        abstract: "Checks a folder of JSON and pictures that is kept by hand.",
        discussion: """
            JSON must be what strict readers accept: RFC 8259 in UTF-8, without a byte order
            mark or duplicate keys. Paths in it must lead to files in the folder, and
            pictures must be what their names say. The folder needs neither a site nor Kairan.
            What apps have shown for years may stay: a baseline lists the known mistakes,
            and only new ones are reported.

            EXAMPLES
              kairan lint api
              kairan lint . --base https://example.org/board/
              kairan lint api --schema 'v1/ads/*.json=schemas/ad.json'
              kairan lint api --write-baseline known.json    what is wrong now
              kairan lint api --baseline known.json          what else is wrong
              kairan lint api --ignore image.format
              kairan lint api --format github

            EXIT CODES
              0 no mistakes except ignored ones and those in the baseline, or it was
              written; 1 mistakes, 2 misuse, 3 input or output failed
            """)

    @Argument(help: ArgumentHelp("The folder.", valueName: "folder"), completion: .directory)
    var folder: String

    @Option(
        help: ArgumentHelp(
            "Where the folder is published: addresses below it must lead to files.", valueName: "address"))
    var base: String?

    @Option(
        help: ArgumentHelp(
            "A JSON Schema for all files, or PATTERN=FILE for some; can be repeated.", valueName: "file"))
    var schema: [String] = []

    @Option(
        help: ArgumentHelp("Report nothing for this rule, such as image.format; can be repeated.", valueName: "rule"),
        completion: .list(lintRules.map(\.rawValue)))
    var ignore: [String] = []

    @Option(
        help: ArgumentHelp("Do not report the known mistakes that this file lists.", valueName: "file"),
        completion: .file())
    var baseline: String?

    @Option(
        help: ArgumentHelp("Write all present mistakes to this file, for --baseline.", valueName: "file"),
        completion: .file())
    var writeBaseline: String?

    @Option(help: "How to report: human, json, github (annotations), or sarif.")
    var format = ReportFormat.human

    func validate() throws {
        if let base, splitSiteURL(base) == nil {
            throw ValidationError("'\(base)' is not the address of a folder; write --base https://example.org/board/")
        }
        let rules = lintRules.map(\.rawValue)
        for rule in ignore where !rules.contains(rule) {
            let help = nearestHelp(to: rule, in: rules) ?? "its rules are \(rules.joined(separator: ", "))"
            throw ValidationError("lint has no rule '\(Excerpt.printable(rule))' to ignore; \(help)")
        }
        if baseline != nil, writeBaseline != nil {
            throw ValidationError("--baseline and --write-baseline cannot be used together")
        }
    }

    func run() throws {
        let start = ContinuousClock.now
        let report = Report(format: format)
        let folder = self.folder.count > 1 && self.folder.hasSuffix("/") ? String(self.folder.dropLast()) : self.folder
        do {
            var options = LintOptions()
            options.base = base.map { $0.hasSuffix("/") ? $0 : $0 + "/" }
            options.schemas = try schemas(report)
            options.baselinePath = baseline ?? writeBaseline
            let list = try baseline.map { try knownFindings(file(at: $0), report) }
            let result = try lint(folder, options)
            if let writeBaseline { return try write(result, to: writeBaseline, report) }
            var sifted = result.sifted(by: list?.value ?? LintBaseline(), ignoredRules: Set(ignore))
            sifted.locate(in: folder)
            let run = LintRun(
                findings: sifted, jsonCount: result.jsonCount, pictureCount: result.pictureCount,
                duration: ContinuousClock.now - start, baseline: baseline, ignoredRules: ignore)
            let lines = SourceLines(SourceTree(files: result.files), in: folder, beside: list.map { [$0.file] } ?? [])
            report.linted(run, lines)
            if !sifted.reported.isEmpty { throw ExitCode.mistakes }
        } catch let error as ReadError {
            report.problem(error.description)
            throw ExitCode.inputOutput
        }
    }

    /// Reads the schemas that options name as `FILE` or `PATTERN=FILE`.
    private func schemas(_ report: Report) throws -> [LintSchema] {
        try schema.compactMap { option in
            let halves = option.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
            let file = try file(at: halves[halves.count - 1])
            return try whole(LintSchema.read(file, for: halves.count == 2 ? halves[0] : nil), file, report)
        }
    }

    private func knownFindings(
        _ file: SourceFile, _ report: Report
    ) throws -> (value: LintBaseline, file: SourceFile) {
        (try whole(LintBaseline.read(file), file, report), file)
    }

    /// Returns what was read from a file. A mistake in the file ends the command.
    private func whole<Value>(_ read: Diagnosed<Value>, _ file: SourceFile, _ report: Report) throws -> Value {
        guard read.diagnostics.isEmpty else {
            report.diagnostics(read.diagnostics, SourceLines(SourceTree(files: [file]), in: "."))
            throw ExitCode.mistakes
        }
        return read.value
    }

    private func file(at path: String) throws -> SourceFile {
        SourceFile(path: path, bytes: try readGiven(path))
    }

    /// Writes a baseline. It replaces only a baseline, since a mistyped name must not overwrite another file.
    private func write(_ result: LintResult, to path: String, _ report: Report) throws {
        if workingFolder.knownStatus(of: path, followsLink: true) != nil {
            guard LintBaseline.read(try file(at: path)).diagnostics.isEmpty else {
                throw OptionError(
                    description: "\(Excerpt.printable(path)) exists and is not a baseline; name another file")
            }
        }
        let (text, count) = result.baseline(ignoring: Set(ignore))
        try writeFiles([WishedFile(path: path, bytes: Array(text.utf8), isNew: false)])
        report.wroteBaseline(path, count)
    }
}
