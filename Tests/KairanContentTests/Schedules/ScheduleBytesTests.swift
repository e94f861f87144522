import KairanContent
import KairanModel
import KairanReaders
import SiteTesting
import Testing

/// A build takes schedules over from an earlier one as they were.
struct ScheduleBytesTests {
    private let declared: [SourceFile] = [
        ("content/site.yml", "title: Board\nurl: https://example.org/\n"),
        ("content/things/_collection.yml", "entry: thing\nfields: { days: schedule? }\n"),
    ].map { SourceFile(path: $0, bytes: Array($1.utf8)) }

    private func files(_ schedules: [String]) -> [SourceFile] {
        let text = schedules.enumerated().map { "- { id: s\($0), days: \($1) }\n" }.joined()
        return declared + [SourceFile(path: "content/things/all.yml", bytes: Array(text.utf8))]
    }

    private func storedBytes(_ content: Content) throws -> [UInt8] {
        let entries = content.collections[0].entries.indices.map { EntryReference(collection: 0, index: $0) }
        return try #require(content.storedBytes(entries))
    }

    /// Makes a cache in which one entry is said to be gone, so that all entries are made at once.
    private func cached(_ entries: [StoredEntry]) -> CachedContent {
        CachedContent([nil, nil, CachedContent.File(entries, naming: [])], changedCount: 0, keys: [[0]]) {}
    }

    @Test func schedulesAreTakenOverAsTheyWere() throws {
        let seed = printedSeed()
        var random = RandomSchedule(seed: seed)
        var schedules = ["daily", "{ rrule: FREQ=DAILY, text: 毎日, between: { from: 2026-04-01 } }"]
        while schedules.count < 300 {
            let schedule = random.schedule()
            if readSchedule(schedule).schedule != nil { schedules.append(schedule) }
        }
        let files = files(schedules)
        let declarations = readDeclarations(files).value
        let read = readContent(files, declarations)
        let mistake = read.diagnostics.first { $0.severity == .error }
        try #require(mistake == nil, "seed \(seed): \(mistake.map { "\($0)" } ?? "")")
        var reader = ByteReader(try storedBytes(read.value))
        let known = try StoredEntry.read(&reader)
        let taken = try #require(takeOverContent(files, declarations, from: cached(known)))
        let again = taken.value.collections[0].entries
        let entries = read.value.collections[0].entries
        #expect(again.map(\.values) == entries.map(\.values), "seed \(seed)")
        #expect(again.map(\.places) == entries.map(\.places))
    }

    /// Damaged bytes are read as something else, or not taken over, but they never end the program.
    @Test func damagedBytes() throws {
        let files = files([
            "daily", "{ weekly: sat, except: [2026-04-04] }", "{ nth: { weekday: sat, week: 2 }, monthly: 1 }",
            "{ yearly: 02-29 }", "{ rrule: FREQ=DAILY, text: 毎日, between: { from: 2026-04-01 } }",
        ])
        let declarations = readDeclarations(files).value
        let bytes = try storedBytes(readContent(files, declarations).value)
        for index in bytes.indices {
            for change: UInt8 in [0x01, 0x15, 0x80] {
                var damaged = bytes
                damaged[index] ^= change
                var reader = ByteReader(damaged)
                guard let known = undamaged({ () throws(DamagedBytes) in try StoredEntry.read(&reader) }) else {
                    continue
                }
                let content = takeOverContent(files, declarations, from: cached(known))
                #expect(content.map { $0.value.collections.count } ?? 1 == 1)
            }
        }
    }
}
