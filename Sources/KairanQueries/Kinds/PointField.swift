internal import KairanContent
internal import KairanModel
internal import KairanReaders

extension FieldTraits {
    static let point = FieldTraits(
        views: [
            "latitude": TypedStep(step: .latitude, type: .decimal),
            "longitude": TypedStep(step: .longitude, type: .decimal),
            "position": TypedStep(step: .position, type: .list(.decimal)),
        ], text: .none, isString: false, editor: { _ in .reference("point") },
        isTold: { $0.has(.latitude, .longitude) || $0.has(.position) }, written: { $0.point($1) })
}

extension Evaluator {
    func pointView(_ step: Step, _ point: Point) -> Value {
        switch step {
        case .latitude: .decimal(point.latitude)
        case .longitude: .decimal(point.longitude)
        default: point.position
        }
    }
}

extension FieldWriter {
    func point(_ told: Recovered) -> SourceNode? {
        var parts = [told[.latitude]?.value, told[.longitude]?.value]
        if let position = told[.position]?.value?.elements, position.count == 2 { parts = [position[1], position[0]] }
        guard let latitude = parts[0], let longitude = parts[1] else { return told.value }
        return told.node(
            .mapping([
                .init(key: "latitude", keySpan: latitude.span, value: latitude),
                .init(key: "longitude", keySpan: longitude.span, value: longitude),
            ]))
    }
}
