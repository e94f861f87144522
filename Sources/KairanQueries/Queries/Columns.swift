internal import KairanContent
package import KairanModel

/// The values of one field in all entries of a collection, or in the entries that they refer to, as an array of numbers
/// against which conditions are checked.
struct Column: Sendable {
    /// One number for each entry. If the field is a list, these are the numbers of all elements, one list after the
    /// other.
    private(set) var numbers: [Int] = []
    /// For each entry, the end of its elements in `numbers`; nil if the field is not a list.
    private(set) var ends: [Int]?
    private(set) var coding: ValueNumbers

    /// Returns nil if one of the values has no number.
    init?(_ name: Columns.Name, _ site: Site) {
        let (collection, locale) = (site.content.collections[name.collection], site.settings.locales[name.locale])
        guard let type = site.types(of: name.fields, from: name.collection)?.last?.type else { return nil }
        let isList: Bool
        let element: FieldType
        if case .list(let inner) = type { (isList, element) = (true, inner) } else { (isList, element) = (false, type) }
        guard let coding = ValueNumbers(element, site) else { return nil }
        self.coding = coding
        numbers.reserveCapacity(collection.entries.count)
        if isList { ends = [] }
        // A value of a cached entry is made of bytes.
        let values = concurrentMap(collection.entries.count, share: 256) {
            locale.shown(site.value(of: collection.entries[$0], name.fields))
        }
        for value in values { guard append(value) else { return nil } }
    }

    private mutating func append(_ value: Value) -> Bool {
        guard ends != nil else { return appendNumber(of: value) }
        if case .list(let elements) = value {
            for element in elements { guard appendNumber(of: element) else { return false } }
        }
        ends?.append(numbers.count)
        return true
    }

    private mutating func appendNumber(of value: Value) -> Bool {
        guard let number = coding.number(ofField: value) else { return false }
        numbers.append(number)
        return true
    }

    /// This is true if values with the same number are always equal.
    var isExact: Bool { coding.areExact }
    var isOfLists: Bool { ends != nil }
    var isOrdered: Bool { ends == nil && coding.areOrdered }
}

extension Column {
    /// Returns the numbers of one entry: those of all elements if the field is a list.
    func numbers(of entry: Int) -> ArraySlice<Int> {
        guard let ends else { return numbers[entry...entry] }
        return numbers[elements(of: entry, ends.span)]
    }

    /// Returns where the elements of an entry's list are.
    private func elements(of entry: Int, _ ends: Span<Int>) -> Range<Int> {
        (entry == 0 ? 0 : ends[entry - 1])..<ends[entry]
    }

    /// Returns the numbers of the entries that are left. For a list field, these are all numbers.
    func numbers(of left: [Int]) -> [Int] { ends == nil ? left.map { numbers[$0] } : numbers }

    /// Removes from `left` the positions of entries for which the condition does not hold. Returns false and changes
    /// nothing if the numbers cannot decide.
    func narrow(_ left: inout [Int], to comparison: Filter.Operator, _ operands: [Value]) -> Bool {
        if comparison == .exists {
            guard ends == nil else { return false }
            let isThere = operands[0] == .boolean(true)
            narrow(&left) { ($0 != ValueNumbers.missing) == isThere }
            return true
        }
        let numbers = operands.compactMap { coding.number(of: $0) }
        guard numbers.count == operands.count, (ends != nil) == (comparison == .contains) else { return false }
        let operand = numbers.first ?? ValueNumbers.unknown
        switch comparison {
        case .exists, .on, .between: return false
        case .is: narrow(&left) { $0 == operand }
        case .not: narrow(&left) { $0 != operand }
        case .in: narrow(&left) { numbers.contains($0) }
        case .contains: narrowLists(&left, operand)
        case .lessThan, .atMost, .moreThan, .atLeast:
            guard isOrdered else { return false }
            narrow(&left, toOrder: comparison, operand)
        }
        return true
    }

    /// A missing value is neither less nor more than anything.
    private func narrow(_ left: inout [Int], toOrder comparison: Filter.Operator, _ operand: Int) {
        guard operand > ValueNumbers.unknown else { return narrow(&left) { _ in false } }
        switch comparison {
        case .lessThan: narrow(&left) { $0 < operand && $0 != ValueNumbers.missing }
        case .atMost: narrow(&left) { $0 <= operand && $0 != ValueNumbers.missing }
        case .moreThan: narrow(&left) { $0 > operand }
        case .atLeast, .is, .not, .in, .contains, .exists, .on, .between: narrow(&left) { $0 >= operand }
        }
    }

    @inline(__always)
    private func narrow(_ left: inout [Int], _ holds: (_ number: Int) -> Bool) {
        let numbers = numbers.span
        left.keep { holds(numbers[$0]) }
    }

    private func narrowLists(_ left: inout [Int], _ operand: Int) {
        // A slice of the numbers would be counted as a reference for each entry.
        guard let ends = ends?.span else { return }
        let numbers = numbers.span
        left.keep { position in
            for index in elements(of: position, ends) where numbers[index] == operand { return true }
            return false
        }
    }
}

extension [Int] {
    /// Keeps the elements for which the condition holds, in their order.
    ///
    /// With `filter` and `removeAll` of the standard library, choosing takes half as many instructions again.
    @inline(__always)
    mutating func keep(where holds: (Int) -> Bool) {
        var kept = 0
        var elements = mutableSpan
        for index in elements.indices {
            let element = elements[index]
            elements[kept] = element
            if holds(element) { kept += 1 }
        }
        removeLast(count - kept)
    }

    /// Removes some of the elements, which are given in the order that they have here.
    mutating func remove(_ others: [Int]) {
        var next = 0
        keep { element in
            guard next < others.count, others[next] == element else { return true }
            next += 1
            return false
        }
    }
}

/// The columns and orders that all queries of a site share. Each is made once, when a query first needs it.
final class Columns: Sendable {
    struct Name: Hashable {
        var collection: Int
        /// The fields of the path: all but the last refer to the entry that has the next one.
        var fields: [Int]
        /// The position of the locale whose values the column holds; 0 if the values are the same in all locales.
        var locale = 0
    }

    struct OrderKey: Hashable {
        var column: Name
        var isDescending: Bool
        /// The position of the locale in whose order texts are; nil if they are in that of their codes.
        var locale: Int?
    }

    private let columns: Memo<Name, Column?>
    private let orders: Memo<[OrderKey], [Int]>
    private let years: Memo<YearName, [[Int]]>
    /// When windows of a collection open and close, by its position.
    let windowMoments = Memo<Int, WindowMoments>()
    /// The days of entries that schedules and conditions name.
    let named = Memo<NamedDaysKey, NamedDays>()
    /// The names of days in the schedules of a column.
    private let namesInColumns = Memo<Name, Set<NamedDays>>()

    struct NamedDaysKey: Hashable {
        var days: NamedDays
        var locale: Int
    }

    /// The orders before an edit that are not the same now.
    private let earlierOrders: [[OrderKey]: [Int]]
    private let edit: EditedEntries?

    private struct YearName: Hashable {
        var column: Name
        var year: Int
    }

    init() { (columns, orders, years, earlierOrders, edit) = (Memo(), Memo(), Memo(), [:], nil) }

    /// Takes over from a site what is the same at every moment and, if an edit came after it, after that edit.
    init(of site: Site, after edit: EditedEntries? = nil) {
        let earlier = site.columns
        func isSame(_ name: Name) -> Bool {
            guard let edit else { return true }
            let types = site.types(of: name.fields, from: name.collection) ?? []
            return edit.isSame(
                zip(name.fields, types).map { .init(collection: $1.collection, fields: FieldSet(field: $0)) })
        }
        columns = Memo(earlier.columns.all.filter { $0.value?.coding.dependsOnMoment != true && isSame($0.key) })
        let named = earlier.namesInColumns.all
        years = Memo(earlier.years.all.filter { isSame($0.key.column) && named[$0.key.column]?.isEmpty == true })
        let all = earlier.orders.all
        let same = all.filter { $0.key.allSatisfy { isSame($0.column) } }
        orders = Memo(same)
        earlierOrders = all.filter { same[$0.key] == nil }
        self.edit = edit
    }

    /// Returns nil if the field's values have no numbers.
    func column(_ name: Name, _ site: Site) -> Column? { columns.value(name) { Column(name, site) } }

    /// Returns the days of entries that schedules of a column name.
    func names(in column: Name, _ site: Site) -> Set<NamedDays> {
        namesInColumns.value(column) {
            var names: Set<NamedDays> = []
            for entry in site.content.collections[column.collection].entries {
                for case .schedule(let schedule) in site.value(of: entry, column.fields).elements
                where schedule.namesDays {
                    names.formUnion(schedule.named)
                }
            }
            return names
        }
    }

    /// Returns the positions of the entries whose schedules have one of the days. A position may occur twice.
    func positions(on days: ClosedRange<LocalDate>, of name: Name, _ site: Site) -> [Int] {
        (days.lowerBound.year...days.upperBound.year).flatMap { year -> [Int] in
            let byDay = years.value(YearName(column: name, year: year)) {
                Self.positionsByDay(of: name, in: year, site)
            }
            let start = LocalDate.start(ofYear: year)
            let first = max(0, days.lowerBound.daysSinceEpoch - start)
            let last = min(byDay.count - 1, days.upperBound.daysSinceEpoch - start)
            return byDay[first...last].flatMap(\.self)
        }
    }

    private static func positionsByDay(of name: Name, in year: Int, _ site: Site) -> [[Int]] {
        let range = LocalDate.start(ofYear: year)..<LocalDate.start(ofYear: year + 1)
        var byDay = Array(repeating: [Int](), count: range.count)
        for (position, entry) in site.content.collections[name.collection].entries.enumerated() {
            for value in site.value(of: entry, name.fields).elements {
                guard case .schedule(let schedule) = value else { continue }
                for day in site.whole(schedule).days(in: range) { byDay[day - range.lowerBound].append(position) }
            }
        }
        return byDay
    }

    /// Returns the positions of all entries of a collection, sorted by some of its fields. `isBefore` says which of two
    /// positions comes first.
    func positions(inOrder order: [OrderKey], isBefore: (Int, Int) -> Bool, _ sorted: () -> [Int]) -> [Int] {
        orders.value(order) { earlierOrder(order, isBefore) ?? sorted() }
    }

    /// Returns the order before an edit with the few changed entries moved to where they are now.
    private func earlierOrder(_ order: [OrderKey], _ isBefore: (Int, Int) -> Bool) -> [Int]? {
        guard let edit, var positions = earlierOrders[order], order.allSatisfy({ $0.column.fields.count == 1 }),
            let changed = order.first.map({ edit.changed[$0.column.collection] }), changed.count < 100
        else { return nil }
        positions.removeAll(where: changed.contains)
        for moved in changed {
            positions.insert(moved, at: positions.partitioningIndex { isBefore(moved, $0) })
        }
        return positions
    }
}

/// An edit that changed some entries and left all of them where they are.
package struct EditedEntries: Sendable {
    /// For each collection, the positions of the entries that changed, in order.
    let changed: [[Int]]
    /// Tells whether all that was read in these columns is as it was.
    package let isSame: @Sendable ([Reads.Columns]) -> Bool

    package init(_ changed: [[Int]], isSame: @escaping @Sendable ([Reads.Columns]) -> Bool) {
        (self.changed, self.isSame) = (changed, isSame)
    }

    /// Tells whether an entry changed.
    package func touches(_ entry: EntryReference) -> Bool {
        let changed = changed[entry.collection]
        let next = changed.partitioningIndex { $0 >= entry.index }
        return next < changed.count && changed[next] == entry.index
    }
}

extension Site {
    /// Returns the collection and type of each field of a path that goes from entry to entry, or nil if the path does
    /// not.
    func types(of fields: [Int], from collection: Int) -> [(collection: Int, type: FieldType)]? {
        var found: [(collection: Int, type: FieldType)] = []
        var position: Int? = collection
        for field in fields {
            guard let collection = position else { return nil }
            let type = content.collections[collection].declaration.fields[field].type
            found.append((collection, type))
            position = if case .reference(let name) = type { content.position(of: name) } else { nil }
        }
        return found
    }

    /// Returns the value at the end of such a path.
    fileprivate func value(of entry: Entry, _ fields: [Int]) -> Value {
        var value = entry.value(ofField: fields[0])
        for field in fields.dropFirst() {
            guard case .entry(let reference) = value else { return .missing }
            value = content[reference].value(ofField: field)
        }
        return value
    }
}

extension Value {
    /// The elements of a list. Any other value counts as its only element.
    fileprivate var elements: [Value] { if case .list(let elements) = self { elements } else { [self] } }
}

extension LocalDate {
    /// Returns the start of a year in days since 1970-01-01.
    fileprivate static func start(ofYear year: Int) -> Int {
        LocalDate(year: year, month: 1, day: 1)?.daysSinceEpoch ?? LocalDate(daysSinceEpoch: 2_932_896).daysSinceEpoch
            + 1
    }
}
