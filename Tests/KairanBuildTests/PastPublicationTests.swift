import Foundation
import KairanModel
import KairanReaders
import KairanTemplates
import SiteTesting
import Testing

@testable import KairanBuild
@testable import KairanPublish

/// If `public/` is gone, a build is compared with what Kairan remembers of it.
@Suite struct PastPublicationTests {
    private static func lay(_ site: borrowing ContractSite) throws {
        for (path, text) in [
            "content/site.yml": "title: T\nurl: https://t.example/\nmoment: 2026-04-15\n",
            "content/ads/_collection.yml": "fields: { title: text }\n", "content/ads/a.yml": "title: A\n",
            "content/terms/_collection.yml":
                "agreement: { version: version, from: day }\n"
                + "fields: { version: { version: { unique: true } }, day: date }\nbody: markdown\n",
            "content/terms/1.md": "---\nversion: 1.0\nday: 2026-01-01\n---\nYou agree.\n",
            "templates/terms.json.yml": "data: { each: terms, value: body.text }\n",
            "templates/revision.json.yml": "revision: { of: [api/v1/ads.json, terms.json] }\n",
            "templates/api/v1/_version.yml": "status: draft\n", "templates/api/v1/ads.json.yml": "data: []\n",
            "templates/api/v2/_version.yml": "status: current\n",
            "templates/api/v2/ads.json.yml": "data: { each: ads, value: { id: id, title: title } }\n",
        ] { try site.write(text, to: path) }
    }

    /// The version, the revision and the agreement are each reported at their place until something is published.
    @Test func nothingToCompareWithIsSaid() throws {
        var site = try ContractSite()
        site.namesFirst = false
        try Self.lay(site)
        let places = try site.warnings(accepting: []).filter { $0.rule == .contractUncompared }.map(\.span.path)
        #expect(
            places.sorted() == [
                "content/terms/_collection.yml", "templates/api/v2/_version.yml", "templates/revision.json.yml",
            ])
        #expect(try site.build() == ["contract.uncompared"])
        #expect(try site.build() == [])
    }

    @Test func aFirstPublicationThatIsNamedIsNotSaid() throws {
        let site = try ContractSite()
        try Self.lay(site)
        #expect(try site.build() == [])
    }

    /// An output can have the name of anything in the list of what was published, also of what stands in its promises.
    @Test(arguments: ["files", "promises", "seal", "kairan", "entries", "pages", "sha256", "revision", "a\"files\""])
    func aNumberWithANameOfTheList(_ name: String) throws {
        let site = try ContractSite()
        try Self.lay(site)
        try site.write(
            "revision: { of: [api/v1/ads.json, terms.json, api/v2/ads.json] }\n", to: "templates/\(name).yml")
        #expect(try site.build() == [])
        try site.write("title: B\n", to: "content/ads/a.yml")
        #expect(try site.build() == [])
        #expect(try site.published(name) == "2\n")
    }

    /// Keys, texts that users agreed to and numbers that would begin anew are remembered.
    @Test func whatIsRememberedIsComparedWith() throws {
        var site = try ContractSite()
        site.namesFirst = false
        try Self.lay(site)
        _ = try site.build()
        try site.write("title: B\n", to: "content/ads/a.yml")
        try site.write("data: { each: ads, value: id }\n", to: "templates/api/v1/ads.json.yml")
        #expect(try site.build() == [])
        let revision = try site.published("revision.json")
        let manifest = try site.published("api/v2/manifest.json")
        #expect(revision == "2\n")
        try site.write(nil, to: "public/")
        #expect(try site.build() == [])
        #expect(try site.published("api/v2/manifest.json") == manifest)
        #expect(try site.published("revision.json") == revision)

        try site.write(nil, to: "public/")
        try site.write("data: { each: ads, value: { id: id } }\n", to: "templates/api/v2/ads.json.yml")
        #expect(try site.build() == ["contract.keyRemoved"])
        try Self.lay(site)
        try site.write("---\nversion: 1.0\nday: 2026-01-01\n---\nYou pay.\n", to: "content/terms/1.md")
        #expect(try site.build().contains("agreement.changed"))
    }

    /// A damaged memory counts as none. As long as the store of the last build tells that something was promised, the
    /// build refuses; without that too, it says that it knows of nothing.
    @Test func aDamagedMemoryIsNone() throws {
        var site = try ContractSite()
        site.namesFirst = false
        try Self.lay(site)
        _ = try site.build()
        let folder = site.sandbox.root + "/site/.kairan"
        let names = try FileManager.default.contentsOfDirectory(atPath: folder).filter { $0.hasPrefix("published-") }
        #expect(names.count == 1)
        for name in names { try site.write("kairan published 3\nrubbish", to: ".kairan/\(name)") }
        try site.write(nil, to: "public/")
        #expect(try site.build().contains("contract.damaged"))
        try site.write(nil, to: ".kairan/store")
        #expect(try site.build() == ["contract.uncompared"])
    }
}
