import Foundation
import KairanSystem
import SiteTesting
import Testing

/// These tests make calls relative to an open folder.
@Suite struct FolderTests {
    @Test func aFileIsMadeOnce() throws {
        let box = try TemporaryFolder()
        let folder = try workingFolder.openFolder(box.path)
        defer { folder.close() }
        try folder.createFile("new").writeAndClose([[1, 2], [], [3]])
        #expect(throws: SystemError.fileExists) { try folder.createFile("new").close() }
        #expect(try folder.readFile("new") == [1, 2, 3])
        #expect(try folder.status(of: "new").size == 3)
    }

    @Test func linksAreFollowedOnlyWhereThatIsAsked() throws {
        let box = try TemporaryFolder()
        try box.write("text", to: "file")
        try workingFolder.makeLink(box.path + "/link", saying: Array("file".utf8))
        let folder = try workingFolder.openFolder(box.path)
        defer { folder.close() }
        #expect(throws: SystemError.tooManySymbolicLinkLevels) { try folder.readFile("link") }
        #expect(try folder.readGivenFile("link") == Array("text".utf8))
        #expect(try folder.readLink("link") == Array("file".utf8))
        #expect(try folder.kind(of: "link") == .symbolicLink)
        #expect(try folder.status(of: "link", followsLink: true).isFile)
        #expect(try folder.kind(of: "file/none") == nil)
        #expect(throws: SystemError.notDirectory) { try folder.status(of: "file/none") }
        #expect(folder.knownStatus(of: "none") == nil)
    }

    @Test func timesAreKeptToTheNanosecond() throws {
        let box = try TemporaryFolder()
        try box.write("text", to: "file")
        for time: Int64 in [1_700_000_000_123_456_789, 0, -1, -1_500_000_000] {
            try workingFolder.setTimes(of: box.path + "/file", accessed: time, modified: time)
            #expect(try workingFolder.status(of: box.path + "/file").modified == time)
        }
    }

    @Test func twoFoldersChangePlacesWhereTheSystemCanDoThat() throws {
        let box = try TemporaryFolder()
        try box.write("1", to: "a/file")
        try box.write("2", to: "b/file")
        func exchange() throws { try workingFolder.exchange(box.path + "/a", box.path + "/b") }
        if isPortableSystem {
            #expect(throws: SystemError.noFunction) { try exchange() }
        } else {
            try exchange()
            #expect(try workingFolder.readFile(box.path + "/a/file") == Array("2".utf8))
        }
    }

    @Test func aListNamesEverythingOnce() throws {
        let box = try TemporaryFolder()
        for name in ["b", "a", "c"] { try box.write("1", to: name) }
        try workingFolder.makeFolder(box.path + "/d")
        let entries = try OpenFolder(box.path).entries()
        #expect(entries.map(\.name.text) == ["a", "b", "c", "d"])
        #expect(entries.map(\.kind) == [.file, .file, .file, .folder])
        #expect(throws: SystemError.noSuchFileOrDirectory) { try OpenFolder(box.path + "/none").entries() }
    }

    @Test func aLockIsHeldOnce() throws {
        let box = try TemporaryFolder()
        let first = try workingFolder.createFile(box.path + "/lock")
        let second = try workingFolder.openFileForUpdate(box.path + "/lock")
        defer { second.close() }
        try first.lock()
        #expect(throws: SystemError.wouldBlock) { try second.lock() }
        first.close()
        try second.lock()
    }

    @Test func aProgramReadsAndWritesFilesWithoutNames() throws {
        let input = try TemporaryFile(Array("hello".utf8))
        let output = try TemporaryFile()
        let streams = (input.descriptor, output.descriptor, FileDescriptor.standardError)
        let program = try Program(["tr", "a-z", "A-Z"], environment: environmentVariables(), streams)
        #expect(program.status() == 0)
        let written = output.content
        #expect(written == Array("HELLO".utf8))
        #expect(throws: SystemError.noSuchFileOrDirectory) {
            try Program(["no-such-program"], environment: [], streams)
        }
    }
}
