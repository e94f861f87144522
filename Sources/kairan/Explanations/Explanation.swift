/// The explanation of a rule: what it is for, how it is broken and mended, and an example of both.
///
/// Explanations and examples are texts in the sources. SwiftPM keeps resources as files beside the program, which one
/// static file cannot have, or as arrays of bytes that forget their folders. A text is read as it is in a review, and
/// parsed in the millisecond in which somebody asks for it.
struct Explanation {
    let rule: String
    /// The cause in Markdown, as the guide's tables show it.
    var cause = ""
    /// The way to mend it, in Markdown.
    var mend = ""
    var reason = ""
    /// Lines of a source, a path or a command with the mistake; `after` has them mended.
    var before: [String] = []
    var after: [String] = []

    /// The rules of one heading of the guide.
    struct Section {
        let title: String
        let explanations: [Explanation]
    }

    /// The sections in the guide's order.
    static let sections = [
        siteAndFiles, declarations, entries, texts, placesAndDays, agreements, links, queries, shapes, pages,
        otherOutputs, contracts, imports, yaml, otherFormats, lint,
    ]

    static let all = sections.flatMap(\.explanations)
}

extension Explanation.Section {
    /// Reads explanations with an empty line between them. Each has the lines `# rule`, `broken by: …` and `mend: …`,
    /// then the reason, and lines of the example that begin with `- ` before and with `+ ` after mending.
    init(title: String, text: String) {
        let parts = text.split(separator: "\n\n").map { $0.split(separator: "\n").map(String.init) }
        self.init(title: title, explanations: parts.map(Explanation.init))
    }
}

extension Explanation {
    fileprivate init(_ lines: [String]) {
        func rest(_ line: String, after prefix: String) -> String? {
            line.hasPrefix(prefix) ? String(line.dropFirst(prefix.count)) : nil
        }
        rule = lines.first.flatMap { rest($0, after: "# ") } ?? ""
        for line in lines.dropFirst() {
            if let text = rest(line, after: "broken by: ") {
                cause = text
            } else if let text = rest(line, after: "mend: ") {
                mend = text
            } else if let text = rest(line, after: "- ") {
                before.append(text)
            } else if let text = rest(line, after: "+ ") {
                after.append(text)
            } else {
                reason += reason.isEmpty ? line : " \(line)"
            }
        }
    }
}
