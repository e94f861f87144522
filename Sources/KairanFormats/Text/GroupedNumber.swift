/// Returns the digits in groups of three with commas, such as `3,259`, or an empty text for an empty text.
package func groupedNumber(_ text: String) -> String {
    guard !text.isEmpty else { return "" }
    let isNegative = text.hasPrefix("-")
    let parts = text.dropFirst(isNegative ? 1 : 0).split(separator: ".", maxSplits: 1)
    let digits = Array(parts[0].utf8)
    var grouped: [UInt8] = []
    for (index, digit) in digits.enumerated() {
        if index > 0, (digits.count - index) % 3 == 0 { grouped.append(UInt8(ascii: ",")) }
        grouped.append(digit)
    }
    return (isNegative ? "-" : "") + String(decoding: grouped, as: UTF8.self) + (parts.count == 2 ? ".\(parts[1])" : "")
}
