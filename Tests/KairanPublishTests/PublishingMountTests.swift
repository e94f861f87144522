import Foundation
import KairanSystem
import KairanTemplates
import SiteTesting
import Synchronization
import Testing

@testable import KairanPublish

/// Something is mounted at the target, so that it cannot be replaced as a whole.
@Suite(.withAndWithoutSpareTree) struct PublishingMountTests {
    /// The ways in which a folder is mounted there.
    enum Mount: CaseIterable {
        case folder, disk
    }

    /// Mounts something at the target of a sandbox. Whoever calls this takes it away again.
    private func mount(_ kind: Mount, in box: borrowing PublishingSandbox) throws -> Bool {
        try box.makeFolder("public")
        try box.makeFolder("volume")
        return switch kind {
        case .folder: mountAgain(box.root + "/volume", on: box.target)
        case .disk: mountSmallDisk(on: box.target, options: "size=8m")
        }
    }

    /// Pages that lead to each other, and paths that are files in one generation and folders in the next.
    private func generation(_ number: Int) -> [String: String] {
        var files = [
            "index.html": (0..<8).map { "<a href=\"p\($0 + number)/\">\($0)</a>" }.joined(),
            "same.txt": "same", "turn\(number % 2)": "file \(number)",
            "turn\(1 - number % 2)/in/it": "folder \(number)",
        ]
        for page in 0..<8 {
            files["p\(page + number)/index.html"] =
                "<img src=\"../i\(number).png\">" + String(repeating: "x", count: 5000)
        }
        files["i\(number).png"] = String(repeating: "picture \(number) ", count: 1000)
        return files
    }

    @Test(arguments: Mount.allCases) func filesTakeTheirPlaces(_ kind: Mount) throws {
        let box = try PublishingSandbox()
        guard try mount(kind, in: box) else { return }
        defer { unmountSmallDisk(box.target) }
        try box.write("theirs", to: "public/other")
        let folder = try box.status("public").st_ino
        for number in 1...4 {
            let summary = try publish(outputs(generation(number)), to: box.target)
            #expect(summary.beginsInPlace == (number == 1))
            #expect(try box.published() == generation(number).merging(["other": "theirs"]) { $1 })
            #expect(try box.status("public").st_ino == folder)
            if kind == .folder {
                #expect(try treeContents(box.root + "/volume") == box.published())
            }
        }
        #expect(try publish(outputs(generation(4)), to: box.target).isUnchanged)
        #expect(throws: PublishError.conflicts(["other"], listIsDamaged: false)) {
            try publish(outputs(["other": "ours"]), to: box.target)
        }
        #expect(try box.besideTarget() == [])
    }

    /// Whoever has mounted the target elsewhere, or a folder in it, sees each publication.
    @Test(arguments: ["", "/api of it"]) func theTargetIsMountedElsewhere(_ inner: String) throws {
        let box = try PublishingSandbox()
        try box.makeFolder("else where")
        let files = { (number: Int) in
            self.generation(number).merging(["api of it/a.json": "\(number)", "api of it/\(number)": ""]) { $1 }
        }
        _ = try publish(outputs(files(1)), to: box.target)
        let elsewhere = box.root + "/else where"
        guard mountAgain(box.target + inner, on: elsewhere) else { return }
        defer { unmountSmallDisk(elsewhere) }
        for number in 2...4 {
            _ = try publish(outputs(files(number)), to: box.target)
            #expect(try box.published() == files(number))
            #expect(try treeContents(elsewhere) == treeContents(box.target + inner))
        }
        unmountSmallDisk(elsewhere)
        let folder = try box.status("public").st_ino
        _ = try publish(outputs(files(5)), to: box.target)
        #expect(try box.published() == files(5))
        #expect(try box.status("public").st_ino != folder)
    }

    /// It is told once, also after a first publication, which leaves no spare tree.
    @Test(arguments: [1, 2]) func mountedElsewhereLater(_ publications: Int) throws {
        let box = try PublishingSandbox()
        try box.makeFolder("elsewhere")
        func publish(_ number: Int) throws -> PublicationSummary {
            try Publisher(to: box.target, workFolder: box.root + "/work", clock: box.clock).publish(
                outputs(generation(number))
            ).summary
        }
        for number in 1...publications { #expect(try !publish(number).beginsInPlace) }
        guard mountAgain(box.target, on: box.root + "/elsewhere") else { return }
        defer { unmountSmallDisk(box.root + "/elsewhere") }
        #expect(try publish(3).beginsInPlace)
        #expect(try !publish(4).beginsInPlace)
    }

    /// Every file is whole, and the next build knows which ones are Kairan's, however many were killed before it.
    @Test func killedAtAnyMomentEachFileIsWhole() throws {
        let box = try PublishingSandbox()
        guard try mount(.folder, in: box) else { return }
        defer { unmountSmallDisk(box.target) }
        let seed = printedSeed()
        var random = SeededNumbers(seed: seed)
        for number in 1...2 {
            for (path, text) in generation(number) { try box.write(text, to: "g\(number)/\(path)") }
        }
        _ = try publish(outputs(generation(1)), to: box.target)
        var mixtures = 0
        for kill in 1...60 {
            let delay = UInt32.random(in: 0...30_000, using: &random)
            try box.runProbe(between: "g1", and: "g2", killedAfterMicroseconds: delay)
            let found = try box.published().filter { !$0.key.hasPrefix(".kairan-") && $0.value != "/" }
            let wrong = found.filter { path, text in !(1...3).contains { generation($0)[path] == text } }
            #expect(wrong.mapValues(\.count) == [:], "kill \(kill) of seed \(seed)")
            if !(1...3).contains(where: { found == generation($0) }) { mixtures += 1 }
            guard kill % 3 == 0 else { continue }
            _ = try publish(outputs(generation(3)), to: box.target)
            let published = try box.published()
            #expect(published.keys.sorted() == generation(3).keys.sorted(), "kill \(kill) of seed \(seed)")
            #expect(published == generation(3))
        }
        print("killedAtAnyMomentEachFileIsWhole: \(mixtures) times some of both")
    }

    /// A reader finds what a page leads to, unless the page itself has gone on by then.
    @Test func readersFindWhatPagesLeadTo() throws {
        let box = try PublishingSandbox()
        guard try mount(.folder, in: box) else { return }
        defer { unmountSmallDisk(box.target) }
        _ = try publish(outputs(generation(1)), to: box.target)
        let reader = FollowingReader(box.target)
        let thread = Thread { reader.follow() }
        thread.start()
        for number in 2...60 { _ = try publish(outputs(generation(number)), to: box.target) }
        reader.isOver.store(true, ordering: .relaxed)
        try wait { thread.isFinished }
        print("readersFindWhatPagesLeadTo: \(reader.reads.load(ordering: .relaxed)) reads")
        #expect(reader.missing.load(ordering: .relaxed) == 0)
        #expect(reader.reads.load(ordering: .relaxed) > 100)
    }
}

/// Reads the front page again and again, the pages that it leads to, and their pictures.
private final class FollowingReader: Sendable {
    let isOver = Atomic(false)
    let reads = Atomic(0)
    /// The number of files that were not there although what leads to them still did.
    let missing = Atomic(0)
    private let folder: String

    init(_ folder: String) { self.folder = folder }

    func follow() {
        while !isOver.load(ordering: .relaxed) {
            for page in links(in: "index.html") where isFound("\(page)index.html", from: "index.html", page) {
                for picture in links(in: "\(page)index.html") {
                    _ = isFound("\(page)\(picture)", from: "\(page)index.html", picture)
                }
            }
        }
    }

    private func links(in path: String) -> [String] {
        let text = String(decoding: workingFolder.readKnownFile("\(folder)/\(path)") ?? [], as: UTF8.self)
        return text.split(separator: "\"").enumerated().filter { $0.offset % 2 == 1 }.map { String($0.element) }
    }

    private func isFound(_ path: String, from page: String, _ link: String) -> Bool {
        reads.add(1, ordering: .relaxed)
        if workingFolder.readKnownFile("\(folder)/\(path)") != nil { return true }
        if links(in: page).contains(link) { missing.add(1, ordering: .relaxed) }
        return false
    }
}
