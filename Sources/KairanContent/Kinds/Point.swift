internal import KairanModel
internal import KairanReaders

extension FieldKind {
    static let point = FieldKind(
        meaning: "a place: latitude first, as maps copy it, such as 35.68, 139.77",
        example: "{ latitude: 35.6812, longitude: 139.7671 }", options: ["precision", "unique", "default"],
        hasParts: true)
}

extension ValueReader {
    /// Reads `{ latitude: 35.6812, longitude: 139.7671 }`, or the text `35.6812, 139.7671`. Digits beyond the field's
    /// precision are not stored anywhere.
    mutating func point(_ node: SourceNode, _ field: FieldDeclaration) -> Value {
        let parts: (latitude: SourceNode, longitude: SourceNode)
        if node.members != nil {
            guard let given = members(of: node, field) else { return .missing }
            parts = given
        } else if case .scalar(let text, let kind) = node.content, kind == .plain || kind == .string {
            let given = node.parts(of: text, dividedBy: ",")
            guard given.count == 2, given.allSatisfy({ $0.scalar.flatMap { DecimalNumber($0) } != nil }) else {
                return notAPoint(text, node)
            }
            parts = (given[0], given[1])
        } else {
            error(
                .fieldType, "'\(field.name)' must be a point, not \(node.kindName)", at: node.span,
                help: Self.pointHelp)
            return .missing
        }
        guard let latitude = degrees(parts.latitude, "latitude"), let longitude = degrees(parts.longitude, "longitude")
        else { return .missing }
        guard let point = Point(latitude: latitude, longitude: longitude) else {
            checkRanges(latitude, parts.latitude, longitude, parts.longitude)
            return .missing
        }
        return .point(field.limits.precision.map(point.rounded) ?? point)
    }

    private mutating func notAPoint(_ text: String, _ node: SourceNode) -> Value {
        error(
            .fieldType, "'\(text)' is not a point", at: node.span,
            help: Self.pointHelp)
        return .missing
    }

    private static let pointHelp: Help =
        "write { latitude: 35.6812, longitude: 139.7671 }, or \"35.6812, 139.7671\" as maps copy it"

    /// Returns nil after a mistake.
    private mutating func members(
        of node: SourceNode, _ field: FieldDeclaration
    ) -> (latitude: SourceNode, longitude: SourceNode)? {
        let names = ["latitude", "longitude"]
        let unknown = node.members?.filter { !names.contains($0.key) } ?? []
        for member in unknown {
            error(
                .fieldUnknown, "a point has no '\(member.key)'", at: member.keySpan,
                help: suggestion(for: member.key, in: names, kind: "it has"))
        }
        if let latitude = node["latitude"], let longitude = node["longitude"] { return (latitude, longitude) }
        for name in names where node[name] == nil && unknown.isEmpty {
            error(
                .fieldMissing, "'\(field.name)' lacks the \(name)", at: node.span, help: "add \(name): with degrees")
        }
        return nil
    }

    private mutating func degrees(_ node: SourceNode, _ name: String) -> DecimalNumber? {
        if case .scalar(let text, let kind) = node.content, kind == .plain || kind == .number,
            let degrees = kind == .number
                ? DecimalNumber(withExponent: text) : DecimalNumber(table?.plainNumber(text) ?? text)
        {
            return degrees
        }
        error(
            .fieldType, "'\(node.scalar ?? node.kindName)' is not a \(name)", at: node.span,
            help: "write degrees as a number, such as \(name == "latitude" ? "35.6812" : "139.7671")")
        return nil
    }

    private mutating func checkRanges(
        _ latitude: DecimalNumber, _ latitudeNode: SourceNode, _ longitude: DecimalNumber, _ longitudeNode: SourceNode
    ) {
        let areSwapped = Point(latitude: longitude, longitude: latitude) != nil
        if !Point.latitudes.contains(latitude) {
            error(
                .pointRange, "a latitude is between -90 and 90, not \(latitude)", at: latitudeNode.span,
                help: areSwapped
                    ? "the latitude comes first: swap the two numbers"
                    : "90 is the pole: look the place up again, or check the digits and the decimal point")
            if areSwapped { diagnostics[diagnostics.count - 1].fix = .swap(latitudeNode, longitudeNode) }
        }
        if !Point.longitudes.contains(longitude) {
            error(
                .pointRange, "a longitude is between -180 and 180, not \(longitude)", at: longitudeNode.span,
                help: DecimalNumber(180) < longitude && longitude.doubleValue <= 360
                    ? "west of Greenwich it is negative"
                    : "look the place up again, or check the digits and the decimal point")
        }
    }
}

extension ByteWriter {
    mutating func write(_ point: Point) {
        write(point.latitude)
        write(point.longitude)
    }
}

extension ByteReader {
    mutating func readPoint() throws(DamagedBytes) -> Point {
        let (latitude, longitude) = (try readDecimal(), try readDecimal())
        guard let point = Point(latitude: latitude, longitude: longitude) else { throw DamagedBytes() }
        return point
    }
}
