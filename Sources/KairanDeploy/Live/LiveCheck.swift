package import KairanModel
internal import KairanPublish
internal import KairanSystem

/// The caller's decisions about a look at a host.
package struct LiveOptions: Sendable {
    /// The address of the publication's folder, which ends with a slash.
    package var place: WebPlace
    /// Tells whether the user named the address. One that a site names may be a stranger's.
    package var isNamed: Bool
    /// Tells whether to ask for every file, however many there are.
    package var asksAll: Bool
    /// The publication's folder, and the site's settings, for the places of findings.
    package var folder: String
    package var settings: String

    package init(_ place: WebPlace, isNamed: Bool, asksAll: Bool, folder: String, settings: String) {
        (self.place, self.isNamed, self.asksAll) = (place, isNamed, asksAll)
        (self.folder, self.settings) = (folder, settings)
    }
}

/// The answer to the question whether what is live is what was published, as apps and browsers see it.
package struct LiveCheck {
    package private(set) var diagnostics: [Diagnostic] = []
    /// The number of published files, and of those that were asked for.
    package private(set) var fileCount = 0
    package private(set) var askedCount = 0
    /// The name of the host's kind; nil if it is not known.
    package let hostName: String?

    /// Tells whether the guide has settings for the host with which nothing of this is found.
    package var isAdvised: Bool {
        let rules: [Rule] = [.liveType, .liveCompression, .liveCaching, .liveOrigins, .liveNotFound, .liveList]
        return ["nginx", "Caddy"].contains(hostName) && diagnostics.contains { rules.contains($0.rule) }
    }

    /// Tells whether the host may only be behind, so that it is worth a second look a little later.
    package var isBehind: Bool {
        diagnostics.contains { $0.severity == .error && [.liveBytes, .liveMissing].contains($0.rule) }
    }

    /// Asks the host. Throws if it cannot be reached.
    ///
    /// - Parameter earlier: The publications before this one, the newest first.
    /// - Parameter show: Called with words for what is being done.
    package init(
        _ publication: ReadyPublication, after earlier: [EarlierPublication], _ options: LiveOptions,
        with runner: ProgramRunner, show: (String) -> Void
    ) throws {
        let asker = WebAsker(place: options.place, runner: runner)
        let first = try asker.askFirst(options)
        let host = LiveHost(first.reply.headers)
        hostName = host.name
        var findings = LiveFindings(host, options)
        findings.checkCertificate(first.told, today: secondsSince1970() / 86_400)
        fileCount = publication.files.count(where: LiveFile.isShown)
        if first.reply.isLedOn, let next = first.reply.header("location").flatMap(options.place.following),
            next.origin != options.place.origin
        {
            findings.leadsAway(to: next, first.reply.status)
        } else {
            let files = publication.files.filter(LiveFile.isShown).map { LiveFile($0, at: options.place) }
            let asked = sample(files, atMost: options.asksAll ? files.count : Self.sampleSize)
            askedCount = asked.count
            let replies = try asker.ask(asked, show)
            for (file, reply) in zip(asked, replies) {
                findings.check(file, reply, after: earlier, asker.failure(reply))
            }
            show("asking for what should not be there")
            try findings.checkAgain(asked, replies, asker)
            try findings.checkOthers(publication, leftFiles(earlier, besides: publication.paths, atMost: 50), asker)
        }
        diagnostics = findings.diagnostics
    }

    /// The number of files up to which all are asked for.
    package static let sampleSize = 200
}

extension WebAsker {
    /// Asks for the address itself.
    fileprivate func askFirst(_ options: LiveOptions) throws -> (reply: WebReply, told: [String]) {
        let refusal = DeployError(
            "'\(place.host)' is this machine or one of a private network\nhelp: if that is right, name the address: "
                + "kairan check --live \(place.address)")
        if !options.isNamed, place.isPrivate { throw refusal }
        let first = try askTold(WebQuestion(address: place.address))
        guard first.reply.code == 0 else { throw DeployError(failure(first.reply)) }
        if !options.isNamed, !usesProxy(for: place.host), isPrivateIP(first.reply.address) { throw refusal }
        return first
    }

    /// Asks for files as a web app elsewhere would. A page may be at an address without its ending; that is followed.
    fileprivate func ask(_ files: [LiveFile], _ show: (String) -> Void) throws -> [WebReply] {
        let questions = files.map { file in
            WebQuestion(
                address: file.address, headers: file.isOfAPI ? [("Origin", someOrigin)] : [], size: file.file.size)
        }
        var replies = try ask(questions) { show("asking for the files: \($0) of \(files.count)") }
        let moved = files.indices.filter { files[$0].isPage && replies[$0].isLedOn }
        let followed = moved.compactMap { index -> (index: Int, question: WebQuestion)? in
            guard let place = WebPlace(files[index].address),
                let next = replies[index].header("location").flatMap(place.following), next.origin == place.origin
            else { return nil }
            return (index, WebQuestion(address: next.address, size: files[index].file.size))
        }
        for (page, reply) in zip(followed, try ask(followed.map(\.question))) where reply.isFound {
            replies[page.index] = reply
        }
        return replies
    }
}

extension ReadyPublication {
    fileprivate var paths: Set<TreePath> { Set(files.map(\.path)) }

    /// The hash of a file; nil if it is not published.
    fileprivate func hash(of path: String) -> ContentHash? { files.first { $0.path.text == path }?.hash }
}

extension LiveFindings {
    fileprivate mutating func leadsAway(to next: WebPlace, _ status: Int) {
        let hosts = [next.host, place.host].map { $0.trimmingPrefix("www.") }
        let help =
            hosts[0] == hosts[1]
            ? "if that is the address of the board, ask there: kairan check --live \(next.address)"
            : "if that is a page to log in, let the host show the board to everybody"
        add(
            Finding(
                rule: .liveRedirect, words: "the host leads on from \(place.address) to \(next.address) (\(status))",
                help: help))
    }

    /// Asks a second time: whether files have changed, and what apps get that know gzip alone.
    fileprivate mutating func checkAgain(_ files: [LiveFile], _ replies: [WebReply], _ asker: WebAsker) throws {
        let right = files.indices.filter { replies[$0].isFound && replies[$0].hash == files[$0].file.hash }
        let kinds: [(LiveFile) -> Bool] = [\.isOfAPI, \.isPage, \.file.isNamedByContent]
        let some = Set(kinds.compactMap { kind in right.first { kind(files[$0]) } }).sorted()
        for index in some where replies[index].question == nil { noMark(files[index]) }
        let marked = some.filter { replies[$0].question != nil }
        let questions = marked.map { index in
            WebQuestion(
                address: files[index].address, headers: replies[index].question ?? [], size: files[index].file.size)
        }
        for (index, reply) in zip(marked, try asker.ask(questions)) { checkUnchanged(files[index], reply) }
        let compressed = right.filter { index in
            ["br", "zstd"].contains(replies[index].header("content-encoding") ?? "") && files[index].isText
        }
        let again = compressed.map { index in
            WebQuestion(
                address: files[index].address, headers: [("Accept-Encoding", "gzip")], size: files[index].file.size)
        }
        for (index, reply) in zip(compressed, try asker.ask(again)) where reply.hash != files[index].file.hash {
            differsInGzip(files[index])
        }
    }

    private mutating func differsInGzip(_ file: LiveFile) {
        add(
            Finding(
                rule: .liveBytes, words: "other bytes are served to apps that know gzip alone", help: host.refreshing),
            file.path)
    }

    /// Asks for what should not be there.
    fileprivate mutating func checkOthers(
        _ publication: ReadyPublication, _ left: [LeftFile], _ asker: WebAsker
    ) throws {
        let madeUp = ["kairan-check-made-up", "api/kairan-check-made-up.json"]
        let plain =
            place.origin.contains(/:\d+$/) || place.scheme == "http" ? [] : ["http" + place.address.dropFirst(5)]
        // Nothing notes how large they were; a picture or a recording is rarely larger.
        let size = 16 << 20
        let replies = try asker.ask(
            (madeUp + [WholeList.path.text]).map { WebQuestion(address: place.address + $0) }
                + left.map { WebQuestion(address: place.address + escapedPath($0.path.text), size: size) }
                + plain.map { WebQuestion(address: $0) })
        for (path, reply) in zip(madeUp, replies) {
            checkMadeUp(reply, path, showing: publication.hash(of: "404.html"))
        }
        checkList(replies[madeUp.count])
        for (file, reply) in zip(left, replies.dropFirst(madeUp.count + 1)) { checkLeft(file, reply) }
        if !plain.isEmpty, let reply = replies.last { checkPlain(reply) }
    }
}
