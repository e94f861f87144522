package import Foundation

/// A folder of real files for one test, with `public` inside as the target, which is removed with the value.
package struct PublishingSandbox: ~Copyable {
    package let root: String
    package var target: String { root + "/public" }

    package init() throws {
        root = NSTemporaryDirectory() + "kairan-publishing-\(UUID().uuidString)"
        try FileManager.default.createDirectory(atPath: root, withIntermediateDirectories: true)
    }

    deinit {
        do {
            try FileManager.default.removeItem(atPath: root)
        } catch {
            print("left behind: \(root): \(error)")
        }
    }

    package func write(_ text: String, to path: String) throws {
        let file = URL(filePath: "\(root)/\(path)")
        try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(text.utf8).write(to: file)
    }

    package func link(_ path: String, to destination: String) throws {
        try FileManager.default.createSymbolicLink(atPath: "\(root)/\(path)", withDestinationPath: destination)
    }

    package func makeFolder(_ path: String) throws {
        try FileManager.default.createDirectory(atPath: "\(root)/\(path)", withIntermediateDirectories: true)
    }

    package func remove(_ path: String) throws { try FileManager.default.removeItem(atPath: "\(root)/\(path)") }

    package func status(_ path: String) throws -> stat {
        var status = stat()
        guard lstat("\(root)/\(path)", &status) == 0 else { throw POSIXError(.init(rawValue: errno) ?? .EIO) }
        return status
    }

    /// Lists what Kairan made beside the target.
    package func besideTarget() throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: root).filter { $0.contains(".kairan-") }.sorted()
    }
}
