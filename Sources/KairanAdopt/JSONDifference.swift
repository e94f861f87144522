internal import KairanModel
internal import KairanReaders

/// Returns where two values of JSON first differ as data or in the order of their keys, in words; nil if nowhere.
///
/// - Parameter order: Takes the first object in the kept JSON whose keys would be in another order; nil if that is a
///   difference.
func jsonDifference(
    _ kept: SourceNode, _ made: SourceNode, at path: String = "", order: ((SourceNode) -> Void)? = nil
) -> String? {
    let place = path.isEmpty ? "the whole" : "'\(path)'"
    switch (kept.content, made.content) {
    case (.mapping(let members), .mapping(let others)):
        let keys = members.map { Array($0.key.utf8) }
        let otherKeys = others.map { Array($0.key.utf8) }
        if keys != otherKeys, let order, Set(keys) == Set(otherKeys), keys.count == otherKeys.count {
            order(kept)
            for member in members {
                let inner = path.isEmpty ? member.key : "\(path).\(member.key)"
                guard let other = others.first(where: { $0.key.utf8.elementsEqual(member.key.utf8) }) else { continue }
                if let difference = jsonDifference(member.value, other.value, at: inner, order: order) {
                    return difference
                }
            }
            return nil
        }
        guard keys == otherKeys else {
            return Set(keys) == Set(otherKeys)
                ? "the keys of \(place) would be in another order" : "\(place) would have other keys"
        }
        for (member, other) in zip(members, others) {
            let inner = path.isEmpty ? member.key : "\(path).\(member.key)"
            if let difference = jsonDifference(member.value, other.value, at: inner, order: order) {
                return difference
            }
        }
        return nil
    case (.sequence(let elements), .sequence(let others)):
        guard elements.count == others.count else {
            return "\(place) would have \(others.count) elements, not \(elements.count)"
        }
        for (index, (element, other)) in zip(elements, others).enumerated() {
            if let difference = jsonDifference(element, other, at: "\(path)[\(index)]", order: order) {
                return difference
            }
        }
        return nil
    case (.scalar, _), (.mapping, _), (.sequence, _):
        return kept.isSameData(as: made) ? nil : "\(place) would have another value"
    }
}
