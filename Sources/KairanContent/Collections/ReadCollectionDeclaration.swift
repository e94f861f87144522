package import KairanModel
package import KairanReaders

extension CollectionDeclaration {
    /// The key for the day on which an entry went into the trash. Every entry of every collection may have it.
    package static let deletionKey = "deleted"
    /// The key for the channel that shows an entry, if not all do. Every entry may have it too.
    package static let channelKey = "channel"
    /// The key for the former ids of an entry and the former addresses of its page. Every entry may have it too.
    package static let aliasesKey = "aliases"
    /// The keys that every entry may have besides its fields.
    static let ownKeys = [deletionKey, channelKey, aliasesKey]
    /// The names that have a meaning of their own in templates and shapes, and what each is there.
    static let meanings: KeyValuePairs = [
        "id": "the id of the entry", "page": "the page of the entry", "body": "the text of the entry's file",
        "site": "what site.yml says", "previous": "the entry before", "next": "the entry after",
        "entries": "the entries of a group", "value": "what the entries of a group have in common",
        "label": "the name of a group", "content": "what a layout stands around", "entry": "what a file has one of",
        "count": "the number of elements of a list", deletionKey: "the day from which the entry is in the trash",
        channelKey: "where the entry is shown", aliasesKey: "the former addresses of the entry",
    ]

    package static let reservedNames = meanings.map(\.key)
}

/// Reads `content/<name>/_collection.yml`.
package func readCollectionDeclaration(
    _ file: SourceFile, of settings: SiteSettings
) -> Diagnosed<CollectionDeclaration?> {
    let read = readYAML(file)
    guard let node = read.value else { return Diagnosed(nil, read.diagnostics) }
    var reader = DeclarationReader()
    reader.diagnostics = read.diagnostics + file.directionMarks()
    (reader.timeZone, reader.locales) = (settings.timeZone, settings.namesLocales ? settings.locales : [])
    let members =
        node.isNull ? [] : reader.members(of: node, allowed: DeclarationWords.collection, what: "a collection")
    let name = String(fileName(of: String(folder(of: file.path))))
    var declaration = CollectionDeclaration(
        name: name, entryWord: name, fields: [], hasBody: false,
        span: SourceSpan(path: file.path))
    var body = FieldDeclaration(
        name: "body", type: .markdown, isOptional: false,
        defaultValue: .markdown(Markdown(.empty, at: SourceSpan(path: "")) { .empty }),
        span: declaration.span)
    for member in members {
        switch member.key {
        case "label":
            declaration.labels = reader.localizedWords(member, "'label'", reader.locales) ?? []
            declaration.label =
                declaration.labels.isEmpty ? reader.words(member.value, "'label'") : declaration.labels[0]
        case "entry": declaration.entryWord = reader.words(member.value, "'entry'") ?? name
        case "parent": declaration.parent = reader.text(member.value, "'parent'")
        case "id":
            let text = reader.text(member.value, "'id'")
            if text?.contains("{") == true {
                declaration.idPattern = text.flatMap(IDPattern.init)
            } else {
                declaration.idField = text
            }
        case "title": declaration.titleField = reader.text(member.value, "'title'")
        case "fields":
            (declaration.fields, declaration.ignoredKeys) = reader.fields(member.value)
            declaration.ignoredColumns = declaration.ignoredKeys
        case "source": declaration.source = reader.source(member.value)
        case "mayBeEmpty": declaration.mayBeEmpty = reader.boolean(member.value, "'mayBeEmpty'") ?? false
        case "body": declaration.hasBody = reader.body(member.value, &body)
        default: break
        }
    }
    if !reader.diagnostics.hasErrors, declaration.fields.isEmpty, !declaration.hasBody {
        reader.error(
            .fieldMissing, "the collection has no fields", at: node["fields"]?.span ?? node.span,
            help: "write 'fields:' and below it, indented, a line for each, such as 'title: text'")
    }
    reader.checkIDField(of: declaration, node)
    reader.checkTitleField(of: declaration, node)
    if declaration.hasBody {
        declaration.fields.append(body)
    }
    if let name = declaration.parent, let span = node["parent"]?.span {
        reader.checkChild(declaration, node)
        declaration.fields.append(
            FieldDeclaration(
                name: CollectionDeclaration.parentKey, type: .reference(name), isOptional: false, span: span))
    }
    // These name fields, which may be declared anywhere in the file.
    if let node = members.first(where: { $0.key == "form" })?.value {
        reader.formWords(node, of: &declaration.fields)
    }
    if let node = members.first(where: { $0.key == "from" })?.value {
        reader.foreignColumns(node, of: &declaration)
    }
    reader.checkSource(of: declaration, node)
    if let node = members.first(where: { $0.key == "checks" })?.value {
        declaration.checks = reader.checks(node, of: declaration)
    }
    if let node = members.first(where: { $0.key == "agreement" })?.value {
        declaration.agreement = reader.agreement(node, of: declaration)
    }
    reader.checkComputedDefaults(of: declaration)
    return Diagnosed(declaration, reader.diagnostics)
}

extension DeclarationReader {
    fileprivate mutating func fields(_ node: SourceNode) -> (fields: [FieldDeclaration], ignoredKeys: [String]) {
        guard let members = node.members else {
            error(
                .declarationType, "'fields' must be a mapping, not \(node.kindName)", at: node.span,
                help: "write a line for each, such as 'title: text', indented")
            return ([], [])
        }
        let fields = members.compactMap { member -> FieldDeclaration? in
            if member.isIgnored { return nil }
            let mistakes = diagnostics.count
            defer { if Array(diagnostics[mistakes...]).hasErrors { misdeclared.insert(member.key) } }
            if let (name, meaning) = CollectionDeclaration.meanings.first(where: { $0.key == member.key }) {
                error(
                    .fieldReserved, "'\(name)' has a meaning of its own and cannot name a field", at: member.keySpan,
                    help: "it is \(meaning): give the field another name")
                return nil
            }
            return namedField(member)
        }
        return (fields, members.filter(\.isIgnored).map(\.key))
    }

    /// Returns whether entries have a body. `{ markdown: { localized: true } }` gives its options.
    fileprivate mutating func body(_ node: SourceNode, _ body: inout FieldDeclaration) -> Bool {
        if let options = node["markdown"], node.members?.count == 1 {
            for member in members(of: options, allowed: ["localized", "html"], what: "the body") {
                if member.key == "localized" {
                    body.isLocalized = boolean(member.value, "localized") ?? false
                } else {
                    body.keepsHTML = keepsHTML(member.value)
                }
            }
            checkLocalized(options, of: &body)
            return true
        }
        switch node.scalar {
        case "markdown": return true
        case "none": return false
        default:
            error(
                .declarationType, "'body' must be markdown or none", at: node.span,
                help: node.scalar.flatMap { suggestion(for: $0, in: ["markdown", "none"], kind: "write") })
            return false
        }
    }

    private mutating func keepsHTML(_ node: SourceNode) -> Bool {
        if node.scalar == "allowed" { return true }
        error(
            .declarationType, "'html' can only be allowed", at: node.span,
            help: "write html: allowed where authors are trusted with raw HTML, or remove it")
        return false
    }

    fileprivate mutating func checkTitleField(of declaration: CollectionDeclaration, _ node: SourceNode) {
        guard let titleField = declaration.titleField, let span = node["title"]?.span,
            let field = field(named: titleField, of: declaration, at: span)
        else { return }
        guard field.type != .text || field.isOptional else { return }
        error(
            .fieldType,
            field.type == .text
                ? "'\(titleField)' may be missing and cannot be a title"
                : "\(field.type.withArticle) cannot be a title",
            at: span, help: "name a field of the type text that every entry has")
    }

    mutating func field(
        named name: String, of declaration: CollectionDeclaration, at span: SourceSpan
    ) -> FieldDeclaration? {
        if let field = declaration.fields.first(where: { $0.name == name }) { return field }
        unknownField(name, among: declaration.fields, at: span)
        return nil
    }

    /// Reports a name that no field has, unless a mistake in the declaration of its field is reported already.
    ///
    /// - Parameter path: The name, perhaps with those of parts after it.
    mutating func unknownField(_ path: String, among fields: [FieldDeclaration], at span: SourceSpan) {
        guard !misdeclared.contains(String(path.prefix { $0 != "." })) else { return }
        error(
            .fieldUnknown, "the collection has no field '\(path)'", at: span,
            help: suggestion(for: path, in: fields.map(\.name), kind: "fields"))
    }

    fileprivate mutating func checkIDField(of declaration: CollectionDeclaration, _ node: SourceNode) {
        if let id = node["id"], id.scalar?.contains("{") == true, declaration.parent == nil {
            checkIDPattern(id, of: declaration)
        }
        guard let idField = declaration.idField, let span = node["id"]?.span,
            let field = field(named: idField, of: declaration, at: span)
        else { return }
        // Entries with files of their own have the names of these as ids.
        if declaration.parent == nil {
            return checkCanBeID(
                field, at: span, types: "text, integer, version, date or choice", or: ", or remove 'id'")
        }
        // The record of an entry is often what the entry has of another one, such as the days of a kind of waste.
        if case .reference = field.type, !field.isLocalized { return }
        checkCanBeID(field, at: span)
    }

    /// - Parameters:
    ///   - types: The types of which it may be.
    ///   - other: What else would mend it; empty if the entries are records in the files of others.
    mutating func checkCanBeID(
        _ field: FieldDeclaration, at span: SourceSpan,
        types: String = "text, integer, version, date, choice or reference", or other: String = ""
    ) {
        guard !field.isLocalized else {
            return error(
                .fieldType, "a localized field cannot be an id", at: span,
                help: "an id is the same in all languages: name another field\(other)")
        }
        guard !field.type.kind.canBeID else { return }
        var help: Help = "name a field of the type \(types)\(other)"
        if case .reference = field.type, !other.isEmpty {
            help = "write \"{\(field.name)}\", perhaps with more, such as \"{\(field.name)}-{day}\"\(other)"
        }
        error(.fieldType, "\(field.type.withArticle) cannot be an id", at: span, help: help)
    }

    /// Reads a field of an entry, or a part of a record.
    mutating func namedField(_ member: SourceNode.Member) -> FieldDeclaration? {
        if isFieldName(member.key) { return field(named: member.key, member.value, at: member.keySpan) }
        if let cause = Diagnostic.invisibleCharacter(in: member.key, at: member.keySpan) {
            diagnostics.append(cause)
            return nil
        }
        error(
            .fieldName, "'\(member.key)' cannot name a field", at: member.keySpan,
            help: "use letters, digits and '_', starting with a letter")
        return nil
    }

}

/// Returns whether a field can have a name.
func isFieldName(_ name: String) -> Bool {
    guard let first = name.utf8.first, isASCIILetter(first) else { return false }
    return name.utf8.allSatisfy { isASCIILetter($0) || isASCIIDigit($0) || $0 == UInt8(ascii: "_") }
}

extension SourceNode.Member {
    /// This is true for a key that is declared as `ignored`, whatever it is called.
    var isIgnored: Bool { value.scalar == "ignored" && !CollectionDeclaration.reservedNames.contains(key) }
}
