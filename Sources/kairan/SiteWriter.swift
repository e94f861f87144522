import KairanBuild
import KairanContent
internal import KairanForms
import KairanModel
internal import KairanReaders
import KairanSystem
import KairanTemplates

/// Writes a new site into a folder. Of its files, only those that a fresh repository has may exist already.
struct SiteWriter {
    let folder: String
    private let files: [SourceFile]
    private let keepable: Set<String>
    /// The files beside `content/` and `templates/` that editors need.
    private static let settings = [".vscode/settings.json", ".taplo.toml", ".schemas"]

    init(_ example: Example, in folder: String) {
        self.folder = folder
        files = example.files.map { SourceFile(path: $0.path, bytes: $0.bytes) }
        keepable = ["README.md", "LICENSE", ".gitignore", ".gitattributes", DevContainer.path]
    }

    /// Writes the board of what was kept in another way. All that every board has besides may be there already.
    init(adopting board: [SourceFile], readme: String, in folder: String) {
        self.folder = folder
        let present = Set(board.map(\.path))
        let shared = (Example.shared + [("README.md", readme)]).filter { path, _ in
            !path.hasPrefix("templates/") && !present.contains(path)
        }
        files = board + shared.map { SourceFile(path: $0.path, text: $0.text) }
        keepable = Set(shared.map(\.path) + Self.settings)
    }

    /// Returns the first file that stands where a folder has to be, or nil if there is none.
    func firstFileForFolder() -> String? {
        let parents = Set(files.flatMap { ancestors(of: located($0.path, in: folder)) })
        return parents.sorted().first { exists($0) && !isFolder($0) }
    }

    /// Returns the first thing in the way, a file of the new site or another site's content or templates, or nil.
    func firstTaken() throws -> String? {
        for folder in ["content", "templates", "public"] where try !isEmpty(located(folder, in: self.folder)) {
            return located(folder, in: self.folder)
        }
        return (files.map(\.path) + Self.settings).filter { !keepable.contains($0) }
            .map { located($0, in: folder) }.first(where: exists)
    }

    /// Returns what there is to write, and what stays.
    func planned() throws -> WrittenSite {
        var site = WrittenSite()
        for file in files {
            let path = located(file.path, in: folder)
            guard !keepable.contains(file.path) || !exists(path) else {
                site.kept.append((path, lines(of: file, absentFrom: path)))
                continue
            }
            site.files.append(WishedFile(path: path, bytes: file.bytes, isNew: true))
        }
        let present = Self.settings.map { located($0, in: folder) }.filter(exists)
        site.kept += present.map { ($0, []) }
        guard !present.contains(located(".schemas", in: folder)) else { return site }
        let declarations = readDeclarations(SourceTree(files: files).files)
        site.files += try EditorFileUpdate(site: folder)
            .compared(with: EditorFiles(folder: SchemaCommand.folder, declarations: declarations.value)).changed
            .filter(\.isNew)
        return site
    }

    /// Returns the lines that a file of git's lacks.
    private func lines(of file: SourceFile, absentFrom path: String) -> [String] {
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

/// The files of a new site.
struct WrittenSite {
    var files: [WishedFile] = []
    /// The files that were there before and stay, with the lines that they should have.
    var kept: [(path: String, lacks: [String])] = []

    var written: [String] { files.map(\.path) }
    /// The lines of a report about what stays.
    var keptLines: [String] {
        kept.map { file in
            let advice = file.lacks.isEmpty ? "" : "; add to it: \(file.lacks.joined(separator: ", "))"
            return "\(Excerpt.printable(file.path)) stays as it is\(advice)\n"
        }
    }
}
