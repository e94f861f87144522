internal import CEmbedded

/// Returns a text that the program has inside. It is a file of its own among the sources, so that the tools of its
/// language read it as it is; `CEmbedded.c` lists these files.
///
/// - Parameter path: The path below `Sources`, such as `KairanDesk/Page/api.js`.
package func embeddedText(_ path: String) -> String? {
    guard let text = unsafe embedded_text(path) else { return nil }
    return unsafe String(cString: text)
}

extension String {
    /// A text that the program has inside and that code names, so it can only be missing while the code is written.
    package init(embedded path: StaticString) {
        guard let text = embeddedText("\(path)") else { preconditionFailure("CEmbedded.c does not list \(path)") }
        self = text
    }
}
