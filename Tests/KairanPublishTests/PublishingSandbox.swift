import Foundation
import KairanTemplates
import SiteTesting

@testable import KairanPublish

extension PublishingSandbox {
    func published() throws -> [String: String] { try treeContents(target) }
}

/// Reads every path below a folder: files with their text, links as `-> where`, and empty folders as `/`.
func treeContents(_ top: String) throws -> [String: String] {
    let tree = try scanTree(top)
    let filled = folders(leadingTo: tree.entries.keys)
    var contents: [String: String] = [:]
    for (path, kind) in tree.entries where path != WholeList.path {
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
