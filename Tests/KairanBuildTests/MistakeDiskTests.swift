import Foundation
import KairanReaders
import KairanSystem
import SiteTesting
import Testing

/// When a disk refuses, the exit code is 3, and the earlier publication stays as it was.
@Suite(.serialized) struct MistakeDiskTests {
    @Test func noSpaceLeft() throws {
        let box = try MistakeBox()
        let disk = box.folder.path + "/disk"
        try FileManager.default.createDirectory(atPath: disk, withIntermediateDirectories: true)
        guard mountSmallDisk(on: disk, options: "size=128k") else { return }
        defer { unmountSmallDisk(disk) }
        let arguments = ["build", box.folder.path + "/site", "--out", disk + "/public"]
        #expect(try kairan(arguments).exitCode == 0)
        let before = try publication(URL(filePath: disk))
        try box.folder.write(String(repeating: "x", count: 200_000), to: "site/templates/large.txt")
        let run = try kairan(arguments)
        #expect(run.exitCode == 3)
        #expect(run.errors == "error: \(disk)/public/large.txt: no space is left on the disk\n")
        #expect(run.output == "")
        #expect(try publication(URL(filePath: disk)) == before)
    }

    @Test func aReadOnlyDisk() throws {
        let box = try MistakeBox()
        let disk = box.folder.path + "/disk"
        try FileManager.default.createDirectory(atPath: disk, withIntermediateDirectories: true)
        guard mountSmallDisk(on: disk, options: "size=1m") else { return }
        defer { unmountSmallDisk(disk) }
        let arguments = ["build", box.folder.path + "/site", "--out", disk + "/public"]
        #expect(try kairan(arguments).exitCode == 0)
        let before = try publication(URL(filePath: disk))
        try makeReadOnly(disk)
        let run = try kairan(arguments)
        #expect(run.exitCode == 3)
        #expect(run.errors == "error: \(disk)/.public.kairan-lock: the disk is read-only\n")
        #expect(try publication(URL(filePath: disk)) == before)
    }

    @Test(.onLinux) func anUnwritableFolder() throws {
        let box = try MistakeBox()
        // /proc refuses even root, so this holds wherever the tests run.
        let run = try kairan(["build", box.folder.path + "/site", "--out", "/proc/kairan/public"])
        #expect(run.exitCode == 3)
        #expect(run.errors == "error: /proc/kairan: there is no such file or folder\n")
        #expect(run.output == "")
    }

    @Test func aFileWhereTheFolderShouldBe() throws {
        let box = try MistakeBox()
        try box.folder.write("mine", to: "taken")
        let run = try kairan(["build", box.folder.path + "/site", "--out", box.folder.path + "/taken"])
        #expect(run.exitCode == 3)
        #expect(run.errors == "error: \(box.folder.path)/taken: a file stands where a folder is needed\n")
        #expect(try String(contentsOfFile: box.folder.path + "/taken", encoding: .utf8) == "mine")
    }
}
