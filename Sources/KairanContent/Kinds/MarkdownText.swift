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
            Markdown(rendered, at: span, source: .body(hash), locale: locale) {
                plainText(of: file.body(fromLine: span.line).keepingHTML(source.keepsHTML))
            })
    }

    /// Returns a hash of everything that outputs show of a text, including the names and sizes of its pictures.
    private func hash(of text: MarkdownSource, _ pictures: ArraySlice<Asset>) -> ContentHash {
        var hash = ContentHash(text.bytes)
        if text.keepsHTML { hash.combine(ContentHash(Array("html".utf8))) }
        for case let picture? in pictures.map(\.picture) { hash.combine(picture.hash) }
        return hash
    }

    mutating func markdown(_ text: String, _ node: SourceNode, _ field: FieldDeclaration) -> Value {
        let source = MarkdownSource(text: withPlainLineEnds(text), at: node.span).keepingHTML(field.keepsHTML)
        let earlierPictures = pictures.count
        let rendered = rendered(source)
        let hash = hash(of: source, pictures[earlierPictures...])
        return .markdown(
            Markdown(
                rendered, at: node.span, source: .field(source.bytes, hash, keepsHTML: field.keepsHTML), locale: locale
            ) {
                plainText(of: source)
            })
    }

    private mutating func rendered(_ source: MarkdownSource) -> RenderedMarkdown {
        let rendered = renderMarkdown(source)
        diagnostics += rendered.diagnostics
        checkFiles(of: rendered.value)
        return rendered.value
    }
}

extension MarkdownSource {
    /// Makes the source of a text in a field.
    fileprivate init(text: String, at span: SourceSpan) {
        // A block scalar starts on the line after its key, and is nearly always indented by two columns.
        let isBlock = text.utf8.contains(newline)
        self.init(
            text: text, path: span.path, firstLine: span.line + (isBlock ? 1 : 0),
            firstColumn: isBlock ? 3 : span.column)
    }
}

extension Content {
    /// Writes a text. Returns false if its entry must be read again each time.
    ///
    /// - Parameter field: The place of the field that the text is in.
    func write(_ text: Markdown, in field: SourceSpan, to writer: inout ByteWriter) -> Bool {
        // A default has to stay the one of its declaration.
        guard let source = text.source, !isDeclaration(text.span.path) else { return false }
        switch source {
        case .body(let hash):
            writer.write(true)
            writer.write(text.span.place)
            writer.write(hash)
        case .field(let bytes, let hash, let keepsHTML):
            writer.write(false)
            writer.write(text.span.path)
            // A text that moves in its file together with its field is the same. A translation has a file of its own.
            let isInItsFile = text.span.path == field.path
            writer.write(isInItsFile)
            writer.write(isInItsFile ? text.span.place.seen(from: field.place) : text.span.place)
            writer.write(String(decoding: bytes, as: UTF8.self))
            writer.write(hash)
            writer.write(keepsHTML)
        }
        return true
    }
}

extension StoredEntryReader {
    /// - Parameter place: The place of the field.
    func markdown(at place: SourcePlace, _ reader: inout ByteReader) throws(DamagedBytes) -> Markdown {
        if try reader.readFlag() { return body(at: try reader.readPlace(), try reader.readHash()) }
        let (path, isInItsFile, own) = (try reader.readText(), try reader.readFlag(), try reader.readPlace())
        let span = SourceSpan(path: path, place: isInItsFile ? own.beside(place) : own)
        let (text, hash, keepsHTML) = (try reader.readText(), try reader.readHash(), try reader.readFlag())
        let source = MarkdownSource(text: text, at: span).keepingHTML(keepsHTML)
        let known = Markdown.Source.field(source.bytes, hash, keepsHTML: keepsHTML)
        return Markdown(at: span, source: known, locale: locale) {
            renderMarkdown(source).value
        } plainText: {
            plainText(of: source)
        }
    }

    private func body(at place: SourcePlace, _ hash: ContentHash) -> Markdown {
        // Most bodies are never needed, and their files are then not read.
        let file = file
        let keepsHTML = collection.declaration.fields.last { $0.name == "body" }?.keepsHTML ?? false
        return Markdown(at: SourceSpan(path: file.path, place: place), source: .body(hash), locale: locale) {
            renderMarkdown(file.body(fromLine: place.line).keepingHTML(keepsHTML)).value
        } plainText: {
            plainText(of: file.body(fromLine: place.line).keepingHTML(keepsHTML))
        }
    }
}

extension SourcePlace {
    /// Returns the place in lines from another one, and on its line in columns from it.
    fileprivate func seen(from start: SourcePlace) -> SourcePlace {
        SourcePlace(line: line - start.line, column: column - (line == start.line ? start.column : 0), length: length)
    }

    /// Returns the place that is seen like this from another one.
    fileprivate func beside(_ start: SourcePlace) -> SourcePlace {
        SourcePlace(line: line + start.line, column: column + (line == 0 ? start.column : 0), length: length)
    }
}

extension MarkdownSource {
    /// Returns the text with the trust that its collection puts into its authors.
    func keepingHTML(_ keepsHTML: Bool) -> MarkdownSource {
        var source = self
        source.keepsHTML = keepsHTML
        return source
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
