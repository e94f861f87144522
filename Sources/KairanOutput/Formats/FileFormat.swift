internal import KairanContent
internal import KairanReaders

/// By which rules values are written into a text output. Its extension tells.
enum FileFormat: Equatable, Sendable {
    case html, json, contentLines, styleSheet
    /// In a page, which people look at, nobody wants to read tags. Feeds are full of escaped ones.
    case xml(isPage: Bool)
    /// Without a separator the template tells which it is.
    case csv(separator: UInt8?)
    /// A program, into which nothing is written.
    case script
    /// Text without rules that Kairan knows.
    case plain

    init(fileExtension: String) {
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

    /// Whether values are written with regard to the text around them.
    var hasWriter: Bool {
        switch self {
        case .xml, .json, .csv, .contentLines, .styleSheet: true
        case .html, .script, .plain: false
        }
    }

    /// True for XML that browsers show as a page and false for HTML; it is nil for formats that they do not show as pages.
    var isXMLPage: Bool? {
        switch self {
        case .html: false
        case .xml(isPage: true): true
        case .xml(isPage: false), .json, .contentLines, .styleSheet, .csv, .script, .plain: nil
        }
    }

    /// What is wrong with the braces of a tag that prints a value.
    func mistake(in tag: MustacheTag, isRaw: Bool, isHTML: Bool) -> (rule: String, message: String, help: String)? {
        switch self {
        case .html where isHTML && !isRaw, .xml(isPage: true) where isHTML && !isRaw:
            ("template.escaping", "'\(tag.name)' is HTML and would show its tags", "write {{{\(tag.name)}}}")
        case .html, .xml:
            isRaw && !isHTML
                ? ("template.escaping", "'\(tag.name)' is not HTML and must be escaped", "write {{\(tag.name)}}") : nil
        case .json, .csv, .contentLines, .styleSheet:
            isRaw
                ? (
                    "template.escaping", "'\(tag.name)' must be escaped by the rules of this format",
                    "write {{\(tag.name)}}"
                ) : nil
        case .script:
            (
                "template.script", "a value inside a script could run as a part of it",
                "write it into a page's data- attribute or a JSON file, and let the script read that"
            )
        case .plain: nil
        }
    }
}
