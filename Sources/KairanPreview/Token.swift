/// A text that nobody can guess. Whoever has it is let in.
package struct Token: Sendable {
    package let text: String

    package init() {
        text = (0..<4).map { _ in
            let part = String(UInt32.random(in: .min ... .max), radix: 36)
            return String(repeating: "0", count: 7 - part.count) + part
        }.joined()
    }

    /// Compares all bytes, so that the time tells nothing about where the texts differ.
    package func isSame(as given: String?) -> Bool {
        guard let given, given.utf8.count == text.utf8.count else { return false }
        return zip(given.utf8, text.utf8).reduce(0) { $0 | ($1.0 ^ $1.1) } == 0
    }
}
