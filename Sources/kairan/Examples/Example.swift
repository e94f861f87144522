import KairanModel

/// A small site that `kairan init` writes.
///
/// It is a text in the sources, for the reasons that `Explanation` gives.
struct Example {
    let name: String
    /// The summary for people who choose an example.
    let summary: String
    /// Rows of a table for the site's maintainers, which say what somebody may want and how to do it.
    let tasks: String
    let text: String

    static let all = [campus, deals, cinemas, studies, footprints, releases, empty]

    /// The example's own files and those of every site, by path.
    var files: [(path: String, text: String)] {
        Self.files(of: text) + Self.shared + [
            ("README.md", readme), (".github/workflows/publish.yml", Self.workflow),
        ]
    }

    /// Reads files one after the other, each below `=== path`.
    static func files(of text: String) -> [(path: String, text: String)] {
        ("\n" + text).split(separator: "\n=== ").map { part in
            let lines = part.split(separator: "\n", maxSplits: 1, omittingEmptySubsequences: false)
            return (String(lines[0]), lines.dropFirst().joined() + "\n")
        }
    }
}
