internal import KairanModel

/// Returns Markdown that says what HTML says. Pictures and all that runs are left out, and what has no form in Markdown
/// is its text.
///
/// - Parameter page: The page at which relative addresses begin.
func markdown(ofHTML html: String, at page: WebPlace?) -> String {
    let writer = MarkdownWriter(page: page)
    return writer.blocks(readHTML(html)).joined(separator: "\n\n")
}

/// Returns the text of HTML, with a line for each paragraph.
func plainText(ofHTML html: String) -> String {
    func lines(_ parts: [HTMLPart], into text: inout String) {
        for part in parts {
            switch part {
            case .text(let own): text += own.replacing("\n", with: " ")
            case .element("br", _, _): text += "\n"
            case .element(let name, _, let parts):
                let isBlock = blocks.contains(name)
                if isBlock { text += "\n" }
                lines(parts, into: &text)
                text += isBlock ? "\n" : ""
            }
        }
    }
    var text = ""
    lines(readHTML(html), into: &text)
    return text.split(separator: "\n").map { collapsed(String($0)).trimmingSpaces() }.filter { !$0.isEmpty }.joined(
        separator: "\n")
}

/// Returns a text with one space in place of several of any kind.
private func collapsed(_ text: String) -> String {
    var (result, isSpace) = ("", false)
    for scalar in text.unicodeScalars {
        let isOne = scalar.properties.isWhitespace
        if !isOne { result.unicodeScalars.append(scalar) } else if !isSpace { result += " " }
        isSpace = isOne
    }
    return result
}

private struct MarkdownWriter {
    let page: WebPlace?

    /// Returns the blocks of some parts, each with its lines.
    func blocks(_ parts: [HTMLPart]) -> [String] {
        var (all, line) = ([String](), [HTMLPart]())
        func endLine() {
            let text = paragraph(line)
            if !text.isEmpty { all.append(text) }
            line = []
        }
        for part in parts {
            guard case .element(let name, _, let inner) = part, isBlock(part) else {
                line.append(part)
                continue
            }
            endLine()
            all += block(name, inner)
        }
        endLine()
        return all
    }

    /// Tells whether a part is a block or holds one, as a link around a whole paragraph does.
    private func isBlock(_ part: HTMLPart) -> Bool {
        guard case .element(let name, _, let parts) = part else { return false }
        return KairanPull.blocks.contains(name) || parts.contains(where: isBlock)
    }

    private func block(_ name: String, _ parts: [HTMLPart]) -> [String] {
        switch name {
        case "h1", "h2", "h3", "h4", "h5", "h6":
            // The title of the page is above all headings of a text.
            let level = max(2, Int(name.dropFirst()) ?? 2)
            let text = inline(parts).replacing("\\\n", with: " ").trimmingSpaces()
            return text.isEmpty ? [] : ["\(String(repeating: "#", count: level)) \(text)"]
        case "hr": return ["---"]
        case "pre":
            let text = code(parts)
            let fence = String(repeating: "`", count: max(3, longestRun(of: "`", in: text) + 1))
            return text.isEmpty ? [] : ["\(fence)\n\(text.hasSuffix("\n") ? String(text.dropLast()) : text)\n\(fence)"]
        case "blockquote":
            let inner = blocks(parts).joined(separator: "\n\n")
            return inner.isEmpty
                ? []
                : [
                    inner.split(separator: "\n", omittingEmptySubsequences: false).map { $0.isEmpty ? ">" : "> \($0)" }
                        .joined(separator: "\n")
                ]
        case "ul", "ol": return list(parts, isOrdered: name == "ol")
        case "tr":
            let cells = parts.compactMap { part -> String? in
                guard case .element(_, _, let inner) = part else { return nil }
                return blocks(inner).joined(separator: " ").replacing("\n", with: " ")
            }
            let text = cells.filter { !$0.isEmpty }.joined(separator: " · ")
            return text.isEmpty ? [] : [text]
        default: return blocks(parts)
        }
    }

    private func list(_ parts: [HTMLPart], isOrdered: Bool) -> [String] {
        var items: [String] = []
        for part in parts {
            guard case .element(let name, _, let inner) = part else { continue }
            let text = blocks(name == "li" ? inner : [part]).joined(separator: "\n\n")
            if text.isEmpty { continue }
            let mark = isOrdered ? "\(items.count + 1). " : "- "
            let indent = String(repeating: " ", count: mark.count)
            let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
            items.append(
                lines.enumerated().map { $0 == 0 ? mark + $1 : $1.isEmpty ? "" : indent + $1 }.joined(separator: "\n"))
        }
        return items.isEmpty ? [] : [items.joined(separator: "\n")]
    }

    private func paragraph(_ parts: [HTMLPart]) -> String {
        // Taking the first letters off the text itself would move all others each time.
        var text = inline(parts)[...]
        while text.hasSuffix("\\\n") { text.removeLast(2) }
        while text.hasPrefix("\\\n") { text.removeFirst(2) }
        // Two line breaks are how some programs write the end of a paragraph.
        let paragraphs = text.replacing(/(?:\\\n\s*){2,}/, with: "\n\n").split(separator: "\n\n").map { paragraph in
            let lines = paragraph.split(separator: "\n").map { escapedStart(String($0.trimmingSpaces())) }
            return lines.joined(separator: "\n").trimmingSpaces().description
        }
        return paragraphs.filter { !$0.isEmpty }.joined(separator: "\n\n")
    }

    /// Returns a line that is no heading, list, quote or rule by its first signs.
    private func escapedStart(_ line: String) -> String {
        if let first = line.first, "#+-=:|".contains(first) { return "\\" + line }
        guard let number = line.prefixMatch(of: /[0-9]{1,9}(?=[.)])/) else { return line }
        return "\(number.output)\\\(line[number.range.upperBound...])"
    }

    private func inline(_ parts: [HTMLPart]) -> String {
        var text = ""
        for part in parts {
            switch part {
            case .text(let own):
                let plain = collapsed(own)
                text += escaped(text.hasSuffix(" ") || text.hasSuffix("\n") ? String(plain.drop { $0 == " " }) : plain)
            case .element(let name, let attributes, let parts): text += inline(name, attributes, parts)
            }
        }
        return text
    }

    private func inline(_ name: String, _ attributes: [String: String], _ parts: [HTMLPart]) -> String {
        switch name {
        case "br": return "\\\n"
        case "strong", "b": return marked(parts, "**")
        case "em", "i", "cite": return marked(parts, "*")
        case "del", "s", "strike": return marked(parts, "~~")
        case "code", "kbd", "samp", "tt":
            let text = collapsed(code(parts))
            let fence = String(repeating: "`", count: longestRun(of: "`", in: text) + 1)
            let space = text.hasPrefix("`") || text.hasSuffix("`") ? " " : ""
            return text.allSatisfy(\.isWhitespace) ? text : "\(fence)\(space)\(text)\(space)\(fence)"
        case "a":
            let text = inline(parts)
            guard let address = attributes["href"].flatMap(address), !text.allSatisfy(\.isWhitespace),
                !text.contains("](")
            else {
                return text
            }
            return around(text) { "[\($0)](<\(address)>)" }
        default: return inline(parts)
        }
    }

    /// Returns the address of a link as Markdown has it between `<` and `>`; nil for one that leads nowhere, or runs
    /// something.
    private func address(_ text: String) -> String? {
        let text = String(text.trimmingSpaces()).replacing(" ", with: "%20")
        guard !text.unicodeScalars.contains(where: { $0.value < 0x20 || "<>\\".unicodeScalars.contains($0) }) else {
            return nil
        }
        if text.lowercased().hasPrefix("mailto:") || text.lowercased().hasPrefix("tel:") { return text }
        if text.lowercased().hasPrefix("https://") || text.lowercased().hasPrefix("http://") { return text }
        return text.hasPrefix("#") ? nil : page?.following(text)?.address
    }

    private func marked(_ parts: [HTMLPart], _ mark: String) -> String {
        let text = inline(parts)
        // Marks within marks of the same kind, or around line breaks, would not close where they should.
        return text.contains(mark) || text.contains("\n") ? text : around(text) { mark + $0 + mark }
    }

    /// Puts marks around a text, and leaves the spaces at its ends outside, where they do not keep marks from counting.
    private func around(_ text: String, _ marks: (String) -> String) -> String {
        let inner = text.trimmingSpaces().description
        if inner.isEmpty { return text }
        return (text.hasPrefix(" ") ? " " : "") + marks(inner) + (text.hasSuffix(" ") ? " " : "")
    }

    private func code(_ parts: [HTMLPart]) -> String {
        parts.map { part in
            switch part {
            case .text(let text): text
            case .element("br", _, _): "\n"
            case .element(_, _, let inner): code(inner)
            }
        }.joined()
    }

    private func escaped(_ text: String) -> String {
        var result = ""
        for character in text {
            if "\\`*_[]<>~".contains(character) { result += "\\" }
            result.append(character)
        }
        return result.replacing(/&(?=#?[A-Za-z0-9]+;)/, with: "&amp;")
    }
}

private func longestRun(of sign: Character, in text: String) -> Int {
    var (longest, run) = (0, 0)
    for character in text {
        run = character == sign ? run + 1 : 0
        longest = max(longest, run)
    }
    return longest
}
