internal import KairanContent
internal import KairanModel

// Lists inside the elements of another list, written as `products.releases.tags`.
extension Schema {
    /// Returns nil if the text does not begin with a collection or a list and go on from there.
    ///
    /// - Parameter scope: The scope in which the query stands.
    func nestedList(_ text: String, in scope: Scope, at span: SourceSpan) -> Result<Query, PathError>? {
        let names = text.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
        for count in names.indices.dropFirst() {
            guard let outer = list(names[..<count].joined(separator: "."), in: scope) else { continue }
            return parts(of: outer, names, from: count, in: scope, at: span)
        }
        return nil
    }

    private func list(_ text: String, in scope: Scope) -> Query? {
        if case .success(let path) = path(text, in: scope, at: SourceSpan(path: "")),
            let element = path.type.elementOfEach
        {
            return Query(source: .list(path), element: element)
        }
        return declarations.collection(text).map { _ in Query(source: .collection(text), element: .reference(text)) }
    }

    /// Goes from one list to the next until no names are left. A path to a list may lead through records and
    /// references.
    private func parts(
        of outer: Query, _ names: [String], from start: Int, in scope: Scope, at span: SourceSpan
    ) -> Result<Query, PathError> {
        // Only the names of the elements count here, not those around the query.
        let hidden = Scope(root: Array(repeating: .names(RecordType([])), count: scope.frames.count))
        var last: Path?
        for end in names.indices[start...] {
            let text = names[start...end].joined(separator: ".")
            let place = span.names(start...end, of: names.joined(separator: "."))
            switch path(text, in: hidden.entering(outer.element), at: place) {
            case .failure(let error): return .failure(error)
            case .success(let path):
                last = path
                guard let element = path.type.elementOfEach else { continue }
                let query = Query(source: .parts(of: outer.source, path), element: element)
                if end == names.indices.last { return .success(query) }
                return parts(of: query, names, from: end + 1, in: scope, at: span)
            }
        }
        return .failure(PathError(diagnostic: noList(last, names, from: start, at: span)))
    }

    private func noList(_ path: Path?, _ names: [String], from start: Int, at span: SourceSpan) -> Diagnostic {
        let text = names.joined(separator: ".")
        let (lists, last) = (names.dropLast(), names[names.count - 1])
        let list = lists.joined(separator: ".")
        let help: Help =
            path?.type == .schedule && start == names.count - 1
            ? """
            go through days, and choose \(list) by each: { each: days, from: today, until: today + 30 days, \
            value: { day: day, \(lists[lists.count - 1]): { each: \(list), where: { \(last): { on: $day } } } } }
            """
            : "after \(names[0]), name the lists that its elements have"
        return Diagnostic(
            .error, .querySource, "'\(text)' is \(path?.type.withArticle ?? "nothing"), not a list",
            at: span.names(start...names.count - 1, of: text), help: help)
    }
}

extension SourceSpan {
    /// Returns the place of some of the names of a path that stands here.
    func names(_ range: ClosedRange<Int>, of path: String) -> SourceSpan {
        let names = path.drop { $0 == "$" }.split(separator: ".", omittingEmptySubsequences: false)
        return part(path[names[range.lowerBound].startIndex..<names[range.upperBound].endIndex], of: path)
    }
}

extension Query.Source {
    /// The type of the elements, for a source whose elements can have lists.
    var element: FieldType? {
        switch self {
        case .collection(let name): .reference(name)
        case .list(let path), .parts(_, let path): path.type.elementOfEach
        case .calendar(let range): .record(range.unit.type)
        case .shapes: nil
        }
    }

    /// The collections whose entries it reads.
    var collections: [String] {
        switch self {
        case .collection(let name): [name]
        case .parts(let outer, _): outer.collections
        case .shapes(let shapes): shapes.flatMap(\.shape.collections)
        case .list, .calendar: []
        }
    }

    /// The paths along which it finds its elements.
    var paths: [Path] {
        switch self {
        case .list(let path): [path]
        case .parts(let outer, let path): outer.paths + [path]
        case .collection, .calendar, .shapes: []
        }
    }

    /// The source as templates write it; nil if it has no name.
    var text: String? {
        switch self {
        case .collection(let name): name
        case .list(let path): path.text
        case .parts(let outer, let path): outer.text.map { "\($0).\(path.text)" }
        case .calendar, .shapes: nil
        }
    }
}
