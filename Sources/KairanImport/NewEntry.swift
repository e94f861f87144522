internal import KairanContent
internal import KairanEditing
internal import KairanModel
internal import KairanReaders

// Entries that do not exist yet.
extension EntryImporter {
    /// - Parameter list: The file that holds all entries of the collection.
    mutating func write(
        _ draft: Draft, _ declaration: CollectionDeclaration, in list: SourceFile?, place: Int, of count: Int
    ) {
        let nodes = nodes(draft, declaration) { _ in true }
        let ownID = id(of: draft, declaration)
        let id = ownID ?? newID(draft, nodes.compactMap(\.node), declaration, place: place, of: count)
        let path = "content/\(declaration.name)/\(id).\(declaration.hasBody ? "md" : "yml")"
        guard isSafeID(id) else { return unsafe(id, at: draft.span) }
        if let list {
            isTooMuchForList = !append(nodes, id: id, to: list, of: draft, declaration) || isTooMuchForList
            return
        }
        guard sources[path] == nil, !result.files.contains(where: { $0.path == path }) else {
            return mistake(
                .error, .importExists, "the id '\(id)' is already in use", at: draft.span,
                help: "give one of the two another id")
        }
        var lines = EntryLines()
        if declaration.hasBody { lines.append("---") }
        for (index, node) in nodes where !isBody(index, declaration) {
            if let node { lines.append(declaration.fields[index].name, node) }
        }
        if declaration.hasBody {
            lines.append("---")
            if let body = nodes.last?.node { lines.append(text: body) }
        } else if lines.lines.isEmpty {
            lines.append("{}")
        }
        result.files.append(file(path, lines, of: draft, isNew: true))
    }

    mutating func unsafe(_ id: String, at span: SourceSpan) {
        mistake(
            .error, .idUnsafe, "'\(id)' cannot be an id: it becomes part of addresses", at: span,
            help: "use letters and digits, '-', '_', '.' and '+', not starting with '.'")
    }

    func file(_ path: String, _ lines: EntryLines, of draft: Draft, isNew: Bool) -> ImportedEntries.File {
        .init(
            path: path, bytes: Array(lines.lines.map { $0.text + "\n" }.joined().utf8), isNew: isNew,
            origin: draft.span, isWhole: draft.told.isWhole, places: lines.lines.map(\.span))
    }

    func isBody(_ index: Int, _ declaration: CollectionDeclaration) -> Bool {
        declaration.hasBody && index == declaration.fields.count - 1
    }

    /// Returns an id made from the first text if that is ASCII, or else from the word for an entry.
    mutating func newID(
        _ draft: Draft, _ nodes: [SourceNode], _ declaration: CollectionDeclaration, place: Int, of count: Int
    ) -> String {
        let texts = declaration.fields.indices.filter { declaration.fields[$0].type == .text }
        let text = texts.lazy.compactMap { draft.told[.field($0)]?.value?.text }.first ?? ""
        let word = slug(declaration.entryWord).isEmpty ? declaration.name : slug(declaration.entryWord)
        var id = slug(text)
        // Entries that nothing sorts are in the order of their files.
        if id.isEmpty || request.numbers && draft.sort.isEmpty {
            let digits = String(place)
            let width = request.numbers ? String(count).count : 1
            id = "\(word)-\(String(repeating: "0", count: max(0, width - digits.count)))\(digits)"
        }
        let base = id
        var number = 1
        while takenIDs[declaration.name]?.contains(id) == true {
            number += 1
            id = "\(base)-\(number)"
        }
        takenIDs[declaration.name]?.insert(id)
        return id
    }
}
