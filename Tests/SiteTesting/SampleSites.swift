internal import Foundation

/// A whole small site that tests build, edit or damage.
package struct SampleSite: Sendable {
    package var name: String
    /// The files below `content/` and `templates/`, by path.
    package var sources: [String: [UInt8]]
}

/// The examples of `kairan init`, released, and the small sites that are compared byte for byte. Each word of the language stands
/// in one of these sites.
package func sampleSites() throws -> [SampleSite] {
    let examples = packageFolder.appending(path: "Sources/kairan/Examples")
    let shared = try exampleFiles(examples.appending(path: "shared.txt"))
    let ofExamples = try ["campus", "deals", "cinemas", "conference", "studies", "footprints", "releases"].map { name in
        let own = try exampleFiles(examples.appending(path: "\(name).txt"))
        return SampleSite(name: name, sources: shared.merging(own) { $1 })
    }
    return try ofExamples
        + siteNames(in: sitesFolder).map { name in
            let files = try filesIn(sitesFolder.appending(path: "\(name)/site"))
            return SampleSite(name: name, sources: files.filter { isSource($0.key) })
        }
}

private func isSource(_ path: String) -> Bool { path.hasPrefix("content/") || path.hasPrefix("templates/") }

/// Reads the files of an example, each below `=== path`.
private func exampleFiles(_ file: URL) throws -> [String: [UInt8]] {
    let text = String(decoding: try Data(contentsOf: file), as: UTF8.self)
        .replacing("\nstatus: draft\n", with: "\nstatus: current\n")
    let files = ("\n" + text.dropLast()).components(separatedBy: "\n=== ").dropFirst().map { part in
        let parts = part.split(separator: "\n", maxSplits: 1, omittingEmptySubsequences: false)
        let text = parts.dropFirst().joined() + "\n"
        // A picture stands there in Base64.
        let picture = parts[0].hasSuffix(".png") ? Data(base64Encoded: text, options: .ignoreUnknownCharacters) : nil
        return (String(parts[0]), picture.map { Array($0) } ?? Array(text.utf8))
    }
    return Dictionary(files) { $1 }.filter { isSource($0.key) }
}
