package import KairanModel

/// A checked query, which says which elements to choose, in what order, and how many.
package struct Query: Sendable {
    package indirect enum Source: Sendable {
        case collection(String)
        case list(Path)
        case calendar(CalendarRange)
        /// The elements of the lists that the elements of another source have at a path.
        case parts(of: Source, Path)
        /// The elements of several lists, one list after the other.
        case shapes([TypedShape])
    }

    package var source: Source
    /// The type of an element.
    package var element: FieldType
    /// The position of the frame that holds the element, for the paths below.
    var frame = 0
    /// One of the alternatives must hold, with all of its conditions. If there are none, every element is chosen.
    package var alternatives: [[Filter]] = []
    /// This is true if the conditions under which an entry has a page are among its own.
    var choosesPages = false
    package var sort: [SortKey] = []
    var unique: Path?
    /// The path whose equal values are put together, at the place of the first of them.
    var together: Path?
    package var skip = 0
    package var limit: Int?
    package var groupOrder = GroupOrder.values

    package init(
        source: Source, element: FieldType, frame: Int = 0, alternatives: [[Filter]] = [], sort: [SortKey] = [],
        unique: Path? = nil, together: Path? = nil, skip: Int = 0, limit: Int? = nil
    ) {
        self.source = source
        self.element = element
        self.frame = frame
        self.alternatives = alternatives
        self.sort = sort
        self.unique = unique
        self.together = together
        self.skip = skip
        self.limit = limit
    }

    package var collection: String? { if case .collection(let name) = source { name } else { nil } }

    /// The collections whose entries it reads.
    package var collections: [String] { source.collections }

    /// This is true if the elements are all of the source, in its own order.
    var keepsOrder: Bool { choosesAll && sort.isEmpty && together == nil }
    /// This is true if no element is left out because another one has the same value.
    package var hasNoUnique: Bool { unique == nil }
    /// This is true if no element is left out.
    package var choosesAll: Bool { alternatives.isEmpty && unique == nil && skip == 0 && limit == nil }

    /// Returns whether every chosen element has a value at `path`, because each alternative requires it.
    package func requires(_ path: Path) -> Bool {
        guard path.slot == nil, !alternatives.isEmpty else { return !path.isOptional }
        if choosesPages, path.gaps.allSatisfy({ $0 == 1 }), path.steps.first?.ofWhole == .page { return true }
        return alternatives.require(path, of: frame)
    }
}

extension [[Filter]] {
    /// Returns whether there is a value at `path` whenever one of these alternatives holds.
    ///
    /// - Parameter frame: The frame in which the element stands whose conditions these are.
    func require(_ path: Path, of frame: Int) -> Bool {
        path.gaps.allSatisfy { count in
            allSatisfy { $0.contains { $0.path.frame == frame && $0.fails(withoutFirst: count, of: path) } }
        }
    }
}

extension Filter {
    /// Returns whether the condition fails if the first `count` steps of another path have no value. The steps that
    /// follow a missing value are missing too.
    fileprivate func fails(withoutFirst count: Int, of other: Path) -> Bool {
        path.slot == nil
            && path.steps.map(\.ofWhole).starts(with: other.steps.prefix(count).map(\.ofWhole)) && failsOfNothing
    }

    private var failsOfNothing: Bool {
        if isNegated { return false }
        return switch comparison {
        case .exists: if case .value(.boolean(true))? = operands.first { true } else { false }
        case .not: false
        case .is, .in:
            operands.allSatisfy { operand in
                switch operand {
                case .value(let value): !value.isMissing
                case .now, .day, .phase, .named: true
                case .path: false
                }
            }
        case .contains, .lessThan, .atMost, .moreThan, .atLeast, .on, .between: true
        }
    }
}

extension Step {
    /// The step to the page as a whole. A page exists or not, whichever part of it is used.
    fileprivate var ofWhole: Step { self == .pageURL || self == .pagePath ? .page : self }
}

/// One condition of a `where`.
package struct Filter: Sendable {
    package enum Operator: String, CaseIterable {
        case `is`, not, `in`, contains, exists, lessThan, atMost, moreThan, atLeast, on, between
    }

    package enum Operand {
        case value(Value)
        case path(Path)
        case now
        case day(DayExpression)
        case phase(Window.Phase)
        /// All days of the entries of a collection.
        case named(NamedDays)
    }

    package var path: Path
    package var comparison: Operator
    /// The operands. Only `in` and `between` have several, and a list is one operand of `in`.
    package var operands: [Operand]
    /// This is true if the condition holds where the comparison does not.
    package var isNegated = false
}

extension Filter {
    /// The condition that holds where this one does not.
    var opposite: Filter {
        var filter = self
        switch (comparison, operands.first) {
        case (.is, _): filter.comparison = .not
        case (.not, _): filter.comparison = .is
        case (.exists, .value(.boolean(let flag))?): filter.operands = [.value(.boolean(!flag))]
        default: filter.isNegated.toggle()
        }
        return filter
    }

    /// The same condition with its comparison as it is written.
    var withoutNegation: Filter { Filter(path: path, comparison: comparison, operands: operands) }
}

extension Filter.Operand {
    /// The path whose value it is, or from which its day is counted.
    var path: Path? {
        switch self {
        case .path(let path): path
        case .day(let day): day.path
        case .value, .now, .phase, .named: nil
        }
    }

    /// This is true if the entries of a collection decide what it is.
    var namesDays: Bool { if case .named = self { true } else { false } }

    /// This is true if another moment may give it another value.
    var dependsOnMoment: Bool {
        switch self {
        case .now, .phase: true
        case .value, .named: false
        case .path(let path): path.momentUse != .none
        case .day(let day):
            switch day.base {
            case .today, .this: true
            case .date: false
            case .path(let path): path.momentUse != .none
            }
        }
    }
}

extension Filter.Operator: Sendable {}
extension Filter.Operand: Sendable {}

package struct SortKey: Sendable {
    package var path: Path
    package var isDescending: Bool
    /// This is true for texts in the order of their language.
    package var isText = false
}

/// The items for each of which a template with `for` makes one file.
package enum Iteration: Sendable {
    case once
    case entries(Query)
    /// There is one file for each value of a field. `collection.field` is its key in `Schema.valuePages`.
    case values(Query, by: Path)
    /// There is one file for each combination of the values of several fields.
    case combinations(Query, by: [Path])
    /// `first` is the output path of page 1, if it differs from the pattern.
    case pages(Query, size: Int, first: String?)
}

extension Iteration {
    /// The query of the iteration; nil if it makes one file.
    package var query: Query? {
        switch self {
        case .once: nil
        case .entries(let query), .values(let query, _), .combinations(let query, _), .pages(let query, _, _): query
        }
    }
}
