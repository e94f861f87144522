internal import KairanContent
internal import KairanFormats
internal import KairanModel
internal import KairanReaders

/// The addresses that outputs hold which no browser shows as a page.
enum DataAddresses {
    case json(AddressPlan)
    case search(AddressPlan)
    /// JSON that no shape makes. Its addresses are the texts that begin with the site's own one.
    case anyJSON
    /// The place in the template is nil where a page template or a copied file makes them.
    case feed(SourceSpan?)
    case calendar(SourceSpan?)
}

extension Template {
    /// The addresses in the JSON that the template's shape makes.
    var addressPlan: AddressPlan { if case .json(let plan)? = dataAddresses { plan } else { .none } }

    /// Finds out which addresses the template's outputs have.
    mutating func findAddresses() { dataAddresses = foundAddresses }

    private var foundAddresses: DataAddresses? {
        switch kind {
        case .endpoint(let shape): Self.json(shape.addresses)
        case .nearest(let nearest): Self.json(nearest.cell.addresses)
        case .search(let search): search.addresses.isEmpty ? nil : .search(search.addresses)
        case .feed(let feed): feed.addresses(at: span)
        case .calendar(let calendar): calendar.addresses(at: span)
        case .page, .copy:
            switch fileExtension(of: outputPath) {
            case "json", "geojson", "webmanifest": .anyJSON
            case "xml", "rss", "atom": .feed(nil)
            case "ics": .calendar(nil)
            default: nil
            }
        case .revision: nil
        }
    }

    private static func json(_ plan: AddressPlan) -> DataAddresses? { plan.isEmpty ? nil : .json(plan) }
}

extension CalendarTemplate {
    /// - Parameter span: The place of the template, for calendars of several lists.
    fileprivate func addresses(at span: SourceSpan) -> DataAddresses? {
        let links = sources.compactMap(\.event.link)
        return links.isEmpty ? nil : .calendar(links.count == 1 ? links[0].span ?? span : span)
    }
}

extension FeedTemplate {
    /// - Parameter span: The place of the template, for feeds of several lists.
    fileprivate func addresses(at span: SourceSpan) -> DataAddresses {
        let source = sources.count == 1 ? sources.first : nil
        let span = source.map { $0.item.link?.span ?? $0.span } ?? span
        guard format == .json else { return .feed(span) }
        let file = AddressPlan.elements(.members([("url", .address(source?.item.file?.span ?? span))]))
        return .json(.members([("items", .elements(.members([("url", .address(span)), ("attachments", file)])))]))
    }
}

extension SearchTemplate {
    /// Each file holds the results of all sources, so a mistake shows at the first of them whose address may be wrong:
    /// one that somebody has written rather than that of an entry's page.
    fileprivate var addresses: AddressPlan {
        let doubtful = sources.filter { $0.url.constant == nil }
        guard let source = doubtful.first(where: { $0.urlSpan != $0.span }) ?? doubtful.first else { return .none }
        return .elements(.members([("url", .address(source.urlSpan))]))
    }
}

/// Finds the addresses of the site's own in outputs.
struct DataAddressFinder: Sendable {
    private let siteURL: [UInt8]
    private let basePath: [UInt8]

    init(_ settings: SiteSettings) {
        (siteURL, basePath) = (Array(settings.rootURL.utf8), Array(settings.basePath.utf8))
    }

    /// Returns the addresses with the bytes in which they stand and, if they are asked for, their places in the template
    /// as far as it tells them.
    ///
    /// - Parameter known: All addresses, if they are known already.
    func addresses(
        _ data: DataAddresses, in bytes: [UInt8], _ known: [AddressPlace]? = nil, keepsSpans: Bool = false
    ) -> (bytes: [UInt8], addresses: [AddressPlace], spans: [SourceSpan]) {
        if let known { return (bytes, known.compactMap { pagePlace($0, data, in: bytes) }, []) }
        switch data {
        case .json(let plan), .search(let plan):
            let found = JSONAddresses(bytes, plan, keepsSpans: keepsSpans)
            let places = found.addresses.map { pagePlace($0, data, in: bytes) }
            let spans = keepsSpans ? zip(places, found.spans).compactMap { $0 == nil ? nil : $1 } : []
            return (bytes, places.compactMap(\.self), spans)
        case .anyJSON:
            return (bytes, wholeAddresses(in: bytes), [])
        case .feed(let span):
            let found = feedAddresses(in: bytes).filter { isOwn(bytes, $0.range) }
            return (bytes, found, span.map { span in found.map { _ in span } } ?? [])
        case .calendar(let span):
            let (lines, all) = calendarAddresses(in: bytes)
            let found = all.filter { isOwn(lines, $0.range) }
            return (lines, found, span.map { span in found.map { _ in span } } ?? [])
        }
    }

    /// Returns an address of the site's own, with the `#place` in its page, or nil for another address.
    ///
    /// An app reads `#/` and `#!` as routes of its own. Outside searches, the site's address with a name behind it can
    /// be the name of something, as in JSON-LD, and no address.
    private func pagePlace(_ address: AddressPlace, _ data: DataAddresses, in bytes: [UInt8]) -> AddressPlace? {
        let range = address.range
        guard let mark = bytes[range].firstIndex(of: UInt8(ascii: "#")) else {
            return isOwn(bytes, range) ? address : nil
        }
        let page = range.lowerBound..<mark
        let isRoute = mark + 1 < range.upperBound && "/!".utf8.contains(bytes[mark + 1])
        if isRoute { return isOwn(bytes, page) ? AddressPlace(ofJSON: page) : nil }
        if case .search = data { return isOwn(bytes, range) ? address : nil }
        return isOwn(bytes, page) ? address : nil
    }

    /// Returns whether an address is one of the site's own. The address of the site itself is also what clients put
    /// before paths, so there need be no page at it.
    private func isOwn(_ bytes: [UInt8], _ range: Range<Int>) -> Bool {
        guard range.count > basePath.count else { return false }
        if bytes[range.lowerBound] == UInt8(ascii: "/") {
            return bytes[range.lowerBound + 1] != UInt8(ascii: "/") && bytes[range].starts(with: basePath)
        }
        return range.count > siteURL.count && bytes[range].starts(with: siteURL)
    }

    /// Returns the texts of JSON that can be nothing but addresses. One that ends in a slash is also what clients put
    /// before paths, and some members hold a name that only looks like an address.
    private func wholeAddresses(in bytes: [UInt8]) -> [AddressPlace] {
        JSONTexts(bytes).map { $0.dropFirst().dropLast() }.filter { range in
            let content = bytes[range]
            return content.count > siteURL.count && content.starts(with: siteURL) && content.last != UInt8(ascii: "/")
                && content.allSatisfy { $0 > 0x20 && $0 != UInt8(ascii: "{") }
                && !isName(bytes[..<(range.lowerBound - 1)])
        }.map(AddressPlace.init(ofJSON:))
    }

    /// Returns whether the value that comes after these bytes of JSON is a name.
    private func isName(_ before: ArraySlice<UInt8>) -> Bool {
        let spaces = Array(" \t\r\n".utf8)
        func withoutSpaces(_ bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
            bytes[..<((bytes.lastIndex { !spaces.contains($0) } ?? bytes.startIndex - 1) + 1)]
        }
        let colon = withoutSpaces(before)
        guard colon.last == UInt8(ascii: ":") else { return false }
        let key = withoutSpaces(colon.dropLast())
        return Self.namingMembers.contains { key.suffix($0.count).elementsEqual($0) }
    }

    /// The members of JSON Schema and JSON-LD whose values are names.
    private static let namingMembers = ["$id", "$schema", "$ref", "@id", "@type", "@vocab", "@context"].map {
        Array("\"\($0)\"".utf8)
    }
}

extension LinkChecker {
    /// Checks an output that is not a page. A mistake in a template shows in another address for each entry.
    mutating func check(_ data: DataAddresses, ofJobAt position: Int) {
        let path = plan.jobs[position].path
        let page = follower.page(path, base: nil)
        let found = DataAddressFinder(plan.site.settings).addresses(data, in: bytes(path) ?? [], keepsSpans: true)
        var mistakes: [(mistake: Mistake, index: Int, range: Range<Int>)] = []
        for (index, place) in found.addresses.enumerated() {
            let link = place.found(in: found.bytes)
            guard var mistake = mistake(in: link, on: page), !isReported(link.value) else { continue }
            mistake.help = .at("it is in \(path)", mistake.help)
            mistakes.append((mistake, index, link.range))
        }
        if mistakes.isEmpty { return }
        let spans = found.spans.isEmpty ? writtenPlaces(of: mistakes.map(\.range), position) : found.spans
        for (position, (mistake, index, _)) in mistakes.enumerated() {
            report(mistake, "", at: spans[found.spans.isEmpty ? position : index])
        }
    }

    /// Returns whether the mistake is reported at its place in the content.
    private func isReported(_ address: String) -> Bool {
        let origin = plan.site.settings.origin
        let shown = unescapedPath(address.hasPrefix(origin) ? String(address.dropFirst(origin.count)) : address)
        return reportedInFields.contains(shown) || reportedInFields.contains(unescapedPath(address))
    }

    /// Returns the places in a template that wrote these ranges of an output that no shape makes.
    private func writtenPlaces(of ranges: [Range<Int>], _ position: Int) -> [SourceSpan] {
        let template = template(position)
        var known: [Diagnostic] = []
        // Only the writer of JSON keeps the places of a page, and the lines of a calendar are not as they were written.
        let (isJSON, isCalendar) =
            switch template.dataAddresses {
            case .anyJSON: (true, false)
            case .calendar: (false, true)
            case .feed, .json, .search, nil: (false, false)
            }
        switch template.kind {
        case .page(let page) where isJSON:
            let text = plan.renderPage(position, page, nil, &known)
            var locator = SourceLocator(SourceFile(path: template.path, bytes: text.bytes))
            return text.origins(of: ranges.map { locator.span($0) })
        case .copy(let bytes) where !isCalendar:
            var locator = SourceLocator(SourceFile(path: template.path, bytes: bytes))
            return ranges.map { locator.span($0) }
        case .page, .copy, .endpoint, .feed, .revision, .calendar, .search, .nearest:
            return ranges.map { _ in template.span }
        }
    }
}
