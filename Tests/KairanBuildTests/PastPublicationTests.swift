import Foundation
import KairanModel
import KairanOutput
import SiteTesting
import Testing

@testable import KairanBuild

/// What a build is compared with where `public/` is gone, or is not the last one.
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

    /// The version, the revision and the agreement, each at its own place; once something is published, no more.
    @Test func nothingToCompareWithIsSaid() throws {
        var site = try ContractSite()
        site.namesFirst = false
        try Self.lay(site)
        let places = try site.warnings(accepting: []).filter { $0.rule == "contract.uncompared" }.map(\.span.path)
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

    /// A key, a text that users agreed to, and a number that would begin anew.
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

    /// Damage is as if nothing were remembered, and that is said.
    @Test func aDamagedMemoryIsNone() throws {
        var site = try ContractSite()
        site.namesFirst = false
        try Self.lay(site)
        _ = try site.build()
        let folder = site.sandbox.root + "/site/.kairan"
        let names = try FileManager.default.contentsOfDirectory(atPath: folder).filter { $0.hasPrefix("published-") }
        #expect(names.count == 1)
        for name in names { try site.write("kairan published 1\nrubbish", to: ".kairan/\(name)") }
        try site.write(nil, to: "public/")
        #expect(try site.build() == ["contract.uncompared"])
    }
}

/// `public/` goes back to what it was, by a copy or by git.
@Suite struct RolledBackTests {
    enum Way: CaseIterable { case backup, revert, backupWithoutMemory }

    private static func lay(_ site: borrowing ContractSite, title: String, hasNote: Bool) throws {
        for (path, text) in [
            "content/site.yml": "title: T\nurl: https://t.example/\nmoment: 2026-04-15\n",
            "content/ads/_collection.yml": "fields: { title: text }\n", "content/ads/a.yml": "title: \(title)\n",
            "templates/api/v1/_version.yml": "status: current\n",
            "templates/api/v1/ads.json.yml":
                "data: { each: ads, value: { id: id, title: title\(hasNote ? ", note: title" : "") } }\n",
            "templates/api/v1/revision.json.yml": "revision: { of: [api/v1/ads.json] }\n",
        ] { try site.write(text, to: path) }
    }

    private static func revisions(_ site: borrowing ContractSite) throws -> [Int] {
        let manifest = try #require(
            VersionManifest(reading: Array(try site.published("api/v1/manifest.json").utf8)))
        return [
            manifest.revision, manifest.files.first { $0.path == "ads.json" }?.revision ?? 0,
            Int(try site.published("api/v1/revision.json").dropLast()) ?? 0,
        ]
    }

    @Test(arguments: Way.allCases) func revisionsGoOnAndKeysStay(_ way: Way) throws {
        let site = try ContractSite()
        let root = site.sandbox.root
        try git(["init", "-q"], in: root)
        func commit() throws {
            try git(["add", "public"], in: root)
            try git(["commit", "-q", "-m", "P"], in: root)
        }
        var old: [String: String] = [:]
        for (number, title) in ["A", "B", "C"].enumerated() {
            try Self.lay(site, title: title, hasNote: title == "C")
            #expect(try site.build() == [])
            if way != .backup { try commit() }
            if number == 0 {
                for path in try FileManager.default.subpathsOfDirectory(atPath: root + "/public")
                where path.hasSuffix("json") || path.hasSuffix("html") { old[path] = try site.published(path) }
            }
        }
        let newest = try Self.revisions(site)
        #expect(newest == [3, 3, 3])
        if way == .revert {
            try git(["checkout", "-q", "HEAD~2", "--", "public"], in: root)
            try commit()
        } else {
            for (path, text) in old { try site.write(text, to: "public/\(path)") }
        }
        if way != .backup { try site.write(nil, to: ".kairan/") }
        // Sources from before the key: its loss is noticed, though the folder does not know of it.
        try Self.lay(site, title: "A", hasNote: false)
        #expect(try site.build() == ["contract.keyRemoved", "contract.rolledBack"])
        try Self.lay(site, title: "A", hasNote: true)
        #expect(try site.build() == ["contract.rolledBack"])
        #expect(try Self.revisions(site) == [4, 4, 4])
        #expect(try site.build() == [])
        #expect(try Self.revisions(site) == [4, 4, 4])
    }

    private static func publishAndCommit(_ titles: [String], _ site: borrowing ContractSite) throws {
        try git(["init", "-q"], in: site.sandbox.root)
        for title in titles {
            try lay(site, title: title, hasNote: false)
            #expect(try site.build() == [])
            try git(["add", "public"], in: site.sandbox.root)
            try git(["commit", "-q", "-m", title], in: site.sandbox.root)
        }
    }

    /// Of a clone without its history, and of a repository that git cannot read, nobody knows whether they are the last.
    @Test(arguments: ["shallow", "unreadable"]) func aHistoryThatCannotBeReadIsSaid(_ fault: String) throws {
        let site = try ContractSite()
        let clone = try ContractSite()
        try Self.publishAndCommit(["A", "B"], site)
        try git(["clone", "-q", "--depth", "1", "file://\(site.sandbox.root)", "c"], in: clone.sandbox.root)
        for name in ["public", ".git"] {
            try FileManager.default.moveItem(
                atPath: "\(clone.sandbox.root)/c/\(name)", toPath: "\(clone.sandbox.root)/\(name)")
        }
        if fault == "unreadable" { try clone.sandbox.write("[", to: ".git/config") }
        try Self.lay(clone, title: "B", hasNote: false)
        let said = try clone.warnings(accepting: []).filter { $0.rule == "contract.history" }.map(\.message)
        #expect(said.count == 1 && said[0].contains(fault == "shallow" ? "shallow" : "bad config"), "\(said)")
        #expect(try clone.build() == ["contract.history"])
        // What this build published is known to be the last.
        #expect(try clone.build() == [])
    }

    /// As a worktree of the branch that is hosted has.
    @Test func aFolderWithARepositoryOfItsOwnTellsItsHistory() throws {
        let site = try ContractSite()
        let target = site.sandbox.target
        for (title, hasNote) in [("A", false), ("B", true)] {
            try Self.lay(site, title: title, hasNote: hasNote)
            #expect(try site.build() == [])
            try git(["init", "-q"], in: target)
            try git(["add", "-A"], in: target)
            try git(["commit", "-q", "-m", title], in: target)
        }
        try git(["checkout", "-q", "HEAD~1", "--", "."], in: target)
        try site.write(nil, to: ".kairan/")
        try Self.lay(site, title: "C", hasNote: false)
        #expect(try site.build() == ["contract.keyRemoved", "contract.rolledBack"])
    }

    /// Each side of a merge promised something, and both count on from the same number.
    @Test func branchesThatWentApart() throws {
        let site = try ContractSite()
        let root = site.sandbox.root
        try Self.publishAndCommit(["A"], site)
        try git(["checkout", "-q", "-b", "other"], in: root)
        try Self.lay(site, title: "A", hasNote: true)
        #expect(try site.build() == [])
        try git(["commit", "-qam", "Note"], in: root)
        try git(["checkout", "-q", "main"], in: root)
        try site.write(nil, to: ".kairan/")
        try Self.publishAndCommit(["B"], site)
        try git(["merge", "-q", "-s", "ours", "-m", "M", "other"], in: root)
        try site.write(nil, to: ".kairan/")
        #expect(try site.build() == ["contract.keyRemoved", "contract.rolledBack"])
        let accepted = AcceptedChange(rule: .keyRemoved, endpoint: "v1/ads", why: "Nobody has it.")
        let warnings = try site.warnings(accepting: [accepted]).map(\.rule)
        #expect(!warnings.contains("contract.unused"))
        try Self.lay(site, title: "B", hasNote: true)
        #expect(try site.build() == ["contract.rolledBack"])
        #expect(try Self.revisions(site) == [3, 3, 3])
    }

    /// A number that apps have seen is written down where nothing else knows it.
    @Test func aWrittenNumberIsTheLeast() throws {
        let site = try ContractSite()
        try Self.lay(site, title: "A", hasNote: false)
        #expect(try site.build() == [])
        try site.write("status: current\nfirstRevision: 40\n", to: "templates/api/v1/_version.yml")
        try site.write("revision: { of: [api/v1/ads.json], first: 30 }\n", to: "templates/api/v1/revision.json.yml")
        for _ in 0..<2 {
            #expect(try site.build() == [])
            #expect(try Self.revisions(site) == [40, 1, 30])
        }
        try site.write("title: B\n", to: "content/ads/a.yml")
        #expect(try site.build() == [])
        #expect(try Self.revisions(site) == [41, 41, 31])
    }
}
