internal import KairanEditing
internal import KairanReaders

/// Returns JSON for a tree that was read from a file with mistakes.
func writtenJSON(_ node: SourceNode) -> [UInt8] { Array((text(of: node, indent: "") + "\n").utf8) }

private func text(of node: SourceNode, indent: String) -> String {
    let inner = indent + "  "
    switch node.content {
    case .scalar(let text, .string): return quotedJSON(text)
    case .scalar(let text, _): return text
    case .sequence(let elements):
        guard !elements.isEmpty else { return "[]" }
        let lines = elements.map { inner + KairanAdopt.text(of: $0, indent: inner) }
        return "[\n\(lines.joined(separator: ",\n"))\n\(indent)]"
    case .mapping(let members):
        guard !members.isEmpty else { return "{}" }
        let lines = members.map {
            "\(inner)\(quotedJSON($0.key)): \(KairanAdopt.text(of: $0.value, indent: inner))"
        }
        return "{\n\(lines.joined(separator: ",\n"))\n\(indent)}"
    }
}
