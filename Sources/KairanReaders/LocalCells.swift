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

    /// Returns a day, or a day and a time, as Kairan writes it: `31.12.2026 18:30` is 2026-12-31T18:30. Any other text
    /// stays as it is.
    ///
    /// With points between them, the day comes before the month in all countries.
    package func plainMoment(_ cell: String) -> String { moment(cell) ?? cell }

    /// Returns a day, or a day and a time, in the form that another one in the same cell had.
    package func cell(ofMoment text: String, like old: String) -> String {
        guard moment(old) != nil else { return text }
        let parts = text.split(separator: "T", maxSplits: 1)
        guard let date = parts.first.flatMap({ LocalDate(String($0)) }) else { return text }
        let day = "\(padded(date.day, 2)).\(padded(date.month, 2)).\(padded(date.year, 4))"
        if parts.count == 1 { return day }
        return LocalTime(String(parts[1])).map { "\(day) \($0)" } ?? text
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
