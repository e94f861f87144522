import Foundation
import KairanReaders
import KairanSystem
import KairanTemplates
import SiteTesting
import Testing

@testable import KairanPublish

/// These tests are about the tree that is kept beside the published one between builds.
@Suite struct PublishingSpareTreeTests {
    @Test func theWorkFolderIgnoresItself() throws {
        let box = try PublishingSandbox()
        for text in ["1", "2"] { _ = try publish(["a": text], in: box) }
        #expect(try box.published() == ["a": "2"])
        #expect(try box.besideTarget() == [])
        #expect(try treeContents(box.root + "/side/spare") == ["a": "1"])
        try box.remove("side/spare")
        try box.remove("side/folders")
        let work = try treeContents(box.root + "/side")
        #expect(work[".gitignore"] == "*\n")
        #expect(work["CACHEDIR.TAG"]?.hasPrefix("Signature: 8a477f597d28d172789f06886806bc55\n") == true)
        #expect(Set(work.keys) == [".gitignore", "CACHEDIR.TAG"])
    }

    @Test func whatDoesNotChangeIsNotLinkedAgain() throws {
        let box = try PublishingSandbox()
        var files = Dictionary(uniqueKeysWithValues: (0..<50).map { ("\($0)/a", "\($0)") })
        for text in ["1", "2", "3"] {
            files["7/a"] = text
            _ = try publish(files, in: box)
        }
        try box.tick()
        let before = try box.status("public/8/a").st_ctim
        #expect(try box.status("public/8/a").st_nlink == 2)
        files["9/a"] = "new"
        #expect(try publish(files, in: box).changed == 1)
        let after = try box.status("public/8/a").st_ctim
        #expect((after.tv_sec, after.tv_nsec) == (before.tv_sec, before.tv_nsec))
        #expect(try box.published() == files)
    }

    @Test(.onLinux) func aWorkFolderThatCannotBeUsedIsDoneWithout() throws {
        let box = try PublishingSandbox()
        try box.write("a file", to: "file")
        for folder in [
            "/proc/work", box.root + "/file", box.root + "/file/work", box.target, box.root, "/dev/shm/work",
        ] {
            for text in ["1", "2"] {
                _ = try Publisher(to: box.target, workFolder: folder, clock: box.clock).publish(outputs(["a": text]))
                #expect(try box.published() == ["a": text])
                #expect(try box.besideTarget() == [], "\(folder)")
            }
        }
        #expect(try treeContents(box.root).keys.sorted() == ["file", "public/.kairan.json", "public/a"])
    }

    @Test func aFullDiskLeavesNoHalfOfASpareTree() throws {
        let box = try PublishingSandbox()
        try box.makeFolder("disk")
        guard mountSmallDisk(on: box.root + "/disk") else { return }
        defer { unmountSmallDisk(box.root + "/disk") }
        let (target, work) = (box.root + "/disk/public", box.root + "/disk/work")
        for text in ["1", "2"] {
            _ = try Publisher(to: target, workFolder: work, clock: box.clock).publish(outputs(["a": text]))
        }
        let large = OutputFile(path: "large", bytes: [UInt8](repeating: 1, count: 2 << 20))
        #expect(throws: PublishError.io(path: "\(target)/large", reason: "no space is left on the disk")) {
            try Publisher(to: target, workFolder: work, clock: box.clock).publish(outputs(["a": "3"]) + [large])
        }
        #expect(try treeContents(target) == ["a": "2"])
        #expect(!FileManager.default.fileExists(atPath: work + "/spare"))
        // A process that another test starts at this moment holds the large file open for as long as it begins.
        let clock = box.clock
        try wait {
            do {
                _ = try Publisher(to: target, workFolder: work, clock: clock).publish(outputs(["a": "4"]))
                return true
            } catch PublishError.io { return false }
        }
        #expect(try treeContents(target) == ["a": "4"])
    }

    private func publish(_ files: [String: String], in box: borrowing PublishingSandbox) throws -> PublicationSummary {
        try Publisher(to: box.target, workFolder: box.root + "/side", clock: box.clock).publish(outputs(files)).summary
    }
}
