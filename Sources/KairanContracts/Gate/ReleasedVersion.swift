internal import KairanFormats

/// A version of the API from the build on with which it first promises something.
package struct ReleasedVersion: Sendable {
    package var name: String
    /// The keys whose values apps know all of, so that none may come; sorted.
    package var closed: [String]
}

extension ReviewedVersions {
    /// The versions that may only grow from now on. A damaged contract may have promised that before.
    package var released: [ReleasedVersion] {
        reviews.compactMap { review in
            guard review.version.status == .current, (review.published?.status ?? .draft) == .draft,
                !review.changes.contains(where: { $0.rule == .damaged })
            else { return nil }
            let closed = review.contract.endpoints.flatMap { $0.schema.closedKeys(within: $0.path) }
            return ReleasedVersion(name: review.version.name, closed: Set(closed).sorted())
        }
    }
}

extension ValueSchema {
    /// Returns the keys that have one of a few values.
    fileprivate func closedKeys(within key: String) -> [String] {
        switch form {
        case .oneOf(let values): values.count > 1 ? [key] : []
        case .object(let properties): properties.flatMap { $0.schema.closedKeys(within: $0.name) }
        case .array(let element, _), .dictionary(let element, _): element.closedKeys(within: key)
        case .tuple(let elements), .union(let elements): elements.flatMap { $0.closedKeys(within: key) }
        case .any, .null, .boolean, .integer, .number, .string: []
        }
    }
}
