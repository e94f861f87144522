internal import KairanMarkdown
internal import KairanModel

extension ValueReader {
    /// Says what to write for the only text that an entry lacks if its body begins with a heading, as the texts of other
    /// programs do.
    mutating func nameByHeading(_ body: MarkdownSource, since known: Int, _ fields: [FieldDeclaration]) {
        let lacking = diagnostics.indices[known...].filter { diagnostics[$0].missingKey != nil }
        guard lacking.count == 1, let key = diagnostics[lacking[0]].missingKey,
            fields.first(where: { $0.name == key })?.type == .text,
            let line = String(decoding: body.bytes, as: UTF8.self).split(whereSeparator: \.isNewline).first,
            let heading = line.wholeMatch(of: /# +([^\\*_`\[\]<>&#]*[^\\*_`\[\]<>&#\s]) */)?.output.1
        else { return }
        let isPlain = heading.wholeMatch(of: /[\p{L}][\p{L}\p{N} ,.()-]*/) != nil
        let written = isPlain ? String(heading) : "\"\(heading.replacing("\"", with: "\\\""))\""
        guard diagnostics[lacking[0]].rule == .fieldMissing else {
            diagnostics[lacking[0]].help?.append("; or add '\(key): \(written)', the heading of the text")
            return
        }
        let start = SourceSpan(path: body.path, length: 3)
        var fix = Fix(.text(start, "---", to: "---\n\(key): \(written)"))
        if body.firstLine == 1 {
            fix = Fix(.text(SourceSpan(path: body.path), nil, to: "---\n\(key): \(written)\n---\n#"))
        }
        fix.isCertain = false
        diagnostics[lacking[0]].help = "add '\(key): \(written)', the heading of the text"
        diagnostics[lacking[0]].fix = fix
    }
}
