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
            let sections = Explanation.sections.map { section in
                ReportValue.object([
                    "title": .string(section.title), "rules": .list(section.explanations.map(\.reportValue)),
                ])
            }
            return output.write(ReportValue.list(sections).text + "\n")
        }
        let width = Rule.allCases.map(\.rawValue.count).max() ?? 0
        for section in Explanation.sections {
            output.write("\(output.styled(plain(section.title), .bold))\n")
            for explanation in section.explanations {
                let space = String(repeating: " ", count: width - explanation.rule.rawValue.count)
                output.write("  \(explanation.rule)\(space)  \(plain(explanation.cause))\n")
            }
        }
    }

    fileprivate func explain(_ explanation: Explanation) {
        guard format != .json else { return output.write(explanation.reportValue.text + "\n") }
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
    markdown.replacing(/(see )?\[([^\]\[]+)\]\([\w#.-]+\)/) { $0.1 == nil ? $0.2 : "see '\($0.2)' in the guide" }
}

extension Explanation {
    fileprivate var reportValue: ReportValue {
        .object([
            "rule": .string(rule.rawValue), "brokenBy": .string(cause), "mend": .string(mend), "why": .string(reason),
            "before": .list(before.map(ReportValue.string)), "after": .list(after.map(ReportValue.string)),
        ])
    }
}
