import Foundation
import KairanBuild

struct GitError: Error, CustomStringConvertible {
    var description: String
}

/// The `public/` of a revision, in a folder of its own that goes with the value; empty where there is none.
struct PublicationOfRevision: ~Copyable {
    private let folder: URL
    /// There may be nothing at it.
    private(set) var path: String

    /// Throws `OptionError` when there is no such revision, and `GitError`.
    init(_ revision: String, site: String) throws {
        folder = FileManager.default.temporaryDirectory.appending(path: "kairan-diff-\(UUID().uuidString)")
        path = folder.appending(path: "public").path
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let git = Git(site: site, folder: folder)
        // A name that starts with a hyphen would be an option.
        guard !revision.hasPrefix("-"),
            let commit = try git.output(["rev-parse", "--verify", "--quiet", revision + "^{commit}"]),
            let below = try git.output(["rev-parse", "--show-prefix"]),
            let root = try git.output(["rev-parse", "--show-toplevel"])
        else {
            throw OptionError(description: "'\(revision)' is neither a folder nor a revision of the site's repository")
        }
        guard let tree = try git.output(["rev-parse", "--verify", "--quiet", "\(commit):./public"]) else { return }
        path = folder.appending(path: "\(below)public").path
        // What a checkout would give at the same paths, by an index of its own. A symbolic link could lead anywhere.
        let top = Git(site: root, folder: folder)
        guard try top.output(["read-tree", "--prefix=\(below)public/", tree]) != nil,
            try top.output(["-c", "core.symlinks=false", "checkout-index", "--all", "--prefix=\(folder.path)/"]) != nil
        else { throw GitError(description: "git cannot read the public/ of '\(revision)'") }
    }

    deinit {
        do {
            try FileManager.default.removeItem(at: folder)
        } catch {
            Terminal.standardError.write("warning: \(folder.path) is left behind: \(error.localizedDescription)\n")
        }
    }
}

private struct Git {
    let site: String
    /// For the index and for what git says.
    let folder: URL

    /// What it prints, without the line break; nil when it says no.
    func output(_ arguments: [String]) throws -> String? {
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = ["git", "-C", site] + arguments
        var environment = ProcessInfo.processInfo.environment
        // A hook's own repository and index are not meant.
        for name in ["GIT_DIR", "GIT_WORK_TREE", "GIT_PREFIX"] { environment[name] = nil }
        environment["GIT_INDEX_FILE"] = folder.appending(path: "index").path
        process.environment = environment
        process.standardInput = FileHandle.nullDevice
        // Files rather than pipes: neither side can then wait for the other.
        let (output, errors) = (folder.appending(path: "output"), folder.appending(path: "errors"))
        for file in [output, errors] { try Data().write(to: file) }
        process.standardOutput = try FileHandle(forWritingTo: output)
        process.standardError = try FileHandle(forWritingTo: errors)
        try process.run()
        process.waitUntilExit()
        switch (process.terminationReason, process.terminationStatus) {
        case (.exit, 0):
            let text = String(decoding: try Data(contentsOf: output), as: UTF8.self)
            return text.trimmingCharacters(in: .newlines)
        case (.exit, 1): return nil
        default:
            let text = String(decoding: try Data(contentsOf: errors), as: UTF8.self)
            throw GitError(description: "git: " + text.trimmingCharacters(in: .whitespacesAndNewlines))
        }
    }
}
