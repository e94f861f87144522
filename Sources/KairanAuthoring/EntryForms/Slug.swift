/// Returns the words of a text in lower case, joined for use in an address, or an empty text if it has letters beyond
/// ASCII.
package func slug(_ text: String) -> String {
    guard text.utf8.allSatisfy({ $0 < 0x80 }) else { return "" }
    let words = text.lowercased().split { !$0.isLetter && !$0.isNumber }
    return String(words.joined(separator: "-").prefix(60))
}
