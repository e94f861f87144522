internal import KairanContent
internal import KairanContracts
internal import KairanTemplates

/// Describes changes of data as one would tell them to a colleague.
struct DataInWords {
    let content: Content
    let version: String
    /// Tells whether the text has to say which list is meant.
    let namesLists: Bool
    let endpoint: ComparedEndpoint

    private var readers: String { version.isEmpty ? "readers" : "apps on \(version)" }

    func sentence(_ kind: DocumentChange.Kind, _ place: DocumentChange.Place, _ elements: [String]) -> String {
        guard !elements.isEmpty || kind == .reordered else { return sentenceOfDocument(kind, place) }
        let (count, names) = (elements.count, listed(elements))
        let noun = content.counted(count, of: place.collection, isFile: isFile(place))
        let some = noun + location(place)
        let key = place.key.isEmpty ? "the value" : "'\(place.key)'"
        let (are, have) = count == 1 ? ("is", "has") : ("are", "have")
        return switch kind {
        case .added: "\(noun) \(are) new\(location(place))\(names)"
        case .removed: "\(noun) \(are) gone\(location(place))\(names)"
        case .moved: "\(some) moved to another file\(names)"
        case .reordered: "\(content.plural(of: place.collection)) are in a different order\(location(place))"
        case .lost: "\(readers) lose \(key) in \(some)\(names)"
        case .gained: "\(some) now \(have) \(key)\(names)"
        case .changed:
            place.key.isEmpty ? "\(some) changed\(names)" : "\(key) changed in \(some)\(names)"
        }
    }

    private func sentenceOfDocument(_ kind: DocumentChange.Kind, _ place: DocumentChange.Place) -> String {
        let subject = place.key.isEmpty ? "the file" : "'\(place.key)'"
        return switch kind {
        case .added: "\(subject) is new"
        case .removed: "\(subject) is gone"
        case .lost: "\(readers) lose \(place.key.isEmpty ? "everything in it" : subject)"
        case .gained: "\(subject) now has a value"
        case .changed: "\(subject) changed"
        case .moved, .reordered: "\(subject) moved"
        }
    }

    private func isFile(_ place: DocumentChange.Place) -> Bool { place.list.isEmpty && endpoint.hasManyFiles }

    private func location(_ place: DocumentChange.Place) -> String {
        let list = place.list.filter { !"[]{}".contains($0) }
        return namesLists && !list.isEmpty ? " in '\(list)'" : ""
    }
}

/// Returns a list for the end of a sentence, such as `: a, b, c, d, e and 7 more`.
func listed(_ elements: [String]) -> String {
    guard !elements.isEmpty else { return "" }
    let shown = 5
    let more = elements.count > shown ? " and \(elements.count - shown) more" : ""
    return ": " + elements.prefix(shown).joined(separator: ", ") + more
}

extension Content {
    /// Returns a number with its noun, such as `1 deal` or `2 deals`.
    func counted(_ count: Int, of name: String?, isFile: Bool = false) -> String {
        guard let name, let word = collection(name)?.declaration.entryWord else {
            let word = isFile ? "file" : "element"
            return "\(count) \(word)\(count == 1 ? "" : "s")"
        }
        // If the collection declares no word for an entry, its name stands for both.
        if word == name { return "\(count) \(count == 1 ? "entry" : "entries") of \(name)" }
        return "\(count) \(count == 1 ? word : name)"
    }

    func plural(of name: String?) -> String { name.map { "the \($0)" } ?? "the elements" }
}
