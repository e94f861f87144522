import Foundation

/// SplitMix64: the same seed gives the same documents on every machine.
struct SeededRandom: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}

/// A new seed for each run, printed so that a failure can be repeated: `KAIRAN_SEED=… swift test`.
func newSeed(_ test: String = #function) -> UInt64 {
    let given = ProcessInfo.processInfo.environment["KAIRAN_SEED"].flatMap { UInt64($0) }
    let seed = given ?? UInt64.random(in: 0...999_999_999)
    print("\(test): KAIRAN_SEED=\(seed)")
    return seed
}

/// `document` with a few bytes changed, removed, repeated or put in.
func mutated(_ document: [UInt8], alphabet: [UInt8], _ random: inout SeededRandom) -> [UInt8] {
    var bytes = document
    for _ in 0..<Int.random(in: 1...4, using: &random) {
        let place = Int.random(in: 0...bytes.count, using: &random)
        let length = min(Int.random(in: 0...6, using: &random), bytes.count - place)
        let inserted = (0..<Int.random(in: 0...3, using: &random)).map { _ in
            alphabet.randomElement(using: &random) ?? 0
        }
        switch Int.random(in: 0..<4, using: &random) {
        case 0: bytes.insert(contentsOf: inserted, at: place)
        case 1: bytes.removeSubrange(place..<(place + length))
        case 2: bytes.replaceSubrange(place..<(place + min(length, 1)), with: inserted)
        default:
            bytes.insert(
                contentsOf: bytes[place..<(place + length)], at: Int.random(in: 0...bytes.count, using: &random))
        }
    }
    return bytes
}
