import Foundation
import SiteTesting
import Testing

/// These tests are about what `kairan client` writes and refuses. Others compile and run the clients.
@Suite struct ClientCommandTests {
    private static let files = [
        "content/site.yml": "title: Board\nurl: https://harbour.example/board/\nmoment: 2026-04-15\n",
        "content/ads/_collection.yml": "fields: { client: text }\n", "content/ads/bakery.yml": "client: Bakery\n",
        "templates/api/v1/_version.yml": "status: current\n",
        "templates/api/v1/ads.json.yml": "data: { each: ads, value: { client: client } }\n",
        "templates/api/v1/copied.json": #"{"list": [1, 2]}"#,
        "templates/api/v1/written.json.mustache": "{\"title\": \"{{site.title}}\"}\n",
        "templates/api/v2/_version.yml": "status: draft\n",
        "templates/api/v2/ads.json.yml": "data: { each: ads, value: client }\n",
        "templates/api/old/ads.json.yml": "data: { each: ads, value: client }\n",
    ]

    private func site(_ changes: [String: String?] = [:]) throws -> TemporaryFolder {
        let folder = try TemporaryFolder()
        let files = Self.files.merging(changes.compactMapValues { $0 }) { $1 }.filter { changes[$0.key] != .some(nil) }
        for (path, text) in files { try folder.write(text, to: path) }
        let built = try kairan(["build", "--first-publication"], in: folder.url)
        #expect(built.exitCode == 0, "\(built.errors)")
        return folder
    }

    @Test(arguments: ["swift", "kotlin", "typescript"]) func twiceTheSame(_ language: String) throws {
        let site = try site()
        let arguments = ["client", language, "--version", "v1", "--out", "app", "--bundle"]
        let run = try kairan(arguments, in: site.url)
        #expect(run.exitCode == 0, "\(run.errors)")
        let first = try filesIn(site.url.appending(path: "app"))
        for endpoint in ["copied.json", "written.json"] {
            #expect(run.output.contains("note: \(endpoint) has no shape"))
        }
        #expect(!run.output.contains("note: ads.json"))
        #expect(first.keys.contains { $0.hasSuffix("/manifest.json") })
        let again = try kairan(arguments, in: site.url)
        #expect(again.output.hasSuffix("files in app, nothing changed\n"), "\(again.output)")
        #expect(try filesIn(site.url.appending(path: "app")) == first)
    }

    @Test func anEarlierClientIsReplaced() throws {
        let site = try site()
        _ = try kairan(["client", "swift", "--version", "v1", "--out", "app", "--bundle"], in: site.url)
        let without = try kairan(["client", "swift", "--version", "v1", "--out", "app"], in: site.url)
        #expect(without.output.contains("4 removed"), "\(without.output)")
        let paths = try filesIn(site.url.appending(path: "app")).keys
        #expect(!paths.contains { $0.contains("Published") })
    }

    @Test(arguments: [
        (["--version", "v3"], "no version 'v3' with a contract is published\nhelp: published are: v1, v2"),
        (["--version", "old"], "no version 'old' with a contract is published\nhelp: published are: v1, v2"),
        ([], "several versions are published\nhelp: name one: --version v2 (of v1, v2)"),
    ])
    func noContract(_ arguments: [String], _ message: String) throws {
        let site = try site()
        let run = try kairan(["client", "swift", "--out", "app"] + arguments, in: site.url)
        #expect(run.exitCode == 1)
        #expect(run.errors == "error: \(message)\n")
        #expect(try filesIn(site.url.appending(path: "app")) == [:])
    }

    @Test func nothingIsPublished() throws {
        let folder = try TemporaryFolder()
        for (path, text) in Self.files { try folder.write(text, to: path) }
        let run = try kairan(["client", "kotlin", "--version", "v1", "--out", "app"], in: folder.url)
        #expect(run.exitCode == 1)
        #expect(run.errors.contains("no version of an API is published"), "\(run.errors)")
    }

    @Test func aDamagedPublication() throws {
        let site = try site()
        try site.write("{}", to: "public/api/v1/openapi.json")
        let run = try kairan(["client", "swift", "--version", "v1", "--out", "app"], in: site.url)
        #expect(run.exitCode == 1)
        #expect(run.errors.contains("'api/v1/openapi.json' does not match the manifest beside it"), "\(run.errors)")
    }

    /// A bundle must be what the manifest says, or an app would start with something else.
    @Test func aDamagedFileIsNotBundled() throws {
        let site = try site()
        try site.write("[]", to: "public/api/v1/ads.json")
        let run = try kairan(["client", "swift", "--version", "v1", "--out", "app", "--bundle"], in: site.url)
        #expect(run.exitCode == 1)
        #expect(run.errors.contains("'api/v1/ads.json' is not as it was published"), "\(run.errors)")
        #expect(try filesIn(site.url.appending(path: "app")) == [:])
    }

    @Test func aFolderOfSomethingElse() throws {
        let site = try site()
        try site.write("mine", to: "app/Package.swift")
        let run = try kairan(["client", "swift", "--version", "v1", "--out", "app"], in: site.url)
        #expect(run.exitCode == 2)
        #expect(run.errors.contains("'app/Package.swift' is not of a client"), "\(run.errors)")
        #expect(try filesIn(site.url.appending(path: "app")) == ["Package.swift": Array("mine".utf8)])
        let inJSON = try kairan(
            ["client", "swift", "--version", "v1", "--out", "app", "--format", "json"], in: site.url)
        #expect(inJSON.exitCode == 2)
        #expect(inJSON.output.contains("\"problem\":\"'app/Package.swift' is not of a client"), "\(inJSON.output)")
    }

    @Test(arguments: ["lower", "With Space", "Ünï", "1st", ""]) func aNameThatIsNoType(_ name: String) throws {
        let site = try site()
        let run = try kairan(["client", "swift", "--version", "v1", "--out", "app", "--name", name], in: site.url)
        #expect(run.exitCode == 2)
        #expect(run.errors.contains("--name needs the name of a type, such as HarbourBoard"), "\(run.errors)")
    }

    @Test(arguments: ["Types", "Store", "Class", "String", "Publication"]) func aNameThatMeansSomethingElse(
        _ name: String
    ) throws {
        let site = try site()
        let run = try kairan(["client", "kotlin", "--version", "v1", "--out", "app", "--name", name], in: site.url)
        #expect(run.exitCode == 2)
        #expect(run.errors.contains("'\(name)' means something else in a client; write --name Harbour\(name)"))
        #expect(try filesIn(site.url.appending(path: "app")) == [:])
    }

    @Test func noFolder() throws {
        let site = try site()
        let run = try kairan(["client", "swift", "--version", "v1", "--out", ""], in: site.url)
        #expect(run.exitCode == 2)
        #expect(run.errors.contains("--out needs the name of a folder"), "\(run.errors)")
    }

    /// Whatever the list says, files that are not of a client stay.
    @Test func aListThatWasChanged() throws {
        let site = try site()
        let arguments = ["client", "swift", "--version", "v1", "--out", "app"]
        _ = try kairan(arguments + ["--bundle"], in: site.url)
        let bundle = "Sources/BoardV1/Published"
        try site.write("changed by hand", to: "app/\(bundle)/ads.json")
        try site.write("mine", to: "mine/file.txt")
        try site.write("mine", to: "app/.git/HEAD")
        try FileManager.default.createSymbolicLink(
            atPath: site.path + "/app/extra", withDestinationPath: "../mine")
        let list = site.url.appending(path: "app/.kairan-client")
        let hash = "0123456789abcdef0123456789abcdef "
        let names = ["extra/file.txt", "../mine/file.txt", ".git/HEAD", "/etc/hostname", ""]
        let lines = try String(contentsOf: list, encoding: .utf8) + names.map { hash + $0 + "\n" }.joined()
        try site.write(lines, to: "app/.kairan-client")
        let run = try kairan(arguments, in: site.url)
        #expect(run.exitCode == 0, "\(run.errors)")
        #expect(run.output.contains("3 removed"), "\(run.output)")
        #expect(try filesIn(site.url.appending(path: "mine")).keys.sorted() == ["file.txt"])
        #expect(FileManager.default.fileExists(atPath: site.path + "/app/.git/HEAD"))
        #expect(FileManager.default.fileExists(atPath: site.path + "/app/\(bundle)/ads.json"))
    }

    @Test func aFolderThatLeadsElsewhere() throws {
        let site = try site()
        let arguments = ["client", "swift", "--version", "v1", "--out", "app"]
        _ = try kairan(arguments, in: site.url)
        try FileManager.default.moveItem(atPath: site.path + "/app/Sources", toPath: site.path + "/elsewhere")
        try FileManager.default.createSymbolicLink(
            atPath: site.path + "/app/Sources", withDestinationPath: "../elsewhere")
        let before = try filesIn(site.url.appending(path: "elsewhere"))
        let run = try kairan(arguments + ["--bundle"], in: site.url)
        #expect(run.exitCode == 2)
        #expect(run.errors.contains("'app/Sources' is a link"), "\(run.errors)")
        #expect(try filesIn(site.url.appending(path: "elsewhere")) == before)
    }

    /// A module of Gradle has all code that is written, and no folder that is not.
    @Test func aModuleOfGradle() throws {
        let site = try site()
        _ = try kairan(["client", "kotlin", "--version", "v1", "--out", "app", "--bundle"], in: site.url)
        let module = try String(contentsOfFile: site.path + "/app/build.gradle.kts", encoding: .utf8)
        let folders = module.matches(of: /"([a-z]+)"[,)]/).map { String($0.1) }.filter { $0 != "jvm" }
        let written = try filesIn(site.url.appending(path: "app")).keys.filter { $0.contains("/") }
        #expect(Set(folders) == Set(written.compactMap { $0.split(separator: "/").first.map(String.init) }))
    }

    @Test func aDraftIsNoted() throws {
        let site = try site()
        let run = try kairan(
            ["client", "typescript", "--version", "v2", "--out", "app", "--format", "json"], in: site.url)
        #expect(run.output.contains("v2 is a draft"), "\(run.output)")
    }
}
