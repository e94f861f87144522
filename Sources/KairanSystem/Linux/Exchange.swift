internal import CLinux

extension FileDescriptor {
    /// Lets two folders change places in one step (renameat2(2)). Throws `.invalidArgument` or `.noFunction` if that is
    /// impossible, as on some network and FUSE file systems and old kernels.
    package func exchange(_ first: String, _ second: String) throws(SystemError) {
        try systemCall { unsafe linux_exchange(rawValue, first, second) }
    }
}
