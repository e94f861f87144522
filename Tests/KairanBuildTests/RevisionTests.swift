import Foundation
import KairanContent
import KairanModel
import KairanReaders
import KairanTemplates
import SiteTesting
import Testing

@testable import KairanBuild
@testable import KairanFormats
@testable import KairanPublish
@testable import KairanQueries

/// A revision grows exactly when one of its outputs changes, whether the rest of the build is taken over or not.
@Suite struct RevisionTests {
    @Test(arguments: [true, false]) func growsWhenItsOutputsChange(_ usesCache: Bool) throws {
        let site = try Site(usesCache: usesCache)
        #expect(try site.build() == "7")
        #expect(try site.build() == "7")
        try site.write("- { id: a, title: B, other: x }\n", to: "content/ads/a.yml")
        #expect(try site.build() == "8")
        // Only an output that is not counted changes.
        try site.write("- { id: a, title: B, other: y }\n", to: "content/ads/a.yml")
        #expect(try site.build() == "8")
        try site.write("- { id: a, title: B, other: y }\n# Written otherwise.\n", to: "content/ads/a.yml")
        #expect(try site.build() == "8")
        // Going back to what it was is a change too.
        try site.write("- { id: a, title: A, other: y }\n", to: "content/ads/a.yml")
        #expect(try site.build() == "9")
        // Two outputs that change at once count once.
        try site.write("title: S\nurl: https://t.example/\n", to: "content/site.yml")
        try site.write("- { id: a, title: C, other: y }\n", to: "content/ads/a.yml")
        #expect(try site.build() == "10")
    }

    /// An app that gets a number again believes that nothing is new.
    @Test func aPublishedNumberThatSomebodyChangedStops() throws {
        let site = try Site(usesCache: true)
        #expect(try site.build() == "7")
        for text in ["", "x", "7.5", "\"7\"", "9223372036854775807", "[7]", "6\n", "12\n", "7"] {
            try site.sandbox.write(text, to: "public/version.json")
            #expect(try site.rules() == ["revision.unreadable"], "\(text)")
            #expect(try site.help().contains("write 7 into it"))
        }
        try site.sandbox.remove("public/version.json")
        #expect(try site.rules() == ["revision.unreadable"])
        try site.write("- { id: a, title: B, other: x }\n", to: "content/ads/a.yml")
        #expect(try site.rules() == ["revision.unreadable"])
        try site.sandbox.makeFolder("public/version.json")
        #expect(try site.rules() == ["revision.unreadable"])
        try site.sandbox.remove("public/version.json")
        try site.sandbox.write("7\n", to: "public/version.json")
        #expect(try site.build() == "8")
    }

    @Test(arguments: [nil, "5\n", "7\n"]) func withoutTheSealNothingIsBelieved(_ number: String?) throws {
        let site = try Site(usesCache: true)
        _ = try site.build()
        let whole = try String(contentsOfFile: site.sandbox.target + "/.kairan.json", encoding: .utf8)
        if let number {
            try site.sandbox.write(number, to: "public/version.json")
        } else {
            try site.sandbox.remove("public/version.json")
        }
        for list in [withoutSeal(whole), whole.replacing("\"revision\": 7", with: "\"revision\": 5")] {
            #expect(list != whole)
            try site.sandbox.write(list, to: "public/.kairan.json")
            #expect(try site.rules() == ["revision.unreadable"])
            #expect(try site.help().contains(".kairan.json"))
        }
    }

    /// A number that was written by hand until now is counted on from there.
    @Test func aCopiedNumberGoesOn() throws {
        let site = try Site(usesCache: true)
        try site.sandbox.remove("site/templates/version.json.yml")
        try site.write("41\n", to: "templates/version.json")
        try site.write("revision: { of: [titles.json] }\n", to: "templates/other.json.yml")
        #expect(try site.build() == "41")
        try site.sandbox.remove("site/templates/version.json")
        try site.write("revision: { of: [titles.json] }\n", to: "templates/version.json.yml")
        #expect(try site.build() == "41")
        try site.write("- { id: a, title: B, other: x }\n", to: "content/ads/a.yml")
        #expect(try site.build() == "42")
    }

    /// Apps rely on the published number, which goes on wherever counting began.
    @Test(arguments: [1, 9]) func whereItBeganMayChange(_ first: Int) throws {
        for status in ["current", "frozen"] {
            let site = try ContractSite()
            func revision(_ first: Int) throws {
                try site.write("revision: { of: [titles.json], first: \(first) }\n", to: "templates/api/v1/n.json.yml")
            }
            try site.write("title: T\nurl: https://t.example/\n", to: "content/site.yml")
            try site.write("data: { title: site.title }\n", to: "templates/titles.json.yml")
            try site.write("status: \(status)\n", to: "templates/api/v1/_version.yml")
            try revision(3)
            #expect(try site.build() == [])
            try revision(first)
            #expect(try site.build() == [])
            try site.write("title: U\nurl: https://t.example/\n", to: "content/site.yml")
            #expect(try site.build() == [])
            // `first` is also the least number, so the change makes 10 of the 9.
            #expect(try site.published("api/v1/n.json") == (first == 9 ? "10\n" : "4\n"))
            #expect(try site.published("api/v1/schemas/n.json").contains("\"minimum\": 3"))
        }
    }

    /// A mistake in the first of two revisions is told once.
    @Test func twoInOneFile() throws {
        let site = try ContractSite()
        try site.write("title: T\nurl: https://t.example/\n", to: "content/site.yml")
        try site.write(
            "data: { a: { revision: { of: [] } }, b: { revision: }, title: site.title }\n",
            to: "templates/n.json.yml")
        let rules = try site.build().sorted()
        #expect(rules == ["revision.form", "revision.of"])
    }

    /// A client that asks for the number alone would miss changes to what is no longer counted.
    @Test func whatItCountsIsPromised() throws {
        func site(_ status: String) throws -> ContractSite {
            let site = try ContractSite()
            try site.write("title: T\nurl: https://t.example/\n", to: "content/site.yml")
            for name in ["a", "b", "c"] {
                try site.write("data: { title: site.title }\n", to: "templates/\(name).json.yml")
            }
            try site.write("status: \(status)\n", to: "templates/api/v1/_version.yml")
            try count("a.json, b.json", in: site)
            #expect(try site.build() == [])
            return site
        }
        func count(_ paths: String, in site: borrowing ContractSite) throws {
            try site.write("revision: { of: [\(paths)] }\n", to: "templates/api/v1/n.json.yml")
        }
        for status in ["current", "frozen"] {
            let site = try site(status)
            try count("b.json", in: site)
            #expect(try site.build() == ["contract.countRemoved"])
            #expect(try site.messages().contains { $0.contains("changes to 'a.json' would no longer be counted") })
            try site.write("1\n", to: "templates/api/v1/n.json")
            try site.write(nil, to: "templates/api/v1/n.json.yml")
            #expect(try site.build().contains("contract.countRemoved"))
            try site.write(nil, to: "templates/api/v1/n.json")
            try count("c.json, b.json, a.json", in: site)
            #expect(try site.build() == (status == "frozen" ? ["contract.countAdded"] : []))
            // A missing output cannot be counted.
            try count("b.json", in: site)
            try site.write(nil, to: "templates/a.json.yml")
            #expect(try !site.build().contains("contract.countAdded"))
            try site.write(nil, to: "templates/c.json.yml")
            #expect(try site.build() == [])
        }
        let draft = try site("draft")
        try count("b.json", in: draft)
        #expect(try draft.build() == [])
    }

    /// The file of an entry goes with it, and then cannot be counted.
    @Test func whatEndedIsTakenOut() throws {
        let site = try ContractSite()
        for (path, text) in [
            "content/site.yml": "title: T\nurl: https://t.example/\nmoment: 2026-04-15\n",
            "content/ads/_collection.yml": "fields: { title: text }\n", "content/ads/a.yml": "title: A\n",
            "content/ads/b.yml": "title: B\n", "templates/api/v1/_version.yml": "status: frozen\n",
            "templates/api/v1/{id}.json.yml": "for: ads\ndata: title\n",
            "templates/api/v1/n.json.yml": "revision: { of: [api/v1/a.json, api/v1/b.json] }\n",
        ] { try site.write(text, to: path) }
        #expect(try site.build() == [])
        try site.write("title: B\ndeleted: 2026-04-14\n", to: "content/ads/b.yml")
        #expect(try site.build() == ["revision.of"])
        let help = try site.help()
        #expect(
            help.allSatisfy { $0.hasPrefix("if its entry is gone, remove it from 'of'; did you mean '") }, "\(help)")
        try site.write("revision: { of: [api/v1/a.json] }\n", to: "templates/api/v1/n.json.yml")
        #expect(try site.build() == [])
    }

    /// White space between the parts of JSON means nothing to a client; in its strings and in other files it counts.
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

    /// The number stands beside the data that it counts.
    @Test(arguments: [true, false]) func countsTheFileThatItStandsIn(_ usesCache: Bool) throws {
        let site = try Site(usesCache: usesCache)
        func write(_ number: String) throws {
            try site.write(
                "data: { titles: { each: ads, value: title }, version: \(number), site: site.title }\n",
                to: "templates/version.json.yml")
        }
        func file(_ title: String, _ number: Int, _ name: String = "T") -> String {
            "{\n  \"titles\": [\n    \"\(title)\"\n  ],\n  \"version\": \(number),\n  \"site\": \"\(name)\"\n}"
        }
        try write("{ revision: { first: 7 } }")
        #expect(try site.build() == file("A", 7))
        #expect(try site.build() == file("A", 7))
        try site.write("- { id: a, title: A, other: y }\n", to: "content/ads/a.yml")
        #expect(try site.build() == file("A", 7))
        try site.write("- { id: a, title: B, other: y }\n", to: "content/ads/a.yml")
        #expect(try site.build() == file("B", 8))
        #expect(try site.build(.compact).contains("\"version\":8"))
        try site.write("title: S\nurl: https://t.example/\n", to: "content/site.yml")
        #expect(try site.build() == file("B", 9, "S"))
        // It counts another output instead, and goes on.
        try write("{ revision: { of: [others.json] } }")
        #expect(try site.build() == file("B", 9, "S"))
        try site.write("- { id: a, title: C, other: y }\n", to: "content/ads/a.yml")
        #expect(try site.build() == file("C", 9, "S"))
        try site.write("- { id: a, title: C, other: z }\n", to: "content/ads/a.yml")
        #expect(try site.build() == file("C", 10, "S"))
        try site.sandbox.write(file("C", 4, "S"), to: "public/version.json")
        #expect(try site.rules() == ["revision.unreadable"])
        #expect(try site.help().contains("write 10 into it"))
    }

    /// A number that was the whole file, or in a file written by hand, goes on beside the data.
    @Test func goesOnBesideData() throws {
        let site = try Site(usesCache: true)
        #expect(try site.build() == "7")
        try site.write("data: { version: { revision: }, site: site.title }\n", to: "templates/version.json.yml")
        #expect(try site.build().contains("\"version\": 8,"))
        let other = try Site(usesCache: true)
        try other.sandbox.remove("site/templates/version.json.yml")
        for (text, number) in [("{ \"version\": 41, \"site\": \"R\" }\n", 42), ("{ \"site\": \"T\" }\n", 1)] {
            let site = try Site(usesCache: true)
            try site.sandbox.remove("site/templates/version.json.yml")
            try site.write(text, to: "templates/version.json")
            _ = try site.build()
            try site.sandbox.remove("site/templates/version.json")
            try site.write("data: { version: { revision: {} }, site: site.title }\n", to: "templates/version.json.yml")
            #expect(try site.build().contains("\"version\": \(number),"))
        }
    }

    @Test func theNumberBesideDataIsPromised() throws {
        let site = try ContractSite()
        func write(_ number: String) throws {
            try site.write(
                "data: { title: site.title, version: \(number) }\n", to: "templates/api/v1/n.json.yml")
        }
        try site.write("title: T\nurl: https://t.example/\n", to: "content/site.yml")
        try site.write("data: { title: site.title }\n", to: "templates/a.json.yml")
        try site.write("status: current\n", to: "templates/api/v1/_version.yml")
        try write("{ revision: { first: 3 } }")
        #expect(try site.build() == [])
        #expect(try site.published("api/v1/schemas/n.json").contains("\"minimum\": 3"))
        #expect(try site.published("api/v1/openapi.json").contains("\"api/v1/n.json\""))
        try site.write("title: U\nurl: https://t.example/\n", to: "content/site.yml")
        try write("{ revision: { first: 1 } }")
        #expect(try site.build() == [])
        #expect(try site.published("api/v1/n.json") == "{\n  \"title\": \"U\",\n  \"version\": 4\n}\n")
        #expect(try site.published("api/v1/schemas/n.json").contains("\"minimum\": 3"))
        try write("{ revision: { of: [a.json] } }")
        #expect(try site.build() == ["contract.countRemoved"])
        try write("{ literal: 4 }")
        #expect(try site.build().contains("contract.countRemoved"))
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
        options.isFirstPublication = true
        return options
    }

    func rules() throws -> [String] { try buildSite(options).result.diagnostics.map(\.rule.rawValue) }

    func help() throws -> String { try buildSite(options).result.diagnostics.compactMap(\.help).joined() }

    /// Publishes the site, and returns its number.
    func build(_ style: JSONStyle = .pretty) throws -> String {
        var options = options
        options.style = style
        let publisher: Publisher? = try Publisher(
            to: sandbox.target, workFolder: usesCache ? sandbox.root + "/.kairan" : nil, clock: sandbox.clock)
        var built = try buildSite(options, for: publisher)
        #expect(built.result.diagnostics.isEmpty)
        _ = try publisher?.publish(&built.result, after: built.earlier, seen: built.seen)
        let text = try String(contentsOfFile: sandbox.target + "/version.json", encoding: .utf8)
        #expect(text.hasSuffix("\n"))
        return String(text.dropLast())
    }
}
