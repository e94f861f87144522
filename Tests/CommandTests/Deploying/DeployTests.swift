import Foundation
import SiteTesting
import Testing

/// These tests deploy to a folder through rsync.
@Suite(.enabled(if: DeployServer.hasAll)) struct DeployTests {
    /// A first deploy in words, and one of a few changes; neither is done.
    @Test func aDryRun() throws {
        let site = try DeployedSite()
        let target = "rsync:\(site.box.path)/host"
        let first = try site.deploy(target, ["--dry-run"])
        #expect(first.exitCode == 0, "\(first.errors)")
        #expect(try filesIn(site.box.url.appending(path: "host")).isEmpty)
        #expect(try site.deploy(target).exitCode == 0)
        let before = try publication(site.box.url.appending(path: "host"))

        try site.write("a", "Second")
        try site.write("d", "New")
        try site.remove("c")
        try site.build()
        let run = try site.deploy(target, ["--dry-run"])
        #expect(try publication(site.box.url.appending(path: "host")) == before)
        let lines = run.output.replacing(/sha256\/[0-9a-f]{64}\.[a-z]+/, with: "sha256/…")
            .replacing(/[0-9]+ KB/, with: "… KB").replacing(site.box.path, with: "")
        #expect(
            lines == """
                upload files named by their content:
                  api/v1/sha256/…
                  api/v1/sha256/…
                  api/v1/sha256/…
                  api/v1/sha256/…
                  api/v1/sha256/…
                upload new files:
                  api/v1/items/d.json
                upload changed files:
                  api/v1/items.json
                  api/v1/items/a.json
                  api/v1/openapi.json
                upload pages and feeds that lead to the others:
                  api/v1/index.html
                  index.html
                upload lists of an API's files:
                  api/v1/manifest.json
                upload the list of all files:
                  .kairan.json
                keep for 24 hours, though no longer published:
                  api/v1/items/c.json
                  api/v1/sha256/…
                  api/v1/sha256/…
                  api/v1/sha256/…
                13 files, … KB to upload to rsync:/host, 14 unchanged; nothing was done

                """, "\(lines)")
    }

    /// Files of others in public/ belong to the site, except hidden ones.
    @Test func filesOfOthersInThePublication() throws {
        let site = try DeployedSite()
        for path in ["CNAME", ".well-known/security.txt", ".env", ".git/config", "notes/.draft"] {
            try site.box.write("x\n", to: "public/\(path)")
        }
        #expect(try site.deploy("rsync:\(site.box.path)/host").exitCode == 0)
        let paths = Set(try filesIn(site.box.url.appending(path: "host")).keys)
        #expect(paths.isSuperset(of: ["CNAME", ".well-known/security.txt", ".nojekyll"]))
        #expect(paths.isDisjoint(with: [".env", ".git/config", "notes/.draft"]))
    }

    @Test func aPublicationThatIsNotWhole() throws {
        let site = try DeployedSite()
        try site.box.write("other\n", to: "public/index.html")
        try FileManager.default.removeItem(atPath: site.box.path + "/public/assets/site.css")
        let run = try site.deploy("rsync:\(site.box.path)/host")
        #expect(run.exitCode == 3)
        #expect(
            run.errors
                == "error: public is not as the last build left it; build again: "
                + "assets/site.css, index.html\n")
        #expect(try filesIn(site.box.url.appending(path: "host")).isEmpty)
        let none = try site.deploy("rsync:\(site.box.path)/host", ["--from", "\(site.box.path)/none"])
        #expect(none.exitCode == 3 && none.errors.contains("run kairan build first"))
    }

    /// A build waits its turn, and so does a deploy.
    @Test func aBuildThatRuns() throws {
        let site = try DeployedSite()
        try site.box.write("1 harbour\n", to: ".public.kairan-lock")
        let lock = try FileHandle(forUpdating: site.box.url.appending(path: ".public.kairan-lock"))
        #expect(flock(lock.fileDescriptor, LOCK_EX | LOCK_NB) == 0)
        let run = try site.deploy("rsync:\(site.box.path)/host")
        #expect(run.exitCode == 3)
        #expect(run.errors == "error: another build or deploy is using this folder: process 1 on harbour\n")
        try lock.close()
        #expect(try site.deploy("rsync:\(site.box.path)/host").exitCode == 0)
    }

    /// Content that goes back to what it was finds its files again, and keeps them.
    @Test func goingBack() throws {
        let site = try DeployedSite()
        let target = "rsync:\(site.box.path)/host"
        #expect(try site.deploy(target).exitCode == 0)
        for title in ["Second", "First", "Second"] {
            try site.write("a", title)
            try site.build()
            try passTime(minutes: 25 * 60, at: site.box.url.appending(path: "host"))
            let run = try site.deploy(target)
            #expect(run.exitCode == 0, "\(run.errors)")
            let reading = try Reading("file://\(site.box.path)/host/api/v1/", in: site.box.url)
            #expect(reading.read == 1 && reading.wrong == [] && reading.copies == 0)
            let copies = try FileManager.default.contentsOfDirectory(atPath: "\(site.box.path)/host/api/v1/sha256")
            let manifest = try String(contentsOfFile: site.box.path + "/host/api/v1/manifest.json", encoding: .utf8)
            for match in manifest.matches(of: /"sha256":"([0-9a-f]+)"/) {
                #expect(copies.contains { $0.hasPrefix(match.1) })
            }
        }
    }

    /// The moment of a commit, which builds may take for the present, says nothing of how long files have been gone.
    @Test(arguments: ["4000000000", "0"]) func theClock(epoch: String) throws {
        let site = try DeployedSite()
        let target = "rsync:\(site.box.path)/host"
        #expect(try site.deploy(target).exitCode == 0)
        try site.remove("c")
        try site.build()
        for _ in 0..<2 {
            let run = try site.deploy(target, ["--format", "json"], ["SOURCE_DATE_EPOCH": epoch])
            #expect(try site.paths(run, "removed") == [] && site.paths(run, "leaving").contains("api/v1/items/c.json"))
        }
        try passTime(minutes: 25 * 60, at: site.box.url.appending(path: "host"))
        let run = try site.deploy(target, ["--format", "json"], ["SOURCE_DATE_EPOCH": epoch])
        #expect(try site.paths(run, "removed").contains("api/v1/items/c.json"))
    }
}
