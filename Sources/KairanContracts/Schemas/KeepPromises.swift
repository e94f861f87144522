internal import KairanContent
internal import KairanFormats
internal import KairanModel
internal import KairanReaders
internal import KairanTemplates

extension VersionContract {
    /// Adds what is promised already, because the data of one build show less than those of all builds.
    ///
    /// - Parameter files: The published files, below the version's folder.
    func keeping(_ published: PublishedContract, files: Set<String>) -> VersionContract {
        let status = min(published.status, version.status)
        guard status != .draft else { return self }
        var contract = self
        for (index, endpoint) in endpoints.enumerated() {
            let makers = files.contains(endpoint.path) ? published.makers(of: endpoint.path) : []
            let known = published.endpoints.first { $0.path == endpoint.path } ?? (makers.count == 1 ? makers[0] : nil)
            guard let known else { continue }
            if endpoint.isInferred {
                contract.endpoints[index].schema = endpoint.schema.keeping(known.schema, grows: status == .current)
            } else {
                contract.endpoints[index].keep(known, grows: status == .current)
            }
        }
        return contract
    }
}

extension ValueSchema {
    /// Returns the schema with the published promises that are still kept. A list that is empty today keeps the promise
    /// about its elements.
    ///
    /// - Parameter grows: If this is true, it may promise more than `published`.
    func keeping(_ published: ValueSchema, grows: Bool) -> ValueSchema {
        var schema = self
        switch (published.form, form) {
        case (.any, _): return grows ? self : published
        // The files show nothing.
        case (_, .any): schema = published
        case (.number, .integer): schema.form = published.form
        case (.array(let old, let count), .array(let new, _)):
            schema.form = .array(new.keeping(old, grows: grows), count: count)
        case (.object(let old), .object(let new)):
            let kept = new.map { property in
                guard let known = old.first(where: { $0.name == property.name }) else { return property }
                return Property(
                    name: property.name, schema: property.schema.keeping(known.schema, grows: grows),
                    isRequired: property.isRequired && known.isRequired)
            }
            // An optional key may be missing from all files.
            let absent = old.filter { known in !known.isRequired && !new.contains { $0.name == known.name } }
            schema.form = .object(kept + absent)
        // A type that no value has today may come back.
        case (.union, _), (_, .union):
            let kept = published.alternatives.map { known in
                alternative(like: known).map { $0.keeping(known, grows: grows) } ?? known
            }
            schema.form = Self.union(of: kept + alternatives.filter { published.alternative(like: $0) == nil })
        default: break
        }
        schema.isNullable = isNullable || published.isNullable
        return schema
    }
}
