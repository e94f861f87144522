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
            let table =
                outputs
                ? ListTable(rows: plan.outputRows())
                : try table(of: collection, plan.site.content, at: plan.site.moment)
            report.table(table)
        } catch let error as ReadError {
            report.problem(error.description)
            throw ExitCode.inputOutput
        }
    }

    private func table(of name: String?, _ content: Content, at moment: DateTime) throws -> ListTable {
        guard let name else { return ListTable(of: content.collections) }
        guard let collection = content.collection(name) else {
            let help = suggestion(for: name, in: content.collections.map(\.name), kind: "collections") ?? ""
            throw OptionError(description: "there is no collection '\(name)'; \(help)")
        }
        let window = collection.declaration.fields.firstIndex { $0.type == .window }
        var table = ListTable(rows: [["id", "place", "window"]])
        for entry in collection.entries {
            var phase = ""
            if let window, case .window(let value) = entry.values[window] { phase = value.phase(at: moment).rawValue }
            let (file, line) = (located(entry.span.path, in: options.folder), entry.span.line)
            table.add(
                [entry.id, "\(file):\(line)", phase],
                ["id": .string(entry.id), "file": .string(file), "line": .integer(line), "window": .string(phase)])
        }
        return table
    }
}

/// Something to list, in rows for people and in objects for programs.
struct ListTable {
    /// The rows; the first one holds the columns' names.
    private(set) var rows: [[String]]
    private(set) var objects: [ReportValue]

    /// Makes a table of texts alone.
    init(rows: [[String]]) {
        self.rows = rows
        objects = rows.dropFirst().map { row in
            .object(Dictionary(zip(rows[0], row.map(ReportValue.string))) { first, _ in first })
        }
    }

    fileprivate init(of collections: [KairanContent.Collection]) {
        self.init(rows: [["collection", "entries", "fields"]])
        for collection in collections {
            let fields = collection.declaration.fields.map { (name: $0.name, type: $0.typeWords) }
            add(
                [
                    collection.name, String(collection.entries.count),
                    fields.map { "\($0.name): \($0.type)" }.joined(separator: "; "),
                ],
                [
                    "collection": .string(collection.name), "entries": .integer(collection.entries.count),
                    "fields": .list(fields.map { .object(["name": .string($0.name), "type": .string($0.type)]) }),
                ])
        }
    }

    mutating func add(_ row: [String], _ object: [String: ReportValue]) {
        rows.append(row)
        objects.append(.object(object))
    }
}

extension FieldDeclaration {
    fileprivate var typeWords: String {
        entriesOf.map { "entries of \($0)" } ?? pattern.map { "pattern of \($0.collection)" } ?? "\(type)"
    }
}

extension Report {
    func table(_ table: ListTable) {
        let (terminal, rows) = (Terminal.standardOutput, table.rows)
        guard format != .json else { return terminal.write(ReportValue.list(table.objects).text + "\n") }
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
