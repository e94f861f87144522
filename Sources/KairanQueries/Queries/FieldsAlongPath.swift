internal import KairanContent
internal import KairanModel

/// A field by the positions of its collection and of itself.
package struct FieldPosition: Hashable, Sendable {
    package var collection: Int
    package var field: Int
}

/// A declared value to which a part of a path leads.
struct FieldOnPath {
    /// The number of steps to it.
    var steps: Int
    var declaration: FieldDeclaration
    /// The field's position among those of entries; nil for a part of a field.
    var position: FieldPosition?
}

extension Schema {
    /// Returns the fields of entries, and the parts of fields, through which a path leads.
    ///
    /// - Parameter start: The type of the value at which it starts.
    /// - Parameter declaration: The declaration of that value; nil if it is no part of a field.
    func fields(
        along path: Path, from start: FieldType, declaredAs declaration: FieldDeclaration? = nil
    ) -> [FieldOnPath] {
        var (found, type, declaration) = ([FieldOnPath](), start, declaration)
        for (number, step) in path.steps.enumerated() {
            var position: FieldPosition?
            switch (step, type) {
            case (.field(let index), .record(let record)):
                declaration = declaration?.parts.first { $0.name == record.fields[index].name }
                type = record.fields[index].type
            case (.each, .list(let element)):
                (declaration, type) = (declaration?.elementOfEach, element)
                continue
            case (.member(let index), .oneOf(let types)):
                declaration = declaration?.parts[index]
                type = types.members[index]
            case (.field(let index), .reference(let name)):
                guard let collection = declarations.collections.firstIndex(where: { $0.name == name }) else {
                    return found
                }
                let field = declarations.collections[collection].fields[index]
                position = FieldPosition(collection: collection, field: index)
                (declaration, type) = (field, field.type)
            default: return found
            }
            if let declaration {
                found.append(FieldOnPath(steps: number + 1, declaration: declaration, position: position))
            }
        }
        return found
    }
}
