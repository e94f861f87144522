import Foundation
import KairanContent
import KairanOutput
import KairanReaders
import Testing

@testable import KairanBuild

/// A folder of real files for one test, with `public` inside as the target; removed with the value.
struct PublishingSandbox: ~Copyable {
    let root: String
    var target: String { root + "/public" }

    init() throws {
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

    func write(_ text: String, to path: String) throws {
        let file = URL(filePath: "\(root)/\(path)")
        try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(text.utf8).write(to: file)
    }

    func link(_ path: String, to destination: String) throws {
        try FileManager.default.createSymbolicLink(atPath: "\(root)/\(path)", withDestinationPath: destination)
    }

    func makeFolder(_ path: String) throws {
        try FileManager.default.createDirectory(atPath: "\(root)/\(path)", withIntermediateDirectories: true)
    }

    func remove(_ path: String) throws { try FileManager.default.removeItem(atPath: "\(root)/\(path)") }

    func status(_ path: String) throws -> stat {
        var status = stat()
        try systemCall { lstat("\(root)/\(path)", &status) }
        return status
    }

    /// Beside the target, what is there of Kairan's making.
    func besideTarget() throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: root).filter { $0.contains(".kairan-") }.sorted()
    }

    /// Makes `site` hold these files, touching only what is another, and reads them as a build does.
    func readSite(of files: [SourceFile], after record: BuildRecord?) throws -> SourceTree {
        let folder = "\(root)/site"
        var rest: [[UInt8]: String] = [:]
        for path in FileManager.default.enumerator(atPath: folder)?.compactMap({ $0 as? String }) ?? [] {
            rest[Array(path.utf8)] = path
        }
        for name in ["content", "templates"] {
            try FileManager.default.createDirectory(atPath: "\(folder)/\(name)", withIntermediateDirectories: true)
        }
        for file in files {
            rest[Array(file.path.utf8)] = nil
            let url = URL(filePath: "\(folder)/\(file.path)")
            try FileManager.default.createDirectory(
                at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
            if FileManager.default.contents(atPath: url.path).map(Array.init) != file.bytes {
                try Data(file.bytes).write(to: url)
            }
        }
        for path in rest.values where try status("site/\(path)").st_mode & S_IFMT != S_IFDIR {
            try remove("site/\(path)")
        }
        let read = try readSourceTree(folder, known: record?.sources ?? [], in: record?.head.folders ?? [])
        #expect(read.diagnostics.isEmpty)
        return read.value
    }

    func published() throws -> [String: String] { try treeContents(target) }
}

/// Every path below a folder: files with their text, links as `-> where`, folders that are empty as `/`.
func treeContents(_ top: String) throws -> [String: String] {
    let tree = try scanTree(top)
    let filled = folders(leadingTo: tree.entries.keys)
    var contents: [String: String] = [:]
    for (path, kind) in tree.entries where path != PublicationManifest.path {
        let whole = "\(top)/\(path.text)"
        switch kind {
        case .file: contents[path.text] = try String(contentsOfFile: whole, encoding: .utf8)
        case .symbolicLink:
            contents[path.text] = "-> " + (try FileManager.default.destinationOfSymbolicLink(atPath: whole))
        case .folder: if !filled.contains(path) { contents[path.text] = "/" }
        case .special: contents[path.text] = "special"
        }
    }
    return contents
}

func outputs(_ contents: [String: String]) -> [OutputFile] {
    contents.map { OutputFile(path: $0.key, bytes: Array($0.value.utf8)) }
}

/// The executable built beside the tests.
func publishProbe() -> URL {
    URL(filePath: CommandLine.arguments[0]).resolvingSymlinksInPath().deletingLastPathComponent()
        .appending(path: "publish-probe")
}
