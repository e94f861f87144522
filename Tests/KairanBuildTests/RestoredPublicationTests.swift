import Foundation
import KairanModel
import SiteTesting
import Testing

@testable import KairanBuild
@testable import KairanPublish

/// After a power failure files may be empty, cut off or gone. As long as anything tells what was published, the next
/// build says so, keeps every promise, and leaves the folder as if nothing had happened.
@Suite struct RestoredPublicationTests {
    /// What is left of a file.
    enum Damage: CaseIterable {
        case empty, zeros, cut, gone

        func damaged(_ text: String) -> String? {
            switch self {
            case .empty: ""
            case .zeros: String(repeating: "\0", count: text.utf8.count)
            case .cut: String(text.prefix(text.count / 2))
            case .gone: nil
            }
        }
    }

    private static let promising = [
        ".kairan.json", "agreements.json", "api/v1/changelog.json", "api/v1/manifest.json", "api/v1/openapi.json",
        "count.json",
    ]

    private static func lay(_ site: borrowing ContractSite) throws {
        for (path, text) in [
            "content/site.yml": "title: T\nurl: https://t.example/\nmoment: 2026-04-15\n",
            "content/ads/_collection.yml": "fields: { title: text }\n", "content/ads/a.yml": "title: A\n",
            "content/ads/b.yml": "title: B\n",
            "content/terms/_collection.yml":
                "agreement: { version: version, from: day }\n"
                + "fields: { version: { version: { unique: true } }, day: date }\nbody: markdown\n",
            "content/terms/1.md": "---\nversion: 1.0\nday: 2026-01-01\n---\nYou agree.\n",
            "templates/terms.json.yml": "data: { each: terms, value: body.text }\n",
            "templates/count.json.yml": "revision: { of: [ads.json] }\n",
            "templates/ads.json.yml": "data: { each: ads, value: title }\n",
            "templates/ads/{id}.html.mustache": "---\nfor: ads\n---\n<h1>{{title}}</h1>\n",
            "templates/api/v1/_version.yml": "status: current\n",
            "templates/api/v1/ads.json.yml": "data: { each: ads, value: { id: id, title: title } }\n",
        ] { try site.write(text, to: path) }
    }

    /// A site after two publications.
    private static func published() throws -> ContractSite {
        let site = try ContractSite()
        try lay(site)
        #expect(try site.build() == [])
        try site.write("title: Bee\n", to: "content/ads/b.yml")
        #expect(try site.build() == [])
        return site
    }

    private static func files(_ site: borrowing ContractSite) throws -> [String: [UInt8]] {
        try filesIn(URL(filePath: site.sandbox.target))
    }

    @Test(arguments: Damage.allCases, promising + ["everything", "ads.json", "ads/b.html"])
    func itIsAsBefore(_ damage: Damage, _ path: String) throws {
        let site = try Self.published()
        let before = try Self.files(site)
        let damaged = path == "everything" ? before.keys.sorted() : [path]
        for path in damaged { try site.write(damage.damaged(try site.published(path)), to: "public/\(path)") }
        // If everything is gone, somebody may have removed it.
        let isTold = path == "everything" ? damage != .gone : Self.promising.contains(path)
        #expect(try site.build() == (isTold ? ["contract.restored"] : []))
        #expect(try Self.files(site) == before)
        #expect(try site.build() == [])
    }

    /// A promise that the damaged files made is kept.
    @Test(arguments: promising + ["everything"]) func whatBreaksIsRefused(_ path: String) throws {
        let site = try Self.published()
        for path in path == "everything" ? try Self.files(site).keys.sorted() : [path] {
            try site.write("", to: "public/\(path)")
        }
        try site.write("data: { each: ads, value: { id: id } }\n", to: "templates/api/v1/ads.json.yml")
        try site.write("---\nversion: 1.0\nday: 2026-01-01\n---\nYou pay.\n", to: "content/terms/1.md")
        #expect(try site.build() == ["agreement.changed", "contract.keyRemoved", "contract.restored"])
    }

    /// Git has what was committed, and the folder promises nothing beyond that.
    @Test(arguments: promising) func gitKnows(_ path: String) throws {
        let site = try Self.published()
        try git(["init", "-q"], in: site.sandbox.root)
        try git(["add", "-A", "public"], in: site.sandbox.root)
        try git(["commit", "-q", "-m", "Publish"], in: site.sandbox.root)
        let before = try Self.files(site)
        try site.forget()
        try site.write("", to: "public/\(path)")
        #expect(try site.build() == ["contract.restored"])
        #expect(try Self.files(site) == before)
    }

    /// Nothing remembers the publication, but the store of the build that made it tells its list, and the tree before
    /// it has the files that it shares with that.
    @Test(arguments: Damage.allCases, promising) func theRecordKnows(_ damage: Damage, _ path: String) throws {
        let site = try Self.published()
        let before = try Self.files(site)
        try Self.forgetMemory(site)
        // Another file takes its place, since the tree before shares the old one.
        let left = damage.damaged(try site.published(path))
        try site.write(nil, to: "public/\(path)")
        if let left { try site.write(left, to: "public/\(path)") }
        // The last publication changed these, and the tree before has the files of another one.
        guard !["api/v1/manifest.json", "api/v1/openapi.json", "count.json"].contains(path) else {
            #expect(try site.build() == [path == "count.json" ? "revision.unreadable" : "contract.damaged"])
            return
        }
        #expect(try site.build() == ["contract.restored"])
        #expect(try Self.files(site) == before)
    }

    /// The memory and the store are lost too, but the folder promises nothing beyond the tree before.
    @Test(arguments: [true, false]) func theTreeBeforeKnows(_ isBroken: Bool) throws {
        let site = try Self.published()
        try site.write("---\ntitle: T\n---\nHome\n", to: "templates/index.html.mustache")
        #expect(try site.build() == [])
        let before = try Self.files(site)
        try Self.forgetMemory(site)
        try site.write(nil, to: ".kairan/store")
        try site.write("", to: "public/.kairan.json")
        if isBroken { try site.write("data: { each: ads, value: { id: id } }\n", to: "templates/api/v1/ads.json.yml") }
        #expect(try site.build() == (isBroken ? ["contract.keyRemoved"] : []) + ["contract.restored"])
        if !isBroken { #expect(try Self.files(site) == before) }
    }

    /// The record and the tree before are those of the folder that was published to last.
    @Test func anotherFolderHasThem() throws {
        let site = try Self.published()
        try Self.forgetMemory(site)
        try site.write("", to: ".kairan/published-0123")
        try site.write("", to: "public/.kairan.json")
        #expect(try site.build().contains("contract.damaged"))
    }

    private static func forgetMemory(_ site: borrowing ContractSite) throws {
        let folder = site.sandbox.root + "/site/.kairan"
        for name in try FileManager.default.contentsOfDirectory(atPath: folder) where name.hasPrefix("published-") {
            try site.write(nil, to: ".kairan/\(name)")
        }
    }

    /// A page beside the lost list is made again too, and a file that somebody wrote there is not.
    @Test(arguments: Damage.allCases, [Damage.empty, .gone]) func aPageBesideTheList(_ page: Damage, _ list: Damage)
        throws
    {
        let site = try Self.published()
        let before = try Self.files(site)
        for knows in [true, false] {
            if !knows { try Self.forgetMemory(site) }
            try site.write(list.damaged(try site.published(".kairan.json")), to: "public/.kairan.json")
            try site.write(page.damaged(try site.published("ads/b.html")), to: "public/ads/b.html")
            #expect(try site.build() == ["contract.restored"])
            #expect(try Self.files(site) == before)
        }
        try site.write(nil, to: "public/.kairan.json")
        try site.write("<h1>Mine</h1>\n", to: "public/ads/b.html")
        #expect(throws: PublishError.conflicts(["ads/b.html"], listIsDamaged: false)) { try site.build() }
    }

    /// The list is lost, and the folder holds a later publication than the one that git has.
    @Test func aLaterPublicationCannotBeKnown() throws {
        let site = try Self.published()
        try git(["init", "-q"], in: site.sandbox.root)
        try git(["add", "-A", "public"], in: site.sandbox.root)
        try git(["commit", "-q", "-m", "Publish"], in: site.sandbox.root)
        try site.write("title: Bees\n", to: "content/ads/b.yml")
        #expect(try site.build() == [])
        try site.forget()
        try site.write("", to: "public/.kairan.json")
        #expect(try site.build().contains("contract.damaged"))
    }
}
