import ArgumentParser
import KairanBuild
import KairanContent
import KairanModel
internal import KairanReaders

struct ListCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list",
        abstract: "Lists collections, the entries of one of them, or the outputs.",
        discussion: """
            EXAMPLES
              kairan list              every collection with its fields
              kairan list ads          every entry: id, place, and its window
              kairan list --outputs    every file that a build makes
            """)

    @Argument(help: "A collection.", completion: .custom { _, _, _ in collectionNames() })
    var collection: String?

    @Option(help: ArgumentHelp("The site's folder.", valueName: "folder"), completion: .directory)
    var site = "."

    @Flag(help: "List the files that a build makes.")
    var outputs = false

    @Option(help: ArgumentHelp("Look at the site as of this moment.", valueName: "moment"))
    var at: String?

    @Option(help: "How to report: human, json, or github.")
    var format = PlainReportFormat.human

    func validate() throws {
        if let collection, outputs {
            throw ValidationError("--outputs lists those of the whole site; leave out '\(collection)'")
        }
    }

    func run() throws {
        var common = try SiteOptions.parse(at.map { ["--at", $0] } ?? [])
        common.folder = site
        try Runner(site: common, format: format.format, options: try common.buildOptions()).list(
            collection, outputs: outputs)
    }
}

extension Runner {
    func list(_ collection: String?, outputs: Bool) throws {
        let report = Report(format: format)
        do {
            let built = try showingProgress { try buildSite(options, progress: $0) }
            var result = built.result
            result.locate(in: options.folder)
            guard let plan = result.plan else {
                report.diagnostics(result.diagnostics, SourceLines(built.tree, in: options.folder))
                throw ExitCode.mistakes
            }
            let rows = outputs ? plan.outputRows() : try rows(of: collection, plan.site.content, at: plan.site.moment)
            report.table(rows)
        } catch let error as ReadError {
            report.problem(error.description)
            throw ExitCode.inputOutput
        }
    }

    private func rows(of name: String?, _ content: Content, at moment: DateTime) throws -> [[String]] {
        guard let name else {
            return [["collection", "entries", "fields"]]
                + content.collections.map { collection in
                    let fields = collection.declaration.fields.map { "\($0.name): \($0.type)" }
                    return [collection.name, String(collection.entries.count), fields.joined(separator: "; ")]
                }
        }
        guard let collection = content.collection(name) else {
            let help = suggestion(for: name, in: content.collections.map(\.name), kind: "collections") ?? ""
            throw OptionError(description: "there is no collection '\(name)'; \(help)")
        }
        let window = collection.declaration.fields.firstIndex { $0.type == .window }
        return [["id", "place", "window"]]
            + collection.entries.map { entry in
                var phase = ""
                if let window, case .window(let value) = entry.values[window] {
                    phase = value.phase(at: moment).rawValue
                }
                return [entry.id, "\(located(entry.span.path, in: options.folder)):\(entry.span.line)", phase]
            }
    }
}

extension Report {
    /// Writes a table, of which the first row holds the columns' names.
    func table(_ rows: [[String]]) {
        let terminal = Terminal.standardOutput
        guard format != .json else {
            let objects = rows.dropFirst().map { row in
                ReportValue.object(Dictionary(zip(rows[0], row.map(ReportValue.string))) { first, _ in first })
            }
            return terminal.write(ReportValue.list(Array(objects)).text + "\n")
        }
        let widths = rows[0].indices.map { column in rows.map { $0[column].count }.max() ?? 0 }
        for (index, row) in rows.enumerated() {
            let cells = zip(row, widths).enumerated().map { column, cell in
                column == row.count - 1 ? cell.0 : cell.0 + String(repeating: " ", count: cell.1 - cell.0.count)
            }
            let line = cells.joined(separator: "  ")
            terminal.write((index == 0 ? terminal.styled(line, .bold) : line) + "\n")
        }
    }
}
