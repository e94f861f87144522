/// The facts that an output provides to links of other outputs, and those that its own links require. A fact is that an
/// output has a path, or that it has a named place.
///
/// While every required fact is provided by some output, no output has a dead link. An output that is not made again
/// therefore keeps its links valid as long as nothing that it requires is taken away. This holds only
///
/// - while the site's address stays the same, because facts are paths inside the site;
/// - while no output is the folder of others (see `checkFolders`), because an address such as `clubs` may mean either.
///
/// Facts do not cover mistakes that no other output could correct, such as an empty address. The check of a whole site
/// accepts a place that is written in another Unicode normal form, although no browser finds it. Facts do not, because
/// nothing provides such a place, so facts cannot show that such a site has no mistake.
package struct LinkFacts: Sendable, Equatable {
    /// The provided facts, sorted and without duplicates. They are the same on every machine and in every process.
    package var provided: [UInt64]
    /// The required facts, sorted and without duplicates.
    package var required: [UInt64]

    package init(provided: [UInt64], required: [UInt64]) {
        (self.provided, self.required) = (provided.sortedOnce, required.sortedOnce)
    }

    /// Returns the fact that an output provides by existing.
    package static func fact(ofPath path: String) -> UInt64 { FactHash(path).value }
}

/// The FNV-1a hash of a path, and optionally of a place there. Its input is added byte by byte while an address is
/// decoded.
package struct FactHash {
    private var state: UInt64 = 0xCBF2_9CE4_8422_2325

    package init() {}

    package init(_ path: String) { add(path.utf8.span) }

    @inline(__always)
    package mutating func add(_ byte: UInt8) { state = (state ^ UInt64(byte)) &* 0x100_0000_01B3 }

    package mutating func add(_ bytes: Span<UInt8>) { for index in bytes.indices { add(bytes[index]) } }

    /// Returns the start of the hash for a place in the path. The byte between the two occurs in no path.
    package func place() -> FactHash {
        var place = self
        place.add(0)
        return place
    }

    package func place(_ name: String) -> FactHash {
        var place = place()
        place.add(name.utf8.span)
        return place
    }

    /// The value is never 0, which `FactSet` reserves. Using only the low bits of the state would cause too many
    /// collisions.
    package var value: UInt64 { max(1, state ^ (state >> 32)) }
}

/// A set of facts for lookup. Facts are hashes already, so their own bits determine their slots.
package struct FactSet: Sendable {
    /// The slots, a power of two of them. An empty slot is 0.
    private var slots: [UInt64]

    package init(_ facts: [UInt64]) {
        var size = 16
        while size < facts.count * 2 { size *= 2 }
        slots = Array(repeating: 0, count: size)
        for fact in facts { slots[slot(of: fact)] = fact }
    }

    package func contains(_ fact: UInt64) -> Bool { slots[slot(of: fact)] == fact }

    /// Returns the slot of the fact, or the slot where it would be.
    private func slot(of fact: UInt64) -> Int {
        var slot = Int(truncatingIfNeeded: fact) & (slots.count - 1)
        while slots[slot] != 0, slots[slot] != fact { slot = (slot + 1) & (slots.count - 1) }
        return slot
    }
}

extension [UInt64] {
    /// The facts, sorted and without duplicates.
    package var sortedOnce: [UInt64] {
        var result = sorted()
        var count = 0
        for index in result.indices where count == 0 || result[count - 1] != result[index] {
            result[count] = result[index]
            count += 1
        }
        result.removeLast(result.count - count)
        return result
    }
}
