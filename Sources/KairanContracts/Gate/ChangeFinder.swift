internal import KairanFormats
internal import KairanModel
internal import KairanQueries
internal import KairanReaders

/// Follows the path of a change through the shape of a template, and through the shared shapes that it uses.
struct ChangeFinder {
    let schema: Schema
    let change: ContractChange
    /// The schema of the whole endpoint that apps expect; nil if it is not known.
    let published: ValueSchema?

    private var path: String { change.newPath ?? change.path }

    func place(in template: SourceNode) -> PlaceOfChange {
        if let properties = template["properties"], template["geojson"] != nil {
            let prefix = "features[].properties"
            guard path.hasPrefix(prefix) else { return PlaceOfChange(span: properties.span) }
            return place(of: found(path.dropFirst(prefix.count), in: properties), orAt: properties.span)
        }
        let start = template["data"] ?? template["value"] ?? template
        return place(of: found(path[...], in: start), orAt: start.span)
    }

    private func place(of found: Found, orAt outer: SourceSpan) -> PlaceOfChange {
        // Apps know a renamed key by its former name.
        let shape = found.shape.map { shared, rest in
            (shared, String(change.path.dropFirst(path.count - rest.count).trimmingPrefix(".")))
        }
        return PlaceOfChange(
            span: found.span ?? outer, shape: shape, isOneOfSeveral: found.isOneOfSeveral, isFirstOf: found.isFirstOf,
            written: found.written)
    }
}

/// The place at which the search for a change in the templates ended.
private struct Found {
    /// The part of the path that nothing was found for.
    var rest: Substring
    /// The place of the last key that was found; nil if none was.
    var span: SourceSpan?
    var shape: (shared: SharedShape, path: Substring)?
    var isOneOfSeveral = false
    /// This is true if `firstOf` chooses the value at the end of the path.
    var isFirstOf = false
    /// The word at the end of the path, if one word stands there.
    var written: String?

    func or(_ outer: SourceSpan) -> Found {
        var found = self
        found.span = span ?? outer
        return found
    }
}

extension ChangeFinder {
    /// - Parameter path: The rest of the path, such as `.links[].url`.
    private func found(_ path: Substring, in node: SourceNode) -> Found {
        if let elements = node.elements { return found(path, inArray: elements) }
        guard let members = node.members else {
            return Found(rest: path, written: path.isEmpty ? node.scalar : nil)
        }
        let keys = Set(members.map(\.key))
        if keys.count == 1, let inner = node["object"] ?? node["literal"], inner.scalar == nil {
            return found(path, in: inner)
        }
        if keys.isSubset(of: ["shape", "with"]), let shared = node["shape"]?.scalar.flatMap({ schema.sharedShapes[$0] })
        {
            return found(path, in: shared, with: node["with"])
        }
        if keys.isSubset(of: ["if", "then", "else"]), let condition = node["if"], condition.scalar == nil {
            return found(path, inOneOf: [node["then"], node["else"]].compactMap(\.self))
        }
        if keys.count == 1, let shapes = node["firstOf"]?.elements {
            var place = found(path, inOneOf: shapes)
            if path.isEmpty { place.isFirstOf = true }
            return place
        }
        if let element = found(path, inElementOf: node) { return element }
        guard let (key, rest) = firstKey(of: path),
            let member = members.first(where: { $0.key == key || $0.key == key + "?" })
        else { return Found(rest: path) }
        return found(rest, in: member.value).or(member.keySpan)
    }

    /// Looks into the `value` of a word that makes something of each element of a list, or of the first. Returns nil for
    /// any other mapping.
    private func found(_ path: Substring, inElementOf node: SourceNode) -> Found? {
        let rest: Substring?
        if let lists = node["each"] {
            if node["value"] == nil, let lists = lists.elements { return found(path, inOneOf: lists) }
            rest = elements(of: path)
        } else if node["first"] != nil, node["value"] != nil {
            rest = path
        } else if node["group"] != nil, node["by"] != nil {
            rest = values(of: path).flatMap(elements)
        } else if node["keyed"] != nil, node["by"] != nil {
            rest = values(of: path)
        } else {
            return nil
        }
        guard let rest, let value = node["value"] else { return Found(rest: path) }
        return found(rest, in: value).or(value.span)
    }

    private func found(_ path: Substring, inArray nodes: [SourceNode]) -> Found {
        if let rest = elements(of: path) { return found(rest, inOneOf: nodes) }
        guard path.hasPrefix("["), let end = path.firstIndex(of: "]"), let position = Int(path[..<end].dropFirst()),
            nodes.indices.contains(position)
        else { return Found(rest: path) }
        return found(path[end...].dropFirst(), in: nodes[position]).or(nodes[position].span)
    }

    /// Looks into a shared shape, unless the change is one of the keys that are added to it.
    private func found(_ path: Substring, in shared: SharedShape, with more: SourceNode?) -> Found {
        if let added = more.map({ found(path, in: $0) }), added.span != nil { return added }
        guard let data = shared.content?.data else { return Found(rest: path) }
        var inner = found(path, in: data).or(data.span)
        inner.shape = inner.shape ?? (shared, path)
        // The words around a shape also decide if there is a value at all.
        return path.isEmpty && !isBroken(by: inner) ? Found(rest: path) : inner
    }

    /// Looks into shapes of which any may make the value. Where several have the key, the place is in the shared shape
    /// that breaks the promise.
    private func found(_ path: Substring, inOneOf shapes: [SourceNode]) -> Found {
        let all = shapes.filter { path.isEmpty || mayHaveParts($0) }.map { found(path, in: $0) }
        let least = all.map(\.rest.count).min()
        let nearest = all.filter { $0.rest.count == least }
        // A shape that no longer has the key makes it optional.
        var place = change.rule == .becameOptional ? one(of: all.filter(isBroken)) : one(of: nearest)
        if place == nil, change.rule != .becameOptional, change.rule != .keyRemoved {
            place = one(of: nearest.filter(isBroken)) ?? one(of: nearest.filter { $0.shape == nil && $0.rest.isEmpty })
        }
        place?.isOneOfSeveral = true
        return place ?? Found(rest: path)
    }

    private func mayHaveParts(_ node: SourceNode) -> Bool {
        node.scalar == nil && node["literal"]?.scalar == nil && node["text"]?.scalar == nil
    }

    /// Returns the place if all are the same.
    private func one(of places: [Found]) -> Found? {
        places.first.flatMap { first in places.allSatisfy { $0.span == first.span } ? first : nil }
    }

    /// Returns whether apps would meet the change even if the shared shape alone made the value.
    private func isBroken(by place: Found) -> Bool {
        guard let (shared, path) = place.shape, let own = schema.valueSchema(of: shared) else { return false }
        let start = String(self.path.dropLast(path.count))
        let changes = published?.schema(at: start)?.changes(to: own, endpoint: change.endpoint, at: start) ?? []
        return changes.contains { other in
            other.path == change.path
                && (other.rule == change.rule
                    || other.isBreaking && (other.rule != .keyRemoved || change.rule == .becameOptional))
        }
    }
}

/// Returns the path from each element of a list on, or nil if a path does not lead to the elements.
private func elements(of path: Substring) -> Substring? { path.hasPrefix("[]") ? path.dropFirst(2) : nil }

/// Returns the path from each value of an object on whose keys are values of a field.
private func values(of path: Substring) -> Substring? {
    path.hasPrefix("{}") ? path.dropFirst(2) : firstKey(of: path)?.rest
}

/// Divides `.links[].url` into `links` and `[].url`.
private func firstKey(of path: Substring) -> (key: String, rest: Substring)? {
    let key = path.trimmingPrefix(".").prefix { !".[{".contains($0) }
    return key.isEmpty ? nil : (String(key), path[key.endIndex...])
}
