import KairanModel
import Testing

@Suite struct ContentHashTests {
    /// The next release must compute the same hash of the same input, because hashes are stored.
    @Test(arguments: [
        ("", 0x0C1EE2C24E9706F3 as UInt64, 0x8C4368315AA532EC as UInt64),
        ("a", 0xF0E2729DE4A10799, 0xEF1BBA5F185092D1),
        ("content/site.yml", 0x323A48D5977A20E0, 0xAB567739B2D701A4),
        ("春のハイキングの参加者を募集しています。", 0x39A2DB47DA858691, 0x10A74B94DCEA7619),
    ])
    func keepsItsValues(text: String, low: UInt64, high: UInt64) {
        #expect(ContentHash(Array(text.utf8)) == ContentHash(low: low, high: high))
    }

    @Test(arguments: [
        (0, 0, "00000000000000000000000000000000"),
        (0xFEDC_BA98_7654_3210, 0x0123_4567_89AB_CDEF, "0123456789abcdeffedcba9876543210"),
        (UInt64.max, 0xA0B1_C2D3_E4F5_0609, "a0b1c2d3e4f50609ffffffffffffffff"),
    ])
    func isWrittenInHexadecimalDigits(low: UInt64, high: UInt64, text: String) {
        let hash = ContentHash(low: low, high: high)
        #expect(hash.text == text)
        #expect(ContentHash(hexadecimal: text.utf8.span) == hash)
    }

    @Test func keepsItsValueOfSeveralParts() {
        var hash = ContentHash()
        hash.combine("ads/spring.md")
        hash.combine(7)
        #expect(hash == ContentHash(low: 0xB03D290E42E07EC1, high: 0xAFEEDEFF3CE4EA8D))
    }

    @Test func everyBitCounts() {
        for count in 1...40 {
            let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 * 7) }
            var hashes: Set = [ContentHash(bytes)]
            for bit in 0..<count * 8 {
                var changed = bytes
                changed[bit / 8] ^= 1 << (bit % 8)
                hashes.insert(ContentHash(changed))
            }
            #expect(hashes.count == count * 8 + 1)
            #expect(Set(hashes.map(\.low)).count == hashes.count)
            #expect(Set(hashes.map(\.high)).count == hashes.count)
        }
    }

    @Test(arguments: [0, 0x61, 0xFF] as [UInt8])
    func everyLengthCounts(byte: UInt8) {
        let hashes = (0...200).map { ContentHash(Array(repeating: byte, count: $0)) }
        #expect(Set(hashes).count == 201)
    }

    @Test func partsAreToldApart() {
        let keys: [[String]] = [
            ["ab", "c"], ["a", "bc"], ["abc"], ["abc", ""], ["", "abc"], ["c", "ab"], ["ab", "c", ""],
        ]
        let hashes = keys.map { parts in
            var hash = ContentHash()
            for part in parts { hash.combine(part) }
            return hash
        }
        #expect(Set(hashes).count == keys.count)
    }

    @Test func numbersAreNoTexts() {
        var (number, text) = (ContentHash(), ContentHash())
        number.combine(0x61)
        text.combine("a")
        #expect(number != text)
    }

    @Test func anArrayAndItsTextAgree() {
        var hash = ContentHash()
        hash.combine("掲示板 board")
        #expect(hash == ContentHash(Array("掲示板 board".utf8)))
    }
}
