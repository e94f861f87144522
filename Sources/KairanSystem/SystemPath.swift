/// A path for a system call: bytes that end with NUL.
///
/// A `String` is one, and so are a `TreePath`, whose bytes need not be UTF-8, and its last name alone.
package protocol SystemPath {
    func withPointer<Result>(_ body: (UnsafePointer<CChar>) -> Result) -> Result
}

extension String: SystemPath {
    package func withPointer<Result>(_ body: (UnsafePointer<CChar>) -> Result) -> Result { unsafe withCString(body) }
}
