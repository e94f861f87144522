package import Foundation
package import KairanSystem
internal import Synchronization

/// A folder of real files for one test, with `public` inside as the target, which is removed with the value.
package struct PublishingSandbox: ~Copyable {
    package let root: String
    package var target: String { root + "/public" }
    /// The clock by which a build judges whether files may still change unnoticed. It stands until `tick`, before which
    /// every file may.
    package let clock: FileClock
    private let time: StandingTime

    package init() throws {
        let time = StandingTime()
        (self.time, clock) = (time, FileClock { time.now.load(ordering: .relaxed) })
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
        guard unsafe lstat("\(root)/\(path)", &status) == 0 else { throw POSIXError(.init(rawValue: errno) ?? .EIO) }
        return status
    }

    /// Lets the stamps of all files settle: whatever changes from now on has a later time, and has not settled.
    package func tick() throws {
        let last = try touch()
        // Before Linux 6.13, two changes within a tick of the kernel's own clock, of at most 10 ms, get the same time.
        try wait { try touch() > last }
        time.now.store(last + 20_000_000, ordering: .relaxed)
    }

    /// Returns the time that a file gets which is changed now, in nanoseconds since 1970.
    private func touch() throws -> Int64 {
        guard unsafe utimensat(AT_FDCWD, root, nil, 0) == 0 else { throw POSIXError(.init(rawValue: errno) ?? .EIO) }
        return Int64((try workingFolder.status(of: root)).changed)
    }

    /// Lists what Kairan made beside the target.
    package func besideTarget() throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: root).filter { $0.contains(".kairan-") }.sorted()
    }
}

private final class StandingTime: Sendable {
    let now = Atomic<Int64>(0)
}
