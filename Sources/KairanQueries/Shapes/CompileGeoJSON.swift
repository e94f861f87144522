internal import KairanContent
internal import KairanModel
package import KairanReaders

extension ShapeCompiler {
    package static let geoJSONWords = ["description", "for", "geojson", "geometry", "id", "properties"] + queryWords

    /// Compiles a GeoJSON feature collection (RFC 7946). The standard defines the shape of the endpoint, apart from the
    /// properties.
    package mutating func geoJSON(_ node: SourceNode, in scope: Scope) -> TypedShape? {
        reader.require(
            [
                "geometry": "name the point of each: geometry: place",
                "properties": "write a mapping of keys to paths: properties: { name: name }",
            ], in: node, .geojsonMissing, of: "GeoJSON")
        guard let query = query("geojson", node, in: scope), let written = node["geometry"] else { return nil }
        let inner = scope.entering(query)
        let geometry = geometry(written, of: query, in: inner)
        let properties = node["properties"].flatMap { self.properties($0, in: inner) }
        let id = id(of: query, node["id"], in: inner)
        guard let geometry, let properties, let id else { return nil }
        var members = [("type", text("Feature")), ("geometry", geometry), ("properties", properties)]
        if let id { members.insert(("id", id), at: 1) }
        let feature = object(members)
        let features = TypedShape(.each(query, value: feature.shape), .list(feature.type))
        return object([("type", text("FeatureCollection")), ("features", features)])
    }

    /// Compiles `place`, or `{ line: footprints, at: place }`.
    private mutating func geometry(_ node: SourceNode, of query: Query, in scope: Scope) -> TypedShape? {
        guard node.members != nil else {
            guard let position = position(node, of: query, in: scope) else { return nil }
            return object([("type", text("Point")), ("coordinates", position)])
        }
        let node = reader.corrected(node, allowed: ["line", "at"] + Self.queryWords, what: "'geometry'")
        guard let at = node["at"], node["line"] != nil else {
            reader.error(
                .geojsonGeometry, "'geometry' must be a point, or a line of points", at: node.span,
                help: "write geometry: place, or geometry: { line: stops, at: place }")
            return nil
        }
        guard let line = self.query("line", node, in: scope),
            let place = pointPath(at, of: line, in: scope.entering(line.element))
        else { return nil }
        let coordinates = TypedShape(
            .route(line, at: place), .list(.list(.list(.decimal))))
        // A line always has this type, because a line across the 180th meridian has to be cut (RFC 7946, 3.1.9).
        return object([("type", text("MultiLineString")), ("coordinates", coordinates)])
    }

    private mutating func position(_ node: SourceNode, of query: Query, in scope: Scope) -> TypedShape? {
        guard var path = pointPath(node, of: query, in: scope) else { return nil }
        path.steps.append(.position)
        return TypedShape(.path(path), .list(.decimal))
    }

    /// Returns a path to a point that every element of the query has.
    package mutating func pointPath(_ node: SourceNode, of query: Query, in scope: Scope) -> Path? {
        guard let path = path(node, in: scope) else { return nil }
        guard path.type == .point else {
            reader.error(
                .pointType, "'\(path.text)' is \(path.type.withArticle), not a point", at: node.span)
            return nil
        }
        if path.isOptional, !query.requires(path) {
            reader.error(
                .pointType, "'\(path.text)' may be missing, and would then be nowhere", at: node.span,
                help: "choose the entries that have it with where: { \(path.text): { exists: true } }")
        }
        return path
    }

    private mutating func properties(_ node: SourceNode, in scope: Scope) -> TypedShape? {
        guard let properties = shape(node, in: scope, for: .endpoint) else { return nil }
        if case .record = properties.type { return properties }
        reader.error(
            .geojsonProperties, "'properties' must be a mapping, as GeoJSON needs an object", at: node.span,
            help: "write properties: { name: name }")
        return nil
    }

    /// Returns the id that is given, or else the entry's id. Elements that are not entries have none.
    private mutating func id(of query: Query, _ node: SourceNode?, in scope: Scope) -> TypedShape?? {
        if let node {
            guard let id = shape(node, in: scope, for: .endpoint) else { return nil }
            if id.type == .text || id.type == .integer { return .some(id) }
            reader.error(.geojsonId, "an id must be a text or an integer, not \(id.type.withArticle)", at: node.span)
            return nil
        }
        guard case .reference = query.element,
            case .success(let path) = schema.path("id", in: scope, at: SourceSpan(path: ""))
        else { return .some(nil) }
        return .some(TypedShape(.path(path), .text))
    }

    private func text(_ text: String) -> TypedShape { TypedShape(.literal(.text(text)), .text) }

    private func object(_ members: [(key: String, value: TypedShape)]) -> TypedShape {
        let type = RecordType(members.map { .init($0.key, $0.value.type) })
        return TypedShape(.object(members.map(\.value.shape), type), .record(type))
    }
}
