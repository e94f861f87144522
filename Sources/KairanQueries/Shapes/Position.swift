internal import KairanModel
internal import KairanReaders

extension ShapeCompiler {
    /// Compiles `{ position: 1 }`, the place of an element in the innermost list, counted from 1.
    mutating func position(_ node: SourceNode, in scope: Scope) -> TypedShape? {
        guard let first = reader.integer(node["position"], "'position'", in: 0...1_000_000) else { return nil }
        guard !scope.isRoot else {
            reader.error(
                "shape.position", "there is no list here in which something could have a position", at: node.span,
                help: "write it in the 'value' of an 'each'; \(ShapeWord.escape("position"))")
            return nil
        }
        return TypedShape(.position(from: first), .integer)
    }
}
