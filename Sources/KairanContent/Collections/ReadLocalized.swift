internal import KairanMarkdown
internal import KairanModel
internal import KairanReaders

// Texts that are given for some of the site's locales, as a mapping by locale or in files beside an entry's own.
extension ValueReader {
    private var locales: [SiteLocale] { scope.locales }

    /// Reads a mapping such as `{ ja: …, en: … }`, or in a table the columns `title.ja` and `title.en`.
    mutating func localized(
        _ members: [SourceNode.Member], _ node: SourceNode, as field: FieldDeclaration
    ) -> Value {
        let before = diagnostics.errorCount
        var values = Array(repeating: Value.missing, count: locales.count)
        for member in members where !(isTable && member.value.isNull) {
            guard let locale = locales.codes.firstIndex(of: member.key) else {
                diagnostics.append(.unknownLocale(member.key, among: locales, at: member.keySpan))
                continue
            }
            values[locale] = text(member.value, of: field, in: locale)
        }
        if values[0].isMissing, let defaultValue = field.defaultValue {
            addresses += field.defaultAddresses
            if values.allSatisfy(\.isMissing) { return defaultValue }
            values[0] = if case .localized(let defaults) = defaultValue { defaults[0] } else { defaultValue }
        }
        // In other languages, a missing text falls back to the first language.
        if values[0].isMissing, !field.mayBeLeftOut, diagnostics.errorCount == before {
            error(
                .fieldMissing, "'\(field.name)' lacks '\(locales[0].code)', the site's language", at: node.span,
                help: "the other languages fall back to it")
        }
        if values.dropFirst().allSatisfy(\.isMissing) { return values[0] }
        return .localized(values)
    }

    private mutating func text(_ node: SourceNode, of field: FieldDeclaration, in locale: Int) -> Value {
        if node.isNull || node.scalar?.unicodeScalars.allSatisfy(\.properties.isWhitespace) == true {
            error(
                .localeEmpty, "'\(field.name)' is empty in '\(locales[locale].code)'", at: node.span,
                help: "write it, or remove the line to use the fallback")
            return .missing
        }
        if isByLocale(node) {
            error(
                .fieldType, "'\(field.name)' must be \(field.type.withArticle), not a mapping", at: node.span,
                help: "this is for '\(locales[locale].code)' only: write one value")
            return .missing
        }
        var plain = field
        plain.isLocalized = false
        if isTable, let part = field.part(locales[locale].code) { plain = part.inTable }
        self.locale = locale
        defer { self.locale = 0 }
        return value(node, as: plain)
    }

    /// Returns whether a node is a mapping whose keys are all locales.
    func isByLocale(_ node: SourceNode) -> Bool {
        let keys = (node.members ?? []).map(\.key)
        return !keys.isEmpty && keys.allSatisfy(locales.codes.contains)
    }

    mutating func notLocalized(_ field: FieldDeclaration, at span: SourceSpan, help: Help) {
        if field.hasLocalizedParts {
            let texts = locales.codes.prefix(2).map { "\($0): …" }.joined(separator: ", ")
            let file = originalPath(of: span.path).map { "'\(field.name)' of \(fileName(of: $0.path))" } ?? "it"
            let help = help.before(", and write each text in \(file) as { \(texts) }")
            return error(.localeField, "'\(field.name)' is the same in all languages", at: span, help: help)
        }
        let declaration = "declare it as { \(field.type)\(field.isOptional ? "?" : ""): { localized: true } }"
        error(
            .localeField, "'\(field.name)' is the same in all languages", at: span,
            help: [.text, .markdown, .url].contains(field.type) ? help.before(", or \(declaration)") : help)
    }

    /// Adds the texts of a file beside an entry's own, in the file's language.
    mutating func add(_ translation: Translation, to entry: inout EntryParts, of declaration: CollectionDeclaration) {
        guard let matter = translation.matter else { return }
        diagnostics += matter.diagnostics
        guard !matter.diagnostics.hasErrors else { return }
        let start = SourceSpan(path: translation.file.path)
        let node = matter.value.node ?? SourceNode(.mapping([]), span: start)
        guard node.isNull || node.members != nil else {
            return error(.frontType, "front matter must be a mapping, not \(node.kindName)", at: node.span)
        }
        let keys = (node.members ?? []).map(\.key)
        for member in node.members ?? [] { add(member, besides: keys, of: translation, to: &entry, of: declaration) }
        let body = matter.value.body
        guard body.contains(where: { $0 > 0x20 }) else { return }
        guard let last = declaration.fields.last, last.name == "body", last.isLocalized else {
            let span = SourceSpan(path: translation.file.path, line: matter.value.bodyLine)
            return error(
                .bodyUnexpected, "the body of entries of \(declaration.name) is the same in all languages", at: span,
                help: "declare 'body: { markdown: { localized: true } }', or remove the text")
        }
        locale = translation.locale
        let text = self.body(
            MarkdownSource(bytes: body, path: translation.file.path, firstLine: matter.value.bodyLine)
                .keepingHTML(last.keepsHTML),
            in: translation.file)
        locale = 0
        entry.values[entry.values.count - 1].setLocalized(text, at: translation.locale, of: locales.count)
    }

    private mutating func add(
        _ member: SourceNode.Member, besides keys: [String], of translation: Translation, to entry: inout EntryParts,
        of declaration: CollectionDeclaration
    ) {
        let fields = declaration.fields.filter { $0.name != "body" }
        guard let index = fields.firstIndex(where: { $0.name == member.key }) else {
            let names = fields.filter(\.isLocalized).map(\.name)
            error(
                .fieldUnknown, "the \(declaration.wordInSentences) has no field '\(member.key)'", at: member.keySpan,
                help: suggestion(for: member.key, in: names, kind: "localized fields"))
            diagnostics[diagnostics.count - 1].fix = .misspelt(
                member.key, at: member.keySpan, among: names, besides: keys)
            return
        }
        guard fields[index].isLocalized else {
            return notLocalized(fields[index], at: member.keySpan, help: "remove it here")
        }
        if case .localized(let values) = entry.values[index], !values[translation.locale].isMissing,
            entry.values[index] != fields[index].defaultValue
        {
            return error(
                .localeTwice, "'\(member.key)' is already given in '\(locales[translation.locale].code)'",
                at: member.keySpan, help: "remove it here, or in \(fileName(of: entry.span.path))")
        }
        let value = text(member.value, of: fields[index], in: translation.locale)
        entry.values[index].setLocalized(value, at: translation.locale, of: locales.count)
    }
}

extension Value {
    fileprivate mutating func setLocalized(_ value: Value, at locale: Int, of count: Int) {
        var values = Array(repeating: Value.missing, count: count)
        if case .localized(let given) = self { values = given } else { values[0] = self }
        values[locale] = value
        self = .localized(values)
    }
}

extension StoredEntryReader {
    func localized(
        _ type: FieldType, at place: SourcePlace, _ reader: inout ByteReader
    ) throws(DamagedBytes) -> Value {
        var values: [Value] = []
        for locale in 0..<(try reader.readCount()) {
            // A text in a file of its own is read from there.
            let file = translations.first { $0.locale == locale }?.file ?? file
            let own = StoredEntryReader(collection: collection, file: file, locale: locale)
            values.append(try own.value(type, at: place, &reader))
        }
        return .localized(values)
    }
}
