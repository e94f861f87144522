/// A step through two sequences: an element that both have, or a replacement of some elements by others.
enum AlignmentStep: Equatable {
    case same(String)
    case replaced([String], [String])
}

/// Aligns the lines or words of two texts so that as many as possible are kept.
func aligned(_ old: [String], _ new: [String]) -> [AlignmentStep] {
    let head = zip(old, new).prefix { $0 == $1 }.count
    let tail = zip(old.dropFirst(head).reversed(), new.dropFirst(head).reversed()).prefix { $0 == $1 }.count
    let (oldMiddle, newMiddle) = (old[head..<(old.count - tail)], new[head..<(new.count - tail)])
    return old.prefix(head).map(AlignmentStep.same) + middle(Array(oldMiddle), Array(newMiddle))
        + old.suffix(tail).map(AlignmentStep.same)
}

private func middle(_ old: [String], _ new: [String]) -> [AlignmentStep] {
    if old.isEmpty, new.isEmpty { return [] }
    // Myers' algorithm, which the standard library uses, takes time proportional to length times difference.
    guard !old.isEmpty, !new.isEmpty, old.count * new.count <= 25_000_000 else { return [.replaced(old, new)] }
    var isRemoved = Array(repeating: false, count: old.count)
    var isAdded = Array(repeating: false, count: new.count)
    for change in new.difference(from: old) {
        switch change {
        case .remove(let offset, _, _): isRemoved[offset] = true
        case .insert(let offset, _, _): isAdded[offset] = true
        }
    }
    var steps: [AlignmentStep] = []
    var (oldIndex, newIndex) = (0, 0)
    while oldIndex < old.count || newIndex < new.count {
        let oldStart = oldIndex
        let newStart = newIndex
        while oldIndex < old.count, isRemoved[oldIndex] { oldIndex += 1 }
        while newIndex < new.count, isAdded[newIndex] { newIndex += 1 }
        if oldIndex > oldStart || newIndex > newStart {
            steps.append(.replaced(Array(old[oldStart..<oldIndex]), Array(new[newStart..<newIndex])))
        } else {
            steps.append(.same(old[oldIndex]))
            (oldIndex, newIndex) = (oldIndex + 1, newIndex + 1)
        }
    }
    return steps
}
