import ArgumentParser
import KairanBuild

struct ServeCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "serve",
        abstract: "Shows the site in a browser while you write it.",
        discussion: """
            Builds in memory, serves what it made to this computer as GitHub Pages would,
            and watches content/ and templates/: what you save is in the open page at
            once, and so are your mistakes. public/ stays as it is. The second address is
            that of 'kairan edit'. Without --host, only this computer can reach it.
            Control-C ends it.

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

    @OptionGroup var network: NetworkOption

    @Flag(help: "Open the site in the browser.")
    var open = false

    func validate() throws {
        if port == 0 { throw ValidationError("--port must be a number from 1 to 65535") }
    }

    func run() throws {
        let report = Report(format: format.format)
        try ServeRun(
            site: site, accepted: accepted, report: report, port: port, host: network.host, purpose: .serving,
            opens: open
        ).run()
    }
}
