/// Returns a number with its noun, which is in the plural for every number but one: `1 key`, `2 keys`.
package func amount(_ number: some CustomStringConvertible, of noun: String) -> String {
    let digits = number.description
    return digits == "1" ? "1 \(noun)" : "\(digits) \(noun)s"
}
