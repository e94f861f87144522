internal import KairanModel

extension ValueReader {
    mutating func file(_ text: String, _ node: SourceNode, _ field: FieldDeclaration) -> Value {
        guard let file = find(text, node) else { return .missing }
        checkSize(file, node, field)
        return .asset(
            Asset(path: file.path, byteCount: file.bytes.count, mediaType: mediaType(ofExtension: file.fileExtension)))
    }

    mutating func image(_ text: String, _ node: SourceNode, _ field: FieldDeclaration) -> Value {
        guard let file = find(text, node) else { return .missing }
        checkSize(file, node, field)
        guard let header = ImageHeader(file.bytes) else {
            error(
                "image.format", "'\(text)' is not a PNG, JPEG, GIF or WebP picture", at: node.span,
                help: "save it again from a picture editor")
            return .missing
        }
        guard header.format.extensions.contains(file.fileExtension) else {
            error(
                "image.format", "'\(text)' is a \(header.format.name) picture, not what its name says", at: node.span,
                help: "rename it to end in .\(header.format.extensions[0])")
            return .missing
        }
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

    private mutating func find(_ text: String, _ node: SourceNode) -> SourceFile? {
        guard let path = contentPath(text, from: folder) else {
            error(
                "path.outside", "'\(text)' is outside content/", at: node.span, help: "keep the file beside the entry")
            return nil
        }
        guard let file = surroundings.files[path] else {
            error(
                "image.missing", "there is no file '\(text)'", at: node.span,
                help: wantsSuggestion ? nearestFile(to: path) : nil)
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
        guard let maximum = field.limits.maximumKilobytes, file.bytes.count > maximum * 1000 else { return }
        let kilobytes = (file.bytes.count + 999) / 1000
        error(
            "image.size", "'\(fileName(of: file.path))' has \(kilobytes) KB, more than \(maximum)", at: node.span,
            help: "make it smaller, or raise maximumKilobytes in the collection")
    }
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
