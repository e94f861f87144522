/// Versions between bounds, such as `>=1.4.0 <2.0.0`: all of the comparators hold for them. Versions are in the order of
/// Semantic Versioning (semver.org, 11), where every prerelease comes before its release.
package struct VersionRange: Hashable, Sendable {
    package enum Relation: String, Sendable {
        case atLeast = ">="
        case atMost = "<="
        case moreThan = ">"
        case lessThan = "<"
        case equal = "="
    }

    package struct Comparator: Hashable, Sendable {
        package var relation: Relation
        package var version: Version
    }

    /// The reason why a text is no range, and how to mend it.
    package struct Mistake: Error, Equatable, Sendable {
        package var message: String
        package var help: String
        /// The text that says the same as a wrong part, to be written in its place; nil if there is none.
        package var mend: Help.Mend?

        package var advice: Help { Help(help, mend) }
    }

    package let comparators: [Comparator]

    package init(_ text: String) throws(Mistake) {
        var comparators: [Comparator] = []
        for word in text.split(whereSeparator: \.isWhitespace) { comparators.append(try Comparator(String(word))) }
        self.comparators = comparators
        if comparators.isEmpty {
            throw Mistake(message: "'versions' is empty", help: "write \">=1.4.0\", or leave 'versions' out for all")
        }
        try checkThatSomeFit()
    }

    /// Throws if no version can fit, as it would be both above and below a bound.
    private func checkThatSomeFit() throws(Mistake) {
        for lower in bounds([.atLeast, .moreThan, .equal]) {
            for upper in bounds([.atMost, .lessThan, .equal]) {
                let (lowest, highest) = (lower.version, upper.version)
                if lowest < highest || highest >= lowest && lower.fitsItself && upper.fitsItself { continue }
                throw Mistake(
                    message: "no version is both \(lower) and \(upper)",
                    help: highest < lowest
                        ? "write >=\(highest) <\(lowest) for the versions between"
                        : "write =\(lowest) for that version alone")
            }
        }
    }

    private func bounds(_ relations: [Relation]) -> [Comparator] {
        comparators.filter { relations.contains($0.relation) }
    }
}

extension VersionRange: CustomStringConvertible {
    package var description: String { comparators.map(\.description).joined(separator: " ") }
}

extension VersionRange.Comparator: CustomStringConvertible {
    package var description: String { relation.rawValue + version.description }

    fileprivate var fitsItself: Bool { relation != .moreThan && relation != .lessThan }

    fileprivate init(_ word: String) throws(VersionRange.Mistake) {
        let sign = String(word.prefix { !$0.isLetter && !$0.isNumber })
        let rest = String(word.dropFirst(sign.count))
        let known = VersionRange.Relation(rawValue: sign)
        if let known, let version = Version(rest) {
            self.init(relation: known, version: version)
            return
        }
        // Other range languages have more signs, and versions that are written in other ways.
        let help: String
        var mend: Help.Mend?
        if rest.isEmpty {
            help =
                known != nil
                ? "write the version directly after it, as in \(sign)1.4.0"
                : sign.contains("|")
                    ? "all comparisons have to hold: write an entry for each of the two" : "write it as >=1.4.0"
        } else if let version = Self.meant(rest) {
            help = Self.help(sign, version)
            let isPlain = help.hasPrefix("write ") && !help.contains(" or ")
            mend = isPlain ? .write(String(help.dropFirst("write ".count)), for: word, isCertain: true) : nil
        } else {
            help = "write a version after the sign, as in >=1.4.0"
        }
        throw VersionRange.Mistake(message: "'\(word)' is no comparison with a version", help: help, mend: mend)
    }

    /// Returns the version that a text stands for in other programs: one with a `v`, with few numbers, with `x` for those
    /// that do not matter, or with what semver.org calls build metadata, which no order depends on.
    private static func meant(_ text: String) -> Version? {
        let plain = (text.hasPrefix("v") ? text.dropFirst() : text[...]).prefix { $0 != "+" && $0 != "," }
        let parts = plain.split(separator: ".").prefix { !["x", "X", "*"].contains($0) }
        return Version(plain) ?? Version(parts.count == 1 ? "\(parts[0]).0" : parts.joined(separator: "."))
    }

    private static func help(_ sign: String, _ version: Version) -> String {
        switch sign {
        case "": "write =\(version) for that version alone, or >=\(version) for it and all that are newer"
        case "^": "write >=\(version) <\(version.nextMajor)"
        case "~": "write >=\(version) <\(version.nextMinor)"
        case "=>", "≥": "write >=\(version)"
        case "=<", "≤": "write <=\(version)"
        case "==", "===": "write =\(version)"
        case "!=", "!", "<>": "write <\(version) or >\(version); for both, write two entries"
        default: "write \(VersionRange.Relation(rawValue: sign) == nil ? ">=" : sign)\(version)"
        }
    }
}
