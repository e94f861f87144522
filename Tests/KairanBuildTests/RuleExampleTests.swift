import Foundation
import KairanBuild
import KairanModel
import KairanReaders
import SiteTesting
import Testing

/// The boards that `kairan explain --example` writes: each breaks its rule, and no other.
@Suite struct RuleExampleTests {
    /// A rule without a board needs something that no folder can hold. There are few of them, so each is named here.
    private static let withoutBoard = [
        "contract.data", "contract.draft", "contract.history", "contract.memory", "contract.size", "edit.impossible",
        "front.type", "live.bytes", "live.caching", "live.compression", "live.https", "live.left", "live.list",
        "live.missing", "live.notFound", "live.origins", "live.redirect", "live.type", "output.count", "output.mounted",
        "output.size", "pull.items", "pull.shrunk",
    ]

    @Test func everyRuleHasABoardOrAReason() {
        var without: [String] = []
        for rule in Rule.allCases {
            switch RuleExample(of: rule) {
            case .board(let board)?:
                let commands = board.commands
                #expect(!commands.isEmpty && commands.allSatisfy { $0.contains("FOLDER") }, "\(rule)")
                #expect(commands.last?.hasPrefix("kairan ") == true, "\(rule)")
                #expect(board.removed.isSubset(of: ExampleBoard.base.keys), "\(rule)")
            case .none(let reason)?:
                without.append(rule.rawValue)
                #expect(reason.first?.isLowercase == true && !reason.contains("\n") && reason.last != ".", "\(rule)")
            case nil: Issue.record("no text in Sources/KairanModel/Rules/examples has \(rule)")
            }
        }
        #expect(without.sorted() == Self.withoutBoard)
    }

    /// The examples stand in the order of the rules, each once, as somebody would look for them.
    @Test func theTextsHaveTheOrderOfTheRules() throws {
        let names = try Explanation.topics.flatMap { topic in
            let text = try String(
                contentsOf: packageFolder.appending(path: "Sources/KairanModel/Rules/examples/\(topic.name).txt"),
                encoding: .utf8)
            return text.matches(of: /(?m)^===== (.*)$/).flatMap { $0.1.split(separator: " ").map(String.init) }
        }
        let order = Dictionary(uniqueKeysWithValues: Rule.allCases.enumerated().map { ($1.rawValue, $0) })
        let places = names.map { order[$0] ?? -1 }
        #expect(Set(names) == Set(order.keys) && zip(places, places.dropFirst()).allSatisfy { $0 < $1 })
    }

    /// Most boards are built in memory. For those that take more, the command writes them, and what it says is run.
    @Test(arguments: Rule.allCases) func theBoardBreaksItsRule(_ rule: Rule) throws {
        guard case .board(let board)? = RuleExample(of: rule), try rules(inMemory: board) != [rule.rawValue] else {
            return
        }
        let box = try TemporaryFolder()
        let written = try kairan(["explain", rule.rawValue, "--example", "try", "--format", "json"], in: box.url)
        try #require(written.exitCode == 0, "\(written.errors)")
        let said = try JSONDecoder().decode(Said.self, from: Data(written.output.utf8))
        // The shell finds the program that is tested, whatever its name.
        let script = ["kairan() { '\(kairanExecutable.path)' \"$@\"; }"] + said.commands
        let run = try run(URL(filePath: "/bin/sh"), ["-c", script.joined(separator: "\n")], in: box.url)
        #expect(rules(in: run.errors + run.output) == [rule.rawValue], "\(rule): \(run.errors)\(run.output)")
    }

    private struct Said: Decodable {
        let commands: [String]
    }

    private func rules(inMemory board: ExampleBoard) throws -> Set<String> {
        guard board.filesBefore == nil, board.commands == ["kairan check FOLDER"] else { return [] }
        let files = board.files.map { SourceFile(path: $0.key, bytes: $0.value) }
        return Set(try build(SourceTree(files: files), BuildOptions(clock: 0)).diagnostics.map(\.rule.rawValue))
    }

    private func rules(in report: String) -> Set<String> {
        let words = report.matches(of: /(?m) \[([a-zA-Z]+\.[a-zA-Z]+)\]$/).map { String($0.1) }
        return Set(words.filter { Rule(rawValue: $0) != nil })
    }
}
