internal import KairanContent
internal import KairanModel
internal import KairanReaders

/// Finds the collections that a folder of JSON has, and what each of its files shows of them.
struct TableFinder {
    let documents: [AdoptedDocument]
    var tables: [AdoptedTable] = []
    /// The shape that each file becomes, by the position of the file. A file that belongs to a template for several has
    /// none.
    var sketches: [Int: ShapeSketch] = [:]
    /// The templates that make a file of each row, by their paths.
    var rowTemplates: [(folder: String, table: Int, view: Int, documents: [Int])] = []
    /// The table of single values of each file.
    var singles: [Int: Int] = [:]
    var failures: [Int: Unshaped] = [:]
    private var names: Names
    /// The positions of the tables of each subject.
    private var positions: [String: [Int]] = [:]
    /// The tables that the attempt changes, as they were before it, and their number then.
    private var before: [Int: AdoptedTable] = [:]
    private var beforeCount = 0

    /// - Parameter taken: The names of collections that the board has besides.
    init(_ documents: [AdoptedDocument], taken: Set<String> = []) {
        self.documents = documents
        names = Names(taken.union(["days", "weeks", "months", "years", "site", "entries", "locales"]))
    }

    mutating func find(among positions: [Int]) {
        let groups = rowFolders(positions)
        // Lists come before the files of their rows, as their order is the one to keep.
        let grouped = Set(groups.joined())
        for index in positions where !grouped.contains(index) {
            attempt([index]) { finder throws(Unshaped) in
                finder.sketches[index] = try finder.sketch(of: finder.documents[index].root, index)
            }
        }
        for group in groups {
            attempt(group) { finder throws(Unshaped) in try finder.addRowFolder(group) }
        }
    }

    /// Does what may fail for some files, and leaves no trace of it if it fails.
    ///
    /// Only tables are put back: after a failure the finder finds out which other files fail, and is not used otherwise.
    private mutating func attempt(_ documents: [Int], _ work: (inout TableFinder) throws(Unshaped) -> Void) {
        (before, beforeCount) = ([:], tables.count)
        do throws(Unshaped) {
            try work(&self)
        } catch {
            for index in tables.indices.dropFirst(beforeCount) { positions[tables[index].subject]?.removeLast() }
            tables.removeSubrange(beforeCount...)
            for (index, table) in before { tables[index] = table }
            for index in documents { failures[index] = error }
        }
    }

    /// Keeps a table as it was before the attempt.
    private mutating func keep(_ index: Int) {
        if index < beforeCount, before[index] == nil { before[index] = tables[index] }
    }

    private mutating func append(_ table: AdoptedTable) {
        positions[table.subject, default: []].append(tables.count)
        tables.append(table)
    }

    // MARK: A file for each row

    private func rowFolders(_ positions: [Int]) -> [[Int]] {
        let groups = Dictionary(grouping: positions) { String(folder(of: documents[$0].path)) }
        return groups.sorted { $0.key < $1.key }.compactMap { folder, group in
            let rows = group.filter { stem($0) != "index" && documents[$0].root.members?.isEmpty == false }
            guard !folder.isEmpty, rows.count >= 2, rows.allSatisfy({ isSafeID(stem($0)) }),
                areAlike(rows.map { documents[$0].root })
            else { return nil }
            let names = rows.map { index in (stem(index), documents[index].root) }
            let isKeyed = names.allSatisfy { name, root in root.members?.contains { $0.value.keyText == name } == true }
            let isVersion = rows.allSatisfy { documents[$0].version == folder || documents[$0].subject == stem($0) }
            return isKeyed || !isVersion || areManyOfAKind(rows.map { documents[$0].root }) ? rows : nil
        }
    }

    /// Returns whether there are so many files of the same form that each is a record, and none a list of its own.
    private func areManyOfAKind(_ roots: [SourceNode]) -> Bool {
        guard roots.count >= 12, areAlike(roots, atLeast: 9) else { return false }
        let elements = roots.flatMap { $0.members?.flatMap { $0.value.elements ?? [] } ?? [] }
        return areAlike(elements.filter { $0.members?.isEmpty == false }, atLeast: 6)
    }

    private func stem(_ index: Int) -> String { String(fileName(of: documents[index].path).dropLast(".json".count)) }

    private mutating func addRowFolder(_ group: [Int]) throws(Unshaped) {
        guard let first = group.first else { return }
        let folder = String(KairanReaders.folder(of: documents[first].output))
        let subject = String(KairanReaders.folder(of: documents[first].subject))
        let rows = group.map { AdoptedTable.Row(key: stem($0), object: documents[$0].root) }
        var view = AdoptedTable.View(document: first, label: label(of: first, "file"))
        view.isOrdered = false
        let place = try add(rows, view, subject: subject)
        tables[place.table].hasFiles = true
        rowTemplates.append((folder, place.table, place.view, group))
    }

    // MARK: One file

    private mutating func sketch(of root: SourceNode, _ index: Int) throws(Unshaped) -> ShapeSketch {
        let subject = documents[index].subject
        if let rows = rows(of: root) { return try list(rows, index, subject: subject) }
        if let rows = mapRows(of: root) { return try map(rows, index, subject: subject) }
        guard root.members != nil else {
            return try single(root, path: [root.elements == nil ? "content" : "list"], index)
        }
        return try object(root, path: [], index)
    }

    private mutating func object(
        _ node: SourceNode, path: [String], _ index: Int
    ) throws(Unshaped) -> ShapeSketch {
        let members = node.members ?? []
        // Tables come first, as they have more right to a short name than the values around them.
        var made: [String: ShapeSketch] = [:]
        for member in members {
            made[member.key] = try table(member.value, path: path + [member.key], isOnly: members.count == 1, index)
        }
        let lists = made.values.compactMap { part in
            if case .rows(let table, let view, .each) = part { (table: table, view: view) } else { nil }
        }
        for member in members where made[member.key] == nil && path.count < 4 {
            guard hasTable(member.value, depth: 3 - path.count) else { continue }
            made[member.key] = try object(member.value, path: path + [member.key], index)
        }
        for member in members where made[member.key] == nil {
            if lists.count == 1, ["count", "total", "totalCount", "size"].contains(member.key),
                member.value.isNumber,
                member.value.scalar == String(tables[lists[0].table].views[lists[0].view].rows.count)
            {
                made[member.key] = .count(table: lists[0].table, view: lists[0].view)
            } else {
                made[member.key] = try single(member.value, path: path + [member.key], index)
            }
        }
        return .object(members.compactMap { member in made[member.key].map { (member.key, $0) } })
    }

    /// Returns the sketch of a list or object of rows, or nil for anything else.
    private mutating func table(
        _ node: SourceNode, path: [String], isOnly: Bool, _ index: Int
    ) throws(Unshaped) -> ShapeSketch? {
        let subject = self.subject(of: path, index)
        if let rows = rows(of: node), isOnly || rows.count > 1 || rows.allSatisfy({ !$0.key.isEmpty }) {
            return try list(rows, index, subject: subject)
        }
        return try mapRows(of: node).map { rows throws(Unshaped) in try map(rows, index, subject: subject) }
    }

    private func hasTable(_ node: SourceNode, depth: Int) -> Bool {
        node.members?.contains { member in
            rows(of: member.value).map { $0.count > 1 } ?? false || mapRows(of: member.value) != nil
                || depth > 0 && hasTable(member.value, depth: depth - 1)
        } ?? false
    }

    private mutating func list(
        _ rows: [AdoptedTable.Row], _ index: Int, subject: String
    ) throws(Unshaped) -> ShapeSketch {
        let place = try add(rows, view(index), subject: subject)
        return .rows(table: place.table, view: place.view, .each)
    }

    private mutating func map(_ rows: [AdoptedTable.Row], _ index: Int, subject: String) throws(Unshaped) -> ShapeSketch
    {
        var view = view(index)
        view.isBare = rows.allSatisfy { $0.object.members?.map(\.key) == [""] }
        let place = try add(rows, view, subject: subject)
        return .rows(table: place.table, view: place.view, .keyed)
    }

    private func view(_ index: Int) -> AdoptedTable.View {
        AdoptedTable.View(document: index, label: label(of: index))
    }

    private func label(of index: Int, _ word: String = "list") -> String {
        let version = documents[index].version
        return fieldName(for: version.isEmpty ? word : version, else: word)
    }

    /// Adds a value to the single values of a file. All versions of the file share them as far as they agree.
    private mutating func single(_ value: SourceNode, path: [String], _ index: Int) throws(Unshaped) -> ShapeSketch {
        if value.isNull || value.members?.isEmpty == true || value.elements?.isEmpty == true { return .literal(value) }
        let place = singleTable(of: index)
        keep(place.table)
        let key = path.joined(separator: ".")
        let known = tables[place.table].columns.firstIndex { column in
            column.jsonKey == key && column.values[0].map { jsonDifference($0, value) == nil } == true
        }
        if known == nil {
            let name = path.dropFirst().reduce(path[0]) { $0 + capitalized($1[...]) }
            let plain = fieldName(for: name, else: tables[place.table].word)
            let isTaken = tables[place.table].columns.contains { $0.jsonKey == key }
            let unique = tables[place.table].names.unique(isTaken ? plain + capitalized(label(of: index)[...]) : plain)
            tables[place.table].columns.append(.init(jsonKey: key, name: unique, values: [value]))
        }
        let column = known ?? tables[place.table].columns.count - 1
        tables[place.table].views[place.view].members.append(.init(key: key, column: column, isOmitted: false))
        let member = tables[place.table].views[place.view].members.count - 1
        return .member(table: place.table, view: place.view, member: member)
    }

    private mutating func singleTable(of index: Int) -> (table: Int, view: Int) {
        let subject = documents[index].subject
        if let table = singles[index], let view = tables[table].views.firstIndex(where: { $0.document == index }) {
            return (table, view)
        }
        let known = positions[subject + "/"]?.first
        let table = known ?? tables.count
        if known == nil {
            let plain = fieldName(for: String(fileName(of: subject)), else: "board")
            let name = names.unique(names.contains(plain) ? plain + "Info" : plain)
            append(AdoptedTable(subject: subject + "/", name: name, keys: [name]))
        }
        keep(table)
        var view = AdoptedTable.View(document: index, label: label(of: index))
        view.rows = [0]
        tables[table].views.append(view)
        singles[index] = table
        return (table, tables[table].views.count - 1)
    }

    // MARK: Tables

    private mutating func add(
        _ rows: [AdoptedTable.Row], _ view: AdoptedTable.View, subject: String
    ) throws(Unshaped) -> (table: Int, view: Int) {
        let known = positions[subject]?.first { index in
            tables[index].takes(rows, subject: subject)
                && !tables[index].views.contains { $0.document == view.document }
        }
        if let known { keep(known) }
        let position = known ?? tables.count
        if known == nil {
            let name = subject.split(separator: "/").last.map(String.init) ?? subject
            append(AdoptedTable(subject: subject, name: collectionName(name), keys: rows.map(\.key)))
        }
        try tables[position].add(rows, as: view)
        return (position, tables[position].views.count - 1)
    }

    private mutating func collectionName(_ word: String) -> String {
        names.unique(fieldName(for: word, else: "list"))
    }

    /// Returns what the list at a path is about: the file's own name, unless that says nothing or the file has more.
    private func subject(of path: [String], _ index: Int) -> String {
        let base = documents[index].subject
        guard let name = path.last(where: { !wrapperKeys.contains($0) }) else { return base }
        let isOnly = tableCount(in: documents[index].root, depth: 4) == 1
        let isPlain = plainFileNames.contains(base.split(separator: "/").last?.lowercased() ?? "")
        return isOnly && !isPlain ? base : "\(base)/\(name)"
    }

    private func tableCount(in node: SourceNode, depth: Int) -> Int {
        (node.members ?? []).reduce(0) { count, member in
            if rows(of: member.value) != nil || mapRows(of: member.value) != nil { return count + 1 }
            return count + (depth > 0 ? tableCount(in: member.value, depth: depth - 1) : 0)
        }
    }
}
