internal import KairanContent
internal import KairanEditing
internal import KairanModel
internal import KairanQueries
internal import KairanReaders

// The next version of a list that one file holds.
extension EntryImporter {
    /// An element of the list to be: its lines, and the place in the JSON that gave them if they are not as before.
    private struct Element {
        var bytes: [UInt8]
        var origin: SourceSpan?
        /// The position of its piece in the file; nil for a new one.
        var piece: Int?
    }

    /// Changes, adds, removes and moves the elements of a list, each of which keeps the lines that stay the same.
    mutating func rewrite(
        _ pieces: ListPieces, _ drafts: [Draft], _ matches: [Int?], _ collection: Collection, isTold: Bool
    ) {
        let declaration = collection.declaration.asWritten
        let order = declaration.fields.map(\.name)
        var elements: [Element] = []
        var isWhole = isTold
        var places: [Int: Int] = [:]
        for (draft, match) in zip(drafts, matches) {
            let number = numberField(of: draft, declaration)
            let group = number.map { declaration.fields[$0.field].isUnique } == true ? 0 : draft.query
            places[group, default: 0] += 1
            let place = places[group] ?? 1
            let draft = numbered(draft, number, place, of: drafts.count, declaration, isThere: match != nil)
            let count = writer.diagnostics.count
            if let match {
                guard let piece = pieces.piece(ofLine: collection.entries[match].span.line),
                    let bytes = changedPiece(pieces, piece, draft, match, collection, order)
                else {
                    isWhole = false
                    continue
                }
                let isSame = bytes == pieces.pieces[piece]
                if isSame { result.sameCount += 1 }
                elements.append(Element(bytes: bytes, origin: isSame ? nil : draft.span, piece: piece))
            } else {
                guard let bytes = newPiece(pieces, draft, declaration, place: place, of: drafts.count) else {
                    isTooMuchForList = true
                    return
                }
                elements.append(Element(bytes: bytes, origin: draft.span))
            }
            isWhole = isWhole && draft.told.isWhole && writer.diagnostics.count == count
        }
        var removed: Set<Int> = []
        var changed: [Int: [UInt8]] = [:]
        for part in takeGone(drafts, matches, collection) {
            guard let piece = pieces.piece(ofLine: collection.entries[part.entry].span.line) else { continue }
            if part.flags.isEmpty {
                if !part.isListedElsewhere { removed.insert(piece) }
            } else {
                let values = part.flags.map { (declaration.fields[$0].name, SourceNode?.none) }
                changed[piece] = edited(pieces, piece, values, order, at: request.json.span)
            }
        }
        let isInOrder = drafts.allSatisfy { queries[$0.query].form != .grouped && $0.sort.isEmpty }
        let all = arranged(elements, pieces, removed, changed, isInOrder: isInOrder)
        write(all, pieces, isWhole: isWhole)
    }

    private mutating func write(_ elements: [Element], _ pieces: ListPieces, isWhole: Bool) {
        var bytes = pieces.head
        var places: [SourceSpan?] = pieces.head.filter { $0 == newline }.map { _ in nil }
        for element in elements {
            bytes += element.bytes
            places += element.bytes.filter { $0 == newline }.map { _ in element.origin }
        }
        // A list without elements needs brackets, which nothing can be added to.
        let hasNone = elements.isEmpty && !pieces.isTable
        if hasNone { bytes += Array("[]\n".utf8) }
        let old = pieces.head + pieces.pieces.joined()
        guard bytes != old else { return }
        var file = ImportedEntries.File(
            path: pieces.file.path, bytes: bytes, isNew: false,
            origin: elements.lazy.compactMap(\.origin).first ?? request.json.span, isWhole: isWhole, places: places)
        (file.isRewritten, file.isRemoved) = (true, hasNone && pieces.head.isEmpty)
        result.files.append(file)
    }

    /// Returns all elements of the file to be. Those that the JSON does not show stay behind those that they follow.
    private func arranged(
        _ elements: [Element], _ pieces: ListPieces, _ removed: Set<Int>, _ changed: [Int: [UInt8]], isInOrder: Bool
    ) -> [Element] {
        var elements = elements
        if !isInOrder {
            // New elements come last, as the order in the file does not show.
            elements =
                elements.filter { $0.piece != nil }.sorted { ($0.piece ?? 0) < ($1.piece ?? 0) }
                + elements.filter { $0.piece == nil }
        }
        let shown = Set(elements.compactMap(\.piece))
        var followers: [Int: [Int]] = [:]
        var last = -1
        for piece in pieces.pieces.indices where !removed.contains(piece) {
            if shown.contains(piece) { last = piece } else { followers[last, default: []].append(piece) }
        }
        func hidden(behind piece: Int) -> [Element] {
            (followers[piece] ?? []).map {
                Element(bytes: changed[$0] ?? pieces.pieces[$0], origin: changed[$0] == nil ? nil : request.json.span)
            }
        }
        return hidden(behind: -1)
            + elements.flatMap { element in
                var element = element
                if let piece = element.piece, let bytes = changed[piece] { element.bytes = bytes }
                return [element] + (element.piece.map(hidden(behind:)) ?? [])
            }
    }

    private mutating func changedPiece(
        _ pieces: ListPieces, _ piece: Int, _ draft: Draft, _ match: Int, _ collection: Collection, _ order: [String]
    ) -> [UInt8]? {
        let declaration = collection.declaration.asWritten
        let reference = EntryReference(collection: position(of: declaration), index: match)
        guard let differing = differingFields(collection.entries[match], draft, reference, declaration) else {
            return nil
        }
        guard !differing.isEmpty else { return pieces.pieces[piece] }
        let values = nodes(draft, declaration) { differing.contains($0) }.map { index, node in
            (declaration.fields[index].name, node)
        }
        return edited(pieces, piece, values, order, at: draft.span)
    }

    /// Returns nil after a mistake.
    private mutating func edited(
        _ pieces: ListPieces, _ piece: Int, _ values: [(String, SourceNode?)], _ order: [String], at span: SourceSpan
    ) -> [UInt8]? {
        var given: [(key: String, value: SourceNode?)] = []
        for (key, node) in values {
            guard pieces.isTable, let node else {
                given.append((key, node))
                continue
            }
            guard let cell = cell(node, TableSigns(of: pieces.file)) else {
                mistake(
                    .error, .importUpdate, "'\(key)' does not fit into a cell of \(pieces.file.path)", at: span,
                    help: "write the table as a list of YAML, with the same keys, and import again")
                return nil
            }
            given.append((key, SourceNode(.scalar(cell, cell.isEmpty ? .null : .plain), span: node.span)))
        }
        do throws(CannotEdit) {
            return try pieces.piece(piece, setting: given, order: order)
        } catch {
            mistake(
                .error, .importUpdate,
                "\(pieces.file.path) cannot take this: \(error.diagnostic.message)", at: span,
                help: "change it there in a text editor, and import again")
            return nil
        }
    }

    /// Returns nil if the list cannot have such an element.
    private mutating func newPiece(
        _ pieces: ListPieces, _ draft: Draft, _ declaration: CollectionDeclaration, place: Int, of count: Int
    ) -> [UInt8]? {
        let nodes = nodes(draft, declaration) { _ in true }
        let id =
            id(of: draft, declaration)
            ?? newID(draft, nodes.compactMap(\.node), declaration, place: place, of: count)
        guard isSafeID(id) else {
            unsafe(id, at: draft.span)
            return []
        }
        return lines(nodes, id: id, in: pieces.file, of: draft, declaration).map {
            pieces.bytes(ofLines: $0.lines.map(\.text))
        }
    }

    /// Removes the files of entries, or says where they stand.
    mutating func removeFiles(
        of gone: [(entry: Int, flags: [Int], isListedElsewhere: Bool)], _ collection: Collection
    ) {
        for part in gone where part.flags.isEmpty && !part.isListedElsewhere {
            let entry = collection.entries[part.entry]
            let isAlone = collection.entries.count { $0.span.path == entry.span.path } == 1
            guard isAlone, let file = sources[entry.span.path] else {
                mistake(
                    .error, .importUpdate, "the JSON has no \(entry.span.path):\(entry.span.line) any more",
                    at: request.json.span, help: "remove it there, and import again")
                continue
            }
            var removed = ImportedEntries.File(path: file.path, bytes: [], isNew: false, origin: request.json.span)
            removed.isRemoved = true
            result.files.append(removed)
        }
    }
}

private let newline = UInt8(ascii: "\n")
