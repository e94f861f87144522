internal import KairanContent
internal import KairanEditing
internal import KairanModel
internal import KairanReaders

/// A file such as `about.en.md`, which has parts of the entry in `about.md` in another language.
struct EntryTranslation {
    let locale: String
    var editor: SourceEditor
    /// This is false for a file that is made when its first text is saved.
    let isThere: Bool
}

extension OpenedEntry {
    /// Returns a localized value as a form shows it: what the entry's own file says, and the texts of the files beside
    /// it by locale.
    func localized(_ own: JSONValue, _ field: FieldDeclaration, first: String) -> JSONValue {
        let others = translations.compactMap { file -> (key: String, value: JSONValue)? in
            let isBody = isBody(field)
            let text =
                isBody ? JSONValue.string(file.editor.bodyText) : values.form(file.editor.root[field.name], as: field)
            return text == .null || text == "" ? nil : (file.locale, text)
        }
        guard !others.isEmpty else { return own }
        if case .object(let members) = own { return .object(members + others) }
        return .object((own == .null ? [] : [(first, own)]) + others)
    }

    func isBody(_ field: FieldDeclaration) -> Bool {
        found.declaration.hasBody && field.name == "body" && file.isMarkdown
    }

    /// Changes a localized field: each text in the file that has it, or that is there for its language.
    ///
    /// - Parameter value: A text for all languages, or a mapping by locale.
    /// - Parameter locales: The site's locales, in the order in which a mapping has them.
    mutating func applyLocalized(_ value: SourceNode, to field: FieldDeclaration, locales: [SiteLocale]) throws {
        let first = locales[0].code
        var own: [SourceNode.Member] = value.members ?? []
        if value.members == nil, !value.isNull {
            own = [SourceNode.Member(key: first, keySpan: value.span, value: value)]
        }
        for index in translations.indices {
            let locale = translations[index].locale
            let wished = own.first { $0.key == locale && $0.key != first }?.value
            guard takes(field, in: translations[index], wished) else { continue }
            own.removeAll { $0.key == locale }
            try translations[index].set(field, isBody: isBody(field), to: wished, values)
        }
        func position(_ member: SourceNode.Member) -> Int {
            locales.firstIndex { $0.code == member.key } ?? locales.count
        }
        let texts = own.filter { !$0.value.isNull && $0.value.text != "" }.sorted { position($0) < position($1) }
        if isBody(field) {
            try editor.setBody(ended(texts.first { $0.key == first }?.value.text ?? "", like: editor.bodyText))
            guard let other = texts.first(where: { $0.key != first }) else { return }
            throw CannotEdit("there is no file for the '\(other.key)' translation", at: SourceSpan(path: file.path))
        }
        let isOnlyFirst = texts.allSatisfy { $0.key == first }
        let node = SourceNode(
            isOnlyFirst ? texts.first?.value.content ?? .scalar("", .null) : .mapping(texts), span: value.span)
        try editor.set(steps + [.key(field.name)], to: try values.source(node, as: field), order: order)
    }

    /// Tells whether the text of a field in one language belongs into the file beside the entry's own.
    private func takes(_ field: FieldDeclaration, in file: EntryTranslation, _ wished: SourceNode?) -> Bool {
        if isBody(field) { return file.isThere || wished.map { !$0.isNull && $0.text != "" } ?? false }
        let isWrittenHere = node?[field.name]?.members?.contains { $0.key == file.locale } ?? false
        return file.isThere && !isWrittenHere
    }
}

extension EntryTranslation {
    fileprivate mutating func set(
        _ field: FieldDeclaration, isBody: Bool, to wished: SourceNode?, _ values: FormValues
    ) throws {
        guard !isBody else { return try editor.setBody(ended(wished?.text ?? "", like: editor.bodyText)) }
        let text = wished?.text == "" ? nil : try wished.flatMap { try values.source($0, as: field) }
        try editor.set([.key(field.name)], to: text)
    }
}

/// Returns a text with a line end after its last line, unless the text before it had none either.
func ended(_ text: String, like old: String) -> String {
    let isEnded = text.isEmpty || text.hasSuffix("\n") || !old.isEmpty && !old.hasSuffix("\n")
    return isEnded ? text : text + "\n"
}
