internal import KairanModel

extension ValueReader {
    mutating func file(_ text: String, _ node: SourceNode, _ field: FieldDeclaration) -> Value {
        guard let file = find(text, node) else { return .missing }
        checkSize(file, node, field)
        if isPictureName(file.path) { _ = header(of: file, named: text, at: node.span) }
        return .asset(
            Asset(path: file.path, byteCount: file.bytes.count, mediaType: mediaType(ofExtension: file.fileExtension)))
    }

    mutating func image(_ text: String, _ node: SourceNode, _ field: FieldDeclaration) -> Value {
        guard let file = find(text, node) else { return .missing }
        checkSize(file, node, field)
        guard let header = header(of: file, named: text, at: node.span) else { return .missing }
        if let maximum = field.limits.maximumWidth, header.width > maximum {
            error("image.size", "'\(text)' is \(header.width) pixels wide, more than \(maximum)", at: node.span)
        }
        if let maximum = field.limits.maximumHeight, header.height > maximum {
            error("image.size", "'\(text)' is \(header.height) pixels high, more than \(maximum)", at: node.span)
        }
        return .asset(
            Asset(
                path: file.path, byteCount: file.bytes.count, mediaType: header.format.mediaType,
                width: header.width, height: header.height))
    }

    /// Checks the pictures that a Markdown text shows or links to. Whether the files are there is known only when all
    /// outputs are, so that is asked later.
    mutating func checkPictures(of markdown: RenderedMarkdown) {
        guard !surroundings.files.isEmpty else { return }
        for link in markdown.links {
            let name = String(link.destination.prefix { $0 != "#" && $0 != "?" })
            guard isPictureName(name), let path = contentPath(unescapedPath(name), from: folder),
                let file = surroundings.files[path]
            else { continue }
            _ = header(of: SourceFile(path: path, bytes: file.bytes), named: name, at: link.span)
        }
    }

    /// The header of a file that says it is a picture; nil after a mistake, which is then among the diagnostics.
    private mutating func header(of file: SourceFile, named name: String, at span: SourceSpan) -> ImageHeader? {
        let read = pictures[file.path] ?? Result { () throws(ImageHeader.Mistake) in try ImageHeader(file.bytes) }
        pictures[file.path] = read
        switch read {
        case .success(let header) where header.format.extensions.contains(file.fileExtension): return header
        case .success(let header):
            error(
                "image.format", "'\(name)' is a \(header.format.name) picture, not what its name says", at: span,
                help: "rename it to end in .\(header.format.extensions[0])")
        case .failure(.noPicture):
            error(
                "image.format", "'\(name)' is not a PNG, JPEG, GIF or WebP picture", at: span,
                help: "save it again from a picture editor")
        case .failure(.cutOff):
            error(
                "image.format", "'\(name)' is cut off: its end is missing", at: span,
                help: "copy or save it again, all of it")
        }
        return nil
    }

    private mutating func find(_ text: String, _ node: SourceNode) -> SourceFile? {
        guard let path = contentPath(text, from: folder) else {
            error(
                "path.outside", "'\(text)' is outside content/", at: node.span, help: "keep the file beside the entry")
            return nil
        }
        guard let file = surroundings.files[path] else {
            error(
                "image.missing", "there is no file '\(text)'", at: node.span,
                help: text.contains("://")
                    ? "save it beside the entry, and write its name here"
                    : wantsSuggestion ? nearestFile(to: path) : nil)
            return nil
        }
        usedFiles.insert(path)
        return SourceFile(path: path, bytes: file.bytes)
    }

    private func nearestFile(to path: String) -> String? {
        let folder = KairanContent.folder(of: path)
        let neighbours = surroundings.files.keys.filter { KairanContent.folder(of: $0) == folder }
        return suggestion(
            for: String(fileName(of: path)), in: neighbours.map { String(fileName(of: $0)) }.sorted(),
            kind: "files there")
    }

    private mutating func checkSize(_ file: SourceFile, _ node: SourceNode, _ field: FieldDeclaration) {
        let kilobytes = (file.bytes.count + 999) / 1000
        guard let maximum = field.limits.maximumKilobytes, kilobytes > maximum else { return }
        error(
            "image.size", "'\(fileName(of: file.path))' has \(kilobytes) KB, more than \(maximum)", at: node.span,
            help: "make it smaller, or raise maximumKilobytes in the collection")
    }
}

/// True for a file whose name says that it is of a format that is looked into.
private func isPictureName(_ path: String) -> Bool {
    ["png", "jpg", "jpeg", "gif", "webp"].contains(fileExtension(of: path))
}

/// `text` seen from `folder`, relative to `content/`; a leading slash starts at `content/` itself.
/// Nil when it leaves `content/`.
package func contentPath(_ text: String, from folder: Substring) -> String? {
    var parts = text.hasPrefix("/") ? [] : folder.split(separator: "/")
    for part in text.split(separator: "/") {
        switch part {
        case ".": continue
        case "..":
            guard !parts.isEmpty else { return nil }
            parts.removeLast()
        default: parts.append(part)
        }
    }
    return parts.joined(separator: "/")
}

/// Undoes percent-encoding; what is not valid stays as it is.
package func unescapedPath(_ text: String) -> String {
    guard text.utf8.contains(UInt8(ascii: "%")) else { return text }
    let bytes = Array(text.utf8)
    var result: [UInt8] = []
    var index = 0
    while index < bytes.count {
        if bytes[index] == UInt8(ascii: "%"), index + 2 < bytes.count,
            let byte = UInt8(String(decoding: bytes[(index + 1)...(index + 2)], as: UTF8.self), radix: 16)
        {
            result.append(byte)
            index += 3
        } else {
            result.append(bytes[index])
            index += 1
        }
    }
    return String(decoding: result, as: UTF8.self)
}

/// IANA media types of what a board publishes.
package func mediaType(ofExtension fileExtension: String) -> String {
    switch fileExtension {
    case "png": "image/png"
    case "jpg", "jpeg": "image/jpeg"
    case "gif": "image/gif"
    case "webp": "image/webp"
    case "svg": "image/svg+xml"
    case "pdf": "application/pdf"
    case "txt": "text/plain"
    case "csv": "text/csv"
    case "zip": "application/zip"
    default: "application/octet-stream"
    }
}
