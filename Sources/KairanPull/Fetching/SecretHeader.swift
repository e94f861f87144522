internal import KairanModel

/// A header with a value that nobody may see.
struct SecretHeader {
    let name: String
    let value: String
    /// The value and its parts that are secrets of their own, in small letters.
    private let words: [[UInt8]]

    init(name: String, value: String) {
        (self.name, self.value) = (name, value)
        var words = [value] + value.split(separator: " ").map(String.init)
        if value.lowercased().hasPrefix("basic "), let pair = words.last.flatMap(fromBase64) {
            // A name and a password (RFC 7617).
            words += [pair, String(pair.drop { $0 != ":" }.dropFirst())]
        }
        self.words = words.map { $0.lowercased() }.filter { $0.utf8.count >= 6 && !schemes.contains($0) }
            .map { Array($0.utf8) }
    }

    /// Tells whether bytes hold the value or a part of it, in letters of any case, as ids are made in small ones.
    func isRepeated(in bytes: [UInt8]) -> Bool {
        let small = bytes.map { (0x41...0x5A).contains($0) ? $0 | 0x20 : $0 }
        return words.contains { word in
            guard small.count >= word.count else { return false }
            return (0...small.count - word.count).contains { start in
                small[start] == word[0] && small[start..<start + word.count].elementsEqual(word)
            }
        }
    }
}

/// The words that only say what kind of secret follows.
private let schemes: Set = ["bearer", "digest", "apikey", "api-key"]

/// Returns the text that Base64 stands for (RFC 4648, 4); nil for what is none.
private func fromBase64(_ text: String) -> String? {
    let letters = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
    var (bytes, bits, count) = ([UInt8](), 0, 0)
    for letter in text.utf8 where letter != UInt8(ascii: "=") {
        guard let number = letters.firstIndex(of: letter) else { return nil }
        (bits, count) = (bits << 6 | number, count + 6)
        if count >= 8 {
            count -= 8
            bytes.append(UInt8(bits >> count & 0xFF))
            bits &= (1 << count) - 1
        }
    }
    return String(decoding: bytes, as: UTF8.self)
}
