import Foundation
import KairanContent
import KairanModel
import KairanOutput
import SiteTesting
import Testing

@testable import KairanBuild

/// A revision grows exactly when one of its outputs changes, whether the rest of the build is taken over or not.
@Suite struct RevisionTests {
    @Test(arguments: [true, false]) func growsWhenItsOutputsChange(_ usesCache: Bool) throws {
        let site = try Site(usesCache: usesCache)
        #expect(try site.build() == "7")
        #expect(try site.build() == "7")
        try site.write("- { id: a, title: B, other: x }\n", to: "content/ads/a.yml")
        #expect(try site.build() == "8")
        // In another output only.
        try site.write("- { id: a, title: B, other: y }\n", to: "content/ads/a.yml")
        #expect(try site.build() == "8")
        try site.write("- { id: a, title: B, other: y }\n# Written otherwise.\n", to: "content/ads/a.yml")
        #expect(try site.build() == "8")
        // Back to what it was is a change too.
        try site.write("- { id: a, title: A, other: y }\n", to: "content/ads/a.yml")
        #expect(try site.build() == "9")
        // Both at once are one.
        try site.write("title: S\nurl: https://t.example/\n", to: "content/site.yml")
        try site.write("- { id: a, title: C, other: y }\n", to: "content/ads/a.yml")
        #expect(try site.build() == "10")
    }

    @Test func aPublishedFileThatIsNoNumberStops() throws {
        let site = try Site(usesCache: true)
        _ = try site.build()
        for text in ["", "x", "7.5", "\"7\"", "9223372036854775807", "[7]"] {
            try site.sandbox.write(text, to: "public/version.json")
            #expect(try site.rules() == ["revision.unreadable"], "\(text)")
        }
        try site.sandbox.write(" 12 \n", to: "public/version.json")
        #expect(try site.build() == "12")
        try site.sandbox.remove("public/version.json")
        try site.sandbox.makeFolder("public/version.json")
        #expect(try site.rules() == ["revision.unreadable"])
        try site.sandbox.remove("public/version.json")
        #expect(try site.build() == "7")
    }

    /// Whether JSON is written for people or for machines, no client can tell; of what is no JSON a space counts.
    @Test func whiteSpaceOfJSONDoesNotCount() throws {
        let site = try Site(usesCache: true)
        try site.write("- { id: a, title: 'A \\\"  \\', other: x }\n", to: "content/ads/a.yml")
        try site.write(
            "revision: { of: [titles.json, site.json, note.txt], first: 7 }\n", to: "templates/version.json.yml")
        try site.write("a b\n", to: "templates/note.txt")
        #expect(try site.build() == "7")
        let pretty = try String(contentsOfFile: site.sandbox.target + "/titles.json", encoding: .utf8)
        #expect(try site.build(.compact) == "7")
        let compact = try String(contentsOfFile: site.sandbox.target + "/titles.json", encoding: .utf8)
        #expect(compact != pretty)
        #expect(try site.build() == "7")
        try site.write("- { id: a, title: 'A \\\" \\', other: x }\n", to: "content/ads/a.yml")
        #expect(try site.build(.compact) == "8")
        try site.write("a  b\n", to: "templates/note.txt")
        #expect(try site.build(.compact) == "9")
    }

    @Test func anOutputThatSomebodyChangedCounts() throws {
        let site = try Site(usesCache: true)
        _ = try site.build()
        try site.sandbox.write("[]", to: "public/titles.json")
        #expect(try site.build() == "8")
        #expect(try site.build() == "8")
    }
}

private struct Site: ~Copyable {
    let sandbox: PublishingSandbox
    private let usesCache: Bool

    init(usesCache: Bool) throws {
        let sandbox = try PublishingSandbox()
        for (path, text) in [
            "content/site.yml": "title: T\nurl: https://t.example/\n",
            "content/ads/_collection.yml": "fields: { title: text, other: text }\n",
            "content/ads/a.yml": "- { id: a, title: A, other: x }\n",
            "templates/titles.json.yml": "data: { each: ads, value: title }\n",
            "templates/site.json.yml": "data: { title: site.title }\n",
            "templates/others.json.yml": "data: { each: ads, value: other }\n",
            "templates/version.json.yml": "revision: { of: [titles.json, site.json], first: 7 }\n",
        ] { try sandbox.write(text, to: "site/" + path) }
        self.sandbox = sandbox
        self.usesCache = usesCache
    }

    func write(_ text: String, to path: String) throws { try sandbox.write(text, to: "site/" + path) }

    private var options: BuildOptions {
        var options = BuildOptions(clock: 0)
        (options.folder, options.output) = (sandbox.root + "/site", sandbox.target)
        return options
    }

    func rules() throws -> [String] { try buildSite(options).result.diagnostics.map(\.rule) }

    /// The number that is published then.
    func build(_ style: JSONStyle = .pretty) throws -> String {
        var options = options
        options.style = style
        let publisher: Publisher? = try Publisher(
            to: sandbox.target, workFolder: usesCache ? sandbox.root + "/.kairan" : nil)
        var built = try buildSite(options, for: publisher)
        #expect(built.result.diagnostics.isEmpty)
        _ = try publisher?.publish(&built.result, after: built.earlier)
        let text = try String(contentsOfFile: sandbox.target + "/version.json", encoding: .utf8)
        #expect(text.hasSuffix("\n"))
        return String(text.dropLast())
    }
}
