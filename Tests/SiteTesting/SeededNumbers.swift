internal import Foundation

/// SplitMix64: the same seed gives the same numbers on every machine.
package struct SeededNumbers: RandomNumberGenerator {
    private var state: UInt64

    package init(seed: UInt64) { state = seed }

    package mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}

/// A new seed for each run, printed so that a failure can be repeated: `KAIRAN_SEED=… swift test`.
package func printedSeed(_ test: String = #function) -> UInt64 {
    let given = ProcessInfo.processInfo.environment["KAIRAN_SEED"].flatMap { UInt64($0) }
    let seed = given ?? UInt64.random(in: 0...999_999_999)
    print("\(test): KAIRAN_SEED=\(seed)")
    return seed
}
