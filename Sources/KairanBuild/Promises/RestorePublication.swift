internal import KairanContracts
internal import KairanFormats
internal import KairanModel
internal import KairanPublish
internal import KairanReaders
internal import KairanSystem
internal import KairanTemplates

/// Reads the publication that a folder's list names. A file that is not what the list says, as after a power failure, is
/// read from where the same publication is remembered.
///
/// - Parameter memory: Reads the remembered publication.
func restored(
    _ read: @escaping ReadPublished, from memory: ReadPublished
) -> (read: ReadPublished, paths: [String]) {
    let list = PublishedList(read(publishedListPath))
    var restored: [String: [UInt8]] = [:]
    for path in list.promisingPaths where path != publishedListPath {
        guard let kept = memory(path).contents, read(path).contents != kept else { continue }
        // A commit may have the list without all of its files, so the list decides which bytes were published.
        let hash = list.hash(of: path)
        if hash == ContentHash(kept), read(path).contents.map({ ContentHash($0) }) != hash { restored[path] = kept }
    }
    if restored.isEmpty { return (read, []) }
    return ({ [restored] path in restored[path].map(PublishedFile.bytes) ?? read(path) }, restored.keys.sorted())
}

extension [KnownPublication] {
    /// Returns a file of a folder that makes a promise which none of these publications makes, or nil if there is none.
    /// If the folder's list is lost, nobody can tell whether such a file is that of a later publication. An empty file,
    /// half a file, or half a number beside a damaged list promises nothing.
    func unknownPromise(in folder: String, _ read: ReadPublished) -> String? {
        let manifests = foldersOfVersions(in: folder).map { "api/\($0)/\(VersionFile.manifest.name)" }
        let paths = reduce(into: Set(manifests + [agreementsPath])) { $0.formUnion($1.promises.files.keys) }
        return paths.sorted().first { path in
            guard let bytes = read(path).contents else { return false }
            let document = readJSON(SourceFile(path: path, bytes: bytes))
            guard let value = document.value, !document.diagnostics.hasErrors else { return false }
            let number = read(publishedListPath).contents == nil ? nil : value.scalar.flatMap(Int.init)
            return !contains { publication in
                publication.read(path).contents == bytes
                    || number.map { $0 <= publication.promises.files[path]?.revision ?? -1 } == true
            }
        }
    }
}

private func foldersOfVersions(in folder: String) -> [String] {
    do {
        return try OpenFolder("\(folder)/api").entries().filter { $0.kind == .folder }.map(\.name.text)
    } catch {
        return []
    }
}
