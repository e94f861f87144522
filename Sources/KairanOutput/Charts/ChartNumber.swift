/// A number as a chart prints it: at most two decimals, no trailing zeros, groups of three digits if asked for.
///
/// Written here because a formatter would bring the machine's locale into the output.
func chartNumber(_ value: Double, isGrouped: Bool) -> String {
    // Past this a Double has no exact hundredths left.
    guard value.magnitude < 1e13 else { return value.description }
    let hundredths = Int((value * 100).rounded())
    let (whole, fraction) = (hundredths.magnitude / 100, hundredths.magnitude % 100)
    var text = (hundredths < 0 ? "-" : "") + (isGrouped ? grouped(whole) : String(whole))
    if fraction > 0 {
        text += "." + (fraction % 10 == 0 ? String(fraction / 10) : (fraction < 10 ? "0" : "") + String(fraction))
    }
    return text
}

private func grouped(_ number: UInt) -> String {
    let digits = String(number)
    var text = ""
    for (index, digit) in digits.enumerated() {
        if index > 0, (digits.count - index) % 3 == 0 { text.append(",") }
        text.append(digit)
    }
    return text
}
