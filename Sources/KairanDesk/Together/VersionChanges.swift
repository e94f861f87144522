internal import KairanBuild
internal import KairanModel
internal import KairanReaders

/// A file that differs between two versions.
struct VersionChange {
    var path: String
    /// The path in the earlier version, if it only looks the same: it is in another Unicode normal form.
    var formerPath: String?
    /// The modes of the file in the earlier and in the later version, as git has them; nil where it is not there.
    var oldMode, mode: String?
    /// The name of its content in the later version; nil if it is gone.
    var object: String?

    static let program = "100755"
    /// The mode of another repository in this one.
    static let repository = "160000"
    /// The modes of files whose contents can be joined. The others are links and other repositories.
    static let modesOfFiles = ["100644", program]

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

    /// Returns the paths of the files of a version.
    func paths(in version: String) throws(GitFailure) -> [String] {
        let bytes = try output(of: ask(["ls-tree", "-r", "-z", "--full-tree", "--name-only", version]))
        return bytes.split(separator: 0).map { String(decoding: $0, as: UTF8.self) }
    }

    /// Returns the first file that a filter keeps, such as Git LFS, and the filter's name; nil if there is none.
    ///
    /// - Parameter place: The options that say whose attributes count (git-check-attr(1)); those of the files on the
    ///   disk otherwise.
    func filtered(_ paths: [String], in place: [String] = []) throws(GitFailure) -> (path: String, filter: String)? {
        let input = Array(paths.map { $0 + "\0" }.joined().utf8)
        // Each answer is a path, the name of the attribute and its value.
        let answers = try output(of: ask(["check-attr"] + place + ["--stdin", "-z", "filter"], input: input))
            .split(separator: 0, omittingEmptySubsequences: false).map { String(decoding: $0, as: UTF8.self) }
        for start in stride(from: 0, to: answers.count - 2, by: 3)
        where !["unspecified", "unset"].contains(answers[start + 2]) {
            return (answers[start], answers[start + 2])
        }
        return nil
    }

    /// Returns what git printed, without the line end.
    func line(of answer: Answer) throws(GitFailure) -> String {
        String(decoding: try output(of: answer), as: UTF8.self).trimmingSpaces().description
    }

    /// Returns what git printed.
    func output(of answer: Answer) throws(GitFailure) -> [UInt8] {
        switch answer {
        case .output(let bytes): return bytes
        case .nothing: return []
        case .failure(let reason): throw GitFailure(reason: reason)
        }
    }
}

extension [VersionChange] {
    /// The same changes, where a file whose name is written in another Unicode normal form stays one file. No version
    /// has two files whose names look the same (`VersionJoin.refuseLookAlikes`).
    var byLook: [VersionChange] {
        guard contains(where: { !$0.path.utf8.allSatisfy { $0 < 0x80 } }) else { return self }
        var (changes, positions) = ([VersionChange](), [String: Int]())
        for change in self {
            guard let position = positions[change.path] else {
                positions[change.path] = changes.count
                changes.append(change)
                continue
            }
            let (gone, added) =
                changes[position].object == nil ? (changes[position], change) : (change, changes[position])
            changes[position] = VersionChange(
                path: added.path, formerPath: gone.path, oldMode: gone.oldMode, mode: added.mode, object: added.object)
        }
        return changes
    }
}

/// Returns a name that looks the same as another one of these, but has other bytes; nil if there is none.
func lookAlike(among names: [String]) -> String? {
    var known: [String: String] = [:]
    for name in names where !name.utf8.allSatisfy({ $0 < 0x80 }) {
        // As texts, two Unicode normal forms are equal.
        if let other = known.updateValue(name, forKey: name), !other.isSameName(as: name) { return name }
    }
    return nil
}

extension DeskRefusal {
    static func lookAlike(_ path: String) -> DeskRefusal {
        DeskRefusal(
            422,
            "There are two files called '\(path)': the names look the same, but their bytes differ. Rename one of them in a "
                + "terminal: git pull, and then git mv")
    }
}
