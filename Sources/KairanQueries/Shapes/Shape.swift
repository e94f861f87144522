package import KairanModel

/// A checked declaration that maps entries to a value: JSON for endpoints, or named data for pages.
package indirect enum Shape: Sendable {
    case path(Path)
    /// A record. Its type says which keys are left out if their values are missing.
    case object([Shape], RecordType)
    case array([TypedShape])
    case each(Query, value: Shape?)
    case eachGroup(Query, by: Path, group: RecordType, value: Shape?)
    case first(Query, value: Shape?, isRequired: Bool, span: SourceSpan)
    /// The first of several that has a value.
    case firstOf([TypedShape])
    case count(Query)
    /// A boolean that is true if at least one of the alternatives holds, with all of its conditions.
    case holds([[Filter]])
    case either([[Filter]], then: TypedShape, otherwise: TypedShape?)
    case total(TotalShape)
    /// The position of the innermost element, counted from a number.
    case position(from: Int)
    case group(Query, by: Path, value: Shape?)
    /// An object with a value for each element, under a key that no other element has.
    case keyed(Query, by: Path, value: Shape?)
    case text(TextPattern)
    case day(DayExpression)
    /// The number of whole units between two days.
    case between(DayExpression, DayExpression, in: CalendarRange.Unit)
    /// The parts of a text.
    case split(Path, by: String)
    case literal(Value)
    case chart(ChartShape)
    case map(MapShape)
    case occurrences(OccurrencesShape)
    case changes(from: Path, to: Path)
    /// The coordinates of a GeoJSON line.
    case route(Query, at: Path)
}

/// A line chart of a query's elements.
package struct ChartShape: Sendable {
    /// The id, which differs for each chart of a template.
    var id: String
    var query: Query
    var label: TextPattern
    /// The date of each element that places its point; nil if the points are equally far apart.
    var date: ChartAxisDate?
    var value: Path
    var title: TextPattern
    /// The text after each number.
    var unit: TextPattern?
}

/// A shape together with the type of its value.
package struct TypedShape: Sendable {
    package var shape: Shape
    package var type: FieldType
    package var isOptional: Bool

    package init(_ shape: Shape, _ type: FieldType, isOptional: Bool = false) {
        (self.shape, self.type, self.isOptional) = (shape, type, isOptional)
    }
}

extension Shape {
    /// The collections that its queries name.
    package var collections: [String] {
        func of(_ query: Query, _ shape: Shape?) -> [String] {
            query.source.collections + (shape?.collections ?? [])
        }
        switch self {
        case .object(let shapes, _): return shapes.flatMap(\.collections)
        case .array(let shapes), .firstOf(let shapes): return shapes.flatMap(\.shape.collections)
        case .each(let query, let value): return of(query, value)
        case .eachGroup(let query, _, _, let value): return of(query, value)
        case .first(let query, let value, _, _): return of(query, value)
        case .count(let query): return of(query, nil)
        case .total(let total): return of(total.query, nil)
        case .either(_, let then, let otherwise):
            return then.shape.collections + (otherwise?.shape.collections ?? [])
        case .group(let query, _, let value), .keyed(let query, _, let value): return of(query, value)
        case .route(let query, _): return of(query, nil)
        case .path, .text, .day, .between, .split, .literal, .position, .holds, .chart, .map, .occurrences, .changes:
            return []
        }
    }
}
