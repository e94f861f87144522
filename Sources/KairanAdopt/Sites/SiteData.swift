internal import KairanEditing
internal import KairanModel
internal import KairanReaders

/// Returns the collection that a file of data becomes; nil if it is no list of records.
func dataFiles(
    _ file: SourceFile, _ name: String, taken: [String]
) -> (files: [SourceFile], collection: AdoptionPlan.Collection, old: String)? {
    let file = withoutMark(file)
    let read: Diagnosed<SourceNode?>
    switch file.fileExtension {
    case "yml", "yaml": read = readYAML(file)
    case "json": read = readJSON(file)
    case "csv": read = readCSV(file)
    default: return nil
    }
    guard let rows = read.value?.elements, !read.diagnostics.hasErrors, !rows.isEmpty,
        rows.allSatisfy({ $0.members != nil })
    else { return nil }
    var collection = collectionName(name)
    while taken.contains(collection) || collection == "sections" { collection += "Data" }
    var keys: [String] = []
    for key in rows.flatMap({ $0.members?.map(\.key) ?? [] }) where !keys.contains(key) { keys.append(key) }
    guard keys.allSatisfy({ fieldName(for: $0, else: "") == $0 || $0 == "id" }) else { return nil }
    var head = EntryLines()
    head.append("entry", .word(singular(collection)))
    if !keys.contains("id") {
        guard let key = keys.first(where: { tellsApart($0, rows) }) else { return nil }
        head.append("id", .word("{\(key), slug}"))
    }
    head.append("fields:")
    for key in keys where key != "id" {
        let values = rows.map { $0[key] }
        let isText = values.allSatisfy { $0.map { $0.scalar != nil && ($0.isText || !isJSONNumber($0)) } ?? true }
        let isWhole = values.allSatisfy { $0?.scalar.map { !$0.isEmpty } ?? false }
        var inner = EntryLines()
        inner.append(key, .word(isText ? (isWhole ? "text" : "text?") : "ignored"))
        head.append("  " + inner.lines[0].text)
    }
    let folder = "content/\(collection)"
    let place = "\(folder)/\(fileName(of: file.path))"
    let declaration = SourceFile(path: "\(folder)/_collection.yml", text: head.lines.map { $0.text + "\n" }.joined())
    return (
        [declaration, SourceFile(path: place, bytes: file.bytes)],
        .init(name: collection, count: rows.count, place: place), file.path
    )
}

private func isJSONNumber(_ node: SourceNode) -> Bool {
    if case .scalar(_, .number) = node.content { return true }
    if case .scalar(_, .boolean) = node.content { return true }
    return false
}

/// Returns whether ids made of a key differ.
private func tellsApart(_ key: String, _ rows: [SourceNode]) -> Bool {
    let texts = rows.map { row in
        row[key]?.text?.lowercased().split { !$0.isLetter && !$0.isNumber }.joined(separator: "-") ?? ""
    }
    return !texts.contains("") && Set(texts).count == texts.count
}
