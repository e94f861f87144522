import Foundation
import KairanReaders
import KairanTemplates
import SiteTesting
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
    }

    static let cases = [
        Case(testDescription: "nothing", script: "", entered: [""]),
        Case(testDescription: "another's file", script: "echo x > public/a/x", entered: ["", "a"]),
        Case(
            testDescription: "another's folders", script: "mkdir -p public/a/n/m && echo x > public/a/n/m/x",
            entered: ["", "a", "a/n", "a/n/m"]),
        Case(
            testDescription: "a file that took another's name", script: "echo x > x && mv x public/a/1",
            entered: ["", "a"]),
        Case(testDescription: "a file written in place", script: "echo x > public/a/1", entered: [""]),
        Case(testDescription: "a removed file", script: "rm public/a/b/1", entered: ["", "a/b"]),
        Case(testDescription: "a removed folder", script: "rm -r public/a/b", entered: ["", "a"]),
        Case(testDescription: "other permissions", script: "chmod 700 public/a/b", entered: ["", "a/b"]),
        Case(
            testDescription: "a renamed folder", script: "mv public/a public/c",
            entered: ["", "c", "c/b", "c/b/d"]),
        Case(
            testDescription: "two folders that changed places",
            script: "mv public/a x && mv public/e public/a && mv x public/e",
            entered: ["", "a", "e", "e/b", "e/b/d"]),
        Case(
            testDescription: "a folder that became a link", script: "mv public/a x && ln -s ../x public/a",
            entered: [""]),
        Case(
            testDescription: "a file too many in the spare", script: "echo x > side/spare/a/b/x", entered: ["", "a/b"]),
        Case(testDescription: "a file too few in the spare", script: "rm side/spare/a/b/1", entered: ["", "a/b"]),
        Case(
            testDescription: "a folder too few in the spare", script: "rm -r side/spare/a/b",
            entered: ["", "a", "a/b", "a/b/d"]),
        Case(
            testDescription: "a link in the spare", script: "mv side/spare/a x && ln -s ../../x side/spare/a",
            entered: ["", "a", "a/b", "a/b/d"]),
        Case(testDescription: "no spare", script: "rm -r side/spare", entered: ["", "a", "e", "a/b", "a/b/d"]),
        Case(
            testDescription: "another tree", script: "cp -r public x && rm -r public && mv x public",
            entered: ["", "a", "e", "a/b", "a/b/d"]),
        Case(
            testDescription: "a damaged list", script: "echo x >> side/folders; sed -i s/a/b/ side/folders",
            entered: ["", "a", "e", "a/b", "a/b/d"]),
    ]

    @Test(arguments: cases) func onlyFoldersThatChangedAreEntered(_ example: Case) throws {
        let box = try PublishingSandbox()
        try publishUntilSettled(in: box)
        try run(example.script, in: box)
        let mirror = try mirror(in: box)
        #expect(entered(mirror) == example.entered)
    }

    private func entered(_ mirror: Mirror) -> [String] { mirror.folders.filter { !$0.isSame }.map(\.path.text) }

    /// Mirrors the target, and expects that the spare tree is then the same.
    private func mirror(in box: borrowing PublishingSandbox) throws -> Mirror {
        var place = try PublicationPlace(resolving: box.target, clock: box.clock)
        (place.staging, place.spareList) = (box.root + "/side/spare", box.root + "/side/folders")
        let mirror = try mirrorTree(at: place, known: checkedSpares(at: place))
        try takeOverAttributes(mirror, except: [], in: place.staging)
        #expect(try scanTree(place.staging).entries == scanTree(place.target).entries)
        #expect(try Fingerprint.ofFiles(place.staging) == Fingerprint.ofFiles(place.target))
        #expect(Set(mirror.folders.map(\.path)) == Set([.root] + (try scanTree(place.target).folders)))
        return mirror
    }

    private func run(_ script: String, in box: borrowing PublishingSandbox) throws {
        let shell = Process()
        shell.executableURL = URL(filePath: "/bin/sh")
        shell.arguments = ["-c", "cd '\(box.root)'; \(script)"]
        try shell.run()
        shell.waitUntilExit()
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
        let mirror = try mirror(in: box)
        #expect(entered(mirror).contains("a"))
        #expect(mirror.statuses.contains { $0.path.text == "a" })
        try publish(["a/1": "2", "e/1": "5"], in: box)
        #expect(try box.status("public/a").st_mode & 0o777 == 0o555)
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
