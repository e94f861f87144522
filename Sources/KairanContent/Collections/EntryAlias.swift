package import KairanModel
package import KairanReaders

/// A former id of an entry, or a former address of a page.
package struct EntryAlias: Sendable, Equatable {
    /// The former id, or an address that starts with `/`, the root of the site.
    package var text: String
    package var place: SourcePlace

    /// Reads the value of `aliases`: one text or a list of them.
    ///
    /// - Parameter isTable: If this is true, `|` separates several texts.
    package static func read(_ node: SourceNode, isTable: Bool = false) -> Diagnosed<[EntryAlias]> {
        if node.isNull { return Diagnosed([]) }
        var read = Diagnosed<[EntryAlias]>([])
        let elements = isTable ? node.parts(of: node.scalar ?? "", dividedBy: "|") : node.elements ?? [node]
        for element in elements {
            if !element.isNull, let text = element.scalar, !text.isEmpty {
                read.value.append(EntryAlias(text: text, place: element.span.place))
                continue
            }
            let kind = element.scalar == "" ? "an empty text" : element.kindName
            read.diagnostics.append(
                Diagnostic(
                    .error, .aliasForm, "an alias is a former id or address, not \(kind)", at: element.span,
                    help: "write aliases: [old-id, /old/address.html]"))
        }
        return read
    }
}
