import Glibc
internal import KairanModel
internal import KairanOutput

/// The files of a target's last publication that tell what apps and users rely on, kept in the work folder: so that it is
/// known when the target is gone, or is an older one again.
struct PublicationMemory: Sendable {
    /// By path.
    var files: [String: [UInt8]]

    private static let mark = Array("kairan published 1\n".utf8)
    private static let headCount = mark.count + 32

    /// What is kept of a publication: its list, the files that this has hashes of, and those that tell of versions.
    init(of last: LastPublication) {
        files = [:]
        for path in Set(promisingPaths(of: last) + [publishedListPath]) {
            if case .bytes(let bytes) = last(path) { files[path] = bytes }
        }
    }

    /// Nil for what is damaged, or no such file.
    init?(reading bytes: [UInt8]) {
        guard bytes.starts(with: Self.mark) else { return nil }
        let read = undamaged { () throws(DamagedBytes) in
            var reader = ByteReader(bytes, in: Self.mark.count..<bytes.count)
            _ = try reader.readHash()
            guard try reader.readHash() == ContentHash(bytes[Self.headCount...]) else { throw DamagedBytes() }
            return try reader.readList { reader throws(DamagedBytes) in
                (try reader.readText(), Array(reader.bytes[try reader.readPart()]))
            }
        }
        guard let read else { return nil }
        files = Dictionary(read) { first, _ in first }
    }

    var bytes: [UInt8] {
        var body = ByteWriter()
        body.write(files.sorted { $0.key < $1.key }) { writer, file in
            writer.write(file.key)
            writer.write(part: file.value)
        }
        var head = ByteWriter()
        head.write(raw: Self.mark)
        head.write(ContentHash(files[publishedListPath] ?? []))
        head.write(ContentHash(body.bytes))
        return head.bytes + body.bytes
    }

    /// What it says at each path.
    var last: LastPublication {
        { [files] path in files[path].map(PublishedFile.bytes) ?? .nothing }
    }

    /// Whether a memory is of the publication with this list, of which only the start of the memory is read.
    static func isOf(_ list: [UInt8], at path: String) -> Bool {
        do {
            let file = try openFile(path)
            defer { close(file) }
            let head = try KairanBuild.readPart(file, 0..<headCount, room: 0)
            guard head.starts(with: mark) else { return false }
            var reader = ByteReader(head, in: mark.count..<head.count)
            return try reader.readHash() == ContentHash(list)
        } catch {
            return false
        }
    }

    /// Where the one of a target is, one for each target of the site.
    ///
    /// - Parameter workFolder: That exists.
    static func path(of target: String, in workFolder: String) -> String? {
        guard let target = whereabouts(of: target), let workFolder = whereabouts(of: workFolder) else { return nil }
        let parts = [target, workFolder].map { $0.split(separator: "/") }
        // As seen from the work folder, so that a site may be moved.
        let common = zip(parts[0], parts[1]).prefix { $0 == $1 }.count
        let name = "\(parts[1].count - common) " + parts[0].dropFirst(common).joined(separator: "/")
        return "\(workFolder)/published-\(ContentHash(Array(name.utf8)).shortText)"
    }

    /// The real path of a folder, which may be missing itself.
    private static func whereabouts(of folder: String) -> String? {
        if let path = realpath(folder, nil) {
            defer { free(path) }
            return String(cString: path)
        }
        let parts = folder.split(separator: "/", omittingEmptySubsequences: false)
        guard let name = parts.last(where: { !$0.isEmpty }), ![".", ".."].contains(name) else { return nil }
        let above = folder.prefix(upTo: name.startIndex)
        return whereabouts(of: above.isEmpty ? "." : String(above)).map { "\($0)/\(name)" }
    }
}

/// The paths of all that a publication promises with.
private func promisingPaths(of last: LastPublication) -> [String] {
    publishedVersionPaths(last) + (SealedPromises.published(last)?.files.keys.sorted() ?? [])
}

extension Publisher {
    /// Keeps what the folder now promises. Where that cannot be written, the next build asks elsewhere.
    borrowing func remember() {
        let target = target
        guard let path = workFolderPath().flatMap({ PublicationMemory.path(of: target, in: $0) }),
            case .bytes(let list) = readPublished(publishedListPath, in: target),
            !PublicationMemory.isOf(list, at: path)
        else { return }
        let memory = PublicationMemory { readPublished($0, in: target) }
        writeWholeFiles([(path, [memory.bytes[...]])])
    }
}
