internal import KairanPublish
internal import KairanReaders
package import KairanSystem
internal import Synchronization

/// Runs the programs that upload, one after the other, and keeps what they need in a folder of its own.
///
/// They run in that folder. A site may come from a stranger, and rclone, where it knows no home, takes its settings from
/// the folder in which it runs; a PATH with `.` in it would even take the program from there.
package final class ProgramRunner: Sendable {
    struct End {
        var code: Int
        var output: [UInt8]
        /// The lines of the program's standard error.
        var complaints: [String]
    }

    /// A temporary folder.
    let folder: String
    /// The lock of the publication. The programs inherit it, so that nobody deploys or builds while one still runs
    /// whose parent was killed. It is nil if the programs only read.
    private let lock: FileDescriptor?
    /// The program that runs now. A program is started while this is locked, so that none is missed by `end`.
    private let running = Mutex<Program?>(nil)

    package init(holding lock: FileDescriptor? = nil) throws {
        self.lock = lock
        folder = try resolvedPath(try makeProcessFolder("kairan-deploy-"))
        for name in ["fetched", "made", "empty"] { try workingFolder.makeFolder("\(folder)/\(name)") }
    }

    deinit { do { try removeTree(folder) } catch {} }

    /// Ends the program that runs now, if one does, and then this process. No program is started any more, and nobody
    /// sees one fail.
    package func end(_ exit: () -> Never) {
        running.withLock {
            $0?.end()
            exit()
        }
    }

    /// Writes a list of files for a program, and returns its path.
    func list(_ paths: [TreePath], endingIn end: String) throws -> String {
        try file("list", holding: paths.reduce(into: []) { $0 += $1.bytes + Array(end.utf8) })
    }

    /// Writes a file for a program, in the place of an earlier one, and returns its path.
    func file(_ name: String, holding bytes: [UInt8]) throws -> String {
        let path = "\(folder)/\(name)"
        workingFolder.discardFile(path)
        try failingAt(path) { () throws(SystemError) in try workingFolder.createFile(path).writeAndClose([bytes[...]]) }
        return path
    }

    /// A folder in which nothing ever is.
    var emptyFolder: String { "\(folder)/empty" }

    /// Runs a program to its end. Files are used rather than pipes, so that neither side can wait for the other.
    func run(_ words: [String]) throws -> End {
        let input = try TemporaryFile()
        let output = try TemporaryFile()
        let errors = try TemporaryFile()
        let program = try running.withLock { running in
            let program = try start(words, (input.descriptor, output.descriptor, errors.descriptor))
            running = program
            return program
        }
        let status = program.status()
        running.withLock { $0 = nil }
        let complaints = String(decoding: errors.content, as: UTF8.self).split(whereSeparator: \.isNewline).map(
            String.init)
        let code = status & 0x7F == 0 ? Int(status >> 8) : 128 + Int(status & 0x7F)
        return End(code: code, output: output.content, complaints: complaints)
    }

    private func start(_ words: [String], _ streams: (FileDescriptor, FileDescriptor, FileDescriptor)) throws -> Program
    {
        do { return try Program(words, environment: environment, streams, keeping: lock) } catch {
            throw error == .noSuchFileOrDirectory
                ? DeployError(
                    "\(words[0]) is not installed, and \(words[0] == "curl" ? "it asks the host" : "this target needs it"); "
                        + "on Debian: apt install \(words[0])")
                : DeployError("\(words[0]) cannot be started: \(error)")
        }
    }

    /// Nobody may be at the terminal to answer a question, and messages are read.
    private var environment: [String] {
        let others = environmentVariables().filter { !$0.hasPrefix("LC_ALL=") }
        func has(_ names: String...) -> Bool {
            names.contains { name in others.contains { $0.hasPrefix(name + "=") && $0 != name + "=" } }
        }
        // Without a home folder, rclone would read settings from the working folder, which may be a stranger's board.
        let settings = has("RCLONE_CONFIG", "XDG_CONFIG_HOME", "HOME") ? [] : ["RCLONE_CONFIG=\(folder)/rclone.conf"]
        return others + settings + ["LC_ALL=C"]
            + (has("RSYNC_RSH") ? [] : ["RSYNC_RSH=ssh -oBatchMode=yes -oConnectTimeout=20"])
    }

    func failure(_ program: String, _ code: Int, _ complaint: String?) -> DeployError {
        DeployError("\(program) failed: \(complaint ?? "it stopped with \(code)")")
    }
}
