package import KairanModel

/// The text of a template and its place.
package struct MustacheSource: Sendable {
    package var path: String
    package var text: String
    /// The line of the file on which `text` starts, after the front matter.
    package var firstLine: Int
    /// The format whose rules apply to values in the text.
    package var format: FileFormat

    package init(path: String, text: String, firstLine: Int, format: FileFormat) {
        self.path = path
        self.text = text
        self.firstLine = firstLine
        self.format = format
    }
}

/// A piece of a template.
package enum MustachePart {
    /// A text and the place where it starts.
    case text(String, at: SourceSpan)
    case tag(MustacheTag)
}

/// A Mustache tag with its place.
package struct MustacheTag {
    package indirect enum Kind {
        /// `isRaw` is true for three braces or `&`.
        case variable(isRaw: Bool)
        /// A value in a format, or the first of several, as in `{{start, d MMMM}}`. The name is all of that.
        case text(isRaw: Bool)
        case section(isInverted: Bool, [MustachePart])
        /// A partial, and the blocks that take the place of its own, as in `{{<card}}{{$title}}…{{/title}}{{/card}}`.
        /// The indentation is the white space before the tag if it is alone on its line. It is repeated before each
        /// line of the partial.
        case partial(indentation: String, blocks: [MustacheTag])
        /// A part that a template which uses this one may replace. The indentation is that of its lines.
        case block(indentation: String, startsLine: Bool, [MustachePart])
    }

    package var kind: Kind
    /// The name without transforms, such as `list` in `{{#reversed(list)}}`.
    package var name: String
    /// The transforms, the outermost first.
    package var transforms: [String]
    package var span: SourceSpan
}

extension MustacheTag {
    var isPartial: Bool { if case .partial = kind { true } else { false } }
    package var isBlock: Bool { if case .block = kind { true } else { false } }

    /// The parts between this tag and the one that closes it.
    package var inner: [MustachePart] {
        switch kind {
        case .variable, .text: []
        case .section(_, let inner), .block(_, _, let inner): inner
        case .partial(_, let blocks): blocks.map(MustachePart.tag)
        }
    }

    /// Returns the tag without `indentation` before each of its lines.
    fileprivate func removing(_ indentation: String) -> MustacheTag {
        var tag = self
        switch kind {
        case .variable, .text: break
        case .section(let isInverted, let inner):
            tag.kind = .section(isInverted: isInverted, inner.removing(indentation))
        case .partial(let spaces, let blocks):
            tag.kind = .partial(indentation: String(spaces.dropped(indentation)), blocks: blocks)
        case .block(let spaces, let startsLine, let inner):
            tag.kind = .block(
                indentation: String(spaces.dropped(indentation)), startsLine: startsLine, inner.removing(indentation))
        }
        return tag
    }
}

extension [MustachePart] {
    /// The white space before the first line that is not empty; nil if all lines are empty.
    var indentation: String? {
        for part in self {
            switch part {
            case .text(let text, let place):
                guard place.column == 1 else { return "" }
                let spaces = text.prefix { $0 == " " || $0 == "\t" }
                if text.dropFirst(spaces.count) != "\n" { return String(spaces) }
            case .tag(let tag):
                switch tag.kind {
                case .variable, .text, .partial: return ""
                case .section(_, let inner), .block(_, _, let inner):
                    if let found = inner.indentation { return found }
                }
            }
        }
        return nil
    }

    /// Returns the parts without `indentation` before each line.
    func removing(_ indentation: String) -> [MustachePart] {
        guard !indentation.isEmpty else { return self }
        return map { part in
            switch part {
            case .tag(let tag): return .tag(tag.removing(indentation))
            case .text(let text, let place):
                guard place.column == 1 else { return part }
                let rest = text.dropped(indentation)
                let dropped = text.unicodeScalars.count - rest.unicodeScalars.count
                return .text(String(rest), at: place.advanced(byColumns: dropped, length: place.length))
            }
        }
    }
}

extension String {
    /// Returns the text without as much of `prefix` as it starts with.
    fileprivate func dropped(_ prefix: String) -> Substring {
        dropFirst(zip(self, prefix).prefix { $0 == $1 }.count)
    }
}
