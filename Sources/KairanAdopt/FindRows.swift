internal import KairanModel
internal import KairanReaders

// These functions tell which parts of JSON are the rows of a table.
extension TableFinder {
    /// Returns the rows of a list of objects; nil for anything else.
    func rows(of node: SourceNode) -> [AdoptedTable.Row]? {
        guard let elements = node.elements, !elements.isEmpty, elements.allSatisfy({ $0.members?.isEmpty == false })
        else { return nil }
        let key = keyName(of: elements)
        return elements.map { element in
            AdoptedTable.Row(key: key.flatMap { element[$0]?.keyText } ?? "", object: element)
        }
    }

    /// Returns the rows of an object whose keys are ids, of objects that are alike or of many texts.
    func mapRows(of node: SourceNode) -> [AdoptedTable.Row]? {
        guard let members = node.members, members.count >= 2, !members.contains(where: { $0.key.isEmpty }) else {
            return nil
        }
        let values = members.map(\.value)
        if values.allSatisfy({ $0.members?.isEmpty == false }), areAlike(values),
            !values.contains(where: { value in
                value.members?.contains { rows(of: $0.value) != nil && $0.key == "items" } ?? false
            })
        {
            return members.map { AdoptedTable.Row(key: $0.key, object: $0.value) }
        }
        guard members.count >= 12, values.allSatisfy(\.isText) else { return nil }
        return members.map { AdoptedTable.Row(key: $0.key, object: .object([("", $0.value)])) }
    }

    /// Returns whether objects have mostly the same keys.
    func areAlike(_ objects: [SourceNode]) -> Bool {
        let keys = objects.map { $0.members?.map(\.key) ?? [] }
        let all = Set(keys.joined())
        return keys.reduce(0) { $0 + $1.count } * 10 >= all.count * objects.count * 6
    }

    /// Returns the key under which each object has another text or whole number.
    private func keyName(of objects: [SourceNode]) -> String? {
        let keys = objects[0].members?.map(\.key) ?? []
        let usual = ["id", "_id", "uuid", "slug", "key", "code", "number", "no"]
        let likely =
            usual.compactMap { word in keys.first { $0.lowercased() == word } }
            + keys.filter { $0.hasSuffix("Id") || $0.hasSuffix("_id") || $0.hasSuffix("ID") }
        return likely.first { key in
            let texts = objects.compactMap { $0[key]?.keyText }
            return texts.count == objects.count && Set(texts).count == texts.count
        }
    }
}
