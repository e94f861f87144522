internal import KairanModel

// Raw HTML of trusted authors.
extension TreeWalk {
    /// Writes the cleaned HTML of a block.
    mutating func cleanHTMLBlock(_ node: MarkdownNode) {
        if node.cleanedPosition == nil { cleanBlocks(from: node) }
        guard let position = node.cleanedPosition else { return dropHTMLBlock(node) }
        beginBlock(node)
        let html = node.withLiteral { Array(copying: $0) }
        let places = HTMLPlaces(ofBlock: html, from: node.startLine, in: &finder.places)
        let start = finder.places.offset(ofLine: node.startLine)
        var writer = CleanedWriter()
        for piece in cleaned[position] { write(piece, places, start, &writer) }
        text.endBlock()
        lastScalar = nil
        if writer.html.isEmpty { return node.remove() }
        node.setLiteral(Array(writer.html.utf8) + [0x0A])
    }

    /// Cleans the blocks of HTML beside each other, since one may open what another ends.
    private mutating func cleanBlocks(from first: MarkdownNode) {
        var (blocks, next) = ([[HTMLToken]](), Optional(first))
        var nodes: [MarkdownNode] = []
        while let node = next {
            next = node.next
            guard node.kind == .htmlBlock else { continue }
            if !markers.isEmpty { node.rewriteTexts(.htmlBlock, markers.stripped) }
            blocks.append(node.withLiteral { HTMLToken.read($0) })
            nodes.append(node)
        }
        for (node, pieces) in zip(nodes, HTMLCleaner.cleaned(blocks)) {
            node.cleanedPosition = cleaned.count
            cleaned.append(pieces)
        }
    }

    private struct CleanedWriter {
        var html = ""
        var needsSpace = false
    }

    /// - Parameter start: The offset in the source of what stands nowhere else in it.
    private mutating func write(
        _ piece: HTMLCleaner.Piece, _ places: HTMLPlaces, _ start: Int, _ writer: inout CleanedWriter
    ) {
        switch piece {
        case .html(let html): writer.html += html
        case .tag(let tag): writer.html += written(tag, places, start)
        case .words(let words): append(words, &writer)
        case .endOfBlock:
            text.endBlock()
            writer.needsSpace = false
        case .finding(let finding): report(finding, places, start)
        }
    }

    /// Writes a start tag, notes where it leads and what place it is, and reports what of it is dropped.
    private mutating func written(_ tag: CleanedTag, _ places: HTMLPlaces, _ start: Int) -> String {
        for finding in tag.findings { report(finding, places, start) }
        if let address = tag.address {
            let isThere = places.source(of: address.valueRange, in: finder.places.bytes) != nil
            let range = isThere ? address.valueRange : address.range
            addLink(address.value, isImage: tag.name == "img", at: span(of: range, places, start))
        }
        guard let place = tag.place else { return tag.html(place: "") }
        // Something else may have its name.
        guard headingIDs.takes(place.value) else {
            report(HTMLFinding(kind: .value(place.name, of: tag.name), range: place.range), places, start)
            return tag.html(place: "")
        }
        ownPlaces.append(place.value)
        return tag.html(place: " id=\"\(place.value)\"")
    }

    /// Notes a link or a picture, whose address must lead somewhere like any other.
    private mutating func addLink(_ address: String, isImage: Bool, at span: SourceSpan) {
        var destination = address.withoutReferences
        destination = String(destination.unicodeScalars.filter { $0.value > 0x1F && $0.value != 0x7F }).trimmedSpaces
        if let scheme = dangerousScheme(of: destination) {
            reportDanger(scheme, at: span)
            destination = ""
        }
        reportInvisible(in: destination, at: span)
        links.append(.init(destination: destination, isImage: isImage, span: span))
    }

    private mutating func append(_ words: String, _ writer: inout CleanedWriter) {
        let plain = words.withoutReferences
        let parts = plain.split(whereSeparator: \.isWhitespace)
        guard let first = plain.first, let last = plain.last, !parts.isEmpty else {
            if !plain.isEmpty { writer.needsSpace = true }
            return
        }
        if writer.needsSpace || first.isWhitespace { text.appendSpace() }
        text.append(parts.joined(separator: " "))
        writer.needsSpace = last.isWhitespace
    }

    private mutating func report(_ finding: HTMLFinding, _ places: HTMLPlaces, _ start: Int) {
        // An attribute is told once for each kind of element, as a table may have it in a hundred cells.
        if finding.isAttribute, !toldAttributes.insert(finding.kind).inserted { return }
        let span = span(of: finding.range, places, start)
        report(Diagnostic(.warning, .markdownHtml, finding.message, at: span, help: finding.help))
    }

    private mutating func span(of range: Range<Int>, _ places: HTMLPlaces, _ start: Int) -> SourceSpan {
        let source = places.source(of: range, in: finder.places.bytes)
        return finder.places.span(at: source?.lowerBound ?? start, length: source?.count ?? 1)
    }

    // MARK: Between words

    /// Keeps a tag between words that only trusted authors may write. Returns false for all others.
    mutating func keepInline(_ node: MarkdownNode) -> Bool {
        if node.decision == .none { node.decideAllowedTags(isInLink: isInRawLink || !openLinks.isEmpty) }
        guard node.decision == .keep, let token = node.withLiteral({ HTMLToken.read($0).first }),
            KeptElement(rawValue: token.name) == nil
        else { return false }
        let tag = CleanedTag(token)
        guard !tag.isNothing else {
            node.decision = .drop
            return false
        }
        settleSoftBreak(before: node.next?.firstScalar)
        if token.name == "a" { isInRawLink = token.kind == .start }
        guard token.kind == .start else {
            node.setLiteral(Array("</\(token.name)>".utf8))
            return true
        }
        let html = node.withLiteral { Array(copying: $0) }
        let start = finder.start(of: node, marks: "<")
        let lineEnd = html.span.firstOffset(of: 0x0A, in: 0..<html.count) ?? html.count
        let found = finder.offset(ofText: html.span.extracting(..<lineEnd), from: start)
        let places = HTMLPlaces(ofTag: html, at: found ?? start, in: finder.places)
        node.setLiteral(Array(written(tag, places, found ?? start).utf8))
        if tag.name == "img" {
            if let words = tag.words { text.append(words.withoutReferences) }
            lastScalar = nil
        }
        return true
    }
}

extension MarkdownNode {
    /// Decides which tags among this node and those after it stay, as `decideTags` does for the few of all authors.
    fileprivate func decideAllowedTags(isInLink: Bool) {
        var (open, next) = ([(name: String, node: MarkdownNode)](), Optional(self))
        var counts: [String: Int] = [:]
        while let node = next {
            next = node.next
            // A link in a link would end the other one.
            if counts["a", default: 0] > 0, node.holdsLink, let link = open.lastIndex(where: { $0.name == "a" }) {
                open.remove(at: link)
                counts["a"] = 0
            }
            guard node.kind == .htmlInline else { continue }
            node.decision = .drop
            guard let tag = node.withLiteral({ HTMLToken.read($0).first }), tag.kind != .text,
                AllowedHTML.inline.contains(tag.name)
            else { continue }
            if AllowedHTML.void.contains(tag.name) {
                if tag.kind == .start { node.decision = .keep }
            } else if tag.kind == .start {
                guard tag.name != "a" || !isInLink && counts["a", default: 0] == 0 else { continue }
                open.append((tag.name, node))
                counts[tag.name, default: 0] += 1
            } else if counts[tag.name, default: 0] > 0, let start = open.lastIndex(where: { $0.name == tag.name }) {
                open[start].node.decision = .keep
                node.decision = .keep
                for (name, _) in open[start...] { counts[name, default: 0] -= 1 }
                open.removeLast(open.count - start)
            }
        }
    }
}

extension MarkdownNode {
    /// This is true for a node that is a link, or has one in it, at any depth.
    private var holdsLink: Bool {
        var found = [self]
        while let node = found.popLast() {
            if node.kind == .link || node.kind == .footnoteReference { return true }
            guard node.kind != .image else { continue }
            var child = node.firstChild
            while let each = child {
                found.append(each)
                child = each.next
            }
        }
        return false
    }
}

extension HeadingIDs {
    /// Returns whether nothing else has an id, which is then taken.
    mutating func takes(_ id: String) -> Bool { taken.insert(id).inserted }
}

extension String {
    fileprivate var trimmedSpaces: String {
        var text = drop { $0 == " " }
        while text.last == " " { text.removeLast() }
        return String(text)
    }

    /// The text with its commonest references of HTML resolved. All others are written with `&amp;`, and mean nothing.
    fileprivate var withoutReferences: String {
        guard contains("&") else { return self }
        let names = ["amp": "&", "lt": "<", "gt": ">", "quot": "\"", "apos": "'", "nbsp": "\u{A0}", "colon": ":"]
        return replacing(/&(#[0-9]{1,7}|#[xX][0-9A-Fa-f]{1,6}|[A-Za-z]+);?/) { match in
            let name = match.1
            if name.hasPrefix("#") {
                let isHex = name.dropFirst().first.map { "xX".contains($0) } ?? false
                let number = UInt32(name.dropFirst(isHex ? 2 : 1), radix: isHex ? 16 : 10)
                return number.flatMap(Unicode.Scalar.init).map { String(Character($0)) } ?? ""
            }
            return names[String(name)] ?? String(match.0)
        }
    }
}
