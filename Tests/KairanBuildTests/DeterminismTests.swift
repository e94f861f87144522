import Foundation
import KairanContent
import KairanModel
import KairanReaders
import KairanTemplates
import SiteTesting
import Testing

@testable import KairanBuild

/// The same content, templates, options and moment give the same bytes, on any machine and in any order.
@Suite struct DeterminismTests {
    /// The golden sites and the showcase.
    static let sites = siteNames(in: sitesFolder).map { "\(sitesFolder.path)/\($0)/site" } + [packageFolder.path]

    @Test(arguments: sites) func theMachineMakesNoDifference(_ site: String) throws {
        let first = try TemporaryFolder()
        let second = try TemporaryFolder()
        // The copy also differs in its folder and in the times of its files.
        for name in ["content", "templates"] {
            try second.lay(URL(filePath: site).appending(path: name), over: "\u{56DE}\u{89A7}/\(name)")
        }
        let one = try kairan(
            ["build", "--first-publication", site, "--out", first.path + "/public"],
            environment: ["TZ": "Pacific/Kiritimati", "LANG": "C", "LC_ALL": "C", "SOURCE_DATE_EPOCH": "1"])
        let other = try kairan(
            ["build", "--first-publication", "--out", "../public"], in: second.url.appending(path: "\u{56DE}\u{89A7}"),
            environment: ["TZ": "America/St_Johns", "LANG": "tr_TR.UTF-8", "LC_ALL": "ar_EG.UTF-8", "HOME": "/nowhere"])
        #expect(one.exitCode == 0 && other.exitCode == 0, "\(one.errors)\(other.errors)")
        #expect(one.errors == other.errors)
        let files = try filesIn(first.url.appending(path: "public"))
        #expect(try filesIn(second.url.appending(path: "public")) == files)
        #expect(files.count > 4)
    }

    @Test func theOrderOfTheFilesMakesNoDifference() throws {
        var random = SeededNumbers(seed: printedSeed())
        for site in Self.sites {
            let sources = try readSourceTree(site).value.files
            let isShowcase = site == packageFolder.path
            let expected =
                isShowcase
                ? try ShowcaseTests.built.get() : try build(SourceTree(files: sources), BuildOptions(clock: 0))
            let made = try build(SourceTree(files: sources.shuffled(using: &random)), BuildOptions(clock: 0))
            #expect(made.files.map(\.path) == expected.files.map(\.path), "\(site)")
            #expect(made.files.map(\.bytes) == expected.files.map(\.bytes), "\(site)")
            #expect(made.diagnostics == expected.diagnostics)
        }
    }

    @Test func theOrderOfTheFilesMakesNoDifferenceToMistakes() throws {
        var random = SeededNumbers(seed: printedSeed())
        let base = try mistakeCase("base").site
        for one in mistakeCases where !one.isMadeByTest {
            let files = base.merging(one.site) { $1 }.map { SourceFile(path: $0.key, bytes: $0.value) }
            let expected = try build(SourceTree(files: files), BuildOptions(clock: 0)).diagnostics
            let made = try build(SourceTree(files: files.shuffled(using: &random)), BuildOptions(clock: 0))
            #expect(made.diagnostics == expected, "\(one.testDescription)")
        }
    }

    /// A crash ends the tests; the seed that was printed finds it again.
    @Test func noBytesCrashABuild() throws {
        var random = SeededNumbers(seed: printedSeed())
        let trees = try Self.sites.dropLast().map { try readSourceTree($0).value.files }
        for _ in 0..<200 {
            var files = trees.randomElement(using: &random) ?? []
            for _ in 0..<Int.random(in: 1...3, using: &random) {
                let index = Int.random(in: files.indices, using: &random)
                files[index] = SourceFile(
                    path: files[index].path, bytes: damaged(files[index].bytes, files, &random))
            }
            let result = try build(SourceTree(files: files), BuildOptions(clock: 0))
            #expect(result.files.isEmpty == result.diagnostics.contains { $0.severity == .error })
        }
    }

    /// Changes bytes here and there, cuts some out, replaces all by noise, or inserts another file.
    private func damaged(_ bytes: [UInt8], _ files: [SourceFile], _ random: inout SeededNumbers) -> [UInt8] {
        var bytes = bytes
        let place = Int.random(in: 0...bytes.count, using: &random)
        switch Int.random(in: 0..<6, using: &random) {
        case 0: bytes.removeSubrange(place...)
        case 1:
            return (0..<Int.random(in: 0...400, using: &random)).map { _ in UInt8.random(in: 0...255, using: &random) }
        case 2: bytes.insert(contentsOf: files.randomElement(using: &random)?.bytes ?? [], at: place)
        case 3: bytes.removeSubrange(place..<min(place + Int.random(in: 0...40, using: &random), bytes.count))
        default:
            let alphabet = Array("{}[]\"':,.-#|>&*!%@`~$/\\\n\t 0123456789aeinotx\u{65E5}\u{FFFD}".utf8)
            for _ in 0..<Int.random(in: 1...8, using: &random) where !bytes.isEmpty {
                let index = Int.random(in: bytes.indices, using: &random)
                bytes[index] = alphabet.randomElement(using: &random) ?? 0
            }
        }
        return bytes
    }
}
