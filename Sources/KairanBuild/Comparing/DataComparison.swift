internal import KairanContent
internal import KairanContracts
internal import KairanModel
internal import KairanReaders
internal import KairanTemplates

/// The changes in the data of one endpoint, over all of its files.
struct DataComparison {
    enum Document {
        case nothing, damaged
        case json(SourceNode)
    }

    private struct Found {
        var change: DocumentChange
        var file: String
    }

    let endpoint: ComparedEndpoint
    private var found: [Found] = []
    /// The names of published files that are not JSON.
    private var damaged: [String] = []

    init(endpoint: ComparedEndpoint) { self.endpoint = endpoint }

    /// Compares two documents. Returns false if both say the same.
    ///
    /// - Parameter name: The name that tells the file from others of the endpoint.
    mutating func compare(_ name: String, _ old: Document, _ new: Document) -> Bool {
        var place = DocumentChange.Place()
        place.collection = endpoint.collection
        switch (old, new) {
        case (.nothing, .nothing), (_, .damaged): return false
        case (.nothing, _): found.append(Found(change: DocumentChange(.added, place, name), file: name))
        case (_, .nothing): found.append(Found(change: DocumentChange(.removed, place, name), file: name))
        case (.damaged, _): damaged.append(name)
        case (.json(let old), .json(let new)):
            let changes = documentChanges(from: old, to: new, endpoint.outline, in: place, element: name)
            found += changes.map { Found(change: $0, file: name) }
            return !changes.isEmpty
        }
        return true
    }

    /// Returns one change for each kind of change at each place.
    func changes(_ content: Content) -> [PublicationChange] {
        // A file outside all versions has an empty version and its whole path.
        let place = VersionPath(endpoint.path)
        let (version, file) = (place?.version ?? "", place?.name ?? endpoint.path)
        let groups = grouped(settlingMoves())
        let lists = Set(found.map(\.change.place.list))
        let words = DataInWords(content: content, version: version, namesLists: lists.count > 1, endpoint: endpoint)
        var changes = groups.map { group in
            PublicationChange(
                weight: .data, rule: "data.\(group.kind.rawValue)", version: version, endpoint: file,
                path: group.paths.joined(separator: ", "),
                message: words.sentence(group.kind, group.place, group.elements), elements: group.elements,
                span: endpoint.span)
        }
        if !damaged.isEmpty {
            let named = damaged.filter { !$0.isEmpty }
            changes.append(
                PublicationChange(
                    weight: .data, rule: "data.mended", version: version, endpoint: file,
                    message: "the published file is not valid JSON; the new one is" + listed(named), elements: named,
                    span: endpoint.span))
        }
        return changes
    }

    /// Returns the changes, where an element that is gone from one file and new in another counts as moved.
    private func settlingMoves() -> [DocumentChange] {
        struct Key: Hashable {
            var place: DocumentChange.Place
            var element: String
        }
        func keys(_ kind: DocumentChange.Kind) -> Set<Key> {
            let those = found.filter { $0.change.kind == kind && !$0.change.place.list.isEmpty }
            return Set(those.map { Key(place: $0.change.place, element: $0.change.element) })
        }
        guard endpoint.hasManyFiles else { return found.map(\.change) }
        let moved = keys(.added).intersection(keys(.removed))
        return found.compactMap { found in
            guard moved.contains(Key(place: found.change.place, element: found.change.element)) else {
                return found.change
            }
            switch found.change.kind {
            case .added: return DocumentChange(.moved, found.change.place, found.change.element)
            case .removed: return nil
            default: return found.change
            }
        }
    }

    private struct Group {
        var kind: DocumentChange.Kind
        var place: DocumentChange.Place
        var paths: [String] = []
        var elements: [String] = []
        var known: Set<String> = []
    }

    private func grouped(_ changes: [DocumentChange]) -> [Group] {
        struct Key: Hashable {
            var kind: DocumentChange.Kind
            var place: DocumentChange.Place
        }
        var groups: [Group] = []
        var positions: [Key: Int] = [:]
        for change in changes {
            var key = Key(kind: change.kind, place: change.place)
            // It does not matter for a key of an entry which list the entry is in.
            if key.place.collection != nil, !key.place.key.isEmpty { key.place.list = "" }
            let position = positions[key] ?? groups.count
            if position == groups.count {
                positions[key] = position
                groups.append(Group(kind: change.kind, place: change.place))
            }
            let path = [change.place.list, change.place.key].filter { !$0.isEmpty }.joined(separator: ".")
            if !groups[position].paths.contains(path) {
                groups[position].paths.append(path)
                if groups[position].paths.count > 1 { groups[position].place.list = "" }
            }
            // An element that is in several files counts once.
            if !change.element.isEmpty, groups[position].known.insert(change.element).inserted {
                groups[position].elements.append(change.element)
            }
        }
        return groups
    }
}
