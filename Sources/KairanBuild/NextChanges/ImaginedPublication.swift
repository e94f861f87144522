internal import KairanContracts
internal import KairanPublish
internal import KairanReaders
internal import KairanTemplates

/// The content that a folder would have if builds were published in it, one after the other.
struct ImaginedPublication {
    private let folder: String
    private let before: ReadPublished
    /// The files that are not as the folder has them, by path.
    private var files: [String: OutputFile] = [:]
    private var removed: Set<String> = []
    /// The bytes of the list; nil while the folder's own list is right.
    private var list: [UInt8]?

    init(in folder: String, after before: @escaping ReadPublished) { (self.folder, self.before) = (folder, before) }

    /// - Parameter build: A build that took over from the store of the one before.
    /// - Parameter unpublished: Reads the kept outputs that the folder does not hold.
    mutating func publish(
        _ build: BuildResult, keeping unpublished: ((_ path: String) -> [UInt8]?)? = nil
    ) throws(PublishError) {
        for file in build.files { files[file.path] = file }
        for kept in build.kept where files[kept.path] == nil {
            if let bytes = unpublished?(kept.path) { files[kept.path] = OutputFile(path: kept.path, bytes: bytes) }
        }
        let paths = Set(build.files.map(\.path)).union(build.kept.map(\.path))
        removed.formUnion(files.keys.filter { !paths.contains($0) })
        removed.subtract(paths)
        for path in removed { files[path] = nil }
        let standing = build.kept.filter { files[$0.path] == nil }
        let all = Array(files.values)
        let promises = try PublishedPromises(of: all, keeping: standing, in: folder)
        list = try Publication(all, keeping: standing, promises: promises).list.bytes
    }

    var read: ReadPublished {
        let (before, files, removed, list) = (before, files, removed, list)
        return { path in
            if path == publishedListPath, let list { return .bytes(list) }
            if removed.contains(path) { return .nothing }
            return files[path].map { .bytes($0.bytes) } ?? before(path)
        }
    }
}
