import Foundation
import KairanModel
import KairanTemplates
import SiteTesting
import Testing

@testable import KairanContracts
@testable import KairanPublish
@testable import KairanSystem

/// Outputs that an earlier build published, and that this one does not make again, are kept.
@Suite(.withAndWithoutSpareTree) struct PublishingKeptTests {
    @Test func onlyWhatStandsAsPublishedIsVerified() throws {
        let box = try PublishingSandbox()
        var site = KeptSite(in: box)
        let files = ["a": "1", "b": "1", "c/d": "1", "e/f": "1", "g": "1", "h": "1"]
        _ = try site.publish(files, making: Set(files.keys))
        // The new text has the same size, and is written in the same moment.
        try box.write("2", to: "public/a")
        try box.remove("public/b")
        try box.remove("public/c")
        try box.link("public/c", to: "e")
        try box.makeFolder("public/e/d")
        try box.remove("public/g")
        try box.link("public/g", to: "h")
        #expect(try site.verified() == ["e/f", "h"])
        try box.tick()
        #expect(try site.verified() == ["e/f", "h"])
    }

    @Test func aStampOfAMomentAgoProvesNothing() {
        var status = stat()
        // If a file system keeps only seconds or tens of milliseconds, a moment is longer.
        for (part, moment) in [(123_456_789, 20_000_000), (0, 2_100_000_000), (120_000_000, 2_100_000_000)] {
            status.st_ctim = timespec(tv_sec: 1, tv_nsec: part)
            let settled = Int64(1_000_000_000 + part + moment)
            let found = FileStatus(status)
            let (early, late) = (FileStamp(found, readAt: settled - 1), FileStamp(found, readAt: settled))
            #expect(!early.proves(early))
            #expect(!late.proves(early))
            #expect(late.proves(late))
        }
    }

    /// Publishes `a` and `b`, and returns what is then known of `a`.
    private func publishOneToKeep(in box: borrowing PublishingSandbox) throws -> StampedFile {
        var site = KeptSite(in: box)
        _ = try site.publish(["a": "1", "b": "1"], making: ["a", "b"])
        try box.tick()
        return try #require(site.known["a"])
    }

    @Test func aKeptFileThatIsReplacedMeanwhileIsFoundByTheNextBuild() throws {
        let box = try PublishingSandbox()
        let old = try publishOneToKeep(in: box)
        let publisher = try box.publisher()
        let kept = [try #require(publisher.verifiedOutputs([old]).outputs[0])]
        try box.write("2", to: "new")
        try systemCall { unsafe rename(box.root + "/new", box.target + "/a") }
        let stamps = try publisher.publish(outputs(["b": "2"]), keeping: kept).stamps
        #expect(try box.published() == ["a": "2", "b": "2"])
        try box.tick()
        let known = StampedFile(path: "a", hash: old.hash, stamp: stamps.relinked.first?.stamp ?? kept[0].stamp)
        #expect(publisher.verifiedOutputs([known]).outputs == [nil])
    }

    @Test func withoutTheTargetNothingCanBeKept() throws {
        let box = try PublishingSandbox()
        let old = try publishOneToKeep(in: box)
        let publisher = try box.publisher()
        let kept = [try #require(publisher.verifiedOutputs([old]).outputs[0])]
        try systemCall { unsafe rename(box.target, box.root + "/elsewhere") }
        #expect(throws: PublishError.self) { try publisher.publish(outputs(["b": "2"]), keeping: kept) }
        #expect(!FileManager.default.fileExists(atPath: box.target))
    }
}

/// A site that is published as by an incremental build, with the stamps of the build before.
struct KeptSite {
    private let target: String
    private let clock: FileClock
    private(set) var known: [String: StampedFile] = [:]

    init(in box: borrowing PublishingSandbox) { (target, clock) = (box.target, box.clock) }

    func verified() throws -> Set<String> {
        let publisher = try Publisher(to: target, workFolder: WithAndWithoutSpareTree.workFolder, clock: clock)
        return Set(publisher.verifiedOutputs(Array(known.values)).outputs.compactMap { $0?.path })
    }

    /// Publishes, making the files that are named and those that no longer stand as they were published.
    mutating func publish(_ files: [String: String], making made: Set<String>) throws -> PublicationSummary {
        let publisher = try Publisher(to: target, workFolder: WithAndWithoutSpareTree.workFolder, clock: clock)
        let candidates = known.values.filter { files[$0.path] != nil && !made.contains($0.path) }
            .sorted { $0.path < $1.path }
        let verified = publisher.verifiedOutputs(candidates)
        let kept = verified.outputs.compactMap(\.self)
        let keptPaths = Set(kept.map(\.path))
        let new = outputs(files.filter { !keptPaths.contains($0.key) })
        let (summary, stamps, _) = try publisher.publish(new, keeping: kept, of: verified)
        known = [:]
        for (file, stamp) in zip(new, stamps.made) {
            known[file.path] = StampedFile(path: file.path, hash: file.hash, stamp: stamp)
        }
        for file in kept {
            let stamp = stamps.relinked.first { $0.file === file }?.stamp ?? file.stamp
            known[file.path] = StampedFile(path: file.path, hash: file.hash, stamp: stamp)
        }
        return summary
    }
}
