package import KairanContent
package import KairanModel

/// For every entry of a collection, in which phase its windows are.
package struct WindowPhases: Sendable {
    /// Those that are windows, or hold some.
    package var fields: [Int]
    /// One for each entry and field.
    package var values: [UInt64]
}

/// Where a window of an entry begins or ends.
package struct WindowBound: Sendable {
    /// Seconds since 1970.
    package var moment: Int
    package var entry: EntryReference
    /// The position of the field that is the window, or holds it.
    package var field: Int
}

extension Site {
    /// Of all windows, in no order.
    package var windowBounds: [WindowBound] {
        content.collections.enumerated().flatMap { position, collection in
            let fields = collection.declaration.fields.indices.filter {
                collection.declaration.fields[$0].type.hasWindow
            }
            return fields.flatMap { field in
                collection.entries.enumerated().flatMap { index, entry in
                    entry.value(ofField: field).windowBounds.map {
                        WindowBound(
                            moment: $0, entry: EntryReference(collection: position, index: index), field: field)
                    }
                }
            }
        }
    }

    /// A window looks the same to every query and template while its phase does.
    package func windowPhases(of collection: Collection) -> WindowPhases {
        let fields = collection.declaration.fields.indices.filter { collection.declaration.fields[$0].type.hasWindow }
        guard !fields.isEmpty else { return WindowPhases(fields: [], values: []) }
        let values = collection.entries.flatMap { entry in fields.map { entry.value(ofField: $0).phases(at: moment) } }
        return WindowPhases(fields: fields, values: values)
    }

    /// The moments around this one at which a build makes the same outputs but for what shows the moment itself, in
    /// seconds since 1970: every window is in the phase that it is in now, and what is compared compares the same.
    package func steadyMoments(_ clock: Reads.Clock) -> Range<Int> { momentsOfSamePhases().clamped(to: clock.steady) }

    /// The moments around this one at which the same dates of the trash are still to come.
    package var steadyWarnings: Range<Int> {
        let starts = content.trash.map { settings.timeZone.dateTime(date: $0.deletion.date).epochSeconds }
        let now = moment.epochSeconds
        return (starts.filter { $0 <= now }.max() ?? .min)..<(starts.filter { $0 > now }.min() ?? .max)
    }

    private func momentsOfSamePhases() -> Range<Int> {
        let now = moment.epochSeconds
        var (lower, upper) = (Int.min, Int.max)
        for bound in windowBounds.lazy.map(\.moment) {
            if bound <= now { lower = max(lower, bound) } else { upper = min(upper, bound) }
        }
        return lower..<upper
    }
}

extension FieldType {
    fileprivate var hasWindow: Bool {
        switch self {
        case .window: true
        case .list(let element), .dictionary(let element): element.hasWindow
        case .record(let type): type.fields.contains { $0.type.hasWindow }
        default: false
        }
    }
}

extension Value {
    /// Of all windows in it, as one number.
    fileprivate func phases(at moment: DateTime) -> UInt64 {
        switch self {
        case .window(let window):
            switch window.phase(at: moment) {
            case .past: 1
            case .now: 2
            case .future: 3
            }
        case .list(let values), .record(let values, _):
            values.reduce(UInt64(values.count)) { ($0 &* 0x100_0000_01B3) ^ $1.phases(at: moment) }
        default: 0
        }
    }

    /// Seconds since 1970 at which a window in it changes its phase.
    var windowBounds: [Int] {
        switch self {
        case .window(let window): [window.from, window.until].compactMap { $0?.epochSeconds }
        case .list(let values), .record(let values, _): values.flatMap(\.windowBounds)
        default: []
        }
    }
}
