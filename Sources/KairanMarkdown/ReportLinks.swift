internal import KairanModel

extension TreeWalk {
    mutating func reportNoWords(isImage: Bool, at span: SourceSpan) {
        report(
            isImage
                ? Diagnostic(
                    .warning, .linkWords, "this picture has no words for those who cannot see it", at: span,
                    help: "write what it shows, as in ![The old pier](pier.png)")
                : Diagnostic(
                    .warning, .linkWords, "this link has no words, so nobody can choose it", at: span,
                    help: "write what it leads to, as in [Opening hours](hours.md)"))
    }

    /// Reports an invisible character in an address of another site, which leads elsewhere because of it. Addresses inside
    /// the site are compared with what is there.
    mutating func reportInvisible(in address: String, at span: SourceSpan) {
        guard hasWebScheme(address), let (offset, character) = InvisibleCharacter.firstStray(in: address) else {
            return
        }
        report(.invisible(character, at: span.part(at: offset, length: 1, of: address)))
    }

    mutating func reportDanger(_ scheme: String, at span: SourceSpan) {
        report(
            Diagnostic(
                .error, .markdownLink, "a link may not use a '\(scheme):' address", at: span,
                help: "use an https: address or a path inside the site"))
    }
}
