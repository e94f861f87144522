package import KairanModel
internal import KairanReaders

extension FieldKind {
    static let duration = FieldKind(
        meaning: "how long it takes, such as 1h 44m", example: "1h 44m",
        options: ["minimum", "maximum", "unique", "default"],
        bounds: Bounds(
            name: "a duration, such as 1h 44m", areNumbers: false,
            read: { MinuteDuration($0).map { DecimalNumber($0.minutes) } },
            written: { MinuteDuration(minutes: $0.significand).written }))
}

extension ValueReader {
    mutating func duration(_ node: SourceNode, _ field: FieldDeclaration) -> Value {
        // In JSON and TOML the value needs quotes, but above all it needs a unit.
        if case .scalar(let text, .number) = node.content { return invalid(text, node, field, durationHelp(text)) }
        guard let text = scalarText(node, field) else { return .missing }
        guard let duration = MinuteDuration(text) else { return invalid(text, node, field, durationHelp(text)) }
        checkBounds(DecimalNumber(duration.minutes), node, field)
        return .duration(duration)
    }
}

/// Returns how to write a text that is not a duration as one.
package func durationHelp(_ text: String) -> Help {
    if Int(text) != nil { return "write its unit: \(text)m for minutes, \(text)h for hours" }
    // The text has the form of a clock time, or has more than 59 minutes.
    if let found = text.wholeMatch(of: /(\d{1,3}) *[h:] *(\d{1,3})( *m(in)?)?/),
        let hours = Int(found.1), let minutes = Int(found.2)
    {
        let written = MinuteDuration(minutes: hours * 60 + minutes).written
        // In other places a colon stands between minutes and seconds.
        return text.contains(":")
            ? "write \(written) for hours and minutes; seconds are not kept"
            : .write("write \(written)", written, for: text)
    }
    if text.contains(/[0-9] *[sS]/) {
        return "write whole minutes, such as 1h 44m; for seconds declare a time: 00:39:12, which {time, H:mm:ss} shows"
    }
    return "write it as 1h 44m, 104m or 2h"
}
