import Foundation
import SiteTesting
import Testing

/// What happens to published files while no build looks.
@Suite struct PublishedFilesTests {
    /// A failing disk changes a file, but not its size and times, so a build takes it for the one that it made.
    @Test func checkReadsWhatBuildsDoNot() throws {
        let site = try publishedSite()
        #expect(try kairan(["check", "--published"], in: site.url).exitCode == 0)
        let page = "public/clubs/tennis/index.html"
        let path = site.path + "/" + page
        let before = try String(contentsOfFile: path, encoding: .utf8)
        try site.write(String(before.reversed()), to: page)
        try FileManager.default.removeItem(atPath: site.path + "/public/robots.txt")
        let run = try kairan(["check", "--published"], in: site.url)
        #expect(run.exitCode == 1)
        #expect(
            run.errors.contains("\(page):1:1: error: 'clubs/tennis/index.html' does not hold what Kairan published"))
        #expect(run.errors.contains("'robots.txt' does not hold"))
        #expect(run.errors.split(separator: "\n").count { $0.contains("[manifest.differs]") } == 2)
        #expect(try kairan(["build", "--no-cache"], in: site.url).exitCode == 0)
        #expect(try String(contentsOfFile: path, encoding: .utf8) == before)
        #expect(try kairan(["check", "--published"], in: site.url).exitCode == 0)
        try site.write("", to: "public/.kairan.json")
        #expect(try kairan(["check", "--published"], in: site.url).errors.contains("[manifest.differs]"))
    }

    /// Only the first build says what is weaker where something is mounted at the folder.
    @Test(.onLinux) func aMountIsSaidOnce() throws {
        let site = try publishedSite()
        try FileManager.default.removeItem(atPath: site.path + "/public")
        try FileManager.default.createDirectory(atPath: site.path + "/public", withIntermediateDirectories: true)
        guard mountSmallDisk(on: site.path + "/public", options: "size=8m") else { return }
        defer { unmountSmallDisk(site.path + "/public") }
        for isFirst in [true, false] {
            try site.write("id,name,tags\ntennis,Tennis \(isFirst),\n", to: "content/clubs/all.csv")
            let run = try kairan(["build"], in: site.url)
            #expect(run.exitCode == 0, "\(run.errors)")
            #expect(run.errors.contains("[output.mounted]") == isFirst)
            let page = try String(contentsOfFile: site.path + "/public/clubs/tennis/index.html", encoding: .utf8)
            #expect(page.contains("Tennis \(isFirst)"))
        }
        #expect(try kairan(["check", "--published"], in: site.url).exitCode == 0)
        #expect(try FileManager.default.contentsOfDirectory(atPath: site.path).allSatisfy { !$0.contains(".kairan-") })
        let hidden = try FileManager.default.contentsOfDirectory(atPath: site.path + "/public")
        #expect(hidden.allSatisfy { !$0.hasPrefix(".kairan-") })
    }
}
