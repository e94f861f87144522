/// What an output is to links: the facts that others may need of it, and those that its own links need. A fact is that
/// an output has a path, or that it has a named place.
///
/// While every fact that some output requires is provided by some output, no output has a dead link. So an output that is
/// not made again keeps its links as long as nothing that it requires is taken away. That holds only
///
/// - while the site's address is the same, as facts are paths inside the site;
/// - while no output is the folder of others, see `checkFolders`: an address such as `clubs` may mean either.
///
/// Of mistakes that no other output could mend, such as an empty address, facts say nothing. The check of a whole site
/// forgives a place written in another Unicode normal form, which no browser finds. Facts do not: nothing provides such a
/// place, so a site without mistake may still be one of which facts cannot say so.
package struct LinkFacts: Sendable, Equatable {
    /// Sorted, each once. The same on every machine and in every process.
    package var provided: [UInt64]
    /// Sorted, each once.
    package var required: [UInt64]

    package init(provided: [UInt64], required: [UInt64]) {
        (self.provided, self.required) = (provided.sortedOnce, required.sortedOnce)
    }

    /// What an output provides by being there.
    package static func fact(ofPath path: String) -> UInt64 { FactHash(path).value }
}

/// FNV-1a of a path and perhaps a place there. Its input comes byte by byte, as an address is decoded.
struct FactHash {
    private var state: UInt64 = 0xCBF2_9CE4_8422_2325

    init() {}

    init(_ path: String) { add(path.utf8) }

    @inline(__always)
    mutating func add(_ byte: UInt8) { state = (state ^ UInt64(byte)) &* 0x100_0000_01B3 }

    mutating func add(_ bytes: some Sequence<UInt8>) {
        let isDone: Void? = bytes.withContiguousStorageIfAvailable { for byte in $0 { add(byte) } }
        if isDone == nil { for byte in bytes { add(byte) } }
    }

    /// Goes on to a place of the path; no path holds what stands between.
    func place() -> FactHash {
        var place = self
        place.add(0)
        return place
    }

    func place(_ name: String) -> FactHash {
        var place = place()
        place.add(name.utf8)
        return place
    }

    /// Never 0, which `FactSet` keeps for itself. The low bits of the state alone would meet too often.
    var value: UInt64 { max(1, state ^ (state >> 32)) }
}

/// Facts to look up. They are hashes already, so where each stands is told from its own bits.
package struct FactSet: Sendable {
    /// A power of two of them, 0 where none stands.
    private var slots: [UInt64]

    package init(_ facts: [UInt64]) {
        var size = 16
        while size < facts.count * 2 { size *= 2 }
        slots = Array(repeating: 0, count: size)
        for fact in facts { slots[slot(of: fact)] = fact }
    }

    /// How many there are that differ.
    var count: Int { slots.count { $0 != 0 } }

    package func contains(_ fact: UInt64) -> Bool { slots[slot(of: fact)] == fact }

    /// Where the fact stands, or would.
    private func slot(of fact: UInt64) -> Int {
        var slot = Int(truncatingIfNeeded: fact) & (slots.count - 1)
        while slots[slot] != 0, slots[slot] != fact { slot = (slot + 1) & (slots.count - 1) }
        return slot
    }
}

extension [UInt64] {
    /// Sorted, each once.
    var sortedOnce: [UInt64] {
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
