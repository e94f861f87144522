internal import Foundation

/// A whole small site that tests build, edit or damage.
package struct SampleSite: Sendable {
    package var name: String
    /// The files below `content/` and `templates/`, by path.
    package var sources: [String: [UInt8]]
}

/// The examples of `kairan init`, and the small sites that are compared byte for byte. Each word of the language stands
/// in one of these sites.
package func sampleSites() throws -> [SampleSite] {
    let examples = packageFolder.appending(path: "Sources/kairan/Examples")
    let shared = try exampleFiles(examples.appending(path: "Shared.swift"))
    let ofExamples = try ["campus", "deals", "cinemas", "studies", "footprints", "releases"].map { name in
        let own = try exampleFiles(examples.appending(path: "\(name.capitalized).swift"))
        return SampleSite(name: name, sources: shared.merging(own) { $1 })
    }
    return try ofExamples
        + siteNames(in: sitesFolder).map { name in
            let files = try filesIn(sitesFolder.appending(path: "\(name)/site"))
            return SampleSite(name: name, sources: files.filter { isSource($0.key) })
        }
}

private func isSource(_ path: String) -> Bool { path.hasPrefix("content/") || path.hasPrefix("templates/") }

/// Reads the files of an example from the last text in a Swift file, since the program itself need not run for that.
private func exampleFiles(_ file: URL) throws -> [String: [UInt8]] {
    let source = String(decoding: try Data(contentsOf: file), as: UTF8.self)
    let text = source.split(separator: "#\"\"\"\n").last?.split(separator: "\n            \"\"\"#").first ?? ""
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map { $0.dropFirst(12) }
    let files = ("\n" + lines.joined(separator: "\n")).split(separator: "\n=== ").map { part in
        let parts = part.split(separator: "\n", maxSplits: 1, omittingEmptySubsequences: false)
        return (String(parts[0]), Array((parts.dropFirst().joined() + "\n").utf8))
    }
    return Dictionary(files) { $1 }.filter { isSource($0.key) }
}
