/// A regular expression as a tree.
indirect enum PatternNode {
    case scalar(ScalarClass)
    case assertion(PatternAssertion)
    case sequence([PatternNode])
    /// One of these nodes matches. There is at least one.
    case either([PatternNode])
    /// The node is repeated. A maximum of nil means no limit.
    case repeated(PatternNode, minimum: Int, maximum: Int?)
}

enum PatternAssertion: Sendable { case start, end, wordBoundary, noWordBoundary }

/// A set of Unicode scalars.
struct ScalarClass: Sendable {
    var ranges: [ClosedRange<Unicode.Scalar>]
    var isNegated = false
    /// Negated classes inside the class, such as `\D` in `[\D5]`.
    var others: [ScalarClass] = []

    static let digit = ScalarClass(ranges: ["0"..."9"])
    static let word = ScalarClass(ranges: ["0"..."9", "A"..."Z", "_"..."_", "a"..."z"])
    /// The characters of WhiteSpace and LineTerminator (ECMA-262).
    static let space = ScalarClass(ranges: [
        "\t"..."\r", " "..." ", "\u{A0}"..."\u{A0}", "\u{1680}"..."\u{1680}", "\u{2000}"..."\u{200A}",
        "\u{2028}"..."\u{2029}", "\u{202F}"..."\u{202F}", "\u{205F}"..."\u{205F}", "\u{3000}"..."\u{3000}",
        "\u{FEFF}"..."\u{FEFF}",
    ])
    static let inLine = ScalarClass(
        ranges: ["\n"..."\n", "\r"..."\r", "\u{2028}"..."\u{2029}"], isNegated: true)

    var negated: ScalarClass { ScalarClass(ranges: ranges, isNegated: !isNegated, others: others) }

    func contains(_ scalar: Unicode.Scalar) -> Bool {
        let isListed = ranges.contains { $0.contains(scalar) } || others.contains { $0.contains(scalar) }
        return isListed != isNegated
    }
}

/// The reason why a regular expression cannot be read.
package struct PatternMistake: Error {
    package let reason: String

    init(_ reason: String) { self.reason = reason }
}

func readPattern(_ pattern: String, isStrict: Bool) throws(PatternMistake) -> PatternNode {
    var reader = PatternReader(scalars: Array(pattern.unicodeScalars), isStrict: isStrict)
    let node = try reader.alternatives()
    if reader.next != nil { throw PatternMistake("a ')' closes nothing") }
    return node
}

private struct PatternReader {
    let scalars: [Unicode.Scalar]
    let isStrict: Bool
    var index = 0
    var depth = 0

    /// The deepest nesting. People do not nest this deep, and each level uses the stack.
    private static let maximumDepth = 100

    init(scalars: [Unicode.Scalar], isStrict: Bool) { (self.scalars, self.isStrict) = (scalars, isStrict) }

    var next: Unicode.Scalar? { index < scalars.count ? scalars[index] : nil }

    mutating func take(_ scalar: Unicode.Scalar) -> Bool {
        guard next == scalar else { return false }
        index += 1
        return true
    }

    mutating func alternatives() throws(PatternMistake) -> PatternNode {
        guard depth < Self.maximumDepth else { throw PatternMistake("its groups are nested too deeply") }
        depth += 1
        defer { depth -= 1 }
        var nodes = [try sequence()]
        while take("|") { nodes.append(try sequence()) }
        return nodes.count == 1 ? nodes[0] : .either(nodes)
    }

    private mutating func sequence() throws(PatternMistake) -> PatternNode {
        var nodes: [PatternNode] = []
        while let scalar = next, scalar != "|", scalar != ")" { nodes.append(try repeated(atom())) }
        return .sequence(nodes)
    }

    private mutating func atom() throws(PatternMistake) -> PatternNode {
        let scalar = scalars[index]
        index += 1
        switch scalar {
        case "(": return try group()
        case "[": return .scalar(try set())
        case ".": return .scalar(.inLine)
        case "^": return .assertion(.start)
        case "$": return .assertion(.end)
        case "*", "+", "?", "{": throw PatternMistake("there is nothing before '\(scalar)' to repeat")
        case "]" where isStrict, "}" where isStrict:
            throw PatternMistake("a '\(scalar)' closes nothing: write '\\\(scalar)'")
        case "\\":
            if take("b") { return .assertion(.wordBoundary) }
            if take("B") { return .assertion(.noWordBoundary) }
            return .scalar(try escape())
        default: return .scalar(ScalarClass(ranges: [scalar...scalar]))
        }
    }
}

extension PatternReader {
    private mutating func group() throws(PatternMistake) -> PatternNode {
        if take("?"), !take(":") {
            let isNamed = take("<") && next != "=" && next != "!"
            guard isNamed else { throw PatternMistake("look-around is not checked") }
            if isStrict { throw PatternMistake("the name of a group has no use") }
            while let scalar = next, scalar != ">" { index += scalar == ")" ? scalars.count : 1 }
            guard take(">") else { throw PatternMistake("the name of a group does not end") }
        }
        let node = try alternatives()
        guard take(")") else { throw PatternMistake("a '(' is not closed") }
        return node
    }

    private mutating func repeated(_ node: PatternNode) throws(PatternMistake) -> PatternNode {
        let (minimum, maximum): (Int, Int?)
        switch next {
        case "*": (minimum, maximum) = (0, nil)
        case "+": (minimum, maximum) = (1, nil)
        case "?": (minimum, maximum) = (0, 1)
        case "{": (minimum, maximum) = try counts()
        default: return node
        }
        if case .assertion = node { throw PatternMistake("there is nothing to repeat at '^', '$' or '\\b'") }
        index += 1
        // A lazy quantifier finds the same texts, so the mark is skipped.
        _ = take("?")
        return .repeated(node, minimum: minimum, maximum: maximum)
    }

    /// Reads from `{` up to `}`, which it leaves.
    private mutating func counts() throws(PatternMistake) -> (Int, Int?) {
        let mistake = PatternMistake("a '{' has no count such as {2} or {2,5} after it")
        index += 1
        guard let minimum = number() else { throw mistake }
        var maximum: Int? = minimum
        if take(",") { maximum = next == "}" ? nil : number() ?? -1 }
        guard next == "}", minimum <= maximum ?? minimum else { throw mistake }
        return (minimum, maximum)
    }

    private mutating func number() -> Int? {
        let start = index
        while let scalar = next, ScalarClass.digit.contains(scalar), index < start + 9 { index += 1 }
        return Int(scalars[start..<index].map(String.init).joined())
    }
}

extension PatternReader {
    /// Reads a set, starting after `[`.
    private mutating func set() throws(PatternMistake) -> ScalarClass {
        var set = ScalarClass(ranges: [], isNegated: take("^"))
        while !take("]") {
            let first = try element()
            guard next == "-", index + 1 < scalars.count, scalars[index + 1] != "]" else {
                set.add(first)
                continue
            }
            index += 1
            let last = try element()
            guard let start = first.only, let end = last.only, start <= end else {
                throw PatternMistake("a range in '[…]' does not go from one character up to another")
            }
            set.ranges.append(start...end)
        }
        return set
    }

    private mutating func element() throws(PatternMistake) -> ScalarClass {
        guard let scalar = next else { throw PatternMistake("a '[' is not closed") }
        index += 1
        guard scalar == "\\" else { return ScalarClass(ranges: [scalar...scalar]) }
        if take("-") { return ScalarClass(ranges: ["-"..."-"]) }
        return take("b") ? ScalarClass(ranges: ["\u{8}"..."\u{8}"]) : try escape()
    }

    /// Reads an escape, starting after the backslash.
    private mutating func escape() throws(PatternMistake) -> ScalarClass {
        guard let scalar = next else { throw PatternMistake("nothing follows its last backslash") }
        index += 1
        switch scalar {
        case "d": return .digit
        case "D": return .digit.negated
        case "w": return .word
        case "W": return .word.negated
        case "s": return .space
        case "S": return .space.negated
        case "x": return try code(digits: 2)
        case "u": return take("{") ? try code(digits: nil) : try code(digits: 4)
        case "1"..."9", "k": throw PatternMistake("references to groups are not checked")
        case "p", "P": throw PatternMistake("properties of Unicode such as \\p{L} are not checked")
        default: break
        }
        if isStrict, scalar == "0", let next, ScalarClass.digit.contains(next) {
            throw PatternMistake("a digit follows '\\0'")
        }
        let controls: [Unicode.Scalar: Unicode.Scalar] = [
            "t": "\t", "n": "\n", "r": "\r", "f": "\u{C}", "v": "\u{B}", "0": "\0",
        ]
        let isEscaped =
            isStrict ? "^$\\.*+?()[]{}|/".unicodeScalars.contains(scalar) : !ScalarClass.word.contains(scalar)
        guard let meant = controls[scalar] ?? (isEscaped ? scalar : nil) else {
            throw PatternMistake("'\\\(scalar)' means nothing")
        }
        return ScalarClass(ranges: [meant...meant])
    }

    /// - Parameter digits: The number of digits; nil for all digits up to `}`.
    private mutating func code(digits: Int?) throws(PatternMistake) -> ScalarClass {
        var text = ""
        while let scalar = next, text.count < digits ?? 8, scalar.properties.isASCIIHexDigit {
            text.unicodeScalars.append(scalar)
            index += 1
        }
        let isWhole = digits.map { text.count == $0 } ?? take("}")
        guard isWhole, let scalar = UInt32(text, radix: 16).flatMap(Unicode.Scalar.init) else {
            throw PatternMistake("'\\x' or '\\u' is not followed by the number of a character")
        }
        return ScalarClass(ranges: [scalar...scalar])
    }
}

extension ScalarClass {
    /// The only scalar of the class; nil if it has several.
    fileprivate var only: Unicode.Scalar? {
        guard ranges.count == 1, others.isEmpty, !isNegated, ranges[0].lowerBound == ranges[0].upperBound else {
            return nil
        }
        return ranges[0].lowerBound
    }

    fileprivate mutating func add(_ other: ScalarClass) {
        if other.isNegated { others.append(other) } else { ranges += other.ranges }
    }
}
