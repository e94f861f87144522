internal import KairanModel
package import KairanReaders

/// A file that two people have changed since both had the same one, joined value by value.
///
/// Lines are joined first, since that keeps comments. Where both changed the same lines, the values of the file are
/// compared: an entry of a list is found by its id, wherever it stands, and of an entry each field counts by itself.
/// Then comments and the order of entries stay one's own.
package struct JoinedFile {
    /// The bytes of one of the versions; nil if the file is not there.
    package typealias Bytes = [UInt8]?

    package enum Side: String, Sendable { case mine, theirs }

    /// A value that both have changed, each in another way.
    package struct Conflict {
        /// The keys and ids that lead to the value; none for the whole file.
        package var place: [String]
        /// The value that each of the two has there now; nil if it is gone.
        package var mine, theirs: SourceNode?
    }

    /// Joins lines of texts, or returns nil if both changed the same ones.
    package typealias LineJoin = (_ base: [UInt8], _ mine: [UInt8], _ theirs: [UInt8]) -> [UInt8]?

    package private(set) var bytes: Bytes
    package private(set) var conflicts: [Conflict] = []

    /// - Parameters:
    ///   - base: The file as both had it.
    ///   - id: Returns the id of an entry of a list; nil if it has none.
    ///   - choose: Returns whose value counts where both changed it; nil if nobody has said so.
    package init(
        _ path: String, base: Bytes, mine: Bytes, theirs: Bytes,
        id: @escaping (SourceNode) -> String? = { $0["id"]?.text },
        columns: TableColumns = TableColumns(), joinLines: @escaping LineJoin,
        choose: @escaping (Conflict) -> Side?
    ) {
        bytes = mine
        if mine == theirs || theirs == base { return }
        if mine == base {
            bytes = theirs
            return
        }
        func editor(_ bytes: [UInt8]) -> SourceEditor? {
            do throws(CannotEdit) {
                return try SourceEditor(SourceFile(path: path, bytes: bytes), columns: columns)
            } catch {
                return nil
            }
        }
        if let mine, let theirs {
            let isData = editor(mine) != nil
            if let base, let joined = joinLines(base, mine, theirs),
                !isData || editor(joined)?.hasEntriesTwice(by: id) == false
            {
                bytes = joined
                return
            }
            if let own = editor(mine), let other = editor(theirs) {
                let common = base.flatMap(editor)
                var join = ValueJoin(editor: own, id: id, joinLines: joinLines, choose: choose)
                if join.join(common, other) {
                    (bytes, conflicts) = (join.editor.file.bytes, join.conflicts)
                    return
                }
            }
        }
        func whole(_ bytes: Bytes) -> SourceNode? {
            bytes.map {
                SourceNode(.scalar(String(decoding: $0, as: UTF8.self), .string), span: SourceSpan(path: path))
            }
        }
        let conflict = Conflict(place: [], mine: whole(mine), theirs: whole(theirs))
        switch choose(conflict) {
        case .mine: break
        case .theirs: bytes = theirs
        case nil: conflicts = [conflict]
        }
    }
}

/// Takes over the changes of others into a file that somebody changed, too.
private struct ValueJoin {
    var editor: SourceEditor
    let id: (SourceNode) -> String?
    let joinLines: JoinedFile.LineJoin
    let choose: (JoinedFile.Conflict) -> JoinedFile.Side?
    var conflicts: [JoinedFile.Conflict] = []

    /// A step that leads to the same value in all three files.
    private enum Step {
        case key(String)
        case id(String)

        var text: String {
            switch self {
            case .key(let text), .id(let text): text
            }
        }
    }

    /// Returns false if the file cannot be edited like this.
    mutating func join(_ base: SourceEditor?, _ theirs: SourceEditor) -> Bool {
        let before = editor
        do throws(CannotEdit) {
            try join(base?.root, editor.root, theirs.root, at: [])
            if editor.bodyLine != nil { try joinBody(base?.bodyText ?? "", theirs.bodyText) }
            return true
        } catch {
            editor = before
            return false
        }
    }

    /// - Parameter mine: One's own value at the place. What is taken over at other places does not change it.
    private mutating func join(
        _ base: SourceNode?, _ mine: SourceNode?, _ theirs: SourceNode?, at place: [Step]
    ) throws(CannotEdit) {
        if isSame(mine, theirs) || isSame(base, theirs) { return }
        if isSame(base, mine) { return try take(theirs, at: place) }
        if let mine, let theirs, mine.members != nil, theirs.members != nil {
            for key in keys(of: [base, theirs]) {
                try join(base?[key], mine[key], theirs[key], at: place + [.key(key)])
            }
            return
        }
        if let mine, let theirs, let wanted = ids(of: theirs), ids(of: mine) != nil, let known = ids(of: base) {
            let (before, own, others) = (rows(of: base), rows(of: mine), rows(of: theirs))
            for id in known.filter({ others[$0] == nil }) + wanted {
                try join(before[id], own[id], others[id], at: place + [.id(id)])
            }
            return
        }
        let conflict = JoinedFile.Conflict(place: place.map(\.text), mine: mine, theirs: theirs)
        switch choose(conflict) {
        case .mine: break
        case .theirs: try take(theirs, at: place)
        case nil: conflicts.append(conflict)
        }
    }

    private mutating func joinBody(_ base: String, _ theirs: String) throws(CannotEdit) {
        let mine = editor.bodyText
        if mine == theirs || base == theirs { return }
        if mine == base { return try editor.setBody(theirs) }
        if let joined = joinLines(Array(base.utf8), Array(mine.utf8), Array(theirs.utf8)) {
            return try editor.setBody(String(decoding: joined, as: UTF8.self))
        }
        let span = SourceSpan(path: editor.file.path)
        func node(_ text: String) -> SourceNode { SourceNode(.scalar(text, .string), span: span) }
        // No field has this name.
        let conflict = JoinedFile.Conflict(place: [""], mine: node(mine), theirs: node(theirs))
        switch choose(conflict) {
        case .mine: break
        case .theirs: try editor.setBody(theirs)
        case nil: conflicts.append(conflict)
        }
    }

    private mutating func take(_ value: SourceNode?, at place: [Step]) throws(CannotEdit) {
        guard case .id? = place.last else { return try editor.set(steps(place) ?? [], to: value) }
        if let own = steps(place) {
            guard let value else { return try editor.removeElement(at: own) }
            return try editor.set(own, to: value)
        }
        if let value { try editor.appendElement(value, to: steps(Array(place.dropLast())) ?? []) }
    }

    /// Returns the steps in the file as it is now; nil if an entry is not there.
    private func steps(_ place: [Step]) -> [SourceStep]? {
        var steps: [SourceStep] = []
        for step in place {
            switch step {
            case .key(let key): steps.append(.key(key))
            case .id(let id):
                let index = editor.root[steps]?.elements?.firstIndex { self.id($0) == id }
                guard let index else { return nil }
                steps.append(.element(index))
            }
        }
        return steps
    }

    /// Returns the ids of a list's entries; nil if not each has one of its own. Without a list there are none.
    private func ids(of list: SourceNode?) -> [String]? {
        guard let list else { return [] }
        guard let elements = list.elements else { return nil }
        let ids = elements.compactMap { $0.members == nil ? nil : id($0) }
        return ids.count == elements.count && Set(ids).count == ids.count ? ids : nil
    }

    private func rows(of list: SourceNode?) -> [String: SourceNode] {
        let rows = (list?.elements ?? []).compactMap { row in id(row).map { ($0, row) } }
        return Dictionary(rows) { first, _ in first }
    }

    private func keys(of nodes: [SourceNode?]) -> [String] {
        var known: Set<String> = []
        return nodes.flatMap { $0?.members?.map(\.key) ?? [] }.filter { known.insert($0).inserted }
    }

    private func isSame(_ first: SourceNode?, _ second: SourceNode?) -> Bool {
        switch (first, second) {
        case (let first?, let second?): editor.isSame(first, second)
        case (nil, let value?), (let value?, nil): editor.isNothing(value)
        case (nil, nil): true
        }
    }
}

extension SourceEditor {
    /// Tells whether a list of the file has two entries with one id, as it may be when lines of both were joined.
    fileprivate func hasEntriesTwice(by id: (SourceNode) -> String?) -> Bool {
        ([root] + (root.members ?? []).map(\.value)).contains { list in
            let ids = (list.elements ?? []).compactMap { $0.members == nil ? nil : id($0) }
            return Set(ids).count < ids.count
        }
    }
}
