internal import KairanModel

/// The raw HTML that trusted authors may write: elements of texts, lists, tables, figures and pictures. None of
/// them runs, loads anything but a picture, sends anything, or changes how the rest of the page looks.
enum AllowedHTML {
    static let inline: Set = [
        "a", "abbr", "b", "bdi", "bdo", "big", "br", "cite", "code", "del", "dfn", "em", "i", "img", "ins", "kbd",
        "mark",
        "q", "rp", "rt", "ruby", "s", "samp", "small", "span", "strike", "strong", "sub", "sup", "time", "tt", "u",
        "var",
        "wbr",
    ]
    static let block: Set = [
        "address", "article", "aside", "blockquote", "center", "details", "div", "dl", "figcaption", "figure", "footer",
        "h1", "h2", "h3", "h4", "h5", "h6", "header", "hr", "ol", "p", "pre", "section", "summary", "table", "ul",
    ]
    /// Elements that only certain others may hold.
    static let parents: [String: Set<String>] = [
        "li": ["ul", "ol"], "dt": ["dl"], "dd": ["dl"], "caption": ["table"], "colgroup": ["table"],
        "col": ["table", "colgroup"], "thead": ["table"], "tbody": ["table"], "tfoot": ["table"],
        "tr": ["table", "thead", "tbody", "tfoot"], "td": ["tr"], "th": ["tr"],
    ]
    static let void: Set = ["br", "hr", "img", "wbr", "col"]
    /// Elements that go with everything in them.
    static let withContent: Set = [
        "svg", "math", "object", "applet", "template", "select", "datalist", "canvas", "audio", "video", "head",
    ]
    /// Elements in which only certain others may stand.
    static let tableParts: Set = ["table", "thead", "tbody", "tfoot", "tr", "colgroup"]
    /// Elements that may reach over the Markdown between two blocks of HTML.
    static let containers: Set = [
        "article", "aside", "blockquote", "center", "dd", "details", "div", "figcaption", "figure", "footer", "header",
        "li", "section", "td", "th",
    ]

    static func isAllowed(_ name: String) -> Bool {
        inline.contains(name) || block.contains(name) || parents[name] != nil
    }

    /// The attributes that every element may have, and those of some.
    private static let general: Set = ["title", "lang", "dir", "id"]
    private static let special: [String: Set<String>] = [
        "img": ["alt"], "ol": ["start", "reversed", "type"], "li": ["value"], "td": ["colspan", "rowspan", "align"],
        "th": ["colspan", "rowspan", "align", "scope"], "tr": ["align"], "col": ["span", "align"],
        "colgroup": ["span", "align"], "details": ["open"], "time": ["datetime"], "p": ["align"], "div": ["align"],
        "table": ["align"],
    ]
    /// Attributes that are dropped in silence, since Kairan decides on what they are for.
    private static let ours: Set = ["target", "rel", "width", "height", "loading", "srcset", "sizes", "border"]

    enum Fate {
        case kept(String)
        case dropped
        /// The attribute is known, but its value cannot be meant.
        case unfit
        case ours
    }

    static func fate(of attribute: HTMLAttribute, on element: String) -> Fate {
        let name = attribute.name
        if general.contains(name) || special[element]?.contains(name) == true {
            return written(name, attribute.value).map(Fate.kept) ?? .unfit
        }
        return ours.contains(name) ? .ours : .dropped
    }

    /// Returns an attribute as it is written; nil for a value that cannot be meant.
    private static func written(_ attribute: String, _ value: String) -> String? {
        let isWord =
            value.utf8.count <= 40 && value.utf8.allSatisfy { isASCIILetter($0) || isASCIIDigit($0) || $0 == 0x2D }
        switch attribute {
        case "title", "alt", "lang", "datetime": return " \(attribute)=\"\(escaped(value))\""
        case "open", "reversed": return " \(attribute)"
        default: return isWord && !value.isEmpty ? " \(attribute)=\"\(value)\"" : nil
        }
    }

    static func isHeading(_ name: String) -> Bool {
        name.utf8.count == 2 && name.first == "h" && name != "hr"
    }

    /// Returns a text without anything that could be markup. References stay.
    static func escaped(_ text: String) -> String {
        text.replacing("\"", with: "&quot;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
    }

    /// Returns whether an `id` can be a place of the page.
    static func isPlace(_ id: String) -> Bool {
        guard let first = id.utf8.first, isASCIILetter(first), id.utf8.count <= 80 else { return false }
        // The `id`s of footnotes start in this way.
        guard !id.hasPrefix("fn-"), !id.hasPrefix("fnref-") else { return false }
        return id.utf8.allSatisfy { isASCIILetter($0) || isASCIIDigit($0) || $0 == 0x2D || $0 == 0x5F }
    }
}
