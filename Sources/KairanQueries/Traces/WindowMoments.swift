internal import KairanContent
package import KairanModel

/// A moment at which a window of an entry begins or ends.
package struct WindowBound: Sendable {
    /// Seconds since 1970.
    package var moment: Int
    package var entry: EntryReference
}

/// The time for which the windows of a collection's entries stay in their present phases: past, open or to come.
struct WindowMoments: Sendable {
    /// For each entry, the range of moments in which its windows stay in their phases.
    let ofEntries: [Range<Int>]
    /// The range of moments in which the windows of all entries stay in their phases.
    let ofAll: Range<Int>

    init(_ collection: KairanContent.Collection, at moment: Int) {
        let fields = collection.windowFields
        ofEntries = collection.entries.map { entry in
            var (lower, upper) = (Int.min, Int.max)
            for bound in fields.flatMap({ entry.value(ofField: $0).windowBounds }) {
                if bound <= moment { lower = max(lower, bound) } else { upper = min(upper, bound) }
            }
            return lower..<upper
        }
        ofAll = ofEntries.reduce(Int.min..<Int.max) { $0.clamped(to: $1) }
    }
}

extension Reads {
    /// Narrows the validity to the moments in which the windows that were read stay in their phases. Within that range, a
    /// window looks the same to every query and template.
    package func withWindows(of site: Site) -> Reads {
        var reads = self
        for read in entries where site.isWindow(read.fields, in: read.entry.collection) {
            reads.validity.steady = reads.validity.steady.clamped(
                to: site.windowMoments(of: read.entry.collection).ofEntries[read.entry.index])
        }
        for column in columns where site.isWindow(column.fields, in: column.collection) {
            reads.validity.steady = reads.validity.steady.clamped(to: site.windowMoments(of: column.collection).ofAll)
        }
        return reads
    }
}

extension Site {
    /// Returns whether one of the fields is a window or holds windows.
    fileprivate func isWindow(_ fields: FieldSet, in collection: Int) -> Bool {
        !fields.intersection(windowFields[collection]).isEmpty
    }

    fileprivate func windowMoments(of collection: Int) -> WindowMoments {
        columns.windowMoments.value(collection) {
            WindowMoments(content.collections[collection], at: moment.epochSeconds)
        }
    }

    /// The bounds of all windows, in no particular order.
    package var windowBounds: [WindowBound] {
        content.collections.enumerated().flatMap { position, collection in
            collection.windowFields.flatMap { field in
                collection.entries.enumerated().flatMap { index, entry in
                    entry.value(ofField: field).windowBounds.map {
                        WindowBound(moment: $0, entry: EntryReference(collection: position, index: index))
                    }
                }
            }
        }
    }

    /// The range of moments, around this one, in which the same deletion dates of the trash are still to come.
    package var steadyWarnings: Range<Int> {
        let starts = content.trash.map { settings.timeZone.dateTime(date: $0.deletion.date).epochSeconds }
        let now = moment.epochSeconds
        return (starts.filter { $0 <= now }.max() ?? .min)..<(starts.filter { $0 > now }.min() ?? .max)
    }
}

extension KairanContent.Collection {
    /// The positions of the fields that are windows or hold windows.
    var windowFields: [Int] { declaration.fields.indices.filter { declaration.fields[$0].type.hasWindow } }
}

extension FieldType {
    fileprivate var hasWindow: Bool {
        switch self {
        case .window: true
        case .list, .dictionary, .record, .oneOf: parts.contains(where: \.hasWindow)
        default: false
        }
    }
}

extension Value {
    /// The moments, in seconds since 1970, at which a window in this value changes its phase.
    package var windowBounds: [Int] {
        switch self {
        case .window(let window): [window.from, window.until].compactMap { $0?.epochSeconds }
        case .list, .record, .dictionary, .member: parts.flatMap(\.windowBounds)
        default: []
        }
    }
}
