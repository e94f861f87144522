/// A typed value, which is made from content, and which templates and shapes use.
///
/// Only large values are boxed, so that most are made and copied without the heap.
package enum Value: Hashable, Sendable {
    /// A field that was left out.
    case missing
    /// A value for each of the site's locales, which is missing in a locale without one. It is resolved in the one
    /// place where a field of an entry is read, so types, shapes and queries are the same with and without locales.
    case localized([Value])
    case text(String)
    case html(String)
    /// An address inside the site, from the site's root, such as `/clubs/`.
    case sitePath(String)
    case markdown(Markdown)
    case integer(Int)
    case decimal(DecimalNumber)
    case boolean(Bool)
    indirect case date(LocalDate)
    case time(LocalTime)
    indirect case dateTime(DateTime)
    case duration(MinuteDuration)
    case version(Version)
    indirect case window(Window)
    indirect case schedule(Schedule)
    indirect case point(Point)
    indirect case asset(Asset)
    /// The position in the choice's declared order, and the choice.
    case choice(Int, Choice)
    case entry(EntryReference)
    case list([Value])
    case record([Value], RecordType)
    case dictionary([(key: String, value: Value)])
    /// A value of one of several types, and the position of its type among them.
    indirect case member(Int, Value)
    /// A null that was written where the type allows it, unlike a missing value.
    case null

    package var isMissing: Bool { if case .missing = self { true } else { false } }

    /// The number that it is; nil for any other value.
    package var number: DecimalNumber? {
        if case .integer(let number) = self { return DecimalNumber(number) }
        return if case .decimal(let number) = self { number } else { nil }
    }

    /// The values that it consists of.
    package var parts: [Value] {
        if case .list(let values) = self { return values }
        if case .record(let values, _) = self { return values }
        if case .dictionary(let pairs) = self { return pairs.map(\.value) }
        if case .member(_, let value) = self { return [value] }
        return if case .localized(let values) = self { values } else { [] }
    }

    /// The values that `each` goes through: the elements of a list, or a map's keys with their values; nil for others.
    package var elementsOfEach: [Value]? {
        if case .list(let elements) = self { return elements }
        guard case .dictionary(let pairs) = self else { return nil }
        return pairs.map { .record([.text($0.key), $0.value], .row) }
    }
}

extension RecordType {
    /// The names of a map's rows, for values that do not say what the map holds.
    fileprivate static let row = RecordType.row(of: .text)
}

extension Value {
    package static func == (left: Value, right: Value) -> Bool {
        switch left {
        case .missing: right.isMissing
        case .text(let a): if case .text(let b) = right { a == b } else { false }
        case .html(let a): if case .html(let b) = right { a == b } else { false }
        case .sitePath(let a): if case .sitePath(let b) = right { a == b } else { false }
        case .markdown(let a): if case .markdown(let b) = right { a == b } else { false }
        case .integer(let a): if case .integer(let b) = right { a == b } else { false }
        case .decimal(let a): if case .decimal(let b) = right { a == b } else { false }
        case .boolean(let a): if case .boolean(let b) = right { a == b } else { false }
        case .date(let a): if case .date(let b) = right { a == b } else { false }
        case .time(let a): if case .time(let b) = right { a == b } else { false }
        case .duration(let a): if case .duration(let b) = right { a == b } else { false }
        case .dateTime(let a): if case .dateTime(let b) = right { a == b } else { false }
        case .version(let a): if case .version(let b) = right { a == b } else { false }
        case .window(let a): if case .window(let b) = right { a == b } else { false }
        case .schedule(let a): if case .schedule(let b) = right { a == b } else { false }
        case .point(let a): if case .point(let b) = right { a == b } else { false }
        case .asset(let a): if case .asset(let b) = right { a == b } else { false }
        case .choice(let a, _): if case .choice(let b, _) = right { a == b } else { false }
        case .entry(let a): if case .entry(let b) = right { a == b } else { false }
        case .list(let a): if case .list(let b) = right { a == b } else { false }
        case .record(let a, _): if case .record(let b, _) = right { a == b } else { false }
        case .localized(let a): if case .localized(let b) = right { a == b } else { false }
        case .dictionary(let a):
            if case .dictionary(let b) = right {
                a.elementsEqual(b) { $0.key == $1.key && $0.value == $1.value }
            } else {
                false
            }
        case .member(let a, let one):
            if case .member(let b, let other) = right { a == b && one == other } else { false }
        case .null: if case .null = right { true } else { false }
        }
    }

    package func hash(into hasher: inout Hasher) {
        switch self {
        case .missing: hasher.combine(0)
        case .text(let text), .html(let text), .sitePath(let text): hasher.combine(text)
        case .markdown(let markdown): hasher.combine(markdown)
        case .integer(let number): hasher.combine(number)
        case .decimal(let number): hasher.combine(number)
        case .boolean(let flag): hasher.combine(flag)
        case .date(let date): hasher.combine(date)
        case .time(let time): hasher.combine(time)
        case .duration(let duration): hasher.combine(duration)
        case .dateTime(let dateTime): hasher.combine(dateTime)
        case .version(let version): hasher.combine(version)
        case .window(let window): hasher.combine(window)
        case .schedule(let schedule): hasher.combine(schedule)
        case .point(let point): hasher.combine(point)
        case .asset(let asset): hasher.combine(asset)
        case .choice(let index, _): hasher.combine(index)
        case .entry(let reference): hasher.combine(reference)
        case .list(let values), .record(let values, _), .localized(let values): hasher.combine(values)
        case .dictionary(let pairs): for pair in pairs { hasher.combine(pair.key) }
        case .member(_, let value): hasher.combine(value)
        case .null: hasher.combine(1)
        }
    }
}

/// The position of an entry: that of its collection among all, which are sorted by name, and its own in the collection.
///
/// It is half as large as two `Int`s, since the traces of outputs hold hundreds of thousands of these.
package struct EntryReference: Hashable, BitwiseCopyable, Sendable {
    private var storedCollection: Int32
    private var storedIndex: Int32

    package init(collection: Int, index: Int) {
        (storedCollection, storedIndex) = (Int32(truncatingIfNeeded: collection), Int32(truncatingIfNeeded: index))
    }

    package var collection: Int {
        get { Int(storedCollection) }
        set { storedCollection = Int32(truncatingIfNeeded: newValue) }
    }

    package var index: Int {
        get { Int(storedIndex) }
        set { storedIndex = Int32(truncatingIfNeeded: newValue) }
    }
}

/// The time in which an entry is shown. It is half-open: `from` is included and `until` is not.
package struct Window: Hashable, Sendable {
    package var from: DateTime?
    package var until: DateTime?
    /// The last day, if `until` was written as a date; `until` is then the start of the day after.
    package var lastDay: LocalDate?

    package init(from: DateTime? = nil, until: DateTime? = nil, lastDay: LocalDate? = nil) {
        (self.from, self.until, self.lastDay) = (from, until, lastDay)
    }

    package enum Phase: String, Sendable, CaseIterable { case past, now, future }

    package func phase(at moment: DateTime) -> Phase {
        if let from, moment < from { return .future }
        if let until, moment >= until { return .past }
        return .now
    }
}
