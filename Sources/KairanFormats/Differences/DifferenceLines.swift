/// Returns the first changes between two texts for a message, with removed lines after `-` and added lines after `+`.
package func differenceLines(from old: String, to new: String, most: Int = 6) -> [String] {
    let blocks = textDifference(from: old, to: new).filter { $0.kind != .same && !isOnlyWhiteSpace($0) }
    let lines = blocks.flatMap { block -> [String] in
        switch block.kind {
        case .same: []
        case .removed: ["- " + excerpt(block, without: .added)]
        case .added: ["+ " + excerpt(block, without: .removed)]
        case .changed: ["- " + excerpt(block, without: .added), "+ " + excerpt(block, without: .removed)]
        }
    }
    return lines.count > most ? lines.prefix(most) + ["… and \(lines.count - most) more lines"] : lines
}

private func isOnlyWhiteSpace(_ block: DifferenceBlock) -> Bool {
    func side(without other: DifferenceBlock.Run.Kind) -> String {
        block.runs.filter { $0.kind != other }.map(\.text).joined()
    }
    return block.kind == .changed && saysSame(side(without: .added), side(without: .removed))
}

/// Returns one side of a block, starting a little before its first change.
private func excerpt(_ block: DifferenceBlock, without other: DifferenceBlock.Run.Kind) -> String {
    var text = ""
    for (index, run) in block.runs.enumerated() where run.kind != other {
        let isLead = index == 0 && run.kind == .same && run.text.count > 30
        text += isLead ? "…" + run.text.suffix(20) : run.text
    }
    return text.count > 80 ? text.prefix(80) + "…" : text
}
