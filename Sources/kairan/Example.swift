internal import KairanSystem

/// A small site that `kairan init` writes.
///
/// The text of an example has a summary, rows of a table for the site's maintainers, and then its files, each below
/// `=== path`. SwiftPM would keep files as they are beside the program, which one static file cannot have.
struct Example {
    let name: String
    /// The summary for people who choose an example.
    let summary: Substring
    /// Rows of a table for the site's maintainers, which say what somebody may want and how to do it.
    private let tasks: Substring
    /// The example's own files and those of every site, by path.
    private(set) var files: [(path: String, text: String)]

    static let all = [
        Example("campus", String(embedded: "kairan/Examples/campus.txt")),
        Example("deals", String(embedded: "kairan/Examples/deals.txt")),
        Example("cinemas", String(embedded: "kairan/Examples/cinemas.txt")),
        Example("studies", String(embedded: "kairan/Examples/studies.txt")),
        Example("footprints", String(embedded: "kairan/Examples/footprints.txt")),
        Example("releases", String(embedded: "kairan/Examples/releases.txt")),
        Example("empty", String(embedded: "kairan/Examples/empty.txt")),
    ]

    private init(_ name: String, _ text: String) {
        let parts = text.split(separator: "\n\n", maxSplits: 2)
        (self.name, summary, tasks) = (name, parts[0], parts[1])
        files = filesBelowPaths(parts[2]) + filesBelowPaths(String(embedded: "kairan/Examples/shared.txt")[...])
        let title = parts[2].split(separator: "\n").first { $0.hasPrefix("title: ") }?.dropFirst("title: ".count) ?? ""
        fill("README.md", ["title": title, "tasks": tasks])
        fill(".github/workflows/publish.yml", ["version": Kairan.version[...]])
    }

    /// Puts values for their names, `{{name}}`, in a file.
    private mutating func fill(_ path: String, _ values: [String: Substring]) {
        for index in files.indices where files[index].path == path {
            for (name, value) in values { files[index].text.replace("{{\(name)}}", with: value) }
        }
    }
}

/// Reads files one after the other, each below `=== path`. The text ends with the line break of the last one.
private func filesBelowPaths(_ text: Substring) -> [(path: String, text: String)] {
    ("\n" + text.dropLast()).split(separator: "\n=== ").map { part in
        let lines = part.split(separator: "\n", maxSplits: 1, omittingEmptySubsequences: false)
        return (String(lines[0]), lines.dropFirst().joined() + "\n")
    }
}
