import ArgumentParser
import KairanBuild
import KairanModel
internal import KairanReaders
import KairanSystem

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
              kairan init harbour --look night       in other colours and letters
              kairan init --with search              a search page, also for a board that you have

            \(exampleList)
            """)

    private static var exampleList: String {
        "SITES\n" + lines(Example.all.map { ($0.name, $0.summary) }) + "\nLOOKS\n"
            + lines(Look.all.map { ($0.name, $0.summary[...]) })
    }

    private static func lines(_ list: [(name: String, summary: Substring)]) -> String {
        list.map { "  \($0.name.padded(to: 12))\($0.summary)\n" }.joined()
    }

    @Argument(
        help: ArgumentHelp("Where to write it; the folder is made if needed.", valueName: "folder"),
        completion: .directory)
    var folder = "."

    @Option(
        help: "Which one: campus, deals, cinemas, conference, studies, footprints, releases, or empty.",
        completion: .list(Example.all.map(\.name)))
    var example: String?

    @Option(
        help: "Its colours, letters and corners: plain, paper, campus, harbour, night, or candy.",
        completion: .list(Look.all.map(\.name)))
    var look: String?

    @Option(help: "What to add, also to a board that is there: search.")
    var with: [Extra] = []

    enum Extra: String, ExpressibleByArgument, CaseIterable {
        case search
    }

    @Flag(help: "Say what each example and each look is, and write nothing.")
    var list = false

    @Option(help: "How to report: human, json, or github.")
    var format = PlainReportFormat.human

    func validate() throws {
        if with.contains(.search), isSite, look != nil || example != nil {
            throw ValidationError(
                "a board is there, so --with search adds a search, and --example and --look have no use")
        }
    }

    private var isSite: Bool { workingFolder.knownStatus(of: located("content/site.yml", in: folder)) != nil }

    func run() throws {
        let report = Report(format: format.format)
        guard !list else { return report.output.write(Self.exampleList) }
        if with.contains(.search), isSite {
            let search = try searchPage(report)
            try writeFiles(search.files)
            return report.added(search)
        }
        let usual = "campus"
        // Whoever names only an example would get another one, in a folder of that name.
        if example == nil, folder != usual, Example.all.contains(where: { $0.name == folder }) {
            throw OptionError(
                description: "'\(folder)' is an example: write kairan init \(folder) --example \(folder), "
                    + "or kairan init ./\(folder) for the usual one in a folder of that name")
        }
        let example = example ?? usual
        guard var site = Example.all.first(where: { $0.name == example }) else {
            let help = suggestion(for: example, in: Example.all.map(\.name), kind: "there are") ?? ""
            throw OptionError(description: "there is no example '\(Excerpt.printable(example))'; \(help)")
        }
        if let look {
            guard let found = Look.all.first(where: { $0.name == look }) else {
                let help = suggestion(for: look, in: Look.all.map(\.name), kind: "there are") ?? ""
                throw OptionError(description: "there is no look '\(Excerpt.printable(look))'; \(help)")
            }
            site.look = found
        }
        site.hasSearch = with.contains(.search)
        let writer = SiteWriter(site, in: folder)
        if let file = writer.firstFileForFolder() {
            throw OptionError(description: "\(Excerpt.printable(file)) is a file, not a folder")
        }
        if let taken = try writer.firstTaken() {
            throw OptionError(
                description: "nothing was written: \(Excerpt.printable(taken)) already exists; name another folder")
        }
        do {
            var made = try writer.planned()
            try writeFiles(made.files)
            if site.hasSearch {
                let search = try searchPage(report)
                try writeFiles(search.files)
                made.files += search.files
            }
            report.made(made, in: folder)
        } catch let error as ReadError {
            report.problem(error.description)
            throw ExitCode.inputOutput
        }
    }

    /// Makes a search page for the site in the folder. Its links may already lead there, and entries and templates may
    /// have mistakes, so it need not build.
    private func searchPage(_ report: Report) throws -> AddedSearch {
        var common = try SiteOptions.parse([])
        common.folder = folder
        let built = try buildSite(try common.buildOptions())
        guard let schema = built.result.schema else {
            let mistakes = built.result.diagnostics.sortedForReport.located(in: folder)
            report.diagnostics(mistakes, SourceLines(built.tree, in: folder))
            throw ExitCode.mistakes
        }
        let strings = built.tree.files.first { $0.path == TemplateWords.path }?.bytes
        let page = SearchPage(schema, built.tree.files.map(\.path), strings: strings)
        guard !page.collections.isEmpty else {
            throw OptionError(
                description:
                    "no collection has pages and a text for their titles, so a search would find nothing; "
                    + "templates/NAME/{id}/index.html.mustache with 'for: NAME' makes a page of each entry")
        }
        var files = page.files.map { WishedFile(path: located($0.path, in: folder), bytes: $0.bytes, isNew: true) }
        if let taken = files.map(\.path).first(where: { workingFolder.knownStatus(of: $0) != nil }) {
            throw OptionError(description: "nothing was written: \(Excerpt.printable(taken)) already exists")
        }
        if let texts = page.texts, let bytes = texts.bytes {
            let path = located(TemplateWords.path, in: folder)
            files.append(WishedFile(path: path, bytes: bytes, isNew: strings == nil, expected: strings))
        }
        return AddedSearch(files: files, page: page)
    }
}

private struct AddedSearch {
    let files: [WishedFile]
    let page: SearchPage
}

extension String {
    fileprivate func padded(to width: Int) -> String {
        self + String(repeating: " ", count: max(0, width - count))
    }
}

extension Report {
    fileprivate func added(_ search: AddedSearch) {
        let paths = search.files.map(\.path)
        guard format != .json else {
            let facts: [String: ReportValue] = [
                "done": .boolean(true), "written": .list(paths.map(ReportValue.string)),
            ]
            return output.write(json(facts, []))
        }
        for path in paths { output.write("\(Excerpt.printable(path))\n") }
        output.write(
            """
            the search finds \(search.page.collections.joined(separator: ", ")); a link to it:
            \(search.page.link)

            """)
        guard !search.page.untranslated.isEmpty else { return }
        let languages = search.page.untranslated.joined(separator: ", ")
        let words =
            search.page.texts.flatMap { texts in
                texts.added.first.map { "'\($0)' to '\(texts.added.last ?? $0)' in \(TemplateWords.path)" }
            } ?? "those of \(Excerpt.printable(paths[0]))"
        output.write("its words are not in \(languages) yet: translate \(words)\n")
    }

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
