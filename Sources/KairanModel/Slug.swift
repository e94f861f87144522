/// Returns the words of a text in small Latin letters, joined for use in an address. The result is empty if the text has
/// letters that cannot be written in them, such as kanji.
package func slug(_ text: String) -> String {
    let text = romanized(text)
    guard text.allSatisfy({ $0.isASCII || !$0.isLetter && !$0.isNumber }) else { return "" }
    let words = text.split { !$0.isASCII || !$0.isLetter && !$0.isNumber }
    return String(words.joined(separator: "-").prefix(60))
}
