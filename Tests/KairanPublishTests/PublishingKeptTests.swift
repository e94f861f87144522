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

    @Test func keptFilesAreNotReadAgain() throws {
        let box = try PublishingSandbox()
        var site = KeptSite(in: box)
        let files = ["a": "1", "b/c": "1", "d": "1"]
        _ = try site.publish(files, making: Set(files.keys))
        #expect(try site.publish(files, making: []) == PublicationSummary(unchanged: 3, bytes: 3))
        #expect(
            try site.publish(files.merging(["d": "22"]) { $1 }, making: ["d"])
                == PublicationSummary(changed: 1, unchanged: 2, bytes: 4))
        try box.tick()
        // Published once more, the files are no longer linked, so every stamp has settled.
        _ = try site.publish(files.merging(["e": ""]) { $1 }, making: ["d", "e"])
        try box.tick()
        #expect(try site.publish(files, making: ["d"]).removed == 1)
        #expect(try box.published() == files)
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
        let kept = [
            KeptOutput(path: "a", hash: old.hash, stamp: try #require(publisher.verifiedOutputs([old]).stamps[0]))
        ]
        try box.write("2", to: "new")
        try systemCall { unsafe rename(box.root + "/new", box.target + "/a") }
        let stamps = try publisher.publish(outputs(["b": "2"]), keeping: kept).stamps
        #expect(try box.published() == ["a": "2", "b": "2"])
        try box.tick()
        let known = StampedFile(path: "a", hash: old.hash, stamp: try #require(stamps[0]))
        #expect(publisher.verifiedOutputs([known]).stamps == [nil])
    }
}

extension PublishingKeptTests {
    /// If most outputs are kept, the list is only compared.
    @Test func aListIsThatOfTheSamePathsAlone() throws {
        var files: [String: String] = [:]
        for number in 0..<2000 { files["pages/\(number % 7)/é \"\(number)\".html"] = "" }
        let all = outputs(files).sorted { $0.path < $1.path }
        let list = try Publication(all).manifest.bytes
        func isList(_ paths: [String], made: (Int) -> Bool) -> Bool {
            let made = paths.indices.filter(made)
            let kept = Set(paths.indices).subtracting(made).sorted()
            return PublicationManifest.isList(
                list, of: made.map { OutputFile(path: paths[$0], bytes: []) },
                kept.map { KeptOutput(path: paths[$0], hash: ContentHash([]), stamp: .unknown) }, PublishedHashes())
        }
        let paths = all.map(\.path)
        for made in [0, 1, 3, 2000] { #expect(isList(paths) { made > 0 && $0 % made == 0 }) }
        for index in stride(from: 0, to: paths.count, by: 37) {
            var others = paths
            others[index] += "x"
            #expect(!isList(others) { $0 == index } && !isList(others) { $0 == 0 })
            others.remove(at: index)
            #expect(!isList(others) { $0 % 3 == 0 })
            others.insert(contentsOf: [paths[index], paths[index]], at: index)
            #expect(!isList(others) { $0 % 3 == 0 })
        }
    }

    /// Such a list is refused whoever wrote it, and even if the pipeline did not notice.
    @Test(arguments: [
        ([".kairan.json", "a"], false), (["../a", "b"], false), (["a/./b", "c"], false), (["a//b", "c"], false),
        (["a", "a/b"], false), (["a", "a-b", "a/b"], false), (["a", "a"], false), (["b", "a"], false),
        (["a/", "b"], false), (["/a", "b"], false), (["a/b", "a/c/d/e", "a/c/d/.."], false), (["a\u{0}", "b"], false),
        (["a", "a-b", "ab/c", "ab/c-d", "b/...", "b/..c"], true), ([".kairan.jsonx", ".well-known/a"], true),
    ])
    func aListOfPathsThatCannotBePublishedIsNone(paths: [String], isList: Bool) {
        let kept = paths.map { KeptOutput(path: $0, hash: ContentHash([]), stamp: .unknown) }
        let files = paths.map { PublicationManifest.File(path: TreePath($0), hash: ContentHash([])) }
        let list = PublicationManifest(files: files).bytes
        #expect(PublicationManifest.isList(list, of: [], kept, PublishedHashes()) == isList)
    }

    @Test func withoutTheTargetNothingCanBeKept() throws {
        let box = try PublishingSandbox()
        let old = try publishOneToKeep(in: box)
        let publisher = try box.publisher()
        let kept = [
            KeptOutput(path: "a", hash: old.hash, stamp: try #require(publisher.verifiedOutputs([old]).stamps[0]))
        ]
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
        let known = Array(known.values)
        return Set(zip(known, publisher.verifiedOutputs(known).stamps).filter { $1 != nil }.map { $0.0.path })
    }

    /// Publishes, making the files that are named and those that no longer stand as they were published.
    mutating func publish(_ files: [String: String], making made: Set<String>) throws -> PublicationSummary {
        let publisher = try Publisher(to: target, workFolder: WithAndWithoutSpareTree.workFolder, clock: clock)
        let candidates = known.values.filter { files[$0.path] != nil && !made.contains($0.path) }
            .sorted { $0.path < $1.path }
        let kept = zip(candidates, publisher.verifiedOutputs(candidates).stamps).compactMap { output, stamp in
            stamp.map { KeptOutput(path: output.path, hash: output.hash, stamp: $0) }
        }
        let keptPaths = Set(kept.map(\.path))
        let new = outputs(files.filter { !keptPaths.contains($0.key) }).sorted { $0.path < $1.path }
        let (summary, stamps) = try publisher.publish(new, keeping: kept)
        let paths = (new.map(\.path) + kept.map(\.path)).sorted()
        known = [:]
        for (path, stamp) in zip(paths, stamps) {
            guard let stamp, let text = files[path] else { continue }
            known[path] = StampedFile(path: path, hash: ContentHash(Array(text.utf8)), stamp: stamp)
        }
        return summary
    }
}
