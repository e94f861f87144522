extension FileDescriptor {
    /// Always throws `.noFunction`, since POSIX cannot let two folders change places in one step.
    package func exchange(_ first: String, _ second: String) throws(SystemError) { throw .noFunction }

    /// The flags that open a folder only to reach what is in it by name. There are none that every POSIX system knows.
    static var namingFlags: Int32 { 0 }
}
