internal import KairanContent
internal import KairanEditing
internal import KairanModel
internal import KairanReaders

// Collections whose entries are in one list.
extension EntryImporter {
    /// Returns the file, in YAML or CSV, that holds all entries of a collection as a list, or nil if each entry has its
    /// own file.
    func listFile(of collection: Collection) -> SourceFile? {
        // The next pull would replace what is added to entries that are kept elsewhere.
        if collection.declaration.source != nil { return nil }
        // A table of which only the header is left is used again.
        let name = collection.declaration.name
        if collection.entries.isEmpty { return sources["content/\(name)/\(name).csv"] }
        guard let path = collection.entries.first?.span.path,
            collection.entries.allSatisfy({ $0.span.path == path }), let file = sources[path]
        else { return nil }
        let lines = String(decoding: file.bytes, as: UTF8.self).split(whereSeparator: \.isNewline)
        switch file.fileExtension {
        case "csv": return file
        case "yml", "yaml":
            // Elements can be added if the list begins in the first column.
            let isBlock = lines.contains { $0.hasPrefix("- ") }
            let isPlain = lines.allSatisfy { ["-", " ", "#"].contains($0.first) && !$0.hasPrefix("---") }
            return isBlock && isPlain ? file : nil
        default: return nil
        }
    }

    /// Adds an entry at the end of a list. Returns false if it does not fit into the list.
    mutating func append(
        _ nodes: [(index: Int, node: SourceNode?)], id: String, to list: SourceFile, of draft: Draft,
        _ declaration: CollectionDeclaration
    ) -> Bool {
        guard let lines = lines(nodes, id: id, in: list, of: draft, declaration) else { return false }
        let lineEnd = lineEnd(of: list.bytes).utf8
        let position = result.files.firstIndex { $0.path == list.path } ?? result.files.count
        if position == result.files.count {
            var bytes = list.bytes
            if bytes.last != newline { bytes += lineEnd }
            let count = bytes.count { $0 == newline }
            result.files.append(
                .init(
                    path: list.path, bytes: bytes, isNew: false, origin: draft.span, isWhole: true,
                    places: Array(repeating: nil, count: count), oldLineCount: count))
        }
        result.files[position].bytes += lines.lines.flatMap { Array($0.text.utf8) + lineEnd }
        result.files[position].places += lines.lines.map(\.span)
        if !draft.told.isWhole { result.files[position].isWhole = false }
        return true
    }

    /// Returns the lines of an entry for a list; nil if it does not fit into the list.
    func lines(
        _ nodes: [(index: Int, node: SourceNode?)], id: String, in list: SourceFile, of draft: Draft,
        _ declaration: CollectionDeclaration
    ) -> EntryLines? {
        let hasBody = nodes.contains { isBody($0.index, declaration) && $0.node?.text?.isEmpty == false }
        guard !hasBody else { return nil }
        var members = nodes.filter { !isBody($0.index, declaration) }.compactMap { index, node in
            node.map { (key: declaration.fields[index].name, node: $0) }
        }
        if declaration.idField == nil {
            members.insert(("id", SourceNode(.scalar(id, .string), span: draft.span)), at: 0)
        }
        return list.fileExtension == "csv" ? row(members, in: list, draft) : element(members)
    }

    /// Returns nil if there is no value.
    private func element(_ members: [(key: String, node: SourceNode)]) -> EntryLines? {
        var mapping = EntryLines()
        for member in members { mapping.append(member.key, member.node) }
        guard !mapping.lines.isEmpty else { return nil }
        var lines = EntryLines()
        for (number, line) in mapping.lines.enumerated() {
            lines.append(line.text.isEmpty ? "" : (number == 0 ? "- " : "  ") + line.text, from: line.span)
        }
        return lines
    }

    /// Returns nil if a value has no column or does not fit into a cell.
    private func row(
        _ members: [(key: String, node: SourceNode)], in table: SourceFile, _ draft: Draft
    ) -> EntryLines? {
        guard let header = csvHeader(table) else { return nil }
        let signs = TableSigns(of: table)
        let columns = header.map { $0.text.filter { $0 != " " } }
        var cells = Array(repeating: "", count: columns.count)
        for member in members {
            guard let column = columns.firstIndex(of: member.key), let cell = cell(member.node, signs) else {
                return nil
            }
            cells[column] = cell
        }
        let texts = cells.map { cell in
            let needsQuotes = cell.contains { $0 == signs.separator || "\"\n".contains($0) }
            let isPlain = !needsQuotes && cell.first != " " && cell.last != " "
            return isPlain ? cell : "\"\(cell.replacing("\"", with: "\"\""))\""
        }
        var lines = EntryLines()
        // A cell may have several lines, and each of them is a line of the file.
        let row = texts.joined(separator: String(signs.separator))
        for line in row.split(separator: "\n", omittingEmptySubsequences: false) {
            lines.append(String(line), from: draft.span)
        }
        return lines
    }

    func cell(_ node: SourceNode, _ signs: TableSigns) -> String? {
        switch node.content {
        case .scalar(_, .null): return ""
        case .scalar(let text, .number): return signs.cell(ofNumber: text)
        case .scalar(let text, _): return text
        case .sequence(let elements):
            let texts = elements.compactMap { $0.text == nil ? nil : cell($0, signs) }
            let isList = texts.count == elements.count && !texts.contains { $0.isEmpty || $0.contains("|") }
            return isList ? texts.joined(separator: "|") : nil
        case .mapping(let members):
            let keys = Set(members.map(\.key))
            if keys == ["dates"] { return cell(members[0].value, signs) }
            guard keys.isSubset(of: ["from", "until"]) else { return nil }
            return "\(node["from"]?.text ?? "")/\(node["until"]?.text ?? "")"
        }
    }
}

private let newline = UInt8(ascii: "\n")
