import Foundation
import SiteTesting
import Testing

/// The power fails at any moment, while a site is built again and again. The folder then holds the old publication or
/// the new one, all of it, and the next build makes the new one.
///
/// Each image is what had reached a disk by then. `make fuzz` takes a thousand.
@Suite struct PowerFailureFuzzTests {
    private static let images = max(8, FuzzTests.runs / 20)

    @Test func oldOrNew() async throws {
        let seed = printedSeed()
        let processors = max(1, ProcessInfo.processInfo.activeProcessorCount)
        let part = (Self.images + processors - 1) / processors
        let tally = try await withThrowingTaskGroup(of: PowerFailureTally.self) { group in
            for number in 0..<processors {
                group.addTask { try Self.fail(times: part, seed: seed &+ UInt64(number)) }
            }
            return try await group.reduce(into: PowerFailureTally()) { $0.add($1) }
        }
        print("\(tally)")
        #expect(tally.findings == 0)
    }

    /// Every 40 images, a site begins anew.
    private static func fail(times: Int, seed: UInt64) throws -> PowerFailureTally {
        var random = SeededNumbers(seed: seed)
        var tally = PowerFailureTally()
        while tally.images < times {
            let place = try TemporaryFolder()
            let options = [",data=writeback", ""].randomElement(using: &random) ?? ""
            guard let disk = try BlockDisk(in: place.url, options: options) else { break }
            var site = FailingSite(folder: disk.folder + "/site", options: options)
            try site.lay()
            for _ in 0..<20 where tally.images < times {
                for (moment, image) in try site.imagesOfBuild(on: disk, &random) {
                    tally.images += 1
                    guard let finding = try site.finding(in: image, at: place.url, &tally) else { continue }
                    Issue.record("KAIRAN_SEED=\(seed), \(options) image \(tally.images), \(moment): \(finding)")
                    tally.findings += 1
                }
            }
        }
        return tally
    }
}

struct PowerFailureTally: Sendable {
    var images = 0
    var old = 0
    var new = 0
    var findings = 0

    mutating func add(_ other: Self) {
        images += other.images
        old += other.old
        new += other.new
        findings += other.findings
    }
}

/// A site that changes with each build. It promises something to apps and users, and counts its publications.
private struct FailingSite {
    let folder: String
    let options: String
    /// The last publication before the build, and the one that the build makes.
    private var old: [String: [UInt8]] = [:]
    private var new: [String: [UInt8]] = [:]
    private var number = 0

    init(folder: String, options: String) { (self.folder, self.options) = (folder, options) }

    private var published: [String: [UInt8]] {
        get throws { try filesIn(URL(filePath: folder + "/public")) }
    }

    func lay() throws {
        for (path, text) in [
            "content/site.yml": "title: T\nurl: https://t.example/\nmoment: 2026-04-15\n",
            "content/ads/_collection.yml": "fields: { title: text }\nbody: markdown\n",
            "content/terms/_collection.yml":
                "agreement: { version: version, from: day }\n"
                + "fields: { version: { version: { unique: true } }, day: date }\nbody: markdown\n",
            "content/terms/1.md": "---\nversion: 1.0\nday: 2026-01-01\n---\nYou agree.\n",
            "templates/terms.json.yml": "data: { each: terms, value: body.text }\n",
            "templates/ads.json.yml": "data: { each: ads, value: title }\n",
            "templates/count.json.yml": "revision: { of: [ads.json] }\n",
            "templates/api/v1/_version.yml": "status: current\n",
            "templates/api/v1/ads.json.yml": "data: { each: ads, value: { id: id, title: title } }\n",
            "templates/ads/{id}/index.html.mustache": "---\nfor: ads\n---\n<h1>{{title}}</h1>{{{body.html}}}\n",
            "templates/index.html.mustache":
                "---\ndata: { ads: { each: ads } }\n---\n{{#ads}}<p>{{title}}</p>{{/ads}}\n",
        ] { try write(text, to: path) }
    }

    /// Writes a source as an editor does that waits for the disk.
    private func write(_ text: String, to path: String) throws {
        let file = URL(filePath: "\(folder)/\(path)")
        try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(text.utf8).write(to: file)
        let handle = try FileHandle(forUpdating: file)
        try handle.synchronize()
        try handle.close()
    }

    /// Edits the site and builds it. Returns images of the disk from while it is built and afterwards.
    mutating func imagesOfBuild(
        on disk: borrowing BlockDisk, _ random: inout SeededNumbers
    ) throws -> [(moment: String, image: Data)] {
        old = try published
        number += 1
        for _ in 0...1 {
            let text = String(repeating: "\(number) ", count: Int.random(in: 1...3000, using: &random))
            try write(
                "---\ntitle: T\(number)\n---\n\(text)\n", to: "content/ads/a\(Int.random(in: 0...9, using: &random)).md"
            )
        }
        let gone = "\(folder)/content/ads/a\(Int.random(in: 0...9, using: &random)).md"
        if number % 4 == 0, FileManager.default.fileExists(atPath: gone) {
            try FileManager.default.removeItem(atPath: gone)
        }
        try disk.writeJournal()
        let build = Process()
        build.executableURL = kairanExecutable
        build.arguments = ["build", "--first-publication"]
        build.currentDirectoryURL = URL(filePath: folder)
        build.standardOutput = FileHandle.nullDevice
        build.standardError = FileHandle.nullDevice
        try build.start()
        let delay = UInt32.random(in: 0...250_000, using: &random)
        pause(microseconds: delay)
        try disk.writeJournal()
        let during = try disk.content()
        build.waitUntilExit()
        #expect(build.terminationStatus == 0)
        try disk.writeJournal()
        new = try published
        return [("after \(delay) µs", during), ("after the build", try disk.content())]
    }

    /// Returns what is wrong with a disk after the power failed, if anything is.
    func finding(in image: Data, at place: URL, _ tally: inout PowerFailureTally) throws -> String? {
        guard let disk = try BlockDisk(holding: image, in: place, options: options) else {
            return "it has no file system"
        }
        let site = URL(filePath: disk.folder + "/site")
        let found = try filesIn(site.appending(path: "public"))
        guard found == old || found == new else {
            let wrong = found.filter { $0.value != old[$0.key] && $0.value != new[$0.key] }
            return "neither old nor new: \(found.count) files, wrong: \(wrong.mapValues(\.count))"
        }
        if found == new { tally.new += 1 } else { tally.old += 1 }
        let build = try kairan(["build"], in: site)
        if build.exitCode != 0 { return "the next build fails: \(build.errors)" }
        let mended = try filesIn(site.appending(path: "public"))
        return mended == new ? nil : "not the new publication: \(differentPaths(mended, new)); \(build.errors)"
    }

    private func differentPaths(_ one: [String: [UInt8]], _ other: [String: [UInt8]]) -> [String] {
        Set(one.keys).union(other.keys).filter { one[$0] != other[$0] }.sorted()
    }
}
