internal import KairanModel
internal import KairanReaders

/// A value in a file that is edited, with the values around it.
struct EditedPlace {
    let file: EditedFile
    let path: [SourceStep]
    /// The values from the root to this one.
    let chain: [SourceNode]

    private init(file: EditedFile, path: [SourceStep], chain: [SourceNode]) {
        (self.file, self.path, self.chain) = (file, path, chain)
    }

    /// Returns nil if there is no such value.
    init?(_ file: EditedFile, _ path: [SourceStep]) {
        var chain = [file.root]
        for step in path {
            guard let next = chain[chain.count - 1][[step]] else { return nil }
            chain.append(next)
        }
        self.init(file: file, path: path, chain: chain)
    }

    var node: SourceNode { chain[chain.count - 1] }
    var parent: SourceNode? { chain.dropLast().last }

    /// Returns ways to write a change, the best one first.
    func proposals(for change: SourceChange) -> [[Replacement]] {
        switch file.format {
        case .yaml: repeated(change) ?? YAMLProposals(place: self).all(for: change)
        case .json: JSONProposals(place: self).all(for: change)
        case .toml: TOMLProposals(place: self).all(for: change)
        case .csv: CSVProposals(place: self).all(for: change)
        }
    }

    /// Returns proposals for a part of what an alias or `<<` repeats from elsewhere: the alias is replaced by the whole
    /// changed value, and a key of its own overrides the one that `<<` brings. The result is nil for all other parts.
    private func repeated(_ change: SourceChange) -> [[Replacement]]? {
        for depth in path.indices {
            let place = EditedPlace(file: file, path: Array(path[..<depth]), chain: Array(chain[...depth]))
            func changed(_ start: Int) -> SourceNode {
                chain[start].replacing(path[start...]) { change.applied(to: $0) }
            }
            if file.isAlias(place.node) { return YAMLProposals(place: place).all(for: .value(changed(depth))) }
            guard case .key(let key) = path[depth], let members = place.node.members,
                let member = members.first(where: { hasSameBytes($0.key, key) }),
                !file.isOwn(member, of: place.node)
            else { continue }
            let override = SourceChange.insertMember(key: key, changed(depth + 1), at: members.count)
            return YAMLProposals(place: place).all(for: override)
        }
        if case .value = change { return nil }
        return file.isAlias(node) ? YAMLProposals(place: self).all(for: .value(change.applied(to: node))) : nil
    }

    func refusal(of change: SourceChange) -> CannotEdit {
        if file.format == .yaml, let refusal = sharedValueRefusal(of: change) { return refusal }
        if file.format == .csv { return csvRefusal(of: change) }
        if file.format == .toml, change.holdsNullElement {
            return CannotEdit(
                "TOML cannot hold null in a list", at: node.span, help: "remove the element, or choose another value")
        }
        return CannotEdit("this change would also change other parts of the file", at: node.span)
    }

    private func csvRefusal(of change: SourceChange) -> CannotEdit {
        if case .insertMember(let key, _, _) = change {
            return CannotEdit(
                "the table has no column '\(key)'", at: SourceSpan(path: file.file.path),
                help: "add the column to the first line")
        }
        guard file.columns.idHeadings.isEmpty else {
            let names = file.columns.idHeadings.map { "'\($0)'" }.joined(separator: " and ")
            return CannotEdit(
                "the ids of this table are made of \(names), and addresses depend on them", at: node.span,
                help: "change these cells in the table itself, or move the entry into a file of its own")
        }
        return CannotEdit("a CSV file cannot hold this value", at: node.span)
    }

    private func removedParts(of change: SourceChange) -> [SourceNode] {
        switch change {
        case .removeMember(let index): (node.members?[index].value).map { [$0] } ?? []
        case .removeElement(let index): (node.elements?[index]).map { [$0] } ?? []
        case .value, .insertMember, .insertElement: []
        }
    }

    /// Returns the refusal if an anchor gives the value to other places too, or if it comes from elsewhere.
    private func sharedValueRefusal(of change: SourceChange) -> CannotEdit? {
        for node in chain.reversed() + removedParts(of: change) {
            guard let name = file.anchor(of: node) else { continue }
            return CannotEdit(
                "this value is used again elsewhere in the file ('&\(name)', '*\(name)'), so changing it would change both",
                at: node.span)
        }
        guard case .removeMember(let index) = change, let member = node.members?[index],
            !file.isOwn(member, of: node)
        else { return nil }
        return CannotEdit("'\(member.key)' is inherited through '<<', so it cannot be removed here", at: member.keySpan)
    }
}

extension EditedFile {
    func isBracketed(_ node: SourceNode) -> Bool {
        !node.range.isEmpty && "[{".utf8.contains(bytes[node.range.lowerBound]) && node.scalar == nil
    }

    /// Returns whether a node is written as an alias of YAML.
    func isAlias(_ node: SourceNode) -> Bool {
        guard format == .yaml, !node.range.isEmpty else { return false }
        return bytes[node.range.lowerBound] == UInt8(ascii: "*")
    }

    /// Returns whether a member is written in the mapping itself, and not taken over by `<<`.
    func isOwn(_ member: SourceNode.Member, of mapping: SourceNode) -> Bool {
        let start = offset(of: member.keySpan)
        guard mapping.range.contains(start), member.value.range.lowerBound >= start else { return false }
        guard format == .yaml, !isBracketed(mapping) else { return true }
        let isExplicit = start >= 2 && bytes[(start - 2)..<start].elementsEqual("? ".utf8)
        return isExplicit || member.keySpan.column == column(of: mapping)
    }

    /// Returns the column of a block collection of YAML, counted from 1.
    func column(of block: SourceNode) -> Int {
        let start = block.range.lowerBound
        return bytes[lineStart(of: start)..<start].count { $0 & 0xC0 != 0x80 } + 1
    }

    /// Returns the name of the anchor before a node.
    func anchor(of node: SourceNode) -> String? {
        var end = node.range.lowerBound
        while end > 0 {
            while end > 0, bytes[end - 1] <= 0x20 { end -= 1 }
            let start = (bytes[..<end].lastIndex { $0 <= 0x20 || ",[]{}".utf8.contains($0) } ?? -1) + 1
            guard start < end else { return nil }
            if bytes[start] == UInt8(ascii: "&") { return text((start + 1)..<end) }
            guard bytes[start] == UInt8(ascii: "!") else { return nil }
            end = start
        }
        return nil
    }
}
