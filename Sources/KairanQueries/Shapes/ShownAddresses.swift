package import KairanFormats
package import KairanModel

extension TypedShape {
    /// The places in the shape's JSON at which addresses stand.
    package var addresses: AddressPlan { shape.addresses(type) }
}

extension Shape {
    /// - Parameter type: The type of the shape's value.
    fileprivate func addresses(_ type: FieldType) -> AddressPlan {
        func inner(_ value: Shape?, _ type: FieldType, of query: Query) -> AddressPlan {
            value?.addresses(type) ?? type.addresses(at: query.source.span)
        }
        switch self {
        case .path(let path): return path.addresses
        case .text(let pattern): return pattern.addresses
        case .object(let shapes, let record):
            return .members(zip(shapes, record.fields).map { ($1.name, $0.addresses($1.type)) })
        case .array(let shapes): return .elements(shapes.map(\.addresses))
        case .each(let query, let value): return .elements(inner(value, type.elementOfList, of: query))
        case .eachGroup(let query, _, let group, let value):
            return .elements(inner(value, value == nil ? .record(group) : type.elementOfList, of: query))
        case .first(let query, let value, _, _): return inner(value, type, of: query)
        case .firstOf(let shapes): return Self.addresses(ofOne: shapes)
        case .either(_, let then, let otherwise): return Self.addresses(ofOne: [then] + (otherwise.map { [$0] } ?? []))
        case .group(let query, _, let value):
            return .values(.elements(inner(value, type.elementOfGroup, of: query)))
        case .keyed(let query, _, let value):
            guard case .dictionary(let element) = type else { return .none }
            return .values(inner(value, element, of: query))
        case .count, .holds, .total, .position, .day, .between, .split, .literal, .chart, .map, .occurrences, .changes,
            .route:
            return .none
        }
    }

    /// Any of these may be wrong, but a text that the template makes is so before a field, which is checked where it is
    /// written.
    private static func addresses(ofOne shapes: [TypedShape]) -> AddressPlan {
        func isText(_ shape: TypedShape) -> Bool { if case .text = shape.shape { true } else { false } }
        return (shapes.filter(isText) + shapes.filter { !isText($0) }).reduce(.none) { $0.or($1.addresses) }
    }

    /// The place of the path or the text that the shape begins with; nil if it consists of other shapes.
    package var span: SourceSpan? {
        switch self {
        case .path(let path): path.span
        case .text(let pattern): pattern.paths.first?.span
        case .firstOf(let shapes): shapes.first?.shape.span
        case .either(_, let then, _): then.shape.span
        case .object, .array, .each, .eachGroup, .first, .count, .holds, .total, .position, .group, .keyed, .day,
            .between, .split, .literal, .chart, .map, .occurrences, .changes, .route:
            nil
        }
    }
}

extension Path {
    fileprivate var addresses: AddressPlan {
        if steps.last == .srcset { return .srcset(span) }
        return assurance.isOwn ? .address(span) : type.addresses(at: span)
    }
}

extension TextPattern {
    /// A text is an address if it begins with one and has nothing that no address can have. One that is the same
    /// everywhere and ends in a slash is what clients put before paths, and need not be a page.
    fileprivate var addresses: AddressPlan {
        guard case .path(let start, .plain)? = parts.first, start.assurance.isOwn else { return .none }
        let literals = parts.compactMap { if case .literal(let text) = $0 { text } else { nil } }
        guard literals.allSatisfy({ $0.utf8.allSatisfy { $0 > 0x20 && $0 != UInt8(ascii: "{") } }) else { return .none }
        // A pattern of addresses is none: clients put something into it.
        if literals.contains(where: { $0.contains("/:") }) { return .none }
        let isBase = parts.count == literals.count + 1 && literals.last?.last == "/"
        return isBase && start.text.hasPrefix("site.") ? .none : .address(start.span)
    }
}

extension FieldType {
    /// The places of addresses in the JSON of a value.
    fileprivate func addresses(at span: SourceSpan) -> AddressPlan {
        switch self {
        case .url: .address(span)
        case .list(let element): .elements(element.addresses(at: span))
        case .record(let record): .members(record.fields.map { ($0.name, $0.type.addresses(at: span)) })
        case .dictionary(let element): .values(element.addresses(at: span))
        case .oneOf(let types): types.members.reduce(.none) { $0.or($1.addresses(at: span)) }
        case .text, .markdown, .html, .integer, .decimal, .boolean, .date, .time, .dateTime, .duration, .email, .phone,
            .color, .image, .file, .choice, .version, .window, .schedule, .point, .reference:
            .none
        }
    }

    /// The type of the elements of the lists that `group` makes.
    fileprivate var elementOfGroup: FieldType {
        if case .dictionary(let list) = self { return list.elementOfList }
        if case .record(let record) = self { return record.fields.first?.type.elementOfList ?? self }
        return self
    }
}

extension TextAssurance {
    /// This is true for the address of a page or a file of the site.
    fileprivate var isOwn: Bool { self == .ownAddress || self == .ownFile }
}

extension Query.Source {
    /// The place that names the lists in which its elements stand.
    fileprivate var span: SourceSpan { paths.last?.span ?? SourceSpan(path: "") }
}
