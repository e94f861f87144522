import ArgumentParser
import KairanBuild
import KairanPreview
import KairanSystem

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
              kairan edit --address 'https://{port}.forms.example/'
                                              through a proxy, with a host for each port
            """)

    @OptionGroup var site: SiteOptions
    @OptionGroup var accepted: AcceptedChanges

    @Option(help: "How to report: human, json, or github (annotations).")
    var format = PlainReportFormat.human

    @Option(help: "The port of the site; if it is taken, the next free one. The forms get the next free port after it.")
    var port: UInt16 = 8080

    @OptionGroup var network: NetworkOption

    @Option(
        help: ArgumentHelp(
            "Also let browsers edit at this https address, at which a proxy leads here; {port} stands for the port. In Codespaces, Gitpod and the like it is known; 'none' is for this computer alone.",
            valueName: "address"))
    var address: String?

    @Option(
        help: ArgumentHelp(
            "The https address of the site there, if it is not --address with the site's port. Its host must be another one.",
            valueName: "address"))
    var siteAddress: String?

    @Flag(inversion: .prefixedNo, help: "Open the browser (the default), or not.")
    var open = true

    func validate() throws {
        if let address, address != noAddress, AddressPattern(address) == nil {
            throw ValidationError("--address needs an https address, such as https://{port}.forms.example/, or 'none'")
        }
        if let siteAddress {
            guard let pattern = AddressPattern(siteAddress), pattern.isAtTop else {
                throw ValidationError(
                    "--site-address needs an https address without a path, such as https://site.example/")
            }
            if address == nil || address == noAddress {
                throw ValidationError("--site-address needs --address, which is the address of the forms")
            }
        }
        if port == 0 { throw ValidationError("--port must be a number from 1 to 65535") }
    }

    func run() throws {
        let report = Report(format: format.format)
        try ServeRun(
            site: site, accepted: accepted, report: report, port: port, host: network.host,
            forwarding: forwarding(report),
            purpose: .editing, opens: open
        ).run()
    }

    private func forwarding(_ report: Report) -> Forwarding? {
        if let address {
            return AddressPattern(address).map { Forwarding($0, site: siteAddress.flatMap(AddressPattern.init)) }
        }
        switch hostedAddress(environmentVariable) {
        case .nowhere: return nil
        case .known(let pattern): return Forwarding(pattern)
        case .unknown(let host, let example):
            report.note(
                "this computer looks like one of \(host). To edit from your browser, name the address at which it gets here: --address '\(example)'"
            )
            return nil
        }
    }
}

/// The value of `--address` that asks for no other computer, whatever the environment says.
private let noAddress = "none"
