internal import KairanContent
internal import KairanModel
internal import KairanReaders
internal import KairanSystem

/// The word in messages for the folder of a site.
package let siteWord = "site"

/// Finds the files of a site, one folder after the other.
package struct SourceFileFinder: Sendable {
    let root: String
    /// The word for the root in messages.
    private let place: String
    private let realRoot: String?
    /// The real path of the folder to publish to; nil if there is none or it is not there yet.
    private let output: String?
    var paths: [String] = []
    var diagnostics: [Diagnostic] = []
    /// The folders that were looked into.
    private(set) var folders: [String] = []
    /// The symbolic links, each with the absolute path of every name on its way: a change of one changes what is read.
    private(set) var links: [(path: String, way: [TreePath])] = []

    package init(root: String, called place: String = siteWord, publishedTo output: String? = nil) {
        (self.root, self.place) = (root, place)
        realRoot = realPath(of: root)
        self.output = output.flatMap(realPath)
    }

    package func isFolder(_ path: String) -> Bool {
        workingFolder.knownStatus(of: located(path, in: root), followsLink: true)?.isFolder == true
    }

    mutating func findFiles(in folder: String) throws(ReadError) {
        folders.append(folder)
        for (name, kind) in try names(in: folder) {
            let path = "\(folder)/\(name)"
            switch kind {
            case .folder: try findFiles(in: path)
            case .symbolicLink: try findTarget(of: path)
            case .file: paths.append(path)
            case .special:
                report(.pathKind, "this is neither a file nor a folder", path, help: "move it out of the \(place)")
            }
        }
    }

    private mutating func findTarget(of path: String) throws(ReadError) {
        let target: String
        do {
            target = try resolvedPath(located(path, in: root))
        } catch {
            let isLoop = error == .tooManySymbolicLinkLevels
            return report(
                .pathSymlink, "this symbolic link leads \(isLoop ? "round in a circle" : "to nothing")", path,
                help: "put the file that it stands for here, or remove it")
        }
        guard let realRoot, target == realRoot || target.hasPrefix(realRoot + "/") else {
            return report(
                .pathSymlink, "this symbolic link leads out of the \(place)", path,
                help: "copy the file it names into the \(place)")
        }
        let status: FileStatus
        do {
            status = try workingFolder.status(of: located(path, in: root), followsLink: true)
        } catch {
            throw ReadError(path: located(path, in: root), error)
        }
        guard status.isFile else {
            return report(
                .pathSymlink, "this symbolic link leads to a folder", path,
                help: "copy the folder itself here, in place of the link")
        }
        let way = way(ofLinkAt: path)
        if let fault = fault(of: way, in: TreePath(realRoot)) {
            return report(
                .pathSymlink, "this symbolic link leads \(fault)", path,
                help: "copy the file here if everybody may read it, or remove the link")
        }
        paths.append(path)
        links.append((path, way ?? []))
    }

    /// Returns the names on the way of a link, without its own; nil if its folder is gone.
    private func way(ofLinkAt path: String) -> [TreePath]? {
        let path = TreePath(path)
        guard let folder = realPath(of: located(path.folder?.text ?? ".", in: root)) else { return nil }
        var way = LinkWay(from: TreePath(folder), along: path.name)
        _ = way.next()
        var places: [TreePath] = []
        while let place = way.next() { places.append(place) }
        return places
    }

    /// Returns why a link must not lead where it does, though that is a file of the root. Each name on the way counts,
    /// also one that another link or `..` leaves again. The name of the link itself may be used.
    private func fault(of way: [TreePath]?, in root: TreePath) -> String? {
        guard let way else { return "to nothing" }
        return way.lazy.filter { $0.isInside(root) }.compactMap { fault(of: $0, in: root) }.first
    }

    /// Returns why no link may lead to a place. What has a hidden name is often a secret: git's settings, `.env`, or what
    /// a build keeps. What was published is no source.
    private func fault(of place: TreePath, in root: TreePath) -> String? {
        let path = TreePath(place.bytes.dropFirst(root.bytes.count + 1))
        let (name, folder) = (path.name.text, path.folder?.text ?? "")
        let isInTemplates = self.place == siteWord && (folder == "templates" || folder.hasPrefix("templates/"))
        if path.name.bytes.first == UInt8(ascii: "."), !isInTemplates || isIgnored(name, in: folder) {
            return "to the hidden name '\(name)'"
        }
        let isPublished = place.text == output || path.text == "public" && self.place == siteWord
        return isPublished ? "to what was published" : nil
    }

    /// Reports a folder of the site's sources if it is a symbolic link, which could bring any folder, such as `.git`.
    /// Returns whether it is one.
    mutating func refusesLink(_ name: String) -> Bool {
        guard workingFolder.knownStatus(of: located(name, in: root))?.kind == .symbolicLink else { return false }
        report(
            .pathSymlink, "this symbolic link leads to a folder", name,
            help: "copy the folder itself here, in place of the link")
        return true
    }

    /// Returns the names that are read, each with its kind. Names that are left out and that somebody might miss are
    /// reported.
    private mutating func names(in path: String) throws(ReadError) -> [(name: String, kind: EntryKind)] {
        let found: [FolderEntry]
        do { found = try OpenFolder(located(path, in: root)).entries() } catch {
            throw ReadError(path: located(path, in: root), error)
        }
        var (names, known): ([(name: String, kind: EntryKind)], Set<String>) = ([], [])
        for entry in found {
            let name = entry.name.text
            guard !isIgnored(name, in: path) else {
                if let original = entryName(leftBehindAs: name), path.hasPrefix("content/"),
                    !found.contains(where: { $0.name.text == original })
                {
                    report(
                        .pathHidden,
                        "this file is left out, as editors name their copies so, but there is no '\(original)'",
                        "\(path)/\(name)", help: "rename it to \(original), or remove it")
                }
                if isHiddenEntry(name) {
                    report(
                        .pathHidden, "this file is left out, as its name begins with a dot", "\(path)/\(name)",
                        help: "remove the dot, or move the file out of the \(place)")
                }
                continue
            }
            if isReadable(Array(entry.name.bytes), as: name, in: path, &known) { names.append((name, entry.kind)) }
        }
        return names
    }

    /// Returns whether a name can be used beside the known ones, and reports why it cannot. Names become addresses and
    /// stand in reports, so they may hold only what texts may hold.
    private mutating func isReadable(
        _ bytes: [UInt8], as name: String, in folder: String, _ known: inout Set<String>
    ) -> Bool {
        if bytes.allSatisfy({ (0x20..<0x7F).contains($0) }) { return true }
        let fault: (rule: Rule, text: String)
        if !name.utf8.elementsEqual(bytes) {
            fault = (.pathEncoding, "is not UTF-8")
        } else if name.unicodeScalars.contains(where: { $0.value < 0x20 || isControlCharacter($0.value) }) {
            fault = (.textControl, "holds a control character")
        } else if sourceFolders.contains(folder), "/\(name)".first != "/" {
            fault = (.pathMark, "begins with a combining mark")
        } else if !known.insert(name).inserted {
            // As strings, names in two Unicode normal forms are equal, and so they are on some systems.
            fault = (.pathForm, "looks the same as another one in this folder")
        } else {
            return true
        }
        let shown = escapedName(bytes)
        report(
            fault.rule, "the name '\(shown)' \(fault.text)", "\(folder)/\(shown)",
            help: "rename it; if it is already published, that breaks whatever uses its address")
        return false
    }

    mutating func report(_ rule: Rule, _ message: String, _ path: String, help: String) {
        diagnostics.append(Diagnostic(.error, rule, message, at: SourceSpan(path: path), help: help))
    }
}

package typealias FoundSourceFiles = Result<SourceFileFinder, ReadError>

/// Finds all files of a site, sorted by path.
///
/// - Parameter output: The folder to publish to, which holds no sources.
func findSourceFiles(in folder: String, publishedTo output: String?) -> FoundSourceFiles {
    FoundSourceFiles { () throws(ReadError) in
        var finder = SourceFileFinder(root: folder, publishedTo: output)
        let missing = sourceFolders.filter { !finder.isFolder($0) }
        // A missing content/ is a missing site.yml, which is reported where declarations are read.
        if missing == ["templates"] {
            finder.report(
                .siteMissing, "there is no folder 'templates'", "templates",
                help: "write a template there: templates/index.html.mustache becomes index.html")
        }
        for name in sourceFolders where !missing.contains(name) && !finder.refusesLink(name) {
            try finder.findFiles(in: name)
        }
        finder.paths.sort()
        return finder
    }
}

/// Returns whether a file is left behind by an editor, version control or a file manager, or is hidden in `content/`.
/// Hidden names in `templates/` are published, since some have a meaning on the web: `.well-known/`, `.htaccess`.
func isIgnored(_ name: String, in folder: String) -> Bool {
    if name.hasSuffix("~") || (name.hasPrefix("#") && name.hasSuffix("#")) { return true }
    guard name.hasPrefix(".") else { return false }
    return name == "." || name == ".." || folder == "content" || folder.hasPrefix("content/") || name == ".DS_Store"
        || name.hasSuffix(".swp")
        || ["._", ".#", ".git"].contains(where: name.hasPrefix)
}

/// Returns whether a hidden file is probably meant as content: settings of tools have other formats.
private func isHiddenEntry(_ name: String) -> Bool {
    name.hasPrefix(".") && !["._", ".#"].contains(where: name.hasPrefix)
        && ["md", "markdown", "csv", "png", "jpg", "jpeg", "gif", "webp"].contains {
            name.lowercased().hasSuffix("." + $0)
        }
}

/// Returns the name of the entry of which an editor keeps a copy, such as `fair.md` for `fair.md~`; nil for a name that
/// is none of such a copy.
private func entryName(leftBehindAs name: String) -> String? {
    let original = name.hasSuffix("~") ? name.dropLast() : name.hasPrefix("#") ? name.dropFirst().dropLast() : ""
    return isEntrySource(SourceFile(path: String(original), bytes: [])) ? String(original) : nil
}

/// Returns a name with everything but visible ASCII escaped, as in `\xE9`.
private func escapedName(_ bytes: [UInt8]) -> String {
    let digits = Array("0123456789ABCDEF")
    return bytes.map { byte in
        (0x20..<0x7F).contains(byte)
            ? String(Unicode.Scalar(byte)) : "\\x\(digits[Int(byte >> 4)])\(digits[Int(byte & 15)])"
    }.joined()
}
