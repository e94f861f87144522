internal import KairanModel

/// Builds an iCalendar object (RFC 5545) as UTF-8, one content line after the other.
package struct ContentLines {
    package private(set) var bytes: [UInt8] = []

    package init(bytes: [UInt8] = []) {
        self.bytes = bytes
    }

    /// Adds a line whose value needs no escapes.
    package mutating func add(_ name: String, _ value: String) { add(line: "\(name):\(value)") }

    /// Adds a whole line, folded if it is too long.
    package mutating func add(line: String) {
        var lineLength = 0
        // A line end in a value would start a new line, and other control characters are not allowed in a line.
        for character in line.unicodeScalars where character.value >= 0x20 || character == "\t" {
            let encoded = UTF8.encode(character).map(Array.init) ?? []
            // A line has at most 75 octets and is folded only between characters (RFC 5545, section 3.1).
            if lineLength + encoded.count > 75 {
                bytes += [0x0D, 0x0A, 0x20]
                lineLength = 1
            }
            bytes += encoded
            lineLength += encoded.count
        }
        bytes += [0x0D, 0x0A]
    }

    /// Adds a line, or a part of one, as it was written before.
    mutating func add(written line: String) { bytes += line.utf8 + [0x0D, 0x0A] }

    /// Adds a line whose value is a text.
    package mutating func add(_ name: String, text: String) { add(name, escapedText(text)) }

    package mutating func add(_ name: String, texts: [String]) {
        if !texts.isEmpty { add(name, texts.map(escapedText).joined(separator: ",")) }
    }

    package mutating func add(contentsOf other: ContentLines) { bytes += other.bytes }

    package mutating func component(_ name: String, _ body: (inout ContentLines) -> Void) {
        add("BEGIN", name)
        body(&self)
        add("END", name)
    }
}

/// Escapes a text (RFC 5545, section 3.3.11). Control characters other than line ends are not allowed in a text.
func escapedText(_ text: String) -> String {
    var result = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
        switch scalar {
        case "\\", ";", ",": result += ["\\", scalar]
        case "\n": result += ["\\", "n"]
        case "\t": result.append(scalar)
        default: if scalar.value >= 0x20, scalar.value != 0x7F { result.append(scalar) }
        }
    }
    return String(result)
}

extension LocalDate {
    /// The date in the form `20260415`.
    package var basicText: String { padded(year, 4) + padded(month, 2) + padded(day, 2) }
}

extension LocalTime {
    /// The time in the form `093000`.
    package var basicText: String { padded(hour, 2) + padded(minute, 2) + padded(second, 2) }
}

extension DateTime {
    /// The moment as the site's clock shows it, without an offset: `20260415T093000`.
    package var basicLocalText: String { "\(date.basicText)T\(time.basicText)" }

    /// The moment in the form `20260415T003000Z`.
    package var basicUTCText: String { SiteTimeZone.utc.dateTime(epochSeconds: epochSeconds).basicLocalText + "Z" }
}
