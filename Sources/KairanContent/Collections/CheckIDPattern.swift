internal import KairanModel
internal import KairanReaders

extension DeclarationReader {
    /// Checks each part of a pattern of ids, such as `{date}-{title, slug}`, and reports all mistakes at their places.
    mutating func checkIDPattern(_ node: SourceNode, of declaration: CollectionDeclaration) {
        let text = node.scalar ?? ""
        var rest = text[...]
        while let start = rest.firstIndex(where: { $0 == "{" || $0 == "}" }) {
            rest = rest[start...]
            let brace = node.span.part(rest.prefix(1), of: text)
            guard rest.first == "{" else {
                error(
                    .textBrace, "this brace closes no name", at: brace,
                    help: .delete("remove it: an id has no braces", "}"))
                return
            }
            guard let end = rest.firstIndex(of: "}") else {
                error(.textBrace, "this brace is not closed", at: brace, help: "close it with '}'")
                return
            }
            if rest.hasPrefix("{{") {
                let name = rest[..<end].drop { $0 == "{" }
                let written = rest[...end].prefix { $0 == "{" } + name + rest[end...].prefix { $0 == "}" }
                error(
                    .textBrace, "a field of an id stands in one pair of braces", at: brace,
                    help: "write {\(name)}: an id has no braces",
                    fix: Fix(.text(node.span, String(written), to: "{\(name)}")))
                return
            }
            checkIDPart(rest[..<end].dropFirst(), of: text, declaration, node.span)
            rest = rest[end...].dropFirst()
        }
    }

    /// Checks what stands between two braces.
    private mutating func checkIDPart(
        _ part: Substring, of text: String, _ declaration: CollectionDeclaration, _ span: SourceSpan
    ) {
        let halves = part.split(separator: ",", maxSplits: 1, omittingEmptySubsequences: false)
        let name = halves[0].trimmingSpaces()
        let place = span.part(name.isEmpty ? part : name, of: text)
        guard isFieldName(String(name)) else {
            return error(
                .declarationType, name.isEmpty ? "a field is missing here" : "'\(name)' is not the name of a field",
                at: place, help: "write fields of the entry in braces, such as \"{date}-{title, slug}\"")
        }
        if halves.count == 2, halves[1].trimmingSpaces() != "slug" {
            let format = halves[1].trimmingSpaces()
            error(
                .textFormat, "an id has no format '\(format)'", at: span.part(format.isEmpty ? part : format, of: text),
                help: "'slug' is the only one, as in {title, slug}")
        }
        guard let field = field(named: String(name), of: declaration, at: place) else { return }
        // The reference is the id of another entry, as it is written.
        if case .reference = field.type, !field.isLocalized { return }
        // Only the colon of a time cannot stand in an id.
        if field.type == .dateTime || field.type == .time {
            guard halves.count == 1 else { return }
            return error(
                .fieldType, "\(field.type.withArticle) cannot be an id as it is written", at: place,
                help: .write("write {\(name), slug}", "\(name), slug", for: String(name)))
        }
        checkCanBeID(field, at: place)
    }
}
