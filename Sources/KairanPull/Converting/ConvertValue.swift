internal import KairanContent
internal import KairanModel
internal import KairanReaders

/// Turns values of a source into values as entries have them.
///
/// A value that cannot be converted stays as it is: the build of the site with the new entries tells of it, at its
/// place in the source.
struct ValueConverter {
    let timeZone: SiteTimeZone
    let source: WebPlace?
    /// The address at which relative ones of the present item begin.
    private var page: WebPlace?
    /// The signs of the table that the present item is a row of.
    private var table: TableSigns?

    init(timeZone: SiteTimeZone, source: WebPlace?) { (self.timeZone, self.source) = (timeZone, source) }

    /// Returns the converter for one item: what an article names is relative to its own page.
    func of(_ item: PulledItem) -> ValueConverter {
        var converter = self
        if case .node(let node) = item.content, node.isRow { converter.table = TableSigns(of: item.page) }
        var link: String?
        if case .element(let element) = item.content { link = element.values(at: "link").first?.node.text }
        converter.page = link.flatMap { source?.following($0) } ?? source
        return converter
    }

    /// Returns the value of a field, or nil if the item has none.
    ///
    /// - Parameter isEnd: If this is true, the field is an end of a window, which may be a whole day.
    func value(of field: FieldDeclaration, in item: PulledItem, isEnd: Bool = false) -> SourceNode? {
        let parts = field.pulledParts
        if field.column == nil, !parts.isEmpty {
            let members = parts.compactMap { key, part in
                value(of: part, in: item, isEnd: field.type == .window).map {
                    SourceNode.Member(key: key, keySpan: $0.span, value: $0)
                }
            }
            return members.isEmpty ? nil : SourceNode(.mapping(members), span: members[0].value.span)
        }
        guard let column = field.column else { return nil }
        if field.type == .schedule, case .event(let event) = item.content, column.heading.uppercased() == "DTSTART" {
            return event.days
        }
        let isHTML = column.heading.hasSuffix(".rendered")
        let found = item.values(at: column.heading).map { value in
            var value = value
            // WordPress has a word for JSON whose texts are HTML.
            if isHTML, case .plain = value.kind { value.kind = .html }
            return value
        }
        if case .list = field.type { return list(found, field) }
        return found.lazy.compactMap { self.value($0, as: field, isEnd: isEnd) }.first
    }

    private func list(_ found: [FoundValue], _ field: FieldDeclaration) -> SourceNode? {
        guard var element = field.parts.first, let first = found.first else { return nil }
        if element.column == nil { element.column = field.column }
        var values: [FoundValue] = []
        for value in found {
            if let elements = value.node.elements {
                values += elements.map { FoundValue(node: $0) }
            } else if let text = value.node.text, found.count == 1, case .plain = value.kind,
                field.column?.separator != nil || value.node.isCell
            {
                values += value.node.parts(of: text, dividedBy: field.cellSign).map { FoundValue(node: $0) }
            } else {
                values.append(value)
            }
        }
        let nodes = values.compactMap { self.value($0, as: element) }
        return nodes.isEmpty ? nil : SourceNode(.sequence(nodes), span: first.node.span)
    }

    private func value(_ found: FoundValue, as field: FieldDeclaration, isEnd: Bool = false) -> SourceNode? {
        let node = found.node
        if node.isNull { return nil }
        if case .moment(let moment) = found.kind { return self.node(of: moment, as: field.type, node, isEnd) }
        if let text = node.scalar, let read = field.column?.moment?.read(text.trimmingSpaces().description) {
            return node.with(read)
        }
        switch field.type {
        case .point: return point(node)
        case .text, .markdown, .html: return text(found, as: field.type)
        case .date, .dateTime, .time: return time(node, as: field.type, isEnd)
        case .url:
            guard let text = trimmed(node) else { return node.scalar == nil ? node : nil }
            return node.with(address(text))
        case .integer, .decimal:
            guard let text = trimmed(node) else { return node.scalar == nil ? node : nil }
            if table?.isTwoNumbers(text) == true { return node.with(text) }
            let number = table?.plainNumber(text) ?? text
            return DecimalNumber(withExponent: number) == nil
                ? node.with(text) : SourceNode(.scalar(number, .number), span: node.span)
        case .boolean:
            guard let text = trimmed(node) else { return node.scalar == nil ? node : nil }
            let word = coreBoolean(text) == nil ? table?.boolean(text).map { "\($0)" } : text
            return word.map { SourceNode(.scalar($0, .boolean), span: node.span) } ?? node.with(text)
        case .reference:
            guard let text = trimmed(node) else { return node.scalar == nil ? node : nil }
            return node.with(madeID(from: text))
        case .duration, .email, .phone, .color, .image, .file, .choice, .version:
            guard let text = trimmed(node) else { return node.scalar == nil ? node : nil }
            return node.with(text)
        case .window, .schedule, .list, .record, .dictionary, .oneOf:
            return node.scalar?.isEmpty == true ? nil : node
        }
    }

    private func trimmed(_ node: SourceNode) -> String? {
        guard let text = node.scalar?.trimmingSpaces().description, !text.isEmpty else { return nil }
        return text
    }

    private func text(_ found: FoundValue, as type: FieldType) -> SourceNode? {
        let node = found.node
        if let elements = node.elements {
            let texts = elements.compactMap(\.text)
            return texts.count == elements.count && !texts.isEmpty ? node.with(texts.joined(separator: ", ")) : node
        }
        guard var text = node.scalar else { return node }
        if isHTML(found) {
            text = type == .text ? plainText(ofHTML: text) : markdown(ofHTML: text, at: page)
        }
        text = text.replacing("\r\n", with: "\n").replacing("\r", with: "\n").trimmingSpaces().description
        return text.isEmpty ? nil : node.with(text)
    }

    /// Tells whether a text is HTML, by what its source says or by the elements in it.
    private func isHTML(_ found: FoundValue) -> Bool {
        switch found.kind {
        case .html: true
        case .plain: holdsElements(found.node.scalar ?? "")
        case .moment, .days: false
        }
    }

    private func address(_ text: String) -> String {
        let text = text.replacing(" ", with: "%20")
        if hasScheme(text) { return text }
        return page?.following(text)?.address ?? text
    }

    private func point(_ node: SourceNode) -> SourceNode? {
        func made(_ latitude: SourceNode?, _ longitude: SourceNode?) -> SourceNode? {
            guard let latitude, let longitude, let one = latitude.number, let other = longitude.number else {
                return nil
            }
            return SourceNode(
                .mapping([
                    .init(key: "latitude", keySpan: latitude.span, value: one),
                    .init(key: "longitude", keySpan: longitude.span, value: other),
                ]), span: node.span)
        }
        if let text = node.scalar {
            let parts = text.split { $0 == " " || $0 == "," || $0 == ";" }.map { node.with(String($0)) }
            return text.isEmpty ? nil : parts.count == 2 ? made(parts[0], parts[1]) ?? node : node
        }
        // A position of GeoJSON begins with the longitude (RFC 7946, 3.1.1).
        if node["type"]?.text == "Point", let position = node["coordinates"]?.elements, position.count >= 2 {
            return made(position[1], position[0]) ?? node
        }
        func member(_ names: String...) -> SourceNode? { names.lazy.compactMap { node[$0] }.first }
        return made(member("latitude", "lat"), member("longitude", "lng", "lon", "long")) ?? node
    }

    private func node(
        of moment: CalendarMoment, as type: FieldType, _ node: SourceNode, _ isEnd: Bool
    ) -> SourceNode? {
        if type == .date { return node.with(moment.day(in: timeZone).description) }
        if type == .time {
            return moment.time == nil ? nil : node.with(moment.moment(in: timeZone).time.description)
        }
        // An end of a window may be a whole day; its type here is that of a moment.
        if type == .dateTime, moment.time == nil, isEnd { return node.with(moment.date.description) }
        if type == .dateTime, moment.isLastDay {
            return node.with(timeZone.dateTime(date: moment.date.adding(days: 1)).description)
        }
        return node.with(moment.moment(in: timeZone).description)
    }

    private func time(_ node: SourceNode, as type: FieldType, _ isEnd: Bool) -> SourceNode? {
        guard let given = trimmed(node) else { return node.scalar == nil ? node : nil }
        let text = table?.plainMoment(given) ?? given
        if type == .dateTime, !isEnd, let date = LocalDate(text) {
            return node.with(timeZone.dateTime(date: date).description)
        }
        var found = moment(text, in: timeZone)
        if found == nil, case .scalar(_, .number) = node.content, let seconds = Int(text) {
            // Programs count seconds or thousandths of them.
            found = timeZone.dateTime(epochSeconds: abs(seconds) >= 100_000_000_000 ? seconds / 1000 : seconds)
        }
        guard let found else { return node.with(text) }
        if type == .date { return node.with(found.date.description) }
        return node.with(type == .time ? found.time.description : found.description)
    }
}

extension SourceNode {
    fileprivate func with(_ text: String) -> SourceNode { SourceNode(.scalar(text, .string), span: span) }

    /// Tells whether it is a row of a table.
    fileprivate var isRow: Bool { members?.contains { $0.value.isCell } ?? false }

    /// Tells whether it is a cell of a table, in which all values are texts.
    fileprivate var isCell: Bool { if case .scalar(_, .plain) = content { true } else { false } }

    fileprivate var number: SourceNode? {
        guard let text = scalar?.trimmingSpaces().description, DecimalNumber(text) != nil else { return nil }
        return SourceNode(.scalar(text, .number), span: span)
    }
}
