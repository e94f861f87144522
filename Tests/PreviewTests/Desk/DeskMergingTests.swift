import Foundation
import SiteTesting
import Testing

// These tests are about what git may hold besides the versions of two people: merges, branches, links and other files.
extension DeskTogetherTests {
    /// The forms of one person, in a repository with one version.
    private func alone(_ prepare: @escaping (URL) throws -> Void = { _ in }) throws -> EditedSite {
        try EditedSite { folder in
            try makeRepository(in: folder)
            try prepare(folder)
        }
    }

    @Test func withoutABranchARemoteOrAName() throws {
        let site = try alone { folder in
            try git(["checkout", "--quiet", "--detach"], in: folder)
            try git(["config", "--unset", "user.name"], in: folder)
            try git(["config", "user.email", ""], in: folder)
        }
        #expect(try site.save("notices", "umbrella", ["title": "Found umbrella"]).status == 200)
        let state = try site.get("git")
        #expect(state["branch"] as? String == "" && state["author"] as? String == "" && state["others"] is NSNull)
        #expect(try site.post("commit", ["message": "Found"])["needsBranch"] as? Bool == true)
        #expect(try site.post("branch", ["name": "-x"]).status == 422)
        #expect(try site.post("branch", ["name": "edits"]).status == 200)
        #expect(try site.post("branch", ["name": "more"]).status == 409)
        #expect(try site.post("commit", ["message": "Found", "author": "Bo", "email": "bo"]).status == 422)
        let saved = try site.post("commit", ["message": "Found", "author": "Bo", "email": "bo@t.example"])
        #expect(saved.status == 200, "\(saved.json)")
        #expect(try git(["log", "-1", "--format=%an %D"], in: site.box.url) == "Bo HEAD -> edits\n")
        let push = try site.post("push", [:])
        #expect(push.status == 422 && "\(push["error"] ?? "")".contains("git remote add"), "\(push.json)")
    }

    /// Whoever may not change the branch sends to one of their own.
    @Test func aProtectedBranch() throws {
        let shared = try TemporaryFolder()
        let remote = shared.url.appending(path: "shared.git")
        try git(["init", "--quiet", "--bare", "--initial-branch=main", "shared.git"], in: shared.url)
        let site = try alone { folder in
            try git(["branch", "--move", "main"], in: folder)
            try git(["remote", "add", "origin", remote.path], in: folder)
            try git(["push", "--quiet", "origin", "main"], in: folder)
        }
        try git(["config", "receive.denyDeletes", "true"], in: remote)
        // No hook of a repository on this computer runs, so a lock stands for the host that says no.
        try Data().write(to: remote.appending(path: "refs/heads/main.lock"))
        #expect(try site.save("notices", "umbrella", ["title": "Found umbrella"]).status == 200)
        #expect(try site.post("commit", ["message": "Found"]).status == 200)
        let push = try site.post("push", [:])
        #expect(push.status == 422 && push["canOffer"] as? Bool == true, "\(push.json)")
        #expect(try site.post("offer", ["name": "a b"]).status == 422)
        let offered = try site.post("offer", ["name": "main-edits"])
        #expect(offered.status == 200 && offered["address"] is NSNull, "\(offered.json)")
        #expect(try git(["log", "-1", "--format=%s", "main-edits"], in: remote) == "Found\n")
    }

    /// Files that the forms cannot join stay as they are.
    @Test(arguments: ["README.md", "content/notices/link"]) func whatIsNotJoined(_ path: String) throws {
        let shared = try TemporaryFolder()
        let sites = try people(sharing: shared)
        let (mina, bo) = (sites[0], sites[1])
        let isLink = path.hasSuffix("link")
        if isLink {
            try FileManager.default.createSymbolicLink(
                atPath: bo.box.path + "/" + path, withDestinationPath: shared.path)
        } else {
            try bo.box.write("theirs\n", to: path)
            try mina.box.write("mine\n", to: path)
        }
        try git(["add", "--all"], in: bo.box.url)
        try git(["commit", "--quiet", "--message", "Theirs"], in: bo.box.url)
        try git(["push", "--quiet"], in: bo.box.url)
        let before = try git(["rev-parse", "HEAD"], in: mina.box.url)
        _ = try mina.post("fetch", [:])
        let joined = try mina.post("join", ["choices": [:]])
        #expect(joined.status == 422 && "\(joined["error"] ?? "")".contains(path), "\(joined.json)")
        #expect(try git(["rev-parse", "HEAD"], in: mina.box.url) == before)
        if isLink { #expect(!mina.isThere(path)) } else { #expect(try mina.text(path) == "mine\n") }
    }

    /// A repository in which git could not merge the titles of two versions.
    private func merging() throws -> EditedSite {
        try alone { folder in
            let path = folder.appending(path: "content/notices/umbrella.md")
            let before = try String(contentsOf: path, encoding: .utf8)
            try git(["remote", "add", "origin", folder.path + "/../nowhere.git"], in: folder)
            for (branch, title) in [("theirs", "Theirs"), ("mine", "Mine")] {
                try git(["checkout", "--quiet", "-B", branch, branch == "theirs" ? "HEAD" : "HEAD~"], in: folder)
                try before.replacing("Lost umbrella", with: title).write(to: path, atomically: true, encoding: .utf8)
                try git(["commit", "--quiet", "--all", "--message", title], in: folder)
            }
            _ = try run(URL(filePath: "/usr/bin/git"), ["merge", "theirs"], in: folder)
        }
    }

    /// A merge that somebody began in a terminal is ended in the forms, whatever git left in the files.
    @Test(arguments: ["mine", "theirs"]) func aMergeOfATerminal(_ side: String) throws {
        let site = try merging()
        let asked = try site.post("join", ["choices": [:]])
        let conflicts = try #require(asked["conflicts"] as? [[String: Any]], "\(asked.json)")
        #expect(conflicts.map { "\($0["mine"] ?? "") \($0["theirs"] ?? "")" } == ["Mine Theirs"])
        let key = try #require(conflicts.first?["key"] as? String)
        let joined = try site.post("join", ["choices": [key: side]])
        #expect(joined["joined"] as? Int == 1, "\(joined.json)")
        #expect(try site.text("content/notices/umbrella.md").contains("title: \(side.capitalized)\n"))
        #expect(try git(["status", "--porcelain"], in: site.box.url) == "")
        #expect(try git(["log", "-1", "--format=%p"], in: site.box.url).split(separator: " ").count == 2)
        #expect(!site.isThere(".git/MERGE_HEAD"))
    }

    /// A file with marks in which somebody has already settled something is not replaced.
    @Test func aMergeThatIsHalfSettled() throws {
        let site = try merging()
        let path = "content/notices/umbrella.md"
        let marked = try site.text(path) + "A word of mine.\n"
        try site.box.write(marked, to: path)
        let asked = try site.post("join", ["choices": [:]])
        let key = try #require((asked["conflicts"] as? [[String: Any]])?.first?["key"] as? String)
        let refused = try site.post("join", ["choices": [key: "theirs"]])
        #expect(refused.status == 422 && "\(refused["error"] ?? "")".contains("text editor"), "\(refused.json)")
        #expect(try site.text(path) == marked)
        // Once there are no marks, it is one's own text like any other.
        let settled = "---\ntitle: Both\nshown: always\n---\nA word of mine.\n"
        try site.box.write(settled, to: path)
        var joined = try site.post("join", ["choices": [key: "theirs"]])
        var choices = [key: "theirs"]
        for conflict in joined["conflicts"] as? [[String: Any]] ?? [] {
            choices[try #require(conflict["key"] as? String)] = "mine"
        }
        joined = try site.post("join", ["choices": choices])
        #expect(joined["joined"] as? Int == 1, "\(joined.json)")
        #expect(try site.text(path) == settled)
    }

    /// A choice counts only for the two values that somebody saw.
    @Test func aCommittedAndAnotherValueOfOneself() throws {
        let shared = try TemporaryFolder()
        let sites = try people(sharing: shared)
        #expect(try sites[1].save("talks", "opening", ["title": "Theirs"]).status == 200)
        #expect(try sites[1].post("commit", ["message": "Theirs"]).status == 200)
        #expect(try sites[1].post("push", [:]).status == 200)
        for title in ["Committed", "Later"] {
            #expect(try sites[0].save("talks", "opening", ["title": title]).status == 200)
            if title == "Later" { break }
            #expect(try sites[0].post("commit", ["message": title]).status == 200)
        }
        _ = try sites[0].post("fetch", [:])
        var (choices, seen) = ([String: String](), [String]())
        while let conflicts = try sites[0].post("join", ["choices": choices])["conflicts"] as? [[String: Any]],
            let conflict = conflicts.first
        {
            choices[try #require(conflict["key"] as? String)] = "theirs"
            seen.append("\(conflict["mine"] ?? "") \(conflict["theirs"] ?? "")")
            try #require(seen.count < 3)
        }
        #expect(seen == ["Committed Theirs", "Later Theirs"])
    }

    /// Git's own ways of naming and keeping files.
    @Test func modesNamesAndOtherFiles() throws {
        let shared = try TemporaryFolder()
        let site = try alone { folder in
            try FileManager.default.removeItem(at: folder.appending(path: ".git"))
            try git(["init", "--quiet", "--object-format=sha256", "--initial-branch=main"], in: folder)
            try Self.name("Mina", in: folder)
            #expect(try kairan(["build", "--first-publication"], in: folder).exitCode == 0)
            let text = (1...9).map { "line \($0)\n" }.joined()
            try text.write(to: folder.appending(path: "run.sh"), atomically: true, encoding: .utf8)
            try "gone\n".write(to: folder.appending(path: "a.md"), atomically: true, encoding: .utf8)
            try git(["add", "--all"], in: folder)
            try git(["update-index", "--chmod=+x", "run.sh"], in: folder)
            try git(["commit", "--quiet", "--message", "Start"], in: folder)
            try git(["checkout", "--quiet", "."], in: folder)
            try git(["init", "--quiet", "--bare", "--object-format=sha256", "shared.git"], in: shared.url)
            try git(["remote", "add", "origin", shared.path + "/shared.git"], in: folder)
            try git(["push", "--quiet", "origin", "main"], in: folder)
            try git(["clone", "--quiet", "--branch", "main", "shared.git", "other"], in: shared.url)
        }
        let other = shared.url.appending(path: "other")
        try Self.name("Bo", in: other)
        func edit(_ folder: URL, _ line: Int) throws {
            let file = folder.appending(path: "run.sh")
            let text = try String(contentsOf: file, encoding: .utf8).replacing(
                "line \(line)\n", with: "line \(line)!\n")
            try Data(text.utf8).write(to: file)
        }
        try edit(other, 9)
        try git(["mv", "a.md", "b.md"], in: other)
        try shared.write("theirs\n", to: "other/public/theirs.txt")
        try git(["add", "--all"], in: other)
        try git(["commit", "--quiet", "--message", "Theirs"], in: other)
        try git(["push", "--quiet"], in: other)
        try edit(site.box.url, 1)
        try git(["commit", "--quiet", "--all", "--message", "Mine"], in: site.box.url)
        try site.box.write("board.example\n", to: "public/CNAME")
        try site.box.write("mine\n", to: "public/staged.txt")
        try git(["add", "public/staged.txt"], in: site.box.url)
        _ = try site.post("fetch", [:])
        let joined = try site.post("join", ["choices": [:]])
        #expect(joined["joined"] as? Int == 1, "\(joined.json)")
        #expect(try site.text("run.sh").contains("line 1!\n") && site.text("run.sh").contains("line 9!\n"))
        #expect(try git(["ls-tree", "HEAD", "run.sh"], in: site.box.url).hasPrefix("100755"))
        #expect(FileManager.default.isExecutableFile(atPath: site.box.path + "/run.sh"))
        #expect(!site.isThere("a.md") && site.isThere("b.md"))
        #expect(try site.text("public/CNAME") == "board.example\n" && site.text("public/staged.txt") == "mine\n")
        try git(["checkout", "--quiet", "--detach"], in: site.box.url)
        #expect(try site.post("branch", ["name": "edits"]).status == 200)
        try git(["update-ref", "REVERT_HEAD", "HEAD"], in: site.box.url)
        let refused = try site.post("join", ["choices": [:]])
        #expect(refused.status == 422 && "\(refused["error"] ?? "")".contains("git revert"), "\(refused.json)")
    }

    /// More paths than a command may have make one version.
    @Test func manyFiles() throws {
        let site = try alone()
        for number in 0..<6_000 {
            let name = "a-name-that-is-longer-than-most-names-of-files-\(number)"
            try site.box.write("x\n", to: "public/\(String(repeating: name, count: 4))")
        }
        let saved = try site.post("commit", ["message": "Many"])
        #expect(saved.status == 200, "\(saved.json)")
        #expect(try git(["status", "--porcelain"], in: site.box.url) == "")
    }
}
