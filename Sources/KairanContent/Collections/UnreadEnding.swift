internal import KairanReaders

/// The meaning of a file that no reader of entries reads, by the ending of its name.
package enum UnreadEnding {
    /// The file must be meant as an entry: it needs another ending.
    case entry(help: String)
    /// The file may be meant as an entry, or as something that entries name.
    case sheetOrDocument(help: String)
    /// The file belongs to one with entries: its original, or what an editor or Git left beside it.
    case beside

    /// The result is nil for any other file.
    ///
    /// - Parameter path: The path relative to `content/`.
    /// - Parameter isSource: Tells whether there is a file with entries at such a path.
    package init?(_ path: String, isSource: (String) -> Bool) {
        let ending = fileExtension(of: path)
        let stem = String(path.dropLast(ending.count + 1))
        let name = fileName(of: stem)
        switch ending {
        case "mdown", "mdwn", "mkd", "mkdn", "mdtext", "mdx": self = .entry(help: "rename it to \(name).md")
        case "jsonc", "json5", "hjson", "jsonl", "ndjson":
            self = .entry(help: "write it as JSON, and rename it to \(name).json")
        case "xlsx", "xlsm", "xls", "ods", "numbers", "tsv":
            let help = "save the sheet as CSV in UTF-8, \(name).csv, or name the file in an entry"
            self = isSource(stem + ".csv") ? .beside : .sheetOrDocument(help: help)
        case "docx", "doc", "odt", "rtf", "pages":
            let help = "save the text as Markdown, \(name).md, or name the file in an entry"
            self = isSource(stem + ".md") ? .beside : .sheetOrDocument(help: help)
        default:
            guard isEntrySource(SourceFile(path: stem, bytes: [])) else { return nil }
            let isLeftover = ["bak", "backup", "old", "orig", "rej", "save", "swp", "tmp"].contains(ending)
            self = isLeftover && isSource(stem) ? .beside : .entry(help: "rename it to \(name), or remove it")
        }
    }
}

extension Content {
    /// Tells whether there is a file with entries at a path relative to `content/`.
    package func isSource(_ path: String) -> Bool {
        collections.contains { !$0.files.entries(at: "content/\(path)").isEmpty }
    }
}
