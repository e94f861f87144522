internal import KairanContent
internal import KairanModel

/// Makes entries of what JSON tells: finds those that are there, names the others, and writes them.
struct EntryImporter {
    typealias Draft = ShapeReader.Draft

    private let evaluator: Evaluator
    private let request: ImportRequest
    private let sources: [String: SourceFile]
    /// What the shape tells of any entry.
    private let example: [Draft]
    private var writer: FieldWriter
    private var takenIDs: [String: Set<String>] = [:]
    private(set) var result = ImportedEntries()
    private var ownDiagnostics: [Diagnostic] = []

    var diagnostics: [Diagnostic] { ownDiagnostics + writer.diagnostics }

    init(
        evaluator: Evaluator, request: ImportRequest, sources: [SourceFile], example: [Draft], pictures: PictureFinder
    ) {
        (self.evaluator, self.request, self.example) = (evaluator, request, example)
        self.sources = Dictionary(sources.map { ($0.path, $0) }) { first, _ in first }
        writer = FieldWriter(evaluator: evaluator, pictures: pictures)
    }

    mutating func add(_ drafts: [Draft]) {
        result.collections = Set(example.map(\.collection)).sorted()
        for name in result.collections {
            guard let collection = evaluator.site.content.collection(name) else { continue }
            add(merged(drafts.filter { $0.collection == name }, collection.declaration), to: collection)
        }
        for (path, bytes) in writer.pictures.added.sorted(by: { $0.key < $1.key }) {
            result.files.append(.init(path: "content/\(path)", bytes: bytes, isNew: true))
        }
        result.picturePlaces = writer.pictures.places
    }

    private mutating func add(_ drafts: [Draft], to collection: Collection) {
        let declaration = collection.declaration
        writer.pictures.folder = declaration.name
        let trash = evaluator.site.content.trash.filter { $0.collection == declaration.name }.map(\.entry.id)
        takenIDs[declaration.name] = Set(
            collection.entries.map(\.id) + trash + drafts.compactMap { id(of: $0, declaration) })
        let matches = existing(drafts, collection)
        if matches.contains(where: { $0 == nil }) { checkFields(of: declaration) }
        var places: [Int: Int] = [:]
        for (draft, match) in zip(drafts, matches) {
            let number = numberField(of: draft, declaration)
            let group = number.map { declaration.fields[$0.field].isUnique } == true ? 0 : draft.query
            places[group, default: 0] += 1
            let draft = numbered(
                draft, number, places[group] ?? 1, of: drafts.count, declaration, isThere: match != nil)
            if let match {
                change(
                    collection.entries[match], draft,
                    EntryReference(collection: position(of: declaration), index: match), declaration)
            } else {
                write(draft, declaration, place: places[group] ?? 1, of: drafts.count)
            }
        }
    }

    private func position(of declaration: CollectionDeclaration) -> Int {
        evaluator.site.content.position(of: declaration.name) ?? 0
    }

    mutating func mistake(
        _ severity: Diagnostic.Severity = .error, _ rule: String, _ message: String, at span: SourceSpan,
        help: String? = nil
    ) {
        ownDiagnostics.append(Diagnostic(severity, rule, message, at: span, help: help))
    }
}

// Which entry a draft is of.
extension EntryImporter {
    private func id(of draft: Draft, _ declaration: CollectionDeclaration) -> String? {
        let field = declaration.idField.flatMap { name in declaration.fields.firstIndex { $0.name == name } }
        return (draft.told[.id] ?? field.flatMap { draft.told[.field($0)] })?.value?.scalar
    }

    /// What no two entries of the collection have in common.
    private func keys(of draft: Draft, _ declaration: CollectionDeclaration) -> [String] {
        let unique = declaration.fields.indices.filter { declaration.fields[$0].isUnique }
        let values = unique.compactMap { index in
            draft.told[.field(index)]?.value.flatMap { $0.isNull ? nil : $0.scalar }.map { "\(index) \($0)" }
        }
        return (id(of: draft, declaration).map { ["id \($0)"] } ?? []) + values
    }

    /// One for each entry: several queries of a shape may tell of the same.
    private func merged(_ drafts: [Draft], _ declaration: CollectionDeclaration) -> [Draft] {
        var result: [Draft] = []
        var byKey: [String: Int] = [:]
        for draft in drafts {
            let keys = keys(of: draft, declaration)
            let place =
                keys.lazy.compactMap { byKey[$0] }.first
                ?? result.firstIndex { other in
                    other.query != draft.query
                        && (other.told.isPart(of: draft.told) || draft.told.isPart(of: other.told))
                }
            // What one query tells twice is a mistake in the JSON, which the ids then show.
            if let place, result[place].query != draft.query {
                result[place].told.add(draft.told)
            } else {
                result.append(draft)
            }
            for key in keys where byKey[key] == nil { byKey[key] = place ?? result.count - 1 }
        }
        return result
    }

    /// For each draft the position of the entry that it tells of; nil for a new one.
    private func existing(_ drafts: [Draft], _ collection: Collection) -> [Int?] {
        let position = position(of: collection.declaration)
        var taken: Set<Int> = []
        return drafts.map { draft in
            let references = collection.entries.indices.lazy.map { EntryReference(collection: position, index: $0) }
            let keys = draft.told.parts.filter { part in
                guard case .field(let index) = part.step else { return part.step == .id }
                return collection.declaration.fields[index].isUnique && !part.told.isNothing
            }
            let found =
                keys.isEmpty
                ? references.first { !taken.contains($0.index) && evaluator.isSame(draft.told, .entry($0)) }
                : references.first { reference in
                    keys.contains { evaluator.isSame(Told(parts: [$0]), .entry(reference)) }
                }
            if let found { taken.insert(found.index) }
            return found?.index
        }
    }

    /// The number that the shape sorts by and does not tell.
    private func numberField(of draft: Draft, _ declaration: CollectionDeclaration) -> (field: Int, isDescending: Bool)?
    {
        draft.sort.first { key in
            let field = declaration.fields[key.field]
            return field.type == .integer && draft.told[.field(key.field)] == nil && request.values[field.name] == nil
        }
    }

    private func numbered(
        _ draft: Draft, _ number: (field: Int, isDescending: Bool)?, _ place: Int, of count: Int,
        _ declaration: CollectionDeclaration, isThere: Bool
    ) -> Draft {
        guard let (index, isDescending) = number else { return draft }
        let field = declaration.fields[index]
        guard request.numbers || !isThere && !field.isOptional && field.defaultValue == nil else { return draft }
        var draft = draft
        let node = SourceNode(.scalar(String(isDescending ? count - place + 1 : place), .number), span: draft.span)
        draft.told.add(node, at: [.field(index)], from: draft.span)
        return draft
    }
}

// What the shape does not tell.
extension EntryImporter {
    private mutating func checkFields(of declaration: CollectionDeclaration) {
        var told = Told()
        let examples = example.filter { $0.collection == declaration.name }
        for draft in examples { told.add(draft.told) }
        let span = examples.first?.span ?? request.template.span
        for (index, field) in declaration.fields.enumerated() {
            if request.values[field.name] != nil { continue }
            guard let part = told[.field(index)] else {
                if field.isOptional || field.defaultValue != nil { continue }
                if examples.contains(where: { numberField(of: $0, declaration)?.field == index }) { continue }
                if field.type == .window, examples.contains(where: { $0.openWindows.contains(index) }) {
                    mistake(
                        .warning, "import.window", "'\(field.name)' is not told, so new entries are shown always",
                        at: span, help: "give them another: --set \(field.name)=…")
                    continue
                }
                mistake(
                    .error, "import.field", "nothing here tells '\(field.name)', which new entries need", at: span,
                    help: "give them all the same: --set \(field.name)=…, or publish it")
                continue
            }
            guard !part.tells(field.type) else {
                if case .date = field.type, part.value == nil, part[.day] == nil,
                    part[.month] != nil || part[.yearMonth] != nil
                {
                    mistake(
                        .warning, "import.day",
                        "this tells no day of '\(field.name)', so the first of the month is taken",
                        at: part.anyOrigin ?? span)
                }
                continue
            }
            // A text that nobody can read back may still be empty.
            if part.parts.allSatisfy({ $0.step.isOnlyShown }), field.isOptional { continue }
            mistake(
                .error, "import.shape", "this does not tell '\(field.name)', \(field.type.withArticle)",
                at: part.anyOrigin ?? span,
                help: "publish what is written there, or give new entries all the same: --set \(field.name)=…")
        }
        for name in request.values.keys.sorted() where !declaration.fields.contains(where: { $0.name == name }) {
            mistake(
                .error, "import.field", "the \(declaration.entryWord) has no field '\(name)'", at: declaration.span,
                help: suggestion(for: name, in: declaration.fields.map(\.name), kind: "fields"))
        }
    }

    /// What an author would write for each field, in the order of the declaration.
    private mutating func nodes(
        _ draft: Draft, _ declaration: CollectionDeclaration, where isWanted: (Int) -> Bool
    ) -> [(index: Int, node: SourceNode?)] {
        declaration.fields.indices.filter(isWanted).map { index in
            let field = declaration.fields[index]
            if let part = draft.told[.field(index)], part.tells(field.type) {
                return (index, writer.node(part, field.type))
            }
            if let text = request.values[field.name] {
                return (index, SourceNode(.scalar(text, .number), span: draft.span))
            }
            let isOpen = field.type == .window && draft.openWindows.contains(index)
            return (index, isOpen ? SourceNode(.scalar("always", .string), span: draft.span) : nil)
        }
    }
}

// Files.
extension EntryImporter {
    private mutating func write(_ draft: Draft, _ declaration: CollectionDeclaration, place: Int, of count: Int) {
        let nodes = nodes(draft, declaration) { _ in true }
        let ownID = id(of: draft, declaration)
        let id = ownID ?? newID(draft, nodes.compactMap(\.node), declaration, place: place, of: count)
        let path = "content/\(declaration.name)/\(id).\(declaration.hasBody ? "md" : "yml")"
        guard isSafeID(id) else {
            return mistake(
                .error, "id.unsafe", "'\(id)' cannot be an id: it becomes part of addresses", at: draft.span,
                help: "use the letters a to z, digits, '-', '_' and '.', not starting with '.'")
        }
        guard sources[path] == nil, !result.files.contains(where: { $0.path == path }) else {
            return mistake(
                .error, "import.exists", "the id '\(id)' is there already", at: draft.span,
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
        result.files.append(file(path, lines, isNew: true))
    }

    private func file(_ path: String, _ lines: EntryLines, isNew: Bool) -> ImportedEntries.File {
        .init(
            path: path, bytes: Array(lines.lines.map { $0.text + "\n" }.joined().utf8), isNew: isNew,
            places: lines.lines.map(\.span))
    }

    private func isBody(_ index: Int, _ declaration: CollectionDeclaration) -> Bool {
        declaration.hasBody && index == declaration.fields.count - 1
    }

    /// Of the first text if that is ASCII, else of what the entries are called.
    private mutating func newID(
        _ draft: Draft, _ nodes: [SourceNode], _ declaration: CollectionDeclaration, place: Int, of count: Int
    ) -> String {
        let texts = declaration.fields.indices.filter { declaration.fields[$0].type == .text }
        let text = texts.lazy.compactMap { draft.told[.field($0)]?.value?.scalar }.first ?? ""
        let word = slug(declaration.entryWord).isEmpty ? declaration.name : slug(declaration.entryWord)
        var id = slug(text)
        // Entries that nothing sorts stand in the order of their files.
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

    private func slug(_ text: String) -> String {
        guard text.utf8.allSatisfy({ $0 < 0x80 }) else { return "" }
        let words = text.lowercased().split { !$0.isLetter && !$0.isNumber }
        return String(words.joined(separator: "-").prefix(60))
    }

    /// Changes what differs in an entry's own file, and leaves every other line as it is.
    private mutating func change(
        _ entry: Entry, _ draft: Draft, _ reference: EntryReference, _ declaration: CollectionDeclaration
    ) {
        let differing = declaration.fields.indices.filter { index in
            guard let part = draft.told[.field(index)] else { return false }
            return !evaluator.isSame(Told(parts: [(.field(index), part)]), .entry(reference))
        }
        guard !differing.isEmpty else {
            result.sameCount += 1
            return
        }
        let names = differing.map { "'\(declaration.fields[$0].name)'" }.joined(separator: ", ")
        let place = "\(entry.span.path):\(entry.span.line)"
        for index in differing {
            guard let part = draft.told[.field(index)], !part.tells(declaration.fields[index].type) else { continue }
            mistake(
                .error, "import.shape",
                "this differs from \(place), and does not tell '\(declaration.fields[index].name)'",
                at: part.span ?? draft.span, help: "change it there")
        }
        let nodes = nodes(draft, declaration) { differing.contains($0) }
        guard let file = sources[entry.span.path], let lines = changedLines(of: file, nodes, declaration) else {
            return mistake(
                .error, "import.update", "\(place) has other values for \(names)", at: draft.span,
                help: "change them there: only files of one entry in YAML are written")
        }
        guard lines.lines.map({ $0.text + "\n" }).joined().utf8.elementsEqual(file.bytes) == false else {
            result.sameCount += 1
            return
        }
        guard request.updates else {
            return mistake(
                .error, "import.exists", "\(place) has other values for \(names)", at: draft.span,
                help: "--update changes them there")
        }
        result.files.append(self.file(file.path, lines, isNew: false))
    }

    /// Nil for a file that is no mapping in YAML.
    private func changedLines(
        of file: SourceFile, _ nodes: [(index: Int, node: SourceNode?)], _ declaration: CollectionDeclaration
    ) -> EntryLines? {
        var old = String(decoding: file.bytes, as: UTF8.self).split(separator: "\n", omittingEmptySubsequences: false)
        if old.last?.isEmpty == true { old.removeLast() }
        var head = old[...]
        var (start, body) = (0, [Substring]())
        if file.fileExtension == "md" {
            guard old.first == "---", let end = old.dropFirst().firstIndex(of: "---") else { return nil }
            (head, body, start) = (old[1..<end], Array(old[(end + 1)...]), 1)
        } else if !["yml", "yaml"].contains(file.fileExtension) || head.first?.hasPrefix("-") == true {
            return nil
        }
        guard !file.bytes.contains(UInt8(ascii: "\r")) else { return nil }
        var lines = EntryLines()
        if start == 1 { lines.append("---") }
        var waiting = nodes.filter { !isBody($0.index, declaration) }
        var isReplaced = false
        for line in head {
            let key =
                line.first?.isWhitespace == true || line.hasPrefix("#") || line.hasPrefix("-")
                ? nil
                : line.split(separator: ":", maxSplits: 1).first.map(String.init)
            if let key {
                let position = waiting.firstIndex { declaration.fields[$0.index].name == key }
                isReplaced = position != nil
                if let position, let node = waiting.remove(at: position).node { lines.append(key, node) }
            } else if line.hasPrefix("#") {
                isReplaced = false
            }
            if !isReplaced { lines.append(String(line)) }
        }
        for (index, node) in waiting {
            if let node { lines.append(declaration.fields[index].name, node) }
        }
        guard start == 1 else { return lines }
        lines.append("---")
        if let changed = nodes.first(where: { isBody($0.index, declaration) }) {
            if let node = changed.node { lines.append(text: node) }
        } else {
            for line in body { lines.append(String(line)) }
        }
        return lines
    }
}

extension EntryLines {
    fileprivate mutating func append(text node: SourceNode) {
        for line in (node.scalar ?? "").split(separator: "\n", omittingEmptySubsequences: false) {
            append(String(line), from: node.span)
        }
    }
}
