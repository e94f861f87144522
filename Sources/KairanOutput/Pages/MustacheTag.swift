internal import KairanContent
internal import KairanModel

/// A Mustache tag with its place: what the template library keeps to itself and the checks need.
struct MustacheTag {
    indirect enum Kind {
        /// `isRaw` for three braces or `&`.
        case variable(isRaw: Bool)
        case section(isInverted: Bool, [MustacheTag])
        case partial
    }

    var kind: Kind
    /// Without transforms: `list` in `{{#reversed(list)}}`.
    var name: String
    /// The outermost first.
    var transforms: [String]
    var span: SourceSpan
}

/// Reads the tags of a template as a tree and says of every mistake where it is.
struct MustacheTagReader {
    private let path: String
    private let scalars: [Unicode.Scalar]
    private var index = 0
    private var line: Int
    private var column = 1
    private(set) var diagnostics: [Diagnostic] = []
    /// True after a tag that is not closed.
    private var isCutOff = false

    private struct OpenSection {
        var tag: MustacheTag
        /// With its transforms, as the closing tag must repeat it.
        var written: String
        /// The tags before it.
        var outer: [MustacheTag]
    }

    /// The checks and the template library recurse into sections.
    private static let maximumDepth = 50

    /// `firstLine` is the template's line on which `text` starts.
    init(_ text: String, path: String, firstLine: Int) {
        (self.path, line, scalars) = (path, firstLine, Array(text.unicodeScalars))
    }

    mutating func read() -> [MustacheTag] {
        var open: [OpenSection] = []
        var tags: [MustacheTag] = []
        while let (sigil, content, span) = nextTag() {
            switch sigil {
            case "!": continue
            case "#", "^":
                guard let tag = tag(content, .section(isInverted: sigil == "^", []), span) else { continue }
                guard open.count < Self.maximumDepth else {
                    error(
                        "template.section", "sections nested more than \(Self.maximumDepth) levels deep", span,
                        help: "move the inner ones into a partial")
                    return []
                }
                open.append(OpenSection(tag: tag, written: content, outer: tags))
                tags = []
            case "/": close(content, span, &open, &tags)
            case ">": tags.append(MustacheTag(kind: .partial, name: content, transforms: [], span: span))
            // `%` too: what escapes is decided by the output's extension alone.
            case "=", "<", "$", "*", "%":
                error(
                    "template.tag", "'{{\(sigil)' is not supported", span, help: "use sections, partials and a layout")
            default:
                if let tag = tag(content, .variable(isRaw: sigil == "{" || sigil == "&"), span) { tags.append(tag) }
            }
        }
        while let unclosed = open.popLast() {
            // Behind a tag that is not closed nothing was read.
            if !isCutOff {
                error(
                    "template.section", "the section '\(unclosed.written)' is never closed", unclosed.tag.span,
                    help: "add {{/\(unclosed.written)}}")
            }
            tags = unclosed.outer + [closed(unclosed.tag, tags)]
        }
        return tags
    }

    private mutating func close(
        _ content: String, _ span: SourceSpan, _ open: inout [OpenSection], _ tags: inout [MustacheTag]
    ) {
        guard let last = open.last else {
            return error("template.section", "'\(content)' is closed but was never opened", span)
        }
        if last.written != content {
            error(
                "template.section", "'\(content)' is closed here, but '\(last.written)' is open", span,
                help: "it was opened on line \(last.tag.span.line)")
        }
        // One mistake is reported once: what was opened after the section that is meant ends with it.
        let index = open.lastIndex { $0.written == content } ?? open.count - 1
        while open.count > index, let section = open.popLast() {
            tags = section.outer + [closed(section.tag, tags)]
        }
    }

    private func closed(_ tag: MustacheTag, _ inner: [MustacheTag]) -> MustacheTag {
        guard case .section(let isInverted, _) = tag.kind else { return tag }
        var tag = tag
        tag.kind = .section(isInverted: isInverted, inner)
        return tag
    }

    /// `count(list)` is the name `list` under the transform `count`.
    private mutating func tag(_ content: String, _ kind: MustacheTag.Kind, _ span: SourceSpan) -> MustacheTag? {
        let pieces = content.split(separator: "(", omittingEmptySubsequences: false)
        let name = pieces.last.map { String($0.prefix { $0 != ")" }) } ?? ""
        let closings = pieces.last?.count { $0 == ")" } ?? 0
        guard closings == pieces.count - 1, !content.contains(" "), !content.isEmpty else {
            error("template.tag", "'\(content)' is not a name", span)
            return nil
        }
        let transforms = pieces.dropLast().map(String.init)
        let offset = transforms.reduce(0) { $0 + $1.unicodeScalars.count + 1 }
        return MustacheTag(
            kind: kind, name: name, transforms: transforms,
            span: span.advanced(byColumns: offset, length: max(name.unicodeScalars.count, 1)))
    }

    /// The next tag's sigil (a space for a plain variable), its content and the content's place.
    private mutating func nextTag() -> (Unicode.Scalar, String, SourceSpan)? {
        while index + 1 < scalars.count {
            guard scalars[index] == "{", scalars[index + 1] == "{" else {
                advance()
                continue
            }
            let start = SourceSpan(path: path, line: line, column: column, length: 2)
            advance(by: 2)
            var sigil: Unicode.Scalar = " "
            if index < scalars.count, "#^/>{&!%=<$*".unicodeScalars.contains(scalars[index]) {
                sigil = scalars[index]
                advance()
            }
            while index < scalars.count, scalars[index] == " " { advance() }
            let place = SourceSpan(path: path, line: line, column: column)
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
        return nil
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
