internal import KairanContent
internal import KairanModel
internal import KairanQueries

/// The link of a feed's item, a calendar's event or a search's result.
struct OutgoingLink {
    let element: Value
    let frames: Frames
    /// The path of the feed or the calendar, or of the search's template.
    let output: String
    /// The rule that a wrong address breaks.
    let rule: Rule
    /// This is false for what only pages of the site show, where a path on its host is enough.
    var needsHost = true
    /// The place for mistakes in an address that no field gives.
    let place: SourceSpan
}

extension Evaluator {
    /// Returns the address that a link leads to, or an empty text if there is none. Reports an address that the programs
    /// that read the output could not open, or should not.
    func address(_ shape: Shape, of link: OutgoingLink, _ diagnostics: inout [Diagnostic]) -> String {
        let written =
            if case .text(let pattern) = shape { address(pattern, link.frames) ?? "" } else {
                plainText(value(shape, link.frames, &diagnostics))
            }
        if written.isEmpty { return "" }
        if let (mistake, help) = Self.addressMistake(written, needsHost: link.needsHost) {
            var place: SourceSpan?
            if case .path(let path) = shape { place = self.place(of: path, link.frames) }
            var name = "an element"
            if case .entry(let entry) = link.element {
                name = "'\(site.id(of: entry))' of \(site.collectionName(of: entry))"
            }
            diagnostics.append(
                Diagnostic(
                    .error, link.rule, "\(name) leads to '\(written)', \(mistake)", at: place ?? link.place,
                    help: .at("it is in \(link.output)", help)))
        }
        return percentEncoded(written) { $0 < 0x80 }
    }

    /// Returns what keeps programs from opening an address, or nil if nothing does.
    static func addressMistake(_ address: String, needsHost: Bool) -> (mistake: String, help: Help)? {
        if let scheme = dangerousScheme(of: address) {
            return (
                "a '\(scheme):' address, which is not allowed here",
                "an address from the content belongs in a url field, which allows https: and the like"
            )
        }
        let isPath = address.hasPrefix("/") && !needsHost
        if !isPath, !hasScheme(address) || address.last == ":" || lacksHost(address) {
            let start = needsHost ? "{site.url}" : "{site.path}"
            return ("not to a whole address", "begin it with https:// or, in the template, with \(start)")
        }
        guard let (_, scalar) = unwritableCharacter(in: address) else { return nil }
        if let character = InvisibleCharacter(scalar) { return ("which has \(character)", character.help) }
        return scalar == "%"
            ? ("in which a '%' begins no code", .write("write %25 in its place", "%25", for: "%"))
            : (
                "which has a character that no address can have",
                .write(
                    "write \(escapedPath(String(scalar))) in its place", escapedPath(String(scalar)),
                    for: String(scalar))
            )
    }
}
