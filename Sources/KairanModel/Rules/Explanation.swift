internal import KairanSystem

/// The explanation of a rule: what it is for, how it is broken and mended, and an example of both.
package struct Explanation: Sendable {
    package let rule: Rule
    /// The cause in Markdown, as the guide's tables show it.
    package private(set) var cause = ""
    /// The way to mend it, in Markdown.
    package private(set) var mend = ""
    package private(set) var reason = ""
    /// Lines of a source, a path or a command with the mistake; `after` has them mended.
    package private(set) var before: [String] = []
    package private(set) var after: [String] = []

    /// The rules of one heading of the guide.
    package struct Section: Sendable {
        package let title: String
        package let explanations: [Explanation]
    }

    /// The sections in the guide's order.
    package static let sections = [
        Section(String(embedded: "KairanModel/Rules/explanations/site-and-files.md")),
        Section(String(embedded: "KairanModel/Rules/explanations/declarations.md")),
        Section(String(embedded: "KairanModel/Rules/explanations/entries.md")),
        Section(String(embedded: "KairanModel/Rules/explanations/texts.md")),
        Section(String(embedded: "KairanModel/Rules/explanations/places-and-days.md")),
        Section(String(embedded: "KairanModel/Rules/explanations/agreements.md")),
        Section(String(embedded: "KairanModel/Rules/explanations/links.md")),
        Section(String(embedded: "KairanModel/Rules/explanations/queries.md")),
        Section(String(embedded: "KairanModel/Rules/explanations/shapes.md")),
        Section(String(embedded: "KairanModel/Rules/explanations/pages.md")),
        Section(String(embedded: "KairanModel/Rules/explanations/other-outputs.md")),
        Section(String(embedded: "KairanModel/Rules/explanations/contracts.md")),
        Section(String(embedded: "KairanModel/Rules/explanations/imports.md")),
        Section(String(embedded: "KairanModel/Rules/explanations/pulling.md")),
        Section(String(embedded: "KairanModel/Rules/explanations/yaml.md")),
        Section(String(embedded: "KairanModel/Rules/explanations/other-formats.md")),
        Section(String(embedded: "KairanModel/Rules/explanations/lint.md")),
    ]

    package static let all = sections.flatMap(\.explanations)
}

extension Explanation.Section {
    /// Reads a title, `# …`, and explanations with an empty line between them. Each has the lines `## rule`,
    /// `broken by: …` and `mend: …`, then the reason, and lines of the example that begin with `- ` before and with `+ `
    /// after mending.
    fileprivate init(_ text: String) {
        let parts = text.split(separator: "\n\n").map { $0.split(separator: "\n") }
        title = String(parts[0][0].dropFirst("# ".count))
        explanations = parts.dropFirst().map { Explanation($0) }
    }
}

extension Explanation {
    fileprivate init(_ lines: [Substring]) {
        func rest(_ line: Substring, after prefix: String) -> String? {
            line.hasPrefix(prefix) ? String(line.dropFirst(prefix.count)) : nil
        }
        guard let rule = rest(lines[0], after: "## ").flatMap(Rule.init) else {
            preconditionFailure("there is no rule of the name in '\(lines[0])'")
        }
        self.rule = rule
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
