import ArgumentParser
import KairanBuild
import KairanContent
internal import KairanReaders
import KairanSystem

struct NewCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "new",
        abstract: "Writes a new entry with every field of its collection, to fill in.",
        discussion: """
            On a terminal it asks for what an entry must have; an empty answer is marked in
            the file, to be filled in. In a script, give them as options. A wrong value is an
            error, and then nothing is written. An existing file is never overwritten.

            EXAMPLES
              kairan new ads "Autumn festival"
              kairan new ads "Autumn festival" --set kind=pr --set 'days=mon|wed'
              kairan new ads 秋祭り --id autumn-festival
            """)

    @Argument(help: "A collection.", completion: .custom { _, _, _ in collectionNames() })
    var collection: String

    @Argument(help: "What it is called: its title or name.")
    var title: String?

    @Option(help: ArgumentHelp("A value: --set kind=pr. May be repeated.", valueName: "field=value"))
    var set: [String] = []

    @Option(help: ArgumentHelp("The file's name, if it does not come from the title.", valueName: "id"))
    var id: String?

    @Option(help: ArgumentHelp("The site's folder.", valueName: "folder"), completion: .directory)
    var site = "."

    @Option(help: "How to report: human, json, or github.")
    var format = ReportFormat.human

    func validate() throws {
        for text in set where !text.dropFirst().contains("=") {
            throw ValidationError("--set needs a field and a value, such as --set kind=pr, not '\(text)'")
        }
    }

    func run() throws {
        let report = Report(format: format)
        do {
            var draft = try EntryDraft(site: siteFolder(site), collection: collection, report)
            for text in set {
                let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
                try draft.give(parts[1], to: parts[0])
            }
            if let title { try draft.call(title) }
            if let id { draft.id = id }
            let canAsk = format == .human && Terminal.areInteractive
            // Everything that can be known before is checked first, so that nobody answers all questions in vain.
            try draft.settleFile(asking: canAsk)
            try draft.check(report)
            if canAsk { try draft.ask() } else { try draft.requireAll() }
            try draft.write(report)
        } catch let error as ReadError {
            report.problem(error.description)
            throw ExitCode.inputOutput
        }
    }
}

/// Returns the names of the collections of the site in this folder, for a shell's completion.
func collectionNames() -> [String] {
    let content = located("content", in: siteFolder("."))
    do {
        return try OpenFolder(content).entries().map(\.name.text).filter {
            workingFolder.knownStatus(of: "\(content)/\($0)/_collection.yml", followsLink: true) != nil
        }
    } catch {
        return []
    }
}
