internal import KairanContent
internal import KairanModel

/// Values that an entry has to itself, perhaps for a time.
struct Claim {
    var entry: EntryReference
    var values: [Value]
    /// The time in seconds or days; all time if there is none. An end that is missing is open, as in a window.
    var from = Int.min
    var until = Int.max
    /// This is true if the time is one of a single day.
    var hasDay = false

    /// The number of seconds of a day. Where clocks are changed, both ends of a time are still times of the same day.
    static let day = 86_400

    /// - Parameter isDay: If this is true, a date is the day of the time.
    mutating func add(_ value: Value, isDay: Bool) {
        guard isDay, case .date(let date) = value else { return values.append(value) }
        let start = date.daysSinceEpoch * Self.day
        if from != .min { from += start } else { from = start }
        until = until == .max ? start + Self.day : until + start
        hasDay = true
    }

    /// The same claim to the early morning, of a time of every day that goes on after midnight.
    var afterMidnight: Claim? {
        guard !hasDay, from >= 0, until > Self.day, until != .max else { return nil }
        var claim = self
        (claim.from, claim.until) = (from - Self.day, until - Self.day)
        return claim
    }
}

extension Evaluator {
    /// Returns the claims of an entry, one for each of the elements of a list. An entry without one of the values has
    /// none, nor has one of whose time nothing is known.
    func claims(of entry: EntryReference, to values: UniqueValues) -> [Claim] {
        let frames = Frames(frames: [.names(rootValues), .element(.entry(entry))])
        var claim = Claim(entry: entry, values: [])
        if let time = values.time {
            let ends = [value(time.from, frames), value(time.until, frames)]
            if ends.allSatisfy(\.isMissing) { return [] }
            claim.from = ends[0].instant ?? .min
            // The last day is included, and a time before the start is on the next day.
            claim.until = ends[1].instant.map { $0 + (time.until.type == .date ? 1 : 0) } ?? .max
            if time.until.type == .time, claim.until < claim.from { claim.until += Claim.day }
        }
        let claims = values.paths.reduce([claim]) { claims, path in
            let found = value(path, frames)
            let elements = if case .list(let elements) = found { elements } else { [found] }
            return claims.flatMap { claim in
                elements.filter { !$0.isMissing }.map { element in
                    var claim = claim
                    claim.add(element, isDay: values.time?.until.type == .time)
                    return claim
                }
            }
        }
        return values.time?.until.type == .time ? claims + claims.compactMap(\.afterMidnight) : claims
    }
}

/// Returns the entries whose claims meet an earlier one to the same values, each with the entry of that one. A claim
/// that begins when another ends does not meet it; two that begin together always do.
func meetings(of claims: [Claim]) -> [(entry: EntryReference, other: EntryReference)] {
    Dictionary(grouping: claims, by: \.values).values.flatMap { claims in
        var found: [(entry: EntryReference, other: EntryReference)] = []
        var latest: Claim?
        for claim in claims.sorted(by: { ($0.from, $0.entry.index) < ($1.from, $1.entry.index) }) {
            guard let last = latest else {
                latest = claim
                continue
            }
            if last.entry != claim.entry, claim.from < last.until || claim.from == last.from {
                found.append((claim.entry, last.entry))
            }
            if claim.until >= last.until { latest = claim }
        }
        return found
    }
}

extension Value {
    /// The seconds or days as which ends of times are compared.
    fileprivate var instant: Int? {
        switch self {
        case .date(let date): date.daysSinceEpoch
        case .dateTime(let moment): moment.epochSeconds
        case .time(let time): time.secondsSinceMidnight
        default: nil
        }
    }
}
