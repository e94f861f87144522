import KairanBuild
import KairanContent
internal import KairanForms
internal import KairanReaders
import KairanSystem
import KairanTemplates

/// Writes a new site into a folder. Of its files, only those that a fresh repository has may exist already.
struct SiteWriter {
    let folder: String
    private let keepable: Set = ["README.md", "LICENSE", ".gitignore", ".gitattributes", DevContainer.path]

    init(folder: String) { self.folder = folder }

    /// Returns the first file that stands where a folder has to be, or nil if there is none.
    func firstFileForFolder(of example: Example) -> String? {
        let parents = Set(example.files.flatMap { ancestors(of: located($0.path, in: folder)) })
        return parents.sorted().first { exists($0) && !isFolder($0) }
    }

    /// Returns the first thing in the way, a file of the new site or another site's content or templates, or nil.
    func firstTaken(of example: Example) throws -> String? {
        for folder in ["content", "templates", "public"] where try !isEmpty(located(folder, in: self.folder)) {
            return located(folder, in: self.folder)
        }
        let settings = [".vscode/settings.json", ".taplo.toml", ".schemas"]
        return (example.files.map(\.path).filter { !keepable.contains($0) } + settings)
            .map { located($0, in: folder) }.first(where: exists)
    }

    func write(_ example: Example) throws -> WrittenSite {
        var site = WrittenSite()
        var files: [WishedFile] = []
        for file in example.files {
            let path = located(file.path, in: folder)
            guard !keepable.contains(file.path) || !exists(path) else {
                site.kept.append((path, lines(of: file, absentFrom: path)))
                continue
            }
            files.append(WishedFile(path: path, bytes: file.bytes, isNew: true))
        }
        let sources = example.files.map { SourceFile(path: $0.path, bytes: $0.bytes) }
        let declarations = readDeclarations(SourceTree(files: sources).files)
        files += try EditorFileUpdate(site: folder)
            .compared(with: EditorFiles(folder: SchemaCommand.folder, declarations: declarations.value)).changed
        try writeFiles(files)
        site.written = files.map(\.path)
        return site
    }

    /// Returns the lines that a file of git's lacks.
    private func lines(of file: (path: String, bytes: [UInt8]), absentFrom path: String) -> [String] {
        guard file.path.hasPrefix(".git") else { return [] }
        let present: [UInt8]
        do { present = try workingFolder.readGivenFile(path) } catch { present = [] }
        let lines = String(decoding: present, as: UTF8.self).split(whereSeparator: \.isNewline)
        return String(decoding: file.bytes, as: UTF8.self).split(separator: "\n")
            .filter { !$0.hasPrefix("#") && !lines.contains($0) }.map(String.init)
    }

    private func ancestors(of path: String) -> [String] {
        path.indices.filter { path[$0] == "/" && $0 > path.startIndex }.map { String(path[..<$0]) }
    }

    private func isFolder(_ path: String) -> Bool {
        workingFolder.knownStatus(of: path, followsLink: true)?.isFolder == true
    }

    /// Returns whether anything is at a path, even a link that leads nowhere.
    private func exists(_ path: String) -> Bool { workingFolder.knownStatus(of: path) != nil }

    private func isEmpty(_ path: String) throws -> Bool {
        guard exists(path) else { return true }
        do {
            return try OpenFolder(path).entries().isEmpty
        } catch {
            return false
        }
    }
}

/// The result of `kairan init`.
struct WrittenSite {
    var written: [String] = []
    /// The files that were there before and stay, with the lines that they should have.
    var kept: [(path: String, lacks: [String])] = []
}
