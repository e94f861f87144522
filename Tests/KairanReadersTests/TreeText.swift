import KairanModel
import KairanReaders

/// Writes a tree on one line, with places: `{1:1 title 1:1+5 = plain "Fair" 1:8+4}`.
func treeText(_ node: SourceNode?) -> String {
    guard let node else { return "-" }
    let place = "\(node.span.line):\(node.span.column)"
    switch node.content {
    case .scalar(let text, let kind): return "\(kind) \(text.debugDescription) \(place)+\(node.span.length)"
    case .sequence(let elements): return "[\(place) " + elements.map(treeText).joined(separator: ", ") + "]"
    case .mapping(let members): return "{\(place) " + members.map(memberText).joined(separator: ", ") + "}"
    }
}

private func memberText(_ member: SourceNode.Member) -> String {
    "\(member.key) \(member.keySpan.line):\(member.keySpan.column)+\(member.keySpan.length) = \(treeText(member.value))"
}

/// Writes diagnostics as `kairan` prints them, without their severity and help.
func lines(_ diagnostics: [Diagnostic]) -> [String] {
    diagnostics.map { "\($0.span.path):\($0.span.line):\($0.span.column): \($0.message) [\($0.rule)]" }
}
