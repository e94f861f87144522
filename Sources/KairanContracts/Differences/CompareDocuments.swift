package import KairanReaders

/// Returns the changes of a JSON document by its structure. White space and the order of keys do not count.
///
/// - Parameter element: The name of the file, if there are many; empty if there is only one.
package func documentChanges(
    from old: SourceNode, to new: SourceNode, _ outline: DocumentOutline, in place: DocumentChange.Place = .init(),
    element: String = ""
) -> [DocumentChange] {
    var comparison = DocumentComparison()
    comparison.compare(old, new, outline, .init(place: place, element: element))
    return comparison.changes
}

private struct DocumentComparison {
    var changes: [DocumentChange] = []

    /// A place, and the element that contains it.
    struct Position {
        var place: DocumentChange.Place
        var element: String

        func key(_ key: String) -> Position {
            var position = self
            position.place.key = place.key.isEmpty ? key : "\(place.key).\(key)"
            return position
        }

        func list(_ marks: String, of collection: String?) -> DocumentChange.Place {
            var inner = DocumentChange.Place()
            inner.list = [place.list, place.key].filter { !$0.isEmpty }.joined(separator: ".") + marks
            inner.collection = collection
            return inner
        }
    }

    mutating func compare(
        _ old: SourceNode?, _ new: SourceNode?, _ outline: DocumentOutline, _ position: Position
    ) {
        switch (old.flatMap { $0.saysNothing ? nil : $0 }, new.flatMap { $0.saysNothing ? nil : $0 }) {
        case (nil, nil):
            guard let old, let new else { return old == nil && new == nil ? () : note(.changed, position) }
            if !isSame(old, new) { note(.changed, position) }
        case (_?, nil): note(.lost, position)
        case (nil, _?): note(.gained, position)
        case (let old?, let new?): compareValues(old, new, outline, position)
        }
    }

    private mutating func compareValues(
        _ old: SourceNode, _ new: SourceNode, _ outline: DocumentOutline, _ position: Position
    ) {
        switch (old.content, new.content) {
        case (.mapping(let before), .mapping(let after)):
            let (before, after) = (Members(before), Members(after))
            if case .dictionary(let collection, let inner) = outline {
                return match(
                    before.elements, after.elements, inner, position.list("{}", of: collection), keepsOrder: false)
            }
            for key in before.keys + after.keys.filter({ before[$0] == nil }) {
                compare(before[key], after[key], outline.member(key), position.key(key))
            }
        case (.sequence(let before), .sequence(let after)):
            var (collection, inner): (String?, DocumentOutline) = (nil, .value)
            if case .list(let name, let element) = outline { (collection, inner) = (name, element) }
            // A list of plain values inside an element is a value of the element.
            let isValue = collection == nil && (position.place.key != "" || position.element != "")
            guard let identity = ElementIdentity(before, after, isValue: isValue) else {
                if !isSame(old, new) { note(.changed, position) }
                return
            }
            match(
                identity.elements(before), identity.elements(after), inner, position.list("[]", of: collection),
                keepsOrder: identity.tellsOrder)
        default: if !isSame(old, new) { note(.changed, position) }
        }
    }

    private mutating func match(
        _ old: [Element], _ new: [Element], _ outline: DocumentOutline, _ place: DocumentChange.Place,
        keepsOrder: Bool
    ) {
        let before = Dictionary(old.map { ($0.identity, $0.node) }) { first, _ in first }
        let after = Set(new.map(\.identity))
        for element in old where !after.contains(element.identity) {
            changes.append(DocumentChange(.removed, place, element.identity))
        }
        for element in new {
            guard let other = before[element.identity] else {
                changes.append(DocumentChange(.added, place, element.identity))
                continue
            }
            compare(other, element.node, outline, .init(place: place, element: element.identity))
        }
        let (kept, still) = (
            old.map(\.identity).filter(after.contains), new.map(\.identity).filter { before[$0] != nil }
        )
        if keepsOrder, kept != still { changes.append(DocumentChange(.reordered, place, "")) }
    }

    private mutating func note(_ kind: DocumentChange.Kind, _ position: Position) {
        changes.append(DocumentChange(kind, position.place, position.element))
    }
}

/// The members of an object by their keys.
private struct Members {
    let keys: [String]
    private let values: [String: SourceNode]

    init(_ members: [SourceNode.Member]) {
        keys = members.map(\.key)
        values = Dictionary(members.map { ($0.key, $0.value) }) { first, _ in first }
    }

    subscript(key: String) -> SourceNode? { values[key] }
    var elements: [Element] { keys.compactMap { key in values[key].map { Element(identity: key, node: $0) } } }
}

extension SourceNode {
    /// This is true if the node is null or an empty text, which mean the same to a reader.
    fileprivate var saysNothing: Bool {
        if case .scalar("", .string) = content { true } else { isNull }
    }
}

/// Returns whether two values are the same to a reader.
private func isSame(_ left: SourceNode, _ right: SourceNode) -> Bool {
    switch (left.content, right.content) {
    case (.mapping(let left), .mapping(let right)):
        let right = Members(right)
        return left.count == right.keys.count
            && left.allSatisfy { member in right[member.key].map { isSame(member.value, $0) } ?? false }
    case (.sequence(let left), .sequence(let right)):
        return left.count == right.count && zip(left, right).allSatisfy(isSame)
    case (.scalar(let left, let leftKind), .scalar(let right, let rightKind)):
        return left == right && leftKind == rightKind
    default: return false
    }
}
