import KairanModel
import KairanSystem
import Synchronization

@testable import KairanDeploy
import KairanPublish

/// A host in memory, which may lose the connection at any step. After each step somebody looks.
final class MemoryHost: DeployHost {
    private struct State {
        var files: [String: [UInt8]] = [:]
        var numbers: any RandomNumberGenerator & Sendable
        /// The number of steps until the connection is lost.
        var steps = Int.max
    }

    private let state: Mutex<State>
    private let look: @Sendable (_ files: [String: [UInt8]]) -> Void

    init(_ numbers: any RandomNumberGenerator & Sendable, look: @escaping @Sendable ([String: [UInt8]]) -> Void) {
        state = Mutex(State(numbers: numbers))
        self.look = look
    }

    var files: [String: [UInt8]] { state.withLock { $0.files } }

    func lose(afterSteps steps: Int) { state.withLock { $0.steps = steps } }

    func damage(_ path: String, _ bytes: [UInt8]?) { state.withLock { $0.files[path] = bytes } }

    func fetch(_ paths: [TreePath], into folder: String) throws {
        for path in paths {
            workingFolder.discardFile("\(folder)/\(path.text)")
            guard let bytes = files[path.text] else { continue }
            try workingFolder.createFile("\(folder)/\(path.text)").writeAndClose([bytes[...]])
        }
    }

    func listing() -> HostListing {
        let paths = files.keys.map { TreePath($0) }
        let folders = Set(paths.flatMap(\.folders)).map { Array($0.bytes) + [UInt8(ascii: "/")] }
        return HostListing((paths.map { Array($0.bytes) } + folders).map { $0[...] })
    }

    func equals(of files: [DeployedFile]) throws -> Set<TreePath> {
        Set(try files.filter { self.files[$0.path.text] == (try bytes(of: $0)) }.map(\.path))
    }

    /// The files of one upload come in any order. Where the connection is lost, half a file may be left.
    func upload(_ files: [DeployedFile]) throws {
        for file in state.withLock({ files.shuffled(using: &$0.numbers) }) {
            let (path, bytes) = (file.path.text, try bytes(of: file))
            try step(half: { $0[path] = Array(bytes.prefix(bytes.count / 2)) }) { files throws(DeployError) in
                let others = files.keys.filter { $0.hasPrefix(path + "/") || path.hasPrefix($0 + "/") }
                if !others.isEmpty { throw DeployError("\(path): \(others) is in the way") }
                files[path] = bytes
            }
        }
    }

    func remove(_ paths: [TreePath]) throws {
        for path in paths { try step { files throws(DeployError) in files[path.text] = nil } }
    }

    func removeFolders(_ paths: [TreePath]) {}

    private func step(
        half: (inout [String: [UInt8]]) -> Void = { _ in },
        _ work: (inout [String: [UInt8]]) throws(DeployError) -> Void
    ) throws {
        let files = try state.withLock { state throws(DeployError) in
            if state.steps == 0 {
                // Hosts that write in place leave the beginning of a file.
                if Bool.random(using: &state.numbers) { half(&state.files) }
                throw DeployError("the connection was lost")
            }
            state.steps -= 1
            try work(&state.files)
            return state.files
        }
        look(files)
    }

    private func bytes(of file: DeployedFile) throws -> [UInt8] {
        try workingFolder.readFile("\(file.folder)/\(file.path.text)")
    }
}
