import ArgumentParser
import KairanBuild
import KairanContent
internal import KairanForms
import KairanModel
internal import KairanReaders
import KairanTemplates

struct SchemaCommand: ParsableCommand {
    /// The folder for schemas, unless the user names another one.
    static let folder = ".schemas"

    static let configuration = CommandConfiguration(
        commandName: "schema",
        abstract: "Writes JSON Schemas of the collections, for editors.",
        discussion: """
            Editors then complete and check entries while you type. The settings that
            make them use the schemas are written too: .vscode/settings.json, unless it
            holds more than plain JSON, and .taplo.toml. The schemas of collections that
            are gone are removed. Commit all of it.

            EXAMPLES
              kairan schema                    writes .schemas/ and the settings
              kairan schema --into tools/forms into another folder of the site
              kairan schema --devcontainer     also what opens the forms in Codespaces
            """)

    @Argument(help: ArgumentHelp("The site's folder.", valueName: "site"), completion: .directory)
    var folder = "."

    @Option(help: ArgumentHelp("The schemas' folder, in that of the site.", valueName: "folder"))
    var into = Self.folder

    @Flag(help: "Also write .devcontainer/devcontainer.json, with which Codespaces and the like open the forms.")
    var devcontainer = false

    @Option(help: "How to report: human, json, github (annotations), or sarif.")
    var format = ReportFormat.human

    func validate() throws {
        let parts = into.split(separator: "/", omittingEmptySubsequences: false)
        let isInside = !parts.contains { ["", ".", ".."].contains($0) }
        guard isInside, !["content", "templates", "public", ".kairan"].contains(parts[0]) else {
            throw ValidationError("--into needs a folder of the site that is used for nothing else, such as .schemas")
        }
    }

    func run() throws {
        let report = Report(format: format)
        let folder = siteFolder(folder)
        do {
            let tree = try readSourceTree(folder)
            let read = readDeclarations(tree.value.files)
            let declarationsAreRight = !(tree.diagnostics + read.diagnostics).hasErrors
            guard declarationsAreRight else {
                let mistakes = (tree.diagnostics + read.diagnostics).sortedForReport.located(in: folder)
                report.diagnostics(mistakes, SourceLines(tree.value, in: folder))
                throw ExitCode.mistakes
            }
            let files = EditorFiles(folder: into, declarations: read.value)
            let writer = EditorFileUpdate(site: folder, hasDevContainer: devcontainer)
            let update = try writer.compared(with: files)
            try writeFiles(update.changed)
            report.finished(update)
        } catch let error as ReadError {
            report.problem(error.description)
            throw ExitCode.inputOutput
        }
    }
}

extension Report {
    fileprivate func finished(_ update: EditorFileUpdate.Result) {
        guard format != .sarif else { return output.write(sarif([])) }
        let (written, removed) = (update.changed.filter { $0.bytes != nil }, update.changed.filter { $0.bytes == nil })
        guard format != .json else {
            let lists = [
                ("written", written.map(\.path)), ("removed", removed.map(\.path)), ("unchanged", update.unchanged),
            ]
            var facts = Dictionary(
                uniqueKeysWithValues: lists.map { ($0, ReportValue.list($1.map(ReportValue.string))) })
            facts["done"] = .boolean(true)
            facts["byHand"] = .list(update.byHand.map { .object(["path": .string($0), "add": .string($1)]) })
            return output.write(json(facts, []))
        }
        for file in written { output.write("\(file.path)\n") }
        for file in removed { output.write("\(file.path), whose collection is gone\n") }
        for (path, text) in update.byHand {
            output.write("\(path) is your own and stays as it is. Add to it:\n\(text)")
        }
        let counts = [(written.count, "written"), (removed.count, "removed")].filter { $0.0 > 0 }
        let words = counts.map { "\(count($0, "file")) \($1)" }
        output.write((words.isEmpty ? "nothing changed" : words.joined(separator: ", ")) + "\n")
    }
}
