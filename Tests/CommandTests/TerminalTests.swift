import Foundation
import SiteTesting
import Testing

/// Every command is run where a person reads and where a program does.
@Suite struct TerminalTests {
    static let commands = [
        ["build"], ["build", "--explain", "--no-cache"], ["check"], ["list"], ["list", "clubs"], ["list", "--outputs"],
        ["diff"],
        ["next"], ["purge"], ["schema"], ["lint", "public"], ["explain"], ["explain", "window.order"], ["init", "new"],
        ["new", "clubs", "Tea"], ["import", "old.json", "--endpoint", "v1/ads"], ["--help"], ["--version"], ["bild"],
    ]

    @Test(arguments: commands) func noEscapesInAFile(_ command: [String]) throws {
        for format in ["human", "github", "json"] {
            let box = try siteWithMistakes(command)
            let options = command[0].hasPrefix("--") || command == ["bild"] ? [] : ["--format", format]
            let run = try kairan(
                command + options, in: box.url, environment: ["TERM": "xterm-256color", "CLICOLOR_FORCE": "1"])
            let text = run.output + run.errors
            #expect(!text.isEmpty)
            #expect(!text.contains("\u{1B}") && !text.contains("\r") && !text.contains("more: kairan"), "\(text)")
        }
    }

    @Test(arguments: commands) func noEscapesOnATerminalThatWantsNone(_ command: [String]) throws {
        for (name, value) in [("NO_COLOR", "1"), ("TERM", "dumb"), ("CI", "true")] {
            let box = try siteWithMistakes(command)
            let environment = ["TERM": "xterm"].merging([name: value]) { $1 }
            let run = try kairanOnATerminal(command, in: box.url, environment: environment, typing: "\n\n\u{4}")
            #expect(!run.shown.isEmpty && !run.shown.contains("\u{1B}"), "\(run.shown)")
        }
    }

    @Test func coloursOnATerminal() throws {
        let box = try siteWithMistakes([])
        let run = try kairanOnATerminal(["check"], in: box.url, environment: ["TERM": "xterm"])
        #expect(run.exitCode == 1)
        #expect(run.shown.contains("\u{1B}[1;31merror:\u{1B}[0m"))
        #expect(run.shown.contains("more: kairan explain json.trailingComma"))
        let explained = try kairanOnATerminal(["explain", "window.order"], in: box.url, environment: ["TERM": "xterm"])
        #expect(explained.shown.hasPrefix("\u{1B}[1mwindow.order\u{1B}[0m\n"))
    }

    @Test(arguments: [["build"], ["check"], ["list"], ["next"], ["purge"], ["schema"], ["new", "clubs", "Tea"]])
    func annotationsOnGitHub(_ command: [String]) throws {
        let box = try publishedSite()
        try box.write("{ \"name\": \"Go\", }", to: "content/clubs/_collection.yml")
        let run = try kairan(command + ["--format", "github"], in: box.url)
        #expect(run.exitCode == 1)
        #expect(
            run.output.hasPrefix("::error file=content/clubs/_collection.yml,line=1,"), "\(run.output)\(run.errors)")
    }

    /// Adds a mistake to the content, so that every command has something to show.
    private func siteWithMistakes(_ command: [String]) throws -> TemporaryFolder {
        let box = try publishedSite()
        if command.first != "new" { try box.write("{ \"name\": \"Go\", }", to: "content/clubs/go.json") }
        try box.write("[]\n", to: "old.json")
        return box
    }
}
