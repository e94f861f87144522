import Foundation
import SiteTesting
import Testing

// These tests are about files that others have made something else: a link, a folder, another repository.
extension DeskTogetherTests {
    private static let path = "content/notices/umbrella.md"

    /// Two people with forms of their own, the first of whom gets what the other has done.
    private func after(
        _ shared: borrowing TemporaryFolder, theirs: (EditedSite) throws -> Void,
        mine: (EditedSite) throws -> Void = { _ in },
        start: (EditedSite) throws -> Void = { _ in }
    ) throws -> EditedSite {
        let people = try people(sharing: shared)
        try start(people[1])
        if try git(["status", "--porcelain"], in: people[1].box.url) != "" { try send(people[1]) }
        try pull(people[0])
        try theirs(people[1])
        try send(people[1])
        try mine(people[0])
        return people[0]
    }

    private func link(_ path: String, to target: String, of site: EditedSite) throws {
        try? remove(path, of: site)
        try FileManager.default.createSymbolicLink(
            atPath: site.box.path + "/" + path, withDestinationPath: target)
    }

    private func head(_ site: EditedSite) throws -> String { try git(["rev-parse", "HEAD"], in: site.box.url) }

    /// A file that others made a link, or a link that they made a file, is nothing that forms join.
    @Test(arguments: ["clean", "unsaved", "saved"], [true, false]) func links(_ own: String, _ isLinkNow: Bool) throws {
        let shared = try TemporaryFolder()
        let mina = try after(shared) { bo in
            if isLinkNow { return try link(Self.path, to: "../site.yml", of: bo) }
            try remove("content/notices/also.md", of: bo)
            try bo.box.write(Self.notice("Also"), to: "content/notices/also.md")
        } mine: { mina in
            if own == "clean" { return }
            let path = isLinkNow ? Self.path : "content/notices/also.md"
            if !isLinkNow { try remove(path, of: mina) }
            try mina.box.write(Self.notice("Mine"), to: path)
            if own == "saved" { try commit(mina) }
        } start: { bo in
            if !isLinkNow { try link("content/notices/also.md", to: "umbrella.md", of: bo) }
        }
        let (before, kept) = (try head(mina), try mina.text(Self.path))
        let answer = try join(mina)
        let told = "\(answer["error"] ?? "")"
        #expect(answer.status == 422 && told.contains("is a link") && told.contains("git pull"), "\(answer.json)")
        #expect(try head(mina) == before && mina.text(Self.path) == kept)
        if !isLinkNow, own != "clean" { #expect(try mina.text("content/notices/also.md").contains("Mine")) }
    }

    /// Others made a folder of a file that somebody goes on writing, or a file of a folder.
    @Test(
        arguments: ["clean", "unsaved", "saved"], [true, false])
    func folders(_ own: String, _ isFolderNow: Bool) throws {
        for side in ["mine", "theirs"] {
            let shared = try TemporaryFolder()
            let (file, below) = ("content/notes", "content/notes/a.md")
            let (before, after) = isFolderNow ? (file, below) : (below, file)
            let mina = try self.after(shared) { bo in
                try remove(file, of: bo)
                try bo.box.write("theirs\n", to: after)
            } mine: { mina in
                if own == "clean" { return }
                try mina.box.write("mine\n", to: before)
                if own == "saved" { try commit(mina) }
            } start: { bo in
                try bo.box.write("first\n", to: before)
            }
            let version = try head(mina)
            let answer = try join(mina, side)
            if own == "clean" || own == "saved" && side == "theirs" {
                #expect(answer["joined"] as? Int == 1, "\(own) \(side) \(answer.json)")
                #expect(try mina.text(after) == "theirs\n")
                #expect(try git(["status", "--porcelain"], in: mina.box.url) == "")
                continue
            }
            let told = "\(answer["error"] ?? "")"
            #expect(answer.status == 422 && told.contains("git pull"), "\(own) \(side) \(answer.json)")
            #expect(told.contains("'\(before)'") || told.contains("'\(after)'"), "\(own) \(side) \(told)")
            #expect(try head(mina) == version && mina.text(before) == "mine\n")
        }
    }

    /// Another repository in this one moves on, comes or goes.
    @Test(arguments: ["moves", "comes", "goes"]) func submodules(_ change: String) throws {
        let shared = try TemporaryFolder()
        let other = try TemporaryFolder()
        try git(["init", "--quiet", "--initial-branch=main"], in: other.url)
        try Self.name("Other", in: other.url)
        try other.write("one\n", to: "file")
        try git(["add", "--all"], in: other.url)
        try git(["commit", "--quiet", "--message", "One"], in: other.url)
        func add(_ site: EditedSite) throws {
            try git(
                ["-c", "protocol.file.allow=always", "submodule", "--quiet", "add", other.path, "content/other"],
                in: site.box.url)
        }
        let mina = try after(shared) { bo in
            switch change {
            case "comes": try add(bo)
            case "goes": try git(["rm", "--quiet", "-f", "content/other"], in: bo.box.url)
            default:
                let inside = bo.box.url.appending(path: "content/other")
                try Self.name("Bo", in: inside)
                try git(["commit", "--quiet", "--allow-empty", "--message", "Two"], in: inside)
            }
        } start: { bo in
            if change != "comes" { try add(bo) }
        }
        let before = try head(mina)
        if change == "goes" {
            // Somebody may have left something in it.
            try mina.box.write("mine\n", to: "content/other/mine.txt")
        }
        let answer = try join(mina)
        let told = "\(answer["error"] ?? "")"
        #expect(
            answer.status == 422 && told.contains("another repository") && told.contains("git pull"), "\(answer.json)")
        #expect(try head(mina) == before)
        if change == "goes" { #expect(try mina.text("content/other/mine.txt") == "mine\n") }
    }

    /// Others change the case of a name while somebody writes: both texts are shown, and both stay if one's own counts.
    @Test(arguments: ["clean", "unsaved", "saved"]) func namesInAnotherCase(_ own: String) throws {
        let shared = try TemporaryFolder()
        let other = "content/notices/Umbrella.md"
        let mina = try after(shared) { bo in
            try git(["mv", Self.path, other], in: bo.box.url)
        } mine: { mina in
            if own == "clean" { return }
            #expect(try mina.save("notices", "umbrella", ["place": "Mine"]).status == 200)
            if own == "saved" { try commit(mina) }
        }
        let answer = try join(mina)
        #expect(answer["joined"] as? Int == 1, "\(answer.json)")
        #expect(try mina.text(other).contains("place: Hall"))
        #expect(mina.isThere(Self.path) == (own != "clean"))
        if own != "clean" { #expect(try mina.text(Self.path).contains("place: Mine")) }
    }

    /// Others may have made a file a program; what somebody has written in it stays, and so does the mode.
    @Test(arguments: ["clean", "unsaved", "saved"]) func modes(_ own: String) throws {
        let shared = try TemporaryFolder()
        let mina = try after(shared) { bo in
            try git(["update-index", "--chmod=+x", Self.path], in: bo.box.url)
            try git(["checkout", "--quiet", "."], in: bo.box.url)
        } mine: { mina in
            if own == "clean" { return }
            #expect(try mina.save("notices", "umbrella", ["place": "Mine"]).status == 200)
            if own == "saved" { try commit(mina) }
        }
        let answer = try join(mina)
        #expect(answer["joined"] as? Int == 1, "\(answer.json)")
        #expect(try mina.text(Self.path).contains("place: \(own == "clean" ? "Hall" : "Mine")"))
        if own == "unsaved" { #expect(try mina.post("commit", ["message": "Mine"]).status == 200) }
        #expect(try git(["ls-tree", "HEAD", Self.path], in: mina.box.url).hasPrefix("100755"))
        #expect(FileManager.default.isExecutableFile(atPath: mina.box.path + "/" + Self.path))
    }
}
