internal import KairanContent
internal import KairanModel
internal import KairanReaders

extension ContractGate {
    /// Returns the place of the key in the template, or the place of what was around it.
    func place(of change: ContractChange, _ review: VersionReview) -> SourceSpan {
        let contract = review.contract
        if change.rule == .moved { return addressPlace }
        let output = contract.version.folder + change.endpoint
        // An endpoint can be the index of another one.
        let endpoint = contract.endpoints.first { $0.path == change.endpoint }
        guard
            let template = endpoint?.templates.first.map({ plan.templates.templates[$0] })
                ?? plan.templates.templates.first(where: { $0.outputPath == output })
        else { return contract.version.span }
        guard change.rule != .pathValueRemoved, let file = files.first(where: { $0.path == template.path }),
            let node = readYAML(file).value
        else { return template.span }
        if case .copy = template.kind { return place(of: change, in: file, review) ?? node.span }
        let start = node["data"] ?? node["value"] ?? node["properties"] ?? node
        let keys = (change.newPath ?? change.path).split(whereSeparator: { ".[]{}".contains($0) })
        return keys.isEmpty ? start.span : place(of: keys[...], in: start) ?? start.span
    }

    /// In copied JSON, returns the place of the first value that breaks the published schema.
    private func place(of change: ContractChange, in file: SourceFile, _ review: VersionReview) -> SourceSpan? {
        let schema = review.published?.endpoints.first { $0.path == change.endpoint }?.schema
        let violations = schema?.violations(in: file.bytes) ?? []
        let violation = violations.first { withoutPositions($0.path) == change.path }
        var locator = SourceLocator(file)
        return violation.map { locator.span($0.range) }
    }

    private func place(of keys: ArraySlice<Substring>, in node: SourceNode) -> SourceSpan? {
        guard let key = keys.first else { return nil }
        if let member = node.members?.first(where: { $0.key == key || $0.key == key + "?" }) {
            return place(of: keys.dropFirst(), in: member.value) ?? member.keySpan
        }
        if let inner = node["value"] ?? node["object"] { return place(of: keys, in: inner) ?? inner.span }
        // The keys of a group are values of a field.
        return node["group"] != nil ? place(of: keys.dropFirst(), in: node) : nil
    }
}

/// Turns `list[2].y` into `list[].y`.
private func withoutPositions(_ path: String) -> String { path.replacing(/\[[0-9]+\]/, with: "[]") }
