internal import KairanSystem

/// The file that stood at an output's path in the publication before this one.
package enum PublishedFile: Sendable {
    case nothing
    case bytes([UInt8])
    /// The reason is the system's own message.
    case unreadable(String)

    /// The bytes of a file that can be read.
    package var contents: [UInt8]? { if case .bytes(let bytes) = self { bytes } else { nil } }
}

/// Reads what a folder holds at an output's path.
package func readPublished(_ path: String, in folder: String) -> PublishedFile {
    do {
        return .bytes(try workingFolder.readFile("\(folder)/\(path)"))
    } catch {
        let isMissing = error == .noSuchFileOrDirectory || error == .notDirectory
        return isMissing ? .nothing : .unreadable(error.description)
    }
}

/// Reads a file of a publication, wherever the publication is kept.
package typealias ReadPublished = @Sendable (_ path: String) -> PublishedFile
