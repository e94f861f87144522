/// A regular expression of JSON Schema (ECMA-262 with the flag `u`). The time to match it depends on the length of the
/// text and not on what it contains, because all ways through the pattern are followed at once, as in Thompson,
/// "Regular Expression Search Algorithm" (1968). Look-around and references to groups are therefore not supported.
package struct LinearPattern: Sendable {
    private var steps: [Step] = []

    private enum Step: Sendable {
        case scalar(ScalarClass)
        case assertion(PatternAssertion)
        /// Matching continues at both places.
        case fork(Int, Int)
        case jump(Int)
        case end
    }

    /// The largest number of steps. A count such as `{1000}` repeats steps, and with more of them matching would become
    /// slow.
    private static let maximumOfSteps = 5_000

    /// - Parameter isStrict: If this is true, what other engines refuse is refused: a bracket that is neither opened
    ///   nor escaped, and an escape that needs none. Schemas of others have such patterns.
    /// - Throws: The reason why the pattern cannot be read.
    package init(_ pattern: String, isStrict: Bool = false) throws(PatternMistake) {
        try append(readPattern(pattern, isStrict: isStrict))
        steps.append(.end)
    }

    private mutating func append(_ step: Step) throws(PatternMistake) {
        guard steps.count < Self.maximumOfSteps else { throw PatternMistake("it is too large") }
        steps.append(step)
    }

    private mutating func append(_ node: PatternNode) throws(PatternMistake) {
        switch node {
        case .scalar(let scalars): try append(Step.scalar(scalars))
        case .assertion(let assertion): try append(Step.assertion(assertion))
        case .sequence(let nodes): for node in nodes { try append(node) }
        case .either(let nodes): try append(either: nodes[...])
        case .repeated(let node, let minimum, let maximum):
            for _ in 0..<minimum {
                let start = steps.count
                try append(node)
                // A node without steps matches nothing, however often it is repeated.
                if steps.count == start { return }
            }
            guard let maximum else { return try append(anyNumberOf: node) }
            var forks: [Int] = []
            for _ in minimum..<maximum {
                forks.append(steps.count)
                try append(.fork(steps.count + 1, 0))
                try append(node)
            }
            for fork in forks { steps[fork] = .fork(fork + 1, steps.count) }
        }
    }

    private mutating func append(either nodes: ArraySlice<PatternNode>) throws(PatternMistake) {
        var jumps: [Int] = []
        for node in nodes.dropLast() {
            let fork = steps.count
            try append(.fork(fork + 1, 0))
            try append(node)
            jumps.append(steps.count)
            try append(.jump(0))
            steps[fork] = .fork(fork + 1, steps.count)
        }
        if let last = nodes.last { try append(last) }
        for jump in jumps { steps[jump] = .jump(steps.count) }
    }

    private mutating func append(anyNumberOf node: PatternNode) throws(PatternMistake) {
        let fork = steps.count
        try append(.fork(fork + 1, 0))
        try append(node)
        try append(.jump(fork))
        steps[fork] = .fork(fork + 1, steps.count)
    }

    /// Returns whether any part of the text matches.
    package func isFound(in text: String) -> Bool {
        var seen = [Int](repeating: -1, count: steps.count)
        var waiting: [Int] = []
        var previous: Unicode.Scalar?
        for (position, scalar) in text.unicodeScalars.enumerated() {
            guard follow(&waiting, &seen, Place(position: position, previous: previous, next: scalar)) else {
                return true
            }
            waiting = waiting.compactMap { step in
                if case .scalar(let scalars) = steps[step], scalars.contains(scalar) { step + 1 } else { nil }
            }
            previous = scalar
        }
        let end = Place(position: text.unicodeScalars.count, previous: previous, next: nil)
        return !follow(&waiting, &seen, end)
    }

    /// Follows each step, and the first one, to the steps that wait for a scalar.
    ///
    /// - Parameter seen: For each step, the last position at which it was followed.
    /// - Returns: False if the end of the pattern is reached.
    private func follow(_ waiting: inout [Int], _ seen: inout [Int], _ place: Place) -> Bool {
        var open = waiting + [0]
        waiting = []
        while let step = open.popLast() {
            guard seen[step] != place.position else { continue }
            seen[step] = place.position
            switch steps[step] {
            case .scalar: waiting.append(step)
            case .assertion(let assertion): if place.fulfils(assertion) { open.append(step + 1) }
            case .fork(let first, let second): open += [first, second]
            case .jump(let target): open.append(target)
            case .end: return false
            }
        }
        return true
    }

    /// A place between two scalars of a text. A scalar is nil at the start or the end of the text.
    private struct Place {
        let position: Int
        let previous: Unicode.Scalar?
        let next: Unicode.Scalar?

        func fulfils(_ assertion: PatternAssertion) -> Bool {
            switch assertion {
            case .start: previous == nil
            case .end: next == nil
            case .wordBoundary: isOfWord(previous) != isOfWord(next)
            case .noWordBoundary: isOfWord(previous) == isOfWord(next)
            }
        }

        private func isOfWord(_ scalar: Unicode.Scalar?) -> Bool { scalar.map(ScalarClass.word.contains) ?? false }
    }
}
