internal import KairanModel
internal import KairanQueries

/// An address in a template that no program could open, whatever stands in place of its paths.
struct WrongAddress {
    /// The address as the template writes it.
    var written: String
    var mistake: String
    var help: Help
}

extension Shape {
    /// The first address of the shape that leads nowhere whatever the entries hold; nil if there is none.
    ///
    /// - Parameter needsHost: See `OutgoingLink.needsHost`.
    func wrongAddress(needsHost: Bool) -> WrongAddress? {
        switch self {
        case .text(let pattern): pattern.wrongAddress(needsHost: needsHost)
        case .firstOf(let shapes): shapes.lazy.compactMap { $0.shape.wrongAddress(needsHost: needsHost) }.first
        case .either(_, let then, let otherwise):
            then.shape.wrongAddress(needsHost: needsHost) ?? otherwise?.shape.wrongAddress(needsHost: needsHost)
        case .path, .object, .array, .each, .eachGroup, .first, .count, .holds, .total, .position, .group, .keyed, .day,
            .between, .split, .literal, .chart, .map, .occurrences, .changes, .route:
            nil
        }
    }
}

extension TextPattern {
    /// After every beginning that can be right, one of these makes a right address: `00` after `%`, `//example.org/`
    /// after `https:`, `image/png` after `data:`.
    private static let sampleValues = ["00", "//example.org/", "image/png"]

    fileprivate func wrongAddress(needsHost: Bool) -> WrongAddress? {
        let mistakes = Self.sampleValues.compactMap {
            Evaluator.addressMistake(address(with: $0), needsHost: needsHost)
        }
        guard mistakes.count == Self.sampleValues.count else { return nil }
        let written = parts.map { part in
            switch part {
            case .literal(let text): text
            case .path(let path, _): "{\(path.text)}"
            case .either: "{…}"
            }
        }
        return WrongAddress(written: written.joined(), mistake: mistakes[0].mistake, help: mistakes[0].help)
    }

    /// Returns the address with a value in place of each path. A path at the start may give a whole address.
    private func address(with value: String) -> String {
        parts.reduce(into: "") { address, part in
            switch part {
            case .literal(let text): address += text
            case .path, .either: address += address.isEmpty ? "https://example.org/" : value
            }
        }
    }
}
