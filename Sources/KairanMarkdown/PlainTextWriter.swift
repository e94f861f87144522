internal import KairanModel

/// Writes the text that a reader of the HTML would read, for places that show plain text.
///
/// Blocks are separated by a blank line, list items have their markers, a table's row is one line with ` | ` between
/// cells, and no line is wrapped.
struct PlainTextWriter {
    private(set) var bytes: [UInt8]
    private var lists: [OpenList] = []
    /// The widths of the open items' markers.
    private var indents: [Int] = []
    /// The markers of items whose first line has not begun.
    private var waitingMarkers: [String] = []
    /// The number of line ends that are due before the next line.
    private var lineEnds = 0
    private var isLineOpen = false
    /// The start of the present block's own text.
    private(set) var contentStart = 0

    private struct OpenList {
        var isTight: Bool
        /// The number of the next item; nil for bullets.
        var number: Int?
        var delimiter = "."
    }

    /// - Parameter sizeHint: The number of bytes that the text may have.
    init(sizeHint: Int) {
        bytes = []
        bytes.reserveCapacity(sizeHint)
    }

    var text: String { String(decoding: bytes, as: UTF8.self) }

    /// The text of the block that is about to end, on one line.
    var blockText: String {
        guard isLineOpen else { return "" }
        return String(decoding: bytes[contentStart...].map { $0 == 0x0A ? 0x20 : $0 }, as: UTF8.self)
    }

    mutating func append(_ text: Span<UInt8>) {
        guard !text.isEmpty else { return }
        openLine()
        bytes.append(copying: text)
    }

    mutating func append(_ text: String) {
        openLine()
        bytes += text.utf8
    }

    /// Writes a text in the place of a part of the line.
    mutating func replace(_ part: Range<Int>, with text: String) { bytes.replaceSubrange(part, with: text.utf8) }

    mutating func appendSpace() { if isLineOpen, bytes.count > contentStart { bytes.append(0x20) } }

    mutating func appendLineBreak() {
        guard isLineOpen else { return }
        bytes.append(0x0A)
        appendSpaces(indents.reduce(0, +))
    }

    mutating func endBlock() { endLine(followedBy: lists.last?.isTight == true ? 1 : 2) }

    mutating func endTableRow() { endLine(followedBy: 1) }

    mutating func beginTableCell() {
        if isLineOpen { bytes += " | ".utf8 } else { openLine() }
    }

    /// Restores the distance to the next block, because rows are closer to each other.
    mutating func endTable() { if lineEnds > 0 { lineEnds = lists.last?.isTight == true ? 1 : 2 } }

    mutating func appendCode(_ code: Span<UInt8>) {
        let end = !code.isEmpty && code[code.count - 1] == 0x0A ? code.count - 1 : code.count
        var start = 0
        while start <= end {
            let lineEnd = code.firstOffset(of: 0x0A, in: start..<end) ?? end
            if lineEnd == start, !isLineOpen, lineEnds > 0, waitingMarkers.isEmpty {
                lineEnds += 1
            } else {
                openLine()
                bytes.append(copying: code.extracting(start..<lineEnd))
                endLine(followedBy: 1)
            }
            start = lineEnd + 1
        }
        endTable()
    }

    mutating func beginList(_ node: MarkdownNode) {
        lists.append(
            OpenList(
                isTight: node.isTightList, number: node.isOrderedList ? node.listStart : nil,
                delimiter: node.isParenthesisList ? ")" : "."))
    }

    mutating func endList() {
        lists.removeLast()
        endTable()
    }

    /// Starts a quote. Its paragraphs keep their distance even in a tight list.
    mutating func beginQuote() { lists.append(OpenList(isTight: false)) }
    mutating func endQuote() { endList() }

    mutating func beginItem(isTaskDone: Bool?) {
        var marker = "- "
        if let list = lists.last, let number = list.number {
            marker = "\(number)\(list.delimiter) "
            lists[lists.count - 1].number = number + 1
        }
        let width = marker.utf8.count
        if let isTaskDone { marker += isTaskDone ? "[x] " : "[ ] " }
        begin(marker: marker, width: width)
    }

    mutating func beginFootnote(_ number: Int) {
        let marker = "[\(number)] "
        begin(marker: marker, width: marker.utf8.count)
    }

    mutating func endItem() {
        if !waitingMarkers.isEmpty {
            openLine()
            endBlock()
        }
        indents.removeLast()
    }

    private mutating func begin(marker: String, width: Int) {
        waitingMarkers.append(marker)
        indents.append(width)
    }

    private mutating func openLine() {
        guard !isLineOpen else { return }
        isLineOpen = true
        if !bytes.isEmpty { for _ in 0..<lineEnds { bytes.append(0x0A) } }
        if !indents.isEmpty { appendSpaces(indents.dropLast(waitingMarkers.count).reduce(0, +)) }
        if !waitingMarkers.isEmpty {
            for marker in waitingMarkers { bytes += marker.utf8 }
            waitingMarkers.removeAll()
        }
        contentStart = bytes.count
    }

    private mutating func appendSpaces(_ count: Int) { for _ in 0..<count { bytes.append(0x20) } }

    private mutating func endLine(followedBy lineEnds: Int) {
        guard isLineOpen else { return }
        while bytes.last == 0x20 { bytes.removeLast() }
        isLineOpen = false
        self.lineEnds = lineEnds
    }
}
