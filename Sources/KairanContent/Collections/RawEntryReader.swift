internal import KairanMarkdown
package import KairanModel
package import KairanReaders

/// Finds the entries of one collection's files.
struct RawEntryReader {
    let declaration: CollectionDeclaration
    var entries: [RawEntry] = []
    var positions: [String: Int] = [:]
    /// See `Collection.files`.
    var files: [(path: String, entries: Range<Int>)] = []
    /// The entries that `deleted` puts into the trash.
    var trash: [(entry: RawEntry, deletion: Deletion)] = []
    /// The deletions of these entries, by id.
    var deletions: [String: Deletion] = [:]
    /// The entries that only the preview shows, unless this is the preview.
    var withheld: [RawEntry] = []
    /// The places that declare this, by id.
    var previews: [String: SourceSpan] = [:]
    /// The entries without a valid id. Their fields are read nevertheless, to find other mistakes.
    var rejected: [RawEntry] = []
    var hiddenIDs = HiddenIDs()
    /// The places of the entries that were read since somebody asked for them; none if nobody asks.
    var added: [AddedEntry] = []
    private let notesAdded: Bool
    private let channel: Channel
    var diagnostics: [Diagnostic] = []

    static let dataExtensions = ["yml", "yaml", "toml", "json", "csv"]

    /// This is true if there should be an entry and there is none. The entries themselves may have been taken out.
    var lacksEntries: Bool { positions.isEmpty && previews.isEmpty && !declaration.mayBeEmpty }

    /// Tells whether an entry has the id, or one that could not be read may have it.
    func mayHold(_ id: String) -> Bool {
        positions[id] != nil || deletions[id] != nil || previews[id] != nil || hiddenIDs.mayHold(id)
    }

    init(declaration: CollectionDeclaration, channel: Channel, notesAdded: Bool) {
        (self.declaration, self.channel, self.notesAdded) = (declaration, channel, notesAdded)
    }

    /// - Parameter translations: The translations of the file's only entry.
    mutating func read(_ file: SourceFile, _ parsed: ParsedSource, _ translations: [Translation]) {
        let (count, rejectedCount) = (entries.count, rejected.count)
        defer {
            if rejected.count > rejectedCount { rejected[rejectedCount].translations = translations }
            if entries.count > count {
                entries[count].translations = translations
                files.append((file.path, count..<entries.count))
            }
        }
        switch parsed {
        case .markdown(let matter): read(file, matter)
        case .data(let read): readData(in: file, read)
        case .known(let entries): for entry in entries { add(entry, file) }
        case .table(let all):
            let (rows, signs) = (TableRows(file), file.tableSigns)
            for row in all {
                switch row {
                case .known(let entry): add(entry, file)
                case .read(let node): addListed(node, file, signs, row: rows?.hash(of: node) ?? 0)
                }
            }
        }
    }

    private mutating func add(_ entry: StoredEntry, _ file: SourceFile) {
        let span = entry.span(in: file.path)
        add(
            RawEntry(id: entry.id, members: [], span: span, aliases: entry.aliases, known: (entry, file)),
            idSpan: span)
    }

    private mutating func read(_ file: SourceFile, _ matter: Diagnosed<FrontMatter>) {
        diagnostics += matter.diagnostics
        let parts = matter.value
        guard !matter.diagnostics.hasErrors else { return hideID(of: file) }
        let start = SourceSpan(path: file.path)
        if !declaration.hasBody, parts.body.contains(where: { $0 > 0x20 }) {
            error(
                .bodyUnexpected, "entries of \(declaration.name) have no body",
                at: SourceSpan(path: file.path, line: parts.bodyLine),
                help: "add 'body: markdown' to the collection, or remove the text")
        }
        let body = MarkdownSource(bytes: parts.body, path: file.path, firstLine: parts.bodyLine)
        let node = parts.node ?? SourceNode(.mapping([]), span: start)
        guard node.isNull || node.members != nil else {
            return error(.frontType, "front matter must be a mapping, not \(node.kindName)", at: node.span)
        }
        if declaration.hasBody, let given = node.members?.first(where: { $0.key == "body" }) {
            error(
                .bodyDuplicate, "the body of a Markdown file is the text after the front matter", at: given.keySpan,
                help: "move this text there")
        }
        addNamedByFile(node.members ?? [], body: declaration.hasBody ? (body, file) : nil, file, start)
    }

    private mutating func readData(in file: SourceFile, _ read: Diagnosed<SourceNode?>) {
        diagnostics += read.diagnostics
        if read.diagnostics.hasErrors { hiddenIDs.areAny = true }
        guard let node = read.value else { return }
        if let rows = node.elements {
            let table = file.fileExtension == "csv" ? TableRows(file) : nil
            let signs = file.tableSigns
            for row in rows { addListed(row, file, signs, row: table?.hash(of: row) ?? 0) }
        } else if let members = node.members {
            if let list = namedList(members) { return readNamedList(list, of: members, file) }
            addNamedByFile(members, body: nil, file, SourceSpan(path: file.path))
        } else {
            notAMapping(node)
        }
    }

    /// Returns the list that must be meant as several entries: a list that is named like an entry, or the only one in
    /// the file.
    private func namedList(_ members: [SourceNode.Member]) -> SourceNode.Member? {
        let names = declaration.fields.map(\.name)
        let lists = members.filter { $0.value.elements != nil && !names.contains($0.key) }
        if let list = lists.first(where: { $0.key == declaration.entryWord }) { return list }
        guard members.count == 1, let list = lists.first, list.value.elements?.first?.members != nil,
            nearestName(to: list.key, in: names) == nil
        else { return nil }
        return list
    }

    /// Reads a named list as the whole file, because TOML has no other way to write a list.
    private mutating func readNamedList(
        _ list: SourceNode.Member, of members: [SourceNode.Member], _ file: SourceFile
    ) {
        let word = declaration.entryWord
        guard file.fileExtension == "toml", list.key == word else {
            hiddenIDs.areAny = true
            return error(
                .fieldUnknown, "the \(declaration.wordInSentences) has no field '\(list.key)'", at: list.keySpan,
                help: file.fileExtension == "toml"
                    ? "a list of entries is written [[\(word)]]"
                    : "a list of entries has no name: the file is the list itself")
        }
        for member in members where member.key != word {
            error(
                .fieldUnknown, "'\(member.key)' cannot stand beside a list of entries", at: member.keySpan,
                help: "move it below a [[\(word)]], or remove it")
        }
        for row in list.value.elements ?? [] { addListed(row, file, nil) }
    }

    /// Hides the id of the entry in a file that could not be read. If the entry may give its own id, any id may be
    /// hidden.
    private mutating func hideID(of file: SourceFile) {
        let lines = file.bytes.split(separator: newline)
        let namesItself = lines.contains { $0.starts(with: "id".utf8) || $0.starts(with: "\"id\"".utf8) }
        if namesItself || declaration.idField != nil {
            hiddenIDs.areAny = true
        } else {
            hiddenIDs.ids.insert(idByName(of: file))
        }
    }

    private func idByName(of file: SourceFile) -> String {
        String(fileName(of: file.path).dropLast(file.fileExtension.count + 1))
    }

    mutating func notAMapping(_ node: SourceNode) {
        hiddenIDs.areAny = true
        if let cause = node.text.flatMap({ Diagnostic.invisibleCharacter(in: $0, at: node.span) }) {
            return diagnostics.append(cause)
        }
        error(
            .entryType, "the \(declaration.wordInSentences) must be a mapping, not \(node.kindName)", at: node.span,
            help: "write its fields, each with its name")
    }

    private mutating func addNamedByFile(
        _ members: [SourceNode.Member], body: (source: MarkdownSource, file: SourceFile)?, _ file: SourceFile,
        _ span: SourceSpan
    ) {
        guard let idField = declaration.idField else {
            let given = members.first { $0.key == "id" }?.value
            if let given, given.isNull || given.scalar == nil {
                reject(RawEntry(id: "", members: members, hasOwnID: true, body: body, span: span))
                return error(
                    .fieldType, "an id must be text, not \(given.kindName)", at: given.span,
                    help: "write one, or leave 'id' out: the file's name is then the id")
            }
            let id = given?.scalar ?? idByName(of: file)
            let entry = RawEntry(
                id: id, members: members, hasOwnID: given != nil, body: body, span: span, isWholeFile: true)
            return add(entry, idSpan: given?.span ?? span)
        }
        guard let member = members.first(where: { $0.key == idField }), let id = member.value.scalar, !id.isEmpty else {
            reject(RawEntry(id: "", members: members, body: body, span: span))
            return error(
                .fieldMissing, "the \(declaration.wordInSentences) lacks its id, the field '\(idField)'", at: span)
        }
        add(RawEntry(id: id, members: members, body: body, span: span, isWholeFile: true), idSpan: member.value.span)
    }

    /// - Parameters:
    ///   - table: The signs of the table, if it is a row of one.
    ///   - parent: The entry that holds the record, if it is not an element of the file's own list.
    ///   - row: See `RawEntry.row`.
    mutating func addListed(
        _ node: SourceNode, _ file: SourceFile, _ table: TableSigns?, in parent: ParentEntry? = nil, row: UInt64 = 0
    ) {
        guard let members = node.members else { return notAMapping(node) }
        let key = declaration.idField ?? "id"
        guard let member = members.first(where: { $0.key == key }), let id = member.value.scalar, !member.value.isNull
        else {
            if let pattern = declaration.idPattern, !members.contains(where: { $0.key == key && !$0.value.isNull }) {
                return addComputed(pattern, members, node, table, row: row)
            }
            let isColumn = table != nil && !members.contains { $0.key == key }
            reject(
                RawEntry(
                    id: "", members: members, hasOwnID: declaration.idField == nil, span: node.span, table: table,
                    parent: parent))
            if let meant = members.first(where: { InvisibleCharacter.plain($0.key) == key }),
                let cause = Diagnostic.invisibleCharacter(in: meant.key, at: meant.keySpan)
            {
                return diagnostics.append(cause)
            }
            return error(
                .fieldMissing, "the \(declaration.wordInSentences) lacks '\(key)'",
                at: isColumn ? SourceSpan(path: file.path) : node.span,
                help: isColumn
                    ? "add a column of that name, with an id for each row"
                    : "every entry of a list needs an id of its own"
            )
        }
        let hasOwnID = declaration.idField == nil
        let wholeID = declaration.id(id, in: parent?.id)
        add(
            RawEntry(
                id: wholeID, members: members, hasOwnID: hasOwnID, span: node.span, table: table, row: row,
                parent: parent),
            named: id, idSpan: member.value.span)
    }

    /// Adds an element of a list whose id is made of its fields.
    private mutating func addComputed(
        _ pattern: IDPattern, _ members: [SourceNode.Member], _ node: SourceNode, _ table: TableSigns?, row: UInt64
    ) {
        let entry = RawEntry(id: "", members: members, span: node.span, table: table, row: row)
        switch pattern.id(of: members) {
        case .success(let id):
            var entry = entry
            entry.id = id
            add(entry, idSpan: node.span)
        case .failure(let lack):
            reject(entry)
            error(
                .fieldMissing,
                lack.hasValue
                    ? "'\(lack.field)' has no letter or digit, and the id is made of it"
                    : "the \(declaration.wordInSentences) has no '\(lack.field)', of which its id is made",
                at: members.first { $0.key == lack.field }?.value.span ?? node.span,
                help: lack.hasValue ? "give the entry an 'id' of its own" : "write it, or an 'id' of its own")
        }
    }

    /// - Parameter name: The id as it is written; nil if it is the whole id.
    private mutating func add(_ entry: consuming RawEntry, named name: String? = nil, idSpan: SourceSpan) {
        // Some systems name files with letters and their accents apart.
        entry.id = canonicalForm(of: entry.id)
        let name = canonicalForm(of: name ?? entry.id)
        guard entry.known != nil || isSafeID(name) else {
            reject(entry)
            if let cause = Diagnostic.invisibleCharacter(in: name, at: idSpan) { return diagnostics.append(cause) }
            // A wrong date is also no id, and it is told once, as a wrong date.
            let type = declaration.fields.first { $0.name == declaration.idField }?.type
            if !entry.isTable, type == .date || type == .integer || type == .version { return }
            if entry.isWholeFile, !entry.hasOwnID, declaration.idField == nil, let original = original(ofCopy: name) {
                return error(
                    .idUnsafe, "'\(name)' cannot be an id, and looks like a copy of '\(original)'", at: idSpan,
                    help: "remove the file, or rename it to what shall be its id")
            }
            let isLong = name.utf8.count > longestID
            return error(
                .idUnsafe,
                isLong
                    ? "an id of \(name.utf8.count) bytes is too long for a file name"
                    : "'\(name)' cannot be an id: it becomes part of addresses", at: idSpan,
                help: isLong
                    ? "use at most \(longestID)"
                    : "use at most \(longestID) letters and digits, '-', '_', '.' and '+', not starting with '.'")
        }
        // The parent's mistake is already reported.
        if case .rejected? = entry.parent?.fate { return reject(entry) }
        if let first = positions[entry.id] {
            let place = entries[first].span
            reject(entry)
            return error(
                .idDuplicate, "the id '\(entry.id)' is taken by \(place.path):\(place.line)", at: idSpan,
                help: entry.isTable && !declaration.columns.idHeadings.isEmpty
                    ? "if it is no repeated row, name one more column after 'id' in 'from'"
                    : "give one of the two another id",
                related: [RelatedPlace(place, "the other entry with this id")])
        }
        if let deletion = deletions[entry.id] {
            reject(entry)
            return error(
                .idDuplicate,
                "the id '\(entry.id)' is taken by \(deletion.span.path):\(deletion.span.line), in the trash since \(deletion.date)",
                at: idSpan,
                help: "give this one another id, or remove that one",
                related: [RelatedPlace(deletion.span, "the entry in the trash with this id")])
        }
        if let span = previews[entry.id] {
            reject(entry)
            return error(
                .idDuplicate, "the id '\(entry.id)' is taken by \(span.path):\(span.line), in the preview",
                at: idSpan,
                help: "give one of the two another id",
                related: [RelatedPlace(span, "the entry in the preview with this id")])
        }
        let preview = preview(takenFrom: &entry) ?? entry.parent?.preview
        takeAliases(from: &entry)
        if let deletion = deletion(takenFrom: &entry) ?? entry.parent?.deletion {
            deletions[entry.id] = deletion
            note(.trash(trash.count))
            trash.append((entry, deletion))
        } else if let preview, channel == .live {
            previews[entry.id] = preview
            note(.withheld(withheld.count))
            withheld.append(entry)
        } else {
            positions[entry.id] = entries.count
            note(.entry(entries.count))
            entries.append(entry)
        }
    }

    private mutating func note(_ entry: AddedEntry) { if notesAdded { added.append(entry) } }

    private mutating func reject(_ entry: RawEntry) {
        if entry.id.isEmpty { hiddenIDs.areAny = true } else { hiddenIDs.ids.insert(entry.id) }
        var entry = entry
        _ = preview(takenFrom: &entry)
        takeAliases(from: &entry)
        guard entry.known == nil, deletion(takenFrom: &entry) == nil else { return }
        note(.rejected(rejected.count))
        rejected.append(entry)
    }

    /// Returns nil if `deleted` is missing or not a date.
    private mutating func deletion(takenFrom entry: inout RawEntry) -> Deletion? {
        let key = CollectionDeclaration.deletionKey
        guard let index = entry.members.firstIndex(where: { $0.key == key }) else { return nil }
        var node = entry.members.remove(at: index).value
        if node.isNull { return nil }
        if let table = entry.table { node = node.inPlainForm(table) }
        let read = readConstant(node, as: .date, named: key, timeZone: .utc)
        diagnostics += read.diagnostics
        guard case .date(let date) = read.value else { return nil }
        return Deletion(date: date, span: node.span)
    }

    private mutating func takeAliases(from entry: inout RawEntry) {
        guard let index = entry.members.firstIndex(where: { $0.key == CollectionDeclaration.aliasesKey }) else {
            return
        }
        let read = EntryAlias.read(entry.members.remove(at: index).value, isTable: entry.isTable)
        diagnostics += read.diagnostics
        entry.aliases = read.value
    }

    /// Returns the place that says that only the preview shows the entry.
    private mutating func preview(takenFrom entry: inout RawEntry) -> SourceSpan? {
        let key = CollectionDeclaration.channelKey
        guard let index = entry.members.firstIndex(where: { $0.key == key }) else { return nil }
        let node = entry.members.remove(at: index).value
        if node.isNull { return nil }
        switch node.scalar.flatMap(Channel.init) {
        case .preview: return node.span
        case .live: return nil
        case nil:
            diagnostics.append(.unknownChannel(node))
            return nil
        }
    }

    private mutating func error(
        _ rule: Rule, _ message: String, at span: SourceSpan, help: Help? = nil, related: [RelatedPlace] = []
    ) {
        diagnostics.append(Diagnostic(.error, rule, message, at: span, help: help, related: related))
    }
}

extension Diagnostic {
    /// Returns the error for an unknown value of `channel`, in an entry or in a version's declaration.
    package static func unknownChannel(_ node: SourceNode) -> Diagnostic {
        Diagnostic(
            .error, .channelUnknown,
            node.scalar.map { "there is no channel '\($0)'" } ?? "a channel is a word, not \(node.kindName)",
            at: node.span, help: "write channel: preview, or leave it out")
    }
}
