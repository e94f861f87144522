package import KairanModel

/// Renders GitHub Flavored Markdown to HTML with open links and an outline.
///
/// Raw HTML is dropped with a warning, or cleaned where the authors are trusted. A dangerous address is an error and is
/// emptied. CJK text is emphasized, linked and joined over lines as its authors expect. The function may be called on
/// several threads at once.
package func renderMarkdown(_ source: MarkdownSource) -> Diagnosed<RenderedMarkdown> {
    let text = MarkedText(source.bytes, keepsTags: !source.keepsHTML)
    let bytes = text.bytes
    var places = SourcePlaces(bytes: bytes, markers: text.markers, source: source)
    if let offset = hopelessNesting(in: bytes) {
        return Diagnosed(.empty, [.tooDeep(at: places.span(at: offset, length: 1))])
    }
    if let cost = bytes.hopelessCost() {
        return Diagnosed(.empty, [.tooCostly(cost.kind, at: places.span(at: cost.offset, length: 1))])
    }
    let tree = MarkdownTree(parsing: bytes.span)
    var walk = TreeWalk(places: places, keepsHTML: source.keepsHTML)
    walk.run(tree)
    guard !walk.isNestedTooDeep else { return Diagnosed(.empty, walk.diagnostics) }
    let headingIDs = walk.outline.map(\.id)
    let slots = tree.withHTML { OpenSlots(html: $0, headingIDs: headingIDs, quotes: walk.quotes) }
    var links = walk.links
    for (index, offset) in zip(links.indices, slots.offsets) { links[index].offset = offset }
    let anchors = headingIDs + walk.ownPlaces + slots.footnoteAnchors
    lead(&links, toPlaces: anchors, ofHeadings: headingIDs)
    let rendered = RenderedMarkdown(
        openHTML: String(decoding: slots.bytes, as: UTF8.self), links: links, outline: walk.outline,
        anchors: anchors, alerts: Set(walk.quotes.compactMap(\.self)))
    var diagnostics = walk.diagnostics
    if let reference = bytes.controlReference(), rendered.hasControlCharacter {
        diagnostics.append(
            .controlCharacter(at: places.span(at: reference.lowerBound, length: reference.count)))
    }
    return Diagnosed(rendered, diagnostics)
}

/// Completes the links to headings of the same text whose ids are written as the headings are read.
private func lead(_ links: inout [RenderedMarkdown.Link], toPlaces anchors: [String], ofHeadings ids: [String]) {
    let places = links.indices.filter { links[$0].destination.utf8.first == UInt8(ascii: "#") }
    guard !places.isEmpty else { return }
    let (anchors, headings) = (Set(anchors), VisibleHeadings(ids))
    for index in places {
        let place = unescapedPath(String(links[index].destination.dropFirst()))
        if !anchors.contains(place), let id = headings.id(meantBy: place) { links[index].destination = "#\(id)" }
    }
}

/// Returns the text that a reader of the HTML would read. It is empty for a text that is nested too deep.
package func plainText(of source: MarkdownSource) -> PlainText {
    let text = MarkedText(source.bytes, keepsTags: !source.keepsHTML)
    let bytes = text.bytes
    guard hopelessNesting(in: bytes) == nil, bytes.hopelessCost() == nil else { return .empty }
    var walk = TreeWalk(
        places: SourcePlaces(bytes: bytes, markers: text.markers, source: source), keepsHTML: source.keepsHTML)
    walk.run(MarkdownTree(parsing: bytes.span))
    return walk.isNestedTooDeep
        ? .empty
        : PlainText(
            text: walk.text.text, alerts: walk.alertTitles, headings: walk.headings, figures: walk.figures)
}

/// Returns the offset at which a line is nested too deep for a tree of cmark-gfm, such as by thousands of quote marks
/// or bullets.
func hopelessNesting(in text: [UInt8]) -> Int? {
    var at = 0
    while at < text.count {
        var marks = 0
        var limitOffset = at
        while at < text.count, let isMark = text.isContainerMark(at) {
            if isMark { marks += 1 }
            if marks == TreeWalk.nestingLimit + 1, isMark { limitOffset = at }
            if marks > 10_000 { return limitOffset }
            at += 1
        }
        guard let lineEnd = text.span.firstOffset(of: 0x0A, in: at..<text.count) else { return nil }
        at = lineEnd + 1
    }
    return nil
}

extension [UInt8] {
    /// Returns true for a mark, false for white space, and nil for a byte that can only be text of a block.
    fileprivate func isContainerMark(_ at: Int) -> Bool? {
        switch self[at] {
        case 0x20, 0x09: return false
        case UInt8(ascii: ">"): return true
        case UInt8(ascii: "-"), UInt8(ascii: "+"), UInt8(ascii: "*"):
            return at + 1 < count && isBlank(self[at + 1]) ? true : nil
        default: return nil
        }
    }
}
