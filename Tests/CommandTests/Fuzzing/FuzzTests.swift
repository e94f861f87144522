import Foundation
import SiteTesting
import Testing

/// These tests run the whole program on damaged sites; `make fuzz DAMAGES=100000` damages that many files.
///
/// The program may refuse such a site. It may not crash or hang, change what is published and then fail, or make
/// anything else from a damaged cache than a build of everything makes.
///
/// `KAIRAN_SEED=… KAIRAN_FUZZ=1 swift test --filter FuzzTests` repeats the site that a finding names.
@Suite struct FuzzTests {
    static let runs = ProcessInfo.processInfo.environment["KAIRAN_FUZZ"].flatMap { Int($0) } ?? 150

    @Test func whateverTheBytes() async throws {
        let seed = printedSeed()
        let corpus = try sampleSites()
        #expect(corpus.count > 20)
        let tally = try await Self.tally { try Self.fuzz(corpus, seed: seed &+ $0) }
        // If no site were ever right, or none ever wrong, the test would try little.
        guard Self.runs >= 150 else { return }
        #expect(tally.published > tally.runs / 10 && tally.refused > tally.runs / 10)
    }

    /// Tries what a stranger's board can bring besides damaged files.
    @Test func whoeverWroteTheBoard() async throws {
        let seed = printedSeed()
        let corpus = try sampleSites()
        _ = try await Self.tally { number in
            var random = SeededNumbers(seed: seed &+ number)
            var tally = FuzzTally()
            let site = try StrangersSite(
                try #require(corpus.randomElement(using: &random)),
                in: Bool.random(using: &random) ? "" : "site", box: try TemporaryFolder())
            for step in 1...FuzzedSite.steps {
                guard let finding = try site.step(&random, &tally) else { continue }
                Issue.record("KAIRAN_SEED=\(seed &+ number) KAIRAN_FUZZ=1, step \(step): \(finding)")
                tally.findings += 1
                break
            }
            return tally
        }
    }

    /// Runs as many sites as were asked for, on all processors.
    private static func tally(_ fuzz: @Sendable @escaping (_ number: UInt64) throws -> FuzzTally) async throws
        -> FuzzTally
    {
        let siteCount = (Self.runs + FuzzedSite.steps - 1) / FuzzedSite.steps
        let tally = try await withThrowingTaskGroup(of: FuzzTally.self) { group in
            var total = FuzzTally()
            for number in 0..<siteCount {
                if number >= ProcessInfo.processInfo.activeProcessorCount, let done = try await group.next() {
                    total.add(done)
                    if number % 250 == 0 { print("\(total)") }
                }
                group.addTask { try fuzz(UInt64(number)) }
            }
            for try await done in group { total.add(done) }
            return total
        }
        print("\(tally)")
        #expect(tally.findings == 0)
        return tally
    }

    private static func fuzz(_ corpus: [SampleSite], seed: UInt64) throws -> FuzzTally {
        var random = SeededNumbers(seed: seed)
        var tally = FuzzTally()
        let files = try #require(corpus.randomElement(using: &random))
        let isMounted = canMount && Int.random(in: 0..<8, using: &random) == 0
        var site = FuzzedSite(
            files, corpus, isMounted: isMounted, cached: try TemporaryFolder(), clean: try TemporaryFolder())
        try site.publish()
        for step in 1...FuzzedSite.steps {
            let finding = try site.step(&random, &tally)
            guard let finding else { continue }
            Issue.record("KAIRAN_SEED=\(seed) KAIRAN_FUZZ=1, \(files.name), step \(step): \(finding)")
            tally.findings += 1
            break
        }
        return tally
    }
}

struct FuzzTally: Sendable {
    var runs = 0
    var published = 0
    var refused = 0
    var findings = 0

    mutating func add(_ run: Run) {
        runs += 1
        if run.exitCode == 0 { published += 1 } else { refused += 1 }
    }

    mutating func add(_ other: FuzzTally) {
        runs += other.runs
        published += other.published
        refused += other.refused
        findings += other.findings
    }
}
