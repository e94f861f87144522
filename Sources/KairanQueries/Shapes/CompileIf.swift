internal import KairanContent
internal import KairanModel
internal import KairanReaders

extension ShapeCompiler {
    /// Compiles `{ if: CONDITIONS }`, which is a boolean, or chooses between two shapes with `then` and `else`.
    mutating func condition(_ node: SourceNode, in scope: Scope, for purpose: ShapePurpose) -> TypedShape? {
        guard let written = node["if"] else { return nil }
        let mistakes = reader.diagnostics.errorCount
        let conditions = conditions(written, of: "if", in: scope)
        let then = node["then"].map { branch($0, in: scope, for: purpose) }
        let otherwise = node["else"].map { branch($0, in: scope, for: purpose) }
        guard let then else {
            guard let other = node["else"] else { return TypedShape(.holds(conditions), .boolean) }
            reader.error(.shapeIf, "'else' needs 'then'", at: other.span, help: "write then: as well")
            return nil
        }
        guard reader.diagnostics.errorCount == mistakes, let then else { return nil }
        guard let otherwise else {
            return TypedShape(.either(conditions, then: then.shape, otherwise: nil), then.shape.type, isOptional: true)
        }
        guard let otherwise, let type = commonType([then, otherwise], rule: .shapeIf, for: purpose) else { return nil }
        return TypedShape(
            .either(conditions, then: then.shape, otherwise: otherwise.shape), type,
            isOptional: then.shape.isOptional || otherwise.shape.isOptional)
    }

    mutating func branch(_ node: SourceNode, in scope: Scope, for purpose: ShapePurpose) -> Branch? {
        shape(node, in: scope, for: purpose).map { Branch(shape: $0, span: node.span) }
    }

    /// One of several shapes of which only one gives the value.
    struct Branch {
        var shape: TypedShape
        var span: SourceSpan
    }

    /// Returns the type by which templates read the value of whichever shape is chosen. In an endpoint, the shapes may
    /// have different types.
    mutating func commonType(_ branches: [Branch], rule: Rule, for purpose: ShapePurpose) -> FieldType? {
        // Nothing, and a literal that stands for nothing, have whatever type the others have.
        let telling = branches.filter { !$0.shape.shape.standsForNothing }
        guard var type = (telling.first ?? branches.first)?.shape.type else { return nil }
        for branch in telling.dropFirst() {
            if let common = type.common(branch.shape.type) {
                type = common
            } else if purpose == .page {
                reader.error(
                    rule,
                    "this differs from the value before in its keys or its type", at: branch.span,
                    help: "make them alike: a template reads both in the same way")
                return nil
            } else {
                return type.withoutAssurance
            }
        }
        return type
    }
}

extension Shape {
    /// This is true for null, an empty text and an empty list, which say that there is no value.
    fileprivate var standsForNothing: Bool {
        constant.map { $0.isMissing || $0 == .text("") || $0 == .list([]) } ?? false
    }
}

extension FieldType {
    /// Returns the type by which values of both can be read, or nil if they would be read differently.
    ///
    /// - Parameter mixesTexts: If this is true, values that a page prints as texts may have different types. A query
    ///   compares them, so there they may not.
    func common(_ other: FieldType, mixesTexts: Bool = true) -> FieldType? {
        if self == other { return self }
        switch (self, other) {
        case (.list(let element), .list(let other)):
            return element.common(other, mixesTexts: mixesTexts).map(FieldType.list)
        case (.dictionary(let element), .dictionary(let other)):
            return element.common(other, mixesTexts: mixesTexts).map(FieldType.dictionary)
        case (.record(let record), .record(let other)):
            let fields = zip(record.fields, other.fields).compactMap { $0.common($1, mixesTexts: mixesTexts) }
            guard fields.count == record.fields.count, fields.count == other.fields.count else { return nil }
            return .record(RecordType(fields))
        default: return mixesTexts && traits.isPlainText && other.traits.isPlainText ? .text : nil
        }
    }
}

extension RecordType.Field {
    fileprivate func common(_ other: Self, mixesTexts: Bool) -> Self? {
        guard name == other.name, let type = type.common(other.type, mixesTexts: mixesTexts) else { return nil }
        // A page reads a key that is left out as one without a value, so it is enough that one of the two leaves it
        // out.
        return Self(
            name, type, isOptional: isOptional || other.isOptional, omitsMissing: omitsMissing || other.omitsMissing,
            assurance: assurance.common(other.assurance))
    }
}

extension TextAssurance {
    /// Returns what is sure of a value that comes from one of two places.
    func common(_ other: TextAssurance?) -> TextAssurance { other == nil || self == other ? self : .none }
}
