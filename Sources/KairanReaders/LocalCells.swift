internal import KairanModel

// Numbers and days as a spreadsheet with decimal commas shows them. In a table with commas between its cells, every text
// stays as it is.
extension TableSigns {
    /// Returns a number of a cell with a point before its decimals: `1,50` and `1.234,50` are 1.50 and 1234.50. Any other
    /// text stays as it is.
    package func plainNumber(_ cell: String) -> String {
        guard self == .semicolons, cell.utf8.contains(Byte.comma),
            cell.wholeMatch(of: /-?([0-9]+|[0-9]{1,3}(\.[0-9]{3})+),[0-9]+/) != nil
        else { return cell }
        return cell.filter { $0 != "." }.replacing(",", with: ".")
    }

    /// Tells whether the points of a number may separate its thousands or its decimals: `1.200` may be two numbers.
    package func isTwoNumbers(_ cell: String) -> Bool {
        guard self == .semicolons, cell.utf8.contains(UInt8(ascii: ".")) else { return false }
        return cell.wholeMatch(of: /-?[1-9][0-9]{0,2}(\.[0-9]{3})+/) != nil
    }

    /// Returns a number as such a table has it: 1.50 is `1,50`.
    package func cell(ofNumber text: String) -> String {
        self == .semicolons && text.wholeMatch(of: /-?[0-9]+\.[0-9]+/) != nil ? text.replacing(".", with: ",") : text
    }

    /// Returns a day, a time, or both, as Kairan writes them: `31.12.2026 18:30` is 2026-12-31T18:30, and `9:30` is 09:30
    /// in tables of both kinds. Any other text stays as it is.
    ///
    /// With points between them, the day comes before the month in all countries.
    package func plainMoment(_ cell: String) -> String { moment(cell) ?? withLongHour(cell) ?? cell }

    /// Returns a day, a time, or both, in the form that another one in the same cell had.
    package func cell(ofMoment text: String, like old: String) -> String {
        if plainMoment(old) == text { return old }
        guard moment(old) != nil else { return text }
        let parts = text.split(separator: "T", maxSplits: 1)
        guard let date = parts.first.flatMap({ LocalDate(String($0)) }) else { return text }
        let day = "\(padded(date.day, 2)).\(padded(date.month, 2)).\(padded(date.year, 4))"
        if parts.count == 1 { return day }
        return LocalTime(String(parts[1])).map { "\(day) \($0)" } ?? text
    }

    /// Returns a time with an hour of two digits, if it has one of one digit, as spreadsheets write it.
    private func withLongHour(_ cell: String) -> String? {
        let bytes = cell.utf8
        guard let colon = bytes.firstIndex(of: UInt8(ascii: ":")) else { return nil }
        let hour = bytes.distance(from: bytes.startIndex, to: colon) - 1
        guard hour == 0 || hour == 11,
            let match = cell.wholeMatch(
                of: /([0-9]{4}-[0-9]{2}-[0-9]{2}[T ])?([0-9]:[0-5][0-9](?::[0-5][0-9](?:\.[0-9]+)?)?(?: ?[Z+\-].*)?)/)
        else { return nil }
        return "\(match.1 ?? "")0\(match.2)"
    }

    private func moment(_ cell: String) -> String? {
        guard self == .semicolons, cell.utf8.contains(UInt8(ascii: ".")),
            let match = cell.wholeMatch(
                of: /([0-9]{1,2})\.([0-9]{1,2})\.([0-9]{4})(?: ([0-9]{1,2})(:[0-9]{2}(?::[0-9]{2})?))?/),
            let day = Int(match.1), let month = Int(match.2), let year = Int(match.3),
            let date = LocalDate(year: year, month: month, day: day)
        else { return nil }
        guard let hour = match.4.flatMap({ Int($0) }), let minutes = match.5 else { return "\(date)" }
        return LocalTime(padded(hour, 2) + minutes).map { "\(date)T\($0)" }
    }
}
