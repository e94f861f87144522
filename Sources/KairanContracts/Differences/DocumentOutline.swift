internal import KairanModel
internal import KairanQueries
internal import KairanTemplates

/// The places of lists of entries in a JSON document, with their collections.
package indirect enum DocumentOutline: Sendable {
    /// A value about which nothing more is known.
    case value
    case object([String: DocumentOutline])
    /// An object whose keys are data.
    case dictionary(of: String?, DocumentOutline)
    case list(of: String?, DocumentOutline)

    func member(_ key: String) -> DocumentOutline {
        if case .object(let members) = self { members[key] ?? .value } else { .value }
    }
}

extension Template {
    package var outline: DocumentOutline {
        if case .endpoint(let shape) = kind { shape.shape.outline } else { .value }
    }
}

extension Shape {
    fileprivate var outline: DocumentOutline {
        func of(_ value: Shape?) -> DocumentOutline { value?.outline ?? .value }
        switch self {
        case .object(let shapes, let type):
            let members = zip(type.fields.map(\.name), shapes.map(\.outline))
            return .object(Dictionary(members) { first, _ in first })
        case .each(let query, let value): return .list(of: query.entries, of(value))
        case .eachGroup(_, _, _, let value): return .list(of: nil, of(value))
        case .first(_, let value, _, _): return of(value)
        case .group(let query, _, let value): return .dictionary(of: nil, .list(of: query.entries, of(value)))
        case .keyed(let query, _, let value): return .dictionary(of: query.entries, of(value))
        case .either(_, let then, let otherwise?): return then.shape.outline.or(otherwise.shape.outline)
        case .either(_, let then, nil): return then.shape.outline
        case .firstOf(let shapes): return shapes.map(\.shape.outline).reduce(.value) { $0.or($1) }
        case .array, .path, .holds, .count, .total, .position, .text, .day, .between, .split, .literal, .chart, .map,
            .occurrences, .changes, .route:
            return .value
        }
    }
}

extension DocumentOutline {
    /// Returns the outline of a value that has one of two.
    fileprivate func or(_ other: DocumentOutline) -> DocumentOutline {
        switch (self, other) {
        case (.value, _): other
        case (.object(let members), .object(let others)): .object(members.merging(others) { $0.or($1) })
        case (.object, _), (.dictionary, _), (.list, _): self
        }
    }
}

extension Query {
    /// The collection of the elements, which may also be a list that an entry refers to.
    package var entries: String? { if case .reference(let name) = element { name } else { nil } }
}
