import ArgumentParser
internal import KairanAdopt
import KairanBuild
import KairanContent
internal import KairanImport
import KairanModel
internal import KairanReaders

struct ImportCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "import",
        abstract: "Writes entries that make an endpoint give the JSON of a file.",
        discussion: """
            The endpoint's shape is run backwards. Nothing is written unless the site
            with the new entries would publish the same JSON; what would differ, and
            every mistake in the file, is reported at its place. Existing entries keep
            their ids and files.

            EXAMPLES
              kairan import old/ads.json --endpoint v1/ads
              kairan import old/ads.json --endpoint v1/ads --dry-run
              kairan import old/ads.json --endpoint v1/ads --set shown=always
              kairan import old/ads.json --endpoint v1/ads --repair --update
            """)

    @Argument(help: "A file with JSON that the endpoint could have made.", completion: .file())
    var file: String

    @Option(help: ArgumentHelp("Where the site publishes such JSON: api/v1/ads.json, or v1/ads.", valueName: "path"))
    var endpoint: String

    @Option(help: ArgumentHelp("Write to this collection only: content/ads.", valueName: "folder"))
    var into: String?

    @Option(
        help: ArgumentHelp("A value for new entries: --set shown=always. May be repeated.", valueName: "field=value"))
    var set: [String] = []

    @Option(
        help: ArgumentHelp(
            "Where saved pictures are, besides the site's public/ and the file's folder.", valueName: "folder"),
        completion: .directory)
    var pictures: String?

    @Flag(help: "Change existing entries that have different values.")
    var update = false

    @Flag(help: "Accept what JSON forbids but whose meaning is clear: comments, trailing commas, a byte order mark.")
    var repair = false

    @Flag(help: "With --update, go on although the JSON has only a tenth of the entries, or less.")
    var allowRemovals = false

    @Flag(help: "Say what would be written, and write nothing.")
    var dryRun = false

    @Option(help: ArgumentHelp("The site's folder.", valueName: "folder"), completion: .directory)
    var site = "."

    @Option(help: ArgumentHelp("As of this moment, in the site's time zone.", valueName: "moment"))
    var at: String?

    @Option(help: "How to report: human, json, github (annotations), or sarif.")
    var format = ReportFormat.human

    func validate() throws {
        if file.contains("://") {
            throw ValidationError(
                "import fetches nothing; save the file first: \(saving(file)), then import \(savedName(file))")
        }
        for text in set where !text.dropFirst().contains("=") {
            throw ValidationError("--set needs a field and a value, such as --set shown=always, not '\(text)'")
        }
    }

    func run() throws {
        var common = try SiteOptions.parse(at.map { ["--at", $0] } ?? [])
        common.folder = site
        var wish = ImportWish(file: file, endpoint: endpoint)
        wish.collection = into.map { String(fileName(of: $0.hasSuffix("/") ? String($0.dropLast()) : $0)) }
        for text in set {
            let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            wish.values[String(parts[0])] = String(parts[1])
        }
        (wish.pictures, wish.updates, wish.repairs) = (pictures, update, repair)
        wish.allowsLoss = allowRemovals
        try Runner(site: common, format: format, options: try common.buildOptions()).importEntries(
            wish, writes: !dryRun)
    }
}

/// Returns the shell command that saves what is at an address.
private func saving(_ address: String) -> String {
    "curl -fsSL -o \(savedName(address)) '\(address.replacing("'", with: "%27"))'"
}

/// Returns the name at the end of an address, or a fixed one if a shell or a command would not take that name as it is.
private func savedName(_ address: String) -> String {
    let path = address.prefix { $0 != "?" && $0 != "#" }
    let name = path.split(separator: "/").last ?? ""
    return name.wholeMatch(of: /[A-Za-z0-9_][A-Za-z0-9._-]*\.(geo)?json/) == nil ? "old-api.json" : String(name)
}

extension Runner {
    fileprivate func importEntries(_ wish: ImportWish, writes: Bool) throws {
        let report = Report(format: format)
        do {
            var plan: ImportPlan
            do {
                plan = try showingProgress("importing") { _ in try planImport(wish, into: ImportSite(options)) }
            } catch let error as OptionError {
                let made = try remade(wish)
                guard let made, made.obstacle == nil else {
                    throw made?.obstacle.map { OptionError(description: sentence($0)) } ?? error
                }
                return try finish(made, writes: writes, report, hasShape: false)
            }
            if plan.diagnostics.hasErrors, !plan.losesMost {
                var made: Readoption?
                do {
                    made = try remade(wish)
                } catch is OptionError {
                    // If no board gives the JSON back either, what the import found says where and why.
                }
                if let made, made.obstacle == nil {
                    return try finish(made, writes: writes, report, hasShape: true)
                }
                if let obstacle = made?.obstacle { plan.diagnostics.append(obstacle) }
            }
            for index in plan.diagnostics.indices {
                let path = plan.diagnostics[index].span.path
                if path == wish.file || path.hasPrefix("--set ") { continue }
                plan.diagnostics[index].span.path = located(path, in: options.folder)
            }
            report.diagnostics(plan.diagnostics, SourceLines(plan.tree, in: options.folder, beside: [plan.json]))
            guard !plan.diagnostics.hasErrors else {
                report.failed(count: plan.diagnostics.count { $0.severity == .error }, "; nothing was written")
                throw ExitCode.mistakes
            }
            noteAdopted(&plan)
            if writes { try plan.write(in: options.folder) }
            report.imported(plan, in: options.folder, isDone: writes)
        } catch let error as ReadError {
            report.problem(error.description)
            throw ExitCode.inputOutput
        }
    }
}

extension Runner {
    /// Returns an adopted part of the board made anew, for JSON that its shape cannot make. Returns nil if there is none.
    private func remade(_ wish: ImportWish) throws -> Readoption? {
        guard wish.updates, wish.collection == nil, wish.values.isEmpty else { return nil }
        let json = SourceFile(path: wish.file, bytes: try readGiven(wish.file))
        return try showingProgress("importing") { _ in
            try planReadoption(
                json, endpoint: wish.endpoint, in: options.folder, options, allowsLoss: wish.allowsLoss)
        }
    }

    private func finish(_ made: Readoption, writes: Bool, _ report: Report, hasShape: Bool) throws {
        if writes {
            try writeFiles(
                made.written.map {
                    WishedFile(
                        path: located($0.file.path, in: options.folder), bytes: $0.file.bytes, isNew: $0.old == nil,
                        expected: $0.old)
                }
                    + made.removed.map {
                        WishedFile(
                            path: located($0.path, in: options.folder), bytes: nil, isNew: false, expected: $0.bytes)
                    })
        }
        report.remade(made, in: options.folder, isDone: writes, hasShape: hasShape)
    }

    /// Adds the file that tells what in an adopted board only programs have written.
    private func noteAdopted(_ plan: inout ImportPlan) {
        let old = Dictionary(plan.tree.files.map { ($0.path, $0.bytes) }) { first, _ in first }
        let changes = plan.files.map { file in
            (path: file.path, old: old[file.path], new: file.isRemoved ? nil : file.bytes)
        }
        guard let mark = AdoptionMark.refreshed(in: options.folder, by: changes) else { return }
        plan.mark = WishedFile(
            path: located(mark.file.path, in: options.folder), bytes: mark.file.bytes, isNew: false, expected: mark.old)
    }
}

/// Returns names for a line of a report.
private func enumerated(_ names: [String]) -> String {
    let shown = names.prefix(20).map(Excerpt.printable).joined(separator: ", ")
    return names.count > 20 ? "\(shown) and \(names.count - 20) more" : shown
}

/// Returns a diagnostic as one sentence.
private func sentence(_ diagnostic: Diagnostic) -> String {
    "\(diagnostic.span.path): \(diagnostic.message)" + (diagnostic.help.map { "; \($0)" } ?? "")
}

extension Report {
    fileprivate func remade(_ made: Readoption, in folder: String, isDone: Bool, hasShape: Bool) {
        guard format != .sarif else { return output.write(sarif([])) }
        let files = made.written.map { (path: located($0.file.path, in: folder), isNew: $0.old == nil) }
        guard format != .json else {
            let list = files.map { ReportValue.object(["path": .string($0.path), "new": .boolean($0.isNew)]) }
            let facts: [String: ReportValue] = [
                "done": .boolean(isDone), "files": .list(list), "same": .integer(0),
                "removed": .list(made.removed.map { .string(located($0.path, in: folder)) }),
                "refused": .list(made.refused.map { .string(sentence($0)) }),
            ]
            return output.write(json(facts, []))
        }
        for file in files { output.write("\(file.isNew ? "new" : "made anew"): \(Excerpt.printable(file.path))\n") }
        for file in made.removed {
            output.write("removed: \(Excerpt.printable(located(file.path, in: folder)))\n")
        }
        for copy in made.copied { output.write("copied: \(Excerpt.printable(copy.output)): \(copy.reason)\n") }
        let count = made.written.count + made.removed.count
        output.write(
            (hasShape ? "the shape cannot make this JSON" : "no shape makes this file alone")
                + ", so its part of the board is made anew; \(count) \(count == 1 ? "file" : "files") "
                + (isDone ? "written" : "would be written") + "\n")
        for refusal in made.refused {
            output.write("the next build refuses this: \(Excerpt.printable(refusal.message))\n")
            if let help = refusal.help { output.write("  to go on: \(Excerpt.printable(help))\n") }
        }
    }

    fileprivate func imported(_ plan: ImportPlan, in folder: String, isDone: Bool) {
        guard format != .sarif else { return output.write(sarif(plan.diagnostics.map(SARIFResult.init))) }
        let files = plan.files.filter { !$0.isRemoved }
            .map { (path: located($0.path, in: folder), isNew: $0.isNew) }
        guard format != .json else {
            let list = files.map { ReportValue.object(["path": .string($0.path), "new": .boolean($0.isNew)]) }
            let facts: [String: ReportValue] = [
                "done": .boolean(isDone), "files": .list(list), "same": .integer(plan.sameCount),
                "removed": .list(
                    plan.files.filter(\.isRemoved).map { .string(located($0.path, in: folder)) }),
                "gone": .list(plan.gone.map { .string($0.id) }), "others": .list(plan.others.map(ReportValue.string)),
            ]
            return output.write(json(facts, plan.diagnostics))
        }
        for file in plan.files where file.isRemoved {
            output.write("removed: \(Excerpt.printable(located(file.path, in: folder)))\n")
        }
        for file in files { output.write("\(file.isNew ? "new" : "changed"): \(Excerpt.printable(file.path))\n") }
        let removed = plan.gone.filter { gone in
            gone.flags.isEmpty && !plan.files.contains { $0.isRemoved && $0.path == gone.path }
        }
        for (path, gone) in Dictionary(grouping: removed, by: \.path).sorted(by: { $0.key < $1.key }) {
            output.write(
                "removed from \(Excerpt.printable(located(path, in: folder))): \(enumerated(gone.map(\.id)))\n")
        }
        let left = plan.gone.filter { !$0.flags.isEmpty }
        for (flags, gone) in Dictionary(grouping: left, by: \.flags).sorted(by: { $0.value[0].id < $1.value[0].id }) {
            output.write("no longer \(flags.joined(separator: ", ")): \(enumerated(gone.map(\.id)))\n")
        }
        if !plan.others.isEmpty {
            output.write("\(isDone ? "changes" : "would change") too: \(enumerated(plan.others))\n")
        }
        let words = [
            plan.files.isEmpty
                ? "nothing to write" : "\(plan.files.count) \(plan.files.count == 1 ? "file" : "files")",
            plan.sameCount == 0
                ? nil : "\(plan.sameCount) \(plan.sameCount == 1 ? "entry" : "entries") already there",
            plan.gone.isEmpty ? nil : "\(plan.gone.count) removed",
        ]
        let end = plan.files.isEmpty ? "" : isDone ? " written" : " would be written"
        let parts = words.compactMap(\.self)
        output.write(([parts[0] + end] + parts.dropFirst()).joined(separator: "; ") + "\n")
    }
}
