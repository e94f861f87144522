import Foundation
import KairanModel
import KairanReaders
import KairanTemplates
import SiteTesting
import Testing

@testable import KairanContracts
@testable import KairanPublish

// These tests are about versions as a whole: their status, their address and their revision.
extension ContractTests {
    @Test func whatIsPublishedCannotGoBackIntoThePreview() throws {
        let edit = Edit(
            .pathValueRemoved, ["templates/api/v1/x/{id}.json.yml": "for: ads\ndata: title\n"],
            ["content/ads/b.md": Self.ad("B").replacing("rank: 1", with: "rank: 1\nchannel: preview")])
        let site = try edited(edit, "current")
        #expect(
            try site.messages().contains {
                $0.contains("'x/b.json' would be gone; what is already published cannot go back to the preview")
            })
        try site.write(Self.ad("B"), to: "content/ads/b.md")
        try site.write("status: current\nchannel: preview\n", to: Self.version)
        #expect(try site.build() == ["contract.versionRemoved"])
        #expect(try site.messages().contains { $0.contains("it is now declared for the preview only") })
        #expect(try site.help().contains { $0.hasPrefix("remove 'channel: preview', ") })
    }

    /// A retired version may get new data, but still has to keep its promises.
    @Test func aRetiredVersionKeepsItsPromises() throws {
        let shape = ["templates/api/v1/x/{id}.json.yml": "for: ads\ndata: { title: title, kind: kind }\n"]
        let site = try edited(Edit(.keyAdded, shape, [:]), "retired\nretired: 2026-04-01")
        try site.write(Self.ad("Bee"), to: "content/ads/b.md")
        try site.write(Self.ad("C"), to: "content/ads/c.md")
        #expect(try site.build() == [])
        #expect(try site.published("api/v1/x/b.json").contains("Bee"))
        try site.write(nil, to: "content/ads/c.md")
        #expect(try site.build() == ["contract.pathValueRemoved"])
        try site.write("---\ntitle: C\nkind: pr\nrank: 1\ndeleted: 2026-04-14\n---\n", to: "content/ads/c.md")
        #expect(try site.build() == [])
        let fields = Self.declared("text?").replacing("[pr, univ]", with: "[pr, univ, new]")
            .replacing("univ: 1", with: "univ: 1, new: 2")
        try site.write(fields + "body: markdown\n", to: Self.ads)
        #expect(try site.build() == ["contract.valueAdded"])
    }

    /// Released apps keep asking at the address that they know.
    @Test func anotherAddressIsRefusedOnce() throws {
        let moved = Self.site("").replacing("url: https://", with: "url: https://new.")
        for (status, rules) in [("draft", []), ("current", ["contract.moved"]), ("frozen", ["contract.moved"])] {
            let site = try edited(Self.plain, status)
            try site.write(moved, to: "content/site.yml")
            #expect(try site.build() == rules)
            if status != "draft" { #expect(try site.places() == ["content/site.yml:2"]) }
            let accepted = AcceptedChange(rule: .moved, endpoint: "v1", why: "The old one leads here.")
            #expect(try site.build(accepting: [accepted]) == (status == "draft" ? ["contract.unused"] : []))
            #expect(try site.build() == [])
            #expect(try site.published("api/v1/changelog.json").contains("\"change\": \"moved\""))
        }
    }

    /// The site of `kairan init` gets an address after its first build.
    @Test func noAppAsksAtThePlaceholder() throws {
        let site = try edited(Self.plain, "draft")
        let own = Self.site("")
        try site.write(own.replacing(/url: \S+/, with: "url: https://example.org/board/"), to: "content/site.yml")
        #expect(try site.build() == [])
        try site.write("status: current\n", to: Self.version)
        #expect(try site.build() == [])
        try site.write(own, to: "content/site.yml")
        #expect(try site.build() == [])
    }

    @Test func theSuccessorOfALiveVersionIsLive() throws {
        let site = try edited(Self.plain, "current")
        try site.write("status: retired\nretired: 2026-04-01\nsuccessor: v2\n", to: Self.version)
        try site.write("status: current\nchannel: preview\n", to: "templates/api/v2/_version.yml")
        #expect(try site.build() == ["version.successor"])
        try site.write("status: draft\n", to: "templates/api/v2/_version.yml")
        #expect(try site.build() == ["version.successor"])
        try site.write("status: current\n", to: "templates/api/v2/_version.yml")
        #expect(try site.build() == [])
    }

    /// The page of a version says on which side of the day the build is, and the manifest when that changes.
    @Test func aDayToComeIsNotPast() throws {
        let site = try edited(Self.plain, "current")
        for (day, words) in [("2026-04-15", "Retired since 2026-04-15: "), ("2026-04-16", "Retires on 2026-04-16: ")] {
            try site.write("status: retired\nretired: \(day)\n", to: Self.version)
            #expect(try site.build() == [])
            #expect(try site.published("api/v1/index.html").contains("<p>\(words)it is still served"))
            let manifest = try site.published("api/v1/manifest.json")
            #expect(manifest.contains("\"nextChange\":\"2026-04-16T00:00:00") == (day == "2026-04-16"), "\(manifest)")
        }
    }

    /// If `firstOf` can end without a value, the help says how it always has one.
    @Test func aConstantEndsFirstOf() throws {
        let site = try edited(Edit(.narrowed, field: "text?", "text?"), "current")
        let shape = "data: { each: ads, value: { t: { firstOf: [about, { literal: x }] } } }\n"
        let template = "templates/api/v1/t.json.yml"
        try site.write(shape, to: template)
        #expect(try site.build() == [])
        try site.write(shape.replacing("{ literal: x }", with: "about"), to: template)
        #expect(try site.help().first?.hasPrefix("end its 'firstOf' with a constant, ") == true)
    }

    @Test func theRevisionGrowsOnlyWhenAFileChanges() throws {
        let site = try edited(Self.plain, "current")
        func revision() throws -> Substring? {
            try site.published("api/v1/manifest.json").firstMatch(of: /"revision":(\d+),\n/)?.1
        }
        #expect(try revision() == "1")
        try site.write(Self.ad("B").replacing("rank: 1", with: "rank: 2"), to: "content/ads/b.md")
        #expect(try site.build() == [])
        #expect(try revision() == "1")
        try site.write(Self.ad("C"), to: "content/ads/b.md")
        #expect(try site.build() == [])
        #expect(try revision() == "2")
        #expect(try site.published("api/v1/manifest.json").contains("\"path\":\"x.json\","))
    }
}
