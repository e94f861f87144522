internal import KairanContent
package import KairanModel
internal import KairanQueries
internal import KairanReaders

/// The place of a change in the templates: that of the key, or of what was around it.
package struct PlaceOfChange: Sendable {
    package var span: SourceSpan
    /// The shared shape that has the key, and the key's path in it.
    var shape: (shared: SharedShape, path: String)?
}

extension ContractGate {
    func place(of change: ContractChange, _ review: VersionReview) -> PlaceOfChange {
        if change.rule == .moved { return PlaceOfChange(span: addressPlace) }
        let contract = review.contract
        let output = contract.version.folder + change.endpoint
        // An endpoint can be the index of another one.
        let endpoint = contract.endpoints.first { $0.path == change.endpoint }
        guard
            let template = endpoint?.templates.first.map({ plan.templates.templates[$0] })
                ?? plan.templates.templates.first(where: { $0.outputPath == output })
        else { return PlaceOfChange(span: contract.version.span) }
        guard change.rule != .pathValueRemoved, let file = files.first(where: { $0.path == template.path }),
            let node = readYAML(file).value
        else { return PlaceOfChange(span: template.span) }
        if case .copy = template.kind { return PlaceOfChange(span: place(of: change, in: file, review) ?? node.span) }
        let start = node["data"] ?? node["value"] ?? node["properties"] ?? node
        let keys = (change.newPath ?? change.path).split(whereSeparator: { ".[]{}".contains($0) })
        return place(of: keys[...], in: start) ?? PlaceOfChange(span: start.span)
    }

    /// In copied JSON, returns the place of the first value that breaks the published schema.
    private func place(of change: ContractChange, in file: SourceFile, _ review: VersionReview) -> SourceSpan? {
        let schema = review.published?.endpoints.first { $0.path == change.endpoint }?.schema
        let violations = schema?.violations(in: file.bytes) ?? []
        let violation = violations.first { withoutPositions($0.path) == change.path }
        var locator = SourceLocator(file)
        return violation.map { locator.span($0.range) }
    }

    private func place(of keys: ArraySlice<Substring>, in node: SourceNode) -> PlaceOfChange? {
        guard let key = keys.first else { return nil }
        func isWanted(_ member: SourceNode.Member) -> Bool { member.key == key || member.key == key + "?" }
        let shared = node["shape"]?.scalar.flatMap { plan.templates.schema.sharedShapes[$0] }
        if let member = (shared == nil ? node : node["with"])?.members?.first(where: isWanted) {
            return place(of: keys.dropFirst(), in: member.value) ?? PlaceOfChange(span: member.keySpan)
        }
        if let shared, let data = shared.content?.data {
            var place = place(of: keys, in: data) ?? PlaceOfChange(span: data.span)
            place.shape = place.shape ?? (shared, keys.joined(separator: "."))
            return place
        }
        if let inner = node["value"] ?? node["object"] {
            return place(of: keys, in: inner) ?? PlaceOfChange(span: inner.span)
        }
        // The keys of a group are values of a field.
        return node["group"] != nil ? place(of: keys.dropFirst(), in: node) : nil
    }
}

/// Turns `list[2].y` into `list[].y`.
private func withoutPositions(_ path: String) -> String { path.replacing(/\[[0-9]+\]/, with: "[]") }
