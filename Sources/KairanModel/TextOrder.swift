internal import Synchronization

/// The order in which people look for texts: letters first, then marks, then case, and numbers by their value. Each
/// language has its own letters: `ä` comes after `z` in Swedish, and `ch` after `h` in Czech.
///
/// This is Unicode's collation (UTS 10) with the order and the tailorings of CLDR, as far as a small table goes: Han
/// characters are in the order of their codes.
package final class TextOrder: Sendable {
    private let root = RootOrder.shared
    let letters: LetterElements
    /// The scripts that come before all others.
    private let scripts: [Substring]
    private let flags: Set<Substring>

    private init(_ tag: String) {
        let columns = RootOrder.shared.tailoring(of: tag)
        scripts = columns[1].split(separator: " ")
        flags = Set(columns[2].split(separator: " "))
        letters = LetterElements(columns[0], flags)
    }

    private static let known = Mutex<[String: TextOrder]>([:])

    /// Returns the order of a language, by its BCP 47 tag.
    package static func of(_ tag: String) -> TextOrder {
        if let order = known.withLock({ $0[tag] }) { return order }
        // The lock is not held meanwhile. If two make an order at once, they get the same.
        let order = TextOrder(tag)
        known.withLock { $0[tag] = order }
        return order
    }

    /// Returns numbers that are in the order of the texts that they are made of. Different texts have different ones.
    package func key(_ text: String) -> [UInt64] {
        let elements = letters.elements(of: text)
        var key = weights(elements.map(\.letter).filter { $0 != 0 })
        key.append(0)
        let marks = elements.map(\.mark)
        key += flags.contains("backwards") ? marks.reversed() : marks
        key.append(0)
        let capitalsFirst = flags.contains("capitals")
        for element in elements where element.letter != 0 {
            key.append(capitalsFirst ? 100 - min(element.capitals, 99) : element.capitals + 1)
        }
        key.append(0)
        return key + text.unicodeScalars.map { UInt64($0.value) }
    }

    /// Puts digits into groups, each after the number of its digits, and scripts into their order.
    private func weights(_ letters: [UInt64]) -> [UInt64] {
        let letters = flags.contains("shifted") ? letters.filter { $0 >= root.firstSymbol } : letters
        let zero = root.weights["0"] ?? 0
        var (found, index) = ([UInt64](), 0)
        while index < letters.count {
            let digits = letters[index...].prefix { root.digits.contains($0) }
            if digits.isEmpty {
                found.append(placed(letters[index]))
                index += 1
            } else {
                let value = digits.drop { $0 == zero }
                found += [zero, UInt64(value.count) + 1] + value
                index += digits.count
            }
        }
        return found
    }

    /// Returns a weight after the place of its script.
    private func placed(_ weight: UInt64) -> UInt64 {
        guard weight >= root.firstLetter else { return weight }
        let place = scripts.firstIndex { script in
            switch script {
            case "Hani": RootOrder.han.contains(weight)
            case "Hang": RootOrder.hangul.contains(weight)
            default: root.scripts[script]?.contains(weight) ?? false
            }
        }
        return weight + UInt64((place ?? 255) + 1) << 40
    }
}
