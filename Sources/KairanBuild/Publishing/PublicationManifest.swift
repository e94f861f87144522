internal import KairanContent
internal import KairanOutput

/// The list of what Kairan made, kept beside it as `.kairan.json`: what a later build may replace or remove.
///
/// One path a line, sorted by bytes, and no clock: the same outputs give the same manifest.
struct PublicationManifest: Equatable {
    static let path = TreePath(".kairan.json")
    private static let version = 1

    /// Sorted.
    var paths: [TreePath]

    /// As `writeJSON` writes it; there is no need to make a value of every path for that.
    var bytes: [UInt8] {
        var bytes = Array("{\n  \"kairan\": \(Self.version),\n  \"files\": [".utf8)
        for path in paths {
            if bytes.last != UInt8(ascii: "[") { bytes.append(UInt8(ascii: ",")) }
            bytes += "\n    ".utf8
            path.withUnsafeBytes { text in
                if text.allSatisfy(standsAsItIs) {
                    bytes.append(UInt8(ascii: "\""))
                    bytes += text
                    bytes.append(UInt8(ascii: "\""))
                } else {
                    bytes += writeJSON(.string(path.text)).dropLast()
                }
            }
        }
        bytes += (paths.isEmpty ? "]\n}\n" : "\n  ]\n}\n").utf8
        return bytes
    }

    private func standsAsItIs(_ byte: UInt8) -> Bool {
        (0x20..<0x7F).contains(byte) && byte != UInt8(ascii: "\"") && byte != UInt8(ascii: "\\")
    }
}

extension PublicationManifest {
    /// Nil for anything but a whole manifest of this version: a merge conflict left in it, or a file of someone else's.
    /// Then nothing in the folder counts as ours, so nothing of it can be removed by mistake.
    init?(reading bytes: [UInt8]) {
        let read = readJSON(SourceFile(path: Self.path.text, bytes: bytes))
        guard !read.diagnostics.hasErrors, let root = read.value, root.members?.count == 2 else { return nil }
        guard case .scalar(String(Self.version), .number)? = root["kairan"]?.content else { return nil }
        guard let files = root["files"]?.elements else { return nil }
        paths = []
        for file in files {
            guard case .scalar(let text, .string) = file.content else { return nil }
            let path = TreePath(text)
            guard path.isPublishable, path != Self.path else { return nil }
            paths.append(path)
        }
    }
}
