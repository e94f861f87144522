internal import KairanFormats

/// A version of the API from the build on with which it first promises something.
package struct ReleasedVersion: Sendable {
    package var name: String
    /// The keys whose values apps know all of, so that none may come, in words; sorted. Of several endpoints each is
    /// named, as they often have keys of the same name: `'kind' of needs.json`.
    package var closed: [String]
    /// The keys of numbers, lists and maps with limits, none of which may be widened; likewise.
    package var limited: [String]
}

extension ReviewedVersions {
    /// The versions that may only grow from now on. A damaged contract may have promised that before.
    package var released: [ReleasedVersion] {
        reviews.compactMap { review in
            guard review.version.status == .current, (review.published?.status ?? .draft) == .draft,
                !review.changes.contains(where: { $0.rule == .damaged })
            else { return nil }
            let endpoints = review.contract.endpoints
            func keys(_ isMeant: (ValueSchema) -> Bool) -> [String] {
                let keys = endpoints.flatMap { endpoint in
                    endpoint.schema.keys(within: endpoint.path, where: isMeant).map { key in
                        "'\(key)'" + (endpoints.count == 1 || key == endpoint.path ? "" : " of \(endpoint.path)")
                    }
                }
                return Set(keys).sorted()
            }
            return ReleasedVersion(
                name: review.version.name, closed: keys(\.isClosed), limited: keys(\.isLimited))
        }
    }
}

extension ValueSchema {
    /// This is true for one of a few values.
    fileprivate var isClosed: Bool {
        if case .oneOf(let values) = form { values.count > 1 } else { false }
    }

    /// This is true if a field's own limits say how small, large or long the value may be. Texts may become longer.
    fileprivate var isLimited: Bool {
        switch form {
        case .integer(let range), .number(let range):
            hasOwnLimits && (range.minimum != nil || range.maximum != nil)
        // A position has its two numbers without a limit of anybody.
        case .array(let element, let count): count != .any && element != ValueSchema(.number(.any))
        case .dictionary: keyCount != .any
        case .any, .null, .boolean, .string, .oneOf, .tuple, .object, .union: false
        }
    }

    /// Returns the keys of the values of a kind.
    fileprivate func keys(within key: String, where isMeant: (ValueSchema) -> Bool) -> [String] {
        let own = isMeant(self) ? [key] : []
        switch form {
        case .object(let properties):
            return own + properties.flatMap { $0.schema.keys(within: $0.name, where: isMeant) }
        case .array(let element, _), .dictionary(let element, _):
            return own + element.keys(within: key, where: isMeant)
        case .tuple(let elements), .union(let elements):
            return own + elements.flatMap { $0.keys(within: key, where: isMeant) }
        case .any, .null, .boolean, .integer, .number, .string, .oneOf: return own
        }
    }
}
