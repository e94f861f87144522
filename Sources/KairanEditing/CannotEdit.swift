package import KairanModel
internal import KairanReaders

/// The reason why a file stays as it is.
package struct CannotEdit: Error {
    package var diagnostic: Diagnostic

    package init(_ diagnostic: Diagnostic) { self.diagnostic = diagnostic }

    package init(_ message: String, at span: SourceSpan, help: String = "change the file in a text editor") {
        diagnostic = Diagnostic(.error, .editImpossible, message, at: span, help: help)
    }
}
