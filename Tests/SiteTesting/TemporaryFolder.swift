package import Foundation

/// A folder of real files for one test, which is removed with the value.
package struct TemporaryFolder: ~Copyable {
    package let url: URL

    package init() throws {
        url = FileManager.default.temporaryDirectory.resolvingSymlinksInPath()
            .appending(path: "kairan-tests-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    }

    deinit {
        do { try FileManager.default.removeItem(at: url) } catch { print("left behind: \(url.path): \(error)") }
    }

    package var path: String { url.path }

    package func emptyFile(_ path: String) throws -> URL {
        try write(Data(), to: path)
        return url.appending(path: path)
    }

    package func write(_ text: String, to path: String) throws { try write(Data(text.utf8), to: path) }

    package func write(_ data: Data, to path: String) throws {
        let file = url.appending(path: path)
        try FileManager.default.createDirectory(
            at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try data.write(to: file)
    }

    /// Copies every file of `folder` to the same place under `path`, over those that are there.
    package func lay(_ folder: URL, over path: String) throws { try lay(try filesIn(folder), over: path) }

    /// Writes every file to its place under `path`, over those that are there.
    package func lay(_ files: [String: [UInt8]], over path: String) throws {
        for (name, bytes) in files { try write(Data(bytes), to: "\(path)/\(name)") }
    }
}

/// Reads every regular file under a folder, by path relative to it; there are none if there is no such folder.
package func filesIn(_ folder: URL) throws -> [String: [UInt8]] {
    guard FileManager.default.fileExists(atPath: folder.path) else { return [:] }
    var files: [String: [UInt8]] = [:]
    for path in try FileManager.default.subpathsOfDirectory(atPath: folder.path) {
        let file = folder.appending(path: path)
        let type = try FileManager.default.attributesOfItem(atPath: file.path)[.type] as? FileAttributeType
        if type == .typeRegular { files[path] = Array(try Data(contentsOf: file)) }
    }
    return files
}

/// A published file as a host and its caches see it: a rebuild that changes nothing leaves all three alone.
package struct PublishedFile: Equatable {
    var bytes: [UInt8]
    var modified: Date?
    var inode: Int?
}

package func publication(_ folder: URL) throws -> [String: PublishedFile] {
    var files: [String: PublishedFile] = [:]
    for (path, bytes) in try filesIn(folder) {
        let attributes = try FileManager.default.attributesOfItem(atPath: folder.appending(path: path).path)
        files[path] = PublishedFile(
            bytes: bytes, modified: attributes[.modificationDate] as? Date,
            inode: attributes[.systemFileNumber] as? Int)
    }
    return files
}
