package import KairanModel
internal import KairanReaders

/// The format of a text output, which decides how values are written into it. It follows from the extension.
package enum FileFormat: Equatable, Sendable {
    case html, json, contentLines, styleSheet
    /// The format is XML. A page must not show escaped tags to people, but feeds contain many of them.
    case xml(isPage: Bool)
    /// The separator of CSV; nil if the template decides.
    case csv(separator: UInt8?)
    /// The format is a program, into which no values are written.
    case script
    /// The format is text without rules that Kairan knows.
    case plain

    package init(fileExtension: String) {
        self =
            switch fileExtension {
            case "html", "htm", "shtml": .html
            case "svg", "xhtml", "xht": .xml(isPage: true)
            case "xml", "rss", "atom", "rdf", "opml", "kml", "gpx", "xsl", "xslt": .xml(isPage: false)
            case "json", "geojson", "topojson", "jsonld", "webmanifest": .json
            case "csv": .csv(separator: nil)
            case "tsv": .csv(separator: UInt8(ascii: "\t"))
            case "ics", "ifb", "vcf": .contentLines
            case "css": .styleSheet
            case "js", "mjs", "cjs", "php", "phtml": .script
            default: .plain
            }
    }

    /// This is true if values are written according to the text around them.
    package var hasWriter: Bool {
        switch self {
        case .xml, .json, .csv, .contentLines, .styleSheet: true
        case .html, .script, .plain: false
        }
    }

    /// This is true for XML that browsers show as a page, and false for HTML. It is nil for formats that browsers do
    /// not show as pages.
    package var isXMLPage: Bool? {
        switch self {
        case .html: false
        case .xml(isPage: true): true
        case .xml(isPage: false), .json, .contentLines, .styleSheet, .csv, .script, .plain: nil
        }
    }

    /// Returns the mistake in the braces of a tag that prints a value, or nil if there is none.
    package func mistake(in tag: MustacheTag, isRaw: Bool, isHTML: Bool) -> (
        rule: Rule, message: String, help: String
    )? {
        switch self {
        case .html where isHTML && !isRaw, .xml(isPage: true) where isHTML && !isRaw:
            (.templateEscaping, "'\(tag.name)' is HTML and would show its tags", "write {{{\(tag.name)}}}")
        case .html, .xml:
            isRaw && !isHTML
                ? (.templateEscaping, "'\(tag.name)' is not HTML and must be escaped", "write {{\(tag.name)}}") : nil
        case .json, .csv, .contentLines, .styleSheet:
            isRaw
                ? (
                    .templateEscaping, "'\(tag.name)' must be escaped by the rules of this format",
                    "write {{\(tag.name)}}"
                ) : nil
        case .script:
            (
                .templateScript, "a value inside a script could run as a part of it",
                "write it into a page's data- attribute or a JSON file, and let the script read that"
            )
        case .plain: nil
        }
    }
}
