import Foundation
import SiteTesting
import Testing

/// These tests show what somebody sees who takes a publication back with git.
@Suite struct GoingBackCommandTests {
    private static func publishedTwice() throws -> TemporaryFolder {
        let box = try TemporaryFolder()
        for (path, text) in [
            "content/site.yml": "title: T\nurl: https://t.example/\nmoment: 2026-04-15\n",
            "content/ads/_collection.yml": "fields: { title: text }\n", "content/ads/a.yml": "title: A\n",
            "templates/api/v1/_version.yml": "status: current\n",
            "templates/api/v1/ads.json.yml": "data: { each: ads, value: { id: id } }\n",
            "templates/api/v1/revision.json.yml": "revision: { of: [api/v1/ads.json] }\n",
            ".gitignore": ".*.kairan-*\n",
        ] { try box.write(text, to: path) }
        try git(["init", "-q"], in: box.path)
        #expect(try kairan(["build", "--first-publication", "--strict"], in: box.url).exitCode == 0)
        try git(["add", "-A"], in: box.path)
        try git(["commit", "-q", "-m", "1"], in: box.path)
        try box.write(
            "data: { each: ads, value: { id: id, title: title } }\n", to: "templates/api/v1/ads.json.yml")
        #expect(try kairan(["build", "--strict"], in: box.url).exitCode == 0)
        try git(["add", "-A"], in: box.path)
        try git(["commit", "-q", "-m", "2"], in: box.path)
        return box
    }

    private func number(_ box: borrowing TemporaryFolder) throws -> String {
        try String(contentsOfFile: box.path + "/public/api/v1/revision.json", encoding: .utf8)
    }

    /// The revert is built where the site was built before, and in a clone that remembers nothing.
    @Test(arguments: [true, false]) func aRevert(isRemembered: Bool) throws {
        let box = try Self.publishedTwice()
        try git(["revert", "--no-edit", "HEAD"], in: box.path)
        if !isRemembered { try FileManager.default.removeItem(atPath: box.path + "/.kairan") }
        let before = try publication(box.url.appending(path: "public"))
        let refused = try kairan(["build"], in: box.url)
        #expect(refused.exitCode == 1 && refused.errors.contains("'[].title' would be gone"), "\(refused.errors)")
        #expect(refused.errors.contains("[contract.rolledBack]"))
        #expect(try publication(box.url.appending(path: "public")) == before)

        try git(["checkout", "-q", "HEAD~1", "--", "templates"], in: box.path)
        try box.write("title: B\n", to: "content/ads/a.yml")
        let strict = try kairan(["build", "--strict"], in: box.url)
        #expect(strict.exitCode == 1 && strict.errors.contains("build once without it"), "\(strict.errors)")
        let run = try kairan(["build"], in: box.url)
        #expect(run.exitCode == 0 && run.errors.contains("[contract.rolledBack]"), "\(run.errors)")
        #expect(try number(box) == "3\n")
        let again = try kairan(["build", "--strict"], in: box.url)
        #expect(again.exitCode == 0 && again.errors == "", "\(again.errors)")
    }

    /// Everything is gone, but the numbers were written down.
    @Test func aFloor() throws {
        let box = try Self.publishedTwice()
        for name in ["public", ".kairan", ".git"] { try FileManager.default.removeItem(atPath: box.path + "/" + name) }
        let strict = try kairan(["build", "--strict"], in: box.url)
        #expect(strict.exitCode == 1 && strict.errors.contains("[contract.uncompared]"), "\(strict.errors)")
        try box.write("revision: { of: [api/v1/ads.json], first: 90 }\n", to: "templates/api/v1/revision.json.yml")
        try box.write("status: current\nfirstRevision: 80\n", to: "templates/api/v1/_version.yml")
        #expect(try kairan(["build", "--first-publication"], in: box.url).exitCode == 0)
        #expect(try number(box) == "90\n")
        let manifest = try String(contentsOfFile: box.path + "/public/api/v1/manifest.json", encoding: .utf8)
        #expect(manifest.contains("\"revision\":80,\n"))
    }
}
