internal import KairanModel
internal import KairanReaders

// Nodes that no file gave: parts of declarations, shapes and sources, before they are written as YAML.
extension SourceNode {
    private static let nowhere = SourceSpan(path: "")

    static func word(_ text: String) -> SourceNode { SourceNode(.scalar(text, .string), span: nowhere) }

    static func flag(_ value: Bool) -> SourceNode { SourceNode(.scalar(String(value), .boolean), span: nowhere) }

    static func number(_ value: Int) -> SourceNode { SourceNode(.scalar(String(value), .number), span: nowhere) }

    static func list(_ elements: [SourceNode]) -> SourceNode { SourceNode(.sequence(elements), span: nowhere) }

    static func object(_ members: [(String, SourceNode)]) -> SourceNode {
        let made = members.map { Member(key: $0.0, keySpan: nowhere, value: $0.1) }
        return SourceNode(.mapping(made), span: nowhere)
    }

    var isText: Bool { if case .scalar(_, .string) = content { true } else { false } }
    var isNumber: Bool { if case .scalar(_, .number) = content { true } else { false } }
    var isBoolean: Bool { if case .scalar(_, .boolean) = content { true } else { false } }

    /// The node, or nil for `null`.
    var present: SourceNode? { isNull ? nil : self }

    /// The words for the kind of a JSON value.
    var jsonKind: String {
        switch content {
        case .mapping: "an object"
        case .sequence: "a list"
        case .scalar(_, .null): "null"
        case .scalar(_, .number): "a number"
        case .scalar(_, .boolean): "true or false"
        case .scalar: "a text"
        }
    }

    /// The text of a scalar that can tell entries apart, which is a text or a whole number.
    var keyText: String? {
        if isText { return scalar }
        guard isNumber, let text = scalar, Int(text).map(String.init) == text else { return nil }
        return text
    }
}
