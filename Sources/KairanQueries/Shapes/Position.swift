internal import KairanModel
internal import KairanReaders

extension ShapeCompiler {
    /// Compiles `{ position: 1 }`, the place of an element in the innermost list, counted from 1.
    mutating func position(_ node: SourceNode, in scope: Scope) -> TypedShape? {
        guard let written = node["position"], let first = written.scalar.flatMap({ Int($0) }) else { return nil }
        guard first == 0 || first == 1 else {
            reader.error(
                .shapePosition, "a position is counted from 0 or from 1, not from \(first)", at: written.span,
                help: "write position: 1; for the number alone write literal: \(first)")
            return nil
        }
        guard !scope.isRoot else {
            reader.error(
                .shapePosition, "there is no list here in which something could have a position", at: node.span,
                help: "write it in the 'value' of an 'each'; \(ShapeWord.escape("position"))")
            return nil
        }
        return TypedShape(.position(from: first), .integer)
    }
}
