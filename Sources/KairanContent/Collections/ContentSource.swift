package import KairanModel
internal import KairanReaders

/// The place outside the site at which the entries of a collection are kept, and how `kairan pull` takes them.
package struct ContentSource: Sendable {
    package enum Format: String, CaseIterable, Sendable {
        case rss, atom, json, csv, ics, geojson
    }

    package var url = ""
    package var format = Format.json
    /// The way to the list of items in JSON; empty if the JSON is that list.
    package var items: [String] = []
    /// The way to the address of the next page in JSON.
    package var next: [String] = []
    /// The names of HTTP headers, each with the variable of the environment that has its value.
    package var headers: [(name: String, variable: String)] = []
    /// The other hosts to which the address may lead on, each with all hosts below it.
    package var hosts: [String] = []
    /// The time after which a pull is due.
    package var every: MinuteDuration?
    /// The places in an item of which its id is made.
    package var idPlaces: [String] = []
    /// This is true if ids are made of several places.
    package var hasJoinedIDs = false
    package var span: SourceSpan
}

extension ContentSource {
    /// The name of the file with the entries that were pulled.
    package static let entriesName = "pulled.yml"
    /// The name of the file with values of the site's own for these entries. Like all names that begin with an underscore,
    /// it is no file of entries.
    package static let ownName = "_own.yml"
    /// The name of the file that says what was pulled last.
    package static let lockName = "_pulled.yml"
}

extension CollectionDeclaration {
    /// The path of the file with the entries that were pulled.
    package var pulledPath: String { "\(folder(of: span.path))/\(ContentSource.entriesName)" }
    package var ownPath: String { "\(folder(of: span.path))/\(ContentSource.ownName)" }
    package var lockPath: String { "\(folder(of: span.path))/\(ContentSource.lockName)" }

    /// The fields that have a place in the source, and are never written by hand.
    package var pulledFields: [FieldDeclaration] { fields.filter(\.isPulled) }
}

extension FieldDeclaration {
    /// Tells whether the field, or a part of it, has a place in another program's table or source.
    package var isPulled: Bool { column != nil || !partColumns.isEmpty || parts.contains(where: \.isPulled) }
}

extension DeclarationReader {
    /// Reads `source: { url: https://example.org/news.xml, format: rss }`.
    mutating func source(_ node: SourceNode) -> ContentSource {
        var source = ContentSource(span: node.span)
        for member in members(of: node, allowed: DeclarationWords.source, what: "the source") {
            let value = member.value
            switch member.key {
            case "url": source.url = sourceAddress(value) ?? ""
            case "format": source.format = sourceFormat(value) ?? .json
            case "entries": source.items = way(value, "'entries'")
            case "next": source.next = way(value, "'next'")
            case "headers": source.headers = headers(value)
            case "hosts": source.hosts = hosts(value)
            default: source.every = interval(value)
            }
        }
        if node.members == nil { return source }
        require(
            [
                "url": "write the address: url: https://example.org/news.xml",
                "format": "write format: rss, or what it is",
            ],
            in: node, .declarationType, of: "the source")
        let parts = source.url.split(separator: "/")
        if source.format == .ics, parts.contains(where: { unescapedPath(String($0)).hasPrefix("private-") }) {
            error(
                .urlInvalid, "the address is the private one of a calendar, which everybody could read here",
                at: node["url"]?.span ?? node.span, help: "publish the calendar, and write its public address")
        }
        for key in ["entries", "next"] where source.format != .json && node["format"] != nil {
            guard let span = node[key]?.span else { continue }
            error(
                .declarationType, "'\(key)' is a way into JSON, and this source is \(source.format.rawValue)", at: span,
                help: "remove it")
        }
        return source
    }

    private mutating func sourceAddress(_ node: SourceNode) -> String? {
        guard let text = name(node, "'url'") else { return nil }
        func refuse(_ message: String, _ help: Help) -> String? {
            error(.urlInvalid, message, at: node.span, help: help)
            return nil
        }
        guard text.hasPrefix("https://") || text.hasPrefix("http://") && WebPlace(text)?.isPrivate == true else {
            return refuse(
                "a source is asked over https, and this is another address",
                "begin it with https://; only programs that kairan pull --local asks may have http://")
        }
        if let unwritable = unwritableInRequest(text) {
            return refuse("an address cannot hold '\(unwritable)'", "copy it from a browser's address bar")
        }
        // Addresses in brackets are judged when they are asked for.
        if !text.contains("://["), let mistake = mistakeInHost(of: text) {
            return refuse(mistake.message, Help(mistake.help))
        }
        let authority = text.drop { $0 != "/" }.dropFirst(2).prefix { !"/?#".contains($0) }
        if authority.contains("@") {
            return refuse("the address has a name or a password before the host", Help(Self.secretHelp))
        }
        if let name = secretName(in: text) {
            return refuse(
                "'\(name)' in the address looks like a secret, which everybody could read here", Help(Self.secretHelp))
        }
        return text
    }

    private static let secretHelp =
        "write 'headers: { Authorization: KAIRAN_NEWS_TOKEN }', and give the value to that environment variable"

    /// Returns the name of a part of an address whose value others must not see.
    private func secretName(in address: String) -> String? {
        let ends = ["key", "token", "secret", "sig", "signature", "password", "passwd", "auth"]
        let query = address.drop { $0 != "?" }.dropFirst().prefix { $0 != "#" }
        return query.split { $0 == "&" || $0 == ";" }.map { unescapedPath(String($0.prefix { $0 != "=" })) }
            .first { name in ends.contains(where: name.lowercased().hasSuffix) }
    }

    private mutating func sourceFormat(_ node: SourceNode) -> ContentSource.Format? {
        guard let text = text(node, "'format'") else { return nil }
        if let format = ContentSource.Format(rawValue: text) { return format }
        let isSheet = ["xlsx", "xls", "ods", "sheet", "gsheet"].contains(text.lowercased())
        error(
            .declarationType, "there is no format '\(text)'", at: node.span,
            help: isSheet
                ? "ask for the sheet as CSV, with the address that its 'publish' or 'export' gives: format: csv"
                : suggestion(for: text, in: ContentSource.Format.allCases.map(\.rawValue), kind: "formats"))
        return nil
    }

    private mutating func way(_ node: SourceNode, _ what: String) -> [String] {
        guard let text = words(node, what, help: "write the keys with dots between them: data.list") else { return [] }
        let way = text.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
        guard way.contains("") else { return way }
        error(
            .declarationType, "\(what) has a dot too many", at: node.span,
            help: "write the keys with one dot between them")
        return []
    }

    private mutating func headers(_ node: SourceNode) -> [(name: String, variable: String)] {
        guard let members = node.members else {
            error(
                .declarationType, "'headers' must be a mapping, not \(node.kindName)", at: node.span,
                help: "write headers: { Authorization: KAIRAN_NEWS_TOKEN }")
            return []
        }
        return members.compactMap { member in
            guard member.key.wholeMatch(of: /[A-Za-z][A-Za-z0-9-]*/) != nil else {
                error(
                    .declarationType, "'\(member.key)' cannot be the name of a header", at: member.keySpan,
                    help: "use letters, digits and '-', as in Authorization")
                return nil
            }
            // The value itself is not told: it may be a secret already.
            guard let variable = member.value.scalar, variable.wholeMatch(of: /[A-Z_][A-Z0-9_]*/) != nil else {
                error(
                    .declarationType, "the value of '\(member.key)' must be the name of an environment variable",
                    at: member.value.span,
                    help: Help(
                        "give what stands here to a variable, such as KAIRAN_NEWS_TOKEN, and write that name; if it "
                            + "is a secret and was committed, get a new one"))
                return nil
            }
            // Whoever pulls a board of somebody else has variables with secrets that are none of its business.
            guard variable.hasPrefix("KAIRAN_"), variable.utf8.count > 7 else {
                error(
                    .declarationType,
                    "only environment variables whose names begin with KAIRAN_ can be sent to a source",
                    at: member.value.span, help: "rename it to KAIRAN_…, and set that one where kairan pull runs")
                return nil
            }
            return (member.key, variable)
        }
    }

    private mutating func hosts(_ node: SourceNode) -> [String] {
        texts(node, "'hosts'", help: "write hosts: [files.example.org]").compactMap { text, span in
            if text.wholeMatch(of: /([A-Za-z0-9-]+\.)+[A-Za-z][A-Za-z0-9-]*/) != nil { return text.lowercased() }
            error(.urlHost, "'\(text)' is no host", at: span, help: "write a name such as files.example.org")
            return nil
        }
    }

    private mutating func interval(_ node: SourceNode) -> MinuteDuration? {
        guard let text = text(node, "'every'") else { return nil }
        let help = "write a time such as 6h, 90m, or a number of days: 1 day, 7 days"
        let days = text.wholeMatch(of: /([0-9]{1,3}) days?/).flatMap { Int($0.output.1) }
        let interval = days.map { MinuteDuration(minutes: $0 * 24 * 60) } ?? MinuteDuration(text)
        if let interval, (5...527_040).contains(interval.minutes) { return interval }
        error(
            .declarationType,
            interval == nil ? "'\(text)' is not a time" : "'every' must be from 5 minutes to 366 days", at: node.span,
            help: Help(help))
        return nil
    }

    /// Reads the line `id` of `from`, and checks that a source has all that entries need.
    mutating func sourceID(_ node: SourceNode, of declaration: inout CollectionDeclaration) {
        if declaration.idPattern != nil {
            return error(
                .declarationKey, "the pattern of 'id' above makes the ids, so the source cannot", at: node.span,
                help: "remove this line, or the pattern")
        }
        declaration.source?.hasJoinedIDs = node.elements != nil
        let help = "write id: guid, with the place of what is different in every item and never changes"
        let places = texts(node, "'id'", help: help).map { onOneLine($0.text) }
        if places.isEmpty, node.elements != nil {
            error(.declarationType, "'id' names no place", at: node.span, help: Help(help))
        }
        declaration.source?.idPlaces = places
    }

    /// Checks that a source gives all that entries must have.
    mutating func checkSource(of declaration: CollectionDeclaration, _ node: SourceNode) {
        guard declaration.source != nil else { return }
        let named = Set((node["from"]?.members ?? []).map { $0.key.prefix { $0 != "." } })
        if declaration.idPattern == nil, !named.contains(declaration.idField.map { $0[...] } ?? "id") {
            error(
                .declarationType, "nothing says what the ids of pulled entries are",
                at: node["source"]?.span ?? node.span,
                help: "write below 'from' what is different in every item and never changes, such as id: guid")
        }
        if declaration.fields.contains(where: \.keepsHTML) {
            error(
                .declarationType, "the HTML of a source is not that of trusted authors",
                at: node["body"]?["markdown"]?["html"]?.span ?? node.span,
                help: "remove 'html: allowed': pulled texts are Markdown")
        }
        for field in declaration.fields
        where !named.contains(field.name[...]) && !field.mayBeLeftOut && !misdeclared.contains(field.name)
            && field.name != CollectionDeclaration.parentKey && !(field.name == "body" && declaration.hasBody)
        {
            error(
                .fieldMissing, "'\(field.name)' must have a value, and 'from' does not say where the source has it",
                at: field.span, help: "write '\(field.name): …' below 'from', or let it be missing: '?' after its type")
        }
    }
}

extension FieldDeclaration {
    /// The places in a source from which its parts come.
    package var partColumnNames: [String] { partColumns.sorted { $0.key < $1.key }.map(\.value.heading) }

    /// The parts of the field that have a place of their own in a source, each with its key.
    package var pulledParts: [(key: String, part: FieldDeclaration)] {
        let parts: [FieldDeclaration] = if case .record = type { self.parts.filter(\.isPulled) } else { [] }
        return parts.map { ($0.name, $0) } + partColumns.keys.sorted().compactMap { key in part(key).map { (key, $0) } }
    }
}
