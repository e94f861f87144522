extension FileDescriptor {
    /// Would let two folders change places in one step, which POSIX does not know: always throws `.noFunction`.
    package func exchange(_ first: String, _ second: String) throws(SystemError) { throw .noFunction }

    /// How a folder is opened only to name what is in it: POSIX has no way that every system knows.
    static var namingFlags: Int32 { 0 }
}
