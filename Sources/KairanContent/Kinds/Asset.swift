internal import KairanModel
internal import KairanPictures
internal import KairanReaders

extension FieldKind {
    static let image = FieldKind(
        meaning: "a picture (PNG, JPEG, GIF, WebP or SVG), by its path from this file", example: "picture.png",
        options: ["maximumKilobytes", "maximumWidth", "maximumHeight", "widths"])
    static let file = FieldKind(
        meaning: "a file, by its path from this one", example: "leaflet.pdf", options: ["maximumKilobytes"])
}

/// The facts about a picture of the content once its file was read.
struct ReadPicture: Sendable {
    /// The asset, without the widths of smaller sizes.
    var asset: Asset
    var format: PictureFormat
    var canShrink: Bool
    var removed: [RemovedPart]

    init(_ file: SourceFile) throws(Picture.Mistake) {
        let picture = try Picture(file.bytes)
        (format, canShrink, removed) = (picture.format, picture.canShrink, picture.removed)
        asset = Asset(
            path: file.path, byteCount: picture.bytes.count, mediaType: picture.format.mediaType,
            picture: Asset.Picture(
                hash: ContentHash(picture.bytes), width: picture.width, height: picture.height))
    }
}

extension ValueReader {
    mutating func file(_ text: String, _ node: SourceNode, _ field: FieldDeclaration) -> Value {
        guard let file = find(text, node) else { return .missing }
        guard file.isPicture else {
            checkSize(file, file.bytes.count, node, field)
            return .asset(
                Asset(
                    path: file.path, byteCount: file.bytes.count, mediaType: mediaType(ofExtension: file.fileExtension))
            )
        }
        guard let picture = picture(file, named: text, isShown: false, widths: [], at: node.span) else {
            return .missing
        }
        checkSize(file, picture.byteCount, node, field)
        return .asset(picture)
    }

    mutating func image(_ text: String, _ node: SourceNode, _ field: FieldDeclaration) -> Value {
        guard let file = find(text, node),
            let asset = picture(file, named: text, isShown: true, widths: field.limits.widths, at: node.span),
            let picture = asset.picture
        else { return .missing }
        checkSize(file, asset.byteCount, node, field)
        if let maximum = field.limits.maximumWidth, picture.width > maximum {
            error(.imageSize, "'\(text)' is \(picture.width) pixels wide, more than \(maximum)", at: node.span)
        }
        if let maximum = field.limits.maximumHeight, picture.height > maximum {
            error(.imageSize, "'\(text)' is \(picture.height) pixels high, more than \(maximum)", at: node.span)
        }
        return .asset(asset)
    }

    /// Records the files that a Markdown text shows or links to, and checks the pictures. Whether the files exist is
    /// checked later, when all outputs are known.
    mutating func checkFiles(of markdown: RenderedMarkdown) {
        for link in markdown.links {
            guard let path = linkedPath(link.destination, from: folder)?.path else { continue }
            files.append(path)
            let name = String(link.destination.prefix { $0 != "#" && $0 != "?" })
            guard let bytes = scope.files[path]?.bytes else { continue }
            let file = SourceFile(path: path, bytes: bytes)
            guard file.isPicture else { continue }
            let widths = link.isImage ? scope.pictureWidths : []
            _ = picture(file, named: name, isShown: link.isImage, widths: widths, at: link.span)
        }
    }

    /// Returns a file that is or claims to be a picture, recorded as one, or nil after a reported mistake. Browsers go
    /// by the name of a picture that they show, while a file that is only linked to may have another name, such as
    /// `scan.jfif`.
    private mutating func picture(
        _ file: SourceFile, named name: String, isShown: Bool, widths: [Int], at span: SourceSpan
    ) -> Asset? {
        let read = readPictures[file.path] ?? Result { () throws(Picture.Mistake) in try ReadPicture(file) }
        readPictures[file.path] = read
        switch read {
        case .success(let picture)
        where picture.format.extensions.contains(file.fileExtension) || !isShown && !file.isNamedAsPicture:
            var asset = picture.asset
            asset.picture?.keepsName = scope.keepsPictureNames
            if picture.canShrink, let width = asset.picture?.width {
                asset.picture?.widths = widths.filter { $0 < width }
            }
            pictures.append(asset)
            if let warning = Diagnostic.removed(picture.removed, of: file.path, named: name, at: span) {
                diagnostics.append(warning)
            }
            return asset
        case .success(let picture): diagnostics.append(.picture(picture.format, named: name, at: span))
        case .failure(let mistake): diagnostics.append(.picture(mistake, named: name, at: span))
        }
        return nil
    }

    private mutating func find(_ text: String, _ node: SourceNode) -> SourceFile? {
        guard let path = contentPath(text, from: folder) else {
            error(
                .pathOutside, "'\(text)' is outside content/", at: node.span, help: "keep the file beside the entry")
            return nil
        }
        guard let file = scope.files[path] else {
            error(
                .imageMissing, "there is no file '\(text)'", at: node.span,
                help: helpWithFile(text, path))
            return nil
        }
        files.append(path)
        return SourceFile(path: path, bytes: file.bytes)
    }

    private func helpWithFile(_ text: String, _ path: String) -> Help? {
        if text.contains("://") { return "save it beside the entry, and write its name here" }
        if text.contains("\\") {
            let plain = text.replacing("\\", with: "/")
            return .write("write '/' between folders: \(plain)", plain, for: text)
        }
        return wantsSuggestion ? nearestFile(to: path, writtenAs: text) : nil
    }

    private func nearestFile(to path: String, writtenAs text: String) -> Help? {
        if let place = onlyFile(named: fileName(of: path)) {
            return Help("it is at \(place)", .write(place, for: text, isCertain: false))
        }
        let folder = KairanReaders.folder(of: path)
        let neighbours = scope.files.keys.filter { KairanReaders.folder(of: $0) == folder }
        return suggestion(
            for: String(fileName(of: path)), in: neighbours.map { String(fileName(of: $0)) }.sorted(),
            kind: "files there")
    }

    /// Checks the size of the file as it is published.
    private mutating func checkSize(
        _ file: SourceFile, _ byteCount: Int, _ node: SourceNode, _ field: FieldDeclaration
    ) {
        let kilobytes = (byteCount + 999) / 1000
        guard let maximum = field.limits.maximumKilobytes, kilobytes > maximum else { return }
        error(
            .imageSize, "'\(fileName(of: file.path))' is \(kilobytes) KB, more than \(maximum)", at: node.span,
            help: "make it smaller, or raise maximumKilobytes in the collection")
    }
}

/// Returns the path that `text` means in `folder`, relative to `content/`. A leading slash starts at `content/` itself.
/// Returns nil if the path leaves `content/`.
package func contentPath(_ text: String, from folder: Substring) -> String? {
    let slash = UInt8(ascii: "/")
    var path = text.utf8.first == slash ? "" : String(folder)
    for part in text.utf8.split(separator: slash).map(Substring.init) {
        switch part {
        case ".": continue
        case "..":
            guard !path.isEmpty else { return nil }
            path = String(path[..<(path.utf8.lastIndex(of: slash) ?? path.startIndex)])
        default: path += (path.isEmpty ? "" : "/") + part
        }
    }
    return path
}

/// Returns the IANA media type of a file that boards publish.
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
    case "vtt": "text/vtt"
    case "srt": "application/x-subrip"
    case "ics": "text/calendar"
    case "json": "application/json"
    case "epub": "application/epub+zip"
    case "gpx": "application/gpx+xml"
    case "geojson": "application/geo+json"
    case "docx": "application/vnd.openxmlformats-officedocument.wordprocessingml.document"
    case "xlsx": "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
    case "pptx": "application/vnd.openxmlformats-officedocument.presentationml.presentation"
    case "odt": "application/vnd.oasis.opendocument.text"
    case "zip": "application/zip"
    case "mp3": "audio/mpeg"
    case "m4a": "audio/mp4"
    case "aac": "audio/aac"
    case "ogg", "oga", "opus": "audio/ogg"
    case "wav": "audio/wav"
    case "mp4", "m4v": "video/mp4"
    case "webm": "video/webm"
    default: "application/octet-stream"
    }
}

extension ByteWriter {
    mutating func write(_ asset: Asset) {
        write(asset.path)
        write(asset.byteCount)
        write(asset.mediaType)
        write(asset.picture != nil)
        guard let picture = asset.picture else { return }
        write(picture.hash)
        write(picture.width)
        write(picture.height)
        write(picture.widths) { $0.write($1) }
        write(picture.keepsName)
    }
}

extension ByteReader {
    mutating func readAsset() throws(DamagedBytes) -> Asset {
        var asset = Asset(path: try readText(), byteCount: try readInt(), mediaType: try readText())
        if try readFlag() {
            asset.picture = Asset.Picture(hash: try readHash(), width: try readInt(), height: try readInt())
            for _ in 0..<(try readCount()) { asset.picture?.widths.append(try readInt()) }
            asset.picture?.keepsName = try readFlag()
        }
        return asset
    }
}

extension StoredEntryReader {
    func asset(_ reader: inout ByteReader) throws(DamagedBytes) -> Value {
        let asset = try reader.readAsset()
        guard collection.scope.files[asset.path] != nil else { throw DamagedBytes() }
        return .asset(asset)
    }
}
