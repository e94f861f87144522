internal import KairanPublish
internal import KairanBuild
internal import KairanContent
internal import KairanFormats
internal import KairanModel
internal import KairanPictures
internal import KairanPreview
internal import KairanReaders
internal import KairanSystem

extension Desk {
    /// Takes a picture or another file that shall be beside an entry. It is written when a form that names it is saved.
    func upload(_ request: Request) throws -> JSONValue {
        let (folder, name) = (try folder(of: request), try request.required("name"))
        guard !request.body.isEmpty else { throw DeskRefusal(422, "'\(name)' is empty.") }
        let given = SourceFile(path: safeName(name), bytes: request.body)
        let picture = try picture(given, named: name)
        // Only the picture itself is kept: its file may also say where it was taken, which nobody has to know.
        let file = SourceFile(path: given.path, bytes: picture?.bytes ?? given.bytes)
        let path = try keepUploaded(file, in: folder)
        var answer: [(key: String, value: JSONValue)] = [
            ("path", .string(String(fileName(of: path)))),
            ("bytes", .integer(picture?.bytes.count ?? file.bytes.count)),
            ("stripped", .integer(given.bytes.count - file.bytes.count)),
        ]
        if let picture {
            answer += [("width", .integer(picture.width)), ("height", .integer(picture.height))]
        } else {
            answer.append(("told", ToldMetadata(of: file.bytes, ending: file.fileExtension).json))
        }
        return .object(answer)
    }

    /// Returns the folder of the entry that a request names, or of its collection for a new entry.
    private func folder(of request: Request) throws -> String {
        let (site, collection) = (try site(), try request.required("collection"))
        guard site.declarations.collection(collection) != nil else { throw noCollection(collection) }
        let found = request.query("id").flatMap { site.entry($0, of: collection) }
        return found.map { String(KairanReaders.folder(of: $0.span.path)) } ?? "content/\(collection)"
    }

    /// Returns the picture that a file is, or nil if it does not claim to be one.
    private func picture(_ file: SourceFile, named name: String) throws(DeskRefusal) -> Picture? {
        guard file.isPicture || PictureFormat(file.bytes) != nil else {
            // A page or a script among the files of a board would run with the rights of the site.
            guard allowedExtensions.contains(file.fileExtension) else {
                throw DeskRefusal(
                    422,
                    file.fileExtension.isEmpty
                        ? "'\(name)' has no ending such as .pdf, so it cannot be uploaded."
                        : "'.\(file.fileExtension)' files cannot be uploaded. Use a picture, a PDF or an office file.")
            }
            return nil
        }
        let place = SourceSpan(path: file.path)
        let picture: Picture
        do throws(Picture.Mistake) {
            picture = try Picture(file.bytes)
        } catch {
            throw DeskRefusal(of: .picture(error, named: name, at: place))
        }
        guard picture.format.extensions.contains(file.fileExtension) else {
            throw DeskRefusal(of: .picture(picture.format, named: name, at: place))
        }
        return picture
    }

    /// Keeps a file under the first free name, and returns its path. The same file is not kept twice.
    private func keepUploaded(_ file: SourceFile, in folder: String) throws -> String {
        let stem = file.path.dropLast(file.fileExtension.count + 1)
        for number in 1...1000 {
            let name = number == 1 ? file.path : "\(stem)-\(number).\(file.fileExtension)"
            let path = "\(folder)/\(name)"
            var known = withState { $0.uploads.bytes(at: path) }
            if try workingFolder.knownStatus(of: diskPath(of: path)) != nil { known = try self.file(at: path).bytes }
            if known == nil { withState { $0.uploads.keep(file.bytes, at: path) } }
            if known == nil || known == file.bytes { return path }
        }
        throw DeskRefusal(422, "There are too many files with this name; rename it and try again.")
    }

    /// Returns a file that an entry names, to be shown beside its field.
    func contentFile(_ request: Request) throws -> Response {
        // The path of a picture that no entry names begins with a slash, which stands for the content's folder.
        let folder = request.query("collection") == nil ? "content/" : try folder(of: request)
        let name = try request.required("path")
        guard let inside = contentPath(name, from: folder.dropFirst("content/".count)) else {
            throw DeskRefusal(400, "'\(name)' is not a file in content/.")
        }
        let path = "content/" + inside
        _ = try diskPath(of: path)
        let uploaded = withState { $0.uploads.bytes(at: path) }
        let bytes = if let uploaded { uploaded } else { try file(at: path).bytes }
        return Response(
            200,
            [
                ("Content-Type", contentType(of: path)), ("Cache-Control", "no-store"),
                ("X-Content-Type-Options", "nosniff"), ("Content-Security-Policy", "sandbox"),
            ], .bytes(bytes))
    }
}

/// The files besides pictures that a board may offer.
private let allowedExtensions = ["pdf", "txt", "zip", "mp3", "mp4", "ics", "gpx", "docx", "xlsx", "pptx", "odt"]

/// Returns a name that is safe in addresses: its letters and digits in lower case, joined by hyphens.
private func safeName(_ name: String) -> String {
    let file = String(fileName(of: name.replacing("\\", with: "/")))
    let ending = KairanReaders.fileExtension(of: file)
    let stem = ending.isEmpty ? file : String(file.dropLast(ending.count + 1))
    let words = stem.lowercased().split { !$0.isASCII || !$0.isLetter && !$0.isNumber }
    let safe = words.isEmpty ? "picture" : String(words.joined(separator: "-").prefix(60))
    return "\(safe).\(ending.filter { $0.isASCII && ($0.isLetter || $0.isNumber) })"
}

extension DeskRefusal {
    fileprivate init(of diagnostic: Diagnostic) {
        self.init(422, diagnostic.message + (diagnostic.help.map { ": \($0)" } ?? ""))
    }
}
