internal import KairanModel
internal import KairanPictures
internal import KairanSystem

/// A small site that `kairan init` writes.
///
/// The text of an example has a summary and then its files, each below `=== path`. SwiftPM would keep files as they are
/// beside the program, which one static file cannot have.
struct Example {
    let name: String
    private let text: String
    /// The look in the place of its own.
    var look: Look?
    /// This is true if its pages lead to a search page.
    var hasSearch = false

    private init(_ name: String, _ text: String) { (self.name, self.text) = (name, text) }

    static let all = [
        Example("campus", String(embedded: "kairan/Examples/campus.txt")),
        Example("deals", String(embedded: "kairan/Examples/deals.txt")),
        Example("cinemas", String(embedded: "kairan/Examples/cinemas.txt")),
        Example("conference", String(embedded: "kairan/Examples/conference.txt")),
        Example("studies", String(embedded: "kairan/Examples/studies.txt")),
        Example("footprints", String(embedded: "kairan/Examples/footprints.txt")),
        Example("releases", String(embedded: "kairan/Examples/releases.txt")),
        Example("empty", String(embedded: "kairan/Examples/empty.txt")),
    ]

    /// The summary for people who choose an example.
    var summary: Substring { text.prefix { $0 != "\n" } }

    /// The example's own files and those of every site, by path.
    var files: [(path: String, bytes: [UInt8])] {
        let (common, words) = Self.common
        let searched = hasSearch ? TemplateWords(text: words.text + SearchWords.lines(for: ["en", "pt"])) : words
        let own = Self.files(below: text)
        let isTranslated = own.contains { $0.path == TemplateWords.path }
        let hasFeed = own.contains { $0.path == "templates/feed.xml.yml" }
        let tasks = Self.part("rows") + Self.part(isTranslated ? "rows of several languages" : "rows of one language")
        // Only site.yml has the name of the example, so that nothing else has to be changed with it.
        let values = [
            "README.md": ["title": "This board", "tasks": tasks],
            ".github/workflows/publish.yml": ["version": Kairan.version],
        ]
        let files = own + common.filter { file in !own.contains { $0.path == file.path } }
        let style = files.first { $0.path == "templates/assets/brand.css" }?.text ?? ""
        let change = look?.change(from: style)
        return files.map { path, text in
            if path.hasSuffix(".png") {
                let picture = bytes(ofBase64: text)
                return (path, change.map { recoloredPNG(picture, $0.changed) } ?? picture)
            }
            var text = text
            switch path {
            case "templates/assets/brand.css": text = look?.style ?? text
            case "templates/assets/mark.svg": text = look?.colored(text) ?? text
            case "templates/assets/hero.svg": text = change?.changed(text) ?? text
            case TemplateWords.path: text += searched.text
            case Self.layoutPath where !hasFeed: text = Self.dropping([Self.feedAddress], from: text)
            case "templates/_partials/nav.html.mustache" where hasSearch:
                text += "<li><a href=\"{{locale.path}}search/\">{{strings.search}}</a></li>\n"
            default: break
            }
            if path.hasPrefix("templates/"), !isTranslated { text = searched.filled(text) }
            let filled = (values[path] ?? [:]).reduce(text) { $0.replacing("{{\($1.key)}}", with: $1.value) }
            return (path, Array(filled.utf8))
        } + [(DevContainer.path, Array(DevContainer.text.utf8))]
    }

    private static let layoutPath = "templates/_layouts/base.html.mustache"
    private static let feedAddress = "}}feed.xml"

    private static func files(below summary: String) -> [(path: String, text: String)] {
        filesBelowPaths(summary.drop { $0 != "\n" }.dropFirst(2))
    }

    private static let parts = filesBelowPaths(String(embedded: "kairan/Examples/shared.txt")[...])

    private static func part(_ name: String) -> String { parts.first { $0.path == name }?.text ?? "" }

    /// The files of every example, and the words in them. What has no dot in its name is a part of some of them.
    private static var common: (files: [(path: String, text: String)], words: TemplateWords) {
        (parts.filter { $0.path.contains(".") }, TemplateWords(text: part("words")))
    }

    /// The files of every site that need nothing of an example: the layout, the style sheet, and what git, editors and
    /// GitHub read.
    static var shared: [(path: String, text: String)] {
        let ofExamples = ["README.md", "templates/api/", "templates/_partials/", "templates/assets/filter.js"]
        let (common, words) = common
        let files = common.filter { file in !ofExamples.contains { file.path.hasPrefix($0) } }
        let mark = Self.files(below: String(embedded: "kairan/Examples/empty.txt"))
            .filter { $0.path == "templates/assets/mark.svg" }
        let ofLayout = ["}}api/v1/", "}}assets/share.png", "}}assets/filter.js", "summary_large_image", feedAddress]
        return (files + mark).map { path, text in
            let filled = path.hasPrefix("templates/") ? words.filled(dropping(ofLayout, from: text)) : text
            return (path, filled.replacing("{{version}}", with: Kairan.version))
        } + [(DevContainer.path, DevContainer.text)]
    }

    /// Returns the README of a board that somebody kept in another way before.
    ///
    /// - Parameter tasks: The rows of the table of what to do.
    /// - Parameter promise: What its maintainers have to know of the API.
    static func readme(title: String, tasks: [String], promise: String) -> String {
        let paragraphs = part("README.md").split(separator: "\n\n").map { paragraph in
            paragraph.hasPrefix("`templates/api/v1/`") ? promise[...] : paragraph
        }
        return paragraphs.filter { !$0.isEmpty }.joined(separator: "\n\n")
            .replacing("{{title}}", with: title)
            .replacing("{{tasks}}", with: tasks.map { $0 + "\n" }.joined())
    }

    /// Drops the lines that lead to files of some examples only.
    private static func dropping(_ addresses: [String], from text: String) -> String {
        text.split(separator: "\n", omittingEmptySubsequences: false)
            .filter { line in !addresses.contains(where: line.contains) }.joined(separator: "\n")
    }
}

/// Reads files one after the other, each below `=== path`. The text ends with the line break of the last one.
func filesBelowPaths(_ text: Substring) -> [(path: String, text: String)] {
    ("\n" + text.dropLast()).split(separator: "\n=== ").map { part in
        let lines = part.split(separator: "\n", maxSplits: 1, omittingEmptySubsequences: false)
        return (String(lines[0]), lines.dropFirst().joined() + "\n")
    }
}
