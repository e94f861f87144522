/// The form in which a board has a JSON file, as the report names it.
package struct AdoptedForm: Sendable {
    /// The kinds of forms, from what people maintain with most ease to what they can only replace.
    package enum Kind: String, Sendable { case entries, entry, list, values, constant, copied }

    package var kind: Kind
    /// The collections that have its data; the one of single values is last.
    package var collections: [String] = []
    /// Tells whether it has single values beside entries.
    package var hasValues = false
    /// The reason why it is copied, or what is not as in the old file.
    package var remark: String?

    /// The words for the report.
    package var words: String {
        let last = collections.last ?? ""
        let words =
            switch kind {
            case .entries where hasValues: "entries of \(listed(collections.dropLast())), and values in \(last)"
            case .entries: "entries of \(listed(collections[...]))"
            case .entry: "an entry of \(last)"
            case .list: "a list, in \(last)"
            case .values: "values, in \(last)"
            case .constant: "always the same"
            case .copied: "copied as it is, because \(remark ?? "")"
            }
        return words + (kind == .copied ? "" : remark.map { "; " + $0 } ?? "")
    }

    private func listed(_ names: ArraySlice<String>) -> String {
        names.count < 2 ? names.joined() : names.dropLast().joined(separator: ", ") + " and " + (names.last ?? "")
    }
}

extension AdoptedForm {
    /// - Parameter single: The collection of its single values.
    init(_ sketch: ShapeSketch, _ tables: [AdoptedTable], single: String?, isList: Bool) {
        var found: [Int] = []
        sketch.addTables(to: &found)
        collections = found.map { tables[$0].name }
        let hasEntries = !found.isEmpty
        if let single { collections.append(single) }
        hasValues = hasEntries && single != nil
        kind = hasEntries ? .entries : single == nil ? .constant : isList ? .list : .values
    }
}

extension ShapeSketch {
    /// Adds the tables of whose rows it has a list or an object, in their order.
    fileprivate func addTables(to found: inout [Int]) {
        switch self {
        case .object(let parts): for part in parts { part.value.addTables(to: &found) }
        case .rows(let table, _, _): if !found.contains(table) { found.append(table) }
        case .member, .literal, .count: break
        }
    }
}
