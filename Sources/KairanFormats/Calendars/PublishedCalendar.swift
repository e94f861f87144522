internal import KairanModel

/// A calendar as it was published last, whose numbers the next one continues.
///
/// A program that holds a copy of an event takes another one in its place if its SEQUENCE is higher, or else if its
/// DTSTAMP is later (RFC 5546, 2.1.5). No output may tell when it was made, so all of these count the changes of the
/// calendar: SEQUENCE is the number of the change with which an event came, and stamps are as many seconds after 1970.
package struct PublishedCalendar {
    /// The numbers of the events by their content lines, without those that tell the number.
    private var events: [[UInt8]: Int] = [:]
    private var count = 0
    /// The number of the calendar's last change; nil if no calendar was published.
    private var number: Int?

    /// - Parameter bytes: The published calendar, perhaps with other line ends; nil if there is none.
    package init(_ bytes: [UInt8]?) {
        guard let bytes else { return }
        number = 0
        var event: (lines: ContentLines, number: Int)?
        for line in bytes.split(separator: UInt8(ascii: "\n")) {
            let line = String(decoding: line.last == 0x0D ? line.dropLast() : line, as: UTF8.self)
            if line == "BEGIN:VEVENT" {
                event = (ContentLines(), 0)
            } else if line == "END:VEVENT", let ended = event {
                events[ended.lines.bytes] = ended.number
                (event, count, number) = (nil, count + 1, max(number ?? 0, ended.number))
            } else if line.hasPrefix("SEQUENCE:") {
                event?.number = Self.number(line.dropFirst("SEQUENCE:".count))
            } else if line.hasPrefix("LAST-MODIFIED:") || line.hasPrefix("DTSTAMP:") {
                guard event == nil, line.hasPrefix("L") else { continue }
                number = max(number ?? 0, Self.number(ofStamp: line.dropFirst("LAST-MODIFIED:".count)))
            } else {
                event?.lines.add(written: line)
            }
        }
    }

    /// Returns the number of a calendar with other events, each given by its lines without numbers.
    package func number(ofCalendarWith lines: [ContentLines]) -> Int {
        guard let number else { return 0 }
        let isSame = lines.count == count && lines.allSatisfy { events[$0.bytes] != nil }
        return isSame ? number : number + 1
    }

    /// Returns the number of an event if it was published as it is.
    package func number(ofEventWith lines: ContentLines) -> Int? { events[lines.bytes] }

    /// Returns the stamp that stands for a number, such as `19700101T000003Z` for 3.
    package static func stamp(_ number: Int) -> String {
        SiteTimeZone.utc.dateTime(epochSeconds: number).basicUTCText
    }

    /// Returns 0 for a text that no calendar of Kairan has.
    private static func number(_ text: Substring) -> Int {
        // This is the highest number that an INTEGER of iCalendar may be (RFC 5545, 3.3.8).
        guard let number = Int32(text), number >= 0 else { return 0 }
        return Int(number)
    }

    private static func number(ofStamp text: Substring) -> Int {
        let digits = text.filter(\.isNumber).compactMap(\.wholeNumberValue)
        func number(_ range: Range<Int>) -> Int { digits[range].reduce(0) { $0 * 10 + $1 } }
        guard digits.count == 14, let date = LocalDate(year: number(0..<4), month: number(4..<6), day: number(6..<8))
        else {
            return 0
        }
        return max(0, date.daysSinceEpoch * 86_400 + number(8..<10) * 3_600 + number(10..<12) * 60 + number(12..<14))
    }
}
