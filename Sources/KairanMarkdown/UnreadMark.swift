internal import KairanModel

/// Words that were meant as a link, a picture or a value, and that readers see as they are written.
struct UnreadMark {
    var written: Substring
    var message: String
    var help: String

    /// Returns the marks in a text of a document. Code is not among these texts.
    ///
    /// - Parameter beforeLink: True for a text that a link follows, such as one of a bare address.
    static func all(in text: String, beforeLink: Bool) -> [UnreadMark] {
        (addresses(in: text) + fullWidth(in: text, beforeLink: beforeLink) + references(in: text)
            + wikiLinks(in: text) + names(in: text))
            .sorted { $0.written.startIndex < $1.written.startIndex }
    }

    /// `[a](my file.pdf)`, `[a](b` and `(a)[https://b]`.
    private static func addresses(in text: String) -> [UnreadMark] {
        text.matches(of: /!?(?:\[[^\[\]]*)?\]\(([^()]*)(\)?)/).map { match in
            let address = match.1
            if match.2.isEmpty {
                return UnreadMark(
                    match.0, "is no link, as its address is not closed or has a space",
                    help: "write ) right after the address, or put the address into < >")
            }
            let hasSpace = address.contains(where: \.isWhitespace)
            return UnreadMark(
                match.0, hasSpace ? "is no link, as its address has a space" : "is no link",
                help: "write \(match.0.prefix { $0 != "(" })(<\(address)>)")
        }
            + text.matches(of: /\([^()]+\)\[((?:https?:|\/)[^\[\]]*)\]/).map { match in
                UnreadMark(match.0, "is no link", help: "write the words in [ ] and the address in ( )")
            }
    }

    /// `[a]（/b/）` and `［a］(/b/)`. In brackets of such a text other words than an address are a remark.
    private static func fullWidth(in text: String, beforeLink: Bool) -> [UnreadMark] {
        let marks = text.matches(of: /(?:(!?\[[^\[\]]*\])（|([!！]?［[^［］]*］)[\(（])(?:([^\(\)（）]*)[\)）]|$)/)
        return marks.compactMap { match in
            let address = match.3 ?? ""
            guard address.isEmpty ? beforeLink && match.3 == nil : isAddress(address) else { return nil }
            return UnreadMark(
                match.0, "is no link, as its brackets are full-width", help: "write [words](address) with [ ] and ( )")
        }
    }

    private static func isAddress(_ text: Substring) -> Bool {
        text.wholeMatch(of: /(?:https?:|mailto:|[#\/.]).*|[\w\/.\-]+\.[a-z0-9]{2,5}(?:#.*)?/) != nil
    }

    /// `[a][b]` and `[^1]`, to which nothing in the document belongs. `a[i][j]` is a formula, and `[1][2]` are two
    /// sources.
    private static func references(in text: String) -> [UnreadMark] {
        text.matches(of: /(?:^|[^\w\[\]\(\)])(!?\[([^\[\]]+)\]\[([^\[\]]*)\])/).compactMap { match in
            if match.2.allSatisfy(\.isNumber) || match.2.contains("-") && match.2.count == 3 { return nil }
            // Two words in brackets are a custom of headings where the second is no name of a definition.
            guard match.3.utf8.allSatisfy({ $0 < 0x80 }) else { return nil }
            let name = match.3.isEmpty ? match.2 : match.3
            return UnreadMark(
                match.1, "is no link, as nothing defines '\(name)'",
                help: "add a line such as [\(name)]: https://example.org/")
        }
            + text.matches(of: /[^\s\[](\[\^([\w\-]+)\])/).map { match in
                UnreadMark(match.1, "has no footnote", help: "add a line such as [^\(match.2)]: The note")
            }
    }

    private static func wikiLinks(in text: String) -> [UnreadMark] {
        text.matches(of: /(?:^|[^\w\[])(!?\[\[([^\[\]\s"'][^\[\]]*)\]\])/).map { match in
            let isPicture = match.1.hasPrefix("!")
            let page = match.2.prefix { $0 != "|" }
            return UnreadMark(
                match.1, "is no \(isPicture ? "picture" : "link") in Markdown",
                help: isPicture ? "write ![what it shows](<\(page)>)" : "write [\(page)](address)")
        }
    }

    /// Names in braces, and the tags of Liquid, Jinja and Hugo.
    private static func names(in text: String) -> [UnreadMark] {
        let tags = text.matches(of: /\{\{[<%][^{}]*[>%]\}\}|\{%[^{}]*%\}/).map(\.0)
        return (bracedNames(in: text).filter(\.isOfTemplate).map(\.written) + tags).map {
            UnreadMark(
                $0, "is shown as it is written", help: "write what it should show, or put it into a template")
        }
    }
}

extension UnreadMark {
    init(_ written: Substring, _ reason: String, help: String) {
        let shown = written.count > 40 ? "\(written.prefix(39))…" : String(written)
        self.init(written: written, message: "'\(shown)' \(reason)", help: help)
    }
}

extension TreeWalk {
    /// Warns of a line that would be more than text without an invisible character.
    mutating func checkBlock(at line: Span<UInt8>, isFirst: Bool) {
        guard markBudget > 0, line.mayMissBlock else { return }
        markBudget -= line.count + 500
        if let mark = UnreadMark.block(in: String(decoding: line), isFirst: isFirst) { report(mark) }
    }

    private mutating func report(_ mark: UnreadMark) {
        guard let span = place(ofWritten: mark.written) else { return }
        report(Diagnostic(.warning, .markdownUnread, mark.message, at: span, help: mark.help))
    }

    /// Warns of what was meant as something else than text. With a backslash before it, it is meant as it is written.
    mutating func checkMarks(of text: Span<UInt8>, beforeLink: Bool) {
        // So that a hostile text does not make a build slow, only so much of what may have marks is looked at.
        guard markBudget > 0, text.mayHaveMarks else { return }
        markBudget -= text.count + 500
        for mark in UnreadMark.all(in: String(decoding: text), beforeLink: beforeLink) { report(mark) }
    }
}

extension Span<UInt8> {
    /// This is false for nearly all texts, which are then not looked at any closer.
    fileprivate var mayHaveMarks: Bool {
        // Every mark has one of these bytes, and few texts do.
        let all = 0..<count
        guard
            firstOffset(of: UInt8(ascii: "["), in: all) != nil || firstOffset(of: UInt8(ascii: "]"), in: all) != nil
                || firstOffset(of: UInt8(ascii: "{"), in: all) != nil || firstOffset(of: 0xBC, in: all) != nil
        else { return false }
        for at in 1..<Swift.max(count, 1) {
            switch (self[at - 1], self[at]) {
            case (UInt8(ascii: "]"), UInt8(ascii: "(")), (UInt8(ascii: "]"), UInt8(ascii: "[")),
                (UInt8(ascii: ")"), UInt8(ascii: "[")), (UInt8(ascii: "["), UInt8(ascii: "[")),
                (UInt8(ascii: "["), UInt8(ascii: "^")), (UInt8(ascii: "{"), _):
                return true
            // The second bytes of full-width brackets.
            case (UInt8(ascii: "]"), 0xEF), (0xBC, 0xBD): return true
            default: break
            }
        }
        return false
    }
}
