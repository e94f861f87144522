internal import KairanReaders

/// Writes changes into YAML.
struct YAMLProposals {
    let place: EditedPlace

    var file: EditedFile { place.file }
    var node: SourceNode { place.node }

    func all(for change: SourceChange) -> [[Replacement]] {
        let proposals = simple(change)
        guard file.lacksLastLineEnd else { return proposals }
        let end = Replacement(file.bytes.count..<file.bytes.count, file.lineEnd)
        let strip = file.openBlockStripped
        // A text at the open end has no line end either, but it gets one from lines below it, or needs one itself.
        let tails = [[end]] + (strip.map { [[$0], [$0, end]] } ?? [])
        return proposals + tails.flatMap { tail in proposals.map { $0 + tail } }
    }

    private func simple(_ change: SourceChange) -> [[Replacement]] {
        if node.range.isEmpty, place.path.isEmpty, let proposals = intoNothing(change) { return proposals }
        if file.isBracketed(node), let proposals = inFlow(change) { return proposals }
        switch change {
        case .value(let value): return replacing(with: value)
        case .insertMember(let key, let value, let index):
            let last = lastOwnMember(before: index)?.value
            return insertion(YAMLBlock.member(key, value), after: last) + insertion([flowYAML(key, value)], after: last)
        case .insertElement(let element, let index):
            let last = index > 0 ? node.elements?[index - 1] : nil
            // On one line no empty lines below can become a part of it.
            let line = ["- " + flowYAML(element, isInner: false)]
            let neighbour = (last ?? node.elements?.first).flatMap { $0.members == nil ? nil : $0 }
            let style = element.members?.isEmpty == false ? neighbour : nil
            let likeNeighbour = style.map { file.isBracketed($0) ? line : YAMLBlock.row(element) } ?? []
            return [likeNeighbour, YAMLBlock.element(element), line].filter { !$0.isEmpty }
                .flatMap { insertion($0, after: last) }
        case .removeMember(let index):
            guard let member = node.members?[index], file.isOwn(member, of: node) else { return [] }
            return removal(from: file.offset(of: member.keySpan), member.value)
        case .removeElement(let index):
            guard let dash = file.dash(of: index, in: node), let element = node.elements?[index] else { return [] }
            let line = file.lineStart(of: dash)
            let comments = file.commentStart(above: line, of: index, in: place)
            let end = file.endOfLines(of: index, in: node)
            return removal(from: dash, element, withCommentsFrom: comments, to: end) + removal(from: dash, element)
        }
    }

    // MARK: - Values

    private func replacing(with value: SourceNode) -> [[Replacement]] {
        if place.chain.dropLast().contains(where: file.isBracketed) {
            return inline(value, isInner: true)
        }
        guard let slot = YAMLSlot(place) else { return rootReplacement(value) }
        return YAMLForms(of: value, replacing: place).all.map { slot.replacements(with: $0) }
    }

    private func inline(_ value: SourceNode, isInner: Bool) -> [[Replacement]] {
        let start = node.range.lowerBound
        let space = node.range.isEmpty && start > 0 && file.bytes[start - 1] > 0x20 ? " " : ""
        return YAMLForms(of: value, replacing: place, isInner: isInner).all.filter { $0.lines.isEmpty }
            .map { [Replacement(node.range, space + $0.head)] }
    }

    private func rootReplacement(_ value: SourceNode) -> [[Replacement]] {
        guard node.scalar == nil, !file.isBracketed(node), value.scalar == nil else {
            return inline(value, isInner: false)
        }
        let range = file.lineStart(of: node.range.lowerBound)..<file.contentEnd(of: node)
        return [[Replacement(range, YAMLBlock.root(value).map { $0 + file.lineEnd }.joined())]]
    }

    /// Returns proposals for the first value of a file, or of front matter.
    private func intoNothing(_ change: SourceChange) -> [[Replacement]]? {
        let value = change.applied(to: node)
        guard value.scalar == nil else { return nil }
        let lines = YAMLBlock.root(value)
        if !file.hasData {
            let start = Replacement(0..<0, (["---"] + lines + ["---", ""]).joined(separator: file.lineEnd))
            return [[start]]
        }
        let end = node.range.upperBound
        return [[Replacement(end..<end, file.lines(lines, at: end))]]
    }

    // MARK: - Block collections

    private func lastOwnMember(before index: Int) -> SourceNode.Member? {
        node.members?[..<index].last { file.isOwn($0, of: node) }
    }

    private func insertion(_ lines: [String], after last: SourceNode?) -> [[Replacement]] {
        let indentation = String(repeating: " ", count: file.column(of: node) - 1)
        let lines = lines.map { $0.isEmpty ? "" : indentation + $0 }
        let isAfterMerge = last == nil && node.members?.contains { file.isOwn($0, of: node) } == false
        if last == nil, !isAfterMerge {
            let start = node.range.lowerBound
            let text = lines.joined(separator: file.lineEnd).dropFirst(indentation.count)
            return [[Replacement(start..<start, text + file.lineEnd + indentation)]]
        }
        let end = file.contentEnd(of: last ?? node)
        return [[Replacement(end..<end, file.lines(lines, at: end))]]
    }

    private func removal(
        from start: Int, _ value: SourceNode, withCommentsFrom comments: Int? = nil, to lastLine: Int? = nil
    ) -> [[Replacement]] {
        let ownLine = file.lineStart(of: start)
        let lineStart = comments ?? ownLine
        let end = lastLine ?? max(file.contentEnd(of: value), file.nextLine(after: start))
        guard file.isBlank(ownLine..<start) else {
            // The collection starts behind a `-`, so what follows moves up to it.
            let next = file.bytes[end...].firstIndex { !($0 <= 0x20) } ?? end
            return [[Replacement(start..<next, "")]]
        }
        if end == file.bytes.count, file.lacksLastLineEnd, lineStart > 0 {
            return [[Replacement(file.endOfLine(at: lineStart - 1)..<end, "")]]
        }
        // The empty lines after it could become a part of a text above it that keeps them.
        var next = end
        while next < file.bytes.count, file.isBlank(next..<file.endOfLine(at: next)) {
            next = file.nextLine(after: next)
        }
        return [[Replacement(lineStart..<end, "")], [Replacement(lineStart..<next, "")]]
    }

    // MARK: - Flow collections

    private func inFlow(_ change: SourceChange) -> [[Replacement]]? {
        let members = (node.members ?? []).filter { file.isOwn($0, of: node) }
        let items =
            node.elements?.map(\.range) ?? members.map { file.offset(of: $0.keySpan)..<$0.value.range.upperBound }
        let flow = FlowCollection(
            file: file, range: node.range, items: items, mayEndWithComma: true, isList: node.elements != nil)
        switch change {
        case .value: return nil
        case .insertMember(let key, let value, let index):
            let own = node.members?[..<index].count { file.isOwn($0, of: node) } ?? 0
            return flow.insertion(flowYAML(key, value), at: own, padding: " ")
        case .insertElement(let element, let index): return flow.insertion(flowYAML(element, isInner: true), at: index)
        case .removeMember(let index):
            guard let member = node.members?[index], file.isOwn(member, of: node) else { return [] }
            return flow.removal(of: node.members?[..<index].count { file.isOwn($0, of: node) } ?? 0)
        case .removeElement(let index): return flow.removal(of: index)
        }
    }
}

extension EditedFile {
    /// Returns the offset of the `-` before an element of a block sequence.
    func dash(of index: Int, in list: SourceNode) -> Int? {
        guard index > 0, let elements = list.elements else { return list.range.lowerBound }
        let column = column(of: list) - 1
        var line = nextLine(after: max(contentEnd(of: elements[index - 1]) - 1, 0))
        while line <= elements[index].range.lowerBound, line < bytes.count {
            let first = skipSpaces(from: line)
            if first - line == column, bytes[first] == UInt8(ascii: "-") { return first }
            line = nextLine(after: line)
        }
        return nil
    }

    /// The block scalar at the end of a file without a last line end.
    var openBlock: SourceNode? {
        let leaf = lastLeaf(of: root)
        return lacksLastLineEnd && isBlockScalar(leaf) && leaf.range.upperBound == bytes.count ? leaf : nil
    }

    /// The change of that block's header that leaves its text the same if a line end follows.
    var openBlockStripped: Replacement? {
        guard let block = openBlock else { return nil }
        let header = bytes[block.range].prefix { $0 > 0x20 }
        let kept = header.filter { $0 != UInt8(ascii: "+") && $0 != UInt8(ascii: "-") }
        return Replacement(header.startIndex..<header.endIndex, String(decoding: kept, as: UTF8.self) + "-")
    }

    /// The file with the last line end that it lacks.
    var withLastLineEnd: EditedFile? {
        guard lacksLastLineEnd else { return nil }
        return reread([openBlockStripped, Replacement(bytes.count..<bytes.count, lineEnd)].compactMap(\.self))
    }

    /// Returns where the line after the last line of a YAML value starts. The empty lines after a block scalar belong
    /// to it only if it keeps them.
    func contentEnd(of node: SourceNode) -> Int {
        let leaf = lastLeaf(of: node)
        let end = leaf.range.upperBound
        guard leaf.scalar != nil, isBlockScalar(leaf) else { return nextLine(after: end) }
        let header = bytes[leaf.range].prefix { $0 > 0x20 }
        return header.contains(UInt8(ascii: "+")) ? end : trimmedEnd(of: leaf)
    }

    private func trimmedEnd(of block: SourceNode) -> Int {
        let firstLine = nextLine(after: block.range.lowerBound)
        var end = block.range.upperBound
        if end == bytes.count, lacksLastLineEnd { return end }
        while end > firstLine {
            let start = lineStart(of: end - 1)
            guard isBlank(start..<endOfLine(at: start)) else { break }
            end = start
        }
        return max(end, firstLine)
    }

    func isBlockScalar(_ node: SourceNode) -> Bool {
        guard format == .yaml, !node.range.isEmpty, case .scalar(_, .string) = node.content else { return false }
        return "|>".utf8.contains(bytes[node.range.lowerBound])
    }

    private func lastLeaf(of node: SourceNode) -> SourceNode {
        guard !isBracketed(node), !isAlias(node) else { return node }
        let parts = node.elements ?? node.members?.map(\.value) ?? []
        let last = parts.last {
            $0.range.upperBound == node.range.upperBound && $0.range.lowerBound >= node.range.lowerBound
        }
        return last.map(lastLeaf) ?? node
    }
}
