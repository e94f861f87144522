internal import KairanContent
internal import KairanEditing
package import KairanModel
package import KairanReaders

/// The file with the entries that were pulled, with the place in the source of each of its lines.
package struct PulledFile: Sendable {
    package var bytes: [UInt8] = []
    package var count = 0
    fileprivate var places: [SourceSpan?] = []

    /// Returns the place in the source that gave a line.
    package func place(ofLine line: Int) -> SourceSpan? {
        places.indices.contains(line - 1) ? places[line - 1] : nil
    }
}

/// The first line of the file, before the address, by which forms know where its entries are kept.
private let keptAt = "# Kept at "

/// Returns the entries of a source's items. The result is nil if an item has no id, or one has that of another.
func pulledFile(
    _ items: [PulledItem], _ declaration: CollectionDeclaration, _ source: ContentSource, _ timeZone: SiteTimeZone
) -> Diagnosed<PulledFile?> {
    let converters = ValueConverter(timeZone: timeZone, source: WebPlace(source.url))
    var file = PulledFile()
    var diagnostics: [Diagnostic] = []
    var taken: [String: (span: SourceSpan, lines: [String])] = [:]
    for line in head(of: source) { file.add(line, nil) }
    for item in items {
        let converter = converters.of(item)
        var members = declaration.fields.compactMap { field in
            converter.value(of: field, in: item).map { (key: field.name, node: $0) }
        }
        switch id(of: item, declaration, source) {
        case .success(let id?):
            let key = declaration.idField ?? "id"
            members.removeAll { $0.key == key }
            members.insert((key, SourceNode(.scalar(id, .string), span: item.span)), at: 0)
            let lines = entryLines(members).map(\.text)
            if let first = taken.updateValue((item.span, lines), forKey: id) {
                // Some programs write an item twice.
                if first.lines == lines { continue }
                diagnostics.append(
                    Diagnostic(
                        .error, .pullItems, "two items have the id '\(id)'", at: item.span,
                        help: "name something in 'from' that is different in every item",
                        related: [RelatedPlace(first.span, "the other item with this id")]))
            }
        case .success(nil): break
        case .failure(let missing):
            diagnostics.append(
                Diagnostic(
                    .error, .pullItems, "the item has no '\(missing.place)', of which its id is made", at: item.span,
                    help: "name something in 'from' that every item has"))
        }
        file.append(members, at: item.span)
        file.count += 1
        if diagnostics.count >= 20 { break }
    }
    if items.isEmpty { file.add("[]", nil) }
    return Diagnosed(diagnostics.isEmpty ? file : nil, diagnostics)
}

private func head(of source: ContentSource) -> [String] {
    [
        keptAt + source.url,
        "# 'kairan pull' writes this file. Values of your own stand in \(ContentSource.ownName) beside it.", "",
    ]
}

private struct MissingID: Error {
    var place: String
}

/// Returns the id of an item; nil if a pattern makes it of the fields.
private func id(
    of item: PulledItem, _ declaration: CollectionDeclaration, _ source: ContentSource
) -> Result<String?, MissingID> {
    if declaration.idPattern != nil { return .success(nil) }
    let field = declaration.fields.first { $0.name == declaration.idField }
    let places = field?.column.map { [$0.heading] } ?? source.idPlaces
    var values: [String] = []
    for place in places {
        let text = item.values(at: place).first?.node.text?.trimmingSpaces() ?? ""
        if text.isEmpty, !source.hasJoinedIDs { return .failure(MissingID(place: place)) }
        values.append(String(text))
    }
    if values.allSatisfy(\.isEmpty) { return .failure(MissingID(place: places.joined(separator: "' and '"))) }
    return .success(source.hasJoinedIDs ? madeID(of: values) : madeID(from: values[0]))
}

extension PulledFile {
    fileprivate mutating func add(_ line: String, _ place: SourceSpan?) {
        bytes += Array(line.utf8) + [0x0A]
        places.append(place)
    }

    /// Appends an element of the list, with a line for each of its fields.
    fileprivate mutating func append(_ members: [(key: String, node: SourceNode)], at span: SourceSpan) {
        let lines = entryLines(members)
        for (number, line) in lines.enumerated() {
            add(line.text.isEmpty ? "" : (number == 0 ? "- " : "  ") + line.text, line.span ?? span)
        }
        if lines.isEmpty { add("- {}", span) }
    }
}

private func entryLines(_ members: [(key: String, node: SourceNode)]) -> [(text: String, span: SourceSpan?)] {
    var lines = EntryLines()
    for member in members { lines.append(member.key, member.node) }
    return lines.lines
}

/// Returns the address at which the entries of a file are kept; nil for a file that people keep.
package func addressKept(by file: SourceFile) -> String? {
    guard fileName(of: file.path) == ContentSource.entriesName[...] else { return nil }
    let first = String(decoding: file.bytes.prefix { $0 != 0x0A }, as: UTF8.self)
    return first.hasPrefix(keptAt) ? first.dropFirst(keptAt.count).trimmingSpaces().description : nil
}
