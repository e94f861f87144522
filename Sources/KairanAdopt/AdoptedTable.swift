internal import KairanContent
internal import KairanModel
internal import KairanReaders

/// A collection to be: rows of JSON, and what each file shows of them.
struct AdoptedTable {
    struct Row {
        /// The text that tells it apart, such as its id.
        var key: String
        var object: SourceNode
    }

    /// A column: the values that rows have under one key of JSON, or under several keys that always agree.
    struct Column {
        var jsonKey: String
        var name: String
        /// The value of each row; nil for one that is missing, or that is null if that means the same.
        var values: [SourceNode?]
    }

    /// The part of the table that one file shows.
    struct View {
        var document: Int
        /// The key that tells rows apart; nil if none does, or if it is no part of the objects.
        var keyName: String?
        /// The name for fields that only this view needs.
        var label: String
        /// The position in the table of each row that it shows, in its order.
        var rows: [Int] = []
        var members: [Member] = []
        var isBare = false
        /// Tells whether the file shows the rows in an order of its own.
        var isOrdered = true
    }

    struct Member {
        var key: String
        /// The column; nil for the id itself, or for `null` in every row.
        var column: Int?
        var isID = false
        /// Tells whether some rows do not have the key.
        var isOmitted: Bool
    }

    /// The subject of the table, such as `ads`. Views of the same subject may share a table.
    var subject: String
    var name: String
    /// The keys of the rows; empty texts if nothing tells them apart.
    private(set) var keys: [String]
    /// The first position of each key.
    private var positions: [String: Int]
    var columns: [Column] = []
    var views: [View] = []
    var names = Names()
    /// Tells whether rows have a file each in the folder that is adopted.
    var hasFiles = false

    init(subject: String, name: String, keys: [String]) {
        (self.subject, self.name, self.keys) = (subject, name, keys)
        positions = Dictionary(keys.enumerated().map { ($1, $0) }) { first, _ in first }
    }

    var word: String { singular(name) }
    var hasKeys: Bool { keys.allSatisfy { !$0.isEmpty } }
}

extension AdoptedTable {
    /// Returns whether the rows of a file are these, with other keys at most.
    func takes(_ rows: [Row], subject: String) -> Bool {
        guard subject == self.subject, hasKeys, rows.allSatisfy({ !$0.key.isEmpty }) else { return false }
        let shared = rows.filter { positions[$0.key] != nil }
        guard shared.count * 2 >= max(rows.count, keys.count) else { return false }
        let jsonKeys = Set(rows.flatMap { $0.object.members?.map(\.key) ?? [] })
        let common = columns.filter { jsonKeys.contains($0.jsonKey) }
        let agreeing = common.filter { column in
            shared.allSatisfy { row in
                positions[row.key].map { agrees(column.values[$0], row.object[column.jsonKey]) } ?? true
            }
        }
        return agreeing.count * 2 >= common.count
    }

    /// Adds what a file shows.
    mutating func add(_ rows: [Row], as view: View) throws(Unshaped) {
        var view = view
        let objects = rows.map { $0.object.members ?? [] }
        let order = usualOrder(ofKeysIn: objects.map { $0.map(\.key) }).keys
        for row in rows { view.rows.append(position(of: row.key)) }
        // Rows without keys are those of the table in the same order.
        if !hasKeys { view.rows = Array(keys.indices) }
        for key in order { view.members.append(try member(key, rows, view)) }
        views.append(view)
    }

    private mutating func position(of key: String) -> Int {
        if let known = positions[key] { return known }
        positions[key] = keys.count
        keys.append(key)
        for index in columns.indices { columns[index].values.append(nil) }
        return keys.count - 1
    }

    private mutating func member(_ key: String, _ rows: [Row], _ view: View) throws(Unshaped) -> Member {
        let given = rows.map { $0.object[key] }
        let isOmitted = given.contains { $0 == nil }
        // Beside a missing value, null is a value of its own.
        let keepsNull = isOmitted && given.contains { $0?.isNull == true }
        if !keepsNull, given.allSatisfy({ $0?.isNull ?? true }) { return Member(key: key, isOmitted: isOmitted) }
        if !isOmitted, isSafe, zip(rows, given).allSatisfy({ $0.key == $1?.scalar && $1?.isText == true }) {
            return Member(key: key, isID: true, isOmitted: false)
        }
        let values = zip(view.rows, given).map { ($0, keepsNull ? $1 : $1?.present) }
        if let same = column(for: key, values) {
            for (row, value) in values where columns[same].values[row] == nil { columns[same].values[row] = value }
            return Member(key: key, column: same, isOmitted: isOmitted)
        }
        var all: [SourceNode?] = keys.map { _ in nil }
        for (row, value) in values { all[row] = value }
        let isTaken = columns.contains { $0.jsonKey == key }
        let fallback = all.compactMap(\.self).allSatisfy(\.isNumber) && key.lowercased() == "id" ? "number" : word
        let plain = fallback == "number" ? "number" : fieldName(for: key, else: fallback)
        let name = names.unique(isTaken ? plain + capitalized(view.label[...]) : plain)
        columns.append(Column(jsonKey: key, name: name, values: all))
        return Member(key: key, column: columns.count - 1, isOmitted: isOmitted)
    }

    /// Returns a column that already has these values, under the same key if possible.
    private func column(for key: String, _ values: [(row: Int, value: SourceNode?)]) -> Int? {
        guard !views.isEmpty else { return nil }
        func fits(_ column: Column) -> Bool {
            values.allSatisfy { agrees(column.values[$0.row], $0.value) }
        }
        if let same = columns.firstIndex(where: { $0.jsonKey == key }) { return fits(columns[same]) ? same : nil }
        // A renamed key has the very same texts, which must be more than a few that repeat.
        let texts = values.compactMap { $0.value?.isText == true ? $0.value?.scalar : nil }
        guard texts.count == values.count, Set(texts).count * 2 > texts.count, texts.count > 1 else { return nil }
        return columns.firstIndex { column in fits(column) && values.allSatisfy { column.values[$0.row] != nil } }
    }

    var isSafe: Bool { keys.allSatisfy(isSafeID) && Set(keys.map { $0.lowercased() }).count == keys.count }
}

/// Returns whether two values of a row are the same, as far as both are there.
private func agrees(_ known: SourceNode?, _ other: SourceNode?) -> Bool {
    guard let known, let other else { return true }
    return jsonDifference(known, other) == nil
}
