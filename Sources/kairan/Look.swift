internal import KairanSystem

/// The colours, the type and the corners of a new site: the custom properties of its style sheet.
struct Look {
    let name: String
    /// The text of `templates/assets/brand.css`.
    let style: String

    static let all = filesBelowPaths(String(embedded: "kairan/Examples/looks.txt")[...]).map { name, style in
        Look(name: name, style: style)
    }

    /// The summary for people who choose a look, which is the comment at its start.
    var summary: String { String(style.prefix { $0 != "\n" }.dropFirst("/* ".count).dropLast(" */".count)) }
}
