/// A line in the comparison of two texts: kept, added, removed, or changed with the words that differ.
package struct DifferenceBlock: Equatable, Sendable {
    package enum Kind: Sendable { case same, added, removed, changed }

    package struct Run: Equatable, Sendable {
        package enum Kind: Sendable { case same, added, removed }

        package var kind: Kind
        package var text: String
    }

    package var kind: Kind
    /// The runs of the line. Only a changed line has several.
    package var runs: [Run]
}

/// Returns the changes between two texts, line by line, and inside a changed line word by word (or character by
/// character for CJK). A reworded line appears once, with the removed and added words.
package func textDifference(from old: String, to new: String) -> [DifferenceBlock] {
    let (removed, added) = (lines(of: old), lines(of: new))
    return aligned(removed, added).flatMap { step -> [DifferenceBlock] in
        switch step {
        case .same(let line): [DifferenceBlock(kind: .same, runs: [.init(kind: .same, text: line)])]
        case .replaced(let old, let new): reworded(old, new)
        }
    }
}

private func lines(of text: String) -> [String] {
    text.split(whereSeparator: \.isNewline).map(String.init).filter { $0.contains { !$0.isWhitespace } }
}

/// Pairs removed and added lines that stand together. Each pair that is similar enough becomes one changed line.
private func reworded(_ old: [String], _ new: [String]) -> [DifferenceBlock] {
    var blocks: [DifferenceBlock] = []
    var (nextOld, nextNew) = (0, 0)
    for (oldIndex, newIndex) in similarPairs(old, new) + [(old.count, new.count)] {
        blocks += old[nextOld..<oldIndex].map {
            DifferenceBlock(kind: .removed, runs: [.init(kind: .removed, text: $0)])
        }
        blocks += new[nextNew..<newIndex].map { DifferenceBlock(kind: .added, runs: [.init(kind: .added, text: $0)]) }
        if oldIndex < old.count {
            blocks.append(DifferenceBlock(kind: .changed, runs: wordDifference(from: old[oldIndex], to: new[newIndex])))
        }
        (nextOld, nextNew) = (oldIndex + 1, newIndex + 1)
    }
    return blocks
}

/// Returns the pairs of lines, in ascending order on both sides, with the greatest total similarity.
private func similarPairs(_ old: [String], _ new: [String]) -> [(Int, Int)] {
    // Beyond this many comparisons the texts have little in common, and nobody reads such a comparison line by line.
    guard old.count * new.count <= 40_000 else { return [] }
    let (oldPairs, newPairs) = (old.map(scalarPairs), new.map(scalarPairs))
    var best = [[Double]](repeating: Array(repeating: 0, count: new.count + 1), count: old.count + 1)
    var alike = best
    for row in old.indices.reversed() {
        for column in new.indices.reversed() {
            alike[row][column] = likeness(oldPairs[row], newPairs[column])
            let paired = alike[row][column] >= 0.4 ? alike[row][column] + best[row + 1][column + 1] : 0
            best[row][column] = max(best[row + 1][column], best[row][column + 1], paired)
        }
    }
    var pairs: [(Int, Int)] = []
    var (row, column) = (0, 0)
    while row < old.count, column < new.count {
        if best[row][column] == best[row + 1][column] {
            row += 1
        } else if best[row][column] == best[row][column + 1] {
            column += 1
        } else {
            pairs.append((row, column))
            (row, column) = (row + 1, column + 1)
        }
    }
    return pairs
}

private func scalarPairs(_ text: String) -> Set<UInt64> {
    let scalars = text.unicodeScalars.map { UInt64($0.value) }.prefix(2000)
    return Set(zip(scalars, scalars.dropFirst()).map { $0 << 32 | $1 } + (scalars.count == 1 ? [scalars[0]] : []))
}

/// Returns the Sørensen–Dice coefficient over pairs of adjacent characters, from 0 for nothing in common to 1 for the
/// same text.
private func likeness(_ left: Set<UInt64>, _ right: Set<UInt64>) -> Double {
    guard !left.isEmpty, !right.isEmpty else { return 0 }
    return 2 * Double(left.intersection(right).count) / Double(left.count + right.count)
}
