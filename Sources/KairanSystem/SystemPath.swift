/// What a system call takes for a path: bytes that end with NUL.
///
/// A text is one, and so is a `TreePath`, whose bytes need not be UTF-8, or its last name alone.
package protocol SystemPath {
    func withPointer<Result>(_ body: (UnsafePointer<CChar>) -> Result) -> Result
}

extension String: SystemPath {
    package func withPointer<Result>(_ body: (UnsafePointer<CChar>) -> Result) -> Result { withCString(body) }
}
