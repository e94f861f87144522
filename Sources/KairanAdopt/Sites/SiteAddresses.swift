internal import KairanModel
internal import KairanReaders

/// The targets of the links of the old site, and their addresses in the board.
struct SiteAddresses {
    /// The address of each page, by the path of its file.
    private var byPath: [String: String] = [:]
    /// The address of each post, by the name of its file.
    private var byName: [String: String] = [:]
    private var addresses: Set<String> = []
    /// The paths of the other files below the site's root.
    private var statics: Set<String> = []
    private let basePath: String
    private let generator: OldGenerator

    init(_ site: OldSite) {
        (basePath, generator) = (site.basePath, site.generator)
        for page in site.pages + site.sections {
            byPath[page.path] = page.address.text
            let name = stem(of: page.path)
            byName[name == "index" || name == "_index" ? page.stem : name] = page.address.text
            addresses.insert(page.address.text)
        }
        for file in site.statics { statics.insert(file.output) }
    }

    /// Returns the address of the post that `post_url` names.
    func post(_ name: String) -> String? { byName[stem(of: name)] ?? byName[name] }

    /// Returns the address of the page or the file that `link`, `ref` or `relref` names.
    func page(_ name: String, from page: OldPage) -> String? {
        let (path, place) = divided(name)
        if path.isEmpty { return place }
        let bare = path.trimming("/")
        let folder = folder(of: page.path)
        let candidates = [bare, "content/\(bare)", "\(folder)/\(bare)"].flatMap { base in
            [base, base + ".md", base + "/index.md", base + "/_index.md"]
        }
        for candidate in candidates {
            if let found = byPath[normalized(candidate)] { return found + place }
        }
        if statics.contains(bare) { return "/\(bare)\(place)" }
        return (byName[stem(of: bare)] ?? byName[bare]).map { $0 + place }
    }

    /// Returns an address of a text as the board writes it.
    func address(_ text: String, from page: OldPage) -> String {
        let (path, place) = divided(text)
        guard !path.isEmpty, !path.hasPrefix("//"), path.firstMatch(of: /^[A-Za-z][A-Za-z0-9+.-]*:/) == nil else {
            return text
        }
        if path.hasPrefix("/") { return rooted(path) + place }
        let unescaped = unescapedPath(path)
        let folder = folder(of: page.path)
        if let found = byPath[normalized("\(folder)/\(unescaped)")] { return found + place }
        // A file beside the page keeps its place beside it.
        if generator == .hugo, statics.contains(normalized(below(folder, unescaped))) { return text }
        let resolved = resolved(path, at: page.address)
        if isThere(resolved) { return resolved + place }
        if isThere("/" + path) { return "/" + path + place }
        return resolved + place
    }

    private func isThere(_ path: String) -> Bool {
        let path = unescapedPath(path)
        return statics.contains(String(path.dropFirst())) || addresses.contains(path) || addresses.contains(path + "/")
            || addresses.contains(path + ".html")
    }

    /// Returns a path from the root without the base path, which Kairan adds itself.
    private func rooted(_ path: String) -> String {
        guard !basePath.isEmpty else { return path }
        if path == basePath { return "/" }
        return path.hasPrefix(basePath + "/") ? String(path.dropFirst(basePath.count)) : path
    }

    private func divided(_ text: String) -> (path: String, place: String) {
        let path = text.prefix { $0 != "#" && $0 != "?" }
        return (String(path), String(text[path.endIndex...]))
    }

    private func below(_ folder: String, _ path: String) -> String {
        let inner = folder.split(separator: "/").dropFirst().joined(separator: "/")
        return inner.isEmpty ? path : "\(inner)/\(path)"
    }

    /// Returns the path from the root that a browser makes of a relative one on a page.
    private func resolved(_ path: String, at address: OldAddress) -> String {
        let folders = address.ending == .folder ? address.parts : Array(address.parts.dropLast())
        let isFolder = path.hasSuffix("/") || path == "." || path == ".." || path.hasSuffix("/..")
        let joined = normalized((folders + [path]).joined(separator: "/"))
        return "/" + joined + (isFolder && !joined.isEmpty ? "/" : "")
    }

    private func normalized(_ path: String) -> String {
        var parts: [Substring] = []
        for part in path.split(separator: "/") where part != "." {
            if part == ".." { _ = parts.popLast() } else { parts.append(part) }
        }
        return parts.joined(separator: "/")
    }

    private func folder(of path: String) -> String { String(KairanReaders.folder(of: path)) }
}
