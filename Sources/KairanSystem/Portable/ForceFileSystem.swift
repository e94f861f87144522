extension FileDescriptor {
    /// Always returns false, since POSIX has no call that waits for a whole file system.
    package func forceFileSystem() throws(SystemError) -> Bool { false }
}
