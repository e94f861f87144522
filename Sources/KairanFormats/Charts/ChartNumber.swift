/// Returns a number as a chart prints it: with at most two decimals, without trailing zeros, and in groups of three
/// digits if asked for.
///
/// No formatter is used, because it would bring the machine's locale into the output.
func chartNumber(_ value: Double, isGrouped: Bool) -> String {
    // Beyond this, a Double cannot hold exact hundredths.
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
