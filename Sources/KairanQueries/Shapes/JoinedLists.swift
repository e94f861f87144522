internal import KairanContent
internal import KairanFormats
internal import KairanModel
internal import KairanReaders

// Several lists of the same form as one list: `each: [{ each: news, value: … }, { each: events, value: … }]`.
extension ShapeCompiler {
    /// - Parameter elements: The lists, of which a single one is written without brackets: `first: { occurrences: … }`.
    mutating func joined(
        _ elements: [SourceNode], in scope: Scope, for purpose: ShapePurpose, at span: SourceSpan
    ) -> Query? {
        let shapes = elements.compactMap { node -> TypedShape? in
            guard let name = node.scalar, !isPath(name, in: scope), schema.declarations.collection(name) != nil
            else { return shape(node, in: scope, for: purpose) }
            reader.error(
                .querySource, "'\(name)' is a collection, and joined lists must say what they show of its entries",
                at: node.span, help: "write { each: \(name), value: … }")
            return nil
        }
        guard shapes.count == elements.count else { return nil }
        var common: FieldType?
        for (shape, node) in zip(shapes, elements) {
            guard case .list(let element) = shape.type else {
                reader.error(
                    .querySource, "this is \(shape.type.withArticle), not a list", at: node.span,
                    help: "write lists here, such as { each: NAME, value: … }")
                return nil
            }
            guard let type = common.map({ $0.common(element, mixesTexts: false) }) ?? element else {
                let difference = common.flatMap { element.difference(from: $0) } ?? "another type"
                reader.error(
                    .shapeList, "the elements of this list differ from those before: \(difference)", at: node.span,
                    help: "give all lists the same keys with values of the same types; { text: \"{…}\" } makes a text")
                return nil
            }
            common = type
        }
        guard let common else {
            reader.error(
                .querySource, "there are no lists here", at: span, help: "name a collection or a list")
            return nil
        }
        return Query(source: .shapes(shapes), element: common)
    }
}

extension FieldType {
    /// Returns what keeps two types from being joined.
    ///
    /// - Parameter path: The keys that lead to them, such as `points.url`.
    fileprivate func difference(from first: FieldType, at path: String = "") -> String? {
        // By their names, lists of records look the same.
        if case (.list(let own), .list(let other)) = (self, first), own.isRecord, other.isRecord {
            return own.difference(from: other, at: path)
        }
        guard case (.record(let own), .record(let other)) = (self, first) else {
            guard common(first, mixesTexts: false) == nil else { return nil }
            let types = "\(withArticle) instead of \(first.withArticle)"
            return path.isEmpty ? types : "'\(path)' is \(types)"
        }
        let (names, others) = (own.fields.map(\.name), other.fields.map(\.name))
        guard names == others else {
            let keys = "the keys \(names.joined(separator: ", ")) instead of \(others.joined(separator: ", "))"
            return path.isEmpty ? keys : "'\(path)' has \(keys)"
        }
        return zip(own.fields, other.fields).lazy.compactMap { own, other in
            own.type.difference(from: other.type, at: path.isEmpty ? own.name : "\(path).\(own.name)")
        }.first
    }

    private var isRecord: Bool { if case .record = self { true } else { false } }
}

extension SchemaDerivation {
    /// Returns the schema of the elements that a query takes from several shapes; nil for any other query.
    func elements(of query: Query) -> ValueSchema? {
        guard case .shapes(let shapes) = query.source else { return nil }
        let schemas = shapes.map { shape in
            if case .array(let element, _) = derive(shape.shape, shape.type).form { element } else { ValueSchema(.any) }
        }
        guard !schemas.isEmpty else { return nil }
        return ValueSchema.either(schemas).ofValues
    }

    /// Returns what is known of a value that stands in one of several shapes; nil for any other path.
    func ofShapes(_ path: Path) -> ValueSchema? {
        guard path.slot == nil, var schema = frames[path.frame].shapes,
            case .element(var type) = frames[path.frame].frame
        else { return nil }
        for step in path.steps {
            guard case .field(let index) = step, case .record(let record) = type,
                case .object(let properties) = schema.form,
                let property = properties.first(where: { $0.name == record.fields[index].name })
            else { return nil }
            (schema, type) = (property.schema, record.fields[index].type)
        }
        return schema.ofValues
    }
}
