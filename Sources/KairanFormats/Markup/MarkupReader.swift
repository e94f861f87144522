internal import KairanModel

/// Reads a page's markup piece by piece as a browser does (HTML standard, 13.2.5). The context of each value is
/// therefore known, and mistakes in the markup and in the use of values are reported.
struct MarkupReader {
    let isXML: Bool
    var state = MarkupState()
    /// The diagnostics for everything read so far.
    var diagnostics: [Diagnostic] = []

    init(isXML: Bool) { self.isXML = isXML }

    mutating func read(_ text: String, at place: SourceSpan) {
        let bytes = Array(text.utf8)
        var index = 0
        // Columns are counted on from the last position, because lines can be long.
        var counted = (index: 0, columns: 0)
        while index < bytes.count {
            if bytes[index] == UInt8(ascii: "<"), state.mode != .text { checkWhereverItStands(bytes[index...]) }
            if state.mode == .text {
                // Most of a template is text, so it is skipped as a whole.
                let tag = bytes[index...].firstIndex(of: UInt8(ascii: "<")) ?? bytes.count
                if isInStyle { state.styleTail = Array((state.styleTail + bytes[index..<tag]).suffix(Self.tailCount)) }
                if tag == bytes.count { return }
                index = tag
                counted = (tag, counted.columns + columns(bytes[counted.index..<tag]))
                state.tag = MarkupState.Tag()
                state.tag.span = place.advanced(byColumns: counted.columns, length: 1)
                state.mode = .tagOpen
            } else if case .raw(seen: [], _) = state.mode, bytes[index] != UInt8(ascii: "<"),
                bytes[index] != UInt8(ascii: "-")
            {
                // Most of a script is skipped in the same way.
                noteStyle(bytes[index])
            } else {
                take(bytes[index])
            }
            index += 1
        }
    }

    private func columns(_ bytes: ArraySlice<UInt8>) -> Int { bytes.count { $0 & 0xC0 != 0x80 } }

    private mutating func take(_ byte: UInt8) {
        switch state.mode {
        case .text: break
        case .raw(let seen, let depth): takeRaw(byte, seen, depth)
        case .tagOpen: takeTagOpen(byte)
        case .endTagOpen:
            if isNameStart(byte) {
                (state.tag.name, state.tag.isEnd, state.mode) = ([lowercased(byte)], true, .tagName)
            } else {
                state.mode = byte == UInt8(ascii: ">") ? .text : .declaration
            }
        case .tagName:
            if !takeTagEnd(byte) { state.tag.name.append(lowercased(byte)) }
        case .beforeAttribute, .afterValue, .betweenAttributes:
            if takeTagEnd(byte) { return }
            if case .betweenAttributes(let isWhole) = state.mode, !isWhole || byte == UInt8(ascii: "=") {
                error(
                    .templateContext, "this would continue what the section before it wrote",
                    at: state.tag.span, help: "put a space after the section")
            }
            startAttribute(byte)
        case .attributeName:
            if byte == UInt8(ascii: "=") {
                state.mode = .beforeValue
            } else if isSpace(byte) {
                state.mode = .afterAttributeName
            } else if byte == UInt8(ascii: "/") || byte == UInt8(ascii: ">") {
                state.tag.attributes.add(state.tag.attribute, [])
                _ = takeTagEnd(byte)
            } else {
                state.tag.attribute.append(lowercased(byte))
            }
        case .afterAttributeName:
            if byte == UInt8(ascii: "=") {
                state.mode = .beforeValue
            } else if !isSpace(byte) {
                state.tag.attributes.add(state.tag.attribute, [])
                if !takeTagEnd(byte) { startAttribute(byte) }
            }
        case .beforeValue: takeBeforeValue(byte)
        case .value(let quote): takeValue(byte, quote)
        case .declarationOpen(let seen): takeDeclarationOpen(byte, seen)
        case .declaration: if byte == UInt8(ascii: ">") { state.mode = .text }
        case .comment(let seen, let isDirective): takeComment(byte, seen, isDirective)
        case .characterData(let seen):
            noteStyle(byte)
            let seen = kept(seen + [byte], of: ["]]>"], orMaybe: ["]>", ">"])
            state.mode = seen == Array("]]>".utf8) ? .text : .characterData(seen: seen)
        case .instruction(let seen):
            // In HTML the first `>` ends the instruction.
            let end = isXML ? "?>" : ">"
            let seen = kept(seen + [byte], of: [end])
            state.mode = seen == Array(end.utf8) ? .text : .instruction(seen: seen)
        }
    }
}

// The reader of tags.
extension MarkupReader {
    private mutating func takeTagOpen(_ byte: UInt8) {
        switch byte {
        case UInt8(ascii: "/"): state.mode = .endTagOpen
        case UInt8(ascii: "!"): state.mode = .declarationOpen(seen: [])
        case UInt8(ascii: "?"): state.mode = .instruction(seen: [])
        case UInt8(ascii: "<"): break
        case _ where isNameStart(byte): (state.tag.name, state.mode) = ([lowercased(byte)], .tagName)
        default: state.mode = .text
        }
    }

    private func isNameStart(_ byte: UInt8) -> Bool { isASCIILetter(byte) || isXML && (byte == 0x5F || byte >= 0x80) }

    private func lowercased(_ byte: UInt8) -> UInt8 { !isXML && (0x41...0x5A).contains(byte) ? byte | 0x20 : byte }

    /// Takes a byte that separates or ends the parts of a tag. Returns false for any other byte.
    private mutating func takeTagEnd(_ byte: UInt8) -> Bool {
        switch byte {
        case _ where isSpace(byte):
            if case .betweenAttributes = state.mode {
                state.mode = .betweenAttributes(isWhole: true)
            } else {
                (state.mode, state.tag.isSelfClosing) = (.beforeAttribute, false)
            }
        case UInt8(ascii: "/"): (state.mode, state.tag.isSelfClosing) = (.beforeAttribute, true)
        case UInt8(ascii: ">"): finishTag()
        default: return false
        }
        return true
    }

    private mutating func startAttribute(_ byte: UInt8) {
        (state.tag.attribute, state.tag.isSelfClosing, state.mode) = ([lowercased(byte)], false, .attributeName)
    }

    private mutating func takeBeforeValue(_ byte: UInt8) {
        if isSpace(byte) { return }
        state.tag.value = MarkupState.AttributeValue()
        if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") {
            state.mode = .value(quote: byte)
        } else {
            state.mode = .value(quote: 0)
            takeValue(byte, 0)
        }
    }

    private mutating func takeValue(_ byte: UInt8, _ quote: UInt8) {
        if quote == 0 ? isSpace(byte) : byte == quote {
            finishAttribute()
            state.mode = quote == 0 ? .beforeAttribute : .afterValue
        } else if quote == 0, byte == UInt8(ascii: ">") {
            finishAttribute()
            finishTag()
        } else {
            state.tag.value.text.append(byte)
            if state.tag.attribute == Array("style".utf8) { noteTail(byte) }
        }
    }

    private mutating func finishAttribute() {
        let value = state.tag.value
        state.tag.attributes.add(state.tag.attribute, value.isUnknown ? nil : value.text)
        state.styleTail = []
        checkLoadedAddress()
    }

    private mutating func finishTag() {
        state.mode = .text
        let name = String(decoding: state.tag.name, as: UTF8.self)
        var span = state.tag.span
        span.length = name.unicodeScalars.count + (state.tag.isEnd ? 3 : 2)
        if state.tag.isEnd { return close(name, at: span) }
        diagnostics += state.tag.suspended.filter { concernsTag(name, $0) }.map(\.diagnostic)
        start(name, at: span)
        let isHTML = state.open.last?.language == .html && state.open.last?.name == name
        if !isXML, isHTML, hasRawText(name) { state.mode = .raw(seen: [], depth: 0) }
    }

    /// Returns whether a suspended mistake is one, now that the whole tag is known.
    private func concernsTag(_ name: String, _ mistake: MarkupState.SuspendedMistake) -> Bool {
        let said = state.tag.attributes
        switch name {
        case "link": return said.has("rel") && !isHarmlessRelation(said.text("rel"))
        case "meta" where said.has("http-equiv"):
            let word = said.text("http-equiv")
            return !(word == "content-language" || word == "refresh" && mistake.isFineInRefresh)
        default: return false
        }
    }
}

// The reader of text that is not markup.
extension MarkupReader {
    private mutating func takeRaw(_ byte: UInt8, _ seen: [UInt8], _ depth: Int) {
        let name = Array((state.open.last?.name ?? "").utf8)
        let isScript = name == Array("script".utf8)
        let (close, reopen) = (Array("</".utf8) + name, Array("<script".utf8))
        let isEnd = isSpace(byte) || byte == UInt8(ascii: "/") || byte == UInt8(ascii: ">")
        if seen == close, isEnd, depth < 2 {
            (state.tag, state.mode) = (MarkupState.Tag(), .tagName)
            (state.tag.name, state.tag.isEnd) = (name, true)
            state.tag.span = state.open.last?.span ?? state.tag.span
            _ = takeTagEnd(byte)
            return
        }
        var depth = depth
        if isScript, seen == close, isEnd { depth = 1 }
        if isScript, seen == reopen, isEnd, depth == 1 { depth = 2 }
        let more = seen + [byte | (isASCIILetter(byte) ? 0x20 : 0)]
        let words = isScript ? [close, reopen, Array("<!--".utf8), Array("-->".utf8)] : [close]
        let next = suffix(of: more, thatBegins: words)
        if isScript, next == Array("<!--".utf8), depth == 0 { depth = 1 }
        if isScript, next == Array("-->".utf8) { depth = 0 }
        state.mode = .raw(seen: next, depth: depth)
        noteStyle(byte)
    }

    private var isInStyle: Bool { state.open.last.map { localName($0.name) == "style" } ?? false }

    private mutating func noteStyle(_ byte: UInt8) { if isInStyle { noteTail(byte) } }

    private mutating func noteTail(_ byte: UInt8) {
        if state.styleTail.count == Self.tailCount { state.styleTail.removeFirst() }
        state.styleTail.append(byte)
    }

    /// The number of bytes that are kept of a style sheet. It is more than a host's name has.
    private static let tailCount = 300

    private mutating func takeDeclarationOpen(_ byte: UInt8, _ seen: [UInt8]) {
        let seen = seen + [byte]
        let isData = isXML || state.open.last.map { $0.language != .html } ?? false
        if seen == Array("--".utf8) {
            state.mode = .comment(seen: [0], isDirective: false)
        } else if isData, seen == Array("[CDATA[".utf8) {
            state.mode = .characterData(seen: [])
        } else if !"--".utf8.starts(with: seen), !isData || !"[CDATA[".utf8.starts(with: seen) {
            state.mode = byte == UInt8(ascii: ">") ? .text : .declaration
        } else {
            state.mode = .declarationOpen(seen: seen)
        }
    }

    /// Reads a comment. A zero stands for its start, whose hyphens do not belong to its end: `<!-->` and `<!--->` are
    /// complete comments, but `<!--!>` is not.
    private mutating func takeComment(_ byte: UInt8, _ seen: [UInt8], _ isDirective: Bool) {
        let ends = isXML ? ["-->"] : ["-->", "--!>", "\0>", "\0->"]
        let isDirective = isDirective || seen == [0] && byte == UInt8(ascii: "#")
        let seen = kept(seen + [byte], of: ends, orMaybe: isXML ? ["->", ">"] : ["->", ">", "!>", "-!>"])
        let isEnd = ends.contains { Array($0.utf8) == seen }
        state.mode = isEnd ? .text : .comment(seen: seen, isDirective: isDirective)
    }

    /// - Parameter uncertain: The texts that are an end only after certain values.
    private mutating func kept(_ bytes: [UInt8], of words: [String], orMaybe uncertain: [String] = []) -> [UInt8] {
        let words = words.map { Array($0.utf8) }
        let maybe = uncertain.map { [MarkupState.anything] + $0.utf8 }
        let rest = suffix(of: bytes, thatBegins: words + maybe)
        if maybe.contains(rest) {
            error(
                .templateContext,
                "depending on the values or sections before it, this may or may not end \(state.place)",
                at: state.tag.span, help: "put a space between them")
        }
        return rest
    }

    /// Checks text that has an effect everywhere in a page. Servers look for directives everywhere, and where scripts
    /// run, `<noscript>` contains no markup.
    private mutating func checkWhereverItStands(_ bytes: ArraySlice<UInt8>) {
        if bytes.starts(with: "<!--#".utf8) {
            error(
                .templateContext, "a server runs this wherever it stands", at: state.tag.span,
                help: "write it between elements")
        }
        let word = Array("</noscript".utf8)
        if bytes.count >= word.count, zip(bytes, word).allSatisfy({ $0 | 0x20 == $1 || $0 == $1 }),
            state.open.contains(where: { $0.name == "noscript" })
        {
            error(
                .templateContext, "browsers end <noscript> here, wherever this stands", at: state.tag.span,
                help: "keep '</noscript' out of its content")
        }
    }

    /// Returns the longest end of the bytes that is one of the words or the start of one.
    private func suffix(of bytes: [UInt8], thatBegins words: [[UInt8]]) -> [UInt8] {
        var rest = bytes[...]
        while !rest.isEmpty, !words.contains(where: { $0.starts(with: rest) }) { rest = rest.dropFirst() }
        return Array(rest)
    }
}

extension MarkupReader {
    mutating func error(_ rule: Rule, _ message: String, at span: SourceSpan, help: Help? = nil) {
        diagnostics.append(Diagnostic(.error, rule, message, at: span, help: help))
    }

    mutating func warn(
        _ message: String, _ rule: Rule = .templateElement, at span: SourceSpan, help: Help? = nil
    ) {
        diagnostics.append(Diagnostic(.warning, rule, message, at: span, help: help))
    }
}
