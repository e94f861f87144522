#if canImport(Darwin)
    internal import Darwin
#else
    internal import Glibc
#endif

/// A program that was started beside this one, and that somebody waits for.
package struct Program: Sendable {
    private let process: pid_t

    /// Starts a program (posix_spawn(2)). Unless its path is given, it is looked for in the folders of PATH that begin at
    /// the root, and so are those that it starts: an empty or relative one would be a folder of the board, which may be
    /// a stranger's.
    ///
    /// - Parameter environment: The variables, each as `NAME=value`.
    /// - Parameter streams: The program's standard input, standard output and standard error.
    /// - Parameter kept: A file that the program keeps open by the same number, such as a lock.
    package init(
        _ words: [String], environment: [String], _ streams: (FileDescriptor, FileDescriptor, FileDescriptor),
        keeping kept: FileDescriptor? = nil
    ) throws(SystemError) {
        #if canImport(Darwin)
            // These types are optional pointers there.
            var actions: posix_spawn_file_actions_t? = nil
            var attributes: posix_spawnattr_t? = nil
        #else
            var actions = unsafe posix_spawn_file_actions_t()
            var attributes = posix_spawnattr_t()
        #endif
        unsafe posix_spawn_file_actions_init(&actions)
        defer { unsafe posix_spawn_file_actions_destroy(&actions) }
        for (number, stream) in [streams.0, streams.1, streams.2].enumerated() {
            unsafe posix_spawn_file_actions_adddup2(&actions, stream.rawValue, Int32(number))
        }
        // A file that is given its own number stays open in the program.
        if let kept { unsafe posix_spawn_file_actions_adddup2(&actions, kept.rawValue, kept.rawValue) }
        unsafe posix_spawnattr_init(&attributes)
        defer { unsafe posix_spawnattr_destroy(&attributes) }
        // The program must not inherit how this process handles signals.
        var (none, changed) = (sigset_t(), sigset_t())
        unsafe sigemptyset(&none)
        unsafe sigemptyset(&changed)
        unsafe sigaddset(&changed, SIGPIPE)
        unsafe posix_spawnattr_setsigmask(&attributes, &none)
        unsafe posix_spawnattr_setsigdefault(&attributes, &changed)
        unsafe posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF))
        let folders = absoluteProgramFolders()
        let places = words[0].hasPrefix("/") ? [words[0]] : folders.map { "\($0)/\(words[0])" }
        guard let path = places.first(where: isProgram) else {
            throw .noSuchFileOrDirectory
        }
        let environment = environment.filter { !$0.hasPrefix("PATH=") } + ["PATH=" + folders.joined(separator: ":")]
        let (arguments, variables) = unsafe (copiesForC(words), copiesForC(environment))
        defer { unsafe (arguments + variables).forEach { unsafe free($0) } }
        var process = pid_t()
        let code = unsafe posix_spawn(&process, path, &actions, &attributes, arguments, variables)
        if code != 0 { throw SystemError(code: code) }
        self.process = process
    }

    /// Asks the program to end (SIGTERM).
    package func end() { kill(process, SIGTERM) }

    /// Waits for the program's end (waitpid(2)). In the result, the second byte is the exit code, and the first one the
    /// signal that ended the program.
    package func status() -> Int32 {
        var status: Int32 = 0
        while unsafe waitpid(process, &status, 0) == -1, errno == EINTR {}
        return status
    }
}

/// Returns the folders of PATH that do not depend on the working folder.
private func absoluteProgramFolders() -> [Substring] {
    (environmentVariable("PATH") ?? "/usr/bin:/bin").split(separator: ":").filter { $0.hasPrefix("/") }
}

private func isProgram(_ path: String) -> Bool {
    guard workingFolder.knownStatus(of: path, followsLink: true)?.isFile == true else { return false }
    return unsafe access(path, X_OK) == 0
}

/// Returns texts as C strings, with nil after the last one. Whoever calls this frees them.
private func copiesForC(_ texts: [String]) -> [UnsafeMutablePointer<CChar>?] {
    unsafe texts.map { unsafe strdup($0) } + [nil]
}

/// Returns the variables of this process's environment, each as `NAME=value`.
package func environmentVariables() -> [String] {
    var variables: [String] = []
    var next = unsafe environ
    while let variable = unsafe next.pointee {
        unsafe variables.append(String(cString: variable))
        unsafe next += 1
    }
    return variables
}
