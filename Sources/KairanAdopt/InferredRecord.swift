internal import KairanModel
internal import KairanQueries
internal import KairanReaders

/// The fields of objects that are alike, and the shape that gives them back.
struct InferredRecord {
    struct Field {
        var name: String
        var type: SourceNode
        var sources: [SourceNode?]
    }

    let key: String
    var fields: [Field] = []
    /// The node that is written into the sources for each object.
    var sources: [SourceNode] = []
    private var members: [(key: String, shape: SourceNode)] = []

    init(key: String) { self.key = key }

    var declaration: SourceNode { .object(fields.map { ($0.name, $0.type) }) }

    mutating func add(_ field: InferredField, _ values: [SourceNode?], key: String, name: String) {
        if let type = field.type { fields.append(Field(name: name, type: type, sources: field.sources)) }
        members.append((shapeKey(key, isOmitted: values.contains { $0 == nil }), field.shape))
    }

    /// The shape of the object.
    var shape: SourceNode { get throws(Unshaped) { try objectShape(members.map { ($0.key, $0.shape) }, key: key) } }
}

/// Returns the key as it stands in a shape, where a `?` at its end means that it may be missing.
func shapeKey(_ key: String, isOmitted: Bool) -> String { isOmitted ? key + "?" : key }

/// Returns the shape of an object, which must not look like a word of shapes.
func objectShape(_ members: [(String, SourceNode)], key: String) throws(Unshaped) -> SourceNode {
    if let odd = members.first(where: { $0.0.hasSuffix("??") || $0.0.isEmpty }) {
        throw Unshaped(reason: "no shape can have the key '\(odd.0)'", span: nil)
    }
    if members.isEmpty { return .object([("literal", .object([]))]) }
    let object = SourceNode.object(members)
    return ShapeCompiler.mayBeWord(keys: Set(members.map(\.0))) ? .object([("object", object)]) : object
}
