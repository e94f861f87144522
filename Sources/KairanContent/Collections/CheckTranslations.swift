internal import KairanModel
internal import KairanReaders

/// Warns of texts that are missing in some languages, once for each entry.
///
/// - Parameter known: The files that had such a warning when their entries were cached. In other files nothing is
///   missing as long as their entries are cached.
func checkTranslations(_ collections: [Collection], _ locales: [SiteLocale], _ known: Set<String>?) -> [Diagnostic] {
    collections.filter(\.declaration.isLocalized).flatMap { collection in
        concurrentMap(collection.entries.count) { index in
            let entry = collection.entries[index]
            if let path = entry.cached?.file.path, known?.contains(path) == false { return nil }
            return untranslated(entry, collection.declaration, locales)
        }.compactMap(\.self)
    }
}

private func untranslated(
    _ entry: Entry, _ declaration: CollectionDeclaration, _ locales: [SiteLocale]
) -> Diagnostic? {
    var parts: [String] = []
    var missing: Set<Int> = []
    var first: Int?
    for (index, field) in declaration.fields.enumerated() where field.isLocalized {
        let positions = missingLocales(of: entry.value(ofField: index), field, locales.count)
        guard !positions.isEmpty else { continue }
        parts.append("\(field.name) (\(positions.map { locales[$0].code }.joined(separator: ", ")))")
        missing.formUnion(positions)
        first = first ?? index
    }
    guard let first else { return nil }
    let others = missing.subtracting([0]).sorted().map { locales[$0].code }
    let files = others.map { String(fileName(of: translationPath(of: entry.span.path, $0))) }
    return Diagnostic(
        .warning, .localeMissing, "not translated: \(parts.joined(separator: ", "))", at: entry.span(ofField: first),
        help: isMarkdown(entry.span.path) && !files.isEmpty && declaration.parent == nil
            ? "write it in \(files.joined(separator: " and ")) beside this file"
            : "until it is written, the fallback is shown")
}

/// Returns the locales without a text. A text that is left out, or left to its default, is left out in all languages.
private func missingLocales(of value: Value, _ field: FieldDeclaration, _ count: Int) -> [Int] {
    if value.isMissing { return [] }
    if case .localized(let values) = value { return values.indices.filter { values[$0].isMissing } }
    if case .text = value, value == field.defaultValue { return [] }
    // Two texts are compared by identity, because comparing their contents would render them.
    if case .markdown(let text) = value, case .markdown(let given)? = field.defaultValue, text === given { return [] }
    return Array(1..<count)
}
