internal import KairanContent
package import KairanModel
package import KairanReaders

extension ShapeCompiler {
    mutating func each(_ node: SourceNode, in scope: Scope, for purpose: ShapePurpose) -> TypedShape? {
        guard var query = query("each", node, in: scope, for: purpose) else { return nil }
        guard let byNode = node["by"] else {
            refuseGroupOrder(node, "'groups' orders groups, but there is no 'by' here")
            guard let value = element(node, query, in: scope, for: purpose) else { return nil }
            return TypedShape(.each(query, value: value.shape), .list(value.type))
        }
        guard let by = grouping(byNode, query, in: scope) else { return nil }
        let group = schema.groupType(
            of: query.element, by: by.element, collection: query.collection, path: by.path.text)
        query.groupOrder = groupOrder(node["groups"], group, in: scope)
        guard let value = element(node, query, as: group, in: scope, for: purpose) else { return nil }
        return TypedShape(.eachGroup(query, by: by.path, group: group, value: value.shape), .list(value.type))
    }

    mutating func first(_ node: SourceNode, in scope: Scope, for purpose: ShapePurpose) -> TypedShape? {
        guard let query = query("first", node, in: scope, for: purpose),
            let value = element(node, query, in: scope, for: purpose)
        else { return nil }
        let isRequired = reader.boolean(node["required"], "'required'") ?? false
        return TypedShape(
            .first(query, value: value.shape, isRequired: isRequired, span: node["first"]?.span ?? node.span),
            value.type, isOptional: value.isOptional || !isRequired)
    }

    mutating func group(_ node: SourceNode, in scope: Scope, for purpose: ShapePurpose) -> TypedShape? {
        guard var query = query("group", node, in: scope) else { return nil }
        guard let byNode = node["by"] else {
            reader.error(
                .shapeBy, "'group' needs 'by', the field whose values become the keys", at: node.span,
                help: "write by: \(groupableName(of: query.element))")
            return nil
        }
        let grouping = grouping(byNode, query, in: scope)
        let element = element(node, query, in: scope, for: purpose)
        guard let by = grouping, let value = element else { return nil }
        let type: FieldType
        if case .choice(let choice) = by.element {
            type = .record(RecordType(choice.options.map { .init($0.value, .list(value.type)) }))
            refuseGroupOrder(node, "the keys are the values of a choice, in declared order")
        } else {
            let group = schema.groupType(of: query.element, by: by.element, collection: nil, path: by.path.text)
            query.groupOrder = groupOrder(node["groups"], group, in: scope)
            type = .dictionary(.list(value.type))
        }
        return TypedShape(.group(query, by: by.path, value: value.shape), type)
    }

    mutating func keyed(_ node: SourceNode, in scope: Scope, for purpose: ShapePurpose) -> TypedShape? {
        guard var query = query("keyed", node, in: scope) else { return nil }
        refuseGroupOrder(node, "'keyed' has no groups; 'sort' orders its keys")
        guard let byNode = node["by"] else {
            reader.error(
                .shapeBy, "'keyed' needs 'by', whose values become the keys", at: node.span, help: "write by: id")
            return nil
        }
        guard let by = path(byNode, in: scope.entering(query)) else { return nil }
        let group = "'group' makes a list under each key"
        guard isKey(by, of: query, in: scope) else {
            let isFromAround = by.slot != nil || by.frame != query.frame
            reader.error(
                .shapeBy,
                isFromAround
                    ? "'\(byNode.scalar ?? by.text)' is a value from around the list, the same for each element"
                    : "two elements may have the same '\(by.text)'", at: byNode.span,
                help: query.isOfEntries ? "write by: id or a field that is 'unique'; \(group)" : group)
            return nil
        }
        // A list may hold an entry twice.
        if query.collection == nil, query.isOfEntries { query.unique = query.unique ?? by }
        guard let value = element(node, query, in: scope, for: purpose) else { return nil }
        return TypedShape(.keyed(query, by: by, value: value.shape), .dictionary(value.type))
    }

    /// Returns whether every element has a value at the path, and no two different elements have the same one.
    private func isKey(_ path: Path, of query: Query, in scope: Scope) -> Bool {
        guard path.slot == nil, path.frame == query.frame, path.steps.count == 1 else { return false }
        if case .list(let map) = query.source, case .dictionary = map.type { return path.steps == [.field(0)] }
        guard case .reference(let name) = query.element,
            let collection = schema.declarations.collection(name)
        else { return false }
        guard case .field(let index) = path.steps[0] else { return path.steps[0] == .id }
        let field = collection.fields[index]
        if field.name == collection.idField, !collection.hasComposedIDs || isOfOneParent(query, in: scope) {
            return true
        }
        return field.isUnique && !path.isOptional
    }

    /// Returns whether the elements are the records of one entry, of which no two have the same own id.
    private func isOfOneParent(_ query: Query, in scope: Scope) -> Bool {
        guard case .list(let list) = query.source else { return false }
        let formats = ShownFormats(settings: schema.declarations.settings, isLocalized: false)
        let frames = scope.frames.map { SchemaDerivation.Frame(frame: $0) }
        return SchemaDerivation(schema: schema, formats: formats, frames: frames).declaration(of: list)?.holdsEntries
            == true
    }

    /// Returns the name by which elements are most likely to be grouped, for messages.
    private func groupableName(of element: FieldType) -> String {
        let types = schema.offeredNames(on: element).compactMap { name in
            schema.step(named: name, on: element).map { (name: name, type: $0.type.elementOfList) }
        }
        let groupable = types.filter { $0.name != "id" && $0.type.traits.isGroupable }
        return (groupable.first { $0.type.isOfFewValues } ?? groupable.first)?.name ?? "value"
    }

    /// Returns the path of `by` and the type of one of its values. Each element of a list counts by itself.
    package mutating func grouping(_ node: SourceNode, _ query: Query, in scope: Scope) -> (
        path: Path, element: FieldType
    )? {
        guard let path = path(node, in: scope.entering(query)) else { return nil }
        let element = path.type.elementOfList
        if element.traits.isGroupable { return (path, element) }
        reader.error(
            .shapeBy, "entries cannot be grouped by \(element.withArticle)", at: node.span,
            help: path.ofOneType
                ?? "name a text, number, date, time, boolean, choice, version, reference, or a list of these"
        )
        return nil
    }

    /// Returns the shape under `value`, or the whole element in a page's data. Elements that shapes make already have the
    /// form in which they are published.
    ///
    /// - Parameter group: The type of the groups that the elements form; nil if they form none.
    private mutating func element(
        _ node: SourceNode, _ query: Query, as group: RecordType? = nil, in scope: Scope, for purpose: ShapePurpose
    ) -> (shape: Shape?, type: FieldType, isOptional: Bool)? {
        let type = group.map(FieldType.record) ?? query.element
        if let value = node["value"] {
            return shape(value, in: scope.entering(type, of: query.source.text), for: purpose).map {
                ($0.shape, $0.type, $0.isOptional)
            }
        }
        if case .shapes = query.source, group == nil { return (nil, type, false) }
        guard purpose == .endpoint else { return (nil, type, false) }
        reader.error(
            .shapeValue, "an endpoint must say which parts it publishes", at: node.span,
            help: "add 'value:' with a mapping of keys to paths")
        return nil
    }

    mutating func chart(_ node: SourceNode, in scope: Scope) -> TypedShape? {
        guard let kind = reader.text(node["chart"], "'chart'") else { return nil }
        guard kind == "line" else {
            reader.error(
                .shapeChart, "there is no chart '\(kind)'", at: node["chart"]?.span ?? node.span, help: "charts: line"
            )
            return nil
        }
        for word in ["each", "label", "value", "title"] where node[word] == nil {
            reader.error(.shapeChart, "a chart needs '\(word)'", at: node.span)
        }
        guard let query = query("each", node, in: scope), let written = node["label"], let y = node["value"] else {
            return nil
        }
        // All parts are read before any is asked for, so that each mistake is told in one build.
        let inner = scope.entering(query)
        let label = pattern(written, "'label'", in: inner)
        let value = path(y, in: inner)
        if let label, label.paths.isEmpty, let text = written.scalar {
            var isName = false
            if case .success = schema.path(text, in: inner, at: written.span) { isName = true }
            reader.error(
                .shapeChart, "the label of a chart has no name in braces, so all points would have the same",
                at: written.span,
                help: isName ? .write("write \"{\(text)}\"", "\"{\(text)}\"", for: text) : "write label: \"{NAME}\"")
        }
        let title = node["title"].flatMap { pattern($0, "'title'", in: scope) }
        let unit = node["unit"].flatMap { pattern($0, "'unit'", in: scope) }
        if let value, value.type != .integer, value.type != .decimal {
            reader.error(.shapeChart, "'\(value.text)' is \(value.type.withArticle), not a number", at: y.span)
        }
        guard let label, let value, let title else { return nil }
        chartCount += 1
        let id = chartCount == 1 ? "chart" : "chart-\(chartCount)"
        let chart = ChartShape(
            id: id, query: query, label: label, date: ChartAxisDate(label), value: value, title: title, unit: unit)
        return TypedShape(.chart(chart), .html)
    }

    mutating func changes(_ node: SourceNode, in scope: Scope) -> TypedShape? {
        guard let written = node["changes"] else { return nil }
        let ends = reader.corrected(written, allowed: ["from", "to"], what: "'changes'")
        guard let from = ends["from"], let to = ends["to"] else {
            reader.error(.shapeChanges, "'changes' needs 'from' and 'to', two Markdown or text paths", at: node.span)
            return nil
        }
        let paths = (path(from, in: scope), path(to, in: scope))
        guard let first = paths.0, let second = paths.1 else { return nil }
        for (path, span) in [(first, from.span), (second, to.span)] where path.type != .markdown && path.type != .text {
            reader.error(.shapeChanges, "'\(path.text)' is \(path.type.withArticle), not a text", at: span)
        }
        return TypedShape(.changes(from: first, to: second), .list(.record(Schema.differenceBlock)))
    }
}

extension FieldType {
    /// This is true if many elements are sure to have the same value.
    fileprivate var isOfFewValues: Bool {
        switch self {
        case .choice, .reference: true
        case .text, .markdown, .html, .integer, .decimal, .boolean, .date, .time, .dateTime, .duration, .url, .email,
            .phone, .color, .image, .file, .version, .window, .schedule, .point, .list, .record, .dictionary, .oneOf:
            false
        }
    }
}

extension Query {
    fileprivate var isOfEntries: Bool { if case .reference = element { true } else { false } }
}

extension Schema {
    static let differenceRun = RecordType([
        .init("isSame", .boolean), .init("isAdded", .boolean), .init("isRemoved", .boolean), .init("text", .text),
    ])
    static let differenceBlock = RecordType([
        .init("isSame", .boolean), .init("isAdded", .boolean), .init("isRemoved", .boolean),
        .init("isChanged", .boolean), .init("runs", .list(.record(differenceRun))),
    ])
}
