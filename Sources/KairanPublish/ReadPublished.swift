package import KairanContracts
internal import KairanReaders
internal import KairanSystem
internal import KairanTemplates

/// Reads what a folder holds at an output's path.
package func readPublished(_ path: String, in folder: String) -> PublishedFile {
    do {
        return .bytes(try workingFolder.readFile("\(folder)/\(path)"))
    } catch {
        switch error {
        case .noSuchFileOrDirectory, .notDirectory: return .nothing
        default: return .unreadable(error.description)
        }
    }
}

/// Reads a file of a publication, wherever the publication is kept.
package typealias ReadPublished = @Sendable (_ path: String) -> PublishedFile
