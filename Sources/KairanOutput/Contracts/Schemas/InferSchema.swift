internal import KairanContent
internal import KairanFormats
internal import KairanModel
internal import KairanReaders

// For JSON that is copied or made by Mustache, no shape declares a schema, so it is inferred from the data. A list that
// is empty today withdraws nothing: a published promise stays while it is kept.
extension Template {
    /// This is true if the promises of the template's files are inferred from the files.
    var infersSchema: Bool {
        switch kind {
        case .copy, .page: makesJSON
        case .endpoint, .feed, .revision, .calendar, .search, .nearest: false
        }
    }
}

extension OutputPlan {
    /// Returns what all files of these templates have in common.
    func inferredSchema(of templates: [Int]) -> ValueSchema {
        let documents = templates.flatMap { jobRanges[$0] }.compactMap { position in
            // Mistakes in the files are reported when they are made.
            let file = render(position, RenderOptions(style: .compact)).value.file
            return readJSON(SourceFile(path: file.path, bytes: file.bytes)).value
        }
        return ValueSchema(commonTo: documents)
    }
}

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
    /// Makes a schema that fits each of these values. It is `any` if they show nothing.
    init(commonTo values: [SourceNode]) {
        let known = values.filter { !$0.isNull }
        let types = Dictionary(grouping: known, by: \.jsonType).values.map { ValueSchema(Self.form(of: $0)) }
        self.init(Self.union(of: types), isNullable: known.count < values.count)
    }

    /// - Parameter values: Values of one type.
    private static func form(of values: [SourceNode]) -> Form {
        switch values[0].content {
        case .mapping:
            var names: [String] = []
            var known: [String: [SourceNode]] = [:]
            for member in values.compactMap(\.members).joined() {
                if known[member.key] == nil { names.append(member.key) }
                known[member.key, default: []].append(member.value)
            }
            return .object(
                names.map { name in
                    let found = known[name] ?? []
                    return Property(
                        name: name, schema: ValueSchema(commonTo: found), isRequired: found.count == values.count)
                })
        case .sequence: return .array(ValueSchema(commonTo: values.compactMap(\.elements).flatMap(\.self)), count: .any)
        case .scalar(_, .boolean): return .boolean
        case .scalar(_, .number):
            return values.allSatisfy { $0.scalar.flatMap { Int($0) } != nil }
                ? .integer(NumberRange.any.sized) : .number(.any)
        case .scalar: return .string(StringForm())
        }
    }

    /// Returns the schema with the published promises that are still kept. A list that is empty today keeps the promise
    /// about its elements.
    ///
    /// - Parameter grows: Whether it may promise more than `published`.
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

extension SourceNode {
    /// The type of a node in a JSON document.
    fileprivate var jsonType: JSONType {
        switch content {
        case .mapping: .object
        case .sequence: .array
        case .scalar(_, .boolean): .boolean
        case .scalar(_, .number): .number
        case .scalar: .string
        }
    }
}
