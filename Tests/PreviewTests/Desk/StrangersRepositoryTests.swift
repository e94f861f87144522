import Foundation
import SiteTesting
import Testing

/// The forms of a board whose repository came from a stranger start nothing of it, also when a version is saved and
/// sent.
@Suite struct StrangersRepositoryTests {
    @Test func savingAndSending() throws {
        let box = try TemporaryFolder()
        let site = try EditedSite {
            try makeRepository(in: $0)
            try Self.addRemote(in: $0, box.url)
        }
        let folder = site.box.url
        try Self.addSubmodule(in: folder, box.url)
        let stranger = try StrangersRepository(in: folder, beside: box.url)
        // The remote is a part of what the stranger brings.
        try Self.addHooks(in: box)
        #expect(try site.save("notices", "umbrella", ["title": "Found umbrella"]).status == 200)
        #expect(try site.get("git")["files"] as? [String] == ["content/notices/umbrella.md"])
        #expect(try site.get("entries", ["collection": "notices"]).status == 200)
        #expect(try site.get("history", ["collection": "notices", "id": "umbrella"]).status == 200)
        let commit = try site.post("commit", ["message": "Say that it was found"])
        #expect(commit.status == 200, "\(commit.json)")
        let push = try site.post("push", [:])
        #expect(push.status == 200, "\(push.json)")
        #expect(try site.post("fetch", [:])["problem"] is NSNull)
        #expect(try site.post("join", ["choices": [:]]).status == 200)
        #expect(stranger.marks == "")
        let sent = try git(["log", "--format=%s", "--max-count=1", "--all"], in: box.path + "/remote.git")
        #expect(sent == "Say that it was found\n")
    }

    /// An address of a remote that names a program is no address.
    @Test(arguments: ["ext::sh -c touch% mark", "evil::x", "evil://x"]) func addressesThatNamePrograms(
        _ address: String
    ) throws {
        let box = try TemporaryFolder()
        let site = try EditedSite {
            try makeRepository(in: $0)
            try Self.addRemote(in: $0, box.url)
            try SiteTesting.git(["config", "remote.origin.pushurl", address], in: $0.path)
            try SiteTesting.git(["config", "protocol.allow", "always"], in: $0.path)
            try SiteTesting.git(["config", "remote.origin.url", address], in: $0.path)
        }
        #expect(try site.post("push", [:]).status == 422)
        #expect(!FileManager.default.fileExists(atPath: site.box.path + "/mark"))
    }

    /// An address can lead to this computer only by the user's own settings.
    @Test func addressesThatAreTranslated() throws {
        let box = try TemporaryFolder()
        let setting = [
            "GIT_CONFIG_COUNT": "1", "GIT_CONFIG_KEY_0": "url.\(box.path)/.insteadOf", "GIT_CONFIG_VALUE_0": "work:",
        ]
        let site = try EditedSite(environment: setting) {
            try makeRepository(in: $0)
            try Self.addRemote(in: $0, box.url)
            try SiteTesting.git(["config", "remote.origin.url", "work:remote.git"], in: $0.path)
        }
        let stranger = try StrangersRepository(in: site.box.url, beside: box.url)
        try Self.addHooks(in: box)
        #expect(try site.save("notices", "umbrella", ["title": "Found umbrella"]).status == 200)
        #expect(try site.post("commit", ["message": "Say that it was found"]).status == 200)
        let push = try site.post("push", [:])
        #expect(push.status == 200, "\(push.json)")
        #expect(try site.post("fetch", [:])["problem"] is NSNull)
        #expect(try site.post("join", ["choices": [:]]).status == 200)
        #expect(stranger.marks == "")
        let sent = try git(["log", "--format=%s", "--max-count=1", "--all"], in: box.path + "/remote.git")
        #expect(sent == "Say that it was found\n")
    }

    /// Git would take the name of a remote for an option that names a program.
    @Test(arguments: ["--upload-pack=touch mark;", "--receive-pack=touch mark;", "--exec=touch mark;"])
    func remotesThatAreOptions(_ name: String) throws {
        let box = try TemporaryFolder()
        let site = try EditedSite {
            try makeRepository(in: $0)
            try Self.addRemote(in: $0, box.url)
            let path = box.path.replacing("mark", with: "")
            let branch = try SiteTesting.git(["symbolic-ref", "--short", "HEAD"], in: $0.path)
                .trimmingCharacters(in: .newlines)
            let named = name.replacing("mark", with: "\(path)/mark")
            try SiteTesting.git(["config", "remote.\(named).url", box.path + "/remote.git"], in: $0.path)
            try SiteTesting.git(["config", "branch.\(branch).remote", named], in: $0.path)
            try SiteTesting.git(["config", "branch.\(branch).merge", "refs/heads/\(branch)"], in: $0.path)
        }
        _ = try site.post("fetch", [:])
        _ = try site.post("push", [:])
        _ = try site.post("offer", ["name": "edits"])
        #expect(!FileManager.default.fileExists(atPath: box.path + "/mark"))
    }

    /// What a board brings is no place to send it to.
    @Test(arguments: [
        ".", "inner.git", "./content/../inner", "file://HERE/inner.git", "file://HERE/%69nner.git", "HERE", "~/x",
    ])
    func addressesInTheBoard(_ address: String) throws {
        let box = try TemporaryFolder()
        let site = try EditedSite {
            try makeRepository(in: $0)
            try Self.addRemote(in: $0, box.url)
            try SiteTesting.git(["init", "--quiet", "--bare", "inner.git"], in: $0.path)
            let whole = address.replacing("HERE", with: $0.path)
            try SiteTesting.git(["config", "remote.origin.url", whole], in: $0.path)
            try SiteTesting.git(["config", "credential.helper", "store"], in: $0.path)
        }
        let push = try site.post("push", [:])
        #expect(push.status == 422)
        #expect(
            "\(push["error"] ?? "")".hasSuffix(
                "The forms do not use these settings of .git/config: remote.origin.url, credential.helper. "
                    + "Put them into your own ~/.gitconfig."), "\(push.json)")
        #expect(try SiteTesting.git(["for-each-ref"], in: site.box.path + "/inner.git") == "")
    }

    private static func addHooks(in box: borrowing TemporaryFolder) throws {
        for hook in [
            "post-checkout", "post-merge", "pre-receive", "update", "post-receive", "post-update",
            "reference-transaction", "proc-receive",
        ] {
            try FileManager.default.createSymbolicLink(
                atPath: box.path + "/remote.git/hooks/\(hook)", withDestinationPath: box.path + "/evil")
        }
    }

    /// Adds a repository in the repository, in which git would look for changes.
    private static func addSubmodule(in folder: URL, _ box: URL) throws {
        let inner = folder.appending(path: "templates/inner")
        try FileManager.default.createDirectory(at: inner, withIntermediateDirectories: true)
        try "one\n".write(to: inner.appending(path: "a.txt"), atomically: true, encoding: .utf8)
        try git(["init", "--quiet"], in: inner.path)
        try git(["add", "a.txt"], in: inner.path)
        try git(["commit", "--quiet", "--message", "Inner"], in: inner.path)
        let commit = try git(["rev-parse", "HEAD"], in: inner.path).trimmingCharacters(in: .newlines)
        try git(["update-index", "--add", "--cacheinfo", "160000,\(commit),templates/inner"], in: folder.path)
        try git(["commit", "--quiet", "--message", "Add inner"], in: folder.path)
        try "[submodule \"inner\"]\n\tpath = templates/inner\n\turl = ./x\n\tignore = none\n".write(
            to: folder.appending(path: ".gitmodules"), atomically: true, encoding: .utf8)
        let settings = inner.appending(path: ".git/config")
        let text = try String(contentsOf: settings, encoding: .utf8)
        try (text + "[core]\n\tfsmonitor = \(box.path)/evil inner\n[filter \"evil\"]\n\tclean = \(box.path)/evil\n")
            .write(
                to: settings, atomically: true, encoding: .utf8)
        try "* filter=evil\n".write(
            to: inner.appending(path: ".git/info/attributes"), atomically: true, encoding: .utf8)
        try "two\n".write(to: inner.appending(path: "a.txt"), atomically: true, encoding: .utf8)
    }

    private static func addRemote(in folder: URL, _ box: URL) throws {
        try git(["init", "--quiet", "--bare", "remote.git"], in: box.path)
        try git(["remote", "add", "origin", box.path + "/remote.git"], in: folder.path)
        let branch = try git(["symbolic-ref", "--short", "HEAD"], in: folder.path)
        try git(
            ["push", "--quiet", "--set-upstream", "origin", branch.trimmingCharacters(in: .newlines)], in: folder.path)
    }
}
