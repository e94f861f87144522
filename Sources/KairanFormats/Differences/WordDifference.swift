internal import KairanModel

/// Returns the kept, removed and added runs of one changed line.
func wordDifference(from old: String, to new: String) -> [DifferenceBlock.Run] {
    var steps = aligned(words(of: old), words(of: new))
    // A single word or particle between two changes makes the result hard to read, so it joins the changes around it.
    steps = withoutIslands(steps)
    var runs: [DifferenceBlock.Run] = []
    for step in steps {
        switch step {
        case .same(let word): add(word, .same, to: &runs)
        case .replaced(let old, let new):
            add(old.joined(), .removed, to: &runs)
            add(new.joined(), .added, to: &runs)
        }
    }
    return runs
}

private func add(_ text: String, _ kind: DifferenceBlock.Run.Kind, to runs: inout [DifferenceBlock.Run]) {
    guard !text.isEmpty else { return }
    if runs.last?.kind == kind {
        runs[runs.count - 1].text += text
    } else {
        runs.append(.init(kind: kind, text: text))
    }
}

/// Divides a text into words of scripts with spaces, single characters of Chinese and Japanese, and the text between
/// them.
private func words(of text: String) -> [String] {
    var words: [String] = []
    var current = ""
    for character in text {
        let isWord = character.isLetter || character.isNumber
        let isAlone = !isWord || character.unicodeScalars.contains { $0.isCJK && !$0.isHangul }
        if isAlone {
            if !current.isEmpty { words.append(current) }
            words.append(String(character))
            current = ""
        } else {
            current.append(character)
        }
    }
    if !current.isEmpty { words.append(current) }
    return words
}

private func withoutIslands(_ steps: [AlignmentStep]) -> [AlignmentStep] {
    var result: [AlignmentStep] = []
    var index = 0
    while index < steps.count {
        guard case .replaced(var old, var new) = steps[index] else {
            result.append(steps[index])
            index += 1
            continue
        }
        index += 1
        while let (island, next) = island(in: steps, at: index), case .replaced(let moreOld, let moreNew) = steps[next]
        {
            // A long kept stretch stays. A short one is joined with the changes around it.
            guard island.joined().unicodeScalars.count < 3 else { break }
            old += island + moreOld
            new += island + moreNew
            index = next + 1
        }
        result.append(.replaced(old, new))
    }
    return result
}

/// Returns the kept words from `start` on, and the position of the change after them.
private func island(in steps: [AlignmentStep], at start: Int) -> ([String], Int)? {
    var words: [String] = []
    for index in start..<steps.count {
        guard case .same(let word) = steps[index] else { return words.isEmpty ? nil : (words, index) }
        words.append(word)
    }
    return nil
}
