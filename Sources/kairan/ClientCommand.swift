import ArgumentParser
import KairanBuild
import KairanClients
import KairanContent
import KairanContracts
internal import KairanReaders
import KairanSystem

struct ClientCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "client",
        abstract: "Generates the code with which an app reads a version of the API.",
        discussion: """
            It comes from what is published in public/: a type for every endpoint, and a
            store that downloads publications and keeps the last good one, for use without
            a network. It needs no other libraries. The languages are:

              swift        a package for iOS 15, macOS 12, or Linux
              kotlin       for Android 8, or another JVM with org.json
              typescript   a JavaScript module with types, for browsers, Deno and Node.js

            Run it again when the app needs something new from the API.

            EXAMPLES
              kairan client swift --version v1 --out ../app/BoardV1
              kairan client kotlin --version v1 --out ../app/board --bundle
              kairan client typescript --version v2 --name Harbour --out ../page/harbour

            EXIT CODES
              0 done; 1 there is no contract, 2 wrong usage, 3 a file could not be read or
              written
            """)

    @Argument(help: "swift, kotlin or typescript.")
    var language: ClientLanguage

    @Argument(help: ArgumentHelp("The site's folder.", valueName: "site"), completion: .directory)
    var folder = "."

    @Option(help: ArgumentHelp("The version of the API, needed if several are published.", valueName: "version"))
    var version: String?

    @Option(
        help: ArgumentHelp("The folder to write: empty, or with an earlier client in it.", valueName: "folder"),
        completion: .directory)
    var out: String

    @Option(
        help: ArgumentHelp("The client's name, such as HarbourBoard (default: such as BoardV1).", valueName: "name"))
    var name: String?

    @Flag(help: "Add what is published now, so that the app can start without a network.")
    var bundle = false

    @Option(help: "How to report.")
    var format = ReportFormat.human

    func validate() throws {
        guard !out.isEmpty else { throw ValidationError("--out needs the name of a folder") }
        guard let name else { return }
        guard name.wholeMatch(of: /[A-Z][A-Za-z0-9]{0,39}/) != nil else {
            throw ValidationError(
                "--name needs the name of a type, such as HarbourBoard, and not '\(Excerpt.printable(name))'")
        }
        guard canNameClients(name) else {
            throw ValidationError("'\(name)' means something else in a client; write --name Harbour\(name)")
        }
    }

    func run() throws {
        let report = Report(format: format)
        do {
            let published = located("public", in: siteFolder(folder))
            let publication = PublishedFolder(published)
            let client = try makeClient(
                language, of: version, name: name, bundles: bundle, from: publication.files, read: publication.read)
            let written = try ClientFolder(path: out).write(client)
            report.finished(client, written, into: out)
        } catch let error as NoClient {
            report.problem("\(error.reason)\nhelp: \(error.help)")
            throw ExitCode.mistakes
        } catch let error as OptionError {
            report.problem(error.description)
            throw ExitCode.misuse
        } catch let error as ReadError {
            report.problem(error.description)
            throw ExitCode.inputOutput
        }
    }
}

extension ClientLanguage: ExpressibleByArgument {}

extension Report {
    fileprivate func finished(_ client: GeneratedClient, _ written: ClientFolder.Result, into folder: String) {
        guard format != .sarif else { return output.write(sarif([])) }
        guard format != .json else {
            let facts: [String: ReportValue] = [
                "done": .boolean(true), "name": .string(client.name), "version": .string(client.version),
                "files": .list(client.files.map { .string(located($0.path, in: folder)) }),
                "notes": .list(client.notes.map(ReportValue.string)),
            ]
            return output.write(json(facts, []))
        }
        for note in client.notes { output.write("note: \(note)\n") }
        let changed = written.changed == 0 ? "nothing changed" : "\(written.changed) written"
        let removed = written.removed == 0 ? "" : ", \(written.removed) removed"
        output.write(
            "\(client.name) for \(client.version): \(client.files.count) files in \(folder), \(changed)\(removed)\n")
    }
}
