internal import KairanContent
package import KairanFormats
internal import KairanMarkdown
package import KairanModel
package import KairanPublish
internal import KairanQueries
internal import KairanReaders

extension OutputPlan {
    /// Scans the links of each file, and returns the results in the order of the files.
    ///
    /// - Parameter paths: The facts that outputs exist, for the paths of all outputs.
    package func scanLinks(_ files: [OutputFile], _ paths: FactSet) -> [LinkScan] {
        let scanner = LinkScanner(self, paths)
        return concurrentMap(files.count) { scanner.scan(files[$0]) }
    }

    /// Returns the facts that the links of each entry require, or nil for an entry with a link that no output could
    /// make right.
    package func linkFacts(of entries: [EntryReference], _ paths: FactSet) -> [[UInt64]?] {
        let follower = AddressFollower(site.settings) { paths.contains($0) }
        return concurrentMap(entries.count) { linkFacts(of: entries[$0], follower) }
    }

    /// Returns a diagnostic for every wrong link and anchor inside the site, at the place that wrote it.
    ///
    /// - Parameters:
    ///   - entries: The entries with wrong links, in their order.
    ///   - wrong: The paths of the outputs with wrong links.
    ///   - paths: The paths of all outputs.
    ///   - bytes: Returns the bytes of an output.
    package func checkLinks(
        of entries: [EntryReference], and wrong: Set<String>, among paths: [String],
        _ bytes: @escaping (_ path: String) -> [UInt8]?
    ) -> [Diagnostic] {
        var checker = LinkChecker(self, Set(paths), bytes)
        for entry in entries { checker.check(entry) }
        for position in jobs.indices where wrong.contains(jobs[position].path) { checker.check(jobAt: position) }
        return checker.diagnostics
    }
}

/// Explains what is wrong with links that are known to be wrong, and where they stand.
struct LinkChecker {
    let plan: OutputPlan
    var diagnostics: [Diagnostic] = []
    let follower: AddressFollower
    let outputs: Set<String>
    private let bytesOfOutput: (_ path: String) -> [UInt8]?
    /// Addresses in Markdown whose mistakes are already reported, as pages show them, percent-decoded.
    var reportedInTexts: Set<String> = []
    /// Addresses in fields, which templates print, whose mistakes are already reported.
    var reportedInFields: Set<String> = []
    /// Mistakes of templates by place and address, because a mistake in a layout is on every page.
    var seen: Set<String> = []
    /// The templates with marks, made when the first page with a mistake needs them.
    var marked: (templates: Templates, marks: AddressMarks)?
    /// The places of the page that was looked up last, with marks.
    var markedPage: (position: Int, places: [FoundAddress])?
    /// The places where Markdown wrote each address, as pages show them. They are found when a page needs them.
    var writtenPlaces: [String: SourceSpan]?
    private var nearest: [String: Help?] = [:]
    private var knownAnchors: [String: [String]] = [:]

    init(_ plan: OutputPlan, _ outputs: Set<String>, _ bytes: @escaping (_ path: String) -> [UInt8]?) {
        (self.plan, self.outputs, bytesOfOutput) = (plan, outputs, bytes)
        let paths = FactSet(outputs.map { LinkFacts.fact(ofPath: $0) })
        follower = AddressFollower(plan.site.settings) { paths.contains($0) }
    }

    func bytes(_ path: String) -> [UInt8]? { outputs.contains(path) ? bytesOfOutput(path) : nil }

    /// Returns nil if the path is not that of a page.
    mutating func anchors(of path: String) -> [String]? {
        if let known = knownAnchors[path] { return known }
        guard isMarkup(path), let bytes = bytes(path) else { return nil }
        let anchors = HTMLScan(bytes, isXML: isXMLMarkup(path)).anchors
        knownAnchors[path] = anchors
        return anchors
    }

    mutating func check(_ entry: EntryReference) {
        for link in plan.site.writtenLinks(of: entry) { check(link) }
    }

    private var settings: SiteSettings { plan.site.settings }

    private mutating func check(_ link: WrittenLink) {
        switch link.target {
        case .external: break
        case .missing(let name):
            noteReported(link)
            reportMissing(name, link)
        case .samePage: checkSamePage(link)
        case .output(let path, let suffix): checkOutput(path, suffix, link)
        case .sitePath(let path): checkSitePath(path, link)
        }
    }

    private mutating func checkSamePage(_ link: WrittenLink) {
        guard !link.destination.isEmpty else {
            noteReported(link)
            return report(
                .linkDead, "this link has no address", at: link.span, help: "write where it leads, or remove it")
        }
        guard let anchor = fragment(of: link.destination) else { return }
        let known = link.anchors + (link.page.flatMap { anchors(of: $0) } ?? [])
        if !known.contains(anchor) { reportAnchor(anchor, link.anchors, link) }
    }

    private mutating func reportMissing(_ name: String, _ link: WrittenLink) {
        let (span, site) = (link.span, plan.site)
        let path = contentPath(unescapedPath(name), from: folder(of: span.path).dropFirst("content/".count))
        if let path, let (entry, isNamed) = site.linkedEntry(inFile: path, link.destination) {
            return report(
                .linkDead,
                "'\(isNamed ? link.destination : name)' exists, but has no page"
                    + (plan.schemaHasPages(of: entry) ? " at this moment" : ""),
                at: span, help: plan.reasonForNoPage(of: entry).map { Help($0) })
        }
        let entries = path.map { Array(site.content.entries(inFile: "content/" + $0)) } ?? []
        if let first = entries.first {
            guard let id = fragment(of: link.destination) else {
                let written = "\(name)#\(escapedPath(site.id(of: first)))"
                return report(
                    .linkDead, "'\(name)' has several entries", at: span, help: "write \(written) for one of them")
            }
            return report(
                .linkDead, "'\(name)' has no entry '\(id)'", at: span,
                help: suggestion(for: id, in: entries.map { site.id(of: $0) }, kind: "entries"))
        }
        if let path, reportTrash(path, name, span) { return }
        let sources = plan.site.content.collections.flatMap(\.entries).map(\.span.path)
        diagnostics.append(
            missingSource(name, at: span, among: Set(sources + plan.site.content.files.values.map(\.path))))
    }

    /// Returns false if no source file of that path is in the trash.
    private mutating func reportTrash(_ path: String, _ name: String, _ span: SourceSpan) -> Bool {
        guard
            let trashed = plan.site.content.trash.first(where: {
                $0.entry.span.path == "content/" + path && !$0.goesWithParent
            })
        else {
            return false
        }
        let deletion = trashed.deletion
        report(.linkDead, "'\(name)' has been in the trash since \(deletion.date)", at: span, help: Help(deletion.help))
        return true
    }

    private mutating func checkSitePath(_ path: String, _ link: WrittenLink) {
        let address = settings.basePath + path.dropFirst()
        guard case .internal(let candidates, _) = follower.resolve(address, on: "index.html") else { return }
        guard let output = candidates.first(where: follower.isOutput) else {
            noteReported(link)
            let shown = path.prefix { $0 != "#" && $0 != "?" }
            if reportTrash(unescapedPath(String(shown.dropFirst())), String(shown), link.span) { return }
            return report(
                .linkDead, "'\(shown)' leads to nothing", at: link.span,
                help: helpWithBase(shown) ?? helpOnNothing(candidates, shown) ?? nearestPage(to: String(shown)))
        }
        checkOutput(output, path, link)
    }

    /// Returns help with an address of the content that has the path below which the site is published, which Kairan adds.
    private func helpWithBase(_ address: Substring) -> Help? {
        guard settings.basePath != "/", address.hasPrefix(settings.basePath),
            case .internal(let candidates, _) = follower.resolve(String(address), on: "index.html"),
            candidates.contains(where: follower.isOutput)
        else { return nil }
        let written = "/" + address.dropFirst(settings.basePath.count)
        return .write("Kairan adds \(settings.basePath) itself: write \(written)", written, for: String(address))
    }

    private mutating func checkOutput(_ path: String, _ address: String, _ link: WrittenLink) {
        guard link.isImage, !isPicture(path) else { return checkAnchor(address, in: path, link) }
        noteReported(link)
        report(
            .linkDead, "this picture leads to '\(path)', which is not a picture", at: link.span,
            help: "a picture is one of \(pictureExtensions.joined(separator: ", ")); without the '!' it is a link")
    }

    private mutating func checkAnchor(_ address: String, in output: String, _ link: WrittenLink) {
        guard let anchor = fragment(of: address), let anchors = anchors(of: output) else { return }
        if !anchors.contains(anchor) { reportAnchor(anchor, anchors, link) }
    }

    private mutating func reportAnchor(_ anchor: String, _ known: [String], _ link: WrittenLink) {
        noteReported(link)
        report(
            .linkAnchor, "the page has no place '#\(anchor)'", at: link.span, help: anchorHelp(anchor, known))
    }

    /// Suggests the place that a link means. Of places that look the same, the invisible character is named.
    func anchorHelp(_ anchor: String, _ known: [String]) -> Help? {
        guard let id = VisibleHeadings(known).id(meantBy: anchor) else {
            return suggestion(for: anchor, in: known, kind: "places")
        }
        if let hidden = InvisibleCharacter.first(in: id, exceptThoseIn: anchor) {
            return .write("write '#\(escapedPath(id))', as the place holds \(hidden)", escapedPath(id), for: anchor)
        }
        if let hidden = InvisibleCharacter.first(in: anchor, exceptThoseIn: id) {
            return hidden.help.after("it holds \(hidden): ")
        }
        let written = InvisibleCharacter.first(in: id) == nil ? id : escapedPath(id)
        return Help("write '#\(written)'", .write("#" + written, for: "#" + anchor, isCertain: false))
    }

    private mutating func noteReported(_ link: WrittenLink) {
        let shown = unescapedPath(plan.shownAddress(of: link))
        if link.isField { reportedInFields.insert(shown) } else { reportedInTexts.insert(shown) }
    }

    /// Suggests what nearly exists.
    ///
    /// - Parameter address: The address without its `#place`.
    func helpOnNothing(_ candidates: [String], _ address: some StringProtocol) -> Help? {
        if let path = candidates.first(where: outputs.contains) {
            return
                "there is '\(path)', which looks the same but has different characters; type one of the two names again"
        }
        if candidates.contains(where: { plan.site.content.pictures[$0] != nil }) {
            return
                "a picture's published name changes with its bytes: use the path of an image field, as in {{image.path}}"
        }
        guard candidates.count > 1, follower.isOutput(candidates[0] + ".html") else { return nil }
        return .write(
            "write '\(address).html'; not every host finds it without the ending", "\(address).html",
            for: String(address))
    }

    /// Returns the page with the nearest name. A comparison with every page takes time, so the same mistake is looked
    /// up once, and only the first of many different ones are looked up.
    mutating func nearestPage(to path: String) -> Help? {
        if let known = nearest[path] { return known }
        guard nearest.count < 50 else { return nil }
        let pages = outputs.map { "/" + ($0.hasSuffix("index.html") ? String($0.dropLast("index.html".count)) : $0) }
        let help = nearestHelp(to: path, in: pages)
        nearest[path] = .some(help)
        return help
    }

    mutating func report(_ rule: Rule, _ message: String, at span: SourceSpan, help: Help?) {
        diagnostics.append(Diagnostic(.error, rule, message, at: span, help: help))
    }
}

extension OutputPlan {
    /// Returns how pages show a link of the content.
    func shownAddress(of link: WrittenLink) -> String {
        Evaluator(site: site, form: .fromRoot).address(of: link.destination, link.target)
    }

    fileprivate func schemaHasPages(of entry: EntryReference) -> Bool {
        templates.schema.collectionsWithPages[site.collectionName(of: entry)] != nil
    }

    /// Returns why a link cannot lead to an entry, as far as the reason can be known.
    fileprivate func reasonForNoPage(of reference: EntryReference) -> String? {
        let collection = site.collectionName(of: reference)
        guard schemaHasPages(of: reference) else {
            return "no template makes pages of \(collection); link to a page that shows the entry"
        }
        for case .window(let window) in site.content[reference].values {
            switch window.phase(at: site.moment) {
            case .now: continue
            case .past:
                let end = window.lastDay?.description ?? window.until.map(readable) ?? ""
                return "it was shown until \(end); link to a page that stays"
            case .future: return "it is shown from \(window.from.map(readable) ?? ""); link to a page that is there now"
            }
        }
        let template = templates.templates.first { template in
            guard template.isPage, case .entries(let query) = template.iteration else { return false }
            return query.collection == collection
        }
        return template.map { "\($0.path) leaves it out; link to a page that shows it" }
    }

    private func readable(_ moment: DateTime) -> String {
        Evaluator(site: site, form: .fromRoot).formatted(.dateTime(moment), "yyyy-MM-dd HH:mm")
    }
}

extension AddressFollower {
    init(_ settings: SiteSettings, _ hasOutput: @escaping @Sendable (UInt64) -> Bool) {
        self.init(basePath: settings.basePath, siteURL: settings.rootURL, hasOutput: hasOutput)
    }
}
