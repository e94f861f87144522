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
        let areMany = areRecordKeys(members.map(\.key))
        if areMany, let lists = mapOfLists(members) { return lists }
        if values.allSatisfy({ $0.members?.isEmpty == false }), areAlike(values, atLeast: areMany ? 3 : 6),
            areMany
                || !values.contains(where: { value in
                    value.members?.contains { rows(of: $0.value) != nil && $0.key == "items" } ?? false
                })
        {
            return members.map { AdoptedTable.Row(key: $0.key, object: $0.value) }
        }
        guard members.count >= 12, values.allSatisfy(\.isText) else { return nil }
        return members.map { AdoptedTable.Row(key: $0.key, object: .object([("", $0.value)])) }
    }

    /// Returns whether objects have mostly the same keys.
    ///
    /// - Parameter tenths: How many of all keys each of them has on average.
    func areAlike(_ objects: [SourceNode], atLeast tenths: Int = 6) -> Bool {
        let keys = objects.map { $0.members?.map(\.key) ?? [] }
        let all = Set(keys.joined())
        return keys.reduce(0) { $0 + $1.count } * 10 >= all.count * objects.count * tenths
    }

    /// Returns whether keys name records and not parts: there are many, or they differ only in a number, like `slot1`.
    private func areRecordKeys(_ keys: [String]) -> Bool {
        if keys.count >= 8 { return true }
        let stems = Set(keys.map { String($0.reversed().drop { $0.isNumber }.reversed()) })
        return keys.count >= 3 && stems.count == 1 && keys.allSatisfy { $0.last?.isNumber == true }
    }

    /// Returns a row for each key whose value is a list, if the elements of all lists are alike.
    private func mapOfLists(_ members: [SourceNode.Member]) -> [AdoptedTable.Row]? {
        let lists = members.compactMap(\.value.elements)
        guard lists.count == members.count else { return nil }
        let elements = lists.flatMap(\.self)
        guard !elements.isEmpty, elements.allSatisfy({ $0.members?.isEmpty == false }), areAlike(elements, atLeast: 3)
        else { return nil }
        return members.map { AdoptedTable.Row(key: $0.key, object: .object([("", $0.value)])) }
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
