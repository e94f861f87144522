internal import KairanModel

/// Writes calendars and address cards, which consist of content lines `NAME;PARAMETER=VALUE:VALUE` (RFC 5545, 3.1; RFC
/// 6350, 3.3). A line of the template that starts with a space continues the line before.
struct ContentLineWriter: PartWriter {
    private(set) var written = WrittenText()
    private var lines = ContentLines()
    private var line = Line()
    /// This is true after a line end. It ends the content line only if no space follows.
    private var isAtLineEnd = false
    /// The open components.
    private var open: [(name: String, place: SourceSpan)] = []

    private struct Line {
        var bytes: [UInt8] = []
        var place = SourceSpan(path: "")
        var part = Part.name
        /// This is true inside the quotes of a parameter.
        var isQuoted = false

        /// The part of the line that comes next.
        enum Part { case name, parameters, value }

        var name: String {
            let end = bytes.firstIndex { ":;".utf8.contains($0) } ?? bytes.endIndex
            let name = String(decoding: bytes[..<end], as: UTF8.self).uppercased()
            // Cards group lines by a prefix of the name.
            return name.split(separator: ".").last.map(String.init) ?? name
        }

        var value: String { String(decoding: bytes.drop { $0 != UInt8(ascii: ":") }.dropFirst(), as: UTF8.self) }
    }

    mutating func write(literal: ArraySlice<UInt8>, at place: SourceSpan) {
        var here = place
        for byte in literal where byte != UInt8(ascii: "\r") {
            defer { here.pass(byte) }
            if isAtLineEnd, byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") {
                isAtLineEnd = false
                continue
            }
            startLine(at: here)
            if byte == UInt8(ascii: "\n") {
                isAtLineEnd = true
            } else {
                append(byte)
            }
        }
    }

    mutating func write(_ value: ArraySlice<UInt8>, _ kind: TextPart.Kind, at place: SourceSpan) {
        if value.isEmpty { return }
        startLine(at: place)
        let text = String(decoding: value, as: UTF8.self)
        switch line.part {
        case .value:
            line.bytes += (plainProperties.contains(line.name) ? withoutLineEnds(text) : escapedText(text)).utf8
        case .parameters where line.isQuoted: line.bytes += parameterText(text).utf8
        case .name, .parameters:
            if kind == .bare {
                line.bytes += value
            } else if line.part == .name {
                mistake(
                    "a value is where the name of a property belongs", at: place,
                    "write the name before it, such as SUMMARY:{{title}}")
            } else {
                mistake(
                    "a value in a parameter has no quotes", at: place,
                    "put quotes around it, such as CN=\"{{name}}\"")
            }
        }
    }

    mutating func finish() {
        endLine()
        while let component = open.popLast() { hasNoEnd(component) }
        written.bytes = lines.bytes
    }

    private mutating func startLine(at place: SourceSpan) {
        if isAtLineEnd { endLine() }
        if line.bytes.isEmpty { line.place = place }
    }

    private mutating func append(_ byte: UInt8) {
        line.bytes.append(byte)
        switch (line.part, byte) {
        case (.parameters, UInt8(ascii: "\"")): line.isQuoted.toggle()
        case (.name, UInt8(ascii: ";")): line.part = .parameters
        case (.name, UInt8(ascii: ":")): line.part = .value
        case (.parameters, UInt8(ascii: ":")) where !line.isQuoted: line.part = .value
        default: break
        }
    }

    /// Leaves out an empty line, which calendars may not have and which an empty section leaves behind.
    private mutating func endLine() {
        defer { (line, isAtLineEnd) = (Line(), false) }
        guard line.bytes.contains(where: { $0 != UInt8(ascii: " ") }) else { return }
        guard line.part == .value else {
            return mistake(
                "this is not a line of the form NAME:VALUE", at: line.place,
                "start the line with a space if it continues the one before")
        }
        switch line.name {
        case "BEGIN": open.append((line.value.uppercased(), line.place))
        case "END":
            guard open.contains(where: { $0.name == line.value.uppercased() }) else {
                return mistake(
                    "'END:\(line.value)' ends something that is not open", at: line.place,
                    "write BEGIN:\(line.value) before it")
            }
            while let component = open.popLast(), component.name != line.value.uppercased() { hasNoEnd(component) }
        default: break
        }
        lines.add(line: String(decoding: line.bytes, as: UTF8.self))
    }

    private mutating func hasNoEnd(_ component: (name: String, place: SourceSpan)) {
        mistake("'BEGIN:\(component.name)' has no END", at: component.place, "add END:\(component.name)")
    }

    private mutating func mistake(_ message: String, at place: SourceSpan, _ help: String) {
        written.mistakes.append(Diagnostic(.error, .outputLines, message, at: place, help: help))
    }
}

/// The properties whose values are not texts, such as addresses, rules, days and numbers. A comma or a backslash in
/// them is not an escape.
private let plainProperties: Set = [
    "ATTACH", "ATTENDEE", "CALADRURI", "CALURI", "COMPLETED", "CONFERENCE", "CREATED", "DTEND", "DTSTAMP", "DTSTART",
    "DUE", "DURATION", "EXDATE", "EXRULE", "FBURL", "FREEBUSY", "GEO", "IMAGE", "IMPP", "KEY", "LAST-MODIFIED", "LOGO",
    "MEMBER", "ORGANIZER", "PHOTO", "RDATE", "RECURRENCE-ID", "REFRESH-INTERVAL", "RELATED", "RRULE", "SOUND", "SOURCE",
    "TEL", "TRIGGER", "TZOFFSETFROM", "TZOFFSETTO", "TZURL", "URL",
]

private func withoutLineEnds(_ text: String) -> String {
    String(String.UnicodeScalarView(text.unicodeScalars.filter { $0.value >= 0x20 && $0.value != 0x7F }))
}

/// Returns the text of a parameter. RFC 6868 replaces quotes, because a quoted parameter cannot contain them.
private func parameterText(_ text: String) -> String {
    withoutLineEnds(
        text.replacing("^", with: "^^").replacing("\"", with: "^'").replacing("\r\n", with: "^n")
            .replacing("\n", with: "^n"))
}
