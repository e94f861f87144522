import Foundation
import KairanModel
import KairanReaders
import KairanTemplates
import SiteTesting
import Testing

@testable import KairanPublish

/// Many builds follow one another, and between them happens everything that people do to a folder.
@Suite(.withAndWithoutSpareTree) struct PublishingPropertyTests {
    @Test func twoHundredPublicationsOneAfterAnother() throws {
        let seed = printedSeed()
        let box = try PublishingSandbox()
        let spare = (WithAndWithoutSpareTree.workFolder ?? box.root + "/none") + "/spare"
        var random = SeededNumbers(seed: seed)
        var site = KeptSite(in: box)
        var history = History(ours: ["o/0": "first"])
        _ = try site.publish(history.ours, making: [])
        for round in 1...200 {
            for _ in 0..<Int.random(in: 0...3, using: &random) { try history.happen(in: box.target, &random) }
            for _ in 0..<Int.random(in: 0...2, using: &random) { try vandalise(spare, &random) }
            try claim(history.others.keys.sorted(), in: box.target, &random)
            if round % 5 == 0 { try refusesLink(in: box, &random) }
            // Folders that have settled are not looked through again for late files, which would hide a wrong spare tree.
            if round % 4 == 0 { try box.tick() }
            let before = try Fingerprint.ofTree(box.target)
            let standing = try box.published()
            let changed = history.change(standing, &random)
            if Bool.random(using: &random) {
                _ = try site.publish(history.ours, making: changed)
            } else {
                // A build without a cache publishes like this.
                _ = try box.publisher().publish(outputs(history.ours))
            }
            let published = try box.published().filter { $0.value != "/" }
            #expect(published == history.ours.merging(history.others) { $1 }, "round \(round) of seed \(seed)")
            let after = try Fingerprint.ofTree(box.target)
            for path in published.keys where published[path] == standing[path] {
                #expect(after[path] == before[path], "\(path) in round \(round) of seed \(seed)")
            }
            guard published == history.ours.merging(history.others, uniquingKeysWith: { $1 }) else { return }
        }
    }

    /// Writes the path of somebody else's file into the list of what Kairan made, as somebody might.
    private func claim(_ paths: [String], in target: String, _ random: inout SeededNumbers) throws {
        guard Int.random(in: 0...3, using: &random) == 0, let path = paths.randomElement(using: &random) else { return }
        let file = URL(filePath: "\(target)/\(WholeList.path.text)")
        let list = try String(contentsOf: file, encoding: .utf8)
        let hash = ContentHash(Array("another".utf8)).text
        let claimed = list.replacing("\"files\": {\n", with: "\"files\": {\n    \"\(path)\": \"\(hash)\",\n")
        try Data(claimed.utf8).write(to: file)
    }

    /// Puts a symbolic link where Kairan keeps its own files: a build must change nothing, and not what it leads to.
    private func refusesLink(in box: borrowing PublishingSandbox, _ random: inout SeededNumbers) throws {
        let beside = ["staging", "retired"].map { "\(box.root)/.public.kairan-\($0)" }
        let inside =
            WithAndWithoutSpareTree.workFolder.map { folder in ["store", "pictures"].map { "\(folder)/\($0)" } } ?? []
        guard let link = (beside + inside).randomElement(using: &random) else { return }
        if let folder = WithAndWithoutSpareTree.workFolder {
            try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        }
        try removeTree(link)
        try box.write("precious", to: "elsewhere/store")
        try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: box.root + "/elsewhere")
        let before = try Fingerprint.ofTree(box.target)
        #expect(throws: PublishError.foreign(path: link, .symbolicLink)) {
            try box.publisher().publish(outputs(["o/0": "never"]))
        }
        #expect(try Fingerprint.ofTree(box.target) == before)
        #expect(try treeContents(box.root + "/elsewhere") == ["store": "precious"])
        try FileManager.default.removeItem(atPath: link)
    }

    /// Damages the spare tree, which the target must not feel.
    private func vandalise(_ spare: String, _ random: inout SeededNumbers) throws {
        guard FileManager.default.fileExists(atPath: spare) else { return }
        let paths = try scanTree(spare).entries.keys.sorted().map { "\(spare)/\($0.text)" }
        guard let path = paths.randomElement(using: &random), let other = paths.randomElement(using: &random) else {
            return
        }
        switch Int.random(in: 0...7, using: &random) {
        case 0: try removeTree(URL(filePath: spare).deletingLastPathComponent().path)
        case 1: try removeTree(spare)
        case 2: try removeTree(path)
        case 3:
            try removeTree(path)
            try Data("junk".utf8).write(to: URL(filePath: path))
        case 4:
            try removeTree(path)
            try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: "/etc")
        case 5: try FileManager.default.createDirectory(atPath: spare + "/junk/deep", withIntermediateDirectories: true)
        // This fails if one is inside the other, which is as good.
        case 6: unsafe rename(path, other)
        default: unsafe chmod(spare, mode_t.random(in: 0...0o777, using: &random))
        }
    }
}

/// The files that the folder must hold: our own outputs, which stand in `o/`, and files of others.
private struct History {
    var ours: [String: String]
    var others: [String: String] = [:]

    /// Does something that people do between two builds.
    mutating func happen(in target: String, _ random: inout SeededNumbers) throws {
        switch Int.random(in: 0...5, using: &random) {
        case 0, 1:
            let folder = ["", "x/", "x/y/", "o/", "o/1/"].randomElement(using: &random) ?? ""
            let path = "\(folder)x\(Int.random(in: 0...9, using: &random))"
            guard ours["o/1"] == nil || !folder.hasPrefix("o/1") else { return }
            others[path] = "theirs \(random.next() % 10)"
            try writeInPlace(others[path] ?? "", to: "\(target)/\(path)")
        case 2:
            guard let path = others.keys.sorted().randomElement(using: &random) else { return }
            others[path] = nil
            try removeTree("\(target)/\(path)")
        case 3:
            guard let path = ours.keys.sorted().randomElement(using: &random) else { return }
            try removeTree("\(target)/\(path)")
        default:
            // The new text is as long as before, and perhaps written within the same tick of the clock.
            guard let path = ours.keys.sorted().randomElement(using: &random), let text = ours[path] else { return }
            try writeInPlace(String(text.reversed()), to: "\(target)/\(path)")
        }
    }

    /// Adds, changes and removes outputs; returns those that are not as before.
    ///
    /// - Parameter standing: The files in the folder. An output that somebody changed is theirs once it is no output.
    mutating func change(_ standing: [String: String], _ random: inout SeededNumbers) -> Set<String> {
        let earlier = ours
        var changed: Set<String> = []
        for _ in 0..<Int.random(in: 0...4, using: &random) {
            let folder = ["o/", "o/2/", "o/3/4/"].randomElement(using: &random) ?? ""
            let path = "\(folder)\(["a", "b", "c", "d", "e"].randomElement(using: &random) ?? "")"
            if others[path] != nil { continue }
            ours[path] = Bool.random(using: &random) ? "text \(random.next() % 10)" : nil
            changed.insert(path)
        }
        for (path, text) in earlier where ours[path] == nil && standing[path] != nil && standing[path] != text {
            others[path] = standing[path]
        }
        return changed
    }

    /// Writes a file that stays the same one, unlike most editors.
    private func writeInPlace(_ text: String, to path: String) throws {
        let file = URL(filePath: path)
        try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(text.utf8).write(to: file, options: [])
    }
}
