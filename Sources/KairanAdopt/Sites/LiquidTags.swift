internal import KairanModel

// Tags and values of Liquid.
extension BodyConverter {
    mutating func visitLiquidTag() {
        guard let close = text.next("%}", from: text.at, within: 2000) else { return text.copy(to: text.at + 2) }
        let end = close + 2
        let words = text.text(text.at + 2..<close).trimmingDashes
        let name = words.prefix { !$0.isWhitespace }
        let rest = words.dropFirst(name.count).trimmed
        switch name {
        case "raw":
            let last = endOf("endraw", from: end)
            text.replace(to: afterEmptyLine(end), with: "")
            text.copy(to: last?.lowerBound ?? text.old.count)
            if let last { text.replace(to: afterEmptyLine(last.upperBound), with: "") }
        case "comment":
            text.replace(to: endOf("endcomment", from: end)?.upperBound ?? end, with: "")
        case "highlight": highlight(rest, from: end)
        default:
            guard let made = replacement(String(name), rest) else {
                note(
                    "'\(text.text(text.at..<end).firstLine)' is a tag of Liquid and stays as it is written", to: end,
                    help: "write what it should show, or put it into a template")
                return text.copy(to: end)
            }
            text.replace(to: end, with: made)
        }
    }

    /// Returns the range of a tag that ends another one.
    private func endOf(_ name: String, from start: Int) -> Range<Int>? {
        var at = start
        while let open = text.next("{%", from: at), let close = text.next("%}", from: open) {
            if text.text(open + 2..<close).trimmingDashes == name { return open..<close + 2 }
            at = close
        }
        return nil
    }

    /// Returns the place after the line's end if nothing else is on the line of a tag.
    func afterEmptyLine(_ end: Int) -> Int {
        let line = text.lineEnd(from: end)
        let isAlone = text.isAtLineStart && text.old[end..<line].allSatisfy { $0 <= 0x20 }
        return isAlone ? line : end
    }

    private mutating func highlight(_ words: String, from end: Int) {
        guard let last = endOf("endhighlight", from: end) else { return text.copy(to: end) }
        fence(words.prefix { !$0.isWhitespace }, end, last)
    }

    /// Writes fenced code for what stands between two tags.
    mutating func fence(_ language: Substring, _ start: Int, _ last: Range<Int>) {
        let code = text.text(start..<last.lowerBound)
        let longest = code.split { $0 != "`" }.map(\.count).max() ?? 0
        let marks = String(repeating: "`", count: max(3, longest + 1))
        let opening = (text.isAtLineStart ? "" : "\n") + marks + language
        let next = text.lineEnd(from: start)
        let isBlank = text.old[start..<next].allSatisfy { $0 <= 0x20 }
        text.replace(to: isBlank ? next : start, with: opening + "\n")
        copyCode(to: last.lowerBound)
        let lacksEnd = text.new.last != UInt8(ascii: "\n")
        let follows = text.lineEnd(from: last.upperBound)
        let isEnd = text.old[last.upperBound..<follows].allSatisfy { $0 <= 0x20 }
        text.replace(to: last.upperBound, with: (lacksEnd ? "\n" : "") + marks + (isEnd ? "" : "\n"))
    }

    /// Returns what stands in the place of a tag; nil if nothing is known that could.
    private func replacement(_ name: String, _ rest: String) -> String? {
        let bare = rest.trimmingQuotes
        switch name {
        case "post_url": return addresses.post(bare).map { escapedSpaces($0) }
        case "link": return addresses.page(bare, from: page).map { escapedSpaces($0) }
        case "gist":
            let id = rest.prefix { !$0.isWhitespace }
            return id.isEmpty ? nil : "[The code](https://gist.github.com/\(id))"
        case "youtube", "vimeo", "twitter", "tweet": return embedded(name, bare)
        case "include", "include_relative", "include_cached": return included(rest)
        case "endraw", "endcomment": return ""
        default: return nil
        }
    }

    private func escapedSpaces(_ address: String) -> String { address.replacing(" ", with: "%20") }

    /// Returns a link to what would be shown in a frame.
    func embedded(_ service: String, _ id: String) -> String? {
        let word = id.prefix { !$0.isWhitespace }.description.trimmingQuotes
        guard !word.isEmpty else { return nil }
        let isAddress = word.hasPrefix("http")
        switch service {
        case "youtube":
            return "[Video](\(isAddress ? word : "https://www.youtube.com/watch?v=\(word)"))"
        case "vimeo": return "[Video](\(isAddress ? word : "https://vimeo.com/\(word)"))"
        case "twitter", "tweet", "x":
            return "[Post](\(isAddress ? word : "https://twitter.com/i/status/\(word)"))"
        default: return nil
        }
    }

    private func included(_ rest: String) -> String? {
        let file = rest.prefix { !$0.isWhitespace }
        let values = attributes(rest.dropFirst(file.count))
        let name = stem(of: String(file)).lowercased()
        if name.contains("youtube"), let id = values["id"] ?? values["video"] ?? values["url"] {
            return embedded("youtube", id)
        }
        let isPicture = ["image", "figure", "img", "picture"].contains { name.contains($0) }
        guard isPicture,
            let source = values["src"] ?? values["url"] ?? values["image_path"] ?? values["file"] ?? values["image"]
        else { return nil }
        return picture(source, values)
    }

    /// Returns a picture with its caption in Markdown.
    func picture(_ source: String, _ values: [String: String]) -> String {
        var caption = values["caption"] ?? values["description"] ?? values["title"] ?? ""
        if let title = values["title"], !title.isEmpty, title != caption { caption = "\(title): \(caption)" }
        let words = (values["alt"] ?? values["caption"] ?? caption).replacing("[", with: "\\[").replacing(
            "]", with: "\\]")
        let place = addresses.address(source, from: page)
        let written = place.contains(where: \.isWhitespace) ? "<\(place)>" : place
        var made = "![\(words)](\(written))"
        if let link = values["link"] ?? values["href"] { made = "[\(made)](\(addresses.address(link, from: page)))" }
        return caption.isEmpty ? made : "\(made)\n\n*\(caption.replacing("*", with: "\\*"))*"
    }

    /// Returns the values of `key="value"`; those without a key are numbered from 0.
    func attributes(_ text: some StringProtocol) -> [String: String] {
        var (values, count) = ([String: String](), 0)
        for match in String(text).matches(of: /(?:([A-Za-z_-]+)\s*[=:]\s*)?("[^"]*"|'[^']*'|`[^`]*`|[^\s"'`=]+)/) {
            let value = String(match.2).trimmingQuotes
            if let key = match.1 {
                values[key.lowercased()] = value
            } else {
                values[String(count)] = value
                count += 1
            }
        }
        return values
    }

    // MARK: Values

    mutating func visitLiquidValue() {
        guard let close = text.next("}}", from: text.at, within: 1000) else { return text.copy(to: text.at + 2) }
        let end = close + 2
        guard let value = value(of: text.text(text.at + 2..<close).trimmingDashes) else {
            note(
                "'\(text.text(text.at..<end).firstLine)' is a value of Liquid and stays as it is written", to: end,
                help: "write what it should show, or put it into a template")
            return text.copy(to: end)
        }
        text.replace(to: end, with: value)
    }

    /// Returns an address with its tags and values of Liquid filled in; nil if one of them is not known.
    mutating func expanded(_ written: String, at place: Int) -> String? {
        var (result, rest) = ("", written[...])
        while let open = rest.firstMatch(of: /\{[{%]/) {
            if site.generator == .hugo {
                guard let made = shortcode(at: open.range.lowerBound, in: &rest, &result) else { return nil }
                result += made
                continue
            }
            result += rest[..<open.range.lowerBound]
            let isTag = open.output == "{%"
            rest = rest[open.range.upperBound...]
            guard let close = rest.firstRange(of: isTag ? "%}" : "}}") else { return nil }
            let inner = rest[..<close.lowerBound].trimmingDashes
            let name = inner.prefix { !$0.isWhitespace }
            let made = isTag ? replacement(String(name), inner.dropFirst(name.count).trimmed) : value(of: inner)
            guard let made else {
                let what = isTag ? "tag" : "value"
                note(
                    "the address '\(written)' has a \(what) of Liquid and stays as it is written",
                    to: place + written.utf8.count, at: place, help: "write where it should lead")
                return nil
            }
            result += made
            rest = rest[close.upperBound...]
        }
        result += rest
        let path = result.trimmed
        return path.hasPrefix("//") && !written.hasPrefix("//") ? "/" + path.drop { $0 == "/" } : path
    }

    /// Returns the value of an expression such as `"a.png" | relative_url` or `site.email`.
    private func value(of expression: String) -> String? {
        let parts = expression.split(separator: "|").map(\.trimmed)
        guard let first = parts.first, var value = operand(first) else { return nil }
        for filter in parts.dropFirst() {
            let name = filter.prefix { $0 != ":" }.trimmed
            let argument = operand(filter.dropFirst(name.count).drop { $0 == ":" || $0 == " " }.description)
            switch name {
            case "relative_url", "absolute_url":
                value = value.hasPrefix("/") || value.contains("://") ? value : "/" + value
            case "prepend": value = (argument ?? "") + value
            case "append": value += argument ?? ""
            case "escape", "uri_escape", "xml_escape", "strip", "cgi_escape", "url_encode": break
            case "downcase": value = value.lowercased()
            case "upcase": value = value.uppercased()
            default: return nil
            }
        }
        return value
    }

    /// Returns what Jekyll shows in the place of a tag or a value in code; nil if that is not known.
    func shownInCode(_ words: String, isTag: Bool) -> String? {
        if isTag {
            let name = words.prefix { !$0.isWhitespace }
            guard ["post_url", "link"].contains(name) else { return nil }
            return replacement(String(name), words.dropFirst(name.count).trimmed).map { site.basePath + $0 }
        }
        switch words {
        case "site.baseurl": return site.basePath
        case "site.url": return site.settings?.word("url")?.trimmingEnd("/")
        case _ where words.hasPrefix("site."): return value(of: words)
        default: return nil
        }
    }

    private func operand(_ word: String) -> String? {
        if word.count > 1, word.first == "\"" || word.first == "'", word.last == word.first {
            return word.trimmingQuotes
        }
        if ["site.baseurl", "site.url", "base_path", "BASE_PATH"].contains(word) { return "" }
        if word == "page.url" || word == "page.permalink" { return page.address.text }
        if word == "page.title" { return page.matter.word("title") }
        guard word.hasPrefix("site.") || word.hasPrefix("page.") else { return nil }
        var node = word.hasPrefix("site.") ? site.settings : nil
        let names = word.split(separator: ".").dropFirst().map(String.init)
        guard let name = names.first else { return nil }
        if word.hasPrefix("page.") { return names.count == 1 ? page.matter.word(name) : nil }
        for name in names { node = node?[name] }
        return node?.text
    }
}

extension StringProtocol {
    /// The text without white space and the dashes by which Liquid joins lines.
    var trimmingDashes: String {
        var text = Substring(String(self))
        if text.first == "-" { text = text.dropFirst() }
        if text.last == "-" { text = text.dropLast() }
        return text.trimmed
    }

    var trimmingQuotes: String {
        guard count > 1, let first, first == last, "\"'`".contains(first) else { return String(self) }
        return String(dropFirst().dropLast())
    }

    var firstLine: String { String(prefix { !$0.isNewline }) }
}
