internal import Glibc

/// A program that was started beside this one, and that somebody waits for.
package struct Program: Sendable {
    private let process: pid_t

    /// Starts a program (posix_spawnp(3)); its name is looked for in PATH.
    ///
    /// - Parameter environment: The variables, each as `NAME=value`.
    /// - Parameter streams: The program's standard input, standard output and standard error.
    package init(
        _ words: [String], environment: [String], _ streams: (FileDescriptor, FileDescriptor, FileDescriptor)
    ) throws(SystemError) {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        for (number, stream) in [streams.0, streams.1, streams.2].enumerated() {
            posix_spawn_file_actions_adddup2(&actions, stream.rawValue, Int32(number))
        }
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        // The program must not inherit how this process handles signals.
        var (none, changed) = (sigset_t(), sigset_t())
        sigemptyset(&none)
        sigemptyset(&changed)
        sigaddset(&changed, SIGPIPE)
        posix_spawnattr_setsigmask(&attributes, &none)
        posix_spawnattr_setsigdefault(&attributes, &changed)
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF))
        var (arguments, variables) = (words.map { strdup($0) } + [nil], environment.map { strdup($0) } + [nil])
        defer { (arguments + variables).forEach { free($0) } }
        var process = pid_t()
        let code = posix_spawnp(&process, words[0], &actions, &attributes, &arguments, &variables)
        if code != 0 { throw SystemError(code: code) }
        self.process = process
    }

    /// Waits for the program's end (waitpid(2)). In the result, the second byte is the exit code, and the first one the
    /// signal that ended the program.
    package func status() -> Int32 {
        var status: Int32 = 0
        while waitpid(process, &status, 0) == -1, errno == EINTR {}
        return status
    }
}

/// Returns the variables of this process's environment, each as `NAME=value`.
package func environmentVariables() -> [String] {
    var variables: [String] = []
    var next = environ
    while let variable = next.pointee {
        variables.append(String(cString: variable))
        next += 1
    }
    return variables
}
