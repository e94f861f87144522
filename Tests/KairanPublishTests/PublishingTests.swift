import Foundation
import KairanModel
import KairanTemplates
import SiteTesting
import Testing

@testable import KairanPublish
@testable import KairanSystem

@Suite(.withAndWithoutSpareTree) struct PublishingTests {
    let site = ["index.html": "home", "api/v1/a.json": "{}\n", "clubs/go/index.html": "碁"]

    @Test func manifestListsWhatWasMadeInByteOrder() throws {
        let box = try PublishingSandbox()
        _ = try publish(outputs(["b/c": "", "b.html": "b", "a\"\\": ""]), to: box.target)
        let manifest = try String(contentsOfFile: box.target + "/.kairan.json", encoding: .utf8)
        #expect(
            manifest == """
                {
                  "kairan": 2,
                  "promises": {},
                  "seal": "ca3d163bab055381827226140568f3bef7eaac187cebd76878e0b63e9e442356",
                  "files": {
                    "a\\"\\\\": "\(ContentHash([]).text)",
                    "b.html": "\(ContentHash(Array("b".utf8)).text)",
                    "b/c": "\(ContentHash([]).text)"
                  }
                }

                """)
    }

    @Test func nothingChangedTouchesNothing() throws {
        let box = try PublishingSandbox()
        _ = try publish(outputs(site), to: box.target)
        try box.write("board.example", to: "public/CNAME")
        let before = try Fingerprint.ofTree(box.target)
        let summary = try publish(outputs(site), to: box.target)
        #expect(summary.isUnchanged)
        #expect(summary == PublicationSummary(unchanged: 3, bytes: 10))
        #expect(try Fingerprint.ofTree(box.target) == before)
    }

    @Test func unchangedFilesKeepTheirTimeStampsAndInodes() throws {
        let box = try PublishingSandbox()
        _ = try publish(outputs(site), to: box.target)
        let before = try Fingerprint.ofTree(box.target)
        var next = site
        next["index.html"] = "Home"
        next["new.html"] = "new"
        next["clubs/go/index.html"] = nil
        let summary = try publish(outputs(next), to: box.target)
        #expect(summary == PublicationSummary(added: 1, changed: 1, removed: 1, unchanged: 1, bytes: 10))
        #expect(try box.published() == next)
        let after = try Fingerprint.ofTree(box.target)
        #expect(after["api/v1/a.json"] == before["api/v1/a.json"])
        #expect(after["index.html"] != before["index.html"])
        #expect(try box.besideTarget() == [])
    }

    @Test func onlyRemovingKeepsTheRest() throws {
        let box = try PublishingSandbox()
        _ = try publish(outputs(["a/b/c": "1", "d": "2"]), to: box.target)
        #expect(try publish(outputs(["d": "2"]), to: box.target).removed == 1)
        // The folders that became empty went too.
        #expect(try box.published() == ["d": "2"])
    }

    @Test func filesOfOthersAreKept() throws {
        let box = try PublishingSandbox()
        _ = try publish(outputs(site), to: box.target)
        try box.write("board.example", to: "public/CNAME")
        try box.write("ref: main", to: "public/.git/HEAD")
        try box.write("photo", to: "public/clubs/go/photo.png")
        try box.makeFolder("public/.git/refs/tags")
        try box.link("public/latest", to: "clubs/go")
        try systemCall { unsafe mkfifo(box.target + "/pipe", 0o600) }
        let others = try Fingerprint.ofTree(box.target)
        let summary = try publish(outputs(["index.html": "new"]), to: box.target)
        #expect(summary.removed == 2)
        #expect(
            try box.published() == [
                "index.html": "new", "CNAME": "board.example", ".git/HEAD": "ref: main", ".git/refs/tags": "/",
                "clubs/go/photo.png": "photo", "latest": "-> clubs/go", "pipe": "special",
            ])
        let after = try Fingerprint.ofTree(box.target)
        for path in ["CNAME", ".git/HEAD", "clubs/go/photo.png", "latest", "pipe"] {
            #expect(after[path] == others[path], "\(path)")
        }
    }

    @Test func foldersKeepTheirPermissions() throws {
        let box = try PublishingSandbox()
        _ = try publish(outputs(site), to: box.target)
        try box.makeFolder("public/private/inner")
        try box.write("secret", to: "public/private/key")
        let modes: [(String, mode_t)] = [("public", 0o711), ("public/api", 0o2770), ("public/private", 0o500)]
        for (path, mode) in modes { try systemCall { unsafe chmod("\(box.root)/\(path)", mode) } }
        for text in ["1", "2"] {
            _ = try publish(outputs(site.merging(["index.html": text]) { $1 }), to: box.target)
            for (path, mode) in modes { #expect(try box.status(path).st_mode & 0o7777 == mode, "\(path)") }
            #expect(try box.published()["private/key"] == "secret")
            #expect(try box.besideTarget() == [])
        }
    }

    @Test func aNameThatIsNotUTF8AndANameInOtherNormalizationComeThrough() throws {
        let box = try PublishingSandbox()
        // が as one scalar is our file, and as two scalars it is someone else's.
        let (composed, decomposed) = ("\u{304C}.html", "\u{304B}\u{3099}.html")
        try box.makeFolder("public")
        let strange = TreePath([0x61, 0xFF, 0xFE])
        for path in [strange, TreePath(decomposed)] {
            let root = try openFolder(box.target)
            defer { root.close() }
            try root.createFile(path).close()
        }
        for text in ["1", "2"] { _ = try publish(outputs([composed: text]), to: box.target) }
        let tree = try scanTree(box.target)
        #expect(
            Set(tree.entries.keys) == [
                strange, TreePath(decomposed), TreePath(composed), WholeList.path,
            ])
    }

    /// There are enough files that several processors share the work, in folders that two of them need.
    @Test func manyFilesInManyFolders() throws {
        let box = try PublishingSandbox()
        var files = Dictionary(uniqueKeysWithValues: (0..<3000).map { ("\($0 % 7)/\($0 % 90)/\($0).txt", "\($0)") })
        #expect(try publish(outputs(files), to: box.target).added == 3000)
        #expect(try box.published() == files)
        files["3/1/1.txt"] = "new"
        for path in files.keys.filter({ $0.hasPrefix("5/") }) { files[path] = "changed" }
        let gone = files.keys.filter { $0.hasPrefix("2/") }
        for path in gone { files[path] = nil }
        let summary = try publish(outputs(files), to: box.target)
        #expect((summary.added, summary.removed) == (1, gone.count))
        #expect(summary.changed == files.keys.count { $0.hasPrefix("5/") })
        #expect(try box.published() == files)
        #expect(try publish(outputs(files), to: box.target).isUnchanged)
    }

    @Test func sameBytesOfOthersAreAdopted() throws {
        let box = try PublishingSandbox()
        try box.write("home", to: "public/index.html")
        let before = try box.status("public/index.html")
        let summary = try publish(outputs(["index.html": "home"]), to: box.target)
        #expect(summary == PublicationSummary(unchanged: 1, bytes: 4))
        #expect(try box.status("public/index.html").st_ino == before.st_ino)
        // From now on it is ours.
        #expect(try publish(outputs(["index.html": "next"]), to: box.target).changed == 1)
    }

    @Test(arguments: [("a", "a/b"), ("a/b", "a"), ("a/b/c", "a"), ("a", "a/b/c")])
    func ourFileMayBecomeAFolderAndBack(first: String, second: String) throws {
        let box = try PublishingSandbox()
        _ = try publish(outputs([first: "1"]), to: box.target)
        #expect(
            try publish(outputs([second: "2"]), to: box.target) == PublicationSummary(added: 1, removed: 1, bytes: 1))
        #expect(try box.published() == [second: "2"])
    }

    @Test func anEmptyFileAndAnEmptyPublication() throws {
        let box = try PublishingSandbox()
        #expect(try publish([], to: box.target) == PublicationSummary())
        #expect(try publish([], to: box.target) == PublicationSummary())
        #expect(try publish(outputs(["a": ""]), to: box.target).added == 1)
        #expect(try publish(outputs(["a": ""]), to: box.target).isUnchanged)
        #expect(try publish([], to: box.target).removed == 1)
        #expect(try box.published() == [:])
    }
}

/// A file that is not written must stay the same file, with the time when it was last written.
struct Fingerprint: Equatable {
    var inode: ino_t
    var seconds: Int
    var nanoseconds: Int

    static func ofTree(_ top: String) throws -> [String: Fingerprint] {
        var prints: [String: Fingerprint] = [:]
        for path in try scanTree(top).entries.keys {
            var status = stat()
            try systemCall { unsafe lstat("\(top)/\(path.text)", &status) }
            prints[path.text] = Fingerprint(
                inode: status.st_ino, seconds: status.st_mtim.tv_sec, nanoseconds: status.st_mtim.tv_nsec)
        }
        return prints
    }
}
