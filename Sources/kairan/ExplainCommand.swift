import ArgumentParser
import KairanBuild
import KairanModel
import KairanPublish
internal import KairanReaders

struct ExplainCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "explain",
        abstract: "Explains a rule: what breaks it, why it is there, and how to mend it.",
        discussion: """
            A rule is the word in brackets at the end of a message. With --example it
            writes a small board that breaks the rule into a new folder, and says which
            command shows the message: run it, mend the board, and run it again.

            EXAMPLES
              kairan explain                 every rule
              kairan explain window.order    one of them
              kairan explain window.order --example try
                                             a board in try/ that breaks it
            """)

    @Argument(help: "A rule, such as window.order.", completion: .list(Rule.allCases.map(\.rawValue)))
    var rule: String?

    @Option(
        help: ArgumentHelp("Write a small board that breaks the rule into a new folder.", valueName: "folder"),
        completion: .directory)
    var example: String?

    @Option(help: "How to report: human, json, or github.")
    var format = ReportFormat.human

    func validate() throws {
        if example != nil, rule == nil {
            throw ValidationError("--example needs a rule, as in kairan explain window.order --example try")
        }
        if example?.isEmpty == true { throw ValidationError("--example needs a folder, such as --example try") }
    }

    func run() throws {
        let report = Report(format: format)
        guard let rule else { return report.rules() }
        // The rule may be copied from a message, with its brackets.
        let name = rule.hasPrefix("[") && rule.hasSuffix("]") ? String(rule.dropFirst().dropLast()) : rule
        guard let explanation = Explanation.all.first(where: { $0.rule.rawValue == name }) else {
            let help = nearestHelp(to: name, in: Rule.allCases.map(\.rawValue)) ?? "'kairan explain' lists them"
            throw OptionError(description: "there is no rule '\(Excerpt.printable(name))'; \(help)")
        }
        guard let example else { return report.explain(explanation) }
        try write(explanation.rule, into: example, report)
    }

    private func write(_ rule: Rule, into folder: String, _ report: Report) throws {
        switch RuleExample(of: rule) {
        case .board(let board):
            let writer = ExampleWriter(board: board, folder: folder)
            try writer.requireNewFolder()
            do {
                try writer.write()
            } catch let error as ReadError {
                report.problem(error.description)
                throw ExitCode.inputOutput
            } catch let error as PublishError {
                report.problem(error.description)
                throw ExitCode.inputOutput
            }
            report.wrote(writer, for: rule)
        case .none(let reason)?: throw OptionError(description: "\(rule) has no board to try: \(reason)")
        case nil: preconditionFailure("no text has an example of \(rule)")
        }
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
        switch RuleExample(of: explanation.rule) {
        case .board: text += "\na board that breaks it: kairan explain \(explanation.rule) --example try\n"
        case .none(let reason)?: text += "\nthere is no board to try: \(reason)\n"
        case nil: break
        }
        output.write(text)
    }

    /// Says where the mistake is and which commands show it, in lines that are short enough for a phone.
    fileprivate func wrote(_ writer: ExampleWriter, for rule: Rule) {
        let folder = Excerpt.printable(writer.folder)
        guard format != .json else {
            let facts: [String: ReportValue] = [
                "done": .boolean(true), "rule": .string(rule.rawValue), "folder": .string(writer.folder),
                "changed": .list(writer.changed.map(ReportValue.string)),
                "removed": .list(writer.removed.map(ReportValue.string)),
                "commands": .list(writer.commands.map(ReportValue.string)),
            ]
            return output.write(json(facts, []))
        }
        var text = "\(output.styled(folder, .bold)): a board that breaks \(rule)\n"
        if writer.board.filesBefore != nil { text += "it was published before, into its public/\n" }
        if !writer.changed.isEmpty || !writer.removed.isEmpty { text += "look at:\n" }
        for path in writer.changed { text += "  \(path)\n" }
        for path in writer.removed { text += "  \(path), which is gone\n" }
        text += writer.commands.count == 1 ? "run, mend, and run again:\n" : "run, mend, and run the last again:\n"
        for command in writer.commands { text += "  \(output.styled(command, .bold))\n" }
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
