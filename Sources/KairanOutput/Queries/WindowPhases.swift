package import KairanContent
package import KairanModel

/// For every entry of a collection, in which phase its windows are.
package struct WindowPhases: Sendable {
    /// Those that are windows, or hold some.
    package var fields: [Int]
    /// One for each entry and field.
    package var values: [UInt64]
}

extension Site {
    /// A window looks the same to every query and template while its phase does.
    package func windowPhases(of collection: Collection) -> WindowPhases {
        let fields = collection.declaration.fields.indices.filter { collection.declaration.fields[$0].type.hasWindow }
        guard !fields.isEmpty else { return WindowPhases(fields: [], values: []) }
        let values = collection.entries.flatMap { entry in fields.map { entry.values[$0].phases(at: moment) } }
        return WindowPhases(fields: fields, values: values)
    }

    /// The moments around this one at which every window has the phase that it has now.
    package func momentsOfSamePhases() -> Range<Int> {
        let now = moment.epochSeconds
        var (lower, upper) = (Int.min, Int.max)
        for collection in content.collections where collection.declaration.fields.contains(where: \.type.hasWindow) {
            for entry in collection.entries {
                for value in entry.values {
                    for bound in value.windowBounds {
                        if bound <= now { lower = max(lower, bound) } else { upper = min(upper, bound) }
                    }
                }
            }
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
    fileprivate var windowBounds: [Int] {
        switch self {
        case .window(let window): [window.from, window.until].compactMap { $0?.epochSeconds }
        case .list(let values), .record(let values, _): values.flatMap(\.windowBounds)
        default: []
        }
    }
}
