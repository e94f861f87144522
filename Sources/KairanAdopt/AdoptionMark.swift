internal import KairanModel
internal import KairanPublish
package import KairanReaders
internal import KairanSystem

/// The file that tells which declarations, templates and entries of a board are as `kairan adopt` made them.
///
/// It stands at the top of the board, beside `content/`. `adopt` writes it, and so does an import that makes some of them
/// anew; an import reads it before. Its first line has the path in `public/` at which the adopted folder begins, each
/// other one a hash and a path. A file that is not in it, or that has another hash, is somebody's own work, and no
/// import makes it anew or removes it. An import that changes a file as it was made notes the new one.
package struct AdoptionMark {
    package static let path = "adopted.lock"

    package var prefix: String
    private var hashes: [String: String] = [:]

    package init(prefix: String, files: [SourceFile]) {
        self.prefix = prefix
        take(files)
    }

    /// Returns nil for a file that is no such mark.
    package init?(_ bytes: [UInt8]) {
        let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n")
        guard let first = lines.first, first.hasPrefix(Self.head) else { return nil }
        prefix = String(first.dropFirst(Self.head.count))
        for line in lines.dropFirst() {
            let parts = line.split(separator: " ", maxSplits: 1)
            if parts.count == 2 { hashes[String(parts[1])] = String(parts[0]) }
        }
    }

    private static let head = "# adopted at public/"

    /// Returns whether a file is as it was made.
    func isAsMade(_ file: SourceFile) -> Bool { hashes[file.path] == hash(file) }

    /// Forgets files that are gone and takes over those that were made.
    mutating func replace(_ old: [SourceFile], by new: [SourceFile]) {
        for file in old { hashes[file.path] = nil }
        take(new)
    }

    private mutating func take(_ files: [SourceFile]) {
        for file in files where Self.isMarked(file.path) || Self.hasEntries(file.path) {
            hashes[file.path] = hash(file)
        }
    }

    /// Returns the file that tells what an import has written too; nil if it stays as it is.
    ///
    /// - Parameter changes: The files that the import writes. `old` is nil for a new one, and `new` for one that goes.
    package static func refreshed(
        in folder: String, by changes: [(path: String, old: [UInt8]?, new: [UInt8]?)]
    ) -> (file: SourceFile, old: [UInt8])? {
        guard case .bytes(let bytes) = readPublished(path, in: folder.isEmpty ? "." : folder),
            var mark = AdoptionMark(bytes)
        else { return nil }
        for change in changes {
            let parts = change.path.split(separator: "/")
            let isOfMade = parts.count > 2 && mark.hashes["content/\(parts[1])/_collection.yml"] != nil
            let isAsMade = change.old.map { mark.isAsMade(SourceFile(path: change.path, bytes: $0)) } ?? isOfMade
            guard isAsMade else { continue }
            mark.hashes[change.path] = nil
            if let new = change.new { mark.take([SourceFile(path: change.path, bytes: new)]) }
        }
        return mark.file.bytes == bytes ? nil : (mark.file, bytes)
    }

    /// Returns whether a file was made, whatever it is now.
    func knows(_ path: String) -> Bool { hashes[path] != nil }

    /// Returns whether a file of this name below a collection's folder can have entries.
    static func hasEntries(_ path: String) -> Bool {
        let parts = path.split(separator: "/")
        return parts.count > 2 && parts[0] == "content"
            && ["yml", "yaml", "csv", "md"].contains(fileExtension(of: path))
    }

    /// Returns whether a file decides how a board is, and not only which values it has.
    static func isMarked(_ path: String) -> Bool {
        path.hasPrefix("templates/") && (path.hasSuffix(".json.yml") || path.hasSuffix(".json"))
            || path.hasSuffix("/_collection.yml")
    }

    private func hash(_ file: SourceFile) -> String { String(sha256(file.bytes).prefix(16)) }

    package var file: SourceFile {
        let lines = hashes.sorted { $0.key < $1.key }.map { "\($0.value) \($0.key)\n" }
        return SourceFile(path: Self.path, text: "\(Self.head)\(prefix)\n" + lines.joined())
    }
}
