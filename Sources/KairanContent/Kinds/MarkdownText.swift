internal import KairanMarkdown
internal import KairanModel
internal import KairanReaders

extension FieldKind {
    static let markdown = FieldKind(
        meaning: "a text in Markdown", example: "…", options: ["localized", "unique", "default"])
}

extension ValueReader {
    /// Reads the Markdown body of a file.
    mutating func body(_ source: MarkdownSource, in file: SourceFile) -> Value {
        let span = SourceSpan(path: file.path, line: source.firstLine)
        let earlierPictures = pictures.count
        let rendered = rendered(source)
        let hash = hash(of: source, pictures[earlierPictures...])
        return .markdown(
            Markdown(rendered, at: span, sourceHash: hash, locale: locale) {
                plainText(of: file.body(fromLine: span.line))
            })
    }

    /// Returns a hash of everything that outputs show of a body, including the names and sizes of its pictures.
    private func hash(of body: MarkdownSource, _ pictures: ArraySlice<Asset>) -> ContentHash {
        var hash = ContentHash(body.bytes)
        for case let picture? in pictures.map(\.picture) { hash.combine(picture.hash) }
        return hash
    }

    mutating func markdown(_ text: String, _ node: SourceNode) -> Value {
        // A block scalar starts on the line after its key, and is nearly always indented by two columns.
        let isBlock = text.utf8.contains(UInt8(ascii: "\n"))
        let source = MarkdownSource(
            text: text, path: node.span.path, firstLine: node.span.line + (isBlock ? 1 : 0),
            firstColumn: isBlock ? 3 : node.span.column)
        return .markdown(Markdown(rendered(source), at: node.span, locale: locale) { plainText(of: source) })
    }

    private mutating func rendered(_ source: MarkdownSource) -> RenderedMarkdown {
        let rendered = renderMarkdown(source)
        diagnostics += rendered.diagnostics
        checkFiles(of: rendered.value)
        return rendered.value
    }
}

extension StoredEntryReader {
    func body(at place: SourcePlace, _ hash: ContentHash) -> Markdown {
        // Most bodies are never needed, and their files are then not read.
        let file = file
        return Markdown(at: SourceSpan(path: file.path, place: place), sourceHash: hash, locale: locale) {
            renderMarkdown(file.body(fromLine: place.line)).value
        } plainText: {
            plainText(of: file.body(fromLine: place.line))
        }
    }
}

extension SourceFile {
    /// Returns the body that starts on `line`.
    func body(fromLine line: Int) -> MarkdownSource {
        let bytes = bytes
        let start = start(ofLine: line, in: bytes)
        return MarkdownSource(bytes: bodyBytes(bytes[start...]), path: path, firstLine: line)
    }

    private func start(ofLine line: Int, in bytes: [UInt8]) -> Int {
        var (offset, current) = (0, 1)
        while current < line, offset < bytes.count {
            if bytes[offset] == newline { current += 1 }
            offset += 1
        }
        return offset
    }
}
