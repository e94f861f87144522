internal import KairanSystem

/// The explanation of a rule: what it is for, how it is broken and mended, and an example of both.
package struct Explanation: Sendable {
    package let rule: Rule
    /// The cause in Markdown, with links from the guide's pages.
    package private(set) var cause = ""
    /// The way to mend it, in Markdown.
    package private(set) var mend = ""
    package private(set) var reason = ""
    /// Lines of a source, a path or a command with the mistake; `after` has them mended.
    package private(set) var before: [String] = []
    package private(set) var after: [String] = []

    /// The rules of one topic.
    package struct Topic: Sendable {
        /// The name of its file, and of the topic in `explain`.
        package let name: String
        package let title: String
        package let explanations: [Explanation]
    }

    /// The topics in the guide's order.
    package static let topics = [
        Topic("KairanModel/Rules/explanations/site-and-files.md"),
        Topic("KairanModel/Rules/explanations/declarations.md"),
        Topic("KairanModel/Rules/explanations/entries.md"),
        Topic("KairanModel/Rules/explanations/texts.md"),
        Topic("KairanModel/Rules/explanations/places-and-days.md"),
        Topic("KairanModel/Rules/explanations/agreements.md"),
        Topic("KairanModel/Rules/explanations/links.md"),
        Topic("KairanModel/Rules/explanations/queries.md"),
        Topic("KairanModel/Rules/explanations/shapes.md"),
        Topic("KairanModel/Rules/explanations/pages.md"),
        Topic("KairanModel/Rules/explanations/other-outputs.md"),
        Topic("KairanModel/Rules/explanations/contracts.md"),
        Topic("KairanModel/Rules/explanations/imports.md"),
        Topic("KairanModel/Rules/explanations/pulling.md"),
        Topic("KairanModel/Rules/explanations/live.md"),
        Topic("KairanModel/Rules/explanations/yaml.md"),
        Topic("KairanModel/Rules/explanations/other-formats.md"),
        Topic("KairanModel/Rules/explanations/lint.md"),
    ]

    package static let all = topics.flatMap(\.explanations)
}

extension Explanation.Topic {
    /// Reads a title, `# …`, and explanations with an empty line between them. Each has the lines `## rule`,
    /// `broken by: …` and `mend: …`, then the reason, and lines of the example that begin with `- ` before and with `+ `
    /// after mending.
    fileprivate init(_ path: StaticString) {
        let parts = String(embedded: path).split(separator: "\n\n").map { $0.split(separator: "\n") }
        name = String(path.description.split(separator: "/").last?.dropLast(".md".count) ?? "")
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
