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

    var bytes: [UInt8] {
        writeJSON(
            .object([
                (key: "kairan", value: .integer(Self.version)),
                (key: "files", value: .array(paths.map { .string($0.text) })),
            ]))
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
