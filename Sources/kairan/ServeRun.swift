import ArgumentParser
import KairanBuild
import KairanDesk
import KairanPreview
internal import KairanReaders
import KairanSystem

/// One run of `kairan serve` or `kairan edit`: the preview of the site, the desk beside it, and the watch on the sources.
struct ServeRun {
    enum Purpose { case serving, editing }

    let site: SiteOptions
    let accepted: AcceptedChanges
    let report: Report
    let port: UInt16
    /// An address of this computer at which others of its network may come too.
    var host: String?
    /// The addresses at which a proxy leads here; nil if none was named.
    var forwarding: Forwarding?
    let purpose: Purpose
    /// Tells whether the browser is opened.
    let opens: Bool

    /// Runs until somebody ends it.
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
            report.problem(error.description)
            throw ExitCode.inputOutput
        } catch let error as ServerError {
            report.problem(error.description)
            throw ExitCode.inputOutput
        }
    }

    private func serve() throws {
        var watch = try SourceWatch(siteFolder(site.folder))
        let changes = try accepted.changes()
        var session = ServeSession(
            site: site, accepted: changes, report: report, host: host, isForwarded: forwarding != nil)
        try session.build(after: .everything)
        // Each connection is an open file, and a process may have 1024 of these unless it asks for more.
        allowOpenFiles(upTo: 65_536)
        // A browser that closes a connection while it is written to must not end the server.
        ignoreBrokenPipes()
        let preview = session.preview
        // A proxy that has one origin for all ports leads to each of them, so there the site has none.
        let showsSite = forwarding.map { $0.site != nil } ?? true
        let sitePort =
            showsSite
            ? try LocalServer(preview, port: port, at: host) {
                Terminal.standardError.write("note: port \($0) is taken; trying the next one\n")
            }
            .port : port
        let address = { @Sendable in "http://127.0.0.1:\(sitePort)\(preview.basePath)" }
        let site = site
        let desk = Desk(beside: preview, at: address) {
            var options = try site.buildOptions()
            options.accepted = changes
            return options
        }
        let deskServer = try LocalServer(desk, port: sitePort == .max ? .max : sitePort + 1, at: host) { _ in }
        let deskAddress = "http://127.0.0.1:\(deskServer.port)/"
        var published: LocalServer?
        if showsSite {
            let server = try LocalServer(PublishedSite(besides: preview), port: deskServer.port + 1, at: host) { _ in }
            desk.shows(published: { "http://127.0.0.1:\(server.port)\(preview.basePath)" })
            published = server
        }
        preview.isEdited(at: deskAddress)
        let servers = try forwarding?.servers(
            forms: deskServer.port, site: showsSite ? sitePort : nil, published: published?.port)
        if let servers { preview.isReached(through: servers) }
        session.attach(desk)
        var told = address()
        let deskWithToken = "\(deskAddress)#token=\(desk.token.text)"
        let forwarded = servers.map { "\($0.forms.text)#token=\(desk.token.text)" }
        report.serving(told, editedAt: deskWithToken, forwarded, purpose)
        if let servers { report.tellOfForwarding(showsSite: servers.site != nil) }
        if let host, let token = desk.outerToken {
            report.warnOfOthers("http://\(host):\(deskServer.port)/#token=\(token.text)")
        }
        if opens { openInBrowser(purpose == .editing ? forwarded ?? deskWithToken : told) }
        while true {
            // Meanwhile a browser that loads the page again has the processors to itself.
            if !watch.hasChanges(within: 100) { session.prepareNext() }
            try session.update(after: try watch.next(until: session.nextBuild, by: secondsSince1970))
            // The site's settings may have changed the address, or were mended.
            guard address() != told else { continue }
            told = address()
            if servers == nil { report.serving(told, editedAt: nil, nil, purpose) }
        }
    }
}

private let noBrowser = "the browser could not be opened; open the address above yourself\n"

private func openInBrowser(_ address: String) {
    // In containers of editors this leads to the browser in front of which somebody sits.
    let named = environmentVariable("BROWSER").flatMap { $0.hasPrefix("/") && !$0.contains(":") ? $0 : nil }
    let isStarted = startThread {
        do {
            let nowhere = try workingFolder.openFileForUpdate("/dev/null")
            defer { nowhere.close() }
            let browser = try Program(
                [named ?? "xdg-open", address], environment: environmentVariables(), (nowhere, nowhere, nowhere))
            if browser.status() == 0 { return }
        } catch {
            // This command does not exist here.
        }
        Terminal.standardError.write(noBrowser)
    }
    if !isStarted { Terminal.standardError.write(noBrowser) }
}

extension Report {
    /// Tells where the site and the desk are.
    ///
    /// - Parameter desk: The address of the desk; nil if it is as it was.
    /// - Parameter forwarded: The address of the desk at which a proxy leads here; nil if there is none.
    fileprivate func serving(
        _ address: String, editedAt desk: String?, _ forwarded: String?, _ purpose: ServeRun.Purpose
    ) {
        guard format != .json else {
            var facts: [String: ReportValue] = ["done": .boolean(true), "address": .string(address)]
            if let desk { facts["edit"] = .string(desk) }
            if let forwarded { facts["editForwarded"] = .string(forwarded) }
            return output.write(json(facts, []))
        }
        let site = "\(output.styled(address, .bold)) (control-C ends)\n"
        guard let desk else { return output.write(site) }
        if let forwarded {
            return output.write(
                "forms: \(output.styled(forwarded, .bold)) (control-C ends)\non this computer: \(desk)\n")
        }
        output.write(
            purpose == .editing
                ? "forms: \(output.styled(desk, .bold)) (control-C ends)\nthe site: \(address)\n"
                : "\(site)forms to edit entries: \(desk)\n")
    }

    /// Tells who can come through a proxy, and what is shown there.
    fileprivate func tellOfForwarding(showsSite: Bool) {
        note(
            "Whoever your host lets through and who has this address can change the board until you end this command; "
                + "keep the port private. "
                + (showsSite
                    ? "The site opens from the forms."
                    : "The site is not shown, as it would have the same origin as the forms: see --site-address."))
    }

    /// Tells what it means that others can come.
    fileprivate func warnOfOthers(_ address: String) {
        note(
            "for a phone in your network: \(address)\nAnyone with this address can change the board until you end this "
                + "command, and see the site as it is now, drafts included. Nothing is encrypted: use it only in a "
                + "network that you trust.")
    }
}
