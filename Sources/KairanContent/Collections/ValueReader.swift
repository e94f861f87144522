package import KairanModel
internal import KairanPictures
package import KairanReaders

/// Everything that a value may refer to: the time zone of dates, the other entries, and the files beside it.
package struct ValueScope: Sendable {
    package var timeZone: SiteTimeZone
    /// The locales of the site, if it names any.
    package var locales: [SiteLocale] = []
    /// The codes of the languages that the site is written in.
    package var languages: [String] = []
    /// The address of the site's root with a final slash. An address below it is inside the site. It is empty if
    /// unknown.
    package var siteURL = ""
    /// For each collection that can be referred to, its position and the positions of its entries by id.
    package var entryIDs: [String: (collection: Int, entries: [String: Int])]
    /// See `Content.hiddenIDs`.
    package var hiddenIDs: [String: HiddenIDs] = [:]
    /// For each collection, the entries in the trash, by id.
    package var deletions: [String: [String: Deletion]] = [:]
    /// For each collection, the entries that only the preview shows, by id, unless this is the preview.
    package var previews: [String: [String: SourceSpan]] = [:]
    /// Files that are neither Markdown nor data, by path relative to `content/`.
    package var files: [String: SourceFile]
    /// For each collection, the fields that have days which a schedule can name.
    package var dayFields: [String: [String]] = [:]
    /// See `SiteSettings.pictureWidths`.
    package var pictureWidths: [Int] = []
    /// See `SiteSettings.keepsPictureNames`.
    package var keepsPictureNames = false
}

/// An address inside the site in a value or a body, which is checked once all outputs are known.
package struct SourceAddress: Sendable, Hashable {
    package var destination: String
    package var span: SourceSpan
}

/// Reads the source nodes of one entry as typed values.
struct ValueReader {
    var scope: ValueScope
    /// The folder, relative to `content/`, at which paths in the entry start.
    var folder: Substring = ""
    /// The signs of the table if the values are cells, where nothing means an open window and `|` separates the elements
    /// of a list.
    var table: TableSigns?
    /// This is true for an entry in the trash, whose references may be in the trash too, or gone already.
    var readsTrash = false
    /// The keys that an entry may have besides its fields.
    var otherMembers: [String] = []
    /// The position of the locale in whose language texts are.
    var locale = 0
    /// The entry's collection and id, which every share of devices begins with.
    var owner = (collection: "", id: "")
    var diagnostics: [Diagnostic] = []
    var addresses: [SourceAddress] = []
    /// See `Entry.files`.
    var files: [String] = []
    /// See `Entry.pictures`.
    var pictures: [Asset] = []
    /// The pictures read so far, by path, because many entries may name the same one.
    var readPictures: [String: Result<ReadPicture, Picture.Mistake>] = [:]

    init(scope: ValueScope) { self.scope = scope }

    var isTable: Bool { table != nil }

    /// This is false after many mistakes. Finding the nearest of many names takes time, and one of the mistakes then
    /// explains the rest.
    var wantsSuggestion: Bool { diagnostics.count < 100 }

    mutating func error(
        _ rule: Rule, _ message: String, at span: SourceSpan, help: Help? = nil, related: [RelatedPlace] = []
    ) {
        diagnostics.append(Diagnostic(.error, rule, message, at: span, help: help, related: related))
    }

    /// Returns `.missing` after a mistake, which is then reported.
    mutating func value(_ node: SourceNode, as field: FieldDeclaration) -> Value {
        if isTable, let text = node.scalar, isSpreadsheetError(text) {
            error(
                .csvFormula, "'\(text)' is what a spreadsheet shows where a formula fails", at: node.span,
                help: "mend the formula in the sheet, or empty the cell, and save the table again")
            return .missing
        }
        let hasNoCell = isTable && ["oneOf", "point"].contains(field.type.word) && node.isEmptyInTable
        if node.isNull || isLeftEmpty(node, field) || hasNoCell {
            // An empty cell of a table is nothing that somebody wrote.
            if field.type.allowsNull, !isTable || field.defaultValue == nil && !field.isOptional { return .null }
            if field.computedDefault != nil { return .missing }
            if let defaultValue = field.defaultValue {
                addresses += field.defaultAddresses
                return defaultValue
            }
            if !field.isOptional, field.type != .window {
                error(
                    .fieldMissing, "'\(field.name)' has no value", at: node.span,
                    help: field.type == .color
                        ? "write it in quotes, \"#1d6f5c\": without them a # begins a comment"
                        : isTable && field.holdsEntries
                            ? Help(ValueReader.helpWithListInTable)
                            : "it must be \(field.type.withArticle)")
                return .missing
            }
            if field.type != .window { return .missing }
        }
        let known = diagnostics.count
        let value = given(node, as: field)
        if diagnostics.count > known { blameInvisible(in: node, since: known) }
        return value
    }

    /// Tells whether a content manager wrote an empty text for a field that somebody left empty. Of the type of the
    /// field, no value is empty.
    private func isLeftEmpty(_ node: SourceNode, _ field: FieldDeclaration) -> Bool {
        guard case .scalar("", .string) = node.content, field.isOptional else { return false }
        if case .oneOf = field.type { return false }
        return ![.text, .markdown, .window].contains(field.type)
    }

    /// Tells of an invisible character instead of what follows from it: a value that looks right and is none.
    private mutating func blameInvisible(in node: SourceNode, since known: Int) {
        guard case .scalar(let text, _) = node.content,
            let cause = Diagnostic.invisibleCharacter(in: text, at: node.span)
        else { return }
        for index in known..<diagnostics.count where diagnostics[index].isAboutForm(of: node) {
            diagnostics[index] = cause
        }
    }

    /// - Parameter isWhole: If this is true, the help says all that has to be mended.
    mutating func invalid(
        _ text: String, _ node: SourceNode, _ field: FieldDeclaration, _ help: Help, isWhole: Bool = false
    ) -> Value {
        let hasSpaceAround = text.first?.isWhitespace == true || text.last?.isWhitespace == true
        let help =
            (isWhole ? nil : fullWidthHelp(text))
            ?? (hasSpaceAround && text.contains(where: { !$0.isWhitespace })
                ? .write("remove the space around it", String(text.trimmingSpaces()), for: text) : help)
        error(.fieldType, "'\(shortened(text))' is not \(field.type.withArticle)", at: node.span, help: help)
        return .missing
    }

    /// Returns a day or a time as Kairan writes it. A text in another form than the declared one stays as it is.
    func inOwnForm(_ text: String, _ field: FieldDeclaration) -> String {
        guard let table else { return text }
        return field.column?.moment.map { $0.read(text) ?? text } ?? table.plainMoment(text)
    }

    /// Returns help with a day or a time, which a table may have as its program shows it.
    func momentHelp(_ form: String, _ field: FieldDeclaration, _ text: String = "") -> Help {
        guard isTable else { return "write it as \(form)" }
        if let pattern = field.column?.moment?.pattern {
            return "the collection's 'from' says that it is like '\(pattern)'"
        }
        let pattern = table == .semicolons && text.contains("/") ? ", such as as: d/M/yyyy" : ""
        return "write it as \(form), or say in the collection's 'from' how the table has it\(pattern)"
    }

    /// Returns a text as messages quote it.
    func shortened(_ text: String) -> String {
        text.unicodeScalars.count > 60 ? "\(text.prefix(60))…" : text
    }

    /// Returns help with a file that a mapping names beside its words, as other programs have it.
    private func pathAlone(in node: SourceNode, _ field: FieldDeclaration) -> Help? {
        guard [.image, .file].contains(field.type) else { return nil }
        let path = (node.members ?? []).lazy.compactMap(\.value.scalar).first { !fileExtension(of: $0).isEmpty }
        return path.map { "write its path alone, \(field.name): \($0), and words for it in a field of their own" }
    }

    /// Returns the text of a scalar, if its source format allows it for this type.
    mutating func scalarText(_ node: SourceNode, _ field: FieldDeclaration) -> String? {
        guard case .scalar(let text, let kind) = node.content else {
            if isByLocale(node) {
                notLocalized(field, at: node.span, help: "write one value")
                return nil
            }
            error(
                .fieldType, "'\(field.name)' must be \(field.type.withArticle), not \(node.kindName)", at: node.span,
                help: pathAlone(in: node, field)
                    ?? (node.elements == nil ? "write one value" : "write one value, or declare the field as a list"))
            return nil
        }
        let isDay = kind == .dateTime && [.date, .time, .dateTime].contains(field.type)
        if kind == .plain || kind == .string || isDay { return text }
        error(
            .fieldType, "'\(field.name)' must be \(field.type.withArticle), not \(node.kindName)", at: node.span,
            help: node.scalar.map { Help("write it in quotes", .write("\"\($0)\"", for: $0, isCertain: false)) }
                ?? "write it in quotes")
        return nil
    }

    /// Returns one value for each declared field, in declared order, with its place. The member `other` is not a field.
    mutating func values(
        of members: [SourceNode.Member], except other: String? = nil, fields: [FieldDeclaration],
        ignoring ignored: [String],
        at span: SourceSpan, in owner: @autoclosure () -> String
    ) -> (values: [Value], places: [SourcePlace]) {
        var values = Array(repeating: Value.missing, count: fields.count)
        var places = Array(repeating: span.place, count: fields.count)
        var given = Array(repeating: false, count: fields.count)
        var meant: Set<String> = []
        // The mistakes of keys of which nothing else is known, and of fields that are not there.
        var (strange, missing) = ([Int](), [Int]())
        var others: [SourceNode.Member] = []
        var givenKeys: Set<String>?
        let hasOthers = fields.contains(where: \.hasOtherKeys)
        // Most entries have their fields in declared order.
        var next = 0
        for (position, member) in members.enumerated() where member.key != other {
            let isNext = next < fields.count && fields[next].name == member.key
            let known = isNext ? next : fields.firstIndex { $0.name == member.key }
            guard let index = known, !fields[index].hasOtherKeys else {
                if ignored.contains(member.key) { continue }
                if hasOthers, Diagnostic.invisibleCharacter(in: member.key, at: member.keySpan) == nil {
                    others.append(member)
                    continue
                }
                if let name = nearestName(to: member.key, in: fields.map(\.name)) { meant.insert(name) }
                if let cause = Diagnostic.invisibleCharacter(in: member.key, at: member.keySpan) {
                    diagnostics.append(cause)
                    continue
                }
                let help =
                    fullWidthHelp(member.key) ?? nearestHelp(to: member.key, in: otherMembers + headings(of: fields))
                    ?? foreignHelp(member.key) ?? commaHelp(position, in: members, fields)
                error(
                    .fieldUnknown, "\(owner()) has no field '\(member.key)'", at: member.keySpan,
                    help: help ?? suggestion(for: member.key, in: fields.map(\.name), kind: "fields"))
                // A fix is looked for only where a field is near, since many keys may be unknown.
                let near = nearestName(to: member.key, in: fields.map(\.name))
                if near == nil, help == nil { strange.append(diagnostics.count - 1) }
                if !isTable, let name = near {
                    let keys = givenKeys ?? Set(members.map(\.key))
                    givenKeys = keys
                    let others = keys.contains(name) ? [name] : []
                    diagnostics[diagnostics.count - 1].fix = .misspelt(
                        member.key, at: member.keySpan, among: fields.map(\.name), besides: others)
                }
                continue
            }
            next = index + 1
            given[index] = true
            places[index] = member.value.span.place
            values[index] = value(member.value, as: isTable ? fields[index].inTable : fields[index])
        }
        for index in fields.indices where !given[index] {
            let field = fields[index]
            if field.hasOtherKeys, !others.isEmpty || !field.mayBeLeftOut {
                let place = others.first?.keySpan ?? span
                places[index] = place.place
                values[index] = value(
                    SourceNode(.mapping(others), span: place), as: isTable ? field.inTable : field)
                continue
            }
            addresses += field.defaultAddresses
            if let value = field.defaultValue { values[index] = value }
            if field.mayBeLeftOut { continue }
            // A misspelt name is one mistake, not two.
            if meant.contains(field.name) { continue }
            // In a table, the header lacks the field, which is reported once and not for each row.
            var diagnostic = Diagnostic(
                .error, .fieldMissing, "\(owner()) lacks the field '\(field.name)'",
                at: isTable ? SourceSpan(path: span.path) : span,
                help: isTable
                    ? field.column.map { "add a column '\($0.heading)'" } ?? "add a column for it"
                    : "add '\(field.name):' with \(field.holdsEntries ? "a list, [] if it is empty" : field.type.withArticle)"
            )
            diagnostic.missingKey = field.name
            missing.append(diagnostics.count)
            diagnostics.append(diagnostic)
        }
        // A field that got another name in the declaration leaves its former name in each entry. Only a person can tell,
        // and it is one mistake, not two.
        if !isTable, strange.count == 1, missing.count == 1 {
            let name = diagnostics.remove(at: missing[0]).missingKey ?? ""
            diagnostics[strange[0]].message += ", and lacks '\(name)'"
            diagnostics[strange[0]].help = "if this is '\(name)' now, write \(name): here"
            diagnostics[strange[0]].missingKey = name
        }
        return (values, places)
    }

    private func headings(of fields: [FieldDeclaration]) -> [String] {
        isTable ? fields.compactMap(\.column?.heading) : []
    }

    /// Returns help with a column that another program must have named, since no field can have such a name.
    private func foreignHelp(_ heading: String) -> Help? {
        guard isTable, !isFieldName(heading) else { return nil }
        return Help(
            "write \"\(shortened(heading))\": ignored among the collection's fields, or name the field that it is "
                + "read as in 'from'")
    }

    /// Returns help with what stands after a comma between braces, as in `{ price: 349,50 € }`, where YAML reads it as a
    /// key without a value.
    private func commaHelp(
        _ position: Int, in members: [SourceNode.Member], _ fields: [FieldDeclaration]
    ) -> Help? {
        guard position > 0 else { return nil }
        let (previous, member) = (members[position - 1], members[position])
        guard let start = previous.value.scalar, !start.isEmpty, member.value.scalar == "",
            previous.value.span.line == member.keySpan.line
        else { return nil }
        let gap = member.keySpan.column - previous.value.span.column - start.unicodeScalars.count
        let text = "\(start)\(gap == 1 ? "," : ", ")\(member.key)"
        let number = "\(start).\(member.key)"
        if gap == 1, DecimalNumber(number) != nil,
            fields.contains(where: { $0.name == previous.key && $0.type == .decimal })
        {
            return "a comma ends a value between braces; write \(previous.key): \(number), with a '.'"
        }
        return "a comma ends a value between braces; write \(previous.key): \"\(text)\" if that is one text"
    }
}

extension Diagnostic {
    /// Returns whether it says that a scalar is not what its field needs. Of a text that is too long or empty, a
    /// character in it is not the cause.
    fileprivate func isAboutForm(of node: SourceNode) -> Bool {
        severity == .error && span == node.span && ![.fieldLimit, .fieldMissing, .textInvisible].contains(rule)
    }
}

/// Returns whether a cell holds an error of a spreadsheet, in one of the languages of Excel.
private func isSpreadsheetError(_ text: String) -> Bool {
    text.utf8.first == UInt8(ascii: "#") && spreadsheetErrors.contains(text)
}

private let spreadsheetErrors: Set = [
    "#REF!", "#N/A", "#NAME?", "#VALUE!", "#DIV/0!", "#NUM!", "#NULL!", "#SPILL!", "#CALC!", "#ERROR!", "#FIELD!",
    "#BLOCKED!", "#CONNECT!", "#UNKNOWN!", "#GETTING_DATA", "#BEZUG!", "#NV", "#WERT!", "#ZAHL!", "#ÜBERLAUF!",
    "#KALK!",
    "#VALEUR!", "#NOM?", "#NOMBRE!", "#NUL!", "#PROPAGATION!", "#¡REF!", "#¿NOMBRE?", "#¡VALOR!", "#¡DIV/0!", "#¡NUM!",
    "#¡NULO!", "#N/D", "#RIF!", "#NOME?", "#VALORE!", "#VALOR!",
]

/// Reads a constant that a template gives for the field `name`, by the rules of that field's type.
package func readConstant(
    _ node: SourceNode, as type: FieldType, named name: String, timeZone: SiteTimeZone
) -> Diagnosed<Value> {
    var reader = ValueReader(scope: ValueScope(timeZone: timeZone, entryIDs: [:], files: [:]))
    let field = FieldDeclaration(named: name, of: type, isOptional: false, at: node.span)
    return Diagnosed(reader.value(node, as: field), reader.diagnostics)
}

extension FieldDeclaration {
    /// Makes the declaration of a constant, which has a type and no limits.
    fileprivate init(named name: String, of type: FieldType, isOptional: Bool, at span: SourceSpan) {
        self.init(name: name, type: type, isOptional: isOptional, span: span)
        if case .list(let element) = type { parts = [Self(named: name, of: element, isOptional: false, at: span)] }
        if case .dictionary(let element) = type {
            parts = [Self(named: name, of: element, isOptional: false, at: span)]
        }
        if case .oneOf(let types) = type {
            parts = types.members.map { Self(named: name, of: $0, isOptional: false, at: span) }
        }
        if case .record(let record) = type {
            parts = record.fields.map { Self(named: $0.name, of: $0.type, isOptional: $0.isOptional, at: span) }
        }
    }
}
