extension FileDescriptor {
    /// Always throws `.noFunction`, since rename(2) replaces whatever has the name.
    package func renameToFree(_ path: String, _ new: String) throws(SystemError) { throw .noFunction }

    /// Always throws `.noFunction`, since POSIX cannot let two folders change places in one step.
    package func exchange(_ first: String, _ second: String) throws(SystemError) { throw .noFunction }

    /// The flags that open a folder only to reach what is in it by name. There are none that every POSIX system knows.
    static var namingFlags: Int32 { 0 }
}
