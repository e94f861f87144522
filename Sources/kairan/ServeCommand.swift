import ArgumentParser
import KairanBuild
import KairanModel
import KairanPreview
internal import KairanReaders
import KairanSystem

struct ServeCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "serve",
        abstract: "Shows the site in a browser while you write it.",
        discussion: """
            Builds in memory, serves what it made to this computer as GitHub Pages would,
            and watches content/ and templates/: what you save is in the open page at
            once, and so are your mistakes. public/ stays as it is. Control-C ends it.

            EXAMPLES
              kairan serve --open             and opens it in the browser
              kairan serve --at 2026-12-24    what the site will be on another day
            """)

    @OptionGroup var site: SiteOptions
    @OptionGroup var accepted: AcceptedChanges

    @Option(help: "How to report: human, json, or github (annotations).")
    var format = PlainReportFormat.human

    @Option(help: "The port; if it is taken, the next free one.")
    var port: UInt16 = 8080

    @Flag(help: "Open the site in the browser.")
    var open = false

    func validate() throws {
        if port == 0 { throw ValidationError("--port must be a number from 1 to 65535") }
    }

    func run() throws {
        // There is nothing to tidy up: all that a preview makes is in memory, and kept pictures are checked when they
        // are read.
        handleTermination {
            if Terminal.standardOutput.isInteractive { Terminal.standardOutput.write("\n") }
            exitImmediately(0)
        }
        do {
            try serve()
        } catch let error as ReadError {
            Report(format: format.format).problem(error.description)
            throw ExitCode.inputOutput
        } catch let error as ServerError {
            Report(format: format.format).problem(error.description)
            throw ExitCode.inputOutput
        }
    }

    private func serve() throws {
        var watch = try SourceWatch(site.folder)
        let report = Report(format: format.format)
        var session = ServeSession(site: site, accepted: try accepted.changes(), report: report)
        try session.build(after: .everything)
        let server = try LocalServer(session.preview, port: port) { port in
            report.problem("port \(port) is taken")
        }
        func address() -> String { "http://127.0.0.1:\(server.port)\(session.preview.basePath)" }
        var told = address()
        report.serving(told)
        if open { openInBrowser(told) }
        while true {
            // Meanwhile a browser that loads the page again has the processors to itself.
            if !watch.hasChanges(within: 100) { session.prepareNext() }
            try session.update(after: try watch.next(until: session.nextBuild, by: secondsSince1970))
            // The site's settings may have changed the address, or were mended.
            guard address() != told else { continue }
            told = address()
            report.serving(told)
        }
    }
}

private let noBrowser = "no browser could be opened: is xdg-open installed?\n"

private func openInBrowser(_ address: String) {
    let isStarted = startThread {
        do {
            let nowhere = try workingFolder.openFileForUpdate("/dev/null")
            defer { nowhere.close() }
            let browser = try Program(
                ["xdg-open", address], environment: environmentVariables(), (nowhere, nowhere, nowhere))
            if browser.status() == 0 { return }
        } catch {
            // This command does not exist here.
        }
        Terminal.standardError.write(noBrowser)
    }
    if !isStarted { Terminal.standardError.write(noBrowser) }
}
