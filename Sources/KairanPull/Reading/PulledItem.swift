internal import KairanContent
internal import KairanModel
internal import KairanReaders

/// One item of a source, in which values are found by the places that `from` names.
struct PulledItem {
    enum Content {
        /// An object of JSON, or a row of a table.
        case node(SourceNode)
        case feature(SourceNode)
        case element(FeedElement)
        case event(CalendarEvent)
    }

    var content: Content
    /// The file that it is in.
    var page: SourceFile

    var span: SourceSpan {
        switch content {
        case .node(let node), .feature(let node): node.span
        case .element(let element): element.span
        case .event(let event): event.span
        }
    }

    /// Returns the values at a place; none if there is nothing.
    func values(at place: String) -> [FoundValue] {
        switch content {
        case .node(let node): node.value(at: place).map { [FoundValue(node: $0)] } ?? []
        case .feature(let node):
            (place == "geometry" || place == "id" ? node[place] : node["properties"]?.value(at: place))
                .map { [FoundValue(node: $0)] } ?? []
        case .element(let element): element.values(at: place)
        case .event(let event): event.values(at: place)
        }
    }
}

/// A value of an item.
struct FoundValue {
    enum Kind {
        case plain
        /// The text is HTML, escaped or not.
        case html
        /// The value is a day or a moment of a calendar.
        case moment(CalendarMoment)
        /// The value is the days of an event.
        case days(SourceNode)
    }

    var node: SourceNode
    var kind = Kind.plain
}

extension SourceNode {
    /// Returns the value of a key with that name, or at the end of a way of keys with dots between them.
    func value(at place: String) -> SourceNode? {
        if let value = self[place] { return value }
        var node: SourceNode? = self
        for step in place.split(separator: ".").map(String.init) { node = node?.at(step) }
        return node
    }
}

/// Reads the items of all pages. The result is nil if a page is not what the source declares.
///
/// - Parameter zone: The time zone of the site.
func readItems(
    _ pages: [SourceFile], _ declaration: CollectionDeclaration, _ source: ContentSource, _ zone: SiteTimeZone
) -> Diagnosed<[PulledItem]?> {
    var (items, diagnostics) = ([PulledItem](), [Diagnostic]())
    for page in pages {
        let read =
            switch source.format {
            case .json, .geojson: jsonItems(page, source)
            case .csv: tableItems(page, declaration, source)
            case .rss, .atom: feedItems(page, source)
            case .ics: calendarItems(page, in: declaration.fields.contains(where: \.takesDays) ? zone : nil)
            }
        diagnostics += read.diagnostics
        guard let value = read.value, !read.diagnostics.hasErrors else { return Diagnosed(nil, diagnostics) }
        items += value
    }
    return Diagnosed(items, diagnostics)
}

private func jsonItems(_ page: SourceFile, _ source: ContentSource) -> Diagnosed<[PulledItem]?> {
    let read = readJSON(page)
    guard let root = read.value, !read.diagnostics.hasErrors else { return Diagnosed(nil, read.diagnostics) }
    var node = root
    let way = source.format == .geojson ? ["features"] : source.items
    for (index, step) in way.enumerated() {
        guard let inner = node.at(step) else {
            let names = node.members?.map(\.key) ?? []
            return .wrong(
                "there is no '\(way[...index].joined(separator: "."))' in the answer", at: node.span,
                help: suggestion(for: step, in: names, kind: "it has")?.words)
        }
        node = inner
    }
    guard let elements = node.elements else {
        let help = root.members?.first { $0.value.elements?.first?.members != nil }.map {
            "name the way to it in 'source', such as entries: \($0.key)"
        }
        return .wrong("\(node.kindName) stands where the list of items should", at: node.span, help: help)
    }
    for element in elements where element.members == nil {
        return .wrong("an item must be an object, not \(element.kindName)", at: element.span)
    }
    return Diagnosed(
        elements.map { PulledItem(content: source.format == .geojson ? .feature($0) : .node($0), page: page) })
}

private func tableItems(
    _ page: SourceFile, _ declaration: CollectionDeclaration, _ source: ContentSource
) -> Diagnosed<[PulledItem]?> {
    // A heading with a dot is one name here, and leads to no part.
    var columns = TableColumns()
    for cell in csvHeader(page) ?? [] {
        let heading = onOneLine(cell.text)
        if !heading.isEmpty { _ = columns.add(heading, path: [heading]) }
    }
    let read = readCSV(page, columns)
    guard let rows = read.value?.elements, !read.diagnostics.hasErrors else { return Diagnosed(nil, read.diagnostics) }
    let headings = Set(csvHeader(page)?.map { onOneLine($0.text) } ?? [])
    for place in declaration.places(source) where !headings.contains(place) {
        return .wrong(
            "there is no column '\(place)'", at: SourceSpan(path: page.path),
            help: suggestion(for: place, in: headings.sorted(), kind: "the table has")?.words)
    }
    return Diagnosed(rows.map { PulledItem(content: .node($0), page: page) })
}

extension CollectionDeclaration {
    /// The places in an item from which its id and its fields come.
    func places(_ source: ContentSource) -> [String] {
        source.idPlaces + fields.flatMap(\.places)
    }
}

extension FieldDeclaration {
    /// Tells whether the field is a schedule with all days of an event.
    var takesDays: Bool {
        type == .schedule && column?.heading.uppercased() == "DTSTART" || parts.contains(where: \.takesDays)
    }

    fileprivate var places: [String] {
        let parts: [FieldDeclaration] = if case .record = type { self.parts } else { [] }
        return [column].compactMap(\.?.heading) + partColumnNames + parts.flatMap(\.places)
    }
}

extension Diagnosed {
    static func wrong<Item>(_ message: String, at span: SourceSpan, help: String? = nil) -> Diagnosed<[Item]?>
    where Value == [Item]? {
        Diagnosed(nil, [Diagnostic(.error, .pullItems, message, at: span, help: help)])
    }
}
