internal import KairanBuild
internal import KairanContent
internal import KairanEditing
internal import KairanModel
internal import KairanReaders

/// Builds the board in memory until nothing is wrong with it, and tells what had to give way.
struct SiteTrial {
    var site: OldSite
    let wish: SiteWish
    let clock: Int
    private(set) var plan = SitePlan()
    private let addresses: SiteAddresses
    /// The kind that a key is still taken for, by collection and key.
    private var trust: [String: [String: SiteFields.Trust]] = [:]
    /// The text of each page as the board has it, by the path of its file.
    var bodies: [String: ConvertedBody] = [:]
    private let pageAddresses: Set<OldAddress>
    /// The settings that a build refused.
    private var refusedSettings: Set<String> = []
    /// The copied files that a build refused.
    private(set) var refusedFiles: [String: String] = [:]
    /// The files beside pages that no page names.
    private var unnamed: Set<String> = []
    var made = MadeSite()
    private var told: [Diagnostic] = []

    init(_ site: OldSite, _ wish: SiteWish, clock: Int) {
        (self.site, self.wish, self.clock) = (site, wish, clock)
        if let title = wish.title { self.site.title = title }
        if self.site.title.isEmpty { self.site.title = titleWords(String(fileName(of: wish.folder))) }
        addresses = SiteAddresses(site)
        pageAddresses = Set((site.pages + site.sections).map(\.address))
        leaveOutDoubles()
        for page in self.site.pages where page.address.text == "/404.html" {
            self.site.leftOut.append(
                .init(path: page.path, reason: "the board has a page of its own for what is not found"))
        }
        self.site.pages.removeAll { $0.address.text == "/404.html" }
        for page in self.site.pages + self.site.sections {
            var converter = BodyConverter(page, self.site, addresses)
            bodies[page.path] = converter.converted()
        }
        giveDates()
    }

    /// Leaves out what has the address of another page; the one that is published stays.
    private mutating func leaveOutDoubles() {
        var owners: [String: Int] = [:]
        var gone: Set<String> = []
        for (index, page) in site.pages.enumerated() where !page.address.parts.isEmpty {
            let key = page.address.text.lowercased()
            guard let other = owners[key] else {
                owners[key] = index
                continue
            }
            let isBetter = site.pages[other].isDraft && !page.isDraft
            let (stays, goes) = isBetter ? (page, site.pages[other]) : (site.pages[other], page)
            if isBetter { owners[key] = index }
            gone.insert(goes.path)
            site.leftOut.append(
                .init(path: goes.path, reason: "it has the address of \(stays.path), \(stays.address.text)"))
        }
        site.pages.removeAll { gone.contains($0.path) }
    }

    /// Gives a draft without a date the day of the newest post, so that it has an address.
    private mutating func giveDates() {
        for (name, indices) in Dictionary(grouping: site.pages.indices, by: { site.pages[$0].collection }) {
            let shown = indices.filter { !site.pages[$0].isDraft }
            let counted = shown.isEmpty ? indices : shown
            let dates = counted.compactMap { site.pages[$0].date }
            guard dates.count * 2 > counted.count, let newest = dates.max() else { continue }
            for index in indices where site.pages[index].date == nil {
                let page = site.pages[index]
                guard page.isDraft || name == "posts" || page.matter.word("date") != nil else { continue }
                site.pages[index].date = String(newest.prefix(10))
                told.append(
                    Diagnostic(
                        .warning, .fieldMissing, "there is no date that says where the page is",
                        at: SourceSpan(path: site.pages[index].path),
                        help: "it has the day of the newest one, \(newest.prefix(10))"))
            }
        }
    }

    mutating func run() throws {
        while true {
            made = try MadeSite(self)
            var options = BuildOptions(clock: clock)
            options.isFirstPublication = true
            let result = try build(SourceTree(files: made.files), options)
            let unused = result.diagnostics.filter { $0.rule == .fileUnused && made.besides[$0.span.path] != nil }
            let errors = result.diagnostics.filter { $0.severity == .error }
            if errors.isEmpty, unused.isEmpty {
                return finish(result.diagnostics)
            }
            for diagnostic in unused { unnamed.insert(made.besides[diagnostic.span.path] ?? "") }
            var isMended = !unused.isEmpty
            // Whatever stands further down in a file is mended first, so that places above stay right.
            for error in errors.sorted().reversed() where mend(error) { isMended = true }
            if !isMended { isMended = leaveOutRelated(errors) }
            guard isMended else {
                throw OptionError(
                    description:
                        "no board gives \(errors[0].span.path) back, so nothing was written: \(errors[0].message)")
            }
        }
    }

    // MARK: Mistakes

    /// Does something about an error of the board. Returns false if nothing can be done.
    private mutating func mend(_ error: Diagnostic) -> Bool {
        let path = error.span.path
        if let page = made.pages[path] { return mend(error, page) }
        if path == "content/site.yml" { return mendSettings(error) }
        if let old = made.copies[path] {
            if refusedFiles.updateValue(error.message, forKey: old) == nil { return true }
            return false
        }
        if let collection = made.declarations[path] {
            return distrust(collection, made.key(at: error.span.line, of: path))
        }
        return false
    }

    /// Leaves out a page that an error somewhere else names, such as one of two with the same address.
    private mutating func leaveOutRelated(_ errors: [Diagnostic]) -> Bool {
        for error in errors {
            guard let page = error.related.compactMap({ made.pages[$0.span.path] }).last else { continue }
            if leaveOut(page, error) { return true }
        }
        return false
    }

    private mutating func mendSettings(_ error: Diagnostic) -> Bool {
        let lines = String(decoding: made.files.first { $0.path == "content/site.yml" }?.bytes ?? [], as: UTF8.self)
            .split(separator: "\n", omittingEmptySubsequences: false)
        guard lines.indices.contains(error.span.line - 1) else { return false }
        let key = String(lines[error.span.line - 1].prefix { $0 != ":" })
        guard ["description", "author", "language", "timeZone"].contains(key) else { return false }
        return refusedSettings.insert(key).inserted
    }

    private mutating func mend(_ error: Diagnostic, _ page: MadeSite.Page) -> Bool {
        if error.rule == .aliasForm, let index = site.pages.firstIndex(where: { $0.path == page.old }),
            !site.pages[index].former.isEmpty
        {
            site.pages[index].former = []
            tell(error, page)
            return true
        }
        if error.span.line > page.matterLines.count {
            let row = error.span.line - page.matterLines.count
            if unlink(page.old, row: row, error) {
                tell(error, page)
                return true
            }
        } else if let key = page.key(at: error.span.line) ?? made.fieldNamed(in: error, page.collection) {
            if distrust(page.collection, key) { return true }
        }
        return leaveOut(page, error)
    }

    /// Returns whether a page of the old site has an address.
    func isAddress(_ text: String) -> Bool { pageAddresses.contains(OldAddress(text)) }

    private mutating func leaveOut(_ page: MadeSite.Page, _ error: Diagnostic) -> Bool {
        tell(error, page)
        plan.leftOut.append(.init(path: page.old, reason: error.message))
        let count = site.pages.count + site.sections.count
        site.pages.removeAll { $0.path == page.old }
        site.sections.removeAll { $0.path == page.old }
        return site.pages.count + site.sections.count < count
    }

    /// Believes less of the kind of a key. Returns false if nothing is believed of it any more.
    private mutating func distrust(_ collection: String, _ key: String?) -> Bool {
        guard let key else { return false }
        let present = trust[collection]?[key] ?? .inferred
        guard present != .ignored, key != "title" else { return false }
        trust[collection, default: [:]][key] = key == "date" || present == .text ? .ignored : .text
        return true
    }

    /// Tells an error of the board at its place in the old site.
    private mutating func tell(_ error: Diagnostic, _ page: MadeSite.Page) {
        var told = error
        told.severity = .warning
        told.span = page.oldSpan(error.span, bodies[page.old]?.lines ?? [])
        told.related = []
        if !self.told.contains(told) { self.told.append(told) }
    }

    // MARK: The end

    private mutating func finish(_ diagnostics: [Diagnostic]) {
        plan.files = made.files.sorted { $0.path < $1.path }
        plan.title = site.title
        plan.collections = made.collections
        plan.pageCount = made.pages.count
        let olds = Dictionary((site.pages + site.sections).map { ($0.path, $0) }) { first, _ in first }
        plan.untouchedCount = made.pages.values.count { page in
            guard let old = olds[page.old] else { return false }
            return bodies[page.old].map { $0.bytes.elementsEqual(old.file.bytes[old.matter.bodyStart...]) } ?? false
        }
        plan.copiedCount = made.copies.count
        plan.leftOut += site.leftOut + refusedFiles.map { .init(path: $0.key, reason: $0.value) } + made.leftOut
        plan.trusted = made.trusted.sorted()
        var found = site.diagnostics + told + made.told
        for (path, body) in bodies where made.olds.contains(path) { found += body.notes }
        // A tag that was told already is told by the build again.
        var places = Set(found.map(Place.init))
        for var diagnostic in diagnostics where diagnostic.severity == .warning {
            guard let page = made.pages[diagnostic.span.path] else { continue }
            diagnostic.span = page.oldSpan(diagnostic.span, bodies[page.old]?.lines ?? [])
            diagnostic.related = []
            if places.insert(Place(diagnostic)).inserted { found.append(diagnostic) }
        }
        plan.diagnostics =
            found.map {
                var diagnostic = $0
                diagnostic.severity = .warning
                return diagnostic
            }.sortedForReport
    }

    private struct Place: Hashable {
        var (path, line, column, rule, text) = ("", 0, 0, "", "")

        init(_ diagnostic: Diagnostic) {
            let span = diagnostic.span
            (path, line, column, rule) = (span.path, span.line, span.column, diagnostic.rule.rawValue)
            // A tag has another place in a line that changed, so that its own text counts.
            if diagnostic.rule == .markdownUnread, let quoted = diagnostic.message.firstMatch(of: /'(.+)'/) {
                (column, text) = (0, String(quoted.1))
            }
        }
    }

    // MARK: What a board is made of

    func fields(_ name: String, _ pages: [OldPage]) -> SiteFields {
        SiteFields(pages, site.generator, trust: trust[name] ?? [:])
    }

    var settings: SourceFile {
        var lines = EntryLines()
        lines.append("title", .word(site.title))
        func add(_ key: String, _ text: String?) {
            guard let text, !text.isEmpty, !refusedSettings.contains(key) else { return }
            lines.append(key, .word(text))
        }
        add("description", site.description.map { $0.split(whereSeparator: \.isWhitespace).joined(separator: " ") })
        lines.append("url", .word(wish.url ?? site.url ?? "https://example.org/"))
        add("language", site.language?.replacing("_", with: "-"))
        add("timeZone", site.timeZone)
        add("author", site.author)
        return SourceFile(path: "content/site.yml", text: lines.lines.map { $0.text + "\n" }.joined())
    }

    /// Returns the copied files: each with its path in the old site and in the board.
    func copies(_ collectionOf: [String: String]) -> [(file: SourceFile, path: String, isBeside: Bool)] {
        let folders = Dictionary(grouping: site.pages.filter { !$0.folder.isEmpty || site.generator == .hugo }) {
            String(folder(of: $0.path))
        }
        return site.statics.filter { refusedFiles[$0.file.path] == nil }.map { file, output in
            var parent = String(folder(of: file.path))
            let isContent = site.generator == .hugo && !["static/"].contains(where: file.path.hasPrefix)
            while isContent, !unnamed.contains(file.path), !parent.isEmpty {
                if let page = folders[parent]?.first {
                    let rest = file.path.dropFirst(parent.count + 1)
                    return (file, "content/\(collectionOf[page.path] ?? page.collection)/\(page.folder)\(rest)", true)
                }
                parent = String(folder(of: parent))
            }
            return (file, "templates/\(output)", false)
        }
    }
}
