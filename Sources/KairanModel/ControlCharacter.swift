/// Returns whether this is a control character (Unicode's C0, DEL and C1) other than a tab or line end. Nothing shows
/// it, terminals obey it, and XML cannot hold it, so no text of a site may hold it.
package func isControlCharacter(_ scalar: UInt32) -> Bool {
    scalar < 0x20 ? !(0x09...0x0A).contains(scalar) && scalar != 0x0D : (0x7F...0x9F).contains(scalar)
}

extension Diagnostic {
    /// Returns the error for a control character in a text, whether it was written as it is or as an escape.
    package static func controlCharacter(at span: SourceSpan) -> Diagnostic {
        Diagnostic(
            .error, .textControl, "an invisible control character, which no text may hold", at: span,
            help: span.length == 1 ? .delete() : "delete it")
    }
}
