internal import KairanModel
internal import KairanReaders

/// A field of a collection or a record that holds what stands under a key of JSON.
struct InferredField {
    /// The declared type; nil for a constant, which is part of the shape and needs no field.
    var type: SourceNode?
    /// The shape that gives the values back.
    var shape: SourceNode
    /// The node that is written into the sources for each value; nil if nothing is written for it.
    var sources: [SourceNode?]
    /// Tells whether each value fits into a cell of a table.
    var isFlat = false
}

/// Finds the kinds of fields, their sources and their shapes for values of JSON.
struct FieldInference {
    var facts: BoardFacts
    /// The collection of the field, which no reference leads to.
    var collection = ""
    /// This is true where only the kinds that JSON itself has are to be used.
    var isPlain: Bool
    /// The folders from which paths may start, each empty or with a slash at its end.
    var pathFolders = [""]

    /// Returns the field for the values under a key, one for each object; nil for an object without the key.
    ///
    /// - Parameter path: The path of the field in the shape.
    /// - Parameter key: The key, which hints at the collection that a reference leads to.
    func field(_ values: [SourceNode?], at path: String, key: String) throws(Unshaped) -> InferredField {
        let given = values.compactMap(\.self)
        let present = given.compactMap(\.present)
        let isOptional = present.count < values.count
        let keepsNull = present.count < given.count && given.count < values.count
        guard let first = present.first ?? (keepsNull ? given.first : nil) else {
            return InferredField(shape: .object([("literal", null)]), sources: values.map { _ in nil })
        }
        if keepsNull || present.contains(where: { $0.jsonKind != first.jsonKind }) {
            return try oneOf(values, at: path, key: key, isOptional: isOptional, keepsNull: keepsNull)
        }
        let values = values.map { $0?.present }
        switch first.content {
        case .mapping: return try record(values, at: path, key: key, isOptional: isOptional)
        case .sequence: return try list(values, at: path, key: key, isOptional: isOptional)
        case .scalar: return try scalar(values, at: path, key: key, isOptional: isOptional)
        }
    }

    var null: SourceNode { SourceNode(.scalar("null", .null), span: SourceSpan(path: "")) }

    // MARK: Records

    private func record(
        _ values: [SourceNode?], at path: String, key: String, isOptional: Bool
    ) throws(Unshaped) -> InferredField {
        if let map = map(values, at: path, key: key, isOptional: isOptional) { return map }
        let parts = try fields(of: values.compactMap(\.self), key: key, in: isOptional ? "" : path + ".")
        if parts.fields.isEmpty {
            guard !isOptional else {
                throw Unshaped(
                    reason: "'\(key)' is an empty object in one place and missing in another",
                    span: values.compactMap { $0?.span }.first)
            }
            return InferredField(shape: try parts.shape, sources: values.map { _ in nil })
        }
        var sources = parts.sources[...]
        let written = values.map { $0 == nil ? nil : sources.popFirst() }
        guard isOptional else {
            return InferredField(
                type: .object([("record", parts.declaration)]), shape: try parts.shape, sources: written)
        }
        // An object of a shape is always there, but the first element of a list need not be.
        let list: SourceNode = .object([("of", .object([("record", parts.declaration)])), ("maximum", .number(1))])
        return InferredField(
            type: .object([("list?", list)]),
            shape: .object([("first", .word(path)), ("value", try parts.shape)]),
            sources: written.map { $0.map { .list([$0]) } })
    }

    /// Returns the fields of objects that are alike.
    ///
    /// - Parameter prefix: The path of the record with a dot, or nothing inside a list of such records.
    func fields(of objects: [SourceNode], key: String, in prefix: String) throws(Unshaped) -> InferredRecord {
        let members = objects.map { $0.members ?? [] }
        let keys = usualOrder(ofKeysIn: members.map { $0.map(\.key) }).keys
        var record = InferredRecord(key: key)
        var names = Names()
        for key in keys {
            let values = objects.map { $0[key] }
            let name = names.unique(fieldName(for: key, else: "part"))
            record.add(try field(values, at: prefix + name, key: key), values, key: key, name: name)
        }
        record.sources = objects.indices.map { index in
            .object(record.fields.compactMap { field in field.sources[index].map { (field.name, $0) } })
        }
        return record
    }

    // MARK: Lists

    private func list(
        _ values: [SourceNode?], at path: String, key: String, isOptional: Bool
    ) throws(Unshaped) -> InferredField {
        let elements = values.flatMap { $0?.elements ?? [] }
        let word = isOptional ? "list?" : "list"
        guard let first = elements.first else {
            guard isOptional else {
                return InferredField(shape: .object([("literal", .list([]))]), sources: values.map { _ in nil })
            }
            return InferredField(
                type: .object([(word, .word("text"))]), shape: .word(path),
                sources: values.map { $0 == nil ? nil : .list([]) })
        }
        if let null = elements.first(where: \.isNull) {
            throw Unshaped(reason: "the list '\(key)' has null among its elements", span: null.span)
        }
        if first.members != nil, elements.allSatisfy({ $0.members != nil }) {
            let parts = try fields(of: elements, key: key, in: "")
            guard !parts.fields.isEmpty else {
                throw Unshaped(reason: "the list '\(key)' has objects without values", span: first.span)
            }
            let sources = regrouped(parts.sources, as: values)
            return InferredField(
                type: .object([(word, .object([("record", parts.declaration)]))]),
                shape: each(path, try parts.shape, isOptional: isOptional), sources: sources)
        }
        var inner = self
        // A list of texts is shown as it is, so its elements cannot have patterns or references.
        inner.isPlain = true
        let element = try inner.field(elements.map(Optional.some), at: path, key: key)
        guard let type = element.type, element.shape.scalar != nil else {
            throw Unshaped(reason: "the list '\(key)' has lists that no shape makes", span: first.span)
        }
        let sources = element.sources.compactMap(\.self)
        let isFlat =
            element.isFlat && values.allSatisfy { $0?.elements?.isEmpty != true }
            && sources.allSatisfy { $0.scalar?.contains("|") == false && $0.scalar?.isEmpty == false }
        if !isPlain, let link = reference(elements.map(Optional.some), key: key) {
            return InferredField(
                type: .object([(word, .object([("reference", .word(link.collection))]))]),
                shape: each(path, .word(link.view), isOptional: isOptional),
                sources: regrouped(sources, as: values), isFlat: isFlat)
        }
        return InferredField(
            type: .object([(word, type)]), shape: .word(path), sources: regrouped(sources, as: values), isFlat: isFlat)
    }

    /// Returns the shape of a list. One that may be missing is none then, and not a list without elements.
    private func each(_ path: String, _ value: SourceNode, isOptional: Bool) -> SourceNode {
        let list: SourceNode = .object([("each", .word(path)), ("value", value)])
        guard isOptional else { return list }
        let isThere: SourceNode = .object([(path, .object([("exists", .flag(true))]))])
        return .object([("if", isThere), ("then", list)])
    }

    /// Returns the sources of all elements as lists again.
    private func regrouped(_ sources: [SourceNode], as values: [SourceNode?]) -> [SourceNode?] {
        var rest = sources[...]
        return values.map { value in
            guard let count = value?.elements?.count else { return nil }
            defer { rest = rest.dropFirst(count) }
            return .list(Array(rest.prefix(count)))
        }
    }
}
