/// A version number of two to four parts, such as `3.10` or `3.2.0`; `3.10` is newer than `3.9`.
///
/// A suffix such as `-beta.2` makes a pre-release, older than the version without it (semver.org, 11).
package struct Version: Hashable, Sendable {
    package let numbers: [Int]
    package let prerelease: [String]

    package init?(_ text: some StringProtocol) {
        let halves = Array(text.utf8).split(
            separator: UInt8(ascii: "-"), maxSplits: 1, omittingEmptySubsequences: false)
        let parts = halves[0].split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        let numbers = parts.compactMap { part in
            part.isEmpty || (part.count > 1 && part.first == UInt8(ascii: "0")) ? nil : digits(part.span)
        }
        guard (2...4).contains(parts.count), numbers.count == parts.count else { return nil }
        var prerelease: [String] = []
        if halves.count == 2 {
            for word in halves[1].split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false) {
                guard !word.isEmpty, word.allSatisfy(isIdentifierByte) else { return nil }
                prerelease.append(String(decoding: word, as: UTF8.self))
            }
        }
        (self.numbers, self.prerelease) = (numbers, prerelease)
    }

    /// The version after this one that a small change asks for: `3.2.0` after `3.1.4`.
    package var nextMinor: Version { Version([numbers[0], numbers[1] + 1] + numbers.dropFirst(2).map { _ in 0 }) }

    /// The version after this one that a change of any size may ask for: `4.0.0` after `3.1.4`.
    package var nextMajor: Version { Version([numbers[0] + 1] + numbers.dropFirst().map { _ in 0 }) }

    private init(_ numbers: [Int]) { (self.numbers, prerelease) = (numbers, []) }
}

extension Version: Comparable {
    package static func < (left: Version, right: Version) -> Bool {
        for index in 0..<max(left.numbers.count, right.numbers.count) {
            let (first, second) = (left.part(index), right.part(index))
            if first != second { return first < second }
        }
        if left.prerelease.isEmpty || right.prerelease.isEmpty {
            return right.prerelease.isEmpty && !left.prerelease.isEmpty
        }
        for (first, second) in zip(left.prerelease, right.prerelease) where first != second {
            switch (number(first), number(second)) {
            case (let first?, let second?): return first < second
            case (_?, nil): return true
            case (nil, _?): return false
            case (nil, nil): return first < second
            }
        }
        return left.prerelease.count < right.prerelease.count
    }

    private func part(_ index: Int) -> Int { index < numbers.count ? numbers[index] : 0 }
}

extension Version: CustomStringConvertible {
    package var description: String {
        numbers.map(String.init).joined(separator: ".")
            + (prerelease.isEmpty ? "" : "-" + prerelease.joined(separator: "."))
    }
}

/// Returns the number that a word of a suffix is. One with a sign is no number (semver.org, 9).
private func number(_ word: String) -> Int? { word.utf8.allSatisfy(isASCIIDigit) ? Int(word) : nil }

private func isIdentifierByte(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "-"):
        true
    default: false
    }
}
