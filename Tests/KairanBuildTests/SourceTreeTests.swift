import Foundation
import KairanContent
import KairanModel
import KairanReaders
import SiteTesting
import Testing

@testable import KairanBuild
@testable import KairanPublish
@testable import KairanQueries

/// A file that still bears the stamp of an earlier build is not read, and nothing else is believed.
///
/// The hash shows whether a file was read: a false one that is given as known stays only if nobody looked.
@Suite struct SourceTreeTests {
    private let falseHash = ContentHash(low: 1, high: 2)

    @Test func whatBearsItsStampIsNotRead() throws {
        let site = try Site()
        let known = try site.read().known
        #expect(try site.read(known: falsified(known)).known.map(\.hash) == [falseHash, falseHash, falseHash])
        let changes: [(String, (String) throws -> Void)] = [
            ("another size", { try Data("Hello there.\n".utf8).write(to: URL(filePath: $0)) }),
            ("the same size, in place", { try overwrite($0, with: "Hollo.\n") }),
            ("replaced", { try Data("Hullo.\n".utf8).write(to: URL(filePath: $0), options: .atomic) }),
            (
                "in place, with the time it had",
                { path in
                    var status = stat()
                    unsafe lstat(path, &status)
                    try overwrite(path, with: "Hillo.\n")
                    unsafe #expect(utimensat(AT_FDCWD, path, [status.st_atim, status.st_mtim], 0) == 0)
                }
            ),
        ]
        for (name, change) in changes {
            try change("\(site.folder)/content/a.md")
            let tree = try site.read(known: falsified(known))
            #expect(tree.known.map { $0.hash == falseHash } == [false, true, true], "\(name)")
            #expect(tree.known[0].hash == ContentHash(tree.files[0].bytes))
        }
    }

    @Test func whatChangedAMomentBeforeIsReadAgain() throws {
        let site = try Site()
        var known = falsified(try site.read().known)
        known[1] = StampedFile(path: known[1].path, hash: falseHash, stamp: known[1].stamp.relinked(from: .unknown))
        #expect(try site.read(known: known).known.map { $0.hash == falseHash } == [true, false, true])
    }

    @Test func theTargetOfALinkIsWhatCounts() throws {
        let site = try Site()
        let known = try site.read().known
        #expect(known.map(\.path) == ["content/a.md", "content/b.md", "templates/index.html"])
        try overwrite("\(site.folder)/content/b.md", with: "Second, and more.\n")
        try FileManager.default.removeItem(atPath: "\(site.folder)/content/a.md")
        try FileManager.default.createSymbolicLink(
            atPath: "\(site.folder)/content/a.md", withDestinationPath: "b.md")
        let tree = try site.read(known: falsified(known))
        #expect(tree.known.map { $0.hash == falseHash } == [false, false, true])
        #expect(tree.files[0].bytes == tree.files[1].bytes)
    }

    @Test func bytesAreReadWhenSomebodyAsks() throws {
        let site = try Site()
        let first = try site.read()
        let second = try site.read(known: first.known)
        #expect(second.files.map(\.bytes) == first.files.map(\.bytes))
        for file in first.files { file.forgetBytes() }
        #expect(second.files.map(\.bytes) == first.files.map(\.bytes))
        #expect(first.lateFailure == nil && second.lateFailure == nil)
    }

    @Test func aFileThatChangesMeanwhileIsAFailure() throws {
        let site = try Site()
        let known = try site.read().known
        let tree = try site.read(known: known)
        try overwrite("\(site.folder)/content/a.md", with: "Hollo.\n")
        try FileManager.default.removeItem(atPath: "\(site.folder)/content/b.md")
        #expect(tree.files[0].bytes.isEmpty)
        #expect(
            tree.lateFailure?.description == "\(site.folder)/content/a.md: it changed while the site was built")
        let other = try site.read(known: known.filter { $0.path.hasPrefix("templates") })
        other.files.last?.forgetBytes()
        try FileManager.default.removeItem(atPath: "\(site.folder)/templates/index.html")
        #expect(other.files.last?.bytes == [])
        #expect(other.lateFailure?.description.hasSuffix("index.html: there is no such file or folder") == true)
    }

    private func falsified(_ known: [StampedFile]) -> [StampedFile] {
        known.map { StampedFile(path: $0.path, hash: falseHash, stamp: $0.stamp) }
    }
}

private func overwrite(_ path: String, with text: String) throws {
    let handle = try FileHandle(forWritingTo: URL(filePath: path))
    try handle.write(contentsOf: Data(text.utf8))
    try handle.close()
}

/// Three files that are old enough for their stamps to be settled.
private struct Site: ~Copyable {
    let sandbox: PublishingSandbox
    var folder: String { sandbox.root }

    init() throws {
        let sandbox = try PublishingSandbox()
        try sandbox.write("Hello.\n", to: "content/a.md")
        try sandbox.write("Second.\n", to: "content/b.md")
        try sandbox.write("<p>Third.\n", to: "templates/index.html")
        try sandbox.tick()
        self.sandbox = sandbox
    }

    func read(known: [StampedFile] = []) throws -> SourceTree {
        try readSourceTree(folder, known: known, readAt: sandbox.clock.now()).value
    }
}
