internal import KairanContent
internal import KairanFormats
internal import KairanModel
internal import KairanReaders

/// The addresses that outputs hold which no browser shows as a page.
enum DataAddresses {
    case json(AddressPlan)
    /// JSON that no shape makes. Its addresses are the texts that begin with the site's own one.
    case anyJSON
    case feed(SourceSpan)
    case calendar(SourceSpan)
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
        case .search(let search): Self.json(search.addresses)
        case .feed(let feed): feed.addresses
        case .calendar(let calendar): calendar.event.link.map { .calendar($0.span ?? span) }
        case .page, .copy: makesJSON ? .anyJSON : nil
        case .revision: nil
        }
    }

    private static func json(_ plan: AddressPlan) -> DataAddresses? { plan.isEmpty ? nil : .json(plan) }
}

extension FeedTemplate {
    fileprivate var addresses: DataAddresses {
        let span = itemLink?.span ?? span
        guard format == .json else { return .feed(span) }
        return .json(.members([("items", .elements(.members([("url", .address(span))])))]))
    }
}

extension SearchTemplate {
    /// Each file holds the results of all sources, so a mistake shows at the first of them whose address may be wrong.
    fileprivate var addresses: AddressPlan {
        guard let source = sources.first(where: { $0.url.constant == nil }) else { return .none }
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
        if let known { return (bytes, known.filter { isOwn(bytes, $0.range) }, []) }
        switch data {
        case .json(let plan):
            let found = JSONAddresses(bytes, plan, keepsSpans: keepsSpans)
            let own = found.addresses.indices.filter { isOwn(bytes, found.addresses[$0].range) }
            return (bytes, own.map { found.addresses[$0] }, keepsSpans ? own.map { found.spans[$0] } : [])
        case .anyJSON:
            let texts = JSONTexts(bytes).map { $0.dropFirst().dropLast() }
            return (bytes, texts.filter { isWholeAddress(bytes, $0) }.map(AddressPlace.init(ofJSON:)), [])
        case .feed(let span):
            let found = feedAddresses(in: bytes).filter { isOwn(bytes, $0.range) }
            return (bytes, found, found.map { _ in span })
        case .calendar(let span):
            let (lines, all) = calendarAddresses(in: bytes)
            let found = all.filter { isOwn(lines, $0.range) }
            return (lines, found, found.map { _ in span })
        }
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

    private func isWholeAddress(_ bytes: [UInt8], _ range: Range<Int>) -> Bool {
        range.count > siteURL.count && bytes[range].starts(with: siteURL)
            && bytes[range].allSatisfy { $0 > 0x20 && $0 != UInt8(ascii: "{") }
    }
}

extension LinkChecker {
    /// Checks an output that is not a page. A mistake in a template shows in another address for each entry.
    mutating func check(_ data: DataAddresses, ofJobAt position: Int) {
        let path = plan.jobs[position].path
        let page = follower.page(path, base: nil)
        let found = DataAddressFinder(plan.site.settings).addresses(data, in: bytes(path) ?? [], keepsSpans: true)
        for (index, place) in found.addresses.enumerated() {
            let link = place.found(in: found.bytes)
            guard var mistake = mistake(in: link, on: page), !isReported(link.value) else { continue }
            mistake.help = ["it is in \(path)", mistake.help].compactMap(\.self).joined(separator: "; ")
            report(mistake, "", at: found.spans.isEmpty ? writtenPlace(of: link, position) : found.spans[index])
        }
    }

    /// Returns whether the mistake is reported at its place in the content.
    private func isReported(_ address: String) -> Bool {
        let origin = plan.site.settings.origin
        let shown = unescapedPath(address.hasPrefix(origin) ? String(address.dropFirst(origin.count)) : address)
        return reportedInFields.contains(shown) || reportedInFields.contains(unescapedPath(address))
    }

    /// Returns the place in a template that wrote an address of JSON that no shape makes.
    private func writtenPlace(of link: FoundAddress, _ position: Int) -> SourceSpan {
        let template = template(position)
        var known: [Diagnostic] = []
        switch template.kind {
        case .page(let page):
            let text = plan.renderPage(position, page, nil, &known)
            var locator = SourceLocator(SourceFile(path: template.path, bytes: text.bytes))
            return text.located([Diagnostic(.error, "", "", at: locator.span(link.range))])[0].span
        case .copy(let bytes):
            var locator = SourceLocator(SourceFile(path: template.path, bytes: bytes))
            return locator.span(link.range)
        case .endpoint, .feed, .revision, .calendar, .search, .nearest: return template.span
        }
    }
}
