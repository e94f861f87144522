/// Returns `document` with a few bytes changed, removed, repeated or put in.
package func mutated(_ document: [UInt8], alphabet: [UInt8], _ random: inout SeededNumbers) -> [UInt8] {
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
