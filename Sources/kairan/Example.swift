internal import KairanSystem

/// A small site that `kairan init` writes.
///
/// The text of an example has a summary, rows of a table for the site's maintainers, and then its files, each below
/// `=== path`. SwiftPM would keep files as they are beside the program, which one static file cannot have.
struct Example {
    let name: String
    private let text: String

    private init(_ name: String, _ text: String) { (self.name, self.text) = (name, text) }

    static let all = [
        Example("campus", String(embedded: "kairan/Examples/campus.txt")),
        Example("deals", String(embedded: "kairan/Examples/deals.txt")),
        Example("cinemas", String(embedded: "kairan/Examples/cinemas.txt")),
        Example("studies", String(embedded: "kairan/Examples/studies.txt")),
        Example("footprints", String(embedded: "kairan/Examples/footprints.txt")),
        Example("releases", String(embedded: "kairan/Examples/releases.txt")),
        Example("empty", String(embedded: "kairan/Examples/empty.txt")),
    ]

    /// The summary for people who choose an example.
    var summary: Substring { text.prefix { $0 != "\n" } }

    /// The example's own files and those of every site, by path.
    var files: [(path: String, text: String)] {
        let parts = text.split(separator: "\n\n", maxSplits: 2)
        let title = parts[2].split(separator: "\n").first { $0.hasPrefix("title: ") }?.dropFirst("title: ".count) ?? ""
        let values = [
            "README.md": ["title": title, "tasks": parts[1]],
            ".github/workflows/publish.yml": ["version": Kairan.version[...]],
        ]
        let files = filesBelowPaths(parts[2]) + filesBelowPaths(String(embedded: "kairan/Examples/shared.txt")[...])
        return files.map { path, text in
            (path, (values[path] ?? [:]).reduce(text) { $0.replacing("{{\($1.key)}}", with: $1.value) })
        } + [(DevContainer.path, DevContainer.text)]
    }
}

/// Reads files one after the other, each below `=== path`. The text ends with the line break of the last one.
private func filesBelowPaths(_ text: Substring) -> [(path: String, text: String)] {
    ("\n" + text.dropLast()).split(separator: "\n=== ").map { part in
        let lines = part.split(separator: "\n", maxSplits: 1, omittingEmptySubsequences: false)
        return (String(lines[0]), lines.dropFirst().joined() + "\n")
    }
}
