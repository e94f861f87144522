internal import KairanModel

/// Returns a number as a chart prints it: with at most two decimals, without trailing zeros, and in the form of a locale
/// if there is one.
///
/// No formatter is used, because it would bring the machine's locale into the output.
func chartNumber(_ value: Double, in form: NumberForm? = nil) -> String {
    // Beyond this, a Double cannot hold exact hundredths.
    guard value.magnitude < 1e13 else { return value.description }
    let hundredths = Int((value * 100).rounded())
    let (whole, fraction) = (hundredths.magnitude / 100, hundredths.magnitude % 100)
    var text = (hundredths < 0 ? "-" : "") + String(whole)
    if fraction > 0 {
        text += "." + (fraction % 10 == 0 ? String(fraction / 10) : (fraction < 10 ? "0" : "") + String(fraction))
    }
    return form?.text(text) ?? text
}
