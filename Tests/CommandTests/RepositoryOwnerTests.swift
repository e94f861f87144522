import Foundation
import SiteTesting
import Testing

/// As git itself, Kairan does not use the repository of another user, unless it is named in one's own settings.
@Suite(.enabled(if: geteuid() == 0, "only root can give files to others"))
struct RepositoryOwnerTests {
    @Test(arguments: ["board", "board/.git", "separate/.git", "apart"]) func anotherUser(_ path: String) throws {
        let box = try Self.repositories()
        let folder = path.hasPrefix("board") ? "board" : "separate"
        try Self.own(box.url.appending(path: path), 12345)
        let checked = try Self.check(folder, in: box)
        #expect(checked.exitCode == 0, "\(checked.errors)")
        #expect(
            checked.errors.contains("dubious ownership in repository at '\(box.path)/\(folder)'"), "\(checked.errors)")
        #expect(
            checked.errors.contains(
                "help: if you trust its owner: git config --global --add safe.directory '\(box.path)/\(folder)'\n"),
            "\(checked.errors)")
        let judged = try run(URL(filePath: "/usr/bin/git"), ["log"], in: box.url.appending(path: folder))
        #expect(judged.errors.contains("dubious ownership"), "git itself thinks otherwise")
    }

    /// Above the site there may be a repository of somebody who can write to that folder.
    @Test func aboveTheSite() throws {
        let box = try Self.repositories()
        try box.lay(box.url.appending(path: "board/content"), over: "board/inner/content")
        try box.lay(box.url.appending(path: "board/templates"), over: "board/inner/templates")
        try Self.own(box.url.appending(path: "board/.git"), 12345)
        #expect(try Self.check("board/inner", in: box).errors.contains("dubious ownership"))
    }

    @Test(arguments: [
        (["*"], true), (["HERE"], true), (["HERE/"], true), (["/nowhere", "HERE"], true), (["HERE", ""], false),
        (["*", ""], false), (["", "HERE"], true), (["/nowhere"], false), (["HERE/content"], false),
    ]) func namedInSettings(_ values: [String], _ isUsed: Bool) throws {
        let box = try Self.repositories()
        try Self.own(box.url.appending(path: "board"), 12345)
        for (number, value) in values.enumerated() {
            let value = value.replacing("HERE", with: box.path + "/board")
            try git(["config", "--file", "home/.gitconfig", "--add", "safe.directory", value], in: box.path)
            if number == 0 { try git(["config", "safe.directory", "*"], in: box.path + "/other") }
        }
        #expect(try Self.check("board", in: box).errors.contains("dubious ownership") != isUsed)
    }

    /// Through sudo, root works for another user.
    @Test(arguments: [("12345", true), ("123", false), ("x", false)]) func sudo(_ user: String, _ isUsed: Bool) throws {
        let box = try Self.repositories()
        try Self.own(box.url.appending(path: "board"), 12345)
        #expect(try Self.check("board", in: box, user).errors.contains("dubious ownership") != isUsed)
    }

    private static func check(_ folder: String, in box: borrowing TemporaryFolder, _ user: String = "") throws -> Run {
        try kairan(
            ["check"], in: box.url.appending(path: folder),
            environment: ["SUDO_UID": user, "HOME": box.path + "/home", "XDG_CONFIG_HOME": box.path + "/home"])
    }

    private static func own(_ folder: URL, _ user: Int) throws {
        let end = try run(URL(filePath: "/usr/bin/env"), ["chown", "--no-dereference", "\(user)", folder.path])
        try #require(end.exitCode == 0, "\(end.errors)")
    }

    /// Makes two repositories with a published board: one with its `.git`, one with that elsewhere.
    private static func repositories() throws -> TemporaryFolder {
        let box = try TemporaryFolder()
        try box.write("", to: "home/.gitconfig")
        try box.write("title: Harbour\nurl: https://a.example/\n", to: "board/content/site.yml")
        try box.write("Hello\n", to: "board/templates/index.html.mustache")
        try box.write("status: current\n", to: "board/templates/api/v1/_version.yml")
        try box.write("data: { a: { literal: 1 } }\n", to: "board/templates/api/v1/a.json.yml")
        let built = try kairan(["build", "--first-publication"], in: box.url.appending(path: "board"))
        #expect(built.exitCode == 0, "\(built.errors)")
        try git(["init", "--quiet", "board"], in: box.path)
        try git(["init", "--quiet", "other"], in: box.path)
        try git(["add", "--all", "--force", "--", ".", ":!.kairan"], in: box.path + "/board")
        try git(["commit", "--quiet", "--message", "Start"], in: box.path + "/board")
        try git(["clone", "--quiet", "--separate-git-dir=apart", "board", "separate"], in: box.path)
        return box
    }
}
