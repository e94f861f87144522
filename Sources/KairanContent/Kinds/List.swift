internal import KairanModel
internal import KairanReaders

extension FieldKind {
    static let list = FieldKind(meaning: "a list", example: "[…]", hasParts: true)
}

extension ValueReader {
    mutating func list(_ node: SourceNode, as field: FieldDeclaration) -> Value {
        let elements: [SourceNode]
        if let given = node.elements {
            elements = given
        } else if case .scalar(let text, .plain) = node.content, isTable, field.parts[0].fitsCell {
            elements = splitCell(text, node, field)
        } else {
            let help: Help =
                isTable && !field.parts[0].fitsCell
                ? Help(ValueReader.helpWithListInTable)
                : field.holdsEntries ? "write a mapping for each, after a '-'" : "write it as [first, second]"
            if isByLocale(node) {
                notLocalized(field, at: node.span, help: help)
            } else {
                error(
                    .fieldType, "'\(field.name)' must be a list, not \(node.kindName)", at: node.span, help: help)
            }
            return .missing
        }
        checkCount(elements.count, of: "element", node, field)
        checkRepeated(elements, field)
        return .list(elements.map { value($0, as: field.parts[0]) })
    }

    static let helpWithListInTable =
        "a cell cannot hold such a list; write this entry in a YAML, TOML, JSON or Markdown file"

    private mutating func checkRepeated(_ elements: [SourceNode], _ field: FieldDeclaration) {
        guard case .reference = field.parts[0].type else { return }
        var seen: Set<String> = []
        for element in elements {
            guard let id = element.scalar, !seen.insert(id).inserted else { continue }
            diagnostics.append(
                Diagnostic(
                    .warning, .listRepeated, "'\(id)' appears twice in '\(field.name)'", at: element.span,
                    help: .remove("remove one of the two")))
        }
    }

    mutating func checkCount(_ count: Int, of noun: String, _ node: SourceNode, _ field: FieldDeclaration) {
        if let minimum = field.limits.minimum, DecimalNumber(count) < minimum {
            breaksLimit(
                "'\(field.name)' must have at least \(amount(minimum, of: noun)), but has \(count)", node, field)
        }
        if let maximum = field.limits.maximum, DecimalNumber(count) > maximum {
            breaksLimit("'\(field.name)' may have at most \(amount(maximum, of: noun)), but has \(count)", node, field)
        }
    }

    mutating func splitCell(_ text: String, _ node: SourceNode, _ field: FieldDeclaration) -> [SourceNode] {
        let separator = field.cellSign
        var parts = node.parts(of: text, dividedBy: separator)
        // Some services also write the sign after the last element.
        if field.column?.separator != nil, parts.last?.scalar == "" { parts.removeLast() }
        return parts.filter { part in
            if part.scalar != "" { return true }
            error(
                .fieldMissing, "an element of '\(field.name)' is empty", at: part.span,
                help: "remove the '\(separator)' beside it")
            return false
        }
    }
}

extension FieldDeclaration {
    /// This is true if a part of a table's cell can hold a value.
    fileprivate var fitsCell: Bool {
        if case .oneOf = type { parts.allSatisfy(\.parts.isEmpty) } else { parts.isEmpty }
    }
}

extension SourceNode {
    /// This is true for what the cells of a table's row say of a field if all of them are empty.
    var isEmptyInTable: Bool { isNull || members?.allSatisfy(\.value.isEmptyInTable) ?? false }
}

extension StoredEntryReader {
    func list(
        of type: FieldType, at place: SourcePlace, _ reader: inout ByteReader
    ) throws(DamagedBytes) -> Value {
        guard case .list(let element) = type else { throw DamagedBytes() }
        return .list(try reader.readList { (reader) throws(DamagedBytes) in try value(element, at: place, &reader) })
    }
}
