import Foundation
import SiteTesting
import Testing

@Suite struct HelpTests {
    @Test func helpNamesEveryCommandAndExitCode() throws {
        let run = try kairan(["--help"])
        #expect(run.exitCode == 0)
        #expect(run.errors == "")
        for word in [
            "init", "new", "build", "serve", "check", "diff", "list", "purge", "schema", "lint", "explain", "deploy",
            "EXIT CODES", "0 done", "1 mistakes", "2 misuse",
            "3 input or output",
        ] {
            #expect(run.output.contains(word), "\(word)")
        }
    }

    @Test(arguments: ["build", "serve", "check", "diff", "list", "purge"]) func helpOfACommand(_ command: String) throws
    {
        let run = try kairan([command, "--help"])
        #expect(run.exitCode == 0)
        #expect(run.errors == "")
        for option in ["--at", "--format", "--help"] { #expect(run.output.contains(option), "\(option)") }
        #expect(fitsATerminal(run.output))
    }

    @Test(arguments: ["init", "new", "schema", "lint", "explain", "deploy"]) func helpOfACommandWithoutAMoment(
        _ command: String
    )
        throws
    {
        let run = try kairan([command, "--help"])
        #expect(run.exitCode == 0 && run.errors == "")
        #expect(run.output.contains("EXAMPLES") && run.output.contains("--format"))
        #expect(fitsATerminal(run.output))
    }

    /// Otherwise the terminal would break the lines again.
    private func fitsATerminal(_ help: String) -> Bool {
        help.split(separator: "\n").allSatisfy { $0.hasPrefix("USAGE") || $0.count <= 80 }
    }

    @Test func version() throws {
        let run = try kairan(["--version"])
        #expect(run.exitCode == 0)
        #expect(run.output.wholeMatch(of: /\d+\.\d+\.\d+\n/) != nil)
    }

    static let misuses: [([String], String)] = [
        (["bild"], "there is no command 'bild'"),
        (["build", "--colour"], "Unknown option '--colour'"),
        (["build", "one", "two"], "Unexpected argument 'two'"),
        (["build", "--compact", "--pretty"], "--compact and --pretty cannot be used together"),
        (["build", "--format", "xml"], "The value 'xml' is invalid for '--format <format>'"),
        (["build", "--at"], "Missing value for '--at <moment>'"),
        (
            ["check", "--at", "yesterday"],
            "'yesterday' is not a moment; write --at 2026-04-01T09:00 or --at 2026-04-01"
        ),
        (
            ["check", "--base", "board"],
            "'board' is not a base; write --base /board/ or --base https://example.org/board/"
        ),
        (["build", "--out", ""], "--out needs a folder, such as --out public"),
        (["build", "--out", "content"], "publishing to 'content' would mix outputs into the site's 'content'"),
        (["build", "--out", "templates/../content/x"], "publishing to 'templates/../content/x' would mix"),
        (["build", "--out", "."], "publishing to '.' would mix outputs into the site's 'content'"),
        (["build", "--out", "link/x"], "publishing to 'link/x' would mix outputs into the site's 'templates'"),
        (["list", "ads", "--outputs"], "--outputs lists those of the whole site; leave out 'ads'"),
        (["list", "adds"], "there is no collection 'adds'; did you mean 'ads'?"),
    ]

    @Test(arguments: misuses) func misuse(_ arguments: [String], _ message: String) throws {
        let box = try publishedSite()
        try FileManager.default.createSymbolicLink(atPath: box.path + "/link", withDestinationPath: "templates")
        let before = try publication(box.url)
        let run = try kairan(arguments, in: box.url)
        #expect(run.exitCode == 2)
        #expect(run.output == "")
        #expect(run.errors.hasPrefix("Error: \(message)"), "\(run.errors)")
        #expect(try publication(box.url) == before)
    }

    @Test func aBadEpochIsMisuse() throws {
        let box = try publishedSite()
        let run = try kairan(["check"], in: box.url, environment: ["SOURCE_DATE_EPOCH": "today"])
        #expect(run.exitCode == 2)
        #expect(run.errors.hasPrefix("Error: SOURCE_DATE_EPOCH is not a number of seconds since 1970: 'today'\n"))
    }
}

/// A copy of the small site, built once into `public`.
func publishedSite() throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    try folder.lay(mistakeCase("base").site, over: ".")
    let run = try kairan(["build"], in: folder.url)
    #expect(run.exitCode == 0 && run.errors == "", "\(run.errors)")
    return folder
}
