internal import KairanContent
internal import KairanModel
internal import KairanReaders

extension ShapeCompiler {
    /// Compiles `{ split: platforms, by: "," }`, the parts of a text as a list.
    mutating func split(_ node: SourceNode, in scope: Scope) -> TypedShape? {
        guard let written = node["split"], let path = path(written, in: scope) else { return nil }
        guard let by = node["by"], let separator = reader.text(by, "'by'") else {
            if node["by"] == nil {
                reader.error(
                    .shapeBy, "'split' needs 'by', the text between the parts", at: node.span,
                    help: "write by: \",\"; \(ShapeWord.escape("split"))")
            }
            return nil
        }
        guard path.type.traits.canBeSplit else {
            reader.error(
                .shapeBy, "'\(path.text)' is \(path.type.withArticle), not a text", at: written.span,
                help: "only texts can be split")
            return nil
        }
        guard !separator.isEmpty else {
            reader.error(.shapeBy, "there is nothing between the parts", at: by.span, help: "write by: \",\"")
            return nil
        }
        return TypedShape(.split(path, by: separator), .list(.text), isOptional: path.isOptional)
    }
}

extension FieldTraits {
    /// This is true for texts, and for whatever JSON has as a text.
    var canBeSplit: Bool { isPlainText && isString }
}

extension Evaluator {
    func split(_ value: Value, by separator: String) -> Value {
        if value.isMissing { return .missing }
        return .list(parts(of: plainText(value), by: separator).map(Value.text))
    }
}

/// Returns the parts of a text that are not empty, without the spaces around them.
func parts(of text: String, by separator: String) -> [String] {
    text.split(separator: separator).map { String($0.trimmingSpaces()) }.filter { !$0.isEmpty }
}
