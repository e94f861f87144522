internal import KairanContent
internal import KairanFormats
internal import KairanModel
internal import KairanReaders

extension ShapeCompiler {
    /// The words that say how a map shows the elements of a list.
    static let layerWords = ["at", "label", "link", "category", "color", "pin", "line"]

    /// Compiles a map of points as inline SVG.
    mutating func map(_ node: SourceNode, in scope: Scope) -> TypedShape? {
        if node["title"] == nil { reader.error(.mapMissing, "a map needs 'title'", at: node.span) }
        let title = node["title"].flatMap { pattern($0, "'title'", in: scope) }
        // The default width is narrow, so that a map can be read on a phone.
        let width = reader.integer(node["width"], "'width'", in: 200...2000) ?? 400
        let height = reader.integer(node["height"], "'height'", in: 150...2000)
        guard let layers = layers(node, in: scope), let title else { return nil }
        mapCount += 1
        needs.insert(.maps)
        return TypedShape(
            .map(
                MapShape(
                    id: mapCount == 1 ? "map" : "map-\(mapCount)", layers: layers, title: title, width: width,
                    height: height, span: node.span)), .html)
    }

    /// Compiles the list of a map, or several, each a name or `{ each: NAME, at: …, … }`.
    private mutating func layers(_ map: SourceNode, in scope: Scope) -> [MapLayer]? {
        let lists = severalLists("map", of: map, each: Self.layerWords, parts: "marks", missing: .mapMissing)
        guard let lists else { return layer(map, "map", in: scope).map { [$0] } }
        var layers: [MapLayer] = []
        for list in lists {
            // The words of the map hold for each list that does not have its own.
            let shared = (map.members ?? []).filter { Self.layerWords.contains($0.key) && list[$0.key] == nil }
            let mistakes = reader.diagnostics.errorCount
            let whole = SourceNode(.mapping((list.members ?? []) + shared), span: list.span)
            // A mistake in what the map says is told once, not for each list.
            guard let layer = layer(whole, "each", in: scope), reader.diagnostics.errorCount == mistakes else {
                return nil
            }
            layers.append(layer)
        }
        return layers.isEmpty ? nil : layers
    }

    /// - Parameter word: The word that names the list.
    private mutating func layer(_ node: SourceNode, _ word: String, in scope: Scope) -> MapLayer? {
        reader.require(
            ["at": "name the point of each: at: place", "label": "name the text of each: label: name"], in: node,
            .mapMissing, of: "a map")
        guard let query = query(word, node, in: scope) else { return nil }
        let inner = scope.entering(query)
        let line = mapLine(node["line"], in: inner)
        let (category, color, pin) = (
            mapPath("category", node, in: inner), mapPath("color", node, in: inner), mapPath("pin", node, in: inner)
        )
        // After a mistake in the line, nobody knows whose point and label are meant.
        guard let line else { return nil }
        var (marked, place) = (query, inner)
        if case .ofEach(let stops) = line { (marked, place) = (stops, inner.entering(stops)) }
        let at = node["at"].flatMap { pointPath($0, of: marked, in: place) }
        let label = node["label"].flatMap { mapLabel($0, in: place) }
        let link =
            node["link"].map { mapLink($0, in: place) } ?? ownPage(of: marked, in: place).map(Shape.path)
        guard let at, let label else { return nil }
        return MapLayer(
            query: query, at: at, label: label, link: link, category: category, color: color, pin: pin, line: line)
    }

    /// Compiles `true`, or the list that each element's line joins: `stops`, or `{ each: stops, where: … }`.
    private mutating func mapLine(_ node: SourceNode?, in scope: Scope) -> MapLayer.Line? {
        guard var node else { return .ofNone }
        if let flag = node.scalar.flatMap(coreBoolean) { return flag ? .ofAll : .ofNone }
        guard node.members != nil else {
            let list = SourceNode(.mapping([.init(key: "line", keySpan: node.span, value: node)]), span: node.span)
            return query("line", list, in: scope).map(MapLayer.Line.ofEach)
        }
        node = reader.corrected(node, allowed: ["each"] + Self.queryWords, what: "'line'")
        if node["each"] == nil {
            reader.error(
                .mapMissing, "'line' needs 'each', a list of points", at: node.span,
                help: "write line: stops, or line: { each: stops, … }")
        }
        return query("each", node, in: scope).map(MapLayer.Line.ofEach)
    }

    private mutating func mapLabel(_ node: SourceNode, in scope: Scope) -> Shape? {
        guard let label = shape(node, in: scope, for: .endpoint) else { return nil }
        if label.type == .text { return label.shape }
        reader.error(
            .mapType, "'label' is \(label.type.withArticle), not a text", at: node.span,
            help: "name a text, or write label: { text: \"…\" }")
        return nil
    }

    private mutating func mapLink(_ node: SourceNode, in scope: Scope) -> Shape? {
        guard let link = shape(node, in: scope, for: .endpoint) else { return nil }
        if link.type == .url || link.type == .text { return link.shape }
        reader.error(
            .mapType, "'link' is \(link.type.withArticle), not an address", at: node.span,
            help: "name one, or write link: { text: \"{site.path}…\" }")
        return nil
    }

    private mutating func mapPath(_ word: String, _ node: SourceNode, in scope: Scope) -> Path? {
        guard let node = node[word], let path = path(node, in: scope) else { return nil }
        switch (word, path.type) {
        case ("category", .text), ("category", .choice), ("color", .color), ("pin", .integer):
            return path
        case ("pin", .choice(let choice)):
            guard choice.options.count > MapPin.all.count else { return path }
            reader.error(
                .mapPin,
                "'\(path.text)' has \(choice.options.count) values, but there are only \(MapPin.all.count) pins",
                at: node.span)
            return nil
        default:
            let wanted = ["category": "a choice or a text", "color": "a color"]
            reader.error(
                .mapType,
                "'\(path.text)' is \(path.type.withArticle), not \(wanted[word] ?? "an integer or a choice")",
                at: node.span, help: partHelp(path))
            return nil
        }
    }

    private func partHelp(_ path: Path) -> String? {
        guard case .reference = path.type else { return nil }
        return "name one of its fields, such as \(path.text).name"
    }

    private func ownPage(of query: Query, in scope: Scope) -> Path? {
        guard case .reference = query.element,
            case .success(let path) = schema.path("page.path", in: scope, at: SourceSpan(path: ""))
        else { return nil }
        return path
    }
}
