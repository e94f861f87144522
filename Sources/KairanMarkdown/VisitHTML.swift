internal import KairanModel

// MARK: - Raw HTML

extension TreeWalk {
    mutating func visitInlineHTML(_ node: MarkdownNode) {
        if keepsHTML, imageDepth == 0, keepInline(node) { return }
        let tag = node.withLiteral { InlineTag($0) }
        if imageDepth == 0 {
            if node.decision == .none { node.decideTags() }
            if node.decision == .keep, let tag { return keepTag(tag, node) }
        }
        node.withLiteral { html in
            guard let finding = htmlTags.finding(in: html) else { return }
            reportHTML(finding, at: place(of: html, node), lacksOther: imageDepth == 0 && tag.map(comesInPairs) == true)
        }
        guard imageDepth == 0, tag?.separates == true, joinsWords(node) else { return node.remove() }
        text.appendSpace()
        node.setLiteral([0x20])
    }

    /// Returns whether a tag is dropped only because its other one is missing.
    private func comesInPairs(_ tag: InlineTag) -> Bool {
        guard keepsHTML, tag.element == nil else { return tag.element != nil }
        return tag.name != "a" && !AllowedHTML.void.contains(tag.name) && AllowedHTML.inline.contains(tag.name)
    }

    /// Returns whether the words before and after a tag would be one word without it.
    private func joinsWords(_ node: MarkdownNode) -> Bool {
        guard let before = text.bytes.last, before > 0x20, softBreak == nil, let after = node.next?.firstScalar else {
            return false
        }
        return !after.properties.isWhitespace
    }

    mutating func place(of html: Span<UInt8>, _ node: MarkdownNode) -> SourceSpan {
        let start = finder.start(of: node, marks: "<")
        let end = html.firstOffset(of: 0x0A, in: 0..<html.count) ?? html.count
        return finder.span(ofText: html.extracting(..<end), from: start)
    }

    /// Keeps a tag that changes how the text is read, without attributes that could do more.
    private mutating func keepTag(_ tag: InlineTag, _ node: MarkdownNode) {
        settleSoftBreak(before: node.next?.firstScalar)
        if let attribute = tag.droppedAttribute {
            let span = node.withLiteral { place(of: $0, node) }
            diagnostics.append(
                Diagnostic(
                    .warning, .markdownHtml, "the attribute '\(attribute)' of '<\(tag.name)>' is dropped", at: span,
                    help: "only title and lang are kept"))
        }
        plainElements.enter(tag, &text)
        if tag.element == .br { (lastScalar, isLineStart) = (nil, true) }
        node.setLiteral(tag.html)
    }

    mutating func dropHTMLBlock(_ node: MarkdownNode) {
        node.withLiteral { html in
            guard let finding = htmlTags.finding(in: html) else { return }
            let skippedLines = (0..<finding.offset).count { html[$0] == 0x0A }
            let end = (finding.offset..<html.count).first { html[$0] == 0x0A || html[$0] == 0x0D } ?? html.count
            finder.enterBlock(node)
            let start = finder.places.offset(ofLine: node.startLine + skippedLines)
            reportHTML(finding, at: finder.span(ofText: html.extracting(finding.offset..<end), from: start))
        }
        node.remove()
    }

    private mutating func reportHTML(
        _ finding: RawHTMLTags.Finding, at span: SourceSpan, lacksOther: Bool = false
    ) {
        let what = finding.tag.isEmpty ? "raw HTML" : "raw HTML '\(finding.tag)'"
        diagnostics.append(
            Diagnostic(
                .warning, .markdownHtml, "\(what) is dropped", at: span,
                help: lacksOther
                    ? "its start or its end is missing in this part of the text"
                    : keepsHTML
                        ? HTMLFinding.help(forTag: finding.tag)
                        : "write it in Markdown, or put it into a template"))
    }
}
