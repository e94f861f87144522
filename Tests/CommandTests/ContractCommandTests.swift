import Foundation
import SiteTesting
import Testing

@Suite struct ContractCommandTests {
    @Test func theGateNamesThePlaceAndTheWayOut() throws {
        let box = try publishedSite()
        try box.write("status: current\n", to: "templates/api/v1/_version.yml")
        #expect(try kairan(["build"], in: box.url).exitCode == 0)
        let before = try publication(box.url.appending(path: "public"))
        try box.write(
            "data:\n  first: terms\n  sort: -version\n  value:\n    currentTerm: version\n    more: published\n",
            to: "templates/api/v1/term.json.yml")
        for command in ["check", "build"] {
            let run = try kairan([command], in: box.url)
            #expect(run.exitCode == 1)
            #expect(run.errors.contains("templates/api/v1/term.json.yml:"), "\(run.errors)")
            #expect(run.errors.contains("[contract.keyRenamed]") && run.errors.contains("[contract.becameNullable]"))
            #expect(run.errors.contains("--accept-breaking keyRenamed:v1/term --why '…'"))
        }
        #expect(try publication(box.url.appending(path: "public")) == before)
        let decided = ["--accept-breaking", "keyRenamed:v1/term", "--accept-breaking", "becameNullable:v1/term.json"]
        #expect(try kairan(["check"] + decided + ["--why", "Nobody has it."], in: box.url).exitCode == 0)
        #expect(try kairan(["build"] + decided + ["--why", "Nobody has it."], in: box.url).exitCode == 0)
        let changelog = try String(contentsOfFile: box.path + "/public/api/v1/changelog.json", encoding: .utf8)
        #expect(changelog.contains("\"why\": \"Nobody has it.\""))
        #expect(try kairan(["build"], in: box.url).output.contains("; nothing changed in public; "))
        let unused = try kairan(["build"] + decided + ["--why", "Again."], in: box.url)
        #expect(unused.exitCode == 0 && unused.errors.contains("warning: nothing to accept: "))
        #expect(try kairan(["build"], in: box.url).errors == "")
    }

    @Test(arguments: [
        (["--accept-breaking", "keyRemovd:v1/x", "--why", "x"], "did you mean 'keyRemoved'?"),
        (["--accept-breaking", "keyRemoved", "--why", "x"], "keyRemoved:v1/ads"),
        (["--accept-breaking", "keyRemoved:v1/x"], "--why"),
        (["--accept-breaking", "keyRemoved:v1/x", "--why", " "], "--why"), (["--why", "x"], "--accept-breaking"),
    ]) func misuse(_ arguments: [String], _ words: String) throws {
        let box = try publishedSite()
        for command in ["build", "check"] {
            let run = try kairan([command] + arguments, in: box.url)
            #expect(run.exitCode == 2)
            #expect(run.errors.contains(words), "\(run.errors)")
        }
    }

    @Test func whatIsNextDoesNotListWhatTheVersionSaysOfItself() throws {
        let box = try publishedSite()
        try box.write("status: current\n", to: "templates/api/v1/_version.yml")
        #expect(try kairan(["build"], in: box.url).exitCode == 0)
        let next = try kairan(["next"], in: box.url)
        #expect(!next.output.contains("openapi.json") && !next.output.contains("changelog.json"), "\(next.output)")
        #expect(next.output.contains("api/v1/ads.json") == next.output.contains("api/v1/manifest.json"))
    }
}
