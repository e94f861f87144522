import Foundation
import KairanContent
import KairanContracts
import KairanModel
import KairanTemplates
import SiteTesting
import Testing

@testable import KairanBuild
@testable import KairanPublish

/// `kairan next` names exactly the moments at which a publication differs.
///
/// `KAIRAN_SITES=1 KAIRAN_SEED=1 swift test --filter NextChangesPropertyTests` repeats one site.
@Suite struct NextChangesPropertyTests {
    private static let siteCount = ProcessInfo.processInfo.environment["KAIRAN_SITES"].flatMap { Int($0) } ?? 8

    @Test func publicationsDifferAtThemAlone() throws {
        let seed = printedSeed()
        var (named, between) = (0, 0)
        for number in 0..<Self.siteCount {
            let own = seed &+ UInt64(number)
            var random = SeededNumbers(seed: own)
            let site = TimedSite(&random)
            var timeline = try Timeline(site)
            if let failure = try timeline.fault(&random) {
                Issue.record(
                    "KAIRAN_SITES=1 KAIRAN_SEED=\(own): \(failure)\n\(site.conditions.joined(separator: "\n"))")
                return
            }
            named += timeline.named
            between += timeline.between
        }
        print("\(named) moments that are named, \(between) between them")
        #expect(named > 0 && between > 0)
    }
}

/// A site that is published in a real folder at one moment after another.
private struct Timeline: ~Copyable {
    /// The number of moments that are tried before each one that is named.
    private static let candidateCount = 6

    private let site: TimedSite
    private let tree: SourceTree
    private let sandbox: PublishingSandbox
    private(set) var named = 0
    private(set) var between = 0

    init(_ site: TimedSite) throws {
        self.site = site
        tree = SourceTree(files: site.sources)
        sandbox = try PublishingSandbox()
    }

    private func options(at moment: Int) -> BuildOptions {
        var options = BuildOptions(clock: moment)
        options.output = sandbox.target
        return options
    }

    /// Publishes at the moments that are named, and returns what is wrong.
    mutating func fault(_ random: inout SeededNumbers) throws -> String? {
        let start = site.zone.dateTime(date: site.start).epochSeconds + Int.random(in: 0..<86_400, using: &random)
        let candidates = site.candidates(&random).filter { $0 > start }
        let published = LookBack(in: sandbox.target)
        let first = try build(tree, options(at: start), published: published)
        guard !first.diagnostics.hasErrors else { return "\(first.diagnostics)" }
        let changes = try nextChanges(
            after: SiteBuild(tree: tree, result: first), options(at: start), count: 12)
        if let fault = try publish(at: start, as: nil) { return fault }
        var last = start
        for change in changes {
            let moment = change.moment.epochSeconds
            // Another change could be at these moments, or in the second before the one that is named.
            let steady = candidates.filter { $0 > last && $0 < moment }
            for candidate in steady.shuffled(using: &random).prefix(Self.candidateCount) + [moment - 1]
            where candidate > last {
                between += 1
                if let fault = try differences(at: candidate, from: []) { return "\(change.moment) is next: \(fault)" }
            }
            if !change.mistakes.isEmpty { return "\(change.mistakes)" }
            if let fault = try publish(at: moment, as: change) { return fault }
            named += 1
            last = moment
        }
        guard changes.count < 12 else { return nil }
        let rest = candidates.filter { $0 > last }
        for candidate in rest.shuffled(using: &random).prefix(4 * Self.candidateCount) {
            between += 1
            if let fault = try differences(at: candidate, from: []) { return "nothing is next: \(fault)" }
        }
        return nil
    }

    /// Compares what a build at that moment makes with what is published, but for the next change that manifests tell.
    private func differences(at moment: Int, from expected: [String]) throws -> String? {
        let at = site.zone.dateTime(epochSeconds: moment)
        let last = LookBack(in: sandbox.target)
        let result = try build(tree, options(at: moment), published: last)
        guard !result.diagnostics.hasErrors else { return "at \(at): \(result.diagnostics)" }
        let published = try filesIn(URL(filePath: sandbox.target))
        let made = Dictionary(uniqueKeysWithValues: result.files.map { ($0.path, $0.bytes) })
        let found = Set(made.keys).union(published.keys).filter {
            $0 != ".kairan.json" && comparable(made[$0]) != comparable(published[$0])
        }
        return found == Set(expected) ? nil : "at \(at) \(found.sorted()) differ, and not \(expected)"
    }

    private func comparable(_ bytes: [UInt8]?) -> [UInt8]? {
        guard var manifest = bytes.flatMap(VersionManifest.init(reading:)) else { return bytes }
        manifest.nextChange = nil
        return manifest.bytes
    }

    /// Publishes a build that takes over the last one, and compares it with a build of everything.
    private mutating func publish(at moment: Int, as change: NextChange?) throws -> String? {
        if let change, let fault = try differences(at: moment, from: change.outputs.map(\.path)) { return fault }
        let publisher = try Publisher(to: sandbox.target, workFolder: sandbox.root + "/.kairan", clock: sandbox.clock)
        let last = LookBack(in: sandbox.target)
        let clean = try build(tree, options(at: moment), published: last)
        let earlier = publisher.earlierBuild()
        let sources = try sandbox.readSite(of: site.sources, after: earlier?.store)
        var made = try build(sources, options(at: moment), after: earlier, published: last)
        _ = try publisher.publish(&made, after: earlier)
        var published = try filesIn(URL(filePath: sandbox.target))
        published[".kairan.json"] = nil
        let expected = Dictionary(uniqueKeysWithValues: clean.files.map { ($0.path, $0.bytes) })
        let others = Set(published.keys).union(expected.keys).filter { published[$0] != expected[$0] }
        return others.isEmpty ? nil : "at \(moment) incrementally \(others.sorted()) are others"
    }
}
