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
            #expect(run.errors.contains("--accept-breaking 'keyRenamed:v1/term:currentTermVersion' --why '…'"))
            // The mistake is reported where the new name is.
            #expect(run.errors.contains("templates/api/v1/term.json.yml:5:5: error: api/v1/term.json: 'currentTermV"))
        }
        #expect(try publication(box.url.appending(path: "public")) == before)
        let decided = [
            "--accept-breaking", "keyRenamed:v1/term:currentTermVersion", "--accept-breaking",
            "becameNullable:v1/term.json",
        ]
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

    /// An earlier moment does not explain that a file goes, and is not told as another 'for'.
    @Test func anEarlierMomentTakesNoFile() throws {
        let box = try publishedSite()
        try box.write("status: current\n", to: "templates/api/v1/_version.yml")
        try box.write("fields: { title: text, shown: window }\n", to: "content/fairs/_collection.yml")
        try box.write(
            "title: A\nshown: { from: 2026-04-10, until: 2026-04-30 }\n", to: "content/fairs/a.yml")
        try box.write(
            "for: { each: fairs, where: { shown: now } }\ndata: title\n", to: "templates/api/v1/fairs/{id}.json.yml")
        #expect(try kairan(["build", "--at", "2026-04-15"], in: box.url).exitCode == 0)
        let run = try kairan(["build", "--at", "2026-04-05"], in: box.url)
        #expect(run.exitCode == 1 && run.errors.contains("[contract.pathValueRemoved]"), "\(run.errors)")
        #expect(run.errors.contains("only when its entry is in the trash or its time is over"), "\(run.errors)")
        #expect(try kairan(["build", "--at", "2026-04-16"], in: box.url).exitCode == 0)
    }

    /// `v1/plain` means the JSON of that name.
    @Test func aNameWithoutExtensionIsOfJSONAlone() throws {
        let box = try publishedSite()
        try box.write("status: current\n", to: "templates/api/v1/_version.yml")
        for name in ["plain.json", "plain.txt"] { try box.write("{}\n", to: "templates/api/v1/" + name) }
        #expect(try kairan(["build"], in: box.url).exitCode == 0)
        for name in ["plain.json", "plain.txt"] {
            try FileManager.default.removeItem(at: box.url.appending(path: "templates/api/v1/" + name))
        }
        let decided = ["--why", "Nobody has it.", "--accept-breaking", "endpointRemoved:v1/plain"]
        let refused = try kairan(["build"] + decided, in: box.url)
        #expect(refused.exitCode == 1 && !refused.errors.contains("plain.json"), "\(refused.errors)")
        #expect(refused.errors.contains("--accept-breaking endpointRemoved:v1/plain.txt --why"), "\(refused.errors)")
        let both = try kairan(
            ["build"] + decided + ["--accept-breaking", "endpointRemoved:v1/plain.txt"], in: box.url)
        #expect(both.exitCode == 0, "\(both.errors)")
    }

    @Test func whatIsNextListsWhatTheVersionSaysOfItsFiles() throws {
        let box = try publishedSite()
        try box.write("status: current\n", to: "templates/api/v1/_version.yml")
        #expect(try kairan(["build"], in: box.url).exitCode == 0)
        let next = try kairan(["next"], in: box.url)
        for name in ["ads.json", "manifest.json", "openapi.json", "index.html"] {
            #expect(next.output.contains("api/v1/\(name)"), "\(next.output)")
        }
        #expect(!next.output.contains("changelog.json"), "\(next.output)")
    }
}
