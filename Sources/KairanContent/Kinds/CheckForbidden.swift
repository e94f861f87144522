internal import KairanModel

/// Reports values that a list of the content forbids: `nick: { text: { not: nicknames.word } }`.
///
/// Whole values are compared in the form of `comparable`, so that `ＡＤＭＩＮ` equals `admin`. The contents of a list are
/// known only after all entries are read.
func checkForbidden(_ collections: [Collection]) -> [Diagnostic] {
    var lists: [FieldName: [String: ListedText]] = [:]
    var diagnostics: [Diagnostic] = []
    for collection in collections {
        for (index, field) in collection.declaration.fields.enumerated() where field.forbidsTexts {
            for entry in collection.entries {
                for (text, name) in field.checkedTexts(entry.value(ofField: index)) {
                    let list = lists[name] ?? listedTexts(name, collections)
                    lists[name] = list
                    guard let listed = list[comparable(text)] else { continue }
                    diagnostics.append(
                        Diagnostic(
                            .error, .fieldForbidden,
                            "'\(text)' is not allowed: \(listed.span.path):\(listed.span.line) lists '\(listed.text)'",
                            at: entry.span(ofField: index), help: "write another, or take that one off the list",
                            related: [RelatedPlace(listed.span, "the list has it here")]))
                }
            }
        }
    }
    return diagnostics
}

/// A text of a list as it is written, and its place.
private struct ListedText {
    var text: String
    var span: SourceSpan
}

/// Returns every value of a field, with its first place.
private func listedTexts(_ name: FieldName, _ collections: [Collection]) -> [String: ListedText] {
    guard let collection = collections.first(where: { $0.name == name.collection }),
        let index = collection.declaration.fields.firstIndex(where: { $0.name == name.field })
    else { return [:] }
    var texts: [String: ListedText] = [:]
    for entry in collection.entries {
        if case .text(let text) = entry.value(ofField: index), texts[comparable(text)] == nil {
            texts[comparable(text)] = ListedText(text: text, span: entry.span(ofField: index))
        }
    }
    return texts
}

/// Returns the letters as searches compare them, with one space in the place of any white space.
func comparable(_ text: String) -> String {
    var scalars = String.UnicodeScalarView()
    for word in folded(text).split(whereSeparator: \.properties.isWhitespace) {
        if !scalars.isEmpty { scalars.append(" ") }
        scalars.append(contentsOf: word)
    }
    return String(scalars)
}

extension FieldDeclaration {
    fileprivate var forbidsTexts: Bool { limits.noneOf != nil || parts.contains(where: \.forbidsTexts) }

    /// Returns the texts in a value that a list may forbid, each with its list.
    fileprivate func checkedTexts(_ value: Value) -> [(text: String, name: FieldName)] {
        if case .text(let text) = value { return limits.noneOf.map { [(text, $0)] } ?? [] }
        if case .localized(let values) = value { return values.flatMap(checkedTexts) }
        if case .list(let values) = value { return values.flatMap(parts[0].checkedTexts) }
        if case .dictionary = value { return value.parts.flatMap(parts[0].checkedTexts) }
        if case .member(let index, let value) = value { return parts[index].checkedTexts(value) }
        guard case .record(let values, _) = value else { return [] }
        return zip(parts, values).flatMap { $0.checkedTexts($1) }
    }
}

/// Reports lists that do not exist, at the fields that name them. Collections that could not be read are ignored.
func checkLists(of collections: [CollectionDeclaration], except unread: [String]) -> [Diagnostic] {
    func check(_ field: FieldDeclaration) -> [Diagnostic] {
        let mistake = field.limits.noneOf?.mistake(in: collections, except: unread)
        return (mistake.map { [$0] } ?? []) + field.parts.flatMap(check)
    }
    return collections.flatMap { $0.fields.flatMap(check) }
}

extension FieldName {
    fileprivate func mistake(in collections: [CollectionDeclaration], except unread: [String]) -> Diagnostic? {
        guard let declaration = collections.first(where: { $0.name == collection }) else {
            if unread.contains(collection) { return nil }
            return Diagnostic(
                .error, .referenceCollection, "there is no collection '\(collection)'", at: span,
                help: suggestion(for: collection, in: collections.map(\.name), kind: "collections"))
        }
        let texts = declaration.fields.filter { $0.type == .text }.map(\.name)
        if texts.contains(field) { return nil }
        let isThere = declaration.fields.contains { $0.name == field }
        return Diagnostic(
            .error, isThere ? .fieldType : .fieldUnknown,
            isThere ? "'\(field)' of \(collection) is not a text" : "\(collection) has no field '\(field)'", at: span,
            help: texts.isEmpty
                ? "give \(collection) a field of the type text" : suggestion(for: field, in: texts, kind: "texts"))
    }
}
