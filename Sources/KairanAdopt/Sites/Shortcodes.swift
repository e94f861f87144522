internal import KairanModel

// Shortcodes of Hugo.
extension BodyConverter {
    mutating func visitShortcode() {
        let mark = text.has("{{<") ? ">}}" : "%}}"
        guard let close = text.next(mark, from: text.at, within: 4000) else { return text.copy(to: text.at + 3) }
        let end = close + 3
        let words = text.text(text.at + 3..<close).trimmed
        // `{{</* figure */>}}` shows a shortcode as it is written.
        if words.hasPrefix("/*") {
            let inner = words.dropFirst(2).trimmed.replacing("*/", with: "").trimmed
            let marks = mark == ">}}" ? ("{{<", ">}}") : ("{{%", "%}}")
            return text.replace(to: end, with: "`\(marks.0) \(inner) \(marks.1)`")
        }
        let name = words.prefix { !$0.isWhitespace }
        let rest = words.dropFirst(name.count).trimmed
        if name == "highlight" || name == "code", let last = endOfShortcode(String(name), from: end) {
            return fence((attributes(rest)["0"] ?? attributes(rest)["language"] ?? "")[...], end, last)
        }
        if name == "comment", let last = endOfShortcode("comment", from: end) {
            return text.replace(to: last.upperBound, with: "")
        }
        guard let made = shown(String(name), rest) else {
            if !name.hasPrefix("/") {
                note(
                    "'\(text.text(text.at..<end).firstLine)' is a shortcode and stays as it is written", to: end,
                    help: "write what it should show, or put it into a template")
            }
            return text.copy(to: end)
        }
        text.replace(to: end, with: made)
    }

    /// Returns what a shortcode in an address gives, and moves beyond it.
    func shortcode(at start: String.Index, in rest: inout Substring, _ result: inout String) -> String? {
        result += rest[..<start]
        guard let close = rest[start...].firstRange(of: "}}") else { return nil }
        let inner = rest[start..<close.lowerBound].dropFirst(3).dropLast().trimmed
        let name = inner.prefix { !$0.isWhitespace }
        rest = rest[close.upperBound...]
        return shown(String(name), inner.dropFirst(name.count).trimmed)
    }

    /// Returns the range of the shortcode that ends another one.
    private func endOfShortcode(_ name: String, from start: Int) -> Range<Int>? {
        var at = start
        while let open = text.next("{{", from: at) {
            at = open + 2
            guard let close = text.next("}}", from: open, within: 200) else { return nil }
            let words = text.text(open..<close + 2)
            if words.contains(/^\{\{[<%]\s*\/\s*/), words.contains(name) { return open..<close + 2 }
        }
        return nil
    }

    /// Returns what stands in the place of a shortcode; nil if nothing is known that could.
    private func shown(_ name: String, _ rest: String) -> String? {
        let values = attributes(rest.hasSuffix("/") ? rest.dropLast().trimmed : rest)
        let first = values["0"]
        switch name {
        case "figure", "img", "image":
            guard let source = values["src"] ?? first else { return nil }
            return picture(source, values)
        case "ref", "relref":
            return (first ?? values["path"]).flatMap { addresses.page($0, from: page) }
        case "youtube", "vimeo", "x", "tweet", "twitter":
            let id = values["id"] ?? first
            return id.flatMap { embedded(name == "x" ? "twitter" : name, $0) }
        case "instagram":
            return (values["id"] ?? first).map { "[Picture](https://www.instagram.com/p/\($0)/)" }
        case "gist":
            guard let first, let id = values["1"] else { return nil }
            return "[The code](https://gist.github.com/\(first)/\(id))"
        case "param": return first.flatMap { page.matter.word($0) ?? site.settings?["params"]?.word($0) }
        case "/figure": return ""
        default: return nil
        }
    }
}
