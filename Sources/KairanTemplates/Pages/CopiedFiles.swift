internal import KairanContent
internal import KairanFormats
internal import KairanModel
internal import KairanQueries
internal import KairanReaders

/// The copied files that a page can ask for by a name that changes with their content: `{{asset.assets/site.css}}`.
struct CopiedFiles: Sendable {
    static let word = "asset."

    private let files: [String: SourceFile]

    /// Pages are left out, since what is published of them differs from the file, and so are files of a version of the
    /// API, whose list of files would change with each of them.
    init(_ heads: [TemplateHead], versions: [String]) {
        let copied = heads.filter { head in
            head.engine == .none && head.pattern.placeholders.isEmpty && head.pattern.fileExtension != "html"
                && !versions.contains { head.file.path.hasPrefix($0) }
        }
        files = Dictionary(copied.map { (path(of: $0.file), $0.file) }) { first, _ in first }
    }

    var paths: [String] { files.keys.sorted() }

    /// Returns the path of a file's second copy, such as `assets/site.3f2a91bc.css`, or nil if there is no such file.
    func namedPath(_ path: String) -> String? {
        files[path].map { file in
            let published = file.isPictureOfPixels ? publishedPicture(file) : nil
            let mark = ContentHash(published ?? file.bytes).shortText
            // A name without an extension gets the mark as one.
            return fileExtension(of: path).isEmpty ? "\(path).\(mark)" : path.marked(mark)
        }
    }

    /// Returns the path of the file in the site's folder.
    func source(_ path: String) -> String? { files[path]?.path }

    /// Returns the template that makes the second copy.
    func template(_ path: String) -> Template? {
        guard let file = files[path], let named = namedPath(path) else { return nil }
        var template = Template(
            path: file.path, pattern: OutputPattern(parts: [.literal(named)]), iteration: .once,
            span: SourceSpan(path: file.path), kind: .copy(file.bytes))
        template.isSecondCopy = true
        return template
    }
}

private func path(of file: SourceFile) -> String { String(file.path.dropFirst("templates/".count)) }

extension MustacheCompiler {
    /// Returns the address of a copied file as text, since it is the same in all outputs of the template.
    mutating func fileAddress(_ tag: MustacheTag) -> (MustacheInstruction, MarkupPart)? {
        let path = String(tag.name.dropFirst(CopiedFiles.word.count))
        guard let named = copied.namedPath(path) else {
            fileError(
                .templateVariable, "there is no file '\(path)' in templates/ that is copied", tag, help(for: path))
            return nil
        }
        if let word = tag.transforms.first {
            fileError(
                .templateTransform, "the address of a file has no function '\(word)()'", tag,
                "write {{\(tag.name)}}")
            return nil
        }
        usedFiles.insert(path)
        // Such characters would have another meaning in an attribute.
        let escaped = escapedPath(named).replacing("&", with: "%26").replacing("'", with: "%27")
        let address = schema.declarations.settings.basePath + escaped
        return (.literal(Array(address.utf8)), .text(address, at: tag.span))
    }

    private func help(for path: String) -> Help? {
        if path.hasPrefix("templates/") { return .delete("leave out 'templates/'", "templates/") }
        return suggestion(for: path, in: copied.paths, kind: "copied files")
    }

    private mutating func fileError(_ rule: Rule, _ message: String, _ tag: MustacheTag, _ help: Help?) {
        diagnostics.append(Diagnostic(.error, rule, message, at: tag.span, help: help))
    }
}
