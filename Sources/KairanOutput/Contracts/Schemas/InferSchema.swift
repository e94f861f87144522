internal import KairanContent
internal import KairanModel
internal import KairanReaders

// What no shape declares: JSON that is copied, or that Mustache makes. Here the data has to tell, and a list that is
// empty today takes nothing back: what was published stays promised while it is kept.
extension Template {
    /// Whether its files have to tell what they promise.
    var infersSchema: Bool {
        switch kind {
        case .copy, .page: makesJSON
        case .endpoint, .feed, .revision, .calendar, .search, .nearest: false
        }
    }
}

extension OutputPlan {
    /// What all files of these templates have in common.
    func inferredSchema(of templates: [Int]) -> ValueSchema {
        let documents = templates.flatMap { jobRanges[$0] }.compactMap { position in
            // What is wrong with them is said when they are made.
            let file = render(position, RenderOptions(style: .compact)).value.file
            return readJSON(SourceFile(path: file.path, bytes: file.bytes)).value
        }
        return ValueSchema(commonTo: documents)
    }
}

extension VersionContract {
    /// It with what is promised already: data of one build tell less than those of all builds.
    ///
    /// - Parameter files: Those that are published, below the version's folder.
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
    /// What holds for each of these values; `any` where they tell nothing.
    init(commonTo values: [SourceNode]) {
        let known = values.filter { !$0.isNull }
        let types = Dictionary(grouping: known, by: \.jsonType).values.map { ValueSchema(Self.form(of: $0)) }
        self.init(form: Self.union(of: types), isNullable: known.count < values.count)
    }

    /// - Parameter values: Of one type.
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

    /// It with what is promised already and still kept: a list that is empty today promises what its elements were.
    ///
    /// - Parameter grows: Whether it may promise more than `published`.
    func keeping(_ published: ValueSchema, grows: Bool) -> ValueSchema {
        var schema = self
        switch (published.form, form) {
        case (.any, _): return grows ? self : published
        // The files tell nothing.
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
            // What may be left out is, in all files.
            let absent = old.filter { known in !known.isRequired && !new.contains { $0.name == known.name } }
            schema.form = .object(kept + absent)
        // A type that none of them has today may come back.
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
    /// Of a JSON document.
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
