internal import KairanSystem

/// The colours, the type and the corners of a new site: the custom properties of its style sheet.
struct Look {
    let name: String
    /// The text of `templates/assets/brand.css`.
    let style: String

    static let all = filesBelowPaths(String(embedded: "kairan/Examples/looks.txt")[...]).map { name, style in
        Look(name: name, style: style)
    }

    /// Returns a mark, whose first colour is that of its ground, in the colours of the look.
    func colored(_ mark: String) -> String {
        let ground = mark.firstMatch(of: /#[0-9a-f]{6}/)?.output
        guard let accent else { return mark }
        let onAccent = Self.color("on-accent", in: style)
        return mark.replacing(/#[0-9a-f]{6}/) { $0.output == ground ? accent : onAccent ?? $0.output }
    }

    /// Returns how pictures that go with another style sheet are coloured for this look.
    func change(from style: String) -> AccentChange? {
        guard let before = Self.color("accent", in: style), let accent else { return nil }
        return AccentChange(from: before, to: accent)
    }

    private var accent: Substring? { Self.color("accent", in: style) }

    /// Returns the first colour of a custom property.
    private static func color(_ name: String, in style: String) -> Substring? {
        style.split { $0 == ";" || $0 == "{" }.first { $0.trimmingSpaces().hasPrefix("--\(name):") }?
            .firstMatch(of: /#[0-9a-f]{6}/)?.output
    }

    /// The summary for people who choose a look, which is the comment at its start.
    var summary: String { String(style.prefix { $0 != "\n" }.dropFirst("/* ".count).dropLast(" */".count)) }
}
