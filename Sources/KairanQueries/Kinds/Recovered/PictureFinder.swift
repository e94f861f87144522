package import KairanContent
package import KairanModel
internal import KairanReaders

/// Finds the files for addresses in JSON, among the files of the content and those that somebody saved.
package struct PictureFinder {
    private let settings: SiteSettings
    private let files: Set<String>
    /// The folder of the entries that name the files, relative to `content/`.
    package var folder = ""
    /// Returns the bytes of a saved file by the end of its address, or nil if there is none.
    private let saved: (String) -> [UInt8]?
    /// The files to be added to the content, by path relative to `content/`.
    package private(set) var added: [String: (bytes: [UInt8], address: SourceSpan)] = [:]
    /// The places of the addresses in the JSON.
    package private(set) var places: Set<SourceSpan> = []

    package init(_ content: Content, saved: @escaping (String) -> [UInt8]?) {
        (settings, files, self.saved) = (content.settings, Set(content.files.keys), saved)
    }

    /// Returns the path that an entry in `folder` writes to name the file.
    mutating func path(of address: String, at span: SourceSpan) -> String? {
        places.insert(span)
        let (path, isOwn) = pathInSite(address)
        let names = [path, unmarked(path)]
        if isOwn, let found = names.first(where: isThere) { return written(found) }
        let ends = names.map { String(fileName(of: $0)) }
        let named = files.union(added.keys).filter { ends.contains(String(fileName(of: $0))) }
        let near = named.filter { KairanReaders.folder(of: $0).hasPrefix(folder) }
        for found in [near, named] where found.count == 1 { return found.first.map(written) }
        guard named.isEmpty else { return nil }
        for name in names {
            // The search goes from the whole path to the name alone.
            var rest = name[...]
            while !rest.isEmpty {
                if let bytes = saved(String(rest)) {
                    let target = isOwn ? unmarked(path) : "\(folder)/\(unmarked(String(fileName(of: path))))"
                    added[target] = (bytes, span)
                    return written(target)
                }
                rest = rest.firstIndex(of: "/").map { rest[rest.index(after: $0)...] } ?? ""
            }
        }
        return nil
    }

    private func isThere(_ path: String) -> Bool { files.contains(path) || added[path] != nil }

    private func written(_ path: String) -> String {
        path.hasPrefix(folder + "/") ? String(path.dropFirst(folder.count + 1)) : "/" + path
    }

    /// Returns the path of an address, and whether it is below the site's root. In that case the path is relative to
    /// the root. Steps such as `..` are ignored, so that no path leads outside.
    private func pathInSite(_ address: String) -> (path: String, isOwn: Bool) {
        var rest = address.prefix { $0 != "?" && $0 != "#" }
        var isOwn = false
        if rest.hasPrefix(settings.rootURL) {
            (rest, isOwn) = (rest.dropFirst(settings.rootURL.count), true)
        } else if rest.hasPrefix(settings.basePath) {
            (rest, isOwn) = (rest.dropFirst(settings.basePath.count), true)
        } else if let scheme = rest.firstRange(of: "://") {
            rest = rest[scheme.upperBound...].drop { $0 != "/" }.dropFirst()
        }
        let parts = unescapedPath(String(rest)).split(separator: "/").filter { $0 != "." && $0 != ".." }
        return (parts.joined(separator: "/"), isOwn)
    }
}

/// Removes the mark of eight digits that published pictures have before their extension.
private func unmarked(_ path: String) -> String {
    let parts = path.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count >= 3 else { return path }
    let mark = parts[parts.count - 2]
    guard mark.utf8.count == 8, mark.allSatisfy({ $0.isASCII && $0.isHexDigit && !$0.isUppercase }) else { return path }
    return (parts.dropLast(2) + [parts[parts.count - 1]]).joined(separator: ".")
}
