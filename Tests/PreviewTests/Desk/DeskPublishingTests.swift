import Foundation
import SiteTesting
import Testing

/// Saved entries are published whole or not at all, and become a version of git only when somebody asks.
@Suite struct DeskPublishingTests {
    @Test func publishing() throws {
        let site = try EditedSite()
        let first = try site.post("publish", [:])
        #expect(first.status == 200 && site.isThere("public/index.html"), "\(first.json)")
        #expect(try #require(site.get("changes")["changes"] as? [Any]).isEmpty)

        #expect(try site.save("notices", "umbrella", ["title": "Found umbrella"]).status == 200)
        let changes = try site.get("changes")
        let files = try #require(changes["changes"] as? [[String: Any]]).map {
            "\($0["kind"] ?? "") \($0["path"] ?? "")"
        }
        #expect(files.contains("changed index.html") && files.contains("changed api/v1/notices.json"), "\(files)")
        let versions = try #require(changes["versions"] as? [[String: Any]])
        #expect(versions.map { $0["name"] as? String } == ["v1"])
        #expect(!(try site.text("public/index.html")).contains("Found umbrella"))
        let second = try site.post("publish", [:])
        #expect(second.status == 200 && second["added"] as? Int == 0, "\(second.json)")
        #expect(try site.text("public/index.html").contains("Found umbrella"))
    }

    @Test func nothingWithMistakesIsPublished() throws {
        let site = try EditedSite()
        #expect(try site.post("publish", [:]).status == 200)
        let published = try filesIn(site.box.url.appending(path: "public"))
        try site.box.write("---\ntitle: Broken\nshown: never\n---\n", to: "content/notices/broken.md")
        let refused = try site.post("publish", [:])
        #expect(refused.status == 422 && refused.mistakes == [" field.type"], "\(refused.json)")
        #expect(try site.get("changes").mistakes == [" field.type"])
        #expect(try filesIn(site.box.url.appending(path: "public")) == published)
    }

    /// A draft of the API is released by a button. Its declaration keeps what else it says, and is made if there is
    /// none.
    @Test(arguments: ["# Our first one.\nstatus: draft\ndescription: For the app.\n", nil]) func releasing(
        _ declaration: String?
    ) throws {
        let path = "templates/api/v1/_version.yml"
        let site = try EditedSite { folder in
            try declaration?.write(to: folder.appending(path: path), atomically: true, encoding: .utf8)
        }
        #expect(try site.get("changes")["drafts"] as? [String] == ["v1"])
        #expect(try site.post("release", ["name": "v2"]).status == 409)
        #expect(try site.post("release", ["name": "../v1"]).status == 409)
        let released = try site.post("release", ["name": "v1"])
        #expect(released.status == 200, "\(released.json)")
        let expected = declaration?.replacing("status: draft", with: "status: current") ?? "status: current\n"
        #expect(try site.text(path) == expected)
        #expect(try site.get("changes")["drafts"] as? [String] == [])
        #expect(try site.post("release", ["name": "v1"]).status == 409)
        #expect(try site.post("publish", [:]).status == 200)
        #expect(try site.text("public/api/v1/openapi.json").contains("\"x-status\": \"current\""))
    }

    @Test func versions() throws {
        let site = try EditedSite { try makeRepository(in: $0) }
        let before = try site.text("content/notices/umbrella.md")
        #expect(try site.get("git")["files"] as? [String] == [])
        #expect(try site.save("notices", "umbrella", ["title": "Found umbrella"]).status == 200)
        // Something that somebody else is about to commit stays as it is.
        try site.box.write("mine\n", to: "mine.txt")
        try git(["add", "mine.txt"], in: site.box.url)
        let state = try site.get("git")
        #expect(state["files"] as? [String] == ["content/notices/umbrella.md"])
        #expect(state["message"] as? String == "Change notice “Found umbrella”")
        let rows = try #require(try site.get("entries", ["collection": "notices"])["entries"] as? [[String: Any]])
        #expect(rows.map { $0["isChanged"] as? Bool } == [true])

        #expect(try site.post("commit", ["message": " "]).status == 422)
        #expect(try site.post("publish", [:]).status == 200)
        #expect(try site.post("commit", ["message": "Say that it was found"]).status == 200)
        #expect(try site.post("commit", ["message": "Nothing"]).status == 422)
        let log = try git(["log", "--format=%s", "--name-only", "--max-count=1"], in: site.box.url)
        #expect(log.hasPrefix("Say that it was found\n\ncontent/notices/umbrella.md\npublic/"), "\(log)")
        #expect(try git(["status", "--porcelain"], in: site.box.url) == "A  mine.txt\n")

        let umbrella = ["collection": "notices", "id": "umbrella"]
        let versions = try #require(try site.get("history", umbrella)["versions"] as? [[String: String]])
        #expect(versions.map { $0["subject"] } == ["Say that it was found", "Start"])
        let start = try #require(versions.last?["commit"])
        let old = try site.get("version", umbrella.merging(["commit": start]) { $1 })
        #expect((old["values"] as? [String: Any])?["title"] as? String == "Lost umbrella")
        let lines = try #require(old["lines"] as? [[String: String]]).filter { $0["kind"] != " " }
        #expect(
            lines == [
                ["kind": "-", "text": "title: Lost umbrella"], ["kind": "+", "text": "title: Found umbrella"],
            ])
        // With the old values in the form, saving them gives the old bytes.
        let values = try #require(old["values"] as? [String: Any])
        #expect(try site.save("notices", "umbrella", values).status == 200)
        #expect(try site.text("content/notices/umbrella.md") == before)
        // A file that no form can show has a history too.
        try site.box.write("---\ntitle: [\n---\n", to: "content/notices/umbrella.md")
        let broken = try site.get("version", umbrella.merging(["commit": start]) { $1 })
        let now = (broken["lines"] as? [[String: String]] ?? []).filter { $0["kind"] == "+" }
        #expect(broken.status == 200 && now == [["kind": "+", "text": "title: ["]], "\(broken.json)")
    }

    @Test func withoutGit() throws {
        let site = try EditedSite()
        #expect(try site.get("site")["isGit"] as? Bool == false)
        for commit in ["HEAD", "--help", "", "0123; rm -rf /"] {
            let query = ["collection": "notices", "id": "umbrella", "commit": commit]
            #expect([400, 404].contains(try site.get("version", query).status))
        }
    }

    /// What Git LFS keeps elsewhere would have to be sent by its hooks.
    @Test func filteredFiles() throws {
        let site = try EditedSite { try makeRepository(in: $0) }
        try site.box.write("*.md filter=lfs\n", to: ".gitattributes")
        #expect(try site.save("notices", "umbrella", ["title": "Found umbrella"]).status == 200)
        let refused = try site.post("commit", ["message": "Say that it was found"])
        #expect(refused.status == 422, "\(refused.json)")
        #expect("\(refused["error"] ?? "")".hasPrefix("'content/notices/umbrella.md' is kept by the filter 'lfs'"))
        try site.box.write("*.md -filter\n", to: ".gitattributes")
        #expect(try site.post("commit", ["message": "Say that it was found"]).status == 200)
    }

    /// Git's refusals are told, and leave what is staged as it was.
    @Test func refusals() throws {
        let site = try EditedSite { try makeRepository(in: $0) }
        let folder = site.box.url
        try site.box.write(
            "---\ntitle: New\nshown: always\n---\n", to: "content/notices/new.md")
        let before = try git(["status", "--porcelain"], in: folder)
        let branch = try git(["symbolic-ref", "--short", "HEAD"], in: folder).trimmingCharacters(in: .newlines)
        // Somebody else changes the branch at this moment.
        let lock = folder.appending(path: ".git/refs/heads/\(branch).lock")
        try Data().write(to: lock)
        let refused = try site.post("commit", ["message": "Add"])
        #expect(refused.status == 422 && "\(refused["error"] ?? "")".contains("lock"), "\(refused.json)")
        #expect(try git(["status", "--porcelain"], in: folder) == before)
        try FileManager.default.removeItem(at: lock)
        #expect(try site.post("commit", ["message": "Add"]).status == 200)

        // Somebody else was quicker to push.
        let elsewhere = try TemporaryFolder()
        try git(["init", "--quiet", "--bare", "shared.git"], in: elsewhere.url)
        try git(["remote", "add", "origin", elsewhere.path + "/shared.git"], in: folder)
        try git(["push", "--quiet", "--set-upstream", "origin", branch], in: folder)
        try git(["clone", "--quiet", "shared.git", "other"], in: elsewhere.url)
        let other = elsewhere.url.appending(path: "other")
        try elsewhere.write("theirs\n", to: "other/theirs.txt")
        try git(["add", "theirs.txt"], in: other)
        let name = ["-c", "user.name=Other", "-c", "user.email=other@t.example"]
        try git(name + ["commit", "--quiet", "--message", "Theirs"], in: other)
        try git(["push", "--quiet"], in: other)
        #expect(try site.save("notices", "umbrella", ["title": "Mine"]).status == 200)
        #expect(try site.post("commit", ["message": "Mine"]).status == 200)
        let push = try site.post("push", [:])
        #expect(push.status == 409 && push["error"] as? String == "Other was quicker.", "\(push.json)")
        #expect(try site.post("join", ["choices": [:]])["joined"] as? Int == 1)
        #expect(try site.text("theirs.txt") == "theirs\n")
        #expect(try site.post("push", [:]).status == 200)
    }
}

/// Makes a repository with one version of a board.
func makeRepository(in folder: URL) throws {
    try git(["init", "--quiet"], in: folder)
    try git(["config", "user.name", "Somebody"], in: folder)
    try git(["config", "user.email", "somebody@t.example"], in: folder)
    try ".kairan/\n".write(to: folder.appending(path: ".gitignore"), atomically: true, encoding: .utf8)
    try git(["add", "--all"], in: folder)
    try git(["commit", "--quiet", "--message", "Start"], in: folder)
}

@discardableResult
func git(_ arguments: [String], in folder: URL) throws -> String {
    let result = try run(URL(filePath: "/usr/bin/git"), arguments, in: folder)
    try #require(result.exitCode == 0, "\(result.errors)")
    return result.output
}
