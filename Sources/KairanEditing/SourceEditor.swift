internal import KairanModel
package import KairanReaders

/// A file whose values can be changed while everything else in it stays as it is, byte for byte.
///
/// Each change is made of small ones. For each of these, the writer of the format proposes bytes, and the file's reader
/// reads them. They are taken if that gives the tree with just this change; otherwise the next proposal has its turn.
package struct SourceEditor {
    private var state: EditedFile

    /// A file with mistakes cannot be edited.
    ///
    /// - Parameter columns: The meaning of each column of a table.
    package init(_ file: SourceFile, columns: TableColumns = TableColumns()) throws(CannotEdit) {
        state = try EditedFile(file, columns: columns)
    }

    init(_ state: EditedFile) { self.state = state }

    /// The file as it is now.
    package var file: SourceFile { state.file }

    /// The data as they are now; of a Markdown file, its front matter.
    package var root: SourceNode { state.root }

    /// The text of a Markdown file below its front matter, with LF line ends.
    package var bodyText: String { String(decoding: state.body, as: UTF8.self) }

    /// The line on which that text starts; nil for other files.
    package var bodyLine: Int? {
        guard state.file.isMarkdown else { return nil }
        return 1 + state.bytes[..<state.bodyStart].count { $0 == UInt8(ascii: "\n") }
    }

    /// Returns whether a value says the same as another in the format of this file.
    func isSame(_ first: SourceNode, _ second: SourceNode) -> Bool { state.format.isSame(first, second) }

    /// Returns whether a value is the same as none.
    func isNothing(_ value: SourceNode) -> Bool { state.format.isNothing(value) }

    /// Makes the value at `path` equal to `wished`, of which places do not matter, and changes only the parts that
    /// differ. Nil removes the value.
    ///
    /// - Parameter order: The keys in the order in which the mapping at `path` should have them; if the value itself
    ///   is new, that of the mapping around it.
    package mutating func set(
        _ path: [SourceStep], to wished: SourceNode?, order: [String] = []
    ) throws(CannotEdit) {
        try attempt { (editor) throws(CannotEdit) in try editor.makeEqual(path, wished, order) }
    }

    /// Adds an element at the end of the list at `path`: an entry of a list, or a row of a table.
    package mutating func appendElement(_ node: SourceNode, to path: [SourceStep]) throws(CannotEdit) {
        let list = root[path]
        if let elements = list?.elements, !elements.isEmpty || state.format == .csv {
            try apply(.insertElement(node, at: elements.count), at: path)
        } else {
            try set(path, to: SourceNode(.sequence([node]), span: node.span))
        }
    }

    package mutating func removeElement(at path: [SourceStep]) throws(CannotEdit) {
        guard case .element(let index)? = path.last, root[path] != nil else { throw nothing(at: path) }
        let list = Array(path.dropLast())
        try attempt { (editor) throws(CannotEdit) in try editor.remove(.removeElement(index), at: list) }
    }

    /// Replaces the text of a Markdown file below its front matter. `text` has LF line ends.
    package mutating func setBody(_ text: String) throws(CannotEdit) {
        guard state.file.isMarkdown else {
            throw CannotEdit("only a Markdown file has a body", at: SourceSpan(path: file.path))
        }
        guard !state.body.elementsEqual(text.utf8) else { return }
        let edited = state.reread([state.bodyReplacement(text)])
        guard let edited, state.format.isSame(edited.root, root), edited.body.elementsEqual(text.utf8) else {
            throw CannotEdit("this text cannot be written into this file", at: SourceSpan(path: file.path))
        }
        state = edited
    }

    /// Adds a column of empty cells at the end of a table, and tells whether it was not there yet.
    package mutating func addColumn(_ name: String) throws(CannotEdit) -> Bool {
        guard state.format == .csv, let header = csvHeader(file), let last = header.last,
            !header.contains(where: { state.columns.path(of: $0.text) == [name] })
        else { return false }
        if let near = header.first(where: { $0.text.trimmingSpaces().lowercased() == name }) {
            throw CannotEdit(
                "the table has a column '\(near.text)', and the one that is meant is '\(name)'",
                at: SourceSpan(path: file.path), help: "write its heading in lower case")
        }
        let sign = TableSigns(of: file).separator
        let rows = (root.elements ?? []).map { Replacement($0.range.upperBound..<$0.range.upperBound, "\(sign)") }
        let heading = Replacement(last.range.upperBound..<last.range.upperBound, "\(sign)\(name)")
        guard let edited = state.reread([heading] + rows), state.format.isSame(edited.root, root) else {
            throw CannotEdit("the table cannot get a column '\(name)'", at: SourceSpan(path: file.path))
        }
        state = edited
        return true
    }

    /// Gives the key at a place another name. Its quotes stay, and where an alias repeats its mapping, the key is the
    /// same.
    mutating func renameKey(at span: SourceSpan, to name: String) throws(CannotEdit) {
        guard let written = state.bytes(ofKeyAt: span) else { throw nothing(at: []) }
        let expected = root.renaming(keyAt: span, to: name)
        guard let edited = state.reread([Replacement(written, name)]), edited.body == state.body,
            state.format.isSame(edited.root, expected)
        else { throw CannotEdit("'\(name)' cannot be written here", at: span) }
        state = edited
    }

    /// Returns the editor of the file after replacements; nil if there is then a mistake in it.
    func reread(_ replacements: [Replacement]) -> SourceEditor? { state.reread(replacements).map(SourceEditor.init) }

    /// Does all of `change` or nothing.
    mutating func attempt(
        _ change: (inout SourceEditor) throws(CannotEdit) -> Void
    ) throws(CannotEdit) {
        var editor = self
        try change(&editor)
        self = editor
    }

    private func nothing(at path: [SourceStep]) -> CannotEdit {
        var known = path
        while root[known] == nil { known.removeLast() }
        return CannotEdit(
            "the value to change is no longer in the file", at: root[known]?.span ?? SourceSpan(path: file.path))
    }

    /// Applies the first proposal that reads back as the change says.
    mutating func apply(_ change: SourceChange, at path: [SourceStep]) throws(CannotEdit) {
        guard let place = EditedPlace(state, path) else { throw nothing(at: path) }
        let expected = root.replacing(path[...]) { change.applied(to: $0) }
        for proposal in place.proposals(for: change) {
            guard let edited = state.reread(proposal), edited.body == state.body,
                state.format.isSame(edited.root, expected)
            else { continue }
            state = edited
            return
        }
        throw place.refusal(of: change)
    }
}

extension SourceEditor {
    private mutating func makeEqual(
        _ path: [SourceStep], _ wished: SourceNode?, _ order: [String]
    ) throws(CannotEdit) {
        let old = root[path]
        guard let wished, !isAbsent(wished, at: path) else {
            if old != nil { try removeValue(at: path) }
            return
        }
        if let old { return try change(path, old, to: wished, order) }
        let parent = Array(path.dropLast())
        guard case .key(let key)? = path.last, let around = root[parent] else { throw nothing(at: path) }
        let member = SourceNode.Member(key: key, keySpan: wished.span, value: wished)
        let whole = SourceChange.value(SourceNode(.mapping([member]), span: wished.span))
        let isEmpty = around.members?.isEmpty == true
        if around.isNull || isEmpty && state.format == .json { return try apply(whole, at: parent) }
        guard let members = around.members else { throw nothing(at: path) }
        do throws(CannotEdit) {
            try apply(.insertMember(key: key, wished, at: place(of: key, among: members, order)), at: parent)
        } catch {
            guard isEmpty else { throw error }
            try apply(whole, at: parent)
        }
    }

    /// Returns whether a member without a value has to be left out.
    private func isAbsent(_ wished: SourceNode, at path: [SourceStep]) -> Bool {
        guard case .key? = path.last else { return false }
        return state.format.hasNoNull && state.format.isNothing(wished)
    }

    private mutating func removeValue(at path: [SourceStep]) throws(CannotEdit) {
        let parent = Array(path.dropLast())
        switch path.last {
        case .element(let index)?: try remove(.removeElement(index), at: parent)
        case .key(let key)?:
            let members = root[parent]?.members ?? []
            guard let index = members.firstIndex(where: { hasSameBytes($0.key, key) }) else { return }
            if state.format == .csv { return try apply(.value(nothingAtAll(members[index].value)), at: path) }
            try remove(.removeMember(index), at: parent)
        case nil: try apply(.value(nothingAtAll(root)), at: path)
        }
    }

    private func nothingAtAll(_ node: SourceNode) -> SourceNode { SourceNode(.scalar("", .null), span: node.span) }

    /// Removes a part. Where the last part goes, an empty collection has to be written, unless the format writes
    /// nothing for it.
    private mutating func remove(_ change: SourceChange, at path: [SourceStep]) throws(CannotEdit) {
        do throws(CannotEdit) {
            try apply(change, at: path)
        } catch {
            guard let old = root[path], (old.members?.count ?? old.elements?.count) == 1 else { throw error }
            guard state.format == .toml, !path.isEmpty, old.elements != nil else {
                let nothing: SourceNode.Content = old.members == nil ? .sequence([]) : .mapping([])
                return try apply(.value(SourceNode(nothing, span: old.span)), at: path)
            }
            try removeValue(at: path)
        }
    }

    private mutating func change(
        _ path: [SourceStep], _ old: SourceNode, to wished: SourceNode, _ order: [String]
    ) throws(CannotEdit) {
        guard !state.format.isSame(old, wished) else { return }
        do throws(CannotEdit) {
            try attempt { (editor) throws(CannotEdit) in
                try editor.changeParts(of: path, old, to: wished, order)
            }
        } catch {
            // Writing a whole value anew would lose its comments.
            guard old.scalar == nil, !path.isEmpty, !state.bytes[old.range].contains(UInt8(ascii: "#")) else {
                throw error
            }
            try apply(.value(wished), at: path)
        }
    }

    private mutating func changeParts(
        of path: [SourceStep], _ old: SourceNode, to wished: SourceNode, _ order: [String]
    ) throws(CannotEdit) {
        switch (old.content, wished.content) {
        case (.mapping(let members), .mapping(let wishes))
        where !state.isAlias(old) && (path.isEmpty || !members.isEmpty && (!wishes.isEmpty || state.format.hasNoNull)):
            try changeMembers(of: path, members, to: wishes, order)
        case (.sequence(let elements), .sequence(let wishes))
        where !state.isAlias(old) && (state.format == .csv || !elements.isEmpty && !wishes.isEmpty):
            try changeElements(of: path, elements, to: wishes)
        case (.scalar, _), (.sequence, _), (.mapping, _): try apply(.value(wished), at: path)
        }
    }

    private mutating func changeMembers(
        of path: [SourceStep], _ members: [SourceNode.Member], to wishes: [SourceNode.Member], _ order: [String]
    ) throws(CannotEdit) {
        let order = order.isEmpty ? wishes.map(\.key) : order
        for wish in wishes {
            let isKnown = members.contains { hasSameBytes($0.key, wish.key) }
            try makeEqual(path + [.key(wish.key)], wish.value, isKnown ? [] : order)
        }
        for member in members where !wishes.contains(where: { hasSameBytes($0.key, member.key) }) {
            try removeValue(at: path + [.key(member.key)])
        }
    }

    /// Returns where a new key goes: after the nearest of those before it in `order` that is there.
    private func place(of key: String, among members: [SourceNode.Member], _ order: [String]) -> Int {
        guard let position = order.firstIndex(where: { hasSameBytes($0, key) }) else { return members.count }
        for before in order[..<position].reversed() {
            if let index = members.firstIndex(where: { hasSameBytes($0.key, before) }) { return index + 1 }
        }
        return 0
    }

    /// Moves elements with their comments. Where the file cannot be written in the other order, it stays as it is.
    ///
    /// - Parameter order: The index of each element in the order in which they should stand.
    /// - Returns: Whether they stand in that order.
    private mutating func reorder(_ path: [SourceStep], _ elements: [SourceNode], _ order: [Int]) -> Bool {
        guard order != Array(elements.indices) else { return true }
        let expected = root.replacing(path[...]) { SourceNode(.sequence(order.map { elements[$0] }), span: $0.span) }
        // A text at the open end of a file would get a line end from what follows it, and another one lose its own there.
        for file in [state, state.withLastLineEnd].compactMap(\.self) {
            guard let place = EditedPlace(file, path), let pieces = ElementPieces(place),
                let edited = file.reread(pieces.reordering(order)), edited.body == state.body,
                state.format.isSame(edited.root, expected)
            else { continue }
            state = edited
            return true
        }
        return false
    }

    private mutating func changeElements(
        of path: [SourceStep], _ elements: [SourceNode], to wishes: [SourceNode]
    ) throws(CannotEdit) {
        let order = ElementOrder(elements, wishes, state.format.isSame)
        guard reorder(path, elements, order.indices) else { return try rewriteElements(of: path, elements, to: wishes) }
        // The last change comes first, so that the numbers of the elements before it stay right.
        let isKept = order.indices.map { order.isKept[$0] }
        for index in isKept.indices.reversed() where !isKept[index] {
            try remove(.removeElement(index), at: path)
        }
        var count = isKept.count { $0 }
        for index in wishes.indices.reversed() {
            if order.isKnown[index] { count -= 1 } else { try insert(wishes[index], at: count, of: path) }
        }
        for (index, wish) in wishes.enumerated().reversed() where order.isKnown[index] {
            guard let element = root[path + [.element(index)]] else { continue }
            try change(path + [.element(index)], element, to: wish, [])
        }
    }

    private mutating func insert(_ element: SourceNode, at index: Int, of path: [SourceStep]) throws(CannotEdit) {
        try apply(.insertElement(element, at: index), at: path)
    }

    /// Makes the elements equal in the order in which they stand, each where another one was.
    private mutating func rewriteElements(
        of path: [SourceStep], _ elements: [SourceNode], to wishes: [SourceNode]
    ) throws(CannotEdit) {
        for run in changedRuns(elements, wishes, state.format.isSame).reversed() {
            let pairs = min(run.old.count, run.new.count)
            for index in run.old.dropFirst(pairs).reversed() { try remove(.removeElement(index), at: path) }
            for index in run.new.dropFirst(pairs).reversed() {
                try insert(wishes[index], at: run.old.lowerBound + pairs, of: path)
            }
            for (index, wish) in zip(run.old, run.new).reversed() {
                try change(path + [.element(index)], elements[index], to: wishes[wish], [])
            }
        }
    }
}

/// Returns the runs of elements that two lists do not have in common.
private func changedRuns(
    _ old: [SourceNode], _ new: [SourceNode], _ isSame: (SourceNode, SourceNode) -> Bool
) -> [(old: Range<Int>, new: Range<Int>)] {
    var (removed, inserted): (Set<Int>, Set<Int>) = ([], [])
    for change in new.difference(from: old, by: isSame) {
        switch change {
        case .remove(let offset, _, _): removed.insert(offset)
        case .insert(let offset, _, _): inserted.insert(offset)
        }
    }
    var runs: [(old: Range<Int>, new: Range<Int>)] = []
    var (oldIndex, newIndex) = (0, 0)
    while oldIndex < old.count || newIndex < new.count {
        let (oldStart, newStart) = (oldIndex, newIndex)
        while removed.contains(oldIndex) { oldIndex += 1 }
        while inserted.contains(newIndex) { newIndex += 1 }
        if oldIndex > oldStart || newIndex > newStart {
            runs.append((oldStart..<oldIndex, newStart..<newIndex))
        } else {
            (oldIndex, newIndex) = (oldIndex + 1, newIndex + 1)
        }
    }
    return runs
}
