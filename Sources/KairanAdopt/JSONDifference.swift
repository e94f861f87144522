internal import KairanModel
internal import KairanReaders

/// Returns where two values of JSON first differ as data or in the order of their keys, in words; nil if nowhere.
func jsonDifference(_ kept: SourceNode, _ made: SourceNode, at path: String = "") -> String? {
    let place = path.isEmpty ? "the whole" : "'\(path)'"
    switch (kept.content, made.content) {
    case (.mapping(let members), .mapping(let others)):
        let keys = members.map { Array($0.key.utf8) }
        let otherKeys = others.map { Array($0.key.utf8) }
        guard keys == otherKeys else {
            return Set(keys) == Set(otherKeys)
                ? "the keys of \(place) would be in another order" : "\(place) would have other keys"
        }
        for (member, other) in zip(members, others) {
            let inner = path.isEmpty ? member.key : "\(path).\(member.key)"
            if let difference = jsonDifference(member.value, other.value, at: inner) { return difference }
        }
        return nil
    case (.sequence(let elements), .sequence(let others)):
        guard elements.count == others.count else {
            return "\(place) would have \(others.count) elements, not \(elements.count)"
        }
        for (index, (element, other)) in zip(elements, others).enumerated() {
            if let difference = jsonDifference(element, other, at: "\(path)[\(index)]") { return difference }
        }
        return nil
    case (.scalar, _), (.mapping, _), (.sequence, _):
        return kept.isSameData(as: made) ? nil : "\(place) would have another value"
    }
}
