/// The forms that languages have for numbers of things (UTS 35, part 3, 5). Every language has `other`.
package enum PluralCategory: String, CaseIterable, Sendable {
    case zero, one, two, few, many, other
}

/// The rules by which a language chooses the form for a number.
package struct PluralRules: Sendable {
    /// Such as `i % 10 = 2..4`.
    private struct Relation: Sendable {
        var operand: Character
        var divisor: Int?
        var isNegated: Bool
        var ranges: [ClosedRange<Int>]
    }

    /// One of the alternatives must hold, with all of its relations.
    private var rules: [(category: PluralCategory, alternatives: [[Relation]])] = []

    /// Reads what `Scripts/locales` writes: `one:i=1&v=0;many:v!=0/i=0`.
    init(_ text: Substring) {
        for rule in text.split(separator: ";") {
            let halves = rule.split(separator: ":")
            guard halves.count == 2, let category = PluralCategory(rawValue: String(halves[0])) else { continue }
            rules.append(
                (category, halves[1].split(separator: "/").map { $0.split(separator: "&").map(Self.relation) }))
        }
    }

    private static func relation(_ text: Substring) -> Relation {
        let isNegated = text.contains("!")
        let sides = text.split { $0 == "=" || $0 == "!" }
        let left = sides[0].split(separator: "%")
        let ranges = sides[1].split(separator: ",").map { range in
            let ends = range.split(separator: ".").compactMap { Int($0) }
            return ends[0]...ends[ends.count - 1]
        }
        return Relation(
            operand: left[0].first ?? "n", divisor: left.count > 1 ? Int(left[1]) : nil, isNegated: isNegated,
            ranges: ranges)
    }

    package func category(of number: DecimalNumber) -> PluralCategory {
        rules.first { rule in
            rule.alternatives.contains { $0.allSatisfy { holds($0, number) } }
        }?.category ?? .other
    }

    /// Returns whether some number is in a category.
    package func has(_ category: PluralCategory) -> Bool {
        category == .other || rules.contains { $0.category == category }
    }

    private func holds(_ relation: Relation, _ number: DecimalNumber) -> Bool {
        guard var value = number.value(of: relation.operand) else { return relation.isNegated }
        if let divisor = relation.divisor { value %= divisor }
        return relation.ranges.contains { $0.contains(value) } != relation.isNegated
    }

    /// Returns the categories in use, each with the least number that shows it. Numbers above a thousand are left out,
    /// since the few languages with a form for whole millions do without it elsewhere.
    package func examples(ofWholeNumbersOnly: Bool = false) -> [(category: PluralCategory, number: DecimalNumber)] {
        var found: [(category: PluralCategory, number: DecimalNumber)] = []
        let tenths = ofWholeNumbersOnly ? [] : (1...109).map { DecimalNumber(significand: $0, scale: 1) }
        for number in (0...1000).map({ DecimalNumber($0) }) + tenths {
            let category = category(of: number)
            if !found.contains(where: { $0.category == category }) { found.append((category, number)) }
        }
        if !found.contains(where: { $0.category == .other }) { found.append((.other, DecimalNumber(1_000_000))) }
        return PluralCategory.allCases.compactMap { category in found.first { $0.category == category } }
    }
}

extension DecimalNumber {
    /// Returns the value of an operand of plural rules (UTS 35, part 3, 5.1.1). The number itself, `n`, is nil if it has a
    /// fraction, since it then equals no whole number.
    fileprivate func value(of operand: Character) -> Int? {
        let magnitude = significand < 0 ? -self : self
        switch operand {
        case "n": return scale == 0 ? magnitude.significand : nil
        case "i": return magnitude.wholePart
        // Digits at the end that are zero are never written, so both counts of digits and both fractions are the same.
        case "v", "w": return scale
        case "f", "t": return magnitude.significand - (0..<scale).reduce(magnitude.wholePart) { all, _ in all * 10 }
        // These are exponents, which are never written.
        default: return 0
        }
    }
}
