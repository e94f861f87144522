internal import KairanReaders

/// The bytes of each element of a list, with the comments that belong to it: those on lines of their own directly
/// above it, and those behind it.
///
/// Commas, line ends and empty lines between the elements belong to no piece, so the elements can change places by
/// changing the texts of their pieces.
struct ElementPieces {
    private struct Piece {
        var range: Range<Int>
        /// The number of spaces before the element, if its piece begins with a whole line; nil for all others.
        var indentation: Int?
    }

    private let file: EditedFile
    /// As many pieces for each element, in the order of the file.
    private let pieces: [[Piece]]

    /// Returns nil for a list of which the elements cannot be told apart by their lines, or which is repeated.
    init?(_ place: EditedPlace) {
        let (file, list) = (place.file, place.node)
        guard let elements = list.elements, !file.isAlias(list) else { return nil }
        let found: [[Piece]?]
        if file.isBracketed(list), file.format != .toml || !TOMLProposals(place: place).isArrayOfTables(list) {
            found = elements.indices.map { Self.inFlow($0, elements, of: list, file) }
        } else {
            switch file.format {
            case .yaml: found = elements.indices.map { Self.inBlock($0, of: place) }
            case .toml:
                found = elements.indices.map {
                    TOMLProposals(place: place).lines(ofTable: $0).map { [Piece(range: $0, indentation: 0)] }
                }
            case .csv:
                found = elements.map {
                    [Piece(range: file.lineStart(of: $0.range.lowerBound)..<$0.range.upperBound, indentation: 0)]
                }
            case .json: return nil
            }
        }
        (self.file, pieces) = (file, found.compactMap(\.self))
        guard pieces.count == elements.count else { return nil }
    }

    /// Returns the change that puts the elements in another order.
    ///
    /// - Parameter order: The index of each element in the order in which they should stand.
    func reordering(_ order: [Int]) -> [Replacement] {
        zip(pieces, order).flatMap { places, index in
            zip(places, pieces[index]).compactMap { place, piece in
                place.range == piece.range ? nil : Replacement(place.range, text(of: piece, at: place))
            }
        }
    }

    /// A list may start behind a key or another `-`, where the indentation is written already.
    private func text(of piece: Piece, at place: Piece) -> String {
        let text = file.text(piece.range)
        switch (piece.indentation, place.indentation) {
        case (nil, let spaces?): return String(repeating: " ", count: spaces) + text
        case (.some, nil): return String(text.drop { $0 == " " })
        case (nil, nil), (.some, .some): return text
        }
    }

    /// Returns the lines of an element of a block list of YAML with its comments, without the last line end.
    private static func inBlock(_ index: Int, of place: EditedPlace) -> [Piece]? {
        let (file, list) = (place.file, place.node)
        guard let dash = file.dash(of: index, in: list), let end = file.endOfLines(of: index, in: list) else {
            return nil
        }
        let line = file.lineStart(of: dash)
        let isOnOwnLine = file.isBlank(line..<dash)
        let start = isOnOwnLine ? file.commentStart(above: line, of: index, in: place) : dash
        return [Piece(range: start..<file.withoutLineEnd(end), indentation: isOnOwnLine ? dash - line : nil)]
    }

    /// Returns an element in brackets with the comments above it, and the comment behind it, which a comma may precede.
    private static func inFlow(
        _ index: Int, _ elements: [SourceNode], of list: SourceNode, _ file: EditedFile
    ) -> [Piece]? {
        let range = elements[index].range
        let limit = index > 0 ? elements[index - 1].range.upperBound : list.range.lowerBound
        let next = index + 1 < elements.count ? elements[index + 1].range.lowerBound : list.range.upperBound - 1
        guard limit <= range.lowerBound, range.upperBound <= next else { return nil }
        let line = file.lineStart(of: range.lowerBound)
        let isOnOwnLine = line > limit && file.isBlank(line..<range.lowerBound)
        let start = isOnOwnLine ? file.commentStart(above: line, notBefore: limit) : range.lowerBound
        let comma = file.skipSpaces(from: range.upperBound)
        let tail = comma < next && file.bytes[comma] == UInt8(ascii: ",") ? comma + 1 : range.upperBound
        let comment = file.skipSpaces(from: tail)
        let hasComment = comment < next && file.bytes[comment] == UInt8(ascii: "#")
        let indentation = isOnOwnLine ? range.lowerBound - line : nil
        return [
            Piece(range: start..<range.upperBound, indentation: indentation),
            Piece(range: tail..<(hasComment ? file.endOfLine(at: comment) : tail), indentation: 0),
        ]
    }
}

extension EditedFile {
    /// Returns where the comments above an element of a list start, or its line if there is none.
    ///
    /// - Parameter line: The start of the line of the element.
    func commentStart(above line: Int, of index: Int, in place: EditedPlace) -> Int {
        guard index == 0 else {
            return commentStart(above: line, notBefore: end(ofElement: index - 1, in: place) ?? line)
        }
        let start = commentStart(above: line, notBefore: 0)
        // At the head of a file, and where no other element has a comment, it is about the whole list.
        let isHead =
            bytes[..<start].elementsEqual([0xEF, 0xBB, 0xBF].prefix(start))
            || place.path.isEmpty && text(lineStart(of: start - 1)..<start).hasPrefix("---")
        return isHead || start < line && !isCommented(afterFirstOf: place) ? line : start
    }

    private func isCommented(afterFirstOf place: EditedPlace) -> Bool {
        let list = place.node
        return (list.elements ?? []).indices.dropFirst().contains { index in
            let isYAML = format == .yaml && !isBracketed(list)
            let first = isYAML ? dash(of: index, in: list) : list.elements?[index].range.lowerBound
            guard let first else { return false }
            let line = lineStart(of: first)
            return commentStart(above: line, of: index, in: place) < line
        }
    }

    private func end(ofElement index: Int, in place: EditedPlace) -> Int? {
        guard format == .yaml, !isBracketed(place.node) else { return place.node.elements?[index].range.upperBound }
        return endOfLines(of: index, in: place.node)
    }

    /// Returns where the line after the last line of an element of a block list of YAML starts. Comments below it that
    /// are indented more than its `-` are about its last parts.
    func endOfLines(of index: Int, in list: SourceNode) -> Int? {
        guard let dash = dash(of: index, in: list), let element = list.elements?[index] else { return nil }
        var end = max(contentEnd(of: element), nextLine(after: dash))
        let column = column(of: list) - 1
        while end < bytes.count, element.scalar == nil {
            let first = skipSpaces(from: end)
            guard first < bytes.count, bytes[first] == UInt8(ascii: "#"), first - end > column else { break }
            end = nextLine(after: end)
        }
        return end
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
