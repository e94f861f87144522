internal import KairanEditing
internal import KairanModel
internal import KairanReaders

/// The files of a board, and where they come from.
struct AdoptedBoard {
    var files: [SourceFile] = []
    var collections: [AdoptedCollection] = []
    /// The documents that each collection is for, by its name.
    var users: [String: Set<Int>] = [:]
    /// The documents that each template makes, by its path.
    var makers: [String: [Int]] = [:]
    /// The subject of the table of each collection.
    var subjects: [String: String] = [:]
    /// The form in which it has each document that is not copied.
    var forms: [Int: AdoptedForm] = [:]
}

/// Makes the board for some documents. The others are copied.
struct BoardMaker {
    let documents: [AdoptedDocument]
    var facts: BoardFacts
    /// The subjects of tables whose fields are to have plain kinds.
    var plainSubjects: Set<String> = []
    /// The reason why a document is copied.
    var copied: [Int: String] = [:]
    /// The names of collections that the board has besides.
    var takenNames: Set<String> = []

    /// Makes the board; documents that no shape gives back are noted as copied on the way.
    mutating func make() -> AdoptedBoard {
        while true {
            let shaped = documents.indices.filter { copied[$0] == nil }
            var finder = TableFinder(documents, taken: takenNames)
            finder.find(among: shaped)
            if finder.failures.isEmpty, let board = board(of: finder) { return board }
            for (index, failure) in finder.failures { note(failure, [index]) }
        }
    }

    private mutating func note(_ failure: Unshaped, _ indices: some Sequence<Int>) {
        for index in indices where copied[index] == nil {
            let place = failure.span.flatMap { $0.path == documents[index].path ? " (line \($0.line))" : nil } ?? ""
            copied[index] = failure.reason + place
        }
    }

    /// Returns nil after noting documents that no shape gives back.
    private mutating func board(of finder: TableFinder) -> AdoptedBoard? {
        var board = AdoptedBoard()
        var facts = knownEntries(finder)
        facts.index()
        let keyed = finder.sketches.values.reduce(into: Set<Int>()) { $1.addKeyedTables(to: &$0) }
        let users = Dictionary(grouping: finder.rowTemplates, by: \.table)
        var isWhole = true
        for (index, table) in finder.tables.enumerated() {
            var inference = FieldInference(facts: facts, isPlain: plainSubjects.contains(table.subject))
            inference.collection = table.name
            inference.pathFolders = pathFolders(of: table)
            let users = Set(table.views.map(\.document)).union((users[index] ?? []).flatMap(\.documents))
            let isKeyed = keyed.contains(index)
            do throws(Unshaped) {
                board.collections.append(try AdoptedCollection(table, inference, isKeyed: isKeyed))
            } catch {
                // The others are tried all the same, since each new attempt begins with the whole folder.
                note(error, users)
                isWhole = false
            }
            board.users[table.name] = users
            board.subjects[table.name] = table.subject
        }
        guard isWhole else { return nil }
        for (index, sketch) in finder.sketches.sorted(by: { $0.key < $1.key }) {
            do throws(Unshaped) {
                board.add(try template(sketch, index, finder, board), at: documents[index].output, of: [index])
            } catch {
                note(error, [index])
                isWhole = false
            }
            let single = finder.singles[index].map { finder.tables[$0].name }
            let isList = documents[index].root.elements != nil
            board.forms[index] = AdoptedForm(sketch, finder.tables, single: single, isList: isList)
        }
        for place in finder.rowTemplates {
            let form = AdoptedForm(kind: .entry, collections: [finder.tables[place.table].name])
            for index in place.documents { board.forms[index] = form }
            do throws(Unshaped) {
                let node = try rowTemplate(place.table, place.view, finder, board)
                board.add(node, at: "\(place.folder)/{id}.json", of: place.documents)
            } catch {
                note(error, place.documents)
                isWhole = false
            }
        }
        guard isWhole else { return nil }
        board.files += board.collections.flatMap(\.files)
        return board
    }

    /// Returns the folders of a table's files, those of their versions, and the whole folder.
    private func pathFolders(of table: AdoptedTable) -> [String] {
        let paths = table.views.map { documents[$0.document].path }
        let folders = paths.flatMap { path in
            path.indices.filter { path[$0] == "/" }.reversed().map { String(path[...$0]) }
        }
        var seen: Set<String> = []
        return (folders + [""]).filter { seen.insert($0).inserted }
    }

    private func knownEntries(_ finder: TableFinder) -> BoardFacts {
        var facts = facts
        for table in finder.tables where table.keys.count > 1 {
            let ids = EntryIDs(table)
            guard ids.areKeys else { continue }
            facts.entries.append(
                .init(
                    collection: table.name, view: ids.column.map { table.columns[$0].name } ?? "id",
                    isNumber: ids.column != nil, ids: Set(ids.texts)))
        }
        return facts
    }

    // MARK: Templates

    private func template(
        _ sketch: ShapeSketch, _ index: Int, _ finder: TableFinder, _ board: AdoptedBoard
    ) throws(Unshaped) -> [(String, SourceNode)] {
        let shape = try shape(sketch, finder, board)
        guard let single = finder.singles[index] else { return [("data", shape)] }
        return [
            (
                "data",
                .object([
                    ("first", .word(finder.tables[single].name)), ("required", .flag(true)), ("value", shape),
                ])
            )
        ]
    }

    private func rowTemplate(
        _ table: Int, _ view: Int, _ finder: TableFinder, _ board: AdoptedBoard
    ) throws(Unshaped) -> [(String, SourceNode)] {
        let collection = board.collections[table]
        let query = collection.queries[view]
        let name = SourceNode.word(collection.name)
        return [
            ("for", query.isEmpty ? name : .object([("each", name)] + query)),
            ("data", try collection.shape(of: finder.tables[table].views[view])),
        ]
    }

    private func shape(
        _ sketch: ShapeSketch, _ finder: TableFinder, _ board: AdoptedBoard
    ) throws(Unshaped) -> SourceNode {
        switch sketch {
        case .object(let parts):
            var members: [(String, SourceNode)] = []
            for part in parts { members.append((part.key, try shape(part.value, finder, board))) }
            return try objectShape(members, key: "object")
        case .rows(let table, let view, let form):
            let collection = board.collections[table]
            let name = SourceNode.word(collection.name)
            let value = ("value", try collection.shape(of: finder.tables[table].views[view]))
            switch form {
            case .each: return .object([("each", name)] + collection.queries[view] + [value])
            case .keyed:
                return .object(
                    [("keyed", name), ("by", .word(collection.keyField))] + collection.queries[view] + [value])
            }
        case .member(let table, let view, let member):
            return board.collections[table].shape(of: finder.tables[table].views[view].members[member])
        case .literal(let node): return .object([("literal", node)])
        case .count(let table, let view):
            let collection = board.collections[table]
            return .object([("count", .word(collection.name))] + collection.queries[view].filter { $0.0 == "where" })
        }
    }
}

extension AdoptedBoard {
    fileprivate mutating func add(_ members: [(String, SourceNode)], at output: String, of documents: [Int]) {
        var lines = EntryLines()
        for member in members { lines.append(member.0, member.1) }
        let path = "templates/\(output).yml"
        files.append(SourceFile(path: path, text: lines.lines.map { $0.text + "\n" }.joined()))
        makers[path] = documents
    }
}

extension ShapeSketch {
    /// Adds the tables of whose rows it has an object with a key for each.
    fileprivate func addKeyedTables(to tables: inout Set<Int>) {
        switch self {
        case .object(let parts): for part in parts { part.value.addKeyedTables(to: &tables) }
        case .rows(let table, _, .keyed): tables.insert(table)
        case .rows, .member, .literal, .count: break
        }
    }
}
