/// The way in which a locale writes numbers, with the digits from 0 to 9.
package struct NumberForm: Hashable, Sendable {
    package var decimal = "."
    package var group = ","
    package var minus = "-"
    /// The number of digits that must stand before the first group.
    var least = 1
    /// The size of the last group before the point.
    var last = 3
    /// The size of all groups before the last one.
    var before = 3

    package init() {}

    /// Reads what `Scripts/locales` writes.
    init(_ text: Substring) {
        let parts = text.split(separator: ";").map(String.init)
        let sizes = parts.dropFirst(3).compactMap { Int($0) }
        guard parts.count == 6, sizes.count == 3 else { return }
        (decimal, group, minus) = (parts[0], parts[1], parts[2])
        (least, last, before) = (sizes[0], sizes[1], sizes[2])
    }

    /// Returns a number as the locale writes it, such as `3,259.5` in English. An empty text stays empty.
    ///
    /// - Parameter text: Digits, perhaps with a minus sign before them and a point among them.
    package func text(_ text: String) -> String {
        let halves = text.split(separator: ".", maxSplits: 1)
        guard let whole = halves.first else { return "" }
        let digits = whole.drop { $0 == "-" }
        return (digits.count < whole.count ? minus : "") + grouped(digits)
            + (halves.count == 2 ? decimal + halves[1] : "")
    }

    private func grouped(_ digits: Substring) -> String {
        let count = digits.utf8.count
        guard count >= last + least else { return String(digits) }
        var result = ""
        for (index, digit) in digits.enumerated() {
            let rest = count - index
            if index > 0, rest >= last, (rest - last).isMultiple(of: before) { result += group }
            result.append(digit)
        }
        return result
    }

    /// Returns the digits that make a text, or nil if this form does not write it.
    package func digits(of written: String) -> String? {
        let plain = written.replacing(group, with: "").replacing(minus, with: "-").replacing(decimal, with: ".")
        return DecimalNumber(plain) != nil && text(plain) == written ? plain : nil
    }

    /// The form as patterns of Unicode TR 35 write it, with its own signs.
    package var pattern: String {
        if self == NumberForm() { return "#,##0" }
        let groups = before == last ? "" : "#\(group)" + String(repeating: "#", count: before - 1)
        let first = groups.isEmpty ? "#" : groups + "#"
        return "\(first)\(group)##0\(decimal)#" + (minus == "-" ? "" : ";\(minus)0") + (least == 1 ? "" : " \(least)")
    }
}
