internal import KairanContent
internal import KairanModel
internal import KairanReaders

/// Tells which texts in a folder's JSON lead to files of the folder, and whether these files exist.
struct LintLinks: Sendable {
    /// The folder's own address, with a slash at its end.
    private let base: String?
    /// The path of the folder from the host's root.
    private let basePath: String
    /// The bytes of the files' paths, since two normal forms of a name are two files.
    private let files: Set<[UInt8]>
    /// The files' paths, by their lower-case form.
    private let anyCase: [String: String]

    init(base: String?, paths: [String]) {
        self.base = base
        basePath = base.flatMap(splitSiteURL)?.basePath ?? "/"
        files = Set(paths.map { Array($0.utf8) })
        anyCase = Dictionary(paths.map { ($0.lowercased(), $0) }) { first, _ in first }
    }

    /// Returns the mistakes in the links of a valid JSON file.
    func mistakes(in file: SourceFile) -> [Diagnostic] {
        let bytes = file.bytes
        if isDescription(bytes) { return [] }
        var locator = SourceLocator(file)
        return JSONTexts(bytes).compactMap { range in
            guard mayLead(bytes[range]) else { return nil }
            let text = JSONTexts.text(range, of: bytes)
            guard let targets = targets(of: text, in: folder(of: file.path)), !targets.contains(where: isThere) else {
                return nil
            }
            return Diagnostic(
                .error, .linkDead, "'\(text)' leads to nothing", at: locator.span(range), help: help(targets))
        }
    }

    /// Returns false if a text is certainly not a path or address, as nearly all texts are.
    private func mayLead(_ quoted: ArraySlice<UInt8>) -> Bool {
        quoted.count <= 2048 && quoted.allSatisfy { $0 > 0x20 && $0 != UInt8(ascii: "{") }
            && quoted.contains { $0 == UInt8(ascii: ".") || $0 == UInt8(ascii: "/") }
    }

    /// Returns the files that a text may mean, of which one must exist. The list is empty if the text leads out of the
    /// folder; the result is nil if the text is not a link into it.
    private func targets(of text: String, in folder: Substring) -> [String]? {
        let path = String(text.prefix { $0 != "#" && $0 != "?" })
        if let base, path.hasPrefix(base) {
            return [path.dropFirst(base.count)].compactMap { contentPath($0, from: "") }
        }
        if namesHost(path) || hasScheme(path) { return nil }
        if path.hasPrefix("/") {
            guard isNamedAsFile(path) || base != nil && path.hasPrefix(basePath) else { return nil }
            let inside = path.hasPrefix(basePath) ? path.dropFirst(basePath.count) : path[...]
            return [inside].compactMap { contentPath($0, from: "") }
        }
        guard path.hasPrefix("./") || path.hasPrefix("../") || isNamedAsFile(path) else { return nil }
        // Some clients resolve a path from the file, others from the top folder.
        return [folder, ""].compactMap { contentPath(path[...], from: $0) }
    }

    private func contentPath(_ text: Substring, from folder: Substring) -> String? {
        let path = unescapedPath(String(text))
        let inside = KairanContent.contentPath(path, from: folder)
        return path.isEmpty || path.hasSuffix("/")
            ? inside.map { $0.isEmpty ? "index.html" : $0 + "/index.html" } : inside
    }

    private func isThere(_ path: String) -> Bool {
        files.contains(Array(path.utf8)) || files.contains(Array("\(path)/index.html".utf8))
    }

    private func help(_ targets: [String]) -> String {
        guard !targets.isEmpty else { return "it would be outside the folder" }
        let other = targets.lazy.compactMap { anyCase[$0.lowercased()] }.first
        return other.map { "there is '\($0)': upper and lower case must match, so correct it here" }
            ?? "add the file, or correct the path"
    }
}

/// Returns whether this is a JSON Schema or an OpenAPI document. Its titles and examples only describe things, and lead
/// nowhere.
private func isDescription(_ bytes: [UInt8]) -> Bool {
    let start = String(decoding: bytes.prefix(512).filter { $0 > 0x20 }, as: UTF8.self)
    return start.hasPrefix("{\"$schema\":\"") && start.contains("json-schema.org/")
        || start.hasPrefix("{\"openapi\":\"")
}

/// Returns whether a path ends in the name of a file, as `images/bread.png` does; `Node.js` and `and/or` do not.
private func isNamedAsFile(_ path: String) -> Bool {
    let name = fileName(of: path)
    return name.utf8.first != UInt8(ascii: ".") && linkedExtensions.contains(fileExtension(of: path))
}

private let linkedExtensions: Set<String> = [
    "png", "jpg", "jpeg", "gif", "webp", "svg", "avif", "heic", "json", "geojson", "html", "pdf", "ics", "csv", "xml",
    "txt", "zip", "mp3", "mp4",
]
