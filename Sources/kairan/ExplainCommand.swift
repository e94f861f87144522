import ArgumentParser
import KairanBuild
import KairanModel

struct ExplainCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "explain",
        abstract: "Explains a rule: what breaks it, why it is there, and how to mend it.",
        discussion: """
            A rule is the word in brackets at the end of a message.

            EXAMPLES
              kairan explain                 every rule
              kairan explain window.order    one of them
            """)

    @Argument(help: "A rule, such as window.order.", completion: .list(Rule.allCases.map(\.rawValue)))
    var rule: String?

    @Option(help: "How to report: human, json, or github.")
    var format = ReportFormat.human

    func run() throws {
        let report = Report(format: format)
        guard let rule else { return report.rules() }
        // The rule may be copied from a message, with its brackets.
        let name = rule.hasPrefix("[") && rule.hasSuffix("]") ? String(rule.dropFirst().dropLast()) : rule
        guard let explanation = Explanation.all.first(where: { $0.rule.rawValue == name }) else {
            let help = nearestHelp(to: name, in: Rule.allCases.map(\.rawValue)) ?? "'kairan explain' lists them"
            throw OptionError(description: "there is no rule '\(Excerpt.printable(name))'; \(help)")
        }
        report.explain(explanation)
    }
}

extension Report {
    fileprivate func rules() {
        guard format != .json else {
            let rules = Explanation.topics.flatMap { topic in topic.explanations.map { $0.reportValue(of: topic) } }
            return output.write("[\n\(rules.map(\.text).joined(separator: ",\n"))\n]\n")
        }
        let width = Rule.allCases.map(\.rawValue.count).max() ?? 0
        for topic in Explanation.topics {
            output.write("\(output.styled(plain(topic.title), .bold))\n")
            for explanation in topic.explanations {
                let space = String(repeating: " ", count: width - explanation.rule.rawValue.count)
                output.write("  \(explanation.rule)\(space)  \(plain(explanation.cause))\n")
            }
        }
    }

    fileprivate func explain(_ explanation: Explanation) {
        guard format != .json else {
            let topic = Explanation.topics.first { $0.explanations.contains { $0.rule == explanation.rule } }
            return output.write(topic.map { explanation.reportValue(of: $0).text + "\n" } ?? "")
        }
        var text = "\(output.styled(explanation.rule.rawValue, .bold))\n"
        text += "\nbroken by: \(plain(explanation.cause))\n"
        text += "mend: \(plain(explanation.mend))\n\n"
        text += "\(plain(explanation.reason))\n\n"
        for line in explanation.before { text += "  \(output.styled("- \(line)", .red))\n" }
        for line in explanation.after { text += "  \(output.styled("+ \(line)", .green))\n" }
        output.write(text)
    }
}

/// Returns Markdown without the addresses of its links, which lead to pages of the guide.
func plain(_ markdown: String) -> String {
    markdown.replacing(/(see )?\[([^\]\[]+)\]\([\w#.\/\-]+\)/) { $0.1 == nil ? $0.2 : "see '\($0.2)' in the guide" }
}

extension Explanation {
    /// The rule as an entry of a collection, which is how the guide shows it.
    fileprivate func reportValue(of topic: Topic) -> ReportValue {
        let example = ["````diff"] + before.map { "- \($0)" } + after.map { "+ \($0)" } + ["````"]
        return .object([
            "id": .string(rule.rawValue), "topic": .string(topic.name), "brokenBy": .string(cause),
            "mend": .string(mend),
            "why": .string(reason), "example": .string(example.joined(separator: "\n")),
        ])
    }
}
