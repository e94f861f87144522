/// A list or mapping in brackets, as JSON, TOML and YAML have it.
struct FlowCollection {
    let file: EditedFile
    /// The bytes from the opening bracket to the closing one.
    let range: Range<Int>
    /// The bytes of its elements, or of its members from their keys on.
    let items: [Range<Int>]
    /// Tells whether a comma may stand before the closing bracket.
    let mayEndWithComma: Bool
    /// Tells whether the comments above an item go with it. Those above a key are often about several.
    let isList: Bool

    private var closing: Int { range.upperBound - 1 }

    /// Returns the bytes between an item and the next one or the closing bracket.
    private func gap(after index: Int) -> Range<Int> {
        let end = index + 1 < items.count ? items[index + 1].lowerBound : closing
        return items[index].upperBound..<max(items[index].upperBound, end)
    }

    private func gap(before index: Int) -> Range<Int> {
        index > 0 ? gap(after: index - 1) : (range.lowerBound + 1)..<items[0].lowerBound
    }

    private func hasLineBreak(_ gap: Range<Int>) -> Bool { file.bytes[gap].contains(UInt8(ascii: "\n")) }

    private func startsLine(_ index: Int) -> Bool { hasLineBreak(gap(before: index)) && isAfterIndentation(index) }

    private func isAfterIndentation(_ index: Int) -> Bool {
        file.isBlank(file.lineStart(of: items[index].lowerBound)..<items[index].lowerBound)
    }

    private func comma(in gap: Range<Int>) -> Int? {
        let index = file.bytes[gap].firstIndex { $0 == UInt8(ascii: ",") || $0 == UInt8(ascii: "#") }
        return index.flatMap { file.bytes[$0] == UInt8(ascii: ",") ? $0 : nil }
    }

    private func indentation(of index: Int) -> String {
        file.text(file.lineStart(of: items[index].lowerBound)..<items[index].lowerBound)
    }

    /// - Parameter padding: The space inside the brackets of a collection on one line.
    func insertion(_ text: String, at index: Int, padding: String = "") -> [[Replacement]] {
        guard !items.isEmpty else {
            return [[Replacement((range.lowerBound + 1)..<closing, padding + text + padding)]]
        }
        if index == 0 {
            let start = items[0].lowerBound
            let separator = startsLine(0) ? "," + file.lineEnd + indentation(of: 0) : separator
            return [[Replacement(start..<start, text + separator)]]
        }
        let gap = gap(after: index - 1)
        guard startsLine(index - 1), hasLineBreak(gap) else {
            let end = items[index - 1].upperBound
            return [[Replacement(end..<end, separator + text)]]
        }
        let next = file.nextLine(after: gap.lowerBound)
        let line = indentation(of: index - 1) + text
        let comma = comma(in: gap)
        if index < items.count || comma != nil {
            return [[Replacement(next..<next, line + "," + file.lineEnd)]]
        }
        return [[Replacement(gap.lowerBound..<gap.lowerBound, ","), Replacement(next..<next, line + file.lineEnd)]]
    }

    /// The text between two items on one line.
    private var separator: String {
        guard items.count > 1 else { return ", " }
        let gap = gap(after: 0)
        let isSimple = file.bytes[gap].allSatisfy { $0 == UInt8(ascii: ",") || $0 == UInt8(ascii: " ") }
        return isSimple && !gap.isEmpty ? file.text(gap) : ", "
    }

    func removal(of index: Int) -> [[Replacement]] {
        guard items.count > 1 else {
            let inside = (range.lowerBound + 1)..<closing
            let hasComment = file.bytes[inside].contains(UInt8(ascii: "#"))
            let end = comma(in: gap(after: 0)).map { $0 + 1 } ?? items[0].upperBound
            return [[Replacement(hasComment ? items[0].lowerBound..<end : inside, "")]]
        }
        let isLast = index == items.count - 1
        let (before, after) = (gap(before: index), gap(after: index))
        if startsLine(index), hasLineBreak(after) {
            let line = file.lineStart(of: items[index].lowerBound)
            let start = isList ? file.commentStart(above: line, notBefore: before.lowerBound) : line
            let lines = start..<file.nextLine(after: after.lowerBound)
            guard isLast, comma(in: after) == nil, let comma = comma(in: before) else {
                return [[Replacement(lines, "")]]
            }
            return [[Replacement(comma..<(comma + 1), ""), Replacement(lines, "")]]
        }
        let isCommented = file.bytes[before].contains(UInt8(ascii: "#"))
        if isLast, isCommented, mayEndWithComma {
            let end = comma(in: after).map { $0 + 1 } ?? items[index].upperBound
            return [[Replacement(items[index].lowerBound..<end, "")]]
        }
        if isLast || index > 0 && hasLineBreak(after) && !hasLineBreak(before) {
            return [[Replacement(items[index - 1].upperBound..<items[index].upperBound, "")]]
        }
        return [[Replacement(items[index].lowerBound..<after.upperBound, "")]]
    }
}
