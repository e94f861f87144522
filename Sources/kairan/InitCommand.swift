import ArgumentParser
import KairanBuild
import KairanModel
internal import KairanReaders

struct InitCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "init",
        abstract: "Writes a small working site to start from.",
        discussion: """
            With content, templates, an API of version v1, a README for its maintainers,
            editors' settings, a workflow for GitHub Pages, and a dev container that opens
            the forms in Codespaces. No existing file is overwritten: a README, licence,
            .gitignore, .gitattributes or devcontainer.json stays as it is, and with any
            other file in the way nothing is written.

            EXAMPLES
              kairan init harbour                    a campus board in a new folder
              kairan init . --example footprints     another one, in this folder

            \(exampleList)
            """)

    private static var exampleList: String { "SITES\n" + exampleLines.map { "  " + $0 }.joined(separator: "\n") }

    private static var exampleLines: [String] { Example.all.map { $0.name.padded(to: 12) + $0.summary } }

    @Argument(
        help: ArgumentHelp("Where to write it; the folder is made if needed.", valueName: "folder"),
        completion: .directory)
    var folder = "."

    @Option(
        help: "Which one: campus, deals, cinemas, conference, studies, footprints, releases, or empty.",
        completion: .list(Example.all.map(\.name)))
    var example = "campus"

    @Flag(help: "Say what each example is, and write nothing.")
    var list = false

    @Option(help: "How to report: human, json, or github.")
    var format = ReportFormat.human

    func run() throws {
        let report = Report(format: format)
        guard !list else { return report.output.write(Self.exampleLines.map { $0 + "\n" }.joined()) }
        guard let site = Example.all.first(where: { $0.name == example }) else {
            let help = suggestion(for: example, in: Example.all.map(\.name), kind: "there are") ?? ""
            throw OptionError(description: "there is no example '\(Excerpt.printable(example))'; \(help)")
        }
        let writer = SiteWriter(site, in: folder)
        if let file = writer.firstFileForFolder() {
            throw OptionError(description: "\(Excerpt.printable(file)) is a file, not a folder")
        }
        if let taken = try writer.firstTaken() {
            throw OptionError(
                description: "nothing was written: \(Excerpt.printable(taken)) already exists; name another folder")
        }
        do {
            let made = try writer.planned()
            try writeFiles(made.files)
            report.made(made, in: folder)
        } catch let error as ReadError {
            report.problem(error.description)
            throw ExitCode.inputOutput
        }
    }
}

extension String {
    fileprivate func padded(to width: Int) -> String {
        self + String(repeating: " ", count: max(0, width - count))
    }
}

extension Report {
    fileprivate func made(_ site: WrittenSite, in folder: String) {
        guard format != .json else {
            let facts: [String: ReportValue] = [
                "done": .boolean(true), "written": .list(site.written.map(ReportValue.string)),
                "kept": .list(site.kept.map { .string($0.path) }),
            ]
            return output.write(json(facts, []))
        }
        for path in site.written { output.write("\(Excerpt.printable(path))\n") }
        for line in site.keptLines { output.write(line) }
        let summary = output.styled(count(site.written.count, "file") + " written", .bold)
        output.write(
            "\(summary); next: \(entering(folder))kairan serve --open, then kairan build --first-publication\n")
    }
}
