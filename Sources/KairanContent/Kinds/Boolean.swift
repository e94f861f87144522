internal import KairanModel
internal import KairanReaders

extension FieldKind {
    static let boolean = FieldKind(meaning: "true or false", example: "true")
}

extension ValueReader {
    mutating func boolean(_ node: SourceNode, _ field: FieldDeclaration) -> Value {
        if case .scalar(let text, let kind) = node.content, kind != .string {
            if text == "true" || text == "false" { return .boolean(text == "true") }
            let meant = ["no", "on"].contains(text.lowercased()) ? nil : nearestHelp(to: text, in: ["true", "false"])
            error(
                .fieldType, "'\(text)' is not true or false", at: node.span,
                help: meant ?? "write true or false")
        } else {
            error(
                .fieldType, "'\(field.name)' must be true or false, not \(node.kindName)", at: node.span,
                help: node.scalar == nil ? "write true or false" : "write it without quotes")
        }
        return .missing
    }
}
