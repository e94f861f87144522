internal import KairanBuild
internal import KairanReaders

/// A file that differs between two versions.
struct VersionChange {
    var path: String
    /// The modes of the file in the earlier and in the later version, as git has them; nil where it is not there.
    var oldMode, mode: String?
    /// The name of its content in the later version; nil if it is gone.
    var object: String?

    /// The modes of files whose contents can be joined. The others are links and other repositories.
    static let modesOfFiles = ["100644", "100755"]

    /// This is true if it is, or was, something else than a file.
    var isNoFile: Bool { [oldMode, mode].contains { $0.map { !Self.modesOfFiles.contains($0) } ?? false } }
}

extension Git {
    /// Returns the files that differ between two versions, in the order of their paths.
    ///
    /// - Parameter old: The commit of the earlier version; nil for one without files.
    func changes(from old: String?, to new: String) throws -> [VersionChange] {
        // Its name depends on how the repository names contents.
        let empty = old == nil ? try line(of: ask(["hash-object", "-t", "tree", "--stdin"], noIsFailure: true)) : ""
        let words = ["diff-tree", "-r", "-z", "--no-renames", "--raw", old ?? empty, new]
        let parts = try output(of: ask(words, noIsFailure: true)).split(separator: 0)
        return try stride(from: 0, to: parts.count - 1, by: 2).compactMap { index in
            let facts = String(decoding: parts[index].dropFirst(), as: UTF8.self).split(separator: " ").map(String.init)
            guard facts.count == 5 else { return nil }
            guard let path = String(validating: parts[index + 1], as: UTF8.self) else {
                throw GitFailure(
                    reason:
                        "a file has a name that is not UTF-8: '\(String(decoding: parts[index + 1], as: UTF8.self))'")
            }
            func mode(_ text: String) -> String? { text == "000000" ? nil : text }
            let isThere = mode(facts[1]) != nil
            return VersionChange(
                path: path, oldMode: mode(facts[0]), mode: mode(facts[1]), object: isThere ? facts[3] : nil)
        }
    }

    /// Returns what git printed, without the line end.
    func line(of answer: Answer) throws(GitFailure) -> String {
        String(decoding: try output(of: answer), as: UTF8.self).trimmingSpaces().description
    }

    private func output(of answer: Answer) throws(GitFailure) -> [UInt8] {
        switch answer {
        case .output(let bytes): return bytes
        case .nothing: return []
        case .failure(let reason): throw GitFailure(reason: reason)
        }
    }
}
