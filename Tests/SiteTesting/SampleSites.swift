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
        return SampleSite(name: name, sources: withWords(shared.merging(own) { $1 }))
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
    return Dictionary(files) { $1 }.filter { isSource($0.key) || $0.key == words }
}

/// The part of the files of every example that has the words of their templates.
private let words = "words"

/// Returns the files of an example as `kairan init` writes them: with the words of templates in a file of their own if it is in
/// several languages, and otherwise in the templates, without anything for languages.
private func withWords(_ files: [String: [UInt8]]) -> [String: [UInt8]] {
    var files = files
    let layout = "templates/_layouts/base.html.mustache"
    if files["templates/feed.xml.yml"] == nil, let bytes = files[layout] {
        let lines = String(decoding: bytes, as: UTF8.self).components(separatedBy: "\n")
        files[layout] = Array(lines.filter { !$0.contains("}}feed.xml") }.joined(separator: "\n").utf8)
    }
    let lines = files.removeValue(forKey: words) ?? []
    let path = "templates/_strings.yml"
    guard files[path] == nil else {
        files[path]?.append(contentsOf: lines)
        return files
    }
    let english = String(decoding: lines, as: UTF8.self).matches(of: /(?m)^(\w+): \{ en: "([^"]*)"/)
    for (path, bytes) in files where path.hasSuffix(".mustache") {
        let lines = String(decoding: bytes, as: UTF8.self).components(separatedBy: "\n")
        let text = lines.filter { !$0.contains("page.translations") }.joined(separator: "\n")
            .replacing("{{locale.path}}", with: "{{site.path}}")
        files[path] = Array(english.reduce(text) { $0.replacing("{{strings.\($1.1)}}", with: $1.2) }.utf8)
    }
    return files
}
