import Foundation
import KairanContent
import KairanModel
import KairanTemplates
import SiteTesting
import Testing

@testable import KairanBuild

/// A text that users agreed to stays as it was published, whether the rest of the build is taken over or not.
@Suite struct AgreementTests {
    @Test(arguments: [true, false]) func aPublishedTextStays(_ usesCache: Bool) throws {
        let site = try AgreementSite(usesCache: usesCache)
        #expect(try site.build() == "1.0 You agree. | Privacy.")
        try site.term("1.0", "2026-01-01", "You\nagree.")
        #expect(try site.build() == "1.0 You agree. | Privacy.")
        try site.term("1.0", "2026-01-01", "Youagree.")
        #expect(try site.rules() == ["agreement.changed"])
        try site.term("1.0", "2026-01-01", "You do not agree.")
        #expect(try site.rules() == ["agreement.changed"])
        try site.term("1.0", "2026-01-01", "You agree.")
        try site.term("1.1", "2026-01-01", "You do not agree.")
        #expect(try site.build() == "1.0 You agree. | Privacy.; 1.1 You do not agree. | Privacy.")
    }

    @Test(arguments: [true, false]) func whatIsNotYetInForceMayChange(_ usesCache: Bool) throws {
        let site = try AgreementSite(usesCache: usesCache)
        _ = try site.build()
        try site.term("2.0", "2026-05-01", "Soon.")
        #expect(try site.build() == "1.0 You agree. | Privacy.")
        try site.term("2.0", "2026-05-01", "Sooner.")
        #expect(try site.build() == "1.0 You agree. | Privacy.")
        #expect(try site.changes() == ["2026-05-01T00:00:00Z agreements.json versions.json"])
        #expect(try site.build(at: "2026-05-01") == "1.0 You agree. | Privacy.; 2.0 Sooner. | Privacy.")
        try site.term("2.0", "2026-05-01", "Soon.")
        // The text stays fixed even when the clock goes back or its day is put off.
        #expect(try site.rules() == ["agreement.changed"])
        try site.term("2.0", "2026-09-01", "Soon.")
        #expect(try site.rules() == ["agreement.changed"])
        try site.term("2.0", "2026-09-01", "Sooner.")
        #expect(try site.build() == "1.0 You agree. | Privacy.; 2.0 Sooner. | Privacy.")
    }

    /// A text that a condition announces is published, and therefore stays.
    @Test(arguments: [true, false]) func whatIsAnnouncedStays(_ usesCache: Bool) throws {
        let site = try AgreementSite(usesCache: usesCache)
        let path = "templates/coming.json.yml"
        func coming(_ value: String) -> String {
            "data: { each: terms, where: { day: { moreThan: today } }, value: \(value) }\n"
        }
        try site.write(coming("version"), to: path)
        try site.term("2.0", "2026-05-01", "Soon.")
        // Announcing the version's number does not publish its text.
        #expect(try site.build() == "1.0 You agree. | Privacy.")
        try site.term("2.0", "2026-05-01", "Sooner.")
        #expect(try site.build() == "1.0 You agree. | Privacy.")
        try site.write(coming("body.text"), to: path)
        #expect(try site.build() == "1.0 You agree. | Privacy.; 2.0 from 2026-05-01 Sooner. | Privacy.")
        try site.term("2.0", "2026-05-01", "Soon.")
        #expect(try site.rules() == ["agreement.changed"])
        try site.write(coming("version"), to: path)
        #expect(try site.rules() == ["agreement.changed"])
        try site.term("2.0", "2026-06-01", "Sooner.")
        #expect(try site.build() == "1.0 You agree. | Privacy.; 2.0 from 2026-06-01 Sooner. | Privacy.")
        #expect(try site.changes() == ["2026-06-01T00:00:00Z agreements.json coming.json versions.json"])
        try site.term("1.5", "2026-07-01", "Late.")
        #expect(try site.rules() == ["agreement.order"])
        try site.sandbox.remove("site/content/terms/1.5.md")
        try site.sandbox.remove("site/content/terms/2.0.md")
        #expect(try site.rules() == ["agreement.removed"])
        try site.term("2.0", "2026-06-01", "Sooner.")
        #expect(try site.build(at: "2026-06-01") == "1.0 You agree. | Privacy.; 2.0 Sooner. | Privacy.")
    }

    @Test(arguments: [true, false]) func anotherPolicyAsksForAHigherVersion(_ usesCache: Bool) throws {
        let site = try AgreementSite(usesCache: usesCache)
        _ = try site.build()
        try site.write("No privacy.\n", to: "content/pages/privacy.md")
        #expect(try site.rules() == ["agreement.version"])
        try site.term("1.0.1", "2026-01-01", "You agree.")
        #expect(try site.build() == "1.0 You agree. | Privacy.; 1.0.1 You agree. | No privacy.")
        try site.write("No\nprivacy.\n", to: "content/pages/privacy.md")
        #expect(try site.build() == "1.0 You agree. | Privacy.; 1.0.1 You agree. | No privacy.")
        try site.write("Privacy.\n", to: "content/pages/privacy.md")
        #expect(try site.rules() == ["agreement.version"])
        try site.term("1.10", "2026-05-01", "You agree.")
        #expect(try site.build() == "1.0 You agree. | Privacy.; 1.0.1 You agree. | No privacy.")
        #expect(
            try site.build(at: "2026-05-02")
                == "1.0 You agree. | Privacy.; 1.0.1 You agree. | No privacy.; 1.10 You agree. | Privacy.")
    }

    @Test func versionsOnlyGrowAndStay() throws {
        let site = try AgreementSite(usesCache: true)
        try site.term("1.10", "2026-01-01", "Yes.")
        #expect(try site.build() == "1.0 You agree. | ; 1.10 Yes. | Privacy.")
        try site.term("1.9", "2026-09-01", "Late.")
        #expect(try site.rules() == ["agreement.order"])
        try site.term("1.9", "2026-01-01", "Late.")
        #expect(try site.rules() == ["agreement.order"])
        try site.sandbox.remove("site/content/terms/1.9.md")
        try site.sandbox.remove("site/content/terms/1.0.md")
        #expect(try site.rules() == ["agreement.removed"])
        try site.write("---\ndeleted: 2026-02-01\nversion: 1.0\nday: 2026-01-01\n---\nX\n", to: "content/terms/1.0.md")
        #expect(try site.rules() == ["agreement.removed"])
        // The version counts, not the name of its file.
        try site.sandbox.remove("site/content/terms/1.0.md")
        try site.write("---\nversion: 1.0\nday: 2026-01-01\n---\nYou agree.\n", to: "content/terms/first.md")
        #expect(try site.build() == "1.0 You agree. | ; 1.10 Yes. | Privacy.")
    }

    @Test(arguments: ["2026-01-01", "2026-09-01"]) func twoThatAreEquallyHigh(_ day: String) throws {
        let site = try AgreementSite(usesCache: true)
        try site.term("1.1", day, "Yes.")
        try site.term("1.1.0", day, "No.")
        #expect(try site.rules() == ["agreement.order"])
        try site.term("1.1.0-beta", day, "Perhaps.")
        try site.sandbox.remove("site/content/terms/1.1.0.md")
        #expect(try site.rules() == [])
    }

    @Test func aTranslationMayComeAndThenStays() throws {
        let site = try AgreementSite(usesCache: true)
        _ = try site.build()
        try site.write("はい。\n", to: "content/terms/1.0.ja.md")
        #expect(try site.build() == "1.0 en You agree. ja はい。 | Privacy.")
        try site.write("いいえ。\n", to: "content/terms/1.0.ja.md")
        #expect(try site.rules() == ["agreement.changed"])
        try site.sandbox.remove("site/content/terms/1.0.ja.md")
        #expect(try site.rules() == ["agreement.changed"])
    }

    @Test func whatIsIncludedStaysIncluded() throws {
        let site = try AgreementSite(usesCache: true)
        _ = try site.build()
        let declaration = try String(
            contentsOfFile: site.sandbox.root + "/site/content/terms/_collection.yml", encoding: .utf8)
        try site.write(
            declaration.replacing(", contains: [pages/privacy]", with: ""), to: "content/terms/_collection.yml")
        #expect(try site.rules() == ["agreement.version"])
        try site.term("1.1", "2026-01-01", "You agree.")
        #expect(try site.build() == "1.0 You agree. | Privacy.; 1.1 You agree. | ")
    }

    /// An agreement cannot be dropped with its collection, whether another collection has one or not.
    @Test(arguments: [false, true]) func anAgreementDoesNotGo(_ hasAnother: Bool) throws {
        let site = try AgreementSite(usesCache: true)
        if hasAnother {
            try site.write(
                "agreement: { version: v }\nfields: { v: { version: { unique: true } } }\nbody: markdown\n",
                to: "content/rules/_collection.yml")
            try site.write("---\nv: 1.0\n---\nRule.\n", to: "content/rules/first.md")
        }
        _ = try site.build()
        let path = "content/terms/_collection.yml"
        let declaration = try String(contentsOfFile: site.sandbox.root + "/site/\(path)", encoding: .utf8)
        let undeclared = declaration.split(separator: "\n").dropFirst().joined(separator: "\n")
        try site.write(undeclared, to: path)
        #expect(try site.rules() == ["agreement.removed"])
        let whole = try readBytes(site.sandbox.target + "/agreements.json")
        for text in ["", "{}", "<<<<<<< ours"] {
            try site.sandbox.write(text, to: "public/agreements.json")
            #expect(try site.rules() == ["agreement.unreadable"], "\(text)")
        }
        try site.sandbox.remove("public/agreements.json")
        #expect(try site.rules() == ["agreement.unreadable"])
        try site.sandbox.write(String(decoding: whole, as: UTF8.self), to: "public/agreements.json")
        try site.sandbox.remove("site/content/terms")
        try site.sandbox.remove("site/templates/versions.json.yml")
        #expect(try site.rules() == ["agreement.removed"])
    }

    @Test func aLinkLeadsWhereItLed() throws {
        let site = try AgreementSite(usesCache: true)
        func term(_ text: String) throws { try site.term("1.0", "2026-01-01", text) }
        _ = try site.build()
        // A text that was published without links may get some.
        try term("You [agree](https://a.example/).")
        #expect(try site.build() == "1.0 You agree.\n\n→ https://a.example/ | Privacy.")
        try term("You [agree](https://b.example/).")
        #expect(try site.rules() == ["agreement.changed"])
        try term("[You](https://c.example/) [agree](https://a.example/).")
        #expect(try site.rules() == ["agreement.changed"])
        // The link may be dropped, as the page that it led to may be gone one day.
        try term("You\nagree.")
        #expect(try site.build() == "1.0 You agree.\n\n→ https://a.example/ | Privacy.")
        try term("You [agree](https://b.example/).")
        #expect(try site.rules() == ["agreement.changed"])
    }

    @Test func aDamagedFileStops() throws {
        let site = try AgreementSite(usesCache: true)
        _ = try site.build()
        let whole = try String(contentsOfFile: site.sandbox.target + "/agreements.json", encoding: .utf8)
        for text in ["", "x", "[]", "{}", "{ \"terms\": {} }", "{ \"terms\": [1] }", String(whole.dropLast(4))]
            + ["version", "text", "includes"].map({ whole.replacing("\"\($0)\"", with: "\"other\"") })
        {
            try site.sandbox.write(text, to: "public/agreements.json")
            #expect(try site.rules() == ["agreement.unreadable"], "\(text)")
        }
        try site.sandbox.remove("public/agreements.json")
        try site.sandbox.makeFolder("public/agreements.json")
        #expect(try site.rules() == ["agreement.unreadable"])
        try site.sandbox.remove("public/agreements.json")
        try site.sandbox.write(whole, to: "public/agreements.json")
        #expect(try site.build() == "1.0 You agree. | Privacy.")
    }
}
