internal import KairanContent
internal import KairanModel

extension FieldWriter {
    mutating func list(_ told: Told, of element: FieldType) -> SourceNode? {
        var elements = told.elements
        if elements == nil { elements = told.value?.elements?.map { Told(value: $0) } }
        guard let elements else { return told.value }
        let nodes = elements.compactMap { node($0, element) }
        return told.node(.sequence(nodes))
    }
}
