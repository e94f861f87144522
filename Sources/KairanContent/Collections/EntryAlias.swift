package import KairanModel
package import KairanReaders

/// A former id of an entry, or a former address of a page.
package struct EntryAlias: Sendable, Equatable {
    /// The former id, or an address that starts with `/`, the root of the site.
    package var text: String
    package var place: SourcePlace

    /// Reads the value of `aliases`: one text or a list of them.
    ///
    /// - Parameter isTable: Whether `|` separates several texts.
    package static func read(_ node: SourceNode, isTable: Bool = false) -> Diagnosed<[EntryAlias]> {
        if node.isNull { return Diagnosed([]) }
        var read = Diagnosed<[EntryAlias]>([])
        for element in isTable ? parts(ofCell: node) : node.elements ?? [node] {
            if !element.isNull, let text = element.scalar, !text.isEmpty {
                read.value.append(EntryAlias(text: text, place: element.span.place))
                continue
            }
            let kind = element.scalar == "" ? "an empty text" : element.kindName
            read.diagnostics.append(
                Diagnostic(
                    .error, "alias.form", "an alias is a former id or address, not \(kind)", at: element.span,
                    help: "write aliases: [old-id, /old/address.html]"))
        }
        return read
    }

    private static func parts(ofCell node: SourceNode) -> [SourceNode] {
        var column = 0
        return (node.scalar ?? "").split(separator: "|", omittingEmptySubsequences: false).map { part in
            let length = part.unicodeScalars.count
            defer { column += length + 1 }
            return SourceNode(
                .scalar(String(part.trimmingSpaces()), .plain),
                span: node.span.advanced(byColumns: column, length: length))
        }
    }
}
