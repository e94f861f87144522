internal import KairanModel

/// The single pass over a parsed document. It removes markers and raw HTML, except for the tags that are kept, opens
/// the links, joins CJK lines, and records everything about the document besides its HTML.
struct TreeWalk {
    var diagnostics: [Diagnostic] = []
    var links: [RenderedMarkdown.Link] = []
    private(set) var outline: [RenderedMarkdown.Heading] = []
    /// The place of each heading in the plain text.
    private(set) var headings: [Range<Int>] = []
    /// The places of code blocks and tables in the plain text.
    private(set) var figures: [Range<Int>] = []
    private var tableStart = 0
    var text: PlainTextWriter
    /// The quotes in their order, with the alerts that some of them are.
    private(set) var quotes: [Alert?] = []
    /// The alerts, each with the offset of its title in the plain text.
    private(set) var alertTitles: [(offset: Int, alert: Alert)] = []
    /// This is true if the walk stopped in the middle of the document.
    private(set) var isNestedTooDeep = false

    let markers: MarkerSet
    var finder: DestinationFinder
    var headingIDs = HeadingIDs()
    var htmlTags = RawHTMLTags()
    var plainElements = PlainElements()
    /// The number of bytes that may still be searched for marks.
    var markBudget = 200_000
    /// This is true right after `<br>`, whose line end is not followed by a space.
    var isLineStart = false
    /// This is nil inside a line, and else tells whether the line is the first of its paragraph.
    private var startsParagraph: Bool?
    var lostFootnotes: LostFootnotes
    private var depth = 0
    var imageDepth = 0
    private var footnoteCount = 0
    /// The links around the present node, each with its position in `links`, its earliest start, and the length of the
    /// text before it.
    var openLinks: [(index: Int, start: Int, textStart: Int)] = []
    /// A soft break before text that is not known yet, and the scalar before it.
    var softBreak: MarkdownNode?
    var lastScalar: Unicode.Scalar?
    /// This is true right after the start of a quote.
    private var isQuoteStart = false
    /// The number of nodes at the start of an alert that are its mark and the line end after it.
    private var markNodes = 0

    static let nestingLimit = 100

    /// Tells whether raw HTML is cleaned and not dropped.
    let keepsHTML: Bool
    /// The cleaned blocks of HTML, of which the node of each knows its position.
    var cleaned: [[HTMLCleaner.Piece]] = []
    /// The attributes of raw HTML whose loss is told already.
    var toldAttributes: Set<HTMLFinding.Kind> = []
    /// This is true between the tags of a link in raw HTML.
    var isInRawLink = false
    /// The places that raw HTML defines.
    var ownPlaces: [String] = []

    init(places: SourcePlaces, keepsHTML: Bool = false) {
        self.keepsHTML = keepsHTML
        markers = places.markers
        text = PlainTextWriter(sizeHint: places.bytes.count)
        finder = DestinationFinder(places: places)
        lostFootnotes = LostFootnotes(in: &finder.places)
    }

    mutating func run(_ tree: borrowing MarkdownTree) {
        var iterator = tree.makeIterator()
        while let (isEntering, node) = iterator.next() {
            let kind = node.kind
            if isEntering { enter(node, kind) } else { leave(node, kind) }
            if isNestedTooDeep { return }
        }
        reportLostFootnotes()
    }

    private mutating func enter(_ node: MarkdownNode, _ kind: NodeKind) {
        if markNodes > 0 {
            markNodes -= 1
            return node.remove()
        }
        let startsQuote = isQuoteStart && kind == .paragraph
        isQuoteStart = kind == .blockQuote
        if !markers.isEmpty { node.rewriteTexts(kind, markers.stripped) }
        if kind != .softBreak { isLineStart = false }
        let isFirst = startsParagraph
        startsParagraph = kind == .paragraph ? true : kind == .softBreak || kind == .lineBreak ? false : nil
        lostFootnotes.note(node, kind)
        switch kind {
        // A marker may have been all of a text.
        case .text where node.withLiteral({ $0.isEmpty }): node.remove()
        case .text:
            visitText(node)
            node.withLiteral {
                if let isFirst { checkBlock(at: $0, isFirst: isFirst) }
                checkMarks(of: $0, beforeLink: node.next?.kind == .link)
            }
        case .code: visitText(node)
        case .softBreak:
            settleSoftBreak()
            softBreak = isLineStart ? nil : node
        case .lineBreak:
            softBreak = nil
            lastScalar = nil
            text.appendLineBreak()
        case .htmlInline: visitInlineHTML(node)
        case .htmlBlock: keepsHTML ? cleanHTMLBlock(node) : dropHTMLBlock(node)
        case .codeBlock:
            let start = text.bytes.count
            node.withLiteral { text.appendCode($0) }
            figures.append(start..<text.bytes.count)
        case .table: tableStart = text.bytes.count
        case .thematicBreak:
            text.append("---")
            text.endBlock()
        case .footnoteReference:
            settleSoftBreak()
            node.withLiteral { text.append("[\(String(decoding: $0))]") }
        case .paragraph where startsQuote:
            beginBlock(node)
            beginAlert(node)
        case .paragraph, .heading, .tableRow: beginBlock(node)
        case .tableCell: text.beginTableCell()
        case .list: text.beginList(node)
        default: enterContainer(node, kind)
        }
    }

    private mutating func enterContainer(_ node: MarkdownNode, _ kind: NodeKind) {
        guard kind != .document else { return }
        depth += 1
        if depth > Self.nestingLimit { reportNesting(node) }
        switch kind {
        case .link, .image: enterLink(node, isImage: kind == .image)
        case .strikethrough:
            settleSoftBreak(before: node.firstChild?.firstScalar)
            text.append("~~")
        case .item: text.beginItem(isTaskDone: node.isTaskDone)
        case .blockQuote:
            quotes.append(nil)
            text.beginQuote()
        case .footnoteDefinition:
            footnoteCount += 1
            text.beginFootnote(footnoteCount)
        default: break
        }
    }

    private mutating func leave(_ node: MarkdownNode, _ kind: NodeKind) {
        switch kind {
        case .heading: endHeading(node)
        case .paragraph:
            text.endBlock()
            if !node.hasChildren { node.remove() }
        case .tableRow: text.endTableRow()
        case .tableCell: softBreak = nil
        case .table:
            text.endTable()
            figures.append(tableStart..<text.bytes.count)
        case .list: text.endList()
        case .document, .footnoteReference: break
        default: leaveContainer(node, kind)
        }
    }

    private mutating func leaveContainer(_ node: MarkdownNode, _ kind: NodeKind) {
        depth -= 1
        switch kind {
        case .link, .image: leaveLink(node, isImage: kind == .image)
        case .strikethrough: text.append("~~")
        case .item, .footnoteDefinition: text.endItem()
        case .blockQuote: text.endQuote()
        default: break
        }
    }

    mutating func beginBlock(_ node: MarkdownNode) {
        finder.enterBlock(node)
        softBreak = nil
        lastScalar = nil
    }

    mutating func report(_ diagnostic: Diagnostic) { diagnostics.append(diagnostic) }

    /// Returns the place of a text if it stands in the source exactly so.
    mutating func place(ofWritten text: Substring) -> SourceSpan? { finder.place(ofWritten: text) }

    /// - Parameter line: The line in the parsed text, from 1.
    mutating func place(ofWritten text: String, inLine line: Int) -> SourceSpan? {
        let line = finder.places.offset(ofLine: line)..<finder.places.offset(ofLine: line + 1)
        return finder.places.bytes.span.firstOffset(of: Array(text.utf8), in: line).map {
            finder.places.span(at: $0, length: text.utf8.count)
        }
    }

    private mutating func endHeading(_ node: MarkdownNode) {
        let (words, raised) = (text.blockText, plainElements.takeRaised())
        let id = headingIDs.makeID(for: raised.isEmpty ? words : text.blockText(with: raised))
        outline.append(.init(level: node.headingLevel, id: id, text: words))
        let start = text.bytes.count - words.utf8.count
        text.endBlock()
        headings.append(start..<max(start, text.bytes.count))
    }

    private mutating func reportNesting(_ node: MarkdownNode) {
        isNestedTooDeep = true
        let offset = finder.places.offset(line: max(node.startLine, 1), column: node.startColumn)
        diagnostics.append(.tooDeep(at: finder.places.span(at: offset, length: 1)))
    }
}

// MARK: - Text and line breaks

extension TreeWalk {
    private mutating func visitText(_ node: MarkdownNode) {
        node.withLiteral { literal in
            guard let first = literal.scalar(startingAt: 0)?.scalar, let last = literal.lastBaseScalar else { return }
            settleSoftBreak(before: first)
            lastScalar = last
            text.append(literal)
        }
    }

    /// Between two CJK characters, a line end is dropped. Elsewhere it becomes a space.
    mutating func settleSoftBreak(before next: Unicode.Scalar? = nil) {
        guard let node = softBreak else { return }
        softBreak = nil
        if let lastScalar, let next, joinsLines(lastScalar, next) { node.remove() } else { text.appendSpace() }
    }
}

extension Span<UInt8> {
    /// The last scalar that is not a variation selector.
    fileprivate var lastBaseScalar: Unicode.Scalar? {
        guard let (scalar, start) = scalar(endingAt: count) else { return nil }
        return scalar.isVariationSelector ? self.scalar(endingAt: start)?.scalar ?? scalar : scalar
    }
}

// MARK: - Alerts

extension TreeWalk {
    /// Makes an alert of a quote whose first line is `[!NOTE]` or the like, as GitHub does.
    private mutating func beginAlert(_ paragraph: MarkdownNode) {
        guard let mark = paragraph.firstChild, mark.kind == .text,
            let (word, isWhole) = mark.withLiteral({ $0.alertMark })
        else { return }
        // With a backslash in it, the author wants the mark to be seen.
        let start = finder.places.offset(line: paragraph.startLine, column: paragraph.startColumn)
        guard finder.places.bytes.span.hasBytes("[!\(word)]".utf8, at: start) else { return }
        let next = mark.next
        let hasText = next == nil ? paragraph.next != nil : next?.kind == .softBreak || next?.kind == .lineBreak
        guard let alert = Alert(rawValue: word.lowercased()), isWhole, hasText, depth == 1 else {
            return reportAlert(word, at: start)
        }
        quotes[quotes.count - 1] = alert
        markNodes = next == nil ? 1 : 2
        text.append(alert.title.english)
        alertTitles.append((text.bytes.count - alert.title.english.utf8.count, alert))
        text.endBlock()
    }

    private mutating func reportAlert(_ word: String, at start: Int) {
        let span = finder.places.span(at: start, length: word.utf8.count + 3)
        let isKnown = Alert(rawValue: word.lowercased()) != nil
        diagnostics.append(
            Diagnostic(
                .warning, .markdownAlert,
                isKnown ? "this is shown as a quote, not as an alert" : "there is no alert '\(word)'", at: span,
                help: isKnown
                    ? "leave the line to the mark, write the text on the lines after it, and move it out of lists"
                    : "the alerts are NOTE, TIP, IMPORTANT, WARNING and CAUTION; put a \\ before the [ for a plain quote"
            ))
    }
}

extension Span<UInt8> {
    /// The word of an alert's mark at the start, and whether the mark is the whole text; nil if there is no mark.
    fileprivate var alertMark: (word: String, isWhole: Bool)? {
        guard hasBytes("[!".utf8, at: 0), let end = firstOffset(of: UInt8(ascii: "]"), in: 2..<count), end > 2,
            (2..<end).allSatisfy({ isASCIILetter(self[$0]) })
        else { return nil }
        return (String(decoding: extracting(2..<end)), end + 1 == count)
    }
}

// MARK: - Links

extension TreeWalk {
    /// Enters a link or an image. An image's description is only read, so links inside it get no slot.
    private mutating func enterLink(_ node: MarkdownNode, isImage: Bool) {
        if isImage {
            settleSoftBreak()
            lastScalar = nil
            imageDepth += 1
        }
        guard imageDepth == (isImage ? 1 : 0) else { return }
        let start = finder.start(of: node, marks: "[!<")
        openLinks.append((links.count, start, text.bytes.count))
        links.append(.init(destination: "", isImage: isImage, span: SourceSpan(path: "")))
    }

    private mutating func leaveLink(_ node: MarkdownNode, isImage: Bool) {
        let hasSlot = imageDepth == (isImage ? 1 : 0)
        if isImage {
            imageDepth -= 1
            lastScalar = nil
        }
        guard hasSlot, let (index, start, textStart) = openLinks.popLast() else { return }
        node.withAddress { address in
            let span = span(of: node, to: address, from: start)
            links[index].span = span
            if let scheme = dangerousScheme(of: address) {
                reportDanger(scheme, at: span)
            } else {
                links[index].destination = String(decoding: address)
                reportInvisible(in: links[index].destination, at: span)
            }
            // The picture inside the link already lacks words, so the link is not reported too.
            if links.count == index + 1, text.bytes[textStart...].allSatisfy({ $0 <= 0x20 }) {
                reportNoWords(isImage: isImage, at: span)
            }
        }
        node.setAddress(OpenSlots.placeholder)
    }

    private mutating func span(
        of node: MarkdownNode, to address: Span<UInt8>, from start: Int
    ) -> SourceSpan {
        guard let child = node.onlyText else { return finder.span(ofDestination: address, from: start) }
        return child.withLiteral { literal in
            let isBare = ["", "http://", "mailto:"].contains { prefix in
                address.count == prefix.utf8.count + literal.count && address.hasBytes(prefix.utf8, at: 0)
                    && address.hasBytes(literal, at: prefix.utf8.count)
            }
            return isBare
                ? finder.span(ofText: literal, from: start) : finder.span(ofDestination: address, from: start)
        }
    }
}
