import ArgumentParser
import KairanBuild

struct EditCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "edit",
        abstract: "Opens forms in the browser for editing the board's entries.",
        discussion: """
            Shows every collection with its entries, and a form for each entry, made from
            the fields that _collection.yml declares. Mistakes are shown while you type.
            Saving changes only the values that you changed: comments, order and layout of
            the files stay as they are. Without --host, only this computer can reach it,
            and only with the address that is printed. Control-C ends it.

            EXAMPLES
              kairan edit                     in the folder of the site
              kairan edit board --port 9000   another folder, and another port
            """)

    @OptionGroup var site: SiteOptions
    @OptionGroup var accepted: AcceptedChanges

    @Option(help: "How to report: human, json, or github (annotations).")
    var format = PlainReportFormat.human

    @Option(help: "The port of the site; if it is taken, the next free one. The forms get the next free port after it.")
    var port: UInt16 = 8080

    @Option(
        help: ArgumentHelp(
            "Also let devices in your network edit, at this address of your computer.", valueName: "address"))
    var host: String?

    @Flag(inversion: .prefixedNo, help: "Open the browser (the default), or not.")
    var open = true

    func validate() throws {
        let numbers = host?.split(separator: ".", omittingEmptySubsequences: false).map { UInt8($0) }
        if let numbers, numbers.count != 4 || numbers.contains(nil) {
            throw ValidationError("--host needs this computer's address in your network, such as 192.168.1.5")
        }
        if port == 0 { throw ValidationError("--port must be a number from 1 to 65535") }
    }

    func run() throws {
        let report = Report(format: format.format)
        try ServeRun(
            site: site, accepted: accepted, report: report, port: port, host: host, purpose: .editing, opens: open
        ).run()
    }
}
