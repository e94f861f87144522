package import Foundation
import Testing

/// A small disk with an ext4 file system, which tells at any moment what has reached it: what a computer finds there
/// after its power failed. The disk is a file behind a loop device.
package struct BlockDisk: ~Copyable {
    /// The folder that it is mounted on.
    package let folder: String
    private let image: URL

    /// Makes an empty disk, which is mounted in a folder of `place`. This needs Linux, root and loop devices; the result
    /// is nil without them.
    package init?(in place: URL, options: String = "") throws {
        try self.init(in: place, options: options) { image in
            try #require(FileManager.default.createFile(atPath: image.path, contents: nil))
            let file = try FileHandle(forWritingTo: image)
            try file.truncate(atOffset: 16 << 20)
            try file.close()
            return try Self.run(["mkfs.ext4", "-q", "-F", image.path])
        }
    }

    /// Mounts a disk as it was left.
    package init?(holding bytes: Data, in place: URL, options: String = "") throws {
        try self.init(in: place, options: options) { image in
            try bytes.write(to: image)
            return true
        }
    }

    private init?(in place: URL, options: String, make: (URL) throws -> Bool) throws {
        image = place.appending(path: "image-\(UUID().uuidString)")
        folder = place.appending(path: "disk-\(UUID().uuidString)").path
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        let mount = ["mount", "-t", "ext4", "-o", "loop" + options, image.path, folder]
        guard isOnLinux, getuid() == 0, try make(image), try Self.run(mount) else {
            print("skipped, cannot mount a disk of its own here")
            return nil
        }
    }

    deinit {
        unmountSmallDisk(folder)
        do { try FileManager.default.removeItem(at: image) } catch {}
    }

    /// Lets the journal of the file system reach the disk, as any program does that waits for a file of its own. What is
    /// in files that nobody waits for stays in memory.
    package func writeJournal() throws {
        let file = URL(filePath: folder + "/other")
        try Data("other".utf8).write(to: file)
        let handle = try FileHandle(forUpdating: file)
        try handle.synchronize()
        try handle.close()
    }

    /// Returns what has reached the disk at one moment: if two copies are the same, nothing came between them.
    package func content() throws -> Data {
        while true {
            let (first, second) = (try Data(contentsOf: image), try Data(contentsOf: image))
            if first == second { return first }
        }
    }

    private static func run(_ command: [String]) throws -> Bool {
        try SiteTesting.run(URL(filePath: "/usr/bin/env"), command).exitCode == 0
    }
}
