package import KairanModel
package import KairanReaders

/// Returns the differences between the imported JSON and what an endpoint makes of the new entries, at their places in
/// the imported JSON.
///
/// An import reads shapes backwards, which is a guess if a shape is ambiguous. This comparison shows whether the guess
/// was right: the endpoint is made from the new entries in memory and compared before any file is written.
///
/// - Parameter entries: The entries that the JSON was made of.
package func differences(
    between imported: SourceNode, and made: SourceNode, _ entries: ImportedEntries
) -> [Diagnostic] {
    var result: [Diagnostic] = []
    compare(imported, made, entries, &result)
    return result
}

private func compare(
    _ imported: SourceNode, _ made: SourceNode, _ entries: ImportedEntries, _ result: inout [Diagnostic]
) {
    if imported.isSameData(as: made) { return }
    switch (imported.content, made.content) {
    case (.mapping(let members), .mapping(let others)):
        for member in members {
            if let other = made[member.key] {
                compare(member.value, other, entries, &result)
            } else {
                result.append(difference("the endpoint would have no '\(member.key)' here", at: member.keySpan))
            }
        }
        for other in others where imported[other.key] == nil {
            result.append(difference("the endpoint would have '\(other.key)' here too", at: imported.span))
        }
    case (.sequence(let elements), .sequence(let others)):
        guard elements.count == others.count else {
            result.append(
                difference(
                    "the endpoint would have \(others.count) elements here, not \(elements.count)", at: imported.span,
                    help: "existing entries count too, but those that its shape does not select do not"))
            return
        }
        guard let order = places(of: elements, in: others) else {
            for (element, other) in zip(elements, others) { compare(element, other, entries, &result) }
            return
        }
        if let first = order.indices.first(where: { order[$0] != $0 }) {
            result.append(
                difference(
                    "the endpoint would have these \(elements.count) elements in a different order: this one would be "
                        + "number \(order[first] + 1), not \(first + 1)",
                    at: elements[first].span,
                    help:
                        "sort them in the JSON as the shape does, or let the shape sort by a whole number that it does "
                        + "not publish, and import numbers them"))
        }
        for (element, place) in zip(elements, order) { compare(element, others[place], entries, &result) }
    case (.scalar(_, .null), .sequence(let others)) where others.isEmpty:
        result.append(
            difference(
                "the endpoint would have [] here", at: imported.span,
                help: "write [] in the JSON: a list without elements is empty, never null"))
    default:
        var found = difference("the endpoint would have \(shown(made, besides: imported)) here", at: imported.span)
        if entries.picturePlaces.contains(imported.span) {
            (found.severity, found.rule, found.help) = (.warning, .importPicture, nil)
        } else if entries.htmlPlaces.contains(imported.span) {
            found.help =
                "the Markdown that the HTML was made from is unknown, and plain text makes different HTML; "
                + "write this entry by hand"
        }
        result.append(found)
    }
}

/// Returns for each element the position of the same one in the other list, which has the same value of a unique key,
/// or the same data. Returns nil if not all elements are in both lists.
private func places(of elements: [SourceNode], in others: [SourceNode]) -> [Int]? {
    let keys = (elements.first?.members ?? []).filter { $0.value.scalar != nil }.map(\.key)
    let ways: [(SourceNode) -> String?] = keys.map { key in { $0[key]?.sortedText } } + [\.sortedText]
    for way in ways {
        let (names, otherNames) = (elements.compactMap(way), others.compactMap(way))
        let places = Dictionary(otherNames.enumerated().map { ($1, $0) }) { first, _ in first }
        let found = names.compactMap { places[$0] }
        if places.count == elements.count, Set(found).count == elements.count { return found }
    }
    return nil
}

extension SourceNode {
    /// A text that is the same for the same data, whatever the order of keys.
    fileprivate var sortedText: String {
        switch content {
        case .scalar(_, .null): return "null"
        case .scalar(let text, .number): return DecimalNumber(text)?.description ?? text
        case .scalar(let text, .string): return "\"\(text.utf8.count):\(text)"
        case .scalar(let text, _): return text
        case .sequence(let elements): return "[\(elements.map(\.sortedText).joined(separator: ","))]"
        case .mapping(let members):
            return
                "{\(members.map { "\($0.key.utf8.count):\($0.key):\($0.value.sortedText)" }.sorted().joined(separator: ","))}"
        }
    }
}

private func difference(_ message: String, at span: SourceSpan, help: String? = nil) -> Diagnostic {
    Diagnostic(
        .error, .importDifference, message, at: span,
        help: help ?? "change the JSON or the shape, so that nothing is published that nobody wrote")
}

/// Returns a node for messages. A long text starts a little before the first character that differs.
private func shown(_ node: SourceNode, besides other: SourceNode) -> String {
    switch node.content {
    case .scalar(_, .null): return "null"
    case .scalar(let text, .string):
        let same = zip(text, other.scalar ?? "").prefix { $0 == $1 }.count
        let start = text.count > 60 && same > 30 ? same - 20 : 0
        let part = text.dropFirst(start).prefix(60)
        return "\"\(start > 0 ? "…" : "")\(part)\(start + part.count < text.count ? "…" : "")\""
    case .scalar(let text, _): return text
    case .sequence(let elements): return elements.isEmpty ? "[]" : "a list"
    case .mapping: return "an object"
    }
}
