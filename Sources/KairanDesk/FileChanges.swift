internal import KairanEditing
internal import KairanModel
internal import KairanReaders

/// Files that change together, as they are so far.
struct FileChanges {
    /// The bytes by path; nil for a file that is to go.
    private(set) var files: [String: [UInt8]?] = [:]
    /// The bytes that they had when they were read, by path.
    private(set) var before: [String: [UInt8]] = [:]
    private let desk: Desk

    init(_ desk: Desk) { self.desk = desk }

    /// Returns a file as it is so far.
    mutating func file(at path: String) throws -> SourceFile {
        if case .some(let bytes?) = files[path] { return SourceFile(path: path, bytes: bytes) }
        let file = try desk.file(at: path)
        before[path] = file.bytes
        return file
    }

    /// Gives a file new bytes; nil removes it.
    mutating func put(_ bytes: [UInt8]?, at path: String) {
        if bytes == before[path] { files.removeValue(forKey: path) } else { files[path] = .some(bytes) }
    }

    /// Gives the table of an entry the column for a key that every entry may have, and tells whether it lacked it.
    mutating func addColumn(_ key: String, for found: FoundEntry) throws -> Bool {
        let path = found.span.path
        guard path.hasSuffix(".csv") else { return false }
        var editor = try SourceEditor(try file(at: path), columns: found.declaration.columns)
        let isNew = try editor.addColumn(key)
        put(editor.file.bytes, at: path)
        return isNew
    }

    /// Sets or removes a key that every entry may have.
    mutating func set(_ key: String, of found: FoundEntry, to value: SourceNode?) throws {
        let path = found.span.path
        var opened = try OpenedEntry(found, try file(at: path))
        try opened.editor.set(opened.steps + [.key(key)], to: value)
        put(opened.file.bytes, at: path)
    }
}
