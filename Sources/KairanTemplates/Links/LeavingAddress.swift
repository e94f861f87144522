internal import KairanContent
internal import KairanModel
internal import KairanQueries

/// An item of a feed, an event of a calendar or a result of a search, which leads to an address.
struct LeavingItem {
    let element: Value
    let frames: Frames
    /// The path of the feed or the calendar, or of the search's template.
    let output: String
    /// The rule that a wrong address breaks.
    let rule: String
    /// This is false for what only pages of the site show, where a path on its host is enough.
    var needsHost = true
    /// The place for mistakes in an address that no field gives.
    let place: SourceSpan
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
        if let (mistake, help) = addressMistake(written, needsHost: item.needsHost) {
            var place: SourceSpan?
            if case .path(let path) = shape { place = self.place(of: path, item.frames) }
            var name = "an element"
            if case .entry(let entry) = item.element {
                name = "'\(site.id(of: entry))' of \(site.collectionName(of: entry))"
            }
            diagnostics.append(
                Diagnostic(
                    .error, item.rule, "\(name) leads to '\(written)', \(mistake)", at: place ?? item.place,
                    help: "it is in \(item.output); \(help)"))
        }
        return percentEncoded(written) { $0 < 0x80 }
    }

    private func addressMistake(_ address: String, needsHost: Bool) -> (mistake: String, help: String)? {
        if let scheme = dangerousScheme(of: address) {
            return (
                "a '\(scheme):' address, which it may not lead to",
                "an address from the content belongs in a url field, which allows https: and the like"
            )
        }
        let isPath = address.hasPrefix("/") && !needsHost
        if !isPath, !hasScheme(address) || address.last == ":" || lacksHost(address) {
            let start = needsHost ? "{site.url}" : "{site.path}"
            return ("not to a whole address", "begin it with https:// or, in the template, with \(start)")
        }
        guard let (_, scalar) = unwritableCharacter(in: address) else { return nil }
        return scalar == "%"
            ? ("in which a '%' begins no code", "write %25 in its place")
            : ("which has a character that no address can have", "write \(escapedPath(String(scalar))) in its place")
    }
}
