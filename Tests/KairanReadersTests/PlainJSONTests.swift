import SiteTesting
import Testing

@testable import KairanReaders

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

    /// Objects are accepted if and only if no two of their keys are the same, wherever in the text these are.
    @Test func keysAreToldApart() {
        let seed = printedSeed()
        var random = SeededNumbers(seed: seed)
        for _ in 0..<5_000 {
            let keys = (0..<Int.random(in: 1...4, using: &random)).map { _ in
                String(
                    (0..<Int.random(in: 0...10, using: &random)).map { _ in
                        "aé".randomElement(using: &random) ?? "a"
                    })
            }
            let text = "{" + keys.map { "\"\($0)\":1" }.joined(separator: ",") + "}"
            let isAccepted = validateJSON(Array(text.utf8), path: "a.json") == nil
            #expect(isAccepted == (Set(keys).count == keys.count), "\(text), seed \(seed)")
        }
    }

    private static let letters: [Character] = [
        "a", "~", "é", "\u{7FF}", "\u{800}", "\u{D7FF}", "\u{E000}", "か", "漢", "한", "𠮷", "😀",
    ]

    /// The same holds for whole files, which may also have tabs and line ends.
    @Test func filesAreAcceptedIfTheyAreWellFormed() {
        let seed = printedSeed()
        var random = SeededNumbers(seed: seed)
        for _ in 0..<5_000 {
            let text = (0..<Int.random(in: 0...20, using: &random)).map { _ in
                (Self.letters + ["\n", "\t", "\r"]).randomElement(using: &random) ?? "a"
            }
            var bytes = Array(String(text).utf8)
            if let place = bytes.indices.randomElement(using: &random), Bool.random(using: &random) {
                bytes[place] = UInt8.random(in: 0...0xFF, using: &random)
            }
            let isText = String(validating: bytes, as: UTF8.self)?.unicodeScalars.allSatisfy {
                let isControl = $0.value < 0x20 || (0x7F...0x9F).contains($0.value)
                return !isControl || "\n\t\r".unicodeScalars.contains($0)
            }
            #expect((firstTextMistake(in: bytes) == nil) == (isText == true), "\(bytes), seed \(seed)")
        }
    }

    /// Texts are accepted if and only if the standard library decodes them and they hold no control character.
    @Test func textsAreAcceptedIfTheyAreWellFormed() {
        let seed = printedSeed()
        var random = SeededNumbers(seed: seed)
        for _ in 0..<5_000 {
            let text = (0..<Int.random(in: 0...12, using: &random)).map { _ in
                Self.letters.randomElement(using: &random) ?? "a"
            }
            var bytes = Array(String(text).utf8)
            if let place = bytes.indices.randomElement(using: &random), Bool.random(using: &random) {
                bytes[place] = UInt8.random(in: 0x23...0xFF, using: &random)
            }
            let isPlain = String(validating: bytes, as: UTF8.self)?.unicodeScalars.allSatisfy {
                $0 != "\\" && !(0x7F...0x9F).contains($0.value)
            }
            let isAccepted = validateJSON([0x22] + bytes + [0x22], path: "a.json") == nil
            #expect(isAccepted == (isPlain == true), "\(bytes), seed \(seed)")
        }
    }
}
