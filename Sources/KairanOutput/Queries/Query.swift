package import KairanModel

/// A checked choice of elements: which, in what order, how many.
package struct Query: Sendable {
    enum Source: Sendable {
        case collection(String)
        case list(Path)
        case calendar(CalendarRange)
    }

    var source: Source
    /// What an element is.
    package var element: FieldType
    /// One of the alternatives must hold, with all of its conditions; without any, every element is chosen.
    var alternatives: [[Filter]] = []
    var sort: [SortKey] = []
    var unique: Path?
    /// Elements with the same value here stand together, where the first of them does.
    var together: Path?
    var skip = 0
    var limit: Int?

    package var collection: String? { if case .collection(let name) = source { name } else { nil } }

    /// True when every element has a value at `path`, as `exists: true` asks for.
    func requires(_ path: Path) -> Bool {
        !alternatives.isEmpty
            && alternatives.allSatisfy { filters in
                filters.contains { filter in
                    guard filter.comparison == .exists, case .value(.boolean(true))? = filter.operands.first else {
                        return false
                    }
                    return filter.path.steps == path.steps
                }
            }
    }
}

/// One condition of a `where`.
struct Filter: Sendable {
    enum Operator: String, CaseIterable {
        case `is`, not, `in`, contains, exists, lessThan, atMost, moreThan, atLeast, on, between
    }

    enum Operand {
        case value(Value)
        case path(Path)
        case now
        case day(DayExpression)
        case phase(Window.Phase)
    }

    var path: Path
    var comparison: Operator
    /// Several only for `in` and `between`.
    var operands: [Operand]
}

extension Filter.Operator: Sendable {}
extension Filter.Operand: Sendable {}

struct SortKey: Sendable {
    var path: Path
    var isDescending: Bool
}

/// What a template with `for` makes one file of each.
package enum Iteration: Sendable {
    case once
    case entries(Query)
    /// One for each value of a field; `collection.field` is its key in `Schema.valuePages`.
    case values(Query, by: Path)
    /// One for each combination of the values of several fields.
    case combinations(Query, by: [Path])
    /// `first` is the output path of page 1, if it differs from the pattern.
    case pages(Query, size: Int, first: String?)
}
