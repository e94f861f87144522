import Foundation
import SiteTesting
import Testing

/// The page about the action, and the guide's section on it.
@Suite struct ActionPageTests {
    private let page: String
    private let guide: String
    private let action: String

    init() throws {
        func text(_ path: String) throws -> String {
            try String(contentsOf: packageFolder.appending(path: path), encoding: .utf8)
        }
        page = try text("Scripts/action/README.md")
        guide = try text("content/guide/install.md")
        action = try text("action.yml")
    }

    @Test func theyNameInputsAndOutputs() throws {
        let head = try #require(action.firstRange(of: "\nruns:")).lowerBound
        let names = action[..<head].matches(of: /\n  (\w+):/).map { String($0.1) }
        #expect(names.count >= 5)
        for name in names {
            #expect(guide.contains("`\(name)`"), "\(name)")
            #expect(page.contains("\n| `\(name)`: "), "\(name)")
        }
    }

    /// Each command that the action takes is named, and so is each title of what a run says.
    @Test func thePageNamesCommandsAndMessages() throws {
        let folder = packageFolder.appending(path: "Scripts/action")
        let plan = try String(contentsOf: folder.appending(path: "plan"), encoding: .utf8)
        let commands = try #require(plan.firstMatch(of: /\n([a-z |]+\| install)\)/)).1.split(separator: " | ")
        for command in commands + ["board"] { #expect(page.contains("`\(command)`"), "\(command)") }
        for script in ["plan", "publish", "comment", "suggest", "remind"] {
            let text = try String(contentsOf: folder.appending(path: script), encoding: .utf8)
            let titles = text.matches(of: /::(?:error|notice|warning) title=([A-Za-z ]+)::/).map { String($0.1) }
            #expect(!titles.isEmpty, "\(script)")
            let words = page.replacing("\n", with: " ")
            for title in titles { #expect(words.contains("*\(title)*"), "\(title)") }
        }
        let compare = try String(contentsOf: folder.appending(path: "compare"), encoding: .utf8)
        #expect(compare.contains("This would break released apps"))
    }

    /// Its links lead to files and headings that are there.
    @Test func linksOfThePage() throws {
        let links = page.matches(of: /\]\(([^)#]+)(?:#([^)]+))?\)/)
        #expect(links.count > 5)
        for link in links {
            let file = packageFolder.appending(path: "Scripts/action/\(link.1)").standardizedFileURL
            let text = try String(contentsOf: file, encoding: .utf8)
            guard let heading = link.2 else { continue }
            let headings = text.matches(of: /\n#+ (.+)/).map { heading in
                heading.1.lowercased().filter { $0.isLetter || $0.isNumber || " -".contains($0) }
                    .replacing(" ", with: "-")
            }
            #expect(headings.contains(String(heading)), "\(link.1)#\(heading)")
        }
    }

    /// GitHub's own schema takes the workflow that the page shows.
    @Test(.enabled(if: WebServer.place(of: "check-jsonschema") != nil)) func theWorkflowOfThePage() throws {
        let box = try TemporaryFolder()
        let start = try #require(page.firstRange(of: "```yaml\n")).upperBound
        let end = try #require(page[start...].firstRange(of: "```")).lowerBound
        try box.write(String(page[start..<end]), to: "check.yml")
        let shown = try bash("check-jsonschema --builtin-schema vendor.github-workflows '\(box.path)/check.yml'")
        #expect(shown == "ok -- validation done\n", "\(shown)")
    }
}
