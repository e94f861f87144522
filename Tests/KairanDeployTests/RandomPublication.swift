import Foundation
import KairanFormats
import KairanModel
import KairanSystem
import SiteTesting

@testable import KairanDeploy
import KairanPublish

/// A small published site with pages that lead to each other, an API, and names that are now a file and now a folder.
struct RandomPublication {
    private(set) var files: [String: [UInt8]] = [:]

    init(_ numbers: inout SeededNumbers, revision: Int) {
        let names = (0..<8).map { "p\($0)" }.filter { _ in Bool.random(using: &numbers) }
        let pages = names.map { name in
            ["\(name).html", "\(name)/index.html", "\(name)"].randomElement(using: &numbers) ?? name
        }
        var menu = [String]()
        if Bool.random(using: &numbers) { menu = pages.filter { _ in Bool.random(using: &numbers) } + ["index.html"] }
        func page(_ targets: [String]) -> [UInt8] {
            let links = (menu + targets).map { "<a href=\"/b/\($0.replacing("index.html", with: ""))\">x</a>\n" }
            return Array("<title>\(revision)</title>\n\(links.joined())".utf8)
        }
        func some(_ paths: [String]) -> [String] { paths.filter { _ in Int.random(in: 0..<3, using: &numbers) == 0 } }
        let data = ["a", "b", "c"].filter { _ in Bool.random(using: &numbers) }.map { "\($0)\(revision % 3).json" }
        for name in data {
            let text = "{\"number\": \(Int.random(in: 0..<4, using: &numbers)), \"page\": \""
            files["api/v1/\(name)"] = Array(
                "\(text)\(pages.randomElement(using: &numbers).map { "/b/\($0)" } ?? "")\"}\n".utf8)
        }
        files["api/v1/index.html"] = page(["api/v1/manifest.json"] + data.map { "api/v1/\($0)" })
        for path in pages {
            // What has no extension is no page to a browser.
            files[path] =
                path.contains(".") ? page(some(pages) + some(["api/v1/", "feed.xml"])) : Array("\(revision)\n".utf8)
        }
        files["index.html"] = page(some(pages) + ["api/v1/"])
        files["feed.xml"] = Array(pages.map { "<link href=\"/b/\($0)\"/>\n" }.joined().utf8)
        files["404.html"] = page(["index.html"])
        files["api/v1/manifest.json"] = manifest(revision)
    }

    private func manifest(_ revision: Int) -> [UInt8] {
        let lines = files.filter { $0.key.hasPrefix("api/v1/") }.sorted { $0.key < $1.key }.map { path, bytes in
            "{\"path\":\"\(path.dropFirst(7))\",\"size\":\(bytes.count),\"sha256\":\"\(sha256(bytes))\",\"revision\":1}"
        }
        return Array(
            """
            {
            "version":"v1",
            "status":"current",
            "revision":\(revision),
            "nextChange":null,
            "files":[
            \(lines.joined(separator: ",\n"))
            ]}

            """.utf8)
    }

    /// Writes the files into a folder, as a build leaves them there.
    func write(into box: borrowing TemporaryFolder, _ folder: String) throws -> ReadyPublication {
        for (path, bytes) in files { try box.write(Data(bytes), to: "\(folder)/\(path)") }
        let listed = files.map { WholeList.File(path: TreePath($0), hash: ContentHash($1)) }
        let list = WholeList(files: listed.sorted { $0.path < $1.path })
        try box.write(Data(list.bytes), to: "\(folder)/.kairan.json")
        return try ReadyPublication(in: "\(box.path)/\(folder)")
    }
}
