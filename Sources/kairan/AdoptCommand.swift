import ArgumentParser
internal import KairanAdopt
import KairanBuild
import KairanContent
import KairanModel
internal import KairanReaders
import KairanSystem

struct AdoptCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "adopt",
        abstract: "Makes a board of a folder of JSON that is kept by hand.",
        discussion: """
            The board gives every file back: collections with the kinds of fields that the
            JSON shows, sources that people can edit, a shape for each file, and versions
            whose contracts are what is served today. Before anything is written, the board
            is built in memory and each file compared with the old one, as data and in the
            order of its keys. What no shape gives back is copied, and named with the reason.
            Beside it come a README, a workflow for GitHub Pages and editors' settings, as
            with 'kairan init'. No existing file is changed.

            EXAMPLES
              kairan adopt api                       writes the board into board/
              kairan adopt api --into .              beside the folder, in this one
              kairan adopt api --url https://harbour.example/
                                                     where it will be published
              kairan adopt . --into . --out .        whose addresses begin at the top of a host
              kairan adopt api --dry-run             says what would be written
              kairan adopt api --repair              mends commas, comments and the like
              kairan adopt --from jekyll blog        a board of a site of Jekyll, or of hugo

            EXIT CODES
              0 done; 1 the JSON has mistakes, and nothing was written; 2 misuse, 3 input
              or output failed
            """)

    @Argument(help: ArgumentHelp("The folder with the JSON.", valueName: "folder"), completion: .directory)
    var folder: String

    @Option(help: ArgumentHelp("The generator whose site the folder is: jekyll or hugo.", valueName: "generator"))
    var from: OldSiteName?

    @Option(help: ArgumentHelp("Where to write the board.", valueName: "folder"), completion: .directory)
    var into = "board"

    @Option(help: ArgumentHelp("Where the board will be published.", valueName: "address"))
    var url = "https://example.org/"

    @Option(
        help: ArgumentHelp(
            "Where in public/ the folder's files come out, such as api/v1, or . for its top.", valueName: "path"))
    var out: String?

    @Option(help: ArgumentHelp("What the board is called; the name of its folder if you leave it out."))
    var title: String?

    @Flag(help: "Accept what JSON forbids but whose meaning is clear: comments, trailing commas, a byte order mark.")
    var repair = false

    @Flag(help: "Say what would be written, and write nothing.")
    var dryRun = false

    @OptionGroup
    var loudness: Loudness

    @Option(help: "How to report: human, json, github (annotations), or sarif.")
    var format = ReportFormat.human

    func validate() throws {
        if folder.isEmpty { throw ValidationError("adopt needs the folder with the JSON, such as kairan adopt api") }
        if into.isEmpty { throw ValidationError("--into needs a folder, such as --into board") }
        if title?.allSatisfy(\.isWhitespace) == true {
            throw ValidationError("--title needs a text, such as --title 'Harbour Board'")
        }
        if let out, out != "." {
            let parts = trimmed(out).split(separator: "/", omittingEmptySubsequences: false)
            guard !parts.contains(where: { $0.isEmpty || $0.hasPrefix(".") || $0.hasPrefix("_") || $0.contains("{") })
            else { throw ValidationError("--out needs a path in public/, such as --out api/v1, or . for its top") }
        }
        if out != nil, from != nil {
            throw ValidationError("--out is for JSON; a site keeps the addresses that it had")
        }
        guard splitSiteURL(url) != nil else {
            throw ValidationError("'\(url)' is not the address of a site; write --url https://example.org/board/")
        }
    }

    func run() throws {
        var report = Report(format: format)
        report.isQuiet = loudness.quiet
        let target = trimmed(into)
        try checkTarget(target)
        if let from { return try adoptSite(of: from.generator, from: trimmed(folder), into: target, report) }
        do {
            var wish = AdoptionWish(folder: trimmed(folder))
            (wish.repairs, wish.url) = (repair, url.hasSuffix("/") ? url : url + "/")
            wish.out = out.map { $0 == "." ? "" : trimmed($0) + "/" }
            wish.title = title ?? String(fileName(of: target == "." ? "Board" : target))
            let options = try SiteOptions.parse([]).buildOptions()
            var plan = try showingProgress("adopting") { _ in try planAdoption(wish, clock: options.clock) }
            plan.diagnostics = plan.diagnostics.located(in: wish.folder)
            report.diagnostics(plan.diagnostics, SourceLines(SourceTree(files: plan.sources), in: wish.folder))
            guard !plan.diagnostics.hasErrors else {
                report.failed(count: plan.diagnostics.count { $0.severity == .error }, "; nothing was written")
                throw ExitCode.mistakes
            }
            let readme = Example.readme(title: wish.title ?? "", tasks: tasks(of: plan), promise: Self.promise)
            let site = try write(SiteWriter(adopting: plan.files, readme: readme, in: target))
            report.adopted(plan, site, from: wish.folder, into: target, isDone: !dryRun)
        } catch let error as ReadError {
            report.problem(error.description)
            throw ExitCode.inputOutput
        }
    }

    private func trimmed(_ path: String) -> String {
        path.count > 1 && path.hasSuffix("/") ? String(path.dropLast()) : path
    }

    private static var promise: String {
        """
        `templates/` makes what apps read, at the addresses that it had before. Where a folder of `templates/api/` has
        `status: current` in its `_version.yml`, Kairan refuses a change that would break an app.
        """
    }

    private func tasks(of plan: AdoptionPlan) -> [String] {
        let template = plan.files.first { $0.path.hasSuffix(".json.yml") && !$0.path.contains("{") }?.path
        guard let endpoint = template?.dropFirst("templates/".count).dropLast(".json.yml".count) else {
            return tasks(of: plan.collections)
        }
        let row = "| take the next version of a JSON file | run `kairan import FILE --endpoint \(endpoint) --update` |"
        return tasks(of: plan.collections) + [row]
    }

    /// Returns rows of the README's table for the first collections.
    func tasks(of collections: [AdoptionPlan.Collection]) -> [String] {
        collections.prefix(6).map { collection in
            let more = collection.count > 1 ? "; `kairan new \(collection.name)` writes a new one" : ""
            return "| change \(collection.name) | edit `\(collection.place)`\(more) |"
        }
    }

    /// Writes a board unless something is in the way, and returns what it has.
    func write(_ writer: SiteWriter) throws -> WrittenSite {
        if let file = writer.firstFileForFolder() {
            throw OptionError(description: "\(Excerpt.printable(file)) is a file, not a folder")
        }
        if let taken = try writer.firstTaken() {
            throw OptionError(
                description:
                    "nothing was written: \(Excerpt.printable(taken)) already exists; name another folder: --into")
        }
        let site = try writer.planned()
        if !dryRun { try writeFiles(site.files) }
        return site
    }

    /// Throws an error unless the board's folder is free, and not below the folder that is adopted.
    private func checkTarget(_ target: String) throws {
        if let status = workingFolder.knownStatus(of: target, followsLink: true), !status.isFolder {
            throw OptionError(description: "\(Excerpt.printable(target)) is a file, not a folder")
        }
        // Only what is in the way of any board is looked for before all of the folder is read.
        if let taken = try SiteWriter(adopting: [], readme: "", in: target).firstTaken() {
            throw OptionError(
                description:
                    "nothing was written: \(Excerpt.printable(taken)) already exists; name another folder: --into")
        }
        try checkApart(target)
    }

    private func checkApart(_ target: String) throws {
        // A folder that is not there is reported when it is read.
        guard let source = realPath(of: folder) else { return }
        guard let place = existingFolder(above: target) else {
            throw OptionError(
                description: "nobody can tell where \(Excerpt.printable(target)) would be; write --into without '..'")
        }
        // The board may stand beside the JSON, in the same folder.
        guard place == source || place.hasPrefix(source == "/" ? source : source + "/") else { return }
        guard realPath(of: target) != source else { return }
        throw OptionError(
            description: "the board cannot be below the folder that it is made of; name another folder: --into")
    }

    /// Returns the real path of a folder, or of the nearest one around it that is there already.
    private func existingFolder(above path: String) -> String? {
        if let place = realPath(of: path) { return place }
        guard fileName(of: path) != "..", path != ".", path != "/" else { return nil }
        let parent = KairanReaders.folder(of: path)
        return existingFolder(above: parent.isEmpty ? (path.hasPrefix("/") ? "/" : ".") : String(parent))
    }
}
