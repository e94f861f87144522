import Foundation
import KairanModel
import KairanReaders
import KairanTemplates
import SiteTesting
import Testing

@testable import KairanBuild
@testable import KairanContracts
@testable import KairanPublish

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
        // The sources are older than the key: its loss is noticed, though the folder does not know of the key.
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

    /// Nobody knows whether the publication in a shallow clone, or in a repository that git cannot read, is the last.
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
        let said = try clone.warnings(accepting: []).filter { $0.rule == .contractHistory }.map(\.message)
        #expect(said.count == 1 && said[0].contains(fault == "shallow" ? "shallow" : "bad config"), "\(said)")
        #expect(try clone.build() == ["contract.history"])
        // The publication of this build is known to be the last.
        #expect(try clone.build() == [])
    }

    /// A worktree of the hosted branch has such a repository.
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

    /// Each side of a merge promised something, and both went on counting from the same number.
    @Test func branchesThatWentApart() throws {
        let site = try ContractSite()
        let root = site.sandbox.root
        try site.write("status: draft\n", to: "templates/api/v2/_version.yml")
        try site.write("data: { each: ads, value: id }\n", to: "templates/api/v2/ads.json.yml")
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
        // Both branches published that the version was a draft, which may go.
        try site.write(nil, to: "templates/api/v2/")
        #expect(try site.build() == ["contract.keyRemoved", "contract.rolledBack"])
        let accepted = AcceptedChange(rule: .keyRemoved, endpoint: "v1/ads", why: "Nobody has it.")
        let warnings = try site.warnings(accepting: [accepted]).map(\.rule.rawValue)
        #expect(!warnings.contains("contract.unused"))
        try Self.lay(site, title: "B", hasNote: true)
        #expect(try site.build() == ["contract.rolledBack"])
        #expect(try Self.revisions(site) == [3, 3, 3])
    }

    /// A number that apps have seen can be written down if nothing else knows it.
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

    // MARK: Ways to lose sight of the last publication

    private static func publish(_ titles: [String], _ site: borrowing ContractSite) throws -> [[String: String]] {
        try titles.map { title in
            try lay(site, title: title, hasNote: false)
            #expect(try site.build() == [])
            return try published(site)
        }
    }

    private static func published(_ site: borrowing ContractSite) throws -> [String: String] {
        var files: [String: String] = [:]
        for path in try FileManager.default.subpathsOfDirectory(atPath: site.sandbox.target)
        where path.hasSuffix("json") || path.hasSuffix("html") { files[path] = try site.published(path) }
        return files
    }

    private static func restore(_ files: [String: String], _ site: borrowing ContractSite) throws {
        for (path, text) in files { try site.write(text, to: "public/\(path)") }
    }

    /// Expects that the next edit gets a number that was never used.
    private static func goesOn(_ site: borrowing ContractSite, to number: Int) throws {
        try lay(site, title: "Next", hasNote: false)
        #expect(try site.build().filter { $0 != "contract.rolledBack" } == [])
        #expect(try revisions(site) == [number, number, number])
    }

    @Test func aPublicationThatFailsIsNotTheLast() throws {
        let site = try ContractSite()
        let old = try Self.publish(["A", "B"], site)
        try Self.restore(old[0], site)
        try site.write("data: { literal: 1 }\n", to: "templates/extra.json.yml")
        try site.write("mine", to: "public/extra.json")
        #expect(throws: PublishError.self) { try site.build() }
        for path in ["public/extra.json", "templates/extra.json.yml"] { try site.write(nil, to: path) }
        try Self.goesOn(site, to: 3)
    }

    /// An upload left out the file that begins with a dot; a number outside any version has to be the last one too.
    @Test(arguments: [true, false]) func theListIsLost(_ hasVersion: Bool) throws {
        let site = try ContractSite()
        func lay(_ title: String) throws {
            try Self.lay(site, title: title, hasNote: false)
            if hasVersion { return }
            try site.write(nil, to: "templates/api")
            try site.write("data: { each: ads, value: title }\n", to: "templates/ads.json.yml")
            try site.write("revision: { of: [ads.json] }\n", to: "templates/count.json.yml")
        }
        var old: [[String: String]] = []
        for title in ["A", "B"] {
            try lay(title)
            #expect(try site.build() == [])
            old.append(try Self.published(site))
        }
        try Self.restore(old[0], site)
        try site.write(nil, to: "public/.kairan.json")
        try lay("A")
        // The tree before the last publication is what the folder went back to.
        #expect(try site.warnings(accepting: []).map(\.rule.rawValue) == ["contract.restored"])
        try site.write(nil, to: ".kairan/spare")
        #expect(try site.build() == (hasVersion ? ["contract.damaged"] : []) + ["revision.unreadable"])
        try site.write(nil, to: "public/")
        #expect(try site.build() == [])
        #expect(try site.published(hasVersion ? "api/v1/revision.json" : "count.json") == "3\n")
    }

    /// Another build of the site holds the cache, but not the folder.
    @Test func theCacheIsInUse() throws {
        let site = try ContractSite()
        let old = try Self.publish(["A", "B"], site)
        let (root, clock) = (site.sandbox.root, site.sandbox.clock)
        let other = try Publisher(to: root + "/other", workFolder: root + "/site/.kairan", clock: clock)
        _ = try Self.publish(["C"], site)
        withExtendedLifetime(other) {}
        try Self.restore(old[1], site)
        try Self.goesOn(site, to: 4)
    }

    /// A build is killed while its publication is noted as pending, and stands already or not.
    @Test(arguments: [true, false]) func killedWhilePublishing(_ stood: Bool) throws {
        let site = try ContractSite()
        let old = try Self.publish(["A", "B"], site)
        let folder = site.sandbox.root + "/site/.kairan"
        let name = try #require(
            try FileManager.default.contentsOfDirectory(atPath: folder).first { $0.hasPrefix("published-") })
        let memory = try Data(contentsOf: URL(filePath: "\(folder)/\(name)"))
        _ = try Self.publish(["C"], site)
        try FileManager.default.moveItem(atPath: "\(folder)/\(name)", toPath: "\(folder)/\(name)-pending")
        try memory.write(to: URL(filePath: "\(folder)/\(name)"))
        if !stood { try Self.restore(old[1], site) }
        try Self.goesOn(site, to: 4)
        #expect(try !FileManager.default.contentsOfDirectory(atPath: folder).contains { $0.hasSuffix("-pending") })
    }

    private static func commit(_ site: borrowing ContractSite) throws {
        try git(["add", "public"], in: site.sandbox.root)
        try git(["commit", "-q", "--allow-empty", "-m", "P"], in: site.sandbox.root)
    }

    /// After `A`, the branch `other` publishes twice and `main` once, so that both use one number.
    private static func apart(_ site: borrowing ContractSite, note: Bool) throws {
        let root = site.sandbox.root
        try publishAndCommit(["A"], site)
        try git(["checkout", "-q", "-b", "other"], in: root)
        for title in ["B", "C"] {
            try lay(site, title: title, hasNote: note)
            #expect(try site.build() == [])
            try commit(site)
        }
        try git(["checkout", "-q", "main"], in: root)
        try site.write(nil, to: ".kairan/")
        try lay(site, title: "D", hasNote: false)
        #expect(try site.build() == [])
        try commit(site)
    }

    /// During a merge the files of one side stand, or none, as in a conflict.
    @Test(arguments: [true, false]) func aMergeThatIsGoingOn(_ isThere: Bool) throws {
        let site = try ContractSite()
        try Self.apart(site, note: false)
        try git(["merge", "-q", "-s", "ours", "--no-commit", "other"], in: site.sandbox.root)
        if !isThere {
            try site.write(nil, to: "public/")
            try site.write(nil, to: ".kairan/")
        }
        try Self.goesOn(site, to: 4)
        try Self.commit(site)
        try site.write(nil, to: ".kairan/")
        #expect(try site.build() == [])
    }

    /// The branch with the higher number need not have seen what the other promised.
    @Test(arguments: [true, false]) func branchesOfWhichOneWentFurther(_ isOther: Bool) throws {
        let site = try ContractSite()
        let root = site.sandbox.root
        try Self.apart(site, note: isOther)
        if !isOther {
            for title in ["E", "F"] {
                try Self.lay(site, title: title, hasNote: true)
                #expect(try site.build() == [])
                try Self.commit(site)
            }
            try git(["checkout", "-q", "other"], in: root)
        }
        try git(["merge", "-q", "-s", "ours", "-m", "M", isOther ? "other" : "main"], in: root)
        try site.write(nil, to: ".kairan/")
        try Self.lay(site, title: "D", hasNote: false)
        #expect(try site.build() == ["contract.keyRemoved", "contract.rolledBack"])
    }

    /// Somebody else's publication is known as soon as it is fetched, whatever the remote is called.
    @Test(arguments: ["origin", "github", "elsewhere"]) func aPublicationIsFetched(_ remote: String) throws {
        let site = try ContractSite()
        let root = site.sandbox.root
        try Self.publishAndCommit(["A", "B", "C"], site)
        let branch = remote == "elsewhere" ? "published" : "main"
        try git(["update-ref", "refs/remotes/\(remote)/\(branch)", "HEAD"], in: root)
        if remote == "elsewhere" {
            try git(["config", "remote.elsewhere.url", "."], in: root)
            try git(["config", "remote.elsewhere.fetch", "+refs/heads/*:refs/remotes/elsewhere/*"], in: root)
            try git(["config", "branch.main.remote", "elsewhere"], in: root)
            try git(["config", "branch.main.merge", "refs/heads/published"], in: root)
        }
        try git(["reset", "-q", "--hard", "HEAD~1"], in: root)
        try site.write(nil, to: ".kairan/")
        try Self.goesOn(site, to: 4)
    }

    @Test func aClonesMemoryIsNotAllThereIs() throws {
        let site = try ContractSite()
        let root = site.sandbox.root
        try Self.publishAndCommit(["A", "B"], site)
        let clone = try ContractSite()
        try git(["clone", "-q", root, "c"], in: clone.sandbox.root)
        for name in ["public", ".git"] {
            try FileManager.default.moveItem(
                atPath: "\(clone.sandbox.root)/c/\(name)", toPath: "\(clone.sandbox.root)/\(name)")
        }
        try Self.lay(clone, title: "B", hasNote: false)
        #expect(try clone.build() == [])
        try Self.publishAndCommit(["C"], site)
        try git(["fetch", "-q"], in: clone.sandbox.root)
        try Self.goesOn(clone, to: 4)
    }

    /// An old commit is checked out, whatever its branch is called, or a new history begins.
    @Test(arguments: ["detached", "orphan"]) func noBranchIsCheckedOut(_ way: String) throws {
        let site = try ContractSite()
        let root = site.sandbox.root
        try Self.publishAndCommit(["A", "B", "C"], site)
        try git(["branch", "-m", way == "orphan" ? "main" : "trunk"], in: root)
        let first = try git(["rev-parse", "HEAD~2"], in: root).trimmingCharacters(in: .newlines)
        try git(way == "orphan" ? ["checkout", "-q", "--orphan", "new"] : ["checkout", "-q", first], in: root)
        if way == "orphan" { try git(["checkout", "-q", first, "--", "public"], in: root) }
        try site.write(nil, to: ".kairan/")
        try Self.goesOn(site, to: 4)
    }

    /// A container may have the worktree alone.
    @Test func aWorktreeWithoutItsRepositoryIsSaid() throws {
        let site = try ContractSite()
        _ = try Self.publish(["A"], site)
        try site.sandbox.write("gitdir: /nowhere/.git/worktrees/x\n", to: ".git")
        try site.write(nil, to: ".kairan/")
        #expect(try site.build() == ["contract.history"])
    }

    /// A number that its maintainer removed is not missed for ever.
    @Test func aNumberThatWasRemoved() throws {
        let site = try ContractSite()
        try Self.publishAndCommit(["A"], site)
        try site.write("revision: { of: [api/v1/ads.json] }\n", to: "templates/count.json.yml")
        #expect(try site.build() == [])
        try Self.commit(site)
        try site.write(nil, to: "templates/count.json.yml")
        #expect(try site.build() == [])
        try Self.commit(site)
        try site.write(nil, to: ".kairan/")
        #expect(try site.build() == [])
    }
}
