internal import KairanModel
internal import KairanSystem

/// The outputs of a first publication. They are written to the folder that will be published as soon as they are made,
/// so that memory need not hold them: 100,000 entries then take half as much of it.
package struct StagedOutputs: Sendable {
    private final class Folder: Sendable {
        let root: FileDescriptor

        init(_ path: String) throws(PublishError) { root = try openFolder(path) }

        deinit { root.close() }
    }

    private let root: FileDescriptor
    /// Reads outputs again, and keeps the folder open.
    private let kept: OutputStore

    /// Empties the staging folder. The result is nil if something is published already, since most outputs stay as they
    /// are then, or if the folder cannot be made.
    init?(at place: PublicationPlace) {
        do {
            guard place.isTargetMissing else { return nil }
            try place.emptyStaging()
            let folder = try Folder(place.staging)
            root = folder.root
            kept = OutputStore { path in folder.root.readKnownFile(TreePath(path)) }
        } catch {
            return nil
        }
    }

    /// Writes an output, and returns it without its bytes. An output that cannot be written is returned as it is:
    /// publishing it then fails likewise, and can say why.
    package func store(_ file: OutputFile) -> OutputFile {
        let path = TreePath(file.path)
        // Paths are checked for good only when all outputs are known.
        guard path.isPublishable else { return file }
        do throws(SystemError) {
            // Such a page is mostly the first file of its folder, and then trying without the folder fails.
            if file.path.hasSuffix("/index.html") { try makeFolders(above: path) }
            try newFile(path).writeAndClose([file.bytes[...]])
            return file.stored(in: kept)
        } catch {
            return file
        }
    }

    /// Takes an output back, and the folders that held nothing else.
    package func remove(_ path: String) {
        var path = TreePath(path)
        root.discardFile(path)
        do throws(SystemError) {
            while let folder = path.folder {
                try root.removeFolder(folder)
                path = folder
            }
        } catch {
            // The folder holds other outputs.
        }
    }

    private func newFile(_ path: TreePath) throws(SystemError) -> FileDescriptor {
        do {
            return try root.createFile(path)
        } catch .noSuchFileOrDirectory {
            try makeFolders(above: path)
            return try root.createFile(path)
        }
    }

    private func makeFolders(above path: TreePath) throws(SystemError) {
        guard let folder = path.folder else { return }
        do {
            try root.makeFolderIfMissing(folder)
        } catch .noSuchFileOrDirectory {
            try makeFolders(above: folder)
            try root.makeFolderIfMissing(folder)
        }
    }
}

/// Returns the stamps of all outputs in the staging folder, in their order. Throws if an output is not there any more or
/// has another size, or if one could not be read meanwhile.
func stampStaged(_ outputs: [OutputFile], at place: PublicationPlace) throws(PublishError) -> [FileStamp] {
    if let path = outputs.lazy.compactMap(\.store).first?.lost { throw lostOutput(path, in: place.staging) }
    let stamps = try stampFiles(outputs.map(\.path), in: place.staging, place.clock)
    if let lost = stamps.indices.first(where: { stamps[$0].size != outputs[$0].size }) {
        throw lostOutput(outputs[lost].path, in: place.staging)
    }
    return stamps
}

func lostOutput(_ path: String, in staging: String) -> PublishError {
    .io(path: "\(staging)/\(path)", reason: "somebody changed this file while the site was built, or it cannot be read")
}
