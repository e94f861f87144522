internal import KairanModel
internal import KairanReaders

/// Warns of texts that are missing in some languages, once for each entry.
///
/// - Parameter known: The files that had such a warning when their entries were cached. In other files nothing is
///   missing as long as their entries are cached.
func checkTranslations(_ collections: [Collection], _ locales: [SiteLocale], _ known: Set<String>?) -> [Diagnostic] {
    collections.filter { $0.declaration.fields.contains(where: \.differsByLocale) }.flatMap { collection in
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
    var found: [(name: String, locales: Set<Int>)] = []
    var first: Int?
    for (index, field) in declaration.fields.enumerated() where field.differsByLocale {
        let parts = untranslatedParts(of: entry.value(ofField: index), field, field.name, locales.count)
        if first == nil, !parts.isEmpty { first = index }
        for part in parts {
            if let known = found.firstIndex(where: { $0.name == part.name }) {
                found[known].locales.formUnion(part.locales)
            } else {
                found.append(part)
            }
        }
    }
    guard let first else { return nil }
    let parts = found.map { part in
        "\(part.name) (\(part.locales.sorted().map { locales[$0].code }.joined(separator: ", ")))"
    }
    return Diagnostic(
        .warning, .localeMissing, "not translated: \(parts.joined(separator: ", "))", at: entry.span(ofField: first),
        help: placesOfTexts(found, in: entry, declaration, locales))
}

/// Says where the missing texts are written: the fields of a Markdown file in a file of their language, and the parts of
/// its fields where they stand.
private func placesOfTexts(
    _ found: [(name: String, locales: Set<Int>)], in entry: Entry, _ declaration: CollectionDeclaration,
    _ locales: [SiteLocale]
) -> Help {
    let fallback: Help = "until it is written, the fallback is shown"
    guard isMarkdown(entry.span.path), declaration.parent == nil else { return fallback }
    let wholes = found.filter { part in declaration.fields.contains { $0.name == part.name && $0.isLocalized } }
    let others = wholes.reduce(into: Set<Int>()) { $0.formUnion($1.locales) }.subtracting([0]).sorted()
    let files = others.map { String(fileName(of: translationPath(of: entry.span.path, locales[$0].code))) }
    let beside = "in \(files.joined(separator: " and ")) beside this file"
    if wholes.count == found.count { return files.isEmpty ? fallback : "write it \(beside)" }
    let texts = "{ \(locales.map { "\($0.code): …" }.joined(separator: ", ")) }"
    if files.isEmpty { return "write each as \(texts)" }
    return "write \(wholes.map(\.name).joined(separator: " and ")) \(beside), and each other text here as \(texts)"
}

/// Returns the texts in a value that some locales lack, each by its way, such as `prices.name`.
private func untranslatedParts(
    of value: Value, _ field: FieldDeclaration, _ name: String, _ count: Int
) -> [(name: String, locales: Set<Int>)] {
    if field.isLocalized {
        let positions = missingLocales(of: value, field, count)
        return positions.isEmpty ? [] : [(name, Set(positions))]
    }
    if case .record(let values, _) = value {
        return zip(field.parts, values).flatMap { part, value in
            part.differsByLocale ? untranslatedParts(of: value, part, "\(name).\(part.name)", count) : []
        }
    }
    if case .member(let index, let value) = value {
        return untranslatedParts(of: value, field.parts[index], name, count)
    }
    return value.parts.flatMap { untranslatedParts(of: $0, field.parts[0], name, count) }
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
