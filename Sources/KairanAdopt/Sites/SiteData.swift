internal import KairanEditing
internal import KairanModel
internal import KairanReaders

/// The files of a collection that a file of data becomes.
struct DataCollection {
    var files: [SourceFile]
    var collection: AdoptionPlan.Collection
    /// The path of the file in the old site.
    var old: String
    /// The keys whose values no field can hold.
    var ignored: [String]
}

/// Says why a file of data becomes no collection.
struct UnfitData: Error {
    var reason: String
}

/// Returns the collection that a file of data becomes.
func dataFiles(_ file: SourceFile, _ name: String, taken: [String]) throws(UnfitData) -> DataCollection {
    let file = withoutMark(file)
    let read: Diagnosed<SourceNode?>
    switch file.fileExtension {
    case "yml", "yaml": read = readYAML(file)
    case "json": read = readJSON(file)
    case "csv": read = readCSV(file)
    case "toml": throw UnfitData(reason: "it is TOML, which has no list at its top: write a list in YAML or JSON")
    default: throw UnfitData(reason: "it is no YAML, JSON or CSV")
    }
    if let error = read.diagnostics.first(where: { $0.severity == .error }) {
        throw UnfitData(reason: "it cannot be read: \(error.message)")
    }
    guard let value = read.value, !value.isNull, value.elements?.isEmpty != true else {
        throw UnfitData(reason: "it is empty")
    }
    guard let rows = value.elements else {
        throw UnfitData(reason: "it is \(value.kindName) and no list: write a list of records")
    }
    guard rows.allSatisfy({ $0.members != nil }) else {
        throw UnfitData(reason: "not everything in its list is a record")
    }
    var collection = collectionName(name)
    while taken.contains(collection) || collection == "sections" { collection += "Data" }
    var keys: [String] = []
    for key in rows.flatMap({ $0.members?.map(\.key) ?? [] }) where !keys.contains(key) { keys.append(key) }
    if let key = keys.first(where: { fieldName(for: $0, else: "") != $0 && $0 != "id" }) {
        throw UnfitData(reason: "the key '\(key)' cannot be the name of a field")
    }
    var head = EntryLines()
    head.append("entry", .word(singular(collection)))
    if !keys.contains("id") {
        guard let key = keys.first(where: { tellsApart($0, rows) }) else {
            throw UnfitData(reason: "no field tells its records apart")
        }
        head.append("id", .word("{\(key), slug}"))
    }
    guard keys != ["id"] else { throw UnfitData(reason: "its records have nothing but an id") }
    var ignored: [String] = []
    head.append("fields:")
    for key in keys where key != "id" {
        let values = rows.map { $0[key] }
        var inner = EntryLines()
        let type = dataType(values)
        if type == "ignored" { ignored.append(key) }
        inner.append(key, .word(type))
        head.append("  " + inner.lines[0].text)
    }
    let folder = "content/\(collection)"
    let place = "\(folder)/\(fileName(of: file.path))"
    let declaration = SourceFile(path: "\(folder)/_collection.yml", text: head.lines.map { $0.text + "\n" }.joined())
    return DataCollection(
        files: [declaration, SourceFile(path: place, bytes: file.bytes)],
        collection: .init(name: collection, count: rows.count, place: place), old: file.path, ignored: ignored)
}

/// Returns the type of a field with some values.
private func dataType(_ values: [SourceNode?]) -> String {
    let present = values.compactMap { $0.flatMap { $0.isNull ? nil : $0 } }
    let mark = present.count < values.count || present.contains { $0.scalar == "" } ? "?" : ""
    let kinds = present.map { node -> String in
        switch node.content {
        case .scalar(let text, .number): Int(text) == nil ? "decimal" : "integer"
        case .scalar(_, .boolean): "boolean"
        case .scalar(_, .dateTime): "ignored"
        case .scalar: "text"
        case .sequence, .mapping: "ignored"
        }
    }
    let all = Set(kinds)
    if all == ["integer", "decimal"] { return "decimal" + mark }
    guard all.count == 1, let kind = all.first, kind != "ignored" else { return all.isEmpty ? "text?" : "ignored" }
    return kind + mark
}

/// Returns whether ids made of a key differ.
private func tellsApart(_ key: String, _ rows: [SourceNode]) -> Bool {
    let texts = rows.map { row in
        row[key]?.text?.lowercased().split { !$0.isLetter && !$0.isNumber }.joined(separator: "-") ?? ""
    }
    return !texts.contains("") && Set(texts).count == texts.count
}
