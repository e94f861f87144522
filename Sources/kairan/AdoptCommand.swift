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
            The folder itself is only read, and the board's folder must be new or empty.

            EXAMPLES
              kairan adopt api                       writes the board into board/
              kairan adopt api --into harbour        into another folder
              kairan adopt api --url https://harbour.example/
                                                     where it will be published
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

    @Option(help: ArgumentHelp("What the board is called; the name of its folder if you leave it out."))
    var title: String?

    @Flag(help: "Accept what JSON forbids but whose meaning is clear: comments, trailing commas, a byte order mark.")
    var repair = false

    @Flag(help: "Say what would be written, and write nothing.")
    var dryRun = false

    @Option(help: "How to report: human, json, github (annotations), or sarif.")
    var format = ReportFormat.human

    func validate() throws {
        if folder.isEmpty { throw ValidationError("adopt needs the folder with the JSON, such as kairan adopt api") }
        if into.isEmpty { throw ValidationError("--into needs a folder, such as --into board") }
        if title?.allSatisfy(\.isWhitespace) == true {
            throw ValidationError("--title needs a text, such as --title 'Harbour Board'")
        }
        guard splitSiteURL(url) != nil else {
            throw ValidationError("'\(url)' is not the address of a site; write --url https://example.org/board/")
        }
    }

    func run() throws {
        let report = Report(format: format)
        let target = trimmed(into)
        try checkTarget(target)
        if let from { return try adoptSite(of: from.generator, from: trimmed(folder), into: target, report) }
        do {
            var wish = AdoptionWish(folder: trimmed(folder))
            (wish.repairs, wish.url) = (repair, url.hasSuffix("/") ? url : url + "/")
            wish.title = title ?? String(fileName(of: target == "." ? "Board" : target))
            let options = try SiteOptions.parse([]).buildOptions()
            var plan = try showingProgress("adopting") { _ in try planAdoption(wish, clock: options.clock) }
            plan.diagnostics = plan.diagnostics.located(in: wish.folder)
            report.diagnostics(plan.diagnostics, SourceLines(SourceTree(files: plan.sources), in: wish.folder))
            guard !plan.diagnostics.hasErrors else {
                report.failed(count: plan.diagnostics.count { $0.severity == .error }, "; nothing was written")
                throw ExitCode.mistakes
            }
            if !dryRun {
                try writeFiles(
                    plan.files.map { WishedFile(path: located($0.path, in: target), bytes: $0.bytes, isNew: true) })
            }
            report.adopted(plan, from: wish.folder, into: target, isDone: !dryRun)
        } catch let error as ReadError {
            report.problem(error.description)
            throw ExitCode.inputOutput
        }
    }

    private func trimmed(_ path: String) -> String {
        path.count > 1 && path.hasSuffix("/") ? String(path.dropLast()) : path
    }

    /// Throws an error unless the board's folder is new or empty, and outside the folder that is adopted.
    private func checkTarget(_ target: String) throws {
        let name = Excerpt.printable(target)
        guard let status = workingFolder.knownStatus(of: target, followsLink: true) else {
            return try checkApart(target)
        }
        guard status.isFolder else { throw OptionError(description: "\(name) is a file, not a folder") }
        var isEmpty = true
        try OpenFolder(target).forEachEntry { _, _, _ in isEmpty = false }
        guard isEmpty else {
            throw OptionError(description: "nothing was written: \(name) is not empty; name another folder: --into")
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
        guard place == source || place.hasPrefix(source == "/" ? source : source + "/") else { return }
        throw OptionError(
            description: "the board cannot be inside the folder that it is made of; name another folder: --into")
    }

    /// Returns the real path of a folder, or of the nearest one around it that is there already.
    private func existingFolder(above path: String) -> String? {
        if let place = realPath(of: path) { return place }
        guard fileName(of: path) != "..", path != ".", path != "/" else { return nil }
        let parent = KairanReaders.folder(of: path)
        return existingFolder(above: parent.isEmpty ? (path.hasPrefix("/") ? "/" : ".") : String(parent))
    }
}

extension Report {
    fileprivate func adopted(_ plan: AdoptionPlan, from folder: String, into target: String, isDone: Bool) {
        guard format != .sarif else { return output.write(sarif(plan.diagnostics.map(SARIFResult.init))) }
        guard format != .json else { return output.write(json(facts(plan, isDone), plan.diagnostics)) }
        let width = plan.collections.map(\.name.count).max() ?? 0
        for collection in plan.collections {
            let name = collection.name + String(repeating: " ", count: width - collection.name.count)
            output.write(
                "\(name)  \(count(collection.count, "entry", "entries"))  \(located(collection.place, in: target))\n")
        }
        for collection in plan.collections {
            for choice in collection.choices {
                output.write(
                    "closed: \(collection.name).\(choice.field): \(choice.values.joined(separator: ", "))\n")
            }
        }
        for file in plan.partly {
            output.write("other order: \(Excerpt.printable(located(file.path, in: folder))): \(file.reason)\n")
        }
        for message in plan.misnamed {
            output.write("warning: \(Excerpt.printable(message)); it keeps its name, as apps may know it\n")
        }
        for copy in plan.copies {
            output.write("copied: \(Excerpt.printable(located(copy.path, in: folder))): \(copy.reason)\n")
        }
        for file in plan.leftOut {
            output.write("left out: \(Excerpt.printable(located(file.path, in: folder))): \(file.reason)\n")
        }
        for version in plan.looseVersions {
            output.write("no contract for \(version.name): \(Excerpt.printable(version.reason))\n")
        }
        let equal = plan.leftOut.isEmpty ? "all come out equal" : "all but those left out come out equal"
        let others = plan.otherCount == 0 ? "" : ", \(count(plan.otherCount, "other file")) kept"
        output.write(
            "\(plan.shapedCount) of \(count(plan.jsonCount, "JSON file")) shaped\(others); built in memory, \(equal)\n"
        )
        if plan.strippedCount > 0 {
            output.write("\(count(plan.strippedCount, "picture")) will be published without metadata\n")
        }
        let place = "\(target)/public/\(plan.prefix)"
        output.write("what \(Excerpt.printable(folder)) has at its top will be in \(Excerpt.printable(place))\n")
        let summary = "\(count(plan.files.count, "file")) \(isDone ? "written" : "would be written")"
        let folderWord = (target.hasPrefix("-") ? "./" : "") + Excerpt.printable(target)
        output.write(
            output.styled(summary, .bold)
                + (isDone ? "; next: cd \(shellWord(folderWord)) && kairan build --first-publication\n" : "\n"))
    }

    private func facts(_ plan: AdoptionPlan, _ isDone: Bool) -> [String: ReportValue] {
        func list(_ copies: [AdoptionPlan.Copy]) -> ReportValue {
            .list(copies.map { .object(["path": .string($0.path), "reason": .string($0.reason)]) })
        }
        return [
            "done": .boolean(isDone), "files": .list(plan.files.map { .string($0.path) }),
            "shaped": .integer(plan.shapedCount), "json": .integer(plan.jsonCount), "copied": list(plan.copies),
            "otherOrder": list(plan.partly),
            "closed": .list(
                plan.collections.flatMap { collection in
                    collection.choices.map { choice in
                        .object([
                            "field": .string("\(collection.name).\(choice.field)"),
                            "values": .list(choice.values.map { .string($0) }),
                        ])
                    }
                }),
            "leftOut": list(plan.leftOut), "stripped": .integer(plan.strippedCount),
            "withoutContract": list(plan.looseVersions.map { .init(path: $0.name, reason: $0.reason) }),
            "prefix": .string(plan.prefix),
        ]
    }
}
