internal import KairanContent
internal import KairanModel
internal import KairanReaders

extension ShapeCompiler {
    /// Compiles the computed defaults of all collections. A default with a mistake is left out.
    package mutating func computedDefaults() -> [FieldPosition: ComputedDefault] {
        var defaults: [FieldPosition: ComputedDefault] = [:]
        for (position, collection) in schema.declarations.collections.enumerated() {
            let scope = Scope(root: []).entering(.reference(collection.name))
            for (index, field) in collection.fields.enumerated() {
                guard let node = field.computedDefault else { continue }
                defaults[FieldPosition(collection: position, field: index)] = computedDefault(
                    node, of: field, in: scope)
            }
        }
        refuseCircles(&defaults)
        return defaults
    }

    private mutating func computedDefault(
        _ node: SourceNode, of field: FieldDeclaration, in scope: Scope
    ) -> ComputedDefault? {
        guard let text = node.scalar else { return nil }
        let computed: ComputedDefault
        if field.type == .text {
            guard let pattern = textPattern(text, in: scope, at: node.span) else { return nil }
            computed = .text(pattern)
        } else {
            var paths: [Path] = []
            for part in text.dropFirst().dropLast().split(separator: " or ", omittingEmptySubsequences: false) {
                let name = part.trimmingSpaces()
                guard let path = path(String(name), in: scope, at: node.span.part(name, of: text)) else { return nil }
                guard path.type == field.type else {
                    refuse(
                        "'\(name)' is \(path.type.withArticle), but '\(field.name)' is \(field.type.withArticle)", node,
                        help: "name a field of the same type")
                    return nil
                }
                paths.append(path)
            }
            computed = .value(paths)
        }
        return areUsable(computed, for: field, node) ? computed : nil
    }

    private mutating func areUsable(
        _ computed: ComputedDefault, for field: FieldDeclaration, _ node: SourceNode
    ) -> Bool {
        for path in computed.paths {
            if !Set(path.steps).isDisjoint(with: [.page, .pageURL, .pagePath]) {
                refuse(
                    "'\(path.text)' is known only after all entries are read", node,
                    help: "name the page in the templates that use the field")
                return false
            }
        }
        guard let path = computed.optionalPath, !field.isOptional else { return true }
        refuse(
            "'\(path.text)' may have no value, and '\(field.name)' must have one", node,
            help: "name what every entry has"
                + (field.type == .text
                    ? ", say what stands there then, as in {\(path.text) or id}"
                    : ", or what stands there then, as in {\(path.text) or another}")
                + ", or declare the field as '\(field.type.description)?'")
        return false
    }

    private mutating func refuse(_ message: String, _ node: SourceNode, help: String) {
        reader.error(.declarationDefault, message, at: node.span, help: help)
    }

    /// Reports defaults that lead back to themselves, whatever the entries are: no entry need end the circle.
    private mutating func refuseCircles(_ defaults: inout [FieldPosition: ComputedDefault]) {
        let collections = schema.declarations.collections
        func next(_ position: FieldPosition) -> [FieldPosition] {
            let start = FieldType.reference(collections[position.collection].name)
            return (defaults[position]?.paths ?? []).flatMap {
                schema.fields(along: $0, from: start).compactMap(\.position)
            }
        }
        let circles = defaults.keys.filter { position in
            var (seen, open): (Set<FieldPosition>, [FieldPosition]) = ([], next(position))
            while let field = open.popLast() {
                if field == position { return true }
                if seen.insert(field).inserted { open += next(field) }
            }
            return false
        }
        for position in circles.sorted(by: { ($0.collection, $0.field) < ($1.collection, $1.field) }) {
            defaults[position] = nil
            let field = collections[position.collection].fields[position.field]
            guard let node = field.computedDefault else { continue }
            refuse(
                "the default of '\(field.name)' leads back to '\(field.name)'", node,
                help: "name a field whose default is not computed from this one")
        }
    }
}
