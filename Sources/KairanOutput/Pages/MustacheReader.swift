internal import KairanContent
internal import KairanModel
internal import KairanReaders

/// A piece of a template.
enum MustachePart {
    /// The place is where it starts.
    case text(String, at: SourceSpan)
    case tag(MustacheTag)
}

/// A Mustache tag with its place.
struct MustacheTag {
    indirect enum Kind {
        /// `isRaw` for three braces or `&`.
        case variable(isRaw: Bool)
        case section(isInverted: Bool, [MustachePart])
        /// What stands before it if it is alone on its line, and then before each of its own lines.
        case partial(indentation: String)
    }

    var kind: Kind
    /// Without transforms: `list` in `{{#reversed(list)}}`.
    var name: String
    /// The outermost first.
    var transforms: [String]
    var span: SourceSpan
}

/// Reads a template as a tree of texts and tags and says of every mistake where it is.
///
/// A section, comment or partial alone on its line takes the whole line with it.
struct MustacheReader {
    private let path: String
    private let scalars: [Unicode.Scalar]
    private var index = 0
    private var line: Int
    private var column = 1
    private var level = Level()
    private(set) var diagnostics: [Diagnostic] = []
    /// True after a tag that is not closed.
    private var isCutOff = false

    /// What is read of a section, or of the template around all of them.
    private struct Level {
        var parts: [MustachePart] = []
        var isLineStart = true
        /// Those that start the line and are dropped if a tag is alone on it.
        var spaces = ""
        /// Where they start.
        var start = SourceSpan(path: "")
    }

    private struct OpenSection {
        /// Nil after a mistake in its name: what is inside then has no meaning.
        var tag: MustacheTag?
        var span: SourceSpan
        /// With its transforms, as the closing tag must repeat it.
        var written: String
        var outer: Level
    }

    /// Compiling and rendering recurse into sections.
    private static let maximumDepth = 50

    init(_ source: MustacheSource) {
        (path, line, scalars) = (source.path, source.firstLine, Array(source.text.unicodeScalars))
        // The first line of a plain text is taken if it is empty, and otherwise never a tag's alone.
        if fileExtension(of: String(path.dropLast(".mustache".count))) == "txt" {
            level.isLineStart = takesRestOfLine()
        }
    }

    mutating func read() -> [MustachePart] {
        var open: [OpenSection] = []
        while let (sigil, content, span) = nextTag() {
            switch sigil {
            case "!": level.isLineStart = isAlone()
            case "#", "^":
                let tag = tag(content, .section(isInverted: sigil == "^", []), span)
                guard open.count < Self.maximumDepth else {
                    error(
                        "template.section", "sections nested more than \(Self.maximumDepth) levels deep", span,
                        help: "move the inner ones into a partial")
                    return []
                }
                level.isLineStart = isAlone()
                if !level.isLineStart { keepSpaces() }
                open.append(OpenSection(tag: tag, span: tag?.span ?? span, written: content, outer: level))
                level = Level(isLineStart: level.isLineStart)
            case "/":
                if !isAlone() { keepSpaces() }
                close(content, span, &open)
            case ">":
                let spaces = level.spaces
                keepSpaces()
                level.isLineStart = isAlone()
                let kind = MustacheTag.Kind.partial(indentation: level.isLineStart ? spaces : "")
                level.parts.append(.tag(MustacheTag(kind: kind, name: content, transforms: [], span: span)))
            // `%` too: what escapes is decided by the output's extension alone.
            case "=", "<", "$", "*", "%":
                error(
                    "template.tag", "'{{\(sigil)' is not supported", span, help: "use sections, partials and a layout")
            default:
                keepSpaces()
                level.isLineStart = false
                guard let tag = tag(content, .variable(isRaw: sigil == "{" || sigil == "&"), span) else { continue }
                level.parts.append(.tag(tag))
            }
        }
        while var unclosed = open.popLast() {
            // Behind a tag that is not closed nothing was read.
            if !isCutOff {
                error(
                    "template.section", "the section '\(unclosed.written)' is never closed", unclosed.span,
                    help: "add {{/\(unclosed.written)}}")
            }
            end(&unclosed)
        }
        return level.parts
    }

    private mutating func close(
        _ content: String, _ span: SourceSpan, _ open: inout [OpenSection]
    ) {
        guard let last = open.last else {
            return error("template.section", "'\(content)' is closed but was never opened", span)
        }
        if last.written != content {
            error(
                "template.section", "'\(content)' is closed here, but '\(last.written)' is open", span,
                help: "it was opened on line \(last.span.line)")
        }
        // One mistake is reported once: what was opened after the section that is meant ends with it.
        let index = open.lastIndex { $0.written == content } ?? open.count - 1
        while open.count > index, var section = open.popLast() { end(&section) }
    }

    private mutating func end(_ section: inout OpenSection) {
        let inner = level.parts
        // Exchanged, as a second owner of its parts would have them copied.
        level = Level()
        swap(&level, &section.outer)
        guard var tag = section.tag, case .section(let isInverted, _) = tag.kind else { return }
        tag.kind = .section(isInverted: isInverted, inner)
        level.parts.append(.tag(tag))
    }

    /// `count(list)` is the name `list` under the transform `count`.
    private mutating func tag(_ content: String, _ kind: MustacheTag.Kind, _ span: SourceSpan) -> MustacheTag? {
        let pieces = content.split(separator: "(", omittingEmptySubsequences: false)
        let name = pieces.last.map { String($0.prefix { $0 != ")" }) } ?? ""
        let closings = pieces.last?.count { $0 == ")" } ?? 0
        guard closings == pieces.count - 1, !content.contains(where: { $0 == " " || $0 == "$" }), !content.isEmpty
        else {
            error("template.tag", "'\(content)' is not a name", span)
            return nil
        }
        let transforms = pieces.dropLast().map(String.init)
        let offset = transforms.reduce(0) { $0 + $1.unicodeScalars.count + 1 }
        return MustacheTag(
            kind: kind, name: name, transforms: transforms,
            span: span.advanced(byColumns: offset, length: max(name.unicodeScalars.count, 1)))
    }

    /// Takes the text before the next tag, then the tag: its sigil (a space for a plain variable), its content and the
    /// content's place.
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
                "template.tag", "this tag is not closed", start,
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

    /// True after a tag that is alone on its line, the rest of which is then taken.
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

    /// A line end or another tag, which only a comment may hold.
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

    private mutating func error(_ rule: String, _ message: String, _ span: SourceSpan, help: String? = nil) {
        diagnostics.append(Diagnostic(.error, rule, message, at: span, help: help))
    }
}
