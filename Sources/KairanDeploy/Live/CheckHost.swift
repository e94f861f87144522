internal import KairanModel

extension LiveFindings {
    /// Looks at what curl says of the connection (`expire date: Mar  1 23:59:59 2027 GMT`).
    mutating func checkCertificate(_ told: [String], today: Int) {
        if place.scheme == "http" {
            if !place.isPrivate { notSafe("the address is http, so anybody on the way can read and change everything") }
            return
        }
        guard let line = told.first(where: { $0.contains("expire date: ") }),
            let date = line.firstRange(of: "expire date: ").flatMap({ certificateDate(line[$0.upperBound...]) })
        else { return }
        let days = date.daysSinceEpoch - today
        guard days < 14 else { return }
        let words = "the certificate ends on \(date), in \(duration(max(days, 0) * 86_400)); then no app gets anything"
        add(
            Finding(
                severity: days < 3 ? .error : .warning, rule: .liveHttps, words: words,
                help: "renew it, and see why it is not renewed by itself"))
    }

    private mutating func notSafe(_ words: String) {
        add(Finding(severity: .warning, rule: .liveHttps, words: words, help: host.securing))
    }

    /// Looks at the answer to the same address without TLS.
    mutating func checkPlain(_ reply: WebReply) {
        if reply.code != 0 { return }
        let next = reply.header("location").flatMap(WebPlace.init)
        if reply.isLedOn, next?.scheme == "https" { return }
        notSafe("http does not lead to https (\(reply.status))")
    }

    /// Looks at the answers for paths at which nothing is.
    ///
    /// - Parameter page: The hash of the board's own page for that; nil if it has none.
    mutating func checkMadeUp(_ reply: WebReply, _ path: String, showing page: ContentHash?) {
        if reply.code != 0 { return }
        let help = host.missing(showing: "\(basePath)404.html")
        if reply.status == 404 {
            guard let page, !path.hasSuffix(".json"), reply.hash != page else { return }
            let words = "the board's own 404.html is not shown for a path at which nothing is"
            return add(Finding(severity: .warning, rule: .liveNotFound, words: words, help: help))
        }
        let breaks = reply.status == 200
        let words = "a path at which nothing is answers \(reply.status) and not 404"
        add(
            Finding(
                severity: breaks ? .error : .warning, rule: .liveNotFound,
                words: breaks ? "\(words), so apps take that page for data" : words, help: help))
    }

    /// Looks at the answer for the list of all files.
    mutating func checkList(_ reply: WebReply) {
        guard host.canHideFiles, reply.isFound || reply.isTooLarge else { return }
        add(
            Finding(
                severity: .warning, rule: .liveList, words: "Kairan's list of all files can be read by everybody",
                help: host.hiding))
    }

    /// Looks whether a file of an earlier publication is still there, which is not published any more.
    mutating func checkLeft(_ file: LeftFile, _ reply: WebReply) {
        guard reply.isTooLarge || reply.isFound && reply.hash == file.hash else { return }
        add(
            Finding(
                severity: .warning, rule: .liveLeft, words: "not published any more, and still there",
                help: host.removing), file.path.text)
    }
}

/// Returns the day of a date such as `Mar  1 23:59:59 2027 GMT`.
private func certificateDate(_ text: Substring) -> LocalDate? {
    let parts = text.split(separator: " ")
    let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
    guard parts.count >= 4, let month = months.firstIndex(of: String(parts[0])), let day = Int(parts[1]),
        let year = Int(parts[3])
    else { return nil }
    return LocalDate(year: year, month: month + 1, day: day)
}
