import Foundation
import KairanReaders
import KairanTemplates
import SiteTesting
import Testing

@testable import KairanPublish
@testable import KairanSystem

/// After locks, kills, and full or read-only disks, the earlier publication is still there and whole.
@Suite(.serialized, .withAndWithoutSpareTree) struct PublishingFailureTests {
    @Test func aSecondBuildInThisProcessIsRefused() throws {
        let box = try PublishingSandbox()
        let first = try box.publisher()
        let lock = try #require(try box.besideTarget().first)
        #expect(lock == ".public.kairan-lock")
        let refusal = #expect(throws: PublishError.self) { try publish(outputs(["a": "1"]), to: box.target) }
        #expect(refusal?.description.contains("process \(getpid()) on ") == true)
        #expect(try first.publish(outputs(["a": "1"])).summary.added == 1)
    }

    @Test func killedAtAnyMomentTheFolderIsWhole() throws {
        let box = try PublishingSandbox()
        let seed = printedSeed()
        var random = SeededNumbers(seed: seed)
        let generations = ["old", "new"].map { generation($0) }
        for (name, files) in zip(["old", "new"], generations) {
            for (path, text) in files { try box.write(text, to: "\(name)/\(path)") }
        }
        _ = try publish(outputs(generations[0]), to: box.target)
        try box.write("board.example", to: "public/CNAME")
        try box.write("photo", to: "public/clubs/3/photo.png")
        let others = ["CNAME": "board.example", "clubs/3/photo.png": "photo"]
        var seen = [0, 0]
        // The delay grows on a slow or busy machine until kills come before and after the exchange.
        var longestDelay: UInt32 = 20_000
        for kill in 1...80 {
            try box.runProbe(
                between: "old", and: "new", killedAfterMicroseconds: UInt32.random(in: 0...longestDelay, using: &random)
            )
            let found = try treeContents(try wholeFolder(box))
            let index = generations.firstIndex { found == $0.merging(others) { $1 } }
            #expect(index != nil, "kill \(kill) of seed \(seed) left neither generation")
            guard let index else { return }
            seen[index] += 1
            if seen.contains(0) { longestDelay = min(longestDelay * 5 / 4, 2_000_000) }
        }
        #expect(!seen.contains(0), "no kill came before the exchange, or none after it")
        print("killedAtAnyMomentTheFolderIsWhole: \(seen[0]) times old, \(seen[1]) times new")
        _ = try publish(outputs(generations[1]), to: box.target)
        #expect(try box.published() == generations[1].merging(others) { $1 })
        #expect(try box.besideTarget() == [])
    }

    /// Returns the folder that holds the publication. On a system that cannot exchange folders, the target is missing
    /// between two renames; the next build puts the earlier tree back.
    private func wholeFolder(_ box: borrowing PublishingSandbox) throws -> String {
        let place = try PublicationPlace(resolving: box.target, clock: box.clock)
        var cannotExchange = false
        do { try workingFolder.exchange("\(box.root)/none", "\(box.root)/no") } catch {
            cannotExchange = error == .noFunction
        }
        let isMissing = !FileManager.default.fileExists(atPath: place.target)
        return cannotExchange && isMissing ? place.retired : place.target
    }

    @Test func noSpaceLeft() throws {
        let box = try PublishingSandbox()
        try box.makeFolder("disk")
        guard mountSmallDisk(on: box.root + "/disk", options: "size=1m") else { return }
        defer { unmountSmallDisk(box.root + "/disk") }
        let target = box.root + "/disk/public"
        _ = try publish(outputs(["a": "1", "b": "1"]), to: target)
        let large = OutputFile(path: "deep/large.bin", bytes: [UInt8](repeating: 1, count: 2 << 20))
        let before = try Fingerprint.ofTree(target)
        #expect(throws: PublishError.io(path: "\(target)/deep/large.bin", reason: "no space is left on the disk")) {
            try publish(outputs(["a": "2"]) + [large], to: target)
        }
        #expect(try Fingerprint.ofTree(target) == before)
        #expect(try treeContents(box.root + "/disk").keys.sorted() == ["public/.kairan.json", "public/a", "public/b"])
        #expect(try publish(outputs(["a": "2"]), to: target).changed == 1)
    }

    @Test func anUnwritableFolder() throws {
        let box = try PublishingSandbox()
        try box.makeFolder("disk")
        guard mountSmallDisk(on: box.root + "/disk", options: "size=1m") else { return }
        defer { unmountSmallDisk(box.root + "/disk") }
        let target = box.root + "/disk/public"
        _ = try publish(outputs(["a": "1"]), to: target)
        try makeReadOnly(box.root + "/disk")
        #expect(
            throws: PublishError.io(path: "\(box.root)/disk/.public.kairan-lock", reason: "the disk is read-only")
        ) {
            try publish(outputs(["a": "2"]), to: target)
        }
        #expect(try treeContents(target) == ["a": "1"])
    }

    @Test(.onLinux) func aFolderThatCannotBeMade() throws {
        // Nobody can make a folder in /proc, not even root, so this holds wherever the tests run.
        #expect(throws: PublishError.self) { try publish(outputs(["a": "1"]), to: "/proc/public") }
    }

    @Test func anotherDiskInsideTheTargetIsNotCopiedAway() throws {
        let box = try PublishingSandbox()
        _ = try publish(outputs(["a": "1"]), to: box.target)
        try box.makeFolder("public/disk")
        guard mountSmallDisk(on: box.target + "/disk", options: "size=1m") else { return }
        defer { unmountSmallDisk(box.target + "/disk") }
        try box.write("precious", to: "public/disk/file")
        #expect(
            throws: PublishError.io(
                path: "\(box.target)/disk", reason: "this is on another disk, or something is mounted here")
        ) {
            try publish(outputs(["a": "2"]), to: box.target)
        }
        #expect(try String(contentsOfFile: box.target + "/disk/file", encoding: .utf8) == "precious")
        #expect(try String(contentsOfFile: box.target + "/a", encoding: .utf8) == "1")
    }

    private func generation(_ name: String) -> [String: String] {
        var files = ["index.html": name, "only/\(name).html": name, "shared.css": "body {}"]
        for club in 0..<40 {
            files["clubs/\(club)/index.html"] = "\(name) \(club)"
            files["clubs/\(club)/same.json"] = "{\"id\": \(club)}"
        }
        return files
    }
}
