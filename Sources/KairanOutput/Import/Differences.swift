package import KairanContent
package import KairanModel

/// What an endpoint makes again that is not what was imported, at its place in that.
///
/// - Parameter pictures: Where addresses may be others.
package func differences(
    between imported: SourceNode, and made: SourceNode, pictures: Set<SourceSpan>
) -> [Diagnostic] {
    var result: [Diagnostic] = []
    compare(imported, made, pictures, &result)
    return result
}

private func compare(
    _ imported: SourceNode, _ made: SourceNode, _ pictures: Set<SourceSpan>, _ result: inout [Diagnostic]
) {
    if imported.isSameData(as: made) { return }
    switch (imported.content, made.content) {
    case (.mapping(let members), .mapping(let others)):
        for member in members {
            if let other = made[member.key] {
                compare(member.value, other, pictures, &result)
            } else {
                result.append(difference("the endpoint would have no '\(member.key)' here", at: member.keySpan))
            }
        }
        for other in others where imported[other.key] == nil {
            result.append(difference("the endpoint would have '\(other.key)' here too", at: imported.span))
        }
    case (.sequence(let elements), .sequence(let others)):
        guard elements.count == others.count else {
            result.append(
                difference(
                    "the endpoint would have \(others.count) elements here, not \(elements.count)", at: imported.span,
                    help: "entries that are there already count too, and those that its shape does not choose do not"))
            return
        }
        for (element, other) in zip(elements, others) { compare(element, other, pictures, &result) }
    default:
        let isPicture = pictures.contains(imported.span)
        var found = difference("the endpoint would have \(shown(made, besides: imported)) here", at: imported.span)
        if isPicture { (found.severity, found.rule, found.help) = (.warning, "import.picture", nil) }
        result.append(found)
    }
}

private func difference(_ message: String, at span: SourceSpan, help: String? = nil) -> Diagnostic {
    Diagnostic(
        .error, "import.difference", message, at: span,
        help: help ?? "change it in the JSON, or change the shape, so that nothing is published that nobody wrote")
}

/// A long text from a little before the first character that differs.
private func shown(_ node: SourceNode, besides other: SourceNode) -> String {
    switch node.content {
    case .scalar(_, .null): return "null"
    case .scalar(let text, .string):
        let same = zip(text, other.scalar ?? "").prefix { $0 == $1 }.count
        let start = text.count > 60 && same > 30 ? same - 20 : 0
        let part = text.dropFirst(start).prefix(60)
        return "\"\(start > 0 ? "…" : "")\(part)\(start + part.count < text.count ? "…" : "")\""
    case .scalar(let text, _): return text
    case .sequence: return "a list"
    case .mapping: return "an object"
    }
}
