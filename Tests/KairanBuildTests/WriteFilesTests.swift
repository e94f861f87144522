import Foundation
import KairanBuild
import SiteTesting
import Synchronization
import Testing

/// Several files are written together, or none of them is.
@Suite struct WriteFilesTests {
    private func bytes(_ text: String) -> [UInt8] { Array(text.utf8) }

    private func text(_ folder: borrowing TemporaryFolder) throws -> [String: String] {
        try filesIn(folder.url).mapValues { String(decoding: $0, as: UTF8.self) }
    }

    @Test func writing() throws {
        let folder = try TemporaryFolder()
        try folder.write("old", to: "a")
        try folder.write("gone", to: "b")
        try FileManager.default.setAttributes([.posixPermissions: 0o640], ofItemAtPath: folder.path + "/a")
        try writeFiles([
            WishedFile(path: folder.path + "/a", bytes: bytes("new"), isNew: false, expected: bytes("old")),
            WishedFile(path: folder.path + "/b", bytes: nil, isNew: false, expected: bytes("gone")),
            WishedFile(path: folder.path + "/c/d", bytes: bytes("more"), isNew: true),
        ])
        #expect(try text(folder) == ["a": "new", "c/d": "more"])
        let mode = try FileManager.default.attributesOfItem(atPath: folder.path + "/a")[.posixPermissions] as? Int
        #expect(mode == 0o640)
    }

    /// If the last one cannot be written, those before it are as they were.
    @Test(arguments: ["taken", "changed", "folder", "gone"]) func failing(_ reason: String) throws {
        let folder = try TemporaryFolder()
        for name in ["a", "b", "taken", "changed"] { try folder.write("old \(name)", to: name) }
        try FileManager.default.createDirectory(
            atPath: folder.path + "/folder", withIntermediateDirectories: true)
        let before = try text(folder)
        let last =
            switch reason {
            case "changed": WishedFile(path: reason, bytes: bytes("mine"), isNew: false, expected: bytes("other"))
            case "gone": WishedFile(path: reason, bytes: nil, isNew: false)
            default: WishedFile(path: reason, bytes: bytes("mine"), isNew: reason == "taken")
            }
        let files = [
            WishedFile(path: "a", bytes: bytes("new"), isNew: false), WishedFile(path: "b", bytes: nil, isNew: false),
            WishedFile(path: "new", bytes: bytes("new"), isNew: true), last,
        ]
        #expect(throws: (any Error).self) {
            try writeFiles(
                files.map {
                    WishedFile(
                        path: folder.path + "/" + $0.path, bytes: $0.bytes, isNew: $0.isNew, expected: $0.expected)
                })
        }
        #expect(try text(folder) == before)
    }

    /// What somebody else writes at the same moment stands in the end, whether it came before or after: it replaces what
    /// was written, or nothing is written.
    @Test(arguments: [false, true]) func writingAtTheSameMoment(isRenamed: Bool) throws {
        let folder = try TemporaryFolder()
        // The others make the time long between the look at the first file and its exchange.
        let others = (1...30).map { "other\($0)" }
        for name in others { try folder.write("old", to: name) }
        let wishes =
            [WishedFile(path: folder.path + "/a", bytes: bytes("mine"), isNew: false, expected: bytes("base"))]
            + others.map {
                WishedFile(path: folder.path + "/" + $0, bytes: bytes("old"), isNew: false, expected: bytes("old"))
            }
        let refusals = Mutex(0)
        for number in 1...300 {
            try folder.write("base", to: "a")
            let theirs = "theirs \(number)"
            DispatchQueue.concurrentPerform(iterations: 2) { turn in
                do {
                    // Each of the two waits in every other round, and a little longer in each, so that every moment has
                    // its turn.
                    pause(microseconds: UInt32(turn * number * 10))
                    if turn == number % 2 {
                        try writeFiles(wishes)
                    } else {
                        let file = folder.url.appending(path: "a")
                        try Data(theirs.utf8).write(to: file, options: isRenamed ? .atomic : [])
                    }
                } catch {
                    #expect((error as? ReadError)?.reason == changedMeanwhile)
                    refusals.withLock { $0 += 1 }
                }
            }
            #expect(try text(folder)["a"] == theirs)
        }
        #expect(try filesIn(folder.url).count == 31)
        let count = refusals.withLock { $0 }
        #expect(count > 0 && count < 300)
    }

    /// Whoever takes away the right to write wants to keep a file, or a folder, as it is.
    @Test(arguments: ["a", "sub/b", "sub", "sub/new", "sub/more/new", "gone"])
    func whatIsReadOnly(_ name: String) throws {
        let folder = try TemporaryFolder()
        for name in ["a", "sub/b", "gone", "other"] { try folder.write("old", to: name) }
        let before = try text(folder)
        let isInFolder = name.hasPrefix("sub") && name != "sub/b"
        let guarded = folder.path + "/" + (isInFolder ? "sub" : name)
        try FileManager.default.setAttributes(
            [.posixPermissions: isInFolder ? 0o555 : 0o444], ofItemAtPath: guarded)
        let path = folder.path + "/" + (name == "sub" ? "sub/b" : name)
        let wished = [
            WishedFile(path: folder.path + "/other", bytes: bytes("new"), isNew: false),
            WishedFile(
                path: path, bytes: name == "gone" ? nil : bytes("new"), isNew: name.hasSuffix("new"), expected: nil),
        ]
        let error = #expect(throws: ReadError.self) { try writeFiles(wished) }
        #expect(
            error?.path == guarded && error?.reason.contains("it is read-only") == true, "\(error.debugDescription)")
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: guarded)
        #expect(try text(folder) == before)
        try writeFiles(wished)
        #expect(try text(folder) != before)
    }
}
