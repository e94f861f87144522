import Foundation
import KairanModel
import KairanReaders
import KairanTemplates
import SiteTesting
import Synchronization
import Testing

@testable import KairanPublish
@testable import KairanSystem

/// Folders that hold what they held when they were last published are not looked into.
@Suite struct PublishingFoldersTests {
    struct Case: Sendable, CustomTestStringConvertible {
        var testDescription: String
        /// A script for sh, which runs beside `public` and `side/spare`.
        var script: String
        var entered: [String]

        init(_ name: String, _ script: String, _ entered: [String]) {
            (testDescription, self.script, self.entered) = (name, script, entered)
        }
    }

    static let cases = [
        Case("nothing", "", [""]),
        Case("another's file", "echo x > public/a/x", ["", "a"]),
        Case("another's folders", "mkdir -p public/a/n/m && echo x > public/a/n/m/x", ["", "a", "a/n", "a/n/m"]),
        Case("a file that took another's name", "echo x > x && mv x public/a/1", ["", "a"]),
        Case("a file written in place", "echo x > public/a/1", [""]),
        Case("a removed file", "rm public/a/b/1", ["", "a/b"]),
        Case("a removed folder", "rm -r public/a/b", ["", "a"]),
        Case("other permissions", "chmod 700 public/a/b", ["", "a/b"]),
        Case("a renamed folder", "mv public/a public/c", ["", "c", "c/b", "c/b/d"]),
        Case(
            "two folders that changed places", "mv public/a x && mv public/e public/a && mv x public/e",
            ["", "a", "e", "e/b", "e/b/d"]),
        Case("a folder that became a link", "mv public/a x && ln -s ../x public/a", [""]),
        Case("a file too many in the spare", "echo x > side/spare/a/b/x", ["", "a/b"]),
        Case("a file too few in the spare", "rm side/spare/a/b/1", ["", "a/b"]),
        Case("a folder too few in the spare", "rm -r side/spare/a/b", ["", "a", "a/b", "a/b/d"]),
        Case("a link in the spare", "mv side/spare/a x && ln -s ../../x side/spare/a", ["", "a", "a/b", "a/b/d"]),
        Case("no spare", "rm -r side/spare", ["", "a", "e", "a/b", "a/b/d"]),
        Case("another tree", "cp -r public x && rm -r public && mv x public", ["", "a", "e", "a/b", "a/b/d"]),
        Case("a damaged list", "echo x >> side/folders; sed -i s/a/b/ side/folders", ["", "a", "e", "a/b", "a/b/d"]),
    ]

    @Test(arguments: cases) func onlyFoldersThatChangedAreEntered(_ example: Case) throws {
        let box = try PublishingSandbox()
        try publishUntilSettled(in: box)
        _ = try run(URL(filePath: "/bin/sh"), ["-c", example.script], in: URL(filePath: box.root))
        #expect(try mirror(in: box).entered == example.entered)
    }

    /// Mirrors the target, expects the spare tree to be the same, and also returns the folders that were looked into.
    private func mirror(in box: borrowing PublishingSandbox) throws -> (mirror: Mirror, entered: [String]) {
        var place = try PublicationPlace(resolving: box.target, clock: box.clock)
        (place.staging, place.spareList) = (box.root + "/side/spare", box.root + "/side/folders")
        let known = KnownSpares(at: place).unchanged(at: place).value
        let kept = Mutex<Set<TreePath>>([])
        let mirror = try mirrorTree(at: place) { path in
            let folder = known(path)
            if folder != nil { _ = kept.withLock { $0.insert(path) } }
            return folder
        }
        try takeOverAttributes(mirror, except: [], in: place.staging)
        #expect(try scanTree(place.staging).entries == scanTree(place.target).entries)
        #expect(try Fingerprint.ofFiles(place.staging) == Fingerprint.ofFiles(place.target))
        #expect(Set(mirror.folders.map(\.path)) == Set([.root] + (try scanTree(place.target).folders)))
        return (mirror, mirror.folders.map(\.path).filter { path in !kept.withLock { $0.contains(path) } }.map(\.text))
    }

    /// If the last output of a folder is gone already, the folder goes when the output is no longer made.
    @Test func aFolderGoesThatHeldNothingAnyMore() throws {
        let box = try PublishingSandbox()
        var files = ["a/b/c": "1", "a/c/o": "1", "a/o": "1"]
        try box.tick()
        try publish(all: files, in: box)
        try box.remove("public/a/b/c")
        files["a/b/c"] = nil
        for text in ["2", "3", "4"] {
            files["a/c/o"] = text
            try box.tick()
            try publish(all: files, in: box)
            #expect(try box.published() == files)
        }
    }

    /// A folder that cannot be written has to be noticed each time.
    @Test func aFolderThatForbidsToWriteIsLookedIntoEachTime() throws {
        let box = try PublishingSandbox()
        try publishUntilSettled(in: box)
        try systemCall { unsafe chmod(box.target + "/a", 0o555) }
        for text in ["2", "3", "4", "5"] {
            try box.tick()
            try publish(["e/1": text], in: box)
        }
        try box.tick()
        let (mirror, entered) = try mirror(in: box)
        #expect(entered.contains("a"))
        #expect(mirror.statuses.contains { $0.path.text == "a" })
        try publish(["a/1": "2", "e/1": "5"], in: box)
        #expect(try box.status("public/a").st_mode & 0o777 == 0o555)
    }

    /// The trees are looked at before others change them.
    @Test func whatOthersAddMeanwhileStays() throws {
        let box = try PublishingSandbox()
        try publishUntilSettled(in: box)
        let publisher = try Publisher(to: box.target, workFolder: box.root + "/side", clock: box.clock)
        let kept = StampedFile(path: "a/b/1", hash: ContentHash(Array("1".utf8)), stamp: .unknown)
        let verified = publisher.verifiedOutputs([kept])
        _ = (verified.outputs, verified.spares?.value)
        for path in ["a/late", "e/n/late", "a/b/new"] { try box.write("x", to: "public/" + path) }
        try systemCall { unsafe rename(box.target + "/a/b/new", box.target + "/a/b/1") }
        let files = ["a/1": "1", "a/b/d/1": "1", "e/1": "1", "top": "3"]
        _ = try publisher.publish(outputs(files), keeping: [kept], of: verified)
        publisher.finishCleaning()
        #expect(try box.published() == files.merging(["a/late": "x", "e/n/late": "x", "a/b/1": "x"]) { $1 })
    }

    private func publish(_ change: [String: String], in box: borrowing PublishingSandbox) throws {
        let files = ["a/1": "1", "a/b/1": "1", "a/b/d/1": "1", "e/1": "1", "top": "2"].merging(change) { $1 }
        try publish(all: files, in: box)
    }

    private func publish(all files: [String: String], in box: borrowing PublishingSandbox) throws {
        _ = try Publisher(to: box.target, workFolder: box.root + "/side", clock: box.clock).publish(outputs(files))
    }

    /// Publishes until all stamps of folders are known.
    private func publishUntilSettled(in box: borrowing PublishingSandbox) throws {
        for text in ["1", "2", "3", "2"] {
            try box.tick()
            try publish(["top": text], in: box)
        }
        try box.tick()
    }
}

extension Fingerprint {
    fileprivate static func ofFiles(_ top: String) throws -> [String: Fingerprint] {
        let folders = Set(try scanTree(top).folders.map(\.text))
        return try ofTree(top).filter { !folders.contains($0.key) }
    }
}

extension ScannedTree {
    fileprivate var folders: [TreePath] { entries.filter { $0.value == .folder }.map(\.key) }
}
