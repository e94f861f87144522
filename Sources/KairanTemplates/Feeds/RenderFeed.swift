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
        var withoutPage: [EntryReference] = []
        let items = evaluator.elements(feed.query, frames).compactMap { entry -> FeedItem? in
            guard case .entry(let reference) = entry,
                let date = evaluator.moment(feed.itemDate, frames.entering(entry))
            else { return nil }
            let inner = frames.entering(entry)
            let outgoing = OutgoingLink(
                element: entry, frames: inner, output: job.path, rule: .feedLink,
                place: site.content[reference].span)
            let link = feed.itemLink.map { evaluator.address($0, of: outgoing, &diagnostics) } ?? ""
            let page = link.isEmpty ? evaluator.page(of: reference).map { site.address(ofOutput: $0, .absolute) } : link
            guard let url = page else {
                withoutPage.append(reference)
                return nil
            }
            let text = { (path: Path) in evaluator.plainText(evaluator.value(path, inner)) }
            // If an entry has no text, neither has its item in the feed.
            let someText = { (path: Path) in text(path).isEmpty ? nil : text(path) }
            return FeedItem(
                id: tagURI(
                    host: site.settings.host, date: date.date, collection: site.collectionName(of: reference),
                    id: site.id(of: reference) + evaluator.idSuffix),
                url: url, title: text(feed.itemTitle), date: date,
                updated: feed.itemUpdated.flatMap { evaluator.moment($0, inner) },
                contentHTML: feed.itemContent.flatMap(someText), summary: feed.itemSummary.flatMap(someText),
                enclosure: evaluator.enclosure(feed, of: outgoing, &diagnostics))
        }
        if let first = withoutPage.first { diagnostics.append(hasNoPage(first, withoutPage.count - 1, feed)) }
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

    private func hasNoPage(_ entry: EntryReference, _ others: Int, _ feed: FeedTemplate) -> Diagnostic {
        let (id, collection) = (site.id(of: entry), site.collectionName(of: entry))
        let more = others == 0 ? "" : others == 1 ? ", nor does one other" : ", nor do \(others) others"
        let pages = templates.templates.first { template in
            guard template.isPage, case .entries(let query) = template.iteration else { return false }
            return query.collection == collection
        }
        return Diagnostic(
            .error, .feedPages, "'\(id)' of \(collection) has no page for the feed to lead to\(more)",
            at: feed.span,
            help: pages.map { "\($0.path) leaves it out: give the feed the same 'where'" })
    }
}

extension Evaluator {
    /// The suffix that makes an entry in another language another item.
    fileprivate var idSuffix: String { localePosition == 0 ? "" : ".\(locale.code)" }

    /// Returns the file that an item is about, or nil if it has none.
    fileprivate func enclosure(
        _ feed: FeedTemplate, of item: OutgoingLink, _ diagnostics: inout [Diagnostic]
    ) -> FeedEnclosure? {
        guard let path = feed.itemFile else { return nil }
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
        if let length = feed.itemDuration, case .duration(let length) = value(length, item.frames) {
            file?.seconds = length.minutes * 60
        }
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

    fileprivate func moment(_ path: Path, _ frames: Frames) -> DateTime? {
        let found = value(path, frames)
        if case .date(let date) = found { return site.settings.timeZone.dateTime(date: date) }
        return if case .dateTime(let moment) = found { moment } else { nil }
    }
}
