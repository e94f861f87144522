internal import KairanModel

// Rules that only all entries of a collection together can break.
extension ValueReader {
    /// Checks that the numbers have no gaps, because apps may rely on that.
    mutating func checkConsecutive(_ collection: Collection) {
        for (index, field) in collection.declaration.fields.enumerated() where field.isConsecutive {
            guard var next = field.limits.minimum?.wholePart else { continue }
            let entries = collection.entries.compactMap { entry in
                if case .integer(let number) = entry.value(ofField: index) { (number, entry) } else { nil }
            }
            for (number, entry) in entries.sorted(by: { $0.0 < $1.0 }) where number >= next {
                if number > next {
                    let missing = number == next + 1 ? "is no \(next)" : "are none from \(next) to \(number - 1)"
                    error(
                        .fieldGap, "'\(field.name)' must be consecutive, and there \(missing)",
                        at: entry.span(ofField: index))
                }
                next = number + 1
            }
        }
    }

    mutating func checkUnique(_ collection: Collection) {
        for (index, field) in collection.declaration.fields.enumerated() where field.isUnique {
            var last: [Value: Int] = [:]
            for (position, entry) in collection.entries.enumerated() {
                var value = entry.value(ofField: index)
                if value.isMissing { continue }
                if field.isUniqueFolded, case .text(let text) = value { value = .text(comparable(text)) }
                if let other = last.updateValue(position, forKey: value) {
                    let (place, span) = (
                        collection.entries[other].span(ofField: index), entry.span(ofField: index)
                    )
                    let same = field.isUniqueFolded ? "one that searches treat as the same" : "the same"
                    error(
                        .fieldUnique,
                        "'\(field.name)' must be unique, and \(place.path):\(place.line) has \(same)", at: span,
                        related: [RelatedPlace(place, "the other value")])
                }
            }
        }
    }
}
