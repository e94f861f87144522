internal import KairanContent
internal import KairanFormats
internal import KairanModel
internal import KairanReaders

// For JSON that is copied or made by Mustache, no shape declares a schema, so it is inferred from the data. A list that
// is empty today withdraws nothing: a published promise stays while it is kept.
extension Template {
    /// This is true if the promises of the template's files are inferred from the files.
    package var infersSchema: Bool {
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
