package import KairanReaders

extension ValueReader {
    /// Returns a scalar with a day as Kairan writes it, if it is a cell that has one as its spreadsheet shows it.
    func inPlainForm(_ node: SourceNode) -> SourceNode { table.map(node.inPlainForm) ?? node }
}

extension SourceNode {
    /// Returns the scalar with a day as Kairan writes it. Any other value stays as it is.
    package func inPlainForm(_ table: TableSigns) -> SourceNode {
        guard case .scalar(let text, let kind) = content else { return self }
        return SourceNode(.scalar(table.plainMoment(text), kind), span: span, range: range)
    }
}
