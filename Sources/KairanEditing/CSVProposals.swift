internal import KairanReaders

/// Writes changes into tables of CSV.
struct CSVProposals {
    let place: EditedPlace

    private var file: EditedFile { place.file }
    private var node: SourceNode { place.node }

    func all(for change: SourceChange) -> [[Replacement]] {
        switch change {
        case .value(let value): values(node, value).map { [$0] } ?? []
        case .insertElement(let row, let index): insertion(row, at: index)
        case .removeElement(let index): [removal(of: index)]
        case .insertMember, .removeMember: []
        }
    }

    /// Returns the replacements of all cells of a value, which is a cell, a row, or a part of a row.
    private func values(_ old: SourceNode, _ new: SourceNode) -> [Replacement]? {
        switch (old.content, new.content) {
        // The id of a row that is made of its cells is not written anywhere.
        case (.scalar(let id, .string), _): return new.scalar == id ? [] : nil
        case (.scalar, .scalar(let text, let kind)):
            let wasQuoted = !old.range.isEmpty && file.bytes[old.range.lowerBound] == UInt8(ascii: "\"")
            return [Replacement(old.range, cell(kind == .null ? "" : text, isQuoted: wasQuoted))]
        case (.mapping(let members), .mapping(let wishes)):
            guard wishes.allSatisfy({ wish in members.contains { hasSameBytes($0.key, wish.key) } }) else { return nil }
            let replacements = members.map { member in
                values(member.value, new[[.key(member.key)]] ?? nothing)
            }
            return replacements.contains { $0 == nil } ? nil : replacements.flatMap { $0 ?? [] }
        case (.mapping(let members), .scalar(_, .null)):
            let replacements = members.compactMap { values($0.value, new) }
            return replacements.flatMap(\.self)
        case (.scalar, _), (.sequence, _), (.mapping, _): return nil
        }
    }

    private var nothing: SourceNode { SourceNode(.scalar("", .null), span: node.span) }

    private var separator: String { String(TableSigns(of: file.file).separator) }

    /// Text in quotes needs them for a separator, a quote or a line break (RFC 4180, section 2).
    private func cell(_ text: String, isQuoted: Bool) -> String {
        let special = "\(separator)\"\n\r".utf8
        let needsQuotes = text.utf8.contains { special.contains($0) }
        return isQuoted && !text.isEmpty || needsQuotes ? "\"\(text.replacing("\"", with: "\"\""))\"" : text
    }

    // MARK: - Rows

    private func insertion(_ row: SourceNode, at index: Int) -> [[Replacement]] {
        guard let header = csvHeader(file.file), let line = line(row, header) else { return [] }
        let rows = node.elements ?? []
        let end = index > 0 ? rows[index - 1].range.upperBound : header[header.count - 1].range.upperBound
        let next = file.nextLine(after: end)
        return [[Replacement(next..<next, file.lines([line], at: next))]]
    }

    private func removal(of index: Int) -> [Replacement] {
        let range = node.elements?[index].range ?? 0..<0
        let end = file.nextLine(after: range.upperBound)
        guard end == file.bytes.count, file.lacksLastLineEnd, range.lowerBound > 0 else {
            return [Replacement(range.lowerBound..<end, "")]
        }
        return [Replacement(file.endOfLine(at: range.lowerBound - 1)..<end, "")]
    }

    private func line(_ row: SourceNode, _ header: [CSVCell]) -> String? {
        var (cells, count) = ([String](), 0)
        for name in header.map(\.text) {
            let path = file.columns.path(of: name).map(SourceStep.key)
            guard !path.isEmpty, let value = row[path], !file.format.isNothing(value) else {
                cells.append("")
                continue
            }
            guard let text = value.scalar else { return nil }
            cells.append(cell(text, isQuoted: false))
            count += 1
        }
        return count > 0 ? cells.joined(separator: separator) : nil
    }
}
