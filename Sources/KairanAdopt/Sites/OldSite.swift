internal import KairanModel
internal import KairanReaders

/// A site of another generator, as its files tell.
struct OldSite {
    var generator: OldGenerator
    var title = ""
    var description: String?
    var author: String?
    var language: String?
    /// The name of the time zone, if Kairan knows it.
    var timeZone: String?
    /// The address of the site, with a slash at its end; nil if the settings do not name it.
    var url: String?
    /// The path of the site at its host, such as `/blog`; empty for the root.
    var basePath = ""
    var settings: SourceNode?
    var pages: [OldPage] = []
    /// Pages that only say something of a list, such as Hugo's `_index.md`.
    var sections: [OldPage] = []
    /// Files that are published as they are: the path of each in the old site, and at the site's root.
    var statics: [(file: SourceFile, output: String)] = []
    /// Files of data, each with the name of the collection that it may become.
    var data: [(file: SourceFile, name: String)] = []
    var leftOut: [AdoptionPlan.Copy] = []
    var diagnostics: [Diagnostic] = []

    /// Reads the front matter of a file, mended if it has to be. The result is nil for one that cannot be read, which is
    /// left out.
    mutating func matter(of file: SourceFile) -> (file: SourceFile, matter: OldMatter)? {
        let read = readOldMatter(file, allowsJSON: generator == .hugo)
        diagnostics += read.diagnostics
        if let matter = read.value { return (file, matter) }
        let file = withReadableMatter(file)
        if let matter = readOldMatter(file, allowsJSON: generator == .hugo).value { return (file, matter) }
        leftOut.append(.init(path: file.path, reason: "its front matter cannot be read"))
        return nil
    }

    /// Tells what became of a page at a key of its front matter.
    mutating func tell(_ message: String, _ page: OldPage, key: String, help: String? = nil) {
        let span = page.matter.span(key, in: page.path)
        diagnostics.append(Diagnostic(.warning, .fieldForm, message, at: span, help: help))
    }
}

/// A post or a page of the old site.
struct OldPage {
    /// The file, without a byte order mark.
    var file: SourceFile
    var matter: OldMatter
    /// The collection of the board that it belongs to.
    var collection: String
    /// The name that its id is made of.
    var stem: String
    /// The folder below the collection's own in which its file and pictures are; empty or with a slash at its end.
    var folder = ""
    var address: OldAddress
    /// Former addresses that lead on to it.
    var former: [String] = []
    /// The day or the moment of the post as Kairan writes it.
    var date: String?
    /// The categories that the path of the file gives.
    var pathCategories: [String] = []
    /// Tells that only the preview shows it.
    var isDraft = false
    /// The folder of its section, whose list Hugo makes.
    var section: String?
    /// Tells whether its text is HTML and not Markdown.
    var isHTML = false

    var path: String { file.path }
}

extension OldGenerator {
    /// Returns whether the generator makes pages of files of this name.
    func isText(_ path: String) -> Bool {
        let others = self == .jekyll ? ["mkd", "mkdn"] : []
        return (["md", "markdown", "mdown", "html", "htm"] + others).contains(fileExtension(of: path))
    }
}

/// The address of a page below the site's root, in its parts.
struct OldAddress: Hashable {
    enum Ending { case folder, page }

    /// The folders, and the name without `.html` as the last part. A home page has none.
    var parts: [String]
    var ending: Ending

    /// Reads an address such as `/about/`, `/2026/04/02/trip.html` or `/news/trip`.
    init(_ text: String) {
        let path = unescapedPath(text.prefix { $0 != "?" && $0 != "#" }.description)
        var parts = path.split(separator: "/").map(String.init).filter { $0 != "." && $0 != ".." }
        ending = .folder
        if !path.hasSuffix("/"), let last = parts.last {
            for end in [".html", ".htm"] where last.hasSuffix(end) && last.count > end.count {
                parts[parts.count - 1] = String(last.dropLast(end.count))
                ending = .page
            }
            if ending == .page, parts.last == "index" {
                parts.removeLast()
                ending = .folder
            }
        }
        self.parts = parts
    }

    /// The address as links have it, which begins with a slash.
    var text: String {
        if parts.isEmpty { return "/" }
        return "/" + parts.joined(separator: "/") + (ending == .page ? ".html" : "/")
    }
}

extension SourceNode {
    /// The text of a member of a mapping that says something.
    func word(_ key: String) -> String? {
        guard let text = self[key]?.text, !text.isEmpty else { return nil }
        return text
    }

    /// The texts of a list, or those of a single text.
    var words: [String] { elements?.compactMap(\.text) ?? text.map { [$0] } ?? [] }

    var isTrue: Bool { ["true", "True", "TRUE", "yes", "on"].contains(scalar ?? "") }
    var isFalse: Bool { ["false", "False", "FALSE", "no", "off"].contains(scalar ?? "") }
}
