internal import KairanContent
package import KairanModel
internal import KairanQueries
internal import KairanReaders

/// The place of a change in the templates: that of the key, or of what was around it.
package struct PlaceOfChange: Sendable {
    package var span: SourceSpan
    /// The shared shape that has the key, and the key's path in it; an empty path for the whole shape.
    var shape: (shared: SharedShape, path: String)?
    /// This is true if other shapes may make the value too, so that the change shows less plainly here than elsewhere.
    var isOneOfSeveral = false
    /// This is true if `firstOf` chooses the value.
    var isFirstOf = false
    /// The path to the value in the entry; nil if the shape makes it in another way.
    var written: String?
}

extension ContractGate {
    func place(of change: ContractChange, _ review: VersionReview) -> PlaceOfChange {
        if change.rule == .moved { return PlaceOfChange(span: settingPlace("url")) }
        if change.rule == .timeZoneChanged { return PlaceOfChange(span: settingPlace("timeZone")) }
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
        let published = review.published?.endpoints.first { $0.path == change.endpoint }?.schema
        let finder = ChangeFinder(schema: plan.templates.schema, change: change, published: published)
        return finder.place(in: node)
    }

    /// In copied JSON, returns the place of the first value that breaks the published schema.
    private func place(of change: ContractChange, in file: SourceFile, _ review: VersionReview) -> SourceSpan? {
        let schema = review.published?.endpoints.first { $0.path == change.endpoint }?.schema
        let violations = schema?.violations(in: file.bytes) ?? []
        let violation = violations.first { withoutPositions($0.path) == change.path }
        var locator = SourceLocator(file)
        return violation.map { locator.span($0.range) }
    }
}

/// Turns `list[2].y` into `list[].y`.
private func withoutPositions(_ path: String) -> String { path.replacing(/\[[0-9]+\]/, with: "[]") }
