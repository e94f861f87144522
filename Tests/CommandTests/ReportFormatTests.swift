import Foundation
import SiteTesting
import Testing

@Suite struct ReportFormatTests {
    @Test func json() throws {
        let box = try publishedSite()
        let fine = try kairan(["build", "--format", "json"], in: box.url)
        #expect(fine.exitCode == 0)
        #expect(fine.errors == "")
        #expect(
            fine.output == """
                {"added":0,"bytes":1554,"changed":0,"diagnostics":[],"done":true,"drafts":["v1"],"endpoints":2,"entries":6,\
                "pages":4,"removed":0,"unchanged":11}

                """)
        try addMistakes(box.url)
        let failed = try kairan(["build", "--format", "json"], in: box.url)
        #expect(failed.exitCode == 1)
        #expect(failed.errors == "")
        #expect(
            failed.output == """
                {"diagnostics":[\
                {"column":9,"help":"write it without the '%'","length":4,"line":2,\
                "mendable":true,"message":"'100%' is not an integer","path":"content/ads/a,b:c/new.md","rule":"field.type","severity":"error"},\
                {"column":15,"help":"remove the comma","length":1,"line":1,"mendable":true,"message":"a comma before the closing '}'",\
                "path":"content/clubs/go.json","rule":"json.trailingComma","severity":"error"}],"done":false}

                """)
    }

    /// The place of the other entry is in the message, and by itself for programs.
    @Test(arguments: [
        (
            "json",
            "\"related\":[{\"column\":1,\"length\":1,\"line\":1,\"message\":\"the other entry with this id\","
                + "\"path\":\"content/a/x.yml\"}]"
        ),
        (
            "sarif",
            "\"relatedLocations\":[{\"message\":{\"text\":\"the other entry with this id\"},\"physicalLocation\":"
                + "{\"artifactLocation\":{\"uri\":\"content/a/x.yml\"},"
                + "\"region\":{\"endColumn\":2,\"startColumn\":1,\"startLine\":1}}}]"
        ),
        ("human", "error: the id 'x' is taken by content/a/x.yml:1 [id.duplicate]"),
    ]) func relatedPlaces(_ format: String, _ told: String) throws {
        let box = try TemporaryFolder()
        try box.write("title: T\nurl: https://t.example\n", to: "content/site.yml")
        try box.write("fields: { name: text }\n", to: "content/a/_collection.yml")
        try box.write("name: one\n", to: "content/a/x.yml")
        try box.write("- { id: x, name: two }\n", to: "content/a/y.yml")
        try box.write("data: { count: a }\n", to: "templates/a.json.yml")
        let run = try kairan(["check", "--format", format], in: box.url)
        #expect((run.output + run.errors).contains(told), "\(run.output)\(run.errors)")
    }

    /// A warning says the same of its mend when it is taken over from the build before.
    @Test func mendsOfWarnings() throws {
        let box = try TemporaryFolder()
        try box.write("title: T\nurl: https://t.example\n", to: "content/site.yml")
        try box.write("fields: { name: text }\n", to: "content/a/_collection.yml")
        try box.write("name: R&amp;D\n", to: "content/a/x.yml")
        try box.write("data: { each: a, value: name }\n", to: "templates/a.json.yml")
        let first = try kairan(["build", "--first-publication", "--format", "sarif"], in: box.url)
        let fixes =
            "\"fixes\":[{\"artifactChanges\":[{\"artifactLocation\":{\"uri\":\"content/a/x.yml\"},\"replacements\":"
            + "[{\"deletedRegion\":{\"endColumn\":13,\"endLine\":1,\"startColumn\":9,\"startLine\":1},"
            + "\"insertedContent\":{\"text\":\"\"}}]}],\"description\":{\"text\":\"write &\"}}]"
        #expect(first.output.contains(fixes), "\(first.output)")
        #expect(try kairan(["build", "--format", "sarif"], in: box.url).output == first.output)
    }

    @Test func github() throws {
        let box = try publishedSite()
        let fine = try kairan(["build", "--format", "github"], in: box.url)
        #expect(fine.exitCode == 0)
        #expect(fine.output.hasPrefix("6 entries, "))
        try addMistakes(box.url)
        let failed = try kairan(["build", "--format", "github"], in: box.url)
        #expect(failed.exitCode == 1)
        #expect(
            failed.output == """
                ::error file=content/ads/a%2Cb%3Ac/new.md,line=2,col=9,endColumn=13,title=field.type\
                ::'100%25' is not an integer%0Ahelp: write it without the '%25'%0Amend: kairan check --fix
                ::error file=content/clubs/go.json,line=1,col=15,endColumn=16,title=json.trailingComma\
                ::a comma before the closing '}'%0Ahelp: remove the comma%0Amend: kairan check --fix

                """)
        #expect(failed.errors == "2 mistakes; nothing was published, the last publication stays\n")
    }

    /// An option stands in no file, and a result of SARIF needs one.
    @Test(arguments: [
        ("human", "warning: this is not the first publication: public holds an earlier one [contract.unused]\nhelp: "),
        ("github", "::warning title=contract.unused::this is not the first publication: "),
        (
            "json",
            "\"diagnostics\":[{\"help\":\"drop --first-publication\",\"message\":\"this is not the first publication: "
                + "public holds an earlier one\",\"rule\":\"contract.unused\",\"severity\":\"warning\"}]"
        ),
        (
            "sarif",
            "\"toolConfigurationNotifications\":[{\"associatedRule\":{\"id\":\"contract.unused\"},\"level\":\"warning\","
        ),
    ])
    func anOptionThatIsNotNeeded(_ format: String, _ told: String) throws {
        let box = try publishedSite()
        let run = try kairan(["build", "--first-publication", "--format", format], in: box.url)
        #expect(run.exitCode == 0)
        #expect((run.output + run.errors).contains(told), "\(run.output)\(run.errors)")
        #expect(!run.output.contains("site.yml") && !run.errors.contains("site.yml"))
        #expect(format != "sarif" || run.output.contains("\"results\":[]"))
    }

    @Test(.onLinux, arguments: [("json", "{\"diagnostics\":[],\"done\":false,\"problem\":"), ("github", "::error::")])
    func problemsOfTheDisk(_ format: String, _ start: String) throws {
        let box = try publishedSite()
        let run = try kairan(["build", "--format", format, "--out", "/proc/kairan"], in: box.url)
        #expect(run.exitCode == 3)
        #expect(run.output.hasPrefix(start), "\(run.output)")
        #expect(run.errors == "")
    }

    @Test(arguments: [
        ("human", "SITE/content/clubs/go.json:1:15: error: "), ("github", "::error file=SITE/content/"),
        ("json", "\"path\":\"SITE/content/"),
    ])
    func pathsLeadToTheFilesFromWhereTheUserStands(_ format: String, _ start: String) throws {
        let box = try publishedSite()
        try addMistakes(box.url)
        for site in ["", "/"].map({ box.url.lastPathComponent + $0 }) {
            let run = try kairan(["check", site, "--format", format], in: box.url.deletingLastPathComponent())
            let place = start.replacing("SITE", with: box.url.lastPathComponent)
            #expect((run.output + run.errors).contains(place), "\(run.output)\(run.errors)")
            #expect(run.errors.contains("  1 | { \"name\": \"Go\", }") == (format == "human"))
        }
    }

    @Test(.onLinux, arguments: [["build"], ["check"], ["list"], ["check", "--format", "json"], ["--help"]])
    func aReportThatCannotBeWrittenIsAFailure(_ arguments: [String]) throws {
        let box = try publishedSite()
        let run = try kairan(arguments, in: box.url, writingTo: "/dev/full")
        #expect(run.exitCode == 3)
        #expect(run.errors == "error: standard output: no space is left on the disk\n")
    }

    @Test func escapeSequencesOfTheContentStayInTheContent() throws {
        let box = try publishedSite()
        try box.write("name: \"\\e[31mred\"\nkind: \"\\u009b31m\"\n", to: "content/clubs/red.yml")
        try box.write("{ \"name\": \"\u{7F}\", \"\u{9B}31m\": 1 }", to: "content/clubs/go.json")
        let run = try kairan(["check"], in: box.url)
        #expect(run.exitCode == 1)
        #expect(
            !run.errors.unicodeScalars.contains { $0.value < 0x20 && $0 != "\n" || (0x7F...0x9F).contains($0.value) })
    }

    /// Adds one mistake in a path with a comma and a colon, and one in a plain path.
    private func addMistakes(_ site: URL) throws {
        let ad = try String(contentsOf: site.appending(path: "content/ads/spring.md"), encoding: .utf8)
        let wrong = ad.replacing("number: 1", with: "number: 100%").replacing("images/", with: "../images/")
        try FileManager.default.createDirectory(
            at: site.appending(path: "content/ads/a,b:c"), withIntermediateDirectories: true)
        try Data(wrong.utf8).write(to: site.appending(path: "content/ads/a,b:c/new.md"))
        try Data("{ \"name\": \"Go\", }".utf8).write(to: site.appending(path: "content/clubs/go.json"))
    }
}
