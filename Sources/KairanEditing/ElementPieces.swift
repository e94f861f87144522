internal import KairanReaders

/// The bytes of each element of a list, with the comments that belong to it: those on lines of their own directly
/// above it, and those behind it.
///
/// What stands between the elements, such as commas, line ends and empty lines, belongs to no piece, so the elements
/// can change places by changing the texts of their pieces.
struct ElementPieces {
    private let file: EditedFile
    /// As many pieces for each element, in the order of the file.
    private let pieces: [[Range<Int>]]

    /// Returns nil for a list of which the elements cannot be told apart by their lines, or which is repeated.
    init?(_ place: EditedPlace) {
        let (file, list) = (place.file, place.node)
        guard let elements = list.elements, !file.isAlias(list) else { return nil }
        let ranges: [[Range<Int>]?]
        if file.isBracketed(list), file.format != .toml || !TOMLProposals(place: place).isArrayOfTables(list) {
            ranges = elements.indices.map { Self.inFlow($0, elements, of: list, file) }
        } else {
            switch file.format {
            case .yaml: ranges = elements.indices.map { Self.inBlock($0, of: place) }
            case .toml: ranges = elements.indices.map { TOMLProposals(place: place).lines(ofTable: $0).map { [$0] } }
            case .csv: ranges = elements.map { [file.lineStart(of: $0.range.lowerBound)..<$0.range.upperBound] }
            case .json: return nil
            }
        }
        (self.file, pieces) = (file, ranges.compactMap(\.self))
        guard pieces.count == elements.count else { return nil }
    }

    /// Returns the change that puts the elements in another order.
    ///
    /// - Parameter order: The index of each element in the order in which they should stand.
    func reordering(_ order: [Int]) -> [Replacement] {
        zip(pieces, order).flatMap { places, index in
            zip(places, pieces[index]).compactMap { $0 == $1 ? nil : Replacement($0, file.text($1)) }
        }
    }

    /// Returns the lines of an element of a block list of YAML from its comments on, without the last line end. The
    /// first line counts from behind its indentation, since the list may start behind a key or another `-`.
    private static func inBlock(_ index: Int, of place: EditedPlace) -> [Range<Int>]? {
        let (file, list) = (place.file, place.node)
        guard let dash = file.dash(of: index, in: list), let element = list.elements?[index] else { return nil }
        let line = file.lineStart(of: dash)
        let isOnOwnLine = file.isBlank(line..<dash)
        let start = isOnOwnLine ? file.skipSpaces(from: file.commentStart(above: line, of: index, in: place)) : dash
        let end = max(file.contentEnd(of: element), file.nextLine(after: dash))
        return [start..<file.withoutLineEnd(end)]
    }

    /// Returns an element in brackets with the comments above it, and the comment behind it, which a comma may precede.
    private static func inFlow(
        _ index: Int, _ elements: [SourceNode], of list: SourceNode, _ file: EditedFile
    ) -> [Range<Int>]? {
        let range = elements[index].range
        let limit = index > 0 ? elements[index - 1].range.upperBound : list.range.lowerBound
        let next = index + 1 < elements.count ? elements[index + 1].range.lowerBound : list.range.upperBound - 1
        guard limit <= range.lowerBound, range.upperBound <= next else { return nil }
        let line = file.lineStart(of: range.lowerBound)
        let isOnOwnLine = line > limit && file.isBlank(line..<range.lowerBound)
        let first = isOnOwnLine ? file.commentStart(above: line, notBefore: limit) : range.lowerBound
        let start = file.skipSpaces(from: first)
        let comma = file.skipSpaces(from: range.upperBound)
        let tail = comma < next && file.bytes[comma] == UInt8(ascii: ",") ? comma + 1 : range.upperBound
        let comment = file.skipSpaces(from: tail)
        let hasComment = comment < next && file.bytes[comment] == UInt8(ascii: "#")
        return [start..<range.upperBound, tail..<(hasComment ? file.endOfLine(at: comment) : tail)]
    }
}

extension EditedFile {
    /// Returns where the comments above an element of a list start, or its line if there is none.
    ///
    /// - Parameter line: The start of the line of the element.
    func commentStart(above line: Int, of index: Int, in place: EditedPlace) -> Int {
        guard index > 0 else {
            let start = commentStart(above: line, notBefore: 0)
            // At the head of a file a comment is about the whole of it.
            let isHead = start < 4 || place.path.isEmpty && text(lineStart(of: start - 1)..<start).hasPrefix("---")
            return isHead ? line : start
        }
        let last = place.node.elements?[index - 1]
        let limit = last.map { format == .yaml && !isBracketed(place.node) ? contentEnd(of: $0) : $0.range.upperBound }
        return commentStart(above: line, notBefore: limit ?? line)
    }

    /// Returns the start of the first of the lines directly above a line that hold nothing but comments.
    func commentStart(above line: Int, notBefore limit: Int) -> Int {
        var start = line
        while start > limit {
            let above = lineStart(of: start - 1)
            let first = skipSpaces(from: above)
            guard above >= limit, first < start, bytes[first] == UInt8(ascii: "#") else { break }
            start = above
        }
        return start
    }

    /// Returns the end of the line that ends before `lineStart`.
    func withoutLineEnd(_ lineStart: Int) -> Int {
        guard lineStart > 0, bytes[lineStart - 1] == newline else { return lineStart }
        return endOfLine(at: lineStart - 1)
    }
}
