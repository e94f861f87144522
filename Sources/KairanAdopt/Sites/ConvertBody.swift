internal import KairanModel

/// The text of a post as the board has it.
struct ConvertedBody {
    var bytes: [UInt8]
    /// The line of the old file for each line of the text.
    var lines: [Int]
    var notes: [Diagnostic] = []
}

/// Turns the text of a post into Markdown: the tags of Liquid, shortcodes, and addresses.
struct BodyConverter {
    let page: OldPage
    let site: OldSite
    let addresses: SiteAddresses
    var text: BodyText
    var notes: [Diagnostic] = []
    /// The line of a place that was asked for, so that lines are counted once.
    private var counted = (place: 0, line: 0)
    /// The end of the indented code that was copied last.
    private var codeEnd = -1

    init(_ page: OldPage, _ site: OldSite, _ addresses: SiteAddresses) {
        (self.page, self.site, self.addresses) = (page, site, addresses)
        text = BodyText(Array(page.file.bytes[page.matter.bodyStart...]))
    }

    mutating func converted() -> ConvertedBody {
        while !text.isAtEnd { step() }
        let lines = text.lines.map { $0 + page.matter.bodyLine - 1 }
        let body = ConvertedBody(bytes: text.new, lines: lines, notes: notes)
        return page.isHTML ? body.asOneBlock() : body
    }

    private mutating func step() {
        if !page.isHTML, text.startsBlock, let end = fenceEnd() { return copyCode(to: end) }
        if !page.isHTML, text.isAtLineStart, isIndentedCode {
            codeEnd = text.lineEnd(from: text.at)
            return copyCode(to: codeEnd)
        }
        switch text.old[text.at] {
        case UInt8(ascii: "\\"): text.copy(to: text.at + 2)
        case UInt8(ascii: "`") where !page.isHTML: copySpan()
        case UInt8(ascii: "{"): visitBrace()
        case UInt8(ascii: "]") where !page.isHTML && text.has("]("): visitLink()
        case UInt8(ascii: "[") where !page.isHTML && text.isAtLineStart: visitDefinition()
        case UInt8(ascii: "<"): visitTag()
        default: text.copy(to: text.at + 1)
        }
    }

    // MARK: Code

    /// Returns the end of the fenced code that starts here.
    private func fenceEnd() -> Int? {
        let mark = text.old[text.at]
        guard mark == UInt8(ascii: "`") || mark == UInt8(ascii: "~") else { return nil }
        let count = text.old[text.at...].prefix { $0 == mark }.count
        guard count >= 3 else { return nil }
        let first = text.lineEnd(from: text.at)
        if mark == UInt8(ascii: "`"), text.old[(text.at + count)..<first].contains(mark) { return nil }
        var at = first
        while at < text.old.count {
            let end = text.lineEnd(from: at)
            let line = text.old[at..<end].drop { $0 <= 0x20 || $0 == UInt8(ascii: ">") }
            let marks = line.prefix { $0 == mark }.count
            if marks >= count, line.dropFirst(marks).allSatisfy({ $0 <= 0x20 }) { return end }
            at = end
        }
        return text.old.count
    }

    /// Tells whether a line of indented code begins here: it is below an empty line, and in no list.
    private var isIndentedCode: Bool {
        guard text.has("    ") || text.has("\t"), !text.isEmptyLine(at: text.at) else { return false }
        if text.at == codeEnd { return true }
        guard text.at == 0 || text.isEmptyLine(at: text.lineStart(before: text.at)) else { return false }
        var at = text.at
        while at > 0 {
            at = text.lineStart(before: at)
            if text.isEmptyLine(at: at) || text.has("    ", at: at) || text.has("\t", at: at) { continue }
            // A line that is indented by less may belong to a list.
            let line = text.text(at..<text.lineEnd(from: at))
            return !line.contains(/^\s|^([-*+]|\d+[.)])\s|^\[\^[^\]]+\]:/)
        }
        return true
    }

    /// Copies code as Jekyll shows it, without the marks that keep Liquid away from it.
    mutating func copyCode(to end: Int) {
        var isRaw = false
        while text.at < end {
            let isTag = text.has("{%")
            guard usesLiquid, isTag || text.has("{{") && !isRaw,
                let close = text.next(isTag ? "%}" : "}}", from: text.at, within: 500), close + 2 <= end
            else {
                text.copy(to: text.at + 1)
                continue
            }
            let words = text.text(text.at + 2..<close).trimmingDashes
            if isTag, words == "raw" || words == "endraw" {
                isRaw = words == "raw"
                text.replace(to: min(end, afterEmptyLine(close + 2)), with: "")
            } else if isRaw {
                text.copy(to: text.at + 2)
            } else if let made = shownInCode(words, isTag: isTag) {
                text.replace(to: close + 2, with: made)
            } else {
                note(
                    "'\(text.text(text.at..<close + 2).firstLine)' is Liquid in code and stays as it is written",
                    to: close + 2, help: "Jekyll shows there what it stands for")
                text.copy(to: close + 2)
            }
        }
    }

    /// Tells that Liquid has no meaning in the text.
    var usesLiquid: Bool {
        site.generator == .jekyll && page.matter["render_with_liquid"]?.isFalse != true
    }

    private mutating func copySpan() {
        let count = text.old[text.at...].prefix { $0 == UInt8(ascii: "`") }.count
        let marks = String(repeating: "`", count: count)
        var at = text.at + count
        while let end = text.next(marks, from: at, within: 2000) {
            let run = text.old[end...].prefix { $0 == UInt8(ascii: "`") }.count
            if run == count { return copyCode(to: end + count) }
            at = end + run
        }
        text.copy(to: text.at + count)
    }

    // MARK: Addresses

    private mutating func visitLink() {
        let start = text.at + 2
        guard let range = destination(from: start) else { return text.copy(to: start) }
        let written = text.text(range)
        text.copy(to: range.lowerBound)
        guard let found = address(written, at: range.lowerBound) else { return text.copy(to: range.upperBound) }
        let needsMarks = found.contains(where: \.isWhitespace) && !text.has("<", at: range.lowerBound - 1)
        text.replace(to: range.upperBound, with: needsMarks ? "<\(found)>" : found)
    }

    /// Returns the range of the address in the brackets that open here.
    private func destination(from start: Int) -> Range<Int>? {
        var at = start
        while at < text.old.count, text.old[at] == 0x20 { at += 1 }
        if text.has("<", at: at) {
            return text.next(">", from: at, within: 2000).map { at + 1..<$0 }
        }
        var (depth, end) = (0, at)
        while end < text.old.count, text.old[end] != UInt8(ascii: "\n") {
            if let close = text.has("{{", at: end) ? text.next("}}", from: end, within: 500) : nil {
                end = close + 2
                continue
            }
            if let close = text.has("{%", at: end) ? text.next("%}", from: end, within: 500) : nil {
                end = close + 2
                continue
            }
            if text.old[end] == UInt8(ascii: "(") { depth += 1 }
            if text.old[end] == UInt8(ascii: ")") {
                if depth == 0 { return at..<end }
                depth -= 1
            }
            // A title follows the address.
            if text.old[end] == 0x20, text.has(" \"", at: end) || text.has(" '", at: end) { return at..<end }
            end += 1
        }
        return nil
    }

    private mutating func visitDefinition() {
        let end = text.lineEnd(from: text.at)
        let line = text.text(text.at..<end)
        guard let match = line.firstMatch(of: /^\[[^\]^][^\]]*\]:[ \t]*((?:\{\{.*?\}\}|\{%.*?%\}|\S)+)/) else {
            return text.copy(to: text.at + 1)
        }
        let start = text.at + line[..<match.1.startIndex].utf8.count
        guard !match.1.hasPrefix("<") else { return text.copy(to: end) }
        let range = start..<start + match.1.utf8.count
        text.copy(to: range.lowerBound)
        guard let found = address(text.text(range), at: start) else { return text.copy(to: range.upperBound) }
        text.replace(to: range.upperBound, with: found)
    }

    /// Returns an address as the board writes it; nil if it stays as it is.
    mutating func address(_ written: String, at place: Int) -> String? {
        let plain = written.contains("{{") || written.contains("{%") ? expanded(written, at: place) : written
        guard let plain else { return nil }
        let found = addresses.address(plain, from: page)
        return found == written ? nil : found
    }

    /// Replaces the addresses of a tag of HTML.
    private mutating func visitTag() {
        if text.has("<!--") { return text.copy(to: text.next("-->", from: text.at).map { $0 + 3 } ?? text.old.count) }
        for (start, end) in [
            ("<pre", "</pre>"), ("<code", "</code>"), ("<script", "</script>"), ("<style", "</style>"),
        ] where text.has(start) {
            return copyCode(to: text.next(end, from: text.at) ?? text.at + 1)
        }
        guard text.at + 1 < text.old.count, isASCIILetter(text.old[text.at + 1]),
            let end = tagEnd(from: text.at)
        else { return text.copy(to: text.at + 1) }
        let tag = text.text(text.at..<end)
        for match in tag.matches(of: /\s(href|src|poster)\s*=\s*("[^"]*"|'[^']*'|[^\s"'>]+)/.ignoresCase()) {
            let isQuoted = match.2.first == "\"" || match.2.first == "'"
            let value = isQuoted ? match.2.dropFirst().dropLast() : match.2
            let start = end - tag[value.startIndex...].utf8.count
            guard start >= text.at else { continue }
            text.copy(to: start)
            guard let found = address(value.trimmed, at: start) else { continue }
            let escaped = found.replacing("\"", with: "&quot;").replacing("'", with: "&#39;")
            text.replace(to: start + value.utf8.count, with: escaped)
        }
        visitRest(of: end)
    }

    private mutating func visitRest(of end: Int) {
        while text.at < end {
            if text.has("{{") || text.has("{%") { visitBrace() } else { text.copy(to: text.at + 1) }
        }
    }

    /// Returns the end of a tag, beyond values in quotes that have a `>`.
    private func tagEnd(from start: Int) -> Int? {
        var (at, quote) = (start, UInt8(0))
        while at < min(text.old.count, start + 4000) {
            let byte = text.old[at]
            if quote != 0 {
                if byte == quote { quote = 0 }
            } else if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") {
                quote = byte
            } else if byte == UInt8(ascii: ">") {
                return at + 1
            }
            at += 1
        }
        return nil
    }

    // MARK: Braces

    private mutating func visitBrace() {
        let isJekyll = site.generator == .jekyll
        if usesLiquid, text.has("{%") { return visitLiquidTag() }
        if usesLiquid, text.has("{{") { return visitLiquidValue() }
        if isJekyll, !page.isHTML, text.has("{:") { return dropAttributes() }
        if !isJekyll, text.has("{{<") || text.has("{{%") { return visitShortcode() }
        text.copy(to: text.at + 1)
    }

    /// Drops an attribute list of kramdown, such as `{: .wide}`.
    private mutating func dropAttributes() {
        guard let end = text.next("}", from: text.at, within: 300), isAttributeList(text.text(text.at + 2..<end)),
            isPlaceOfAttributes(end)
        else { return text.copy(to: text.at + 1) }
        note(
            "the attributes '\(text.text(text.at..<end + 1))' are dropped", to: end + 1,
            help: "a template says how things look")
        let isWholeLine = text.isAtLineStart && text.lineEnd(from: end) <= end + 2
        text.replace(to: isWholeLine ? text.lineEnd(from: end) : end + 1, with: "")
    }

    private func isAttributeList(_ words: String) -> Bool {
        let word = /[.#][\w.#:-]+|[\w:-]+=(?:"[^"\n]*"|'[^'\n]*')|[A-Za-z][\w-]*/
        var rest = words.trimming("\t").drop { $0 == " " }
        if let name = rest.prefixMatch(of: /[A-Za-z][\w-]*:/) { rest = rest[name.range.upperBound...] }
        while true {
            rest = rest.drop { $0 == " " || $0 == "\t" }
            if rest.isEmpty { return true }
            guard let found = rest.prefixMatch(of: word) else { return false }
            rest = rest[found.range.upperBound...]
            guard rest.isEmpty || rest.first == " " || rest.first == "\t" else { return false }
        }
    }

    /// Returns whether a list of attributes has a line of its own, or follows an element or the mark of a list.
    private func isPlaceOfAttributes(_ end: Int) -> Bool {
        if text.startsBlock {
            let start = text.isAtLineStart ? text.at : text.lineStart(before: text.at)
            return text.isEmptyLine(at: end + 1) || text.old[start..<text.at].contains { "-*+".utf8.contains($0) }
        }
        return ")*_`]>~".utf8.contains(text.old[text.at - 1])
    }

    mutating func note(_ message: String, to end: Int, at place: Int? = nil, help: String? = nil) {
        let place = place ?? text.at
        let lineEnd = text.lineEnd(from: place)
        let shown = text.text(place..<min(end, lineEnd)).trimmedEnd
        if place < counted.place { counted = (0, 0) }
        counted.line += text.old[counted.place..<place].count { $0 == UInt8(ascii: "\n") }
        counted.place = place
        let line = page.matter.bodyLine + counted.line
        let span = SourceSpan(
            path: page.path, line: line, column: text.column(of: place), length: shown.unicodeScalars.count)
        notes.append(Diagnostic(.warning, .markdownUnread, message, at: span, help: help))
    }
}

extension StringProtocol {
    var trimmed: String { String(drop(while: \.isWhitespace)).trimmedEnd }

    var trimmedEnd: String {
        var text = String(self)
        while text.last?.isWhitespace == true { text.removeLast() }
        return text
    }
}

extension ConvertedBody {
    /// Returns a page of HTML as one block of Markdown, which ends at the first empty line.
    func asOneBlock() -> ConvertedBody {
        var (kept, numbers, isVerbatim) = ([String](), [Int](), false)
        let rows = String(decoding: bytes, as: UTF8.self).split(separator: "\n", omittingEmptySubsequences: false)
        for (row, number) in zip(rows, lines) {
            let text = isVerbatim ? String(row).replacing("\r", with: "") : row.trimmed
            let isEmpty = text.allSatisfy(\.isWhitespace)
            if isEmpty, isVerbatim, !kept.isEmpty { kept[kept.count - 1] += "&#10;" }
            if !isEmpty {
                kept.append(text)
                numbers.append(number)
            }
            let (opened, closed) = (text.ranges(of: "<pre").last, text.ranges(of: "</pre").last)
            if let opened { isVerbatim = closed.map { $0.lowerBound < opened.lowerBound } ?? true }
            if opened == nil, closed != nil { isVerbatim = false }
        }
        if let first = kept.first,
            first.firstMatch(
                of:
                    /^<\/?(p|div|h[1-6]|ul|ol|table|section|article|figure|blockquote|dl|details|aside|header|footer|nav|main|center|hr)[\s>\/]/
            ) == nil
        {
            kept = ["<div>"] + kept + ["</div>"]
            numbers = [numbers.first ?? 1] + numbers + [numbers.last ?? 1]
        }
        let text = kept.map { $0 + "\n" }.joined()
        return ConvertedBody(bytes: Array(text.utf8), lines: numbers + [numbers.last ?? 1], notes: notes)
    }
}
