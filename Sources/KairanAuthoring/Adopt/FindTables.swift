internal import KairanContent
internal import KairanModel
internal import KairanReaders

/// Finds the collections that a folder of JSON has, and what each of its files shows of them.
struct TableFinder {
    let documents: [AdoptedDocument]
    var tables: [AdoptedTable] = []
    /// What each file becomes; nil for a file that belongs to a template for several.
    var sketches: [Int: ShapeSketch] = [:]
    /// The templates that make a file of each row, by their paths.
    var rowTemplates: [(folder: String, table: Int, view: Int, documents: [Int])] = []
    /// The table of single values of each file.
    var singles: [Int: Int] = [:]
    var failures: [Int: Unshaped] = [:]
    private var names = Names(["days", "weeks", "months", "years", "site", "entries", "locales"])

    init(_ documents: [AdoptedDocument]) { self.documents = documents }

    mutating func find(among positions: [Int]) {
        let groups = rowFolders(positions)
        // Lists come before the files of their rows, as their order is the one to keep.
        for index in positions where !groups.contains(where: { $0.contains(index) }) {
            attempt([index]) { finder throws(Unshaped) in
                finder.sketches[index] = try finder.sketch(of: finder.documents[index].root, index)
            }
        }
        for group in groups {
            attempt(group) { finder throws(Unshaped) in try finder.addRowFolder(group) }
        }
    }

    /// Does what may fail for some files, and leaves no trace of it if it fails.
    private mutating func attempt(_ documents: [Int], _ work: (inout TableFinder) throws(Unshaped) -> Void) {
        var copy = self
        do throws(Unshaped) {
            try work(&copy)
            self = copy
        } catch {
            for index in documents { failures[index] = error }
        }
    }

    // MARK: A file for each row

    private func rowFolders(_ positions: [Int]) -> [[Int]] {
        let groups = Dictionary(grouping: positions) { String(folder(of: documents[$0].path)) }
        return groups.sorted { $0.key < $1.key }.compactMap { folder, group in
            let rows = group.filter { stem($0) != "index" && documents[$0].root.members?.isEmpty == false }
            guard !folder.isEmpty, rows.count >= 2, rows.allSatisfy({ isWritableID(stem($0)) }),
                areAlike(rows.map { documents[$0].root })
            else { return nil }
            let names = rows.map { index in (stem(index), documents[index].root) }
            let isKeyed = names.allSatisfy { name, root in root.members?.contains { $0.value.keyText == name } == true }
            let isVersion = rows.allSatisfy { documents[$0].version == folder || documents[$0].subject == stem($0) }
            return isKeyed || !isVersion ? rows : nil
        }
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
        guard root.members != nil else { return try single(root, key: "value", path: [], index) }
        return try object(root, path: [], index)
    }

    private mutating func object(
        _ node: SourceNode, path: [String], _ index: Int
    ) throws(Unshaped) -> ShapeSketch {
        var parts: [(key: String, value: ShapeSketch)] = []
        for member in node.members ?? [] {
            let (inner, value) = (path + [member.key], member.value)
            let subject = self.subject(of: inner, index)
            let isOnly = node.members?.count == 1
            if let rows = rows(of: value), isOnly || rows.count > 1 || rows.allSatisfy({ !$0.key.isEmpty }) {
                parts.append((member.key, try list(rows, index, subject: subject)))
            } else if let rows = mapRows(of: value) {
                parts.append((member.key, try map(rows, index, subject: subject)))
            } else if path.count < 4, value.members?.isEmpty == false, hasTable(value, depth: 3 - path.count) {
                parts.append((member.key, try object(value, path: inner, index)))
            } else {
                parts.append((member.key, try single(value, key: member.key, path: path, index)))
            }
        }
        return .object(counted(parts, node))
    }

    private func hasTable(_ node: SourceNode, depth: Int) -> Bool {
        node.members?.contains { member in
            rows(of: member.value).map { $0.count > 1 } ?? false || mapRows(of: member.value) != nil
                || depth > 0 && hasTable(member.value, depth: depth - 1)
        } ?? false
    }

    /// Returns the parts with `count` where a number is that of the only list beside it.
    private func counted(_ parts: [(key: String, value: ShapeSketch)], _ node: SourceNode) -> [(String, ShapeSketch)] {
        let lists = parts.compactMap { part -> (Int, Int)? in
            if case .rows(let table, let view, .each) = part.value { (table, view) } else { nil }
        }
        return parts.map { part in
            guard lists.count == 1, ["count", "total", "totalCount", "size"].contains(part.key),
                node[part.key]?.scalar == String(tables[lists[0].0].views[lists[0].1].rows.count)
            else { return part }
            return (part.key, .count(table: lists[0].0, view: lists[0].1))
        }
    }

    private mutating func list(
        _ rows: [AdoptedTable.Row], _ index: Int, subject: String
    ) throws(Unshaped) -> ShapeSketch {
        let place = try add(rows, view(index), subject: subject)
        return .rows(table: place.table, view: place.view, .each)
    }

    private mutating func map(_ rows: [AdoptedTable.Row], _ index: Int, subject: String) throws(Unshaped) -> ShapeSketch {
        var view = view(index)
        view.isBare = rows.allSatisfy { $0.object.members?.map(\.key) == [""] }
        let place = try add(rows, view, subject: subject)
        return .rows(table: place.table, view: place.view, .keyed)
    }

    private func view(_ index: Int) -> AdoptedTable.View {
        AdoptedTable.View(document: index, label: label(of: index, "list"))
    }

    private func label(_ index: Int) -> String { label(of: index, "list") }

    private func label(of index: Int, _ word: String) -> String {
        let version = documents[index].version
        return fieldName(for: version.isEmpty ? word : version, else: word)
    }

    /// Adds a value to the single values of a file.
    private mutating func single(
        _ value: SourceNode, key: String, path: [String], _ index: Int
    ) throws(Unshaped) -> ShapeSketch {
        if value.isNull { return .literal(value) }
        if value.members?.isEmpty == true || value.elements?.isEmpty == true { return .literal(value) }
        let subject = documents[index].subject
        let table = singles[index] ?? tables.count
        if table == tables.count {
            let name = subject.split(separator: "/").last.map(String.init) ?? subject
            var made = AdoptedTable(subject: subject + "/", name: collectionName(name), keys: ["\(subject)"])
            made.views = [AdoptedTable.View(document: index, label: label(index))]
            made.views[0].rows = [0]
            tables.append(made)
            singles[index] = table
        }
        let words = (path + [key]).map { $0[...] }
        let name = words.dropFirst().reduce(String(words[0])) { $0 + capitalized($1) }
        let column = AdoptedTable.Column(
            jsonKey: key, name: tables[table].names.unique(fieldName(for: name, else: tables[table].word)),
            values: [value])
        tables[table].columns.append(column)
        tables[table].views[0].members.append(
            .init(key: key, column: tables[table].columns.count - 1, isOmitted: false))
        return .member(table: table, view: 0, member: tables[table].views[0].members.count - 1)
    }

    // MARK: Tables

    private mutating func add(
        _ rows: [AdoptedTable.Row], _ view: AdoptedTable.View, subject: String
    ) throws(Unshaped) -> (table: Int, view: Int) {
        let known = tables.firstIndex { table in
            table.takes(rows, subject: subject) && !table.views.contains { $0.document == view.document }
        }
        let position = known ?? tables.count
        if known == nil {
            let name = subject.split(separator: "/").last.map(String.init) ?? subject
            tables.append(AdoptedTable(subject: subject, name: collectionName(name), keys: rows.map(\.key)))
        }
        try tables[position].add(rows, as: view)
        return (position, tables[position].views.count - 1)
    }

    private mutating func collectionName(_ word: String) -> String {
        names.unique(fieldName(for: word, else: "list"))
    }

    private func subject(of path: [String], _ index: Int) -> String {
        let base = documents[index].subject
        let name = path.last { !wrapperKeys.contains($0) }
        guard let name, singular(name.lowercased()) != singular(base.split(separator: "/").last?.lowercased() ?? "") else {
            return base
        }
        return "\(base)/\(name)"
    }
}
