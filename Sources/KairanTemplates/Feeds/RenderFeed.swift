internal import KairanContent
internal import KairanFormats
internal import KairanModel
internal import KairanQueries
internal import KairanReaders

extension OutputPlan {
    func renderFeed(
        _ job: OutputJob, _ feed: FeedTemplate, _ options: RenderOptions, _ recorder: ReadRecorder?,
        _ diagnostics: inout [Diagnostic]
    ) -> [UInt8] {
        let evaluator = evaluator(job, .absolute, recorder)
        let frames = evaluator.frames(of: job)
        var withoutPage: [Int: [EntryReference]] = [:]
        let items = evaluator.entries(of: feed, frames).compactMap { position, entry, reference, date -> FeedItem? in
            let outgoing = OutgoingLink(
                element: entry, frames: frames.entering(entry), output: job.path, rule: .feedLink,
                place: site.content[reference].span)
            let paths = feed.sources[position].item
            let item = evaluator.item(paths, of: reference, at: date, outgoing, &diagnostics)
            if item == nil { withoutPage[position, default: []].append(reference) }
            return item
        }
        for (position, references) in withoutPage.sorted(by: { $0.key < $1.key }) {
            diagnostics.append(hasNoPage(references[0], references.count - 1, feed.sources[position]))
        }
        let value = Feed(
            title: feed.title.flatMap { evaluator.text($0, frames) } ?? evaluator.locale.title,
            description: feed.description.flatMap { evaluator.text($0, frames) } ?? evaluator.locale.description,
            siteTitle: evaluator.locale.title,
            siteURL: site.address(ofOutput: home(of: templates.templates[job.template]) ?? "index.html", .absolute),
            feedURL: site.address(ofOutput: job.path, .absolute),
            language: evaluator.locale.code, author: site.settings.author,
            image: feed.image.flatMap { evaluator.file(at: $0, frames) }?.url, items: items)
        return switch feed.format {
        case .rss: writeRSS(value)
        case .atom: writeAtom(value)
        case .json: writeJSONFeed(value, style: options.style)
        }
    }

    private func hasNoPage(_ entry: EntryReference, _ others: Int, _ source: FeedSource) -> Diagnostic {
        let (id, collection) = (site.id(of: entry), site.collectionName(of: entry))
        let more = others == 0 ? "" : others == 1 ? ", nor does one other" : ", nor do \(others) others"
        let pages = templates.templates.first { template in
            guard template.isPage, case .entries(let query) = template.iteration else { return false }
            return query.collection == collection
        }
        return Diagnostic(
            .error, .feedPages, "'\(id)' of \(collection) has no page for the feed to lead to\(more)",
            at: source.span,
            help: pages.map { "\($0.path) leaves it out: give the feed the same 'where'" })
    }
}

extension Evaluator {
    /// The suffix that makes an entry in another language another item.
    private var idSuffix: String { localePosition == 0 ? "" : ".\(locale.code)" }

    /// Returns the entries that are items, each with the position of its list and its date.
    fileprivate func entries(
        of feed: FeedTemplate, _ frames: Frames
    ) -> [(position: Int, entry: Value, reference: EntryReference, date: DateTime)] {
        var entries: [(position: Int, entry: Value, reference: EntryReference, date: DateTime)] = []
        for (position, source) in feed.sources.enumerated() {
            for entry in elements(source.query, frames) {
                guard case .entry(let reference) = entry,
                    let date = moment(source.item.date, frames.entering(entry))
                else { continue }
                entries.append((position, entry, reference, date))
            }
        }
        // The sort keeps the order of entries of one moment, so that the same content makes the same bytes.
        if feed.sources.count > 1 { entries.sort { $0.date > $1.date } }
        return feed.limit.map { Array(entries.prefix($0)) } ?? entries
    }

    /// Returns the item of an entry, or nil if it leads to no page.
    ///
    /// - Parameter outgoing: The entry and its names, for the addresses that it has in the feed.
    fileprivate func item(
        _ paths: ItemPaths, of reference: EntryReference, at date: DateTime, _ outgoing: OutgoingLink,
        _ diagnostics: inout [Diagnostic]
    ) -> FeedItem? {
        let frames = outgoing.frames
        let link = paths.link.map { address($0, of: outgoing, &diagnostics) } ?? ""
        let page = link.isEmpty ? page(of: reference).map { site.address(ofOutput: $0, .absolute) } : link
        guard let url = page else { return nil }
        let text = { (path: Path) in plainText(value(path, frames)) }
        // If an entry has no text, neither has its item in the feed.
        let someText = { (path: Path) in text(path).isEmpty ? nil : text(path) }
        return FeedItem(
            id: tagURI(
                host: site.settings.host, date: date.date, collection: site.collectionName(of: reference),
                id: site.id(of: reference) + idSuffix),
            url: url, title: text(paths.title), date: date, updated: paths.updated.flatMap { moment($0, frames) },
            contentHTML: paths.content.flatMap(someText), summary: paths.summary.flatMap(someText),
            enclosure: enclosure(paths, of: outgoing, &diagnostics))
    }

    /// Returns the file that an item is about, or nil if it has none.
    private func enclosure(
        _ paths: ItemPaths, of item: OutgoingLink, _ diagnostics: inout [Diagnostic]
    ) -> FeedEnclosure? {
        guard let path = paths.file else { return nil }
        var file = self.file(at: path, item.frames)
        if file == nil {
            let url = address(.path(path), of: item, &diagnostics)
            if url.isEmpty { return nil }
            guard url.hasPrefix("https://") || url.hasPrefix("http://") else {
                diagnostics.append(
                    Diagnostic(
                        .error, .feedLink, "'\(url)' is no address of a file that programs can fetch",
                        at: place(of: path, item.frames) ?? item.place, help: "begin it with https://"))
                return nil
            }
            file = FeedEnclosure(url: url, mediaType: Self.mediaType(ofAddress: url))
        }
        let length = paths.duration.map { value($0, item.frames) }
        if case .duration(let length)? = length { file?.seconds = length.minutes * 60 }
        // A duration has whole minutes, so a time says how long something plays to the second.
        if case .time(let length)? = length { file?.seconds = length.secondsSinceMidnight }
        return file
    }

    /// Returns a file of the content, or nil if there is none at the path.
    fileprivate func file(at path: Path, _ frames: Frames) -> FeedEnclosure? {
        guard case .asset(let asset) = value(path, frames) else { return nil }
        return FeedEnclosure(
            url: site.address(ofOutput: asset.publishedPath, .absolute), mediaType: asset.mediaType,
            byteCount: asset.byteCount)
    }

    private static func mediaType(ofAddress url: String) -> String {
        KairanContent.mediaType(ofExtension: fileExtension(of: String(url.prefix { $0 != "?" && $0 != "#" })))
    }

    private func moment(_ path: Path, _ frames: Frames) -> DateTime? {
        let found = value(path, frames)
        if case .date(let date) = found { return site.settings.timeZone.dateTime(date: date) }
        return if case .dateTime(let moment) = found { moment } else { nil }
    }
}
