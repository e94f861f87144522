internal import CLinux

extension FileDescriptor {
    /// Gives a file another name that nothing has yet (renameat2(2)). Throws `.fileExists` if anything has it, and
    /// `.invalidArgument` or `.noFunction` if the system cannot see to that.
    package func renameToFree(_ path: String, _ new: String) throws(SystemError) {
        try systemCall { unsafe linux_rename_to_free(rawValue, path, new) }
    }

    /// Lets two files or folders change places in one step (renameat2(2)). Throws `.invalidArgument` or `.noFunction` if that is
    /// impossible, as on some network and FUSE file systems and old kernels.
    package func exchange(_ first: String, _ second: String) throws(SystemError) {
        try systemCall { unsafe linux_exchange(rawValue, first, second) }
    }
}
