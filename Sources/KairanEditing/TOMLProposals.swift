internal import KairanReaders

/// Writes changes into TOML.
struct TOMLProposals {
    let place: EditedPlace

    private var file: EditedFile { place.file }
    private var node: SourceNode { place.node }

    func all(for change: SourceChange) -> [[Replacement]] {
        let isTable = isTable(node)
        switch change {
        case .value(let value): return isTable || isArrayOfTables(node) ? [] : replacements(with: value)
        case .insertMember(let key, let value, let index):
            return isTable ? insertion(key, value, at: index) : inFlow(change)
        case .removeMember(let index):
            guard isTable, let member = node.members?[index] else { return inFlow(change) }
            return [removal(of: sections(of: member))]
        case .insertElement(let element, let index):
            return isArrayOfTables(node) ? insertion(of: element, at: index) : inFlow(change)
        case .removeElement(let index):
            guard isArrayOfTables(node), let element = node.elements?[index] else { return inFlow(change) }
            let lines = merged(sections(of: element))
            let comments = lines.first.map { file.commentStart(above: $0.lowerBound, of: index, in: place) }
            let whole = comments.map { [$0..<lines[0].upperBound] + lines.dropFirst() } ?? lines
            return [removal(of: whole), removal(of: lines)]
        }
    }

    /// Returns the lines of a table of an array with the comments above it, without the last line end; nil if they do
    /// not stand together.
    func lines(ofTable index: Int) -> Range<Int>? {
        guard let element = node.elements?[index] else { return nil }
        let lines = merged(sections(of: element))
        guard lines.count == 1 else { return nil }
        let start = file.commentStart(above: lines[0].lowerBound, of: index, in: place)
        return start..<file.withoutLineEnd(lines[0].upperBound)
    }

    private func replacements(with value: SourceNode) -> [[Replacement]] {
        var ways: [String] = []
        if case .scalar(let text, let kind) = value.content, kind == .string || kind == .plain || kind == .dateTime {
            if kind != .string { ways.append(text) }
            let old = node.scalar == nil ? "" : file.text(node.range)
            ways =
                (old.first.map { "'\"".contains($0) } == true ? [] : ways)
                + textsTOML(text, like: old, lineEnd: file.lineEnd)
        } else if let text = inlineTOML(value) {
            ways = [text]
        }
        return ways.map { [Replacement(node.range, $0)] }
    }

    // MARK: - What a value is written as

    /// Returns whether a mapping is made of lines: the whole file, a table with a header, or one made by dots.
    private func isTable(_ node: SourceNode) -> Bool {
        node.members != nil && (node.range.isEmpty || file.bytes[node.range.lowerBound] != UInt8(ascii: "{"))
    }

    private func hasHeader(_ node: SourceNode) -> Bool {
        isTable(node) && !node.range.isEmpty && file.bytes[node.range.lowerBound] == UInt8(ascii: "[")
    }

    /// An array of tables starts where its first table does; any other list has a bracket before its first element.
    func isArrayOfTables(_ node: SourceNode) -> Bool {
        guard let first = node.elements?.first else { return false }
        return first.range.lowerBound == node.range.lowerBound
    }

    private func isOnLine(_ node: SourceNode) -> Bool { !isTable(node) && !isArrayOfTables(node) }

    // MARK: - Lines and sections

    /// Returns the lines of a member whose value stands behind `=`.
    private func lines(of member: SourceNode.Member) -> Range<Int> {
        file.lineStart(of: file.offset(of: member.keySpan))..<file.nextLine(after: member.value.range.upperBound)
    }

    /// Returns the lines of everything that makes up a value.
    private func sections(of node: SourceNode) -> [Range<Int>] {
        if let elements = node.elements { return elements.flatMap(sections) }
        var result: [Range<Int>] = []
        if hasHeader(node) {
            result.append(
                file.lineStart(of: node.range.lowerBound)..<file.nextLine(after: node.range.upperBound))
        }
        for member in node.members ?? [] where !isOnLine(member.value) || !hasHeader(node) {
            result += sections(of: member)
        }
        return result
    }

    private func sections(of member: SourceNode.Member) -> [Range<Int>] {
        isOnLine(member.value) ? [lines(of: member)] : sections(of: member.value)
    }

    /// Joins lines that follow each other.
    private func merged(_ ranges: [Range<Int>]) -> [Range<Int>] {
        var result: [Range<Int>] = []
        for range in ranges.sorted(by: { $0.lowerBound < $1.lowerBound }) {
            if let last = result.last, range.lowerBound <= last.upperBound {
                result[result.count - 1] = last.lowerBound..<max(last.upperBound, range.upperBound)
            } else {
                result.append(range)
            }
        }
        return result
    }

    private func removal(of lines: [Range<Int>]) -> [Replacement] {
        merged(lines).map { range in
            guard range.upperBound == file.bytes.count, file.lacksLastLineEnd, range.lowerBound > 0 else {
                return Replacement(range, "")
            }
            return Replacement(file.endOfLine(at: range.lowerBound - 1)..<range.upperBound, "")
        }
    }

    private func insertion(_ key: String, _ value: SourceNode, at index: Int) -> [[Replacement]] {
        let members = node.members ?? []
        var proposals: [[Replacement]] = []
        if place.path.isEmpty, let elements = value.elements, !elements.isEmpty {
            proposals += [tables("[[\(keyTOML(key))]]", elements)].compactMap(\.self)
        }
        for text in memberTexts(key, value) {
            if let last = members[..<index].last(where: { isOnLine($0.value) }) {
                let end = lines(of: last).upperBound
                proposals.append([Replacement(end..<end, file.lines([prefix(of: last) + text], at: end))])
            } else if let next = members.first(where: { isOnLine($0.value) }) {
                let start = lines(of: next).lowerBound
                proposals.append([Replacement(start..<start, prefix(of: next) + text + file.lineEnd)])
            } else if hasHeader(node) || place.path.isEmpty {
                let start = hasHeader(node) ? file.nextLine(after: node.range.lowerBound) : node.range.lowerBound
                proposals.append([Replacement(start..<start, file.lines([text], at: start))])
            }
        }
        return proposals
    }

    private func memberTexts(_ key: String, _ value: SourceNode) -> [String] {
        guard let text = inlineTOML(value) else { return [] }
        var texts = [text]
        if case .scalar(let text, let kind) = value.content, kind == .string || kind == .plain || kind == .dateTime {
            texts = (kind == .string ? [] : [text]) + textsTOML(text, like: "", lineEnd: file.lineEnd)
        }
        return texts.map { "\(keyTOML(key)) = \($0)" }
    }

    /// Returns what stands before the last part of a dotted key, with the spaces before it.
    private func prefix(of member: SourceNode.Member) -> String {
        file.text(lines(of: member).lowerBound..<file.offset(of: member.keySpan))
    }

    // MARK: - Arrays of tables

    private func insertion(of element: SourceNode, at index: Int) -> [[Replacement]] {
        guard let elements = node.elements, let first = elements.first else { return [] }
        let start = first.range.lowerBound
        let header = file.text(start..<file.endOfLine(at: start)).prefix { $0 != "#" }
        guard let lines = table(String(header), element) else { return [] }
        let isSpaced = elements.count > 1 && endsWithEmptyLine(before: elements[1])
        if index == 0 {
            let start = file.lineStart(of: start)
            return [[Replacement(start..<start, file.lines(lines + (isSpaced ? [""] : []), at: start))]]
        }
        let end = sections(of: elements[index - 1]).map(\.upperBound).max() ?? file.bytes.count
        return [[Replacement(end..<end, file.lines((isSpaced || elements.count == 1 ? [""] : []) + lines, at: end))]]
    }

    private func endsWithEmptyLine(before element: SourceNode) -> Bool {
        let start = file.lineStart(of: element.range.lowerBound)
        return start > 0 && file.isBlank(file.lineStart(of: start - 1)..<file.endOfLine(at: start - 1))
    }

    private func tables(_ header: String, _ elements: [SourceNode]) -> [Replacement]? {
        let tables = elements.compactMap { table(header, $0) }
        guard tables.count == elements.count, place.path.isEmpty, file.bodyStart == file.bytes.count else { return nil }
        let end = file.bytes.count
        let lines = tables.map { $0.joined(separator: file.lineEnd) }
        let text = lines.joined(separator: file.lineEnd + file.lineEnd)
        return [Replacement(end..<end, file.lines((end > 0 ? [""] : []) + [text], at: end))]
    }

    private func table(_ header: String, _ node: SourceNode) -> [String]? {
        guard let members = node.members?.filter({ !$0.value.isNull }) else { return nil }
        let lines = members.compactMap { memberTexts($0.key, $0.value).first }
        let end = header.lastIndex(of: "]").map(header.index(after:)) ?? header.endIndex
        return lines.count == members.count ? [String(header[..<end])] + lines : nil
    }

    // MARK: - Inline tables and lists

    private func inFlow(_ change: SourceChange) -> [[Replacement]] {
        let members = node.members?.map { file.offset(of: $0.keySpan)..<$0.value.range.upperBound }
        let flow = FlowCollection(
            file: file, range: node.range, items: node.elements?.map(\.range) ?? members ?? [],
            mayEndWithComma: node.elements != nil, isList: node.elements != nil)
        switch change {
        case .value: return []
        case .insertMember(let key, let value, let index):
            return memberTexts(key, value).flatMap { flow.insertion($0, at: index, padding: " ") }
        case .insertElement(let element, let index):
            var texts = inlineTOML(element).map { [$0] } ?? []
            if case .scalar(let text, .plain) = element.content { texts.insert(text, at: 0) }
            return texts.flatMap { flow.insertion($0, at: index) }
        case .removeMember(let index), .removeElement(let index): return flow.removal(of: index)
        }
    }
}
