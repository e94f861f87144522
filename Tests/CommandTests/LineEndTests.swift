import Foundation
import SiteTesting
import Testing

/// A checkout on Windows may give published files other line ends.
@Suite struct LineEndTests {
    @Test func theMistakeSaysWhatMendsIt() throws {
        let box = try DiffCommandTests.published()
        let contract = "public/api/v1/openapi.json"
        let text = try String(contentsOf: box.url.appending(path: contract), encoding: .utf8)
        try box.write(text.replacing("\n", with: "\r\n"), to: contract)
        let run = try kairan(["check", "--at", "2026-04-20"], in: box.url)
        #expect(run.exitCode == 1)
        #expect(
            run.errors.contains(
                "'api/v1/openapi.json' has Windows line endings, which Git gave it: add 'public/** -text'"),
            "\(run.errors)")
    }
}
