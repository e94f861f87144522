internal import KairanEditing
internal import KairanModel
internal import KairanReaders

// The files of a collection.
extension AdoptedCollection {
    var files: [SourceFile] {
        let folder = "content/\(name)"
        // To find it takes a look at all entries.
        let idField = idField
        var head = EntryLines()
        head.append("entry", .word(word))
        if let idField { head.append("id", .word(idField)) }
        if let titleField, ids.texts.count > 1 { head.append("title", .word(titleField)) }
        head.append("fields:")
        var inner = EntryLines()
        for field in fields {
            if let count = field.closedCount {
                let hint = "write text instead if others may come"
                inner.append("# These are all values that \(count) entries have; \(hint).")
            }
            inner.append(field.name, field.type)
        }
        for line in inner.lines { head.append("  " + line.text) }
        let declaration = SourceFile(path: "\(folder)/_collection.yml", text: text(head))
        switch layout {
        case .table: return [declaration, SourceFile(path: "\(folder)/\(name).csv", text: table)]
        case .list:
            let lines = ids.texts.indices.flatMap { row in
                entry(row, hasID: idField == nil).lines.enumerated().map { number, line in
                    line.text.isEmpty ? "" : (number == 0 ? "- " : "  ") + line.text
                }
            }
            return [declaration, SourceFile(path: "\(folder)/\(name).yml", text: lines.map { $0 + "\n" }.joined())]
        case .files:
            return [declaration]
                + ids.texts.indices.map { row in
                    let lines = entry(row, hasID: false)
                    return SourceFile(
                        path: "\(folder)/\(ids.texts[row]).yml", text: lines.lines.isEmpty ? "{}\n" : text(lines))
                }
        }
    }

    /// The file or folder of its entries.
    var place: String {
        switch layout {
        case .table: "content/\(name)/\(name).csv"
        case .list: "content/\(name)/\(name).yml"
        case .files:
            ids.texts.count == 1 ? "content/\(name)/\(ids.texts[0]).yml" : "content/\(name)/"
        }
    }

    private func text(_ lines: EntryLines) -> String { lines.lines.map { $0.text + "\n" }.joined() }

    private func entry(_ row: Int, hasID: Bool) -> EntryLines {
        var lines = EntryLines()
        if hasID { lines.append("id", .word(ids.texts[row])) }
        for field in fields { field.sources[row].map { lines.append(field.name, $0) } }
        return lines
    }

    private var table: String {
        let hasID = idField == nil
        let used = fields.filter { $0.sources.contains { $0 != nil } }
        var rows = [(hasID ? ["id"] : []) + used.map(\.name)]
        for row in ids.texts.indices {
            rows.append((hasID ? [ids.texts[row]] : []) + used.map { cell($0.sources[row]) })
        }
        return rows.map { $0.map(quotedCell).joined(separator: ",") + "\n" }.joined()
    }

    private func cell(_ node: SourceNode?) -> String {
        node?.elements?.compactMap(\.scalar).joined(separator: "|") ?? node?.scalar ?? ""
    }

    private func quotedCell(_ text: String) -> String {
        text.contains { ",\"\n".contains($0) } ? "\"\(text.replacing("\"", with: "\"\""))\"" : text
    }
}
