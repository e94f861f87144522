import Foundation
import KairanContent
import KairanModel
import KairanTemplates
import SiteTesting
import Testing

@testable import KairanBuild
@testable import KairanContracts
@testable import KairanPublish
@testable import KairanQueries

/// A build that takes over what an earlier one made is, byte for byte, the build of everything.
///
/// `KAIRAN_EDITS=5000 KAIRAN_SEED=1 swift test --filter IncrementalPropertyTests` makes more edits.
@Suite struct IncrementalPropertyTests {
    private static let editCount = ProcessInfo.processInfo.environment["KAIRAN_EDITS"].flatMap { Int($0) } ?? 520
    private static let editsOfASite = 20

    @Test func incrementalEqualsClean() throws {
        let seed = printedSeed()
        var tally = Tally()
        var number = 0
        while tally.edits < Self.editCount {
            defer { number += 1 }
            let own = seed &+ UInt64(number)
            let site = try EditedSite(seed: own)
            let failure = try editSite(site, &tally)
            // One failure is enough, because the later builds of a site build on it.
            if let failure {
                Issue.record("KAIRAN_SEED=\(own) KAIRAN_EDITS=\(Self.editsOfASite), \(site.name): \(failure)")
                return
            }
        }
        print("\(tally)")
        #expect(tally.edits >= Self.editCount)
        // A run that repeats one site has too few edits for these expectations.
        guard tally.edits >= 500 else { return }
        for edit in SiteEdit.allCases { #expect(tally.kinds[edit, default: 0] > 0, "\(edit) never came") }
        #expect(tally.kept > tally.made / 2 && tally.unread > tally.edits)
        #expect(tally.knowing > tally.edits / 25 && tally.nextChanges > 0)
        #expect(tally.made > tally.edits && tally.mistakes > 0 && tally.warnings > 0 && tally.damages > 0)
        #expect(tally.mistakes < tally.edits / 2)
    }

    /// The results of the edits: a test in which nothing is kept, or nothing goes wrong, would say little.
    private struct Tally {
        var edits = 0
        var kinds: [SiteEdit: Int] = [:]
        var kept = 0
        var made = 0
        /// Sources that were known by their stamps.
        var unread = 0
        /// Builds in which few files were read again.
        var knowing = 0
        /// Next changes that both builds told alike.
        var nextChanges = 0
        var mistakes = 0
        var warnings = 0
        var damages = 0
    }

    /// Edits the site step by step, and returns what went wrong.
    private func editSite(_ start: EditedSite, _ tally: inout Tally) throws -> String? {
        let sandbox = try PublishingSandbox()
        var site = start
        var lastGood: EditedSite?
        // A build with mistakes leaves a damaged output as it is, so the next one may meet it too.
        var damagedOutputs: Set<String> = []
        // The calendar goes through the days of many years, and would take as long as all other sites.
        for step in 0...(site.name == "calendar" ? 4 : Self.editsOfASite) {
            var edits: [SiteEdit] = []
            if step > 0 {
                for _ in 0..<(site.dice.pick([1, 1, 1, 2, 3]) ?? 1) {
                    let edit = site.edit()
                    edits.append(edit)
                    tally.kinds[edit, default: 0] += 1
                }
                tally.edits += 1
                let damaged = site.dice.chance(8) ? try damage(sandbox, site.dice) : .none
                if damaged != .none { tally.damages += 1 }
                if case .output(let path) = damaged { damagedOutputs.insert(path) }
            }
            if step % 3 > 0 { try sandbox.tick() }
            let outcome = try compare(site, sandbox, damagedOutputs, &tally)
            if let difference = outcome.difference { return "step \(step), \(edits.map(\.rawValue)): \(difference)" }
            if step == 0, !outcome.isPublished { return "a mistake from the start" }
            if outcome.isPublished { damagedOutputs = [] }
            if outcome.isPublished { lastGood = site } else if let lastGood { site = lastGood }
        }
        return nil
    }

    private func compare(
        _ site: EditedSite, _ sandbox: borrowing PublishingSandbox, _ damaged: Set<String>, _ tally: inout Tally
    ) throws -> (isPublished: Bool, difference: String?) {
        let target = sandbox.target
        let published = LookBack(in: target)
        let clean = try build(SourceTree(files: site.files), site.options, published: published)
        let publisher = try Publisher(to: sandbox.target, workFolder: sandbox.root + "/.kairan", clock: sandbox.clock)
        let earlier = publisher.earlierBuild()
        let known = earlier?.store.sources ?? []
        let tree = try sandbox.readSite(of: site.files, after: earlier?.store)
        tally.unread +=
            Set(tree.known.filter { $0.stamp.proves($0.stamp) }.map(\.stamp))
            .intersection(known.map(\.stamp)).count
        var made = try build(tree, site.options, after: earlier, published: published)
        if made.diagnostics != clean.diagnostics {
            let missing = Set(clean.diagnostics).symmetricDifference(made.diagnostics)
            return (false, "other diagnostics: \(missing)")
        }
        tally.warnings += clean.diagnostics.isEmpty ? 0 : 1
        guard !clean.diagnostics.hasErrors else {
            tally.mistakes += 1
            return (false, made.files.isEmpty && made.kept.isEmpty && made.store == nil ? nil : "files with mistakes")
        }
        tally.knowing += made.plan?.site.content.isCached == true ? 1 : 0
        tally.kept += made.kept.count
        tally.made += made.files.count
        if made.byteCount != clean.byteCount { return (true, "\(made.byteCount) bytes, clean \(clean.byteCount)") }
        if made.counts != clean.counts { return (true, "\(made.counts), clean \(clean.counts)") }
        // Numbers that are gone stay in the list.
        let promises = try PublishedPromises(of: clean.files, in: target, notes: clean.notes)
        let list = try Publication(clean.files, promises: promises).list.bytes
        _ = try publisher.publish(&made, after: earlier)
        // A build in which nothing changed has no plan, and may look less far ahead.
        if tally.edits % 4 == 0, !made.isRepeated {
            var options = site.options
            options.output = target
            let next = publisher.nextChange(after: SiteBuild(tree: tree, result: made, earlier: earlier), options)
            let build = SiteBuild(tree: SourceTree(files: site.files), result: clean)
            let expected = try nextChanges(after: build, options, count: 1, effort: 200).first
            if next.map(words) != expected.map(words) {
                return (true, "next \(next.map(words) ?? "nothing"), clean \(expected.map(words) ?? "nothing")")
            }
            tally.nextChanges += next == nil ? 0 : 1
        }
        return (true, try difference(made, clean, list, damaged, in: sandbox))
    }

    private func words(_ change: NextChange) -> String {
        "\(change.moment) \(change.isEarliest) \(change.outputs.map { "\($0.path) \($0.kind)" }) \(change.mistakes)"
    }

    private func difference(
        _ made: BuildResult, _ clean: BuildResult, _ list: [UInt8], _ damaged: Set<String>,
        in sandbox: borrowing PublishingSandbox
    ) throws -> String? {
        var published = try filesIn(URL(filePath: sandbox.target))
        guard published.removeValue(forKey: ".kairan.json") == list else {
            return "another manifest"
        }
        for file in clean.files {
            guard let bytes = published.removeValue(forKey: file.path) else { return "\(file.path) is missing" }
            let isKept = made.kept.contains { $0.path == file.path }
            if let difference = SiteTesting.difference(file.bytes, bytes) {
                return "\(file.path), \(isKept ? "kept" : "made"): \(difference)"
            }
        }
        // A file that somebody wrote over an output is theirs, and stays when the site has no such output any more.
        for path in damaged where published.removeValue(forKey: path) != nil {
            try FileManager.default.removeItem(atPath: "\(sandbox.target)/\(path)")
        }
        return published.isEmpty ? nil : "besides: \(published.keys.sorted())"
    }

    private enum Damage: Equatable {
        case none
        /// A file that is kept between builds.
        case workFile
        case output(String)
    }

    /// Damages a file as somebody might do by hand.
    private func damage(_ sandbox: borrowing PublishingSandbox, _ dice: Dice) throws -> Damage {
        let files = try filesIn(URL(filePath: sandbox.target)).filter {
            // Other tests cover damage to these files. Without a number that was published, no build goes on.
            $0.key != ".kairan.json" && !VersionFile.describesVersions($0.key) && !$0.key.hasSuffix("number.json")
                && !$0.key.hasSuffix("version.json")
        }
        guard let (path, bytes) = dice.pick(files.sorted { $0.key < $1.key }) else { return .none }
        let file = URL(filePath: "\(sandbox.target)/\(path)")
        let work = ["store", "folders", "next"].map { URL(filePath: sandbox.root + "/.kairan/\($0)") }
        let known = dice.pick(work.filter { FileManager.default.fileExists(atPath: $0.path) })
        if let known, dice.chance(2) {
            var bytes = Array(try Data(contentsOf: known))
            try FileManager.default.removeItem(at: known)
            guard dice.chance(2) else { return .workFile }
            let place = dice.number(0...(bytes.count - 1))
            if dice.chance(2) { bytes[place] ^= 1 } else { bytes.removeSubrange(place...) }
            try Data(bytes).write(to: known)
            return .workFile
        }
        // Nothing that users agreed to may be lost, so damage to this file stops all builds.
        switch path == "agreements.json" ? 0 : dice.number(0...3) {
        case 0: try FileManager.default.removeItem(at: file)
        case 1: try Data(bytes + [0x21]).write(to: file)
        case 2: try Data(bytes.map { $0 ^ 1 }).write(to: file, options: .atomic)
        default:
            // This overwrites the file in place and keeps its size.
            let handle = try FileHandle(forWritingTo: file)
            try handle.write(contentsOf: Data(bytes.map { $0 ^ 1 }))
            try handle.close()
        }
        return .output(path)
    }
}
