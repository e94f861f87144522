import KairanReaders
import SiteTesting
import Testing

@Suite struct PlainJSONTests {
    /// The result is compared with a look at one byte after the other.
    @Test func endsAtTheFirstSpecialByte() {
        let seed = printedSeed()
        var random = SeededNumbers(seed: seed)
        let usual: [UInt8] = [0x20, 0x21, 0x23, 0x5B, 0x5D, 0x61, 0x7F, 0x80, 0x9F, 0xA2, 0xDC, 0xE3, 0xFF]
        let special: [UInt8] = [0x00, 0x0A, 0x1F, 0x22, 0x5C]
        for _ in 0..<5_000 {
            let bytes = (0..<Int.random(in: 0...40, using: &random)).map { _ in
                (Int.random(in: 0..<20, using: &random) == 0 ? special : usual).randomElement(using: &random) ?? 0
            }
            let start = Int.random(in: 0...bytes.count, using: &random)
            let end = endOfPlainJSON(bytes.span, from: start)
            #expect(end == bytes[start...].firstIndex(where: special.contains) ?? bytes.count, "seed \(seed)")
        }
    }
}
