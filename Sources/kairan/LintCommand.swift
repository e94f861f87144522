import ArgumentParser
import Foundation
import KairanBuild
import KairanContent
import KairanModel

struct LintCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "lint",
        abstract: "Checks a folder of JSON and pictures that is kept by hand.",
        discussion: """
            JSON must be what strict readers take: RFC 8259 in UTF-8, without a byte order
            mark and duplicate keys. Paths in it must lead to files of the folder, and
            pictures must be what their names say. The folder needs no site and no Kairan.

            EXAMPLES
              kairan lint api
              kairan lint . --base https://example.org/board/
              kairan lint api --schema 'v1/ads/*.json=schemas/ad.json'
              kairan lint api --format github
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

    @Option(help: "How to report: human, json, github (annotations), or sarif.")
    var format = ReportFormat.human

    func validate() throws {
        if let base, splitSiteURL(base) == nil {
            throw ValidationError("'\(base)' is not where a folder is; write --base https://example.org/board/")
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
            let result = try lint(folder, options)
            let lines = SourceLines(SourceTree(files: result.files), in: folder)
            report.diagnostics(result.diagnostics.located(in: folder), lines)
            report.linted(result, in: ContinuousClock.now - start)
            if result.diagnostics.hasErrors { throw ExitCode.mistakes }
        } catch let error as ReadError {
            report.problem(error.description)
            throw ExitCode.inputOutput
        }
    }

    /// `FILE`, or `PATTERN=FILE`.
    private func schemas(_ report: Report) throws -> [LintSchema] {
        try schema.compactMap { option in
            let halves = option.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
            let file = try file(at: halves[halves.count - 1])
            let read = LintSchema.read(file, for: halves.count == 2 ? halves[0] : nil)
            guard read.diagnostics.isEmpty else {
                report.diagnostics(read.diagnostics, SourceLines(SourceTree(files: [file]), in: "."))
                throw ExitCode.mistakes
            }
            return read.value
        }
    }

    private func file(at path: String) throws -> SourceFile {
        do {
            return SourceFile(path: path, bytes: Array(try Data(contentsOf: URL(filePath: path))))
        } catch {
            throw ReadError(path: path, reason: error.localizedDescription)
        }
    }
}

extension Report {
    fileprivate func linted(_ result: LintResult, in duration: Duration) {
        let mistakes = result.diagnostics.count { $0.severity == .error }
        guard format != .json else {
            // What is wrong was written with the diagnostics.
            guard mistakes == 0 else { return }
            let facts: [String: ReportValue] = [
                "done": .boolean(true), "files": .integer(result.jsonCount), "pictures": .integer(result.pictureCount),
            ]
            return output.write(json(facts, result.diagnostics))
        }
        guard format != .sarif else {
            if mistakes == 0 { output.write(sarif(result.diagnostics.map(SARIFResult.init))) }
            return
        }
        let checked = "\(count(result.jsonCount, "JSON file")), \(count(result.pictureCount, "picture"))"
        guard mistakes == 0 else {
            return Terminal.standardError.write(
                Terminal.standardError.styled("\(count(mistakes, "mistake")) in \(checked)\n", .bold))
        }
        output.write(output.styled("\(checked): no mistakes; \(words(duration))", .bold) + "\n")
    }
}
