internal import KairanContent
internal import KairanModel
internal import KairanReaders
internal import KairanSystem

extension Template {
    /// Reports a file whose extension differs from its template's. The template's extension decides how a file is made,
    /// escaped and checked, and what apps rely on.
    func otherKind(of path: String, at span: SourceSpan) -> Diagnostic? {
        let own = pattern.fileExtension
        let (bytes, ending) = (path.utf8.span, own.utf8.span)
        let dot = bytes.count - ending.count - 1
        if !own.isEmpty, dot >= 0, bytes[dot] == UInt8(ascii: "."),
            areSameBytes(bytes.extracting((dot + 1)...), ending)
        {
            return nil
        }
        let other = fileExtension(of: path)
        // A version such as `1.0` has no file extension.
        guard own != other, other.first?.isLetter == true || !own.isEmpty else { return nil }
        let kind = own.isEmpty ? "one without an ending" : "a .\(own) file"
        return Diagnostic(
            .error, .outputExtension, "'\(path)' would be a .\(other) file, but its template's name makes it \(kind)",
            at: span,
            help:
                "give the template's name the ending of its files, such as {id}.\(other.isEmpty ? own : other).mustache"
        )
    }
}
