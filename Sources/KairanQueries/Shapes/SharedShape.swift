internal import KairanContent
package import KairanFormats
internal import KairanModel
package import KairanReaders

/// A shape of `templates/_shapes/`, which any number of templates use for the entries of one collection.
package struct SharedShape: Sendable {
    package var name: String
    /// The file that declares it.
    package var path: String
    /// The collection of the entries that it is for, and the shape itself; nil after a mistake in the file.
    package var content: (collection: String, data: SourceNode)?

    package init(name: String, path: String) { (self.name, self.path) = (name, path) }
}

extension Schema {
    /// Returns the schema of the JSON that a shared shape makes on its own, or nil if it has a mistake.
    package func valueSchema(of shared: SharedShape) -> ValueSchema? {
        var compiler = ShapeCompiler(schema: self)
        guard let (shape, scope) = compiler.alone(shared) else { return nil }
        return valueSchema(of: shape, in: scope)
    }
}

extension ShapeCompiler {
    /// Checks a shared shape on its own, and reports its mistakes, which no template that uses it repeats.
    package mutating func check(_ shared: SharedShape) {
        _ = alone(shared)
        reader.diagnostics += circles
    }

    /// Compiles a shared shape where only an entry of its collection is at hand.
    fileprivate mutating func alone(_ shared: SharedShape) -> (TypedShape, Scope)? {
        guard let (collection, data) = shared.content else { return nil }
        let scope = Scope(root: [.names(schema.rootNames)]).entering(.reference(collection))
        sharedAround = [shared.name]
        return shape(data, in: scope, for: .endpoint).map { ($0, scope) }
    }

    /// Compiles `{ shape: NAME }`, or `{ shape: NAME, with: { key: … } }` for more keys.
    mutating func sharedShape(_ node: SourceNode, in scope: Scope, for purpose: ShapePurpose) -> TypedShape? {
        guard let written = node["shape"], let name = reader.text(written, "'shape'", help: "name a file of _shapes/")
        else { return nil }
        guard let shared = schema.sharedShapes[name] else {
            reader.error(
                .shapeShared, "there is no shape '\(name)'", at: written.span,
                help: suggestion(for: name, in: schema.sharedShapes.keys.sorted(), kind: "shapes")
                    ?? "write one in templates/_shapes/\(name).yml")
            return nil
        }
        guard let (collection, data) = shared.content,
            let inner = sharedScope(of: name, for: collection, in: scope, at: written.span)
        else { return nil }
        let found =
            isAround(shared, at: written.span)
            ? nil : content(of: shared, data, in: inner, for: purpose, at: written.span)
        guard let more = node["with"] else { return found }
        let mistakes = reader.diagnostics.errorCount
        guard let members = more.members else {
            reader.error(
                .shapeShared, "'with' must be a mapping of keys, not \(more.kindName)", at: more.span,
                help: "write with: { key: name }")
            return nil
        }
        let added = object(members, in: scope, for: purpose)
        guard let found, let added, reader.diagnostics.errorCount == mistakes else { return nil }
        guard let all = found.extended(by: added) else {
            reader.error(
                .shapeShared, "'with' adds keys, but the shape '\(name)' is not an object", at: more.span,
                help: "remove 'with', or write an object in \(shared.path)")
            return nil
        }
        return all
    }

    /// Returns the scope of a shared shape at the place of its use, or nil if another element stands there.
    private mutating func sharedScope(
        of name: String, for collection: String, in scope: Scope, at span: SourceSpan
    ) -> Scope? {
        let position = scope.frames.lastIndex { if case .element = $0 { true } else { false } }
        if let position, scope.frames[position] == .element(.reference(collection)) {
            return scope.limited(toElementAt: position, schema)
        }
        var here = "there is none here"
        if let element = scope.element { here = "here is \(element.withArticle)" }
        if case .reference(let other) = scope.element { here = "here is one of \(other)" }
        reader.error(
            .shapeShared, "the shape '\(name)' is for an entry of \(collection), but \(here)", at: span,
            help: "use it as the 'value' of an 'each: \(collection)', or in a template with 'for: "
                + "\(collection)'")
        return nil
    }

    /// Compiles the shape's own file. Its mistakes are reported once, where it is checked on its own.
    ///
    /// - Parameter use: The place that names it.
    private mutating func content(
        of shared: SharedShape, _ data: SourceNode, in scope: Scope, for purpose: ShapePurpose, at use: SourceSpan
    ) -> TypedShape? {
        let outer = self
        sharedAround.append(shared.name)
        usedShapes.insert(shared.path)
        reader = DeclarationReader()
        let shape = shape(data, in: scope, for: purpose)
        var mistakes: [Diagnostic] = []
        // A page asks for more than the check, and an entry with a file of its own has no position.
        if shape == nil, tellsOfUses {
            var check = ShapeCompiler(schema: schema)
            check.tellsOfUses = false
            if check.alone(shared) != nil { mistakes = reader.diagnostics }
            for index in mistakes.indices where mistakes[index].span.path == shared.path {
                let help = mistakes[index].help.map { "\($0); " } ?? ""
                mistakes[index].help = "\(help)\(use.path):\(use.line) uses this shape"
            }
        }
        // The check tells of these too.
        (namedEntries, missingCollections) = (outer.namedEntries, outer.missingCollections)
        (reader, sharedAround) = (outer.reader, outer.sharedAround)
        reader.diagnostics += mistakes
        return shape
    }

    /// Returns whether a shape is made of itself. Of a circle of shapes, one tells.
    private mutating func isAround(_ shared: SharedShape, at span: SourceSpan) -> Bool {
        guard let start = sharedAround.firstIndex(of: shared.name) else { return false }
        let circle = sharedAround[start...]
        guard start == 0, circle.min() == shared.name else { return true }
        let others = circle.dropFirst()
        let way = others.isEmpty ? "" : ", by way of \(others.joined(separator: " and "))"
        circles.append(
            Diagnostic(
                .error, .shapeShared, "the shape '\(shared.name)' is made of itself\(way)", at: span,
                help: "write what you need of it here"))
        return true
    }
}

extension TypedShape {
    /// Returns an object with the keys of both. A key of the other one takes the place of an equal one here. Returns
    /// nil if this is not an object.
    fileprivate func extended(by other: TypedShape) -> TypedShape? {
        guard case .object(var shapes, var type) = shape, case .object(let others, let otherType) = other.shape else {
            return nil
        }
        for (shape, field) in zip(others, otherType.fields) {
            if let index = type.index(of: field.name) {
                (shapes[index], type.fields[index]) = (shape, field)
            } else {
                shapes.append(shape)
                type.fields.append(field)
            }
        }
        return TypedShape(.object(shapes, type), .record(type))
    }
}

extension Scope {
    /// Returns the scope with only one element and the site's own names. A name then means the same in every template,
    /// and stays at its position.
    fileprivate func limited(toElementAt position: Int, _ schema: Schema) -> Scope {
        let root = schema.rootNames.fields
        var scope = self
        for index in frames.indices where index != position {
            var names = RecordType([])
            if case .names(let record) = frames[index], record.fields.starts(with: root) {
                names = RecordType(Array(record.fields.prefix(root.count)))
                // The names of a template that makes a file for each entry would hide the fields of that entry.
                for field in names.fields.indices where index > position {
                    if schema.names(on: element ?? .text).contains(names.fields[field].name) {
                        names.fields[field].name = ""
                    }
                }
            }
            scope.frames[index] = .names(names)
        }
        return scope
    }
}
