internal import KairanContent
internal import KairanModel
internal import KairanQueries

/// An item of a feed or an event of a calendar, which leads to an address from wherever it is read.
struct LeavingItem {
    let entry: EntryReference
    let frames: Frames
    /// The path of the feed or the calendar.
    let output: String
    /// The rule that a wrong address breaks.
    let rule: String
}

extension Evaluator {
    /// Returns the address that an item leads to, or an empty text if it has none. Reports an address that the
    /// programs that read the item could not open, or should not.
    func address(_ shape: Shape, of item: LeavingItem, _ diagnostics: inout [Diagnostic]) -> String {
        let written =
            if case .text(let pattern) = shape { address(pattern, item.frames) ?? "" } else {
                plainText(value(shape, item.frames, &diagnostics))
            }
        if written.isEmpty { return "" }
        if let (mistake, help) = addressMistake(written) {
            var place: SourceSpan?
            if case .path(let path) = shape { place = self.place(of: path, item.frames) }
            diagnostics.append(
                Diagnostic(
                    .error, item.rule,
                    "'\(site.id(of: item.entry))' of \(site.collectionName(of: item.entry)) leads to '\(written)', \(mistake)",
                    at: place ?? site.content[item.entry].span, help: "it is in \(item.output); \(help)"))
        }
        return percentEncoded(written) { $0 < 0x80 }
    }

    private func addressMistake(_ address: String) -> (mistake: String, help: String)? {
        if let scheme = dangerousScheme(of: address) {
            return (
                "a '\(scheme):' address, which it may not lead to",
                "an address from the content belongs in a url field, which allows https: and the like"
            )
        }
        if !hasScheme(address) || address.last == ":" || lacksHost(address) {
            return ("not to a whole address", "begin it with https:// or, in the template, with {site.url}")
        }
        guard let (_, scalar) = unwritableCharacter(in: address) else { return nil }
        return scalar == "%"
            ? ("in which a '%' begins no code", "write %25 in its place")
            : ("which has a character that no address can have", "write \(escapedPath(String(scalar))) in its place")
    }
}
