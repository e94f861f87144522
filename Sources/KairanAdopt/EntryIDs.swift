internal import KairanModel
internal import KairanReaders

/// The ids of the entries that rows become.
struct EntryIDs {
    var texts: [String]
    /// The column whose whole numbers are the ids; nil if an id stands by itself.
    var column: Int?
    /// Tells whether the ids are what tells the rows apart in JSON.
    var areKeys: Bool

    init(_ table: AdoptedTable) {
        areKeys = table.hasKeys && table.isSafe
        guard !areKeys else {
            texts = table.keys
            column = table.columns.firstIndex { column in
                column.values.allSatisfy { $0?.isNumber == true } && column.values.map { $0?.scalar } == table.keys
            }
            return
        }
        let names = table.columns.lazy.compactMap { column -> [String]? in
            let texts = column.values.compactMap { $0?.isText == true ? $0?.scalar : nil }
            return texts.count == table.keys.count && texts.allSatisfy { $0.count <= 40 } ? texts : nil
        }.first
        var taken = Names()
        let width = String(table.keys.count).count
        texts = table.keys.indices.map { index in
            let digits = String(index + 1)
            let word = names.map { slug($0[index]) } ?? ""
            let numbered = "\(slug(table.word))-\(String(repeating: "0", count: width - digits.count))\(digits)"
            return taken.unique(word.isEmpty || names?[index].utf8.allSatisfy { $0 < 0x80 } != true ? numbered : word)
        }
    }
}
