package import KairanModel
internal import KairanReaders

/// Reads a template as a tree of texts and tags, and reports the place of every mistake.
///
/// A section, comment, partial or block that is alone on its line takes up the whole line.
package struct MustacheReader {
    private let path: String
    private let scalars: [Unicode.Scalar]
    private var index = 0
    private var line: Int
    private var column = 1
    private var level = Level()
    package private(set) var diagnostics: [Diagnostic] = []
    /// This is true after a tag that is not closed.
    private var isCutOff = false

    /// The parts read so far of a section, or of the template around all sections.
    private struct Level {
        var parts: [MustachePart] = []
        var isLineStart = true
        /// The spaces at the start of the line, which are dropped if a tag is alone on it.
        var spaces = ""
        /// The place where these spaces start.
        var start = SourceSpan(path: "")
    }

    private struct OpenSection {
        /// The tag; nil after a mistake in its name, and then its content has no meaning.
        var tag: MustacheTag?
        var span: SourceSpan
        /// The tag with its transforms, as the closing tag must repeat it.
        var written: String
        var outer: Level

        var isPartial: Bool { tag?.isPartial ?? false }
    }

    /// The depth is limited because compiling and rendering recurse into sections.
    private static let maximumDepth = 50

    package init(_ source: MustacheSource) {
        (path, line, scalars) = (source.path, source.firstLine, Array(source.text.unicodeScalars))
        // In plain text, an empty first line is dropped. Otherwise a tag does not count as alone on the first line.
        if fileExtension(of: String(path.dropLast(".mustache".count))) == "txt" {
            level.isLineStart = takesRestOfLine()
        }
    }

    package mutating func read() -> [MustachePart] {
        var open: [OpenSection] = []
        while let (sigil, content, span) = nextTag() {
            switch sigil {
            case "!": level.isLineStart = isAlone()
            case "#", "^":
                let tag = tag(content, .section(isInverted: sigil == "^", []), span)
                guard isShallow(open, span) else { return [] }
                level.isLineStart = isAlone()
                if !level.isLineStart { keepSpaces() }
                open.append(OpenSection(tag: tag, span: tag?.span ?? span, written: content, outer: level))
                level = Level(isLineStart: level.isLineStart)
            case "<":
                guard isShallow(open, span) else { return [] }
                // The space before it is left to the closing tag, as only that tells whether the line has more.
                open.append(OpenSection(tag: partial(content, span), span: span, written: content, outer: level))
                level = Level()
            case "$":
                guard isShallow(open, span) else { return [] }
                openBlock(content, span, &open)
            case "/": close(content, span, &open)
            case ">": add(partial(content, span))
            // `%` is refused too, because only the output's extension decides about escaping.
            case "=", "*", "%":
                error(
                    .templateTag, "'{{\(sigil)' is not supported", span, help: "use sections, partials and a layout")
            default:
                keepSpaces()
                level.isLineStart = false
                guard let tag = tag(content, .variable(isRaw: sigil == "{" || sigil == "&"), span) else { continue }
                level.parts.append(.tag(tag))
            }
        }
        while var unclosed = open.popLast() {
            // Nothing was read after a tag that is not closed.
            if !isCutOff {
                error(
                    .templateSection, "the section '\(unclosed.written)' is never closed", unclosed.span,
                    help: "add {{/\(unclosed.written)}}")
            }
            end(&unclosed)
        }
        return level.parts
    }

    private mutating func isShallow(_ open: [OpenSection], _ span: SourceSpan) -> Bool {
        if open.count < Self.maximumDepth { return true }
        error(
            .templateSection, "sections nested more than \(Self.maximumDepth) levels deep", span,
            help: "move the inner ones into a partial")
        return false
    }

    private mutating func openBlock(_ name: String, _ span: SourceSpan, _ open: inout [OpenSection]) {
        if name.isEmpty { error(.templateTag, "a block needs a name", span, help: "write {{$title}}…{{/title}}") }
        let spaces = level.spaces
        let startsLine = isAlone()
        if !startsLine { keepSpaces() }
        // Between the tags of a partial, nothing is written before a block.
        level.isLineStart = startsLine || open.last?.isPartial ?? false
        let kind = MustacheTag.Kind.block(indentation: spaces, startsLine: startsLine, [])
        let tag = name.isEmpty ? nil : MustacheTag(kind: kind, name: name, transforms: [], span: span)
        open.append(OpenSection(tag: tag, span: span, written: name, outer: level))
        level = Level(isLineStart: startsLine)
    }

    private func partial(_ name: String, _ span: SourceSpan) -> MustacheTag {
        MustacheTag(kind: .partial(indentation: "", blocks: []), name: name, transforms: [], span: span)
    }

    /// Adds a partial whose tags end here.
    private mutating func add(_ tag: MustacheTag) {
        guard case .partial(_, let blocks) = tag.kind else { return }
        let spaces = level.spaces
        keepSpaces()
        level.isLineStart = isAlone()
        var tag = tag
        tag.kind = .partial(indentation: level.isLineStart ? spaces : "", blocks: blocks)
        level.parts.append(.tag(tag))
    }

    /// Takes the white space around a closing tag. Of a partial with blocks that is left to `add`, and a block that
    /// fills another one ends with the line before its closing tag.
    private mutating func leave(_ open: [OpenSection]) {
        if open.last?.isPartial ?? false { return }
        let fillsBlock = open.last?.tag?.isBlock ?? false && open.dropLast().last?.isPartial ?? false
        if !isAlone(), !(fillsBlock && level.isLineStart) { keepSpaces() }
    }

    private mutating func close(
        _ content: String, _ span: SourceSpan, _ open: inout [OpenSection]
    ) {
        leave(open)
        guard let last = open.last else {
            return error(.templateSection, "'\(content)' is closed but was never opened", span)
        }
        // In Handlebars, {{/if}} closes {{#if room}}. That the section is not Mustache is already told.
        if last.written != content, last.tag != nil || !last.written.hasPrefix(content + " ") {
            error(
                .templateSection, "'\(content)' is closed here, but '\(last.written)' is open", span,
                help: "it was opened on line \(last.span.line)")
        }
        // Sections that were opened after the matching one end with it, so that one mistake is reported once.
        let index = open.lastIndex { $0.written == content } ?? open.count - 1
        while open.count > index, var section = open.popLast() { end(&section) }
    }

    private mutating func end(_ section: inout OpenSection) {
        let inner = level.parts
        // The level is swapped rather than assigned, because a second owner would cause its parts to be copied.
        level = Level()
        swap(&level, &section.outer)
        guard var tag = section.tag else { return }
        switch tag.kind {
        case .variable, .text: return
        case .section(let isInverted, _): tag.kind = .section(isInverted: isInverted, inner)
        case .block(let spaces, let startsLine, _):
            // Without a line of its own, a block's content has the indentation of the block.
            let own = startsLine ? inner.indentation : nil
            tag.kind = .block(indentation: own ?? spaces, startsLine: startsLine, inner)
        case .partial:
            tag.kind = .partial(indentation: "", blocks: blocks(in: inner, of: tag))
            return add(tag)
        }
        level.parts.append(.tag(tag))
    }

    /// Returns the blocks between the tags of a partial, without the indentation that they have there.
    private mutating func blocks(in parts: [MustachePart], of partial: MustacheTag) -> [MustacheTag] {
        var blocks: [MustacheTag] = []
        for part in parts {
            switch part {
            case .tag(var tag):
                guard case .block(let spaces, let startsLine, let inner) = tag.kind else {
                    stray(tag.span, partial)
                    continue
                }
                if blocks.contains(where: { $0.name == tag.name }) {
                    error(.templateBlock, "the block '\(tag.name)' stands here twice", tag.span, help: "remove one")
                }
                tag.kind = .block(
                    indentation: "", startsLine: startsLine, startsLine ? inner.removing(spaces) : inner)
                blocks.append(tag)
            case .text(let text, let place):
                let spaces = text.prefix { $0.isWhitespace }
                if spaces.count < text.count { stray(place.advanced(byColumns: spaces.count, length: 1), partial) }
            }
        }
        return blocks
    }

    private mutating func stray(_ span: SourceSpan, _ partial: MustacheTag) {
        error(
            .templateBlock, "only blocks of the partial '\(partial.name)' can stand here", span,
            help: "put this into one of them, as in {{$title}}…{{/title}}")
    }

    /// Reads a tag. `count(list)` is the name `list` with the transform `count`.
    private mutating func tag(_ content: String, _ kind: MustacheTag.Kind, _ span: SourceSpan) -> MustacheTag? {
        if case .variable(let isRaw) = kind, [",", " or ", " + ", " - "].contains(where: content.contains) {
            return MustacheTag(kind: .text(isRaw: isRaw), name: content, transforms: [], span: span)
        }
        let pieces = content.split(separator: "(", omittingEmptySubsequences: false)
        let name = pieces.last.map { String($0.prefix { $0 != ")" }) } ?? ""
        let closings = pieces.last?.count { $0 == ")" } ?? 0
        let isName = !content.contains { " $|".contains($0) } && !content.contains("??") && !content.hasPrefix("../")
        guard closings == pieces.count - 1, isName, !content.isEmpty else {
            error(.templateTag, "'\(content)' is not a name", span, help: helpOnTag(content, kind))
            return nil
        }
        let transforms = pieces.dropLast().map(String.init)
        let offset = transforms.reduce(0) { $0 + $1.unicodeScalars.count + 1 }
        return MustacheTag(
            kind: kind, name: name, transforms: transforms,
            span: span.advanced(byColumns: offset, length: max(name.unicodeScalars.count, 1)))
    }

    /// Says what Kairan has for a tag of another language of templates.
    private func helpOnTag(_ content: String, _ kind: MustacheTag.Kind) -> Help? {
        if content.hasPrefix("../") {
            let name = String(content.drop { $0 == "." || $0 == "/" })
            return .write("names are looked up outwards by themselves: write {{\(name)}}", name, for: content)
        }
        if let help = helpOnForeignTag(content) { return help }
        if case .section = kind, content.contains(",") {
            return "a format stands where the value is shown, as in {{\(content)}}"
        }
        if content.contains("||") || content.contains("??") {
            let words: Help = "write {{room or \"none\"}} for the first that has a value"
            let plain = content.replacing(/\s*(\|\||\?\?)\s*/, with: " or ").replacing("'", with: "\"")
            return Help(words.words, .write(plain, for: content, isCertain: false))
        }
        if let match = content.wholeMatch(of: /([a-zA-Z0-9_.]+)\s*\|\s*(upcase|downcase|upper|lower|slugify|slug)/) {
            let format = ["upcase": "upper", "downcase": "lower", "slugify": "slug"][match.2] ?? match.2
            return Help(
                "a format stands after a comma, as in {{date, d MMMM}} or {{title, upper}}",
                .write("\(match.1), \(format)", for: content, isCertain: false))
        }
        if content.contains("|") { return "a format stands after a comma, as in {{date, d MMMM}} or {{title, upper}}" }
        return content.contains(" ")
            ? "a tag has one name; a format stands after a comma, as in {{date, d MMMM}}" : nil
    }

    /// Takes the text before the next tag, and then the tag: its sigil (a space for a plain variable), its content and
    /// the content's place.
    private mutating func nextTag() -> (Unicode.Scalar, String, SourceSpan)? {
        takeText()
        guard index < scalars.count else { return nil }
        let start = SourceSpan(path: path, line: line, column: column, length: 2)
        advance(by: 2)
        var sigil: Unicode.Scalar = " "
        if index < scalars.count, "#^/>{&!%=<$*".unicodeScalars.contains(scalars[index]) {
            sigil = scalars[index]
            advance()
        }
        while index < scalars.count, scalars[index] == " " { advance() }
        let place = place
        var content = String.UnicodeScalarView()
        let closing = sigil == "{" ? 3 : 2
        while index < scalars.count, !isClosing(closing), sigil == "!" || !isBeyondTag() {
            content.append(scalars[index])
            advance()
        }
        guard isClosing(closing) else {
            isCutOff = true
            error(
                .templateTag, "this tag is not closed", start,
                help: "close it with \(sigil == "{" ? "}}}" : "}}")")
            return nil
        }
        advance(by: closing)
        let text = String(String(content).trimmingSpaces())
        return (sigil, text, place.advanced(byColumns: 0, length: text.unicodeScalars.count))
    }

    private var place: SourceSpan { SourceSpan(path: path, line: line, column: column) }

    private mutating func takeText() {
        while index < scalars.count {
            if level.spaces.isEmpty || level.isLineStart { level.start = place }
            if level.isLineStart { level.spaces = take { Self.isSpace($0.scalars[$0.index]) } }
            let text = take { $0.scalars[$0.index] != "\n" && !$0.isOpening }
            guard index < scalars.count, scalars[index] == "\n" else {
                if !text.isEmpty {
                    level.parts.append(.text(level.spaces + text, at: level.start))
                    (level.spaces, level.isLineStart) = ("", false)
                }
                return
            }
            advance()
            level.parts.append(.text(level.spaces + text + "\n", at: level.start))
            (level.spaces, level.isLineStart) = ("", true)
        }
    }

    private mutating func take(while isWanted: (Self) -> Bool) -> String {
        var text = String.UnicodeScalarView()
        while index < scalars.count, isWanted(self) {
            text.append(scalars[index])
            advance()
        }
        return String(text)
    }

    private mutating func keepSpaces() {
        if !level.spaces.isEmpty { level.parts.append(.text(level.spaces, at: level.start)) }
        level.spaces = ""
    }

    /// Returns true after a tag that is alone on its line, and then takes the rest of the line.
    private mutating func isAlone() -> Bool { level.isLineStart && takesRestOfLine() }

    private mutating func takesRestOfLine() -> Bool {
        guard index < scalars.count else { return true }
        var end = index
        while end < scalars.count, Self.isSpace(scalars[end]) { end += 1 }
        guard end < scalars.count, scalars[end] == "\n" else { return false }
        advance(by: end + 1 - index)
        return true
    }

    private static func isSpace(_ scalar: Unicode.Scalar) -> Bool { scalar == " " || scalar == "\t" }

    private var isOpening: Bool {
        index + 1 < scalars.count && scalars[index] == "{" && scalars[index + 1] == "{"
    }

    /// Returns whether a line end or another tag follows, which only a comment may contain.
    private func isBeyondTag() -> Bool {
        scalars[index] == "\n" || scalars[index...].prefix(2).elementsEqual(["{", "{"])
    }

    private func isClosing(_ count: Int) -> Bool {
        index + count <= scalars.count && scalars[index..<index + count].allSatisfy { $0 == "}" }
    }

    private mutating func advance(by count: Int = 1) {
        for _ in 0..<count where index < scalars.count {
            if scalars[index] == "\n" {
                line += 1
                column = 1
            } else {
                column += 1
            }
            index += 1
        }
    }

    private mutating func error(_ rule: Rule, _ message: String, _ span: SourceSpan, help: Help? = nil) {
        diagnostics.append(Diagnostic(.error, rule, message, at: span, help: help))
    }
}
