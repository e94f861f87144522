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
        var watch = try SourceWatch(site.folder)
        var session = ServeSession(site: site, accepted: try accepted.changes(), report: report, host: host)
        try session.build(after: .everything)
        // Each connection is an open file, and a process may have 1024 of these unless it asks for more.
        allowOpenFiles(upTo: 65_536)
        // A browser that closes a connection while it is written to must not end the server.
        ignoreBrokenPipes()
        let server = try LocalServer(session.preview, port: port, at: host) {
            report.problem("port \($0) is taken; trying the next one")
        }
        let preview = session.preview
        let address = { @Sendable in "http://127.0.0.1:\(server.port)\(preview.basePath)" }
        let (site, changes) = (site, try accepted.changes())
        let desk = Desk(beside: preview, at: address) {
            var options = try site.buildOptions()
            options.accepted = changes
            return options
        }
        let deskServer = try LocalServer(desk, port: server.port + 1, at: host) { _ in }
        let deskAddress = "http://127.0.0.1:\(deskServer.port)/"
        let published = try LocalServer(PublishedSite(besides: preview), port: deskServer.port + 1, at: host) { _ in }
        desk.shows(published: { "http://127.0.0.1:\(published.port)\(preview.basePath)" })
        preview.isEdited(at: deskAddress)
        session.attach(desk)
        var told = address()
        let deskWithToken = "\(deskAddress)#token=\(desk.token.text)"
        report.serving(told, editedAt: deskWithToken, purpose)
        if let host, let token = desk.outerToken {
            report.warnOfOthers("http://\(host):\(deskServer.port)/#token=\(token.text)")
        }
        if opens { openInBrowser(purpose == .editing ? deskWithToken : told) }
        while true {
            // Meanwhile a browser that loads the page again has the processors to itself.
            if !watch.hasChanges(within: 100) { session.prepareNext() }
            try session.update(after: try watch.next(until: session.nextBuild, by: secondsSince1970))
            // The site's settings may have changed the address, or were mended.
            guard address() != told else { continue }
            told = address()
            report.serving(told, editedAt: nil, purpose)
        }
    }
}

private let noBrowser = "the browser could not be opened; open the address above yourself\n"

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

extension Report {
    /// Tells where the site and the desk are.
    ///
    /// - Parameter desk: The address of the desk; nil if it is as it was.
    fileprivate func serving(_ address: String, editedAt desk: String?, _ purpose: ServeRun.Purpose) {
        guard format != .json else {
            var facts: [String: ReportValue] = ["done": .boolean(true), "address": .string(address)]
            if let desk { facts["edit"] = .string(desk) }
            return output.write(json(facts, []))
        }
        let site = "\(output.styled(address, .bold)) (control-C ends)\n"
        guard let desk else { return output.write(site) }
        output.write(
            purpose == .editing
                ? "forms: \(output.styled(desk, .bold)) (control-C ends)\nthe site: \(address)\n"
                : "\(site)forms to edit entries: \(desk)\n")
    }

    /// Tells what it means that others can come.
    fileprivate func warnOfOthers(_ address: String) {
        note(
            "for a phone in your network: \(address)\nAnyone with this address can change the board until you end this "
                + "command, and see the site as it is now, drafts included. Nothing is encrypted: use it only in a "
                + "network that you trust.")
    }
}
