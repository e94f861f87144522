internal import KairanModel
internal import KairanReaders

/// A published file as a host shows it.
struct LiveFile {
    let file: DeployedFile
    let path: String
    /// The address at which browsers and apps ask for it: for the start page of a folder that of the folder.
    let address: String
    /// Tells whether it is the start page of a folder.
    let isStart: Bool
    /// The content type without its parameters.
    let type: String

    init(_ file: DeployedFile, at place: WebPlace) {
        (self.file, path) = (file, file.path.text)
        isStart = fileName(of: path) == "index.html"
        address = place.address + escapedPath(isStart ? String(path.dropLast("index.html".count)) : path)
        type = essence(file.contentType)
    }

    /// Tells whether programs read it, and would fail with anything else.
    var isData: Bool { ["application/json", "application/geo+json"].contains(type) }
    var isOfAPI: Bool { isData && path.hasPrefix("api/") }
    var isPage: Bool { type == "text/html" }
    /// Tells whether it becomes much smaller when it is compressed.
    var isText: Bool {
        type.hasPrefix("text/") || isData || type.hasSuffix("+xml") || type == "application/xml"
            || type == "application/manifest+json"
    }
    /// The part of a site whose files are alike: the folder and the kind. Pages that have a folder each are alike too.
    var group: String {
        let folders = path.split(separator: "/").dropLast(isStart ? 2 : 1).prefix(2)
        return "\(folders.joined(separator: "/")) \(type)"
    }

    /// Returns whether hosts show it: hidden files and settings of some hosts are not for readers, and the page for
    /// what is not found is seen in the place of others.
    static func isShown(_ file: DeployedFile) -> Bool {
        let path = file.path.text
        let names = path.split(separator: "/")
        return !["404.html", "CNAME", "_headers", "_redirects"].contains(path)
            && names.allSatisfy { !$0.hasPrefix(".") || $0 == ".well-known" }
    }
}

/// Returns a content type in small letters and without its parameters.
func essence(_ type: String) -> String { type.prefix { $0 != ";" }.trimmingSpaces().lowercased() }

/// Returns the files to ask for: all of them, or all data of the API and some of every other group. It is the same
/// choice each time.
func sample(_ files: [LiveFile], atMost count: Int) -> [LiveFile] {
    if files.count <= count { return files }
    var chosen = Set(files.indices.filter { files[$0].isOfAPI })
    let others = Dictionary(grouping: files.indices.filter { !chosen.contains($0) }) { files[$0].group }
    let groups = others.sorted { $0.key < $1.key }.map(\.value)
    let wanted = chosen.count + max(count - chosen.count, min(groups.count, count))
    for round in 0... {
        let next = groups.compactMap { $0.count > round ? $0[round] : nil }
        if next.isEmpty || chosen.count >= wanted { break }
        chosen.formUnion(next.prefix(wanted - chosen.count))
    }
    return chosen.sorted().map { files[$0] }
}
