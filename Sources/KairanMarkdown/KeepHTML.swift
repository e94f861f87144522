internal import KairanModel

// Raw HTML of trusted authors.
extension TreeWalk {
    /// Writes the cleaned HTML of a block.
    mutating func cleanHTMLBlock(_ node: MarkdownNode) {
        if node.cleanedPosition == nil { cleanBlocks(from: node) }
        guard let position = node.cleanedPosition else { return dropHTMLBlock(node) }
        beginBlock(node)
        let literal = node.withLiteral { Array(copying: $0) }
        var writer = CleanedWriter()
        for piece in cleaned[position] { write(piece, of: literal, node, &writer) }
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

    private mutating func write(
        _ piece: HTMLCleaner.Piece, of literal: [UInt8], _ node: MarkdownNode, _ writer: inout CleanedWriter
    ) {
        switch piece {
        case .html(let html): writer.html += html
        case .address(let address, let isImage, let offset, let html):
            let span = span(at: offset, of: address, in: literal, node)
            addLink(address, isImage: isImage, at: span)
            writer.html += openTag(isImage: isImage) + html
        case .place(let place): writer.html += own(place)
        case .words(let words): append(words, &writer)
        case .endOfBlock:
            text.endBlock()
            writer.needsSpace = false
        case .finding(let what, let offset, let isAttribute):
            report(what, isAttribute: isAttribute, at: span(at: offset, of: "", in: literal, node))
        }
    }

    private func openTag(isImage: Bool) -> String {
        let address = String(decoding: OpenSlots.placeholder, as: UTF8.self)
        return isImage ? "<img src=\"\(address)\"" : "<a href=\"\(address)\""
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

    /// Returns the attribute for a place of the page; nothing if something else has its name.
    private mutating func own(_ place: String) -> String {
        guard headingIDs.takes(place) else { return "" }
        ownPlaces.append(place)
        return " id=\"\(place)\""
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

    private mutating func report(_ what: String, isAttribute: Bool, at span: SourceSpan) {
        if isAttribute {
            // Of a hundred cells with one attribute the first says enough.
            guard toldAttributes.insert(what).inserted else { return }
            return report(
                Diagnostic(
                    .warning, .markdownHtml, "the attribute '\(what)' is dropped", at: span,
                    help: "how things look belongs in a template and its style sheet"))
        }
        report(
            Diagnostic(
                .warning, .markdownHtml, "raw HTML '<\(what)>' is dropped", at: span,
                help: "elements of texts, lists, tables, figures and pictures are kept, where they may stand"))
    }

    /// Returns the place of an address in a tag, or of the tag.
    private mutating func span(
        at offset: Int, of address: String, in literal: [UInt8], _ node: MarkdownNode
    ) -> SourceSpan {
        let line = node.startLine + literal[..<offset].count { $0 == 0x0A }
        if !address.isEmpty, !address.contains("\n"), let span = place(ofWritten: address, inLine: line) { return span }
        let end = literal[offset...].firstIndex { $0 == 0x0A || $0 == UInt8(ascii: ">") } ?? literal.endIndex
        let tag = String(decoding: literal[offset..<end], as: UTF8.self)
        return place(ofWritten: tag, inLine: line)
            ?? finder.places.span(at: finder.places.offset(ofLine: line), length: 1)
    }

    // MARK: Between words

    /// Keeps a tag between words that only trusted authors may write. Returns false for all others.
    mutating func keepInline(_ node: MarkdownNode) -> Bool {
        if node.decision == .none { node.decideAllowedTags(isInLink: !openLinks.isEmpty) }
        guard node.decision == .keep, let tag = node.withLiteral({ HTMLToken.read($0).first }),
            KeptElement(rawValue: tag.name) == nil
        else { return false }
        settleSoftBreak(before: node.next?.firstScalar)
        let span = node.withLiteral { self.place(of: $0, node) }
        guard tag.kind == .start else {
            node.setLiteral(Array("</\(tag.name)>".utf8))
            return true
        }
        var (attributes, ownID, address) = ("", "", nil as String?)
        for (key, value) in tag.attributes {
            if key == "href" && tag.name == "a" || key == "src" && tag.name == "img" {
                address = value
            } else if key == "id" || key == "name" && tag.name == "a" {
                if ownID.isEmpty, AllowedHTML.isPlace(value) { ownID = own(value) }
            } else {
                switch AllowedHTML.fate(of: key, on: tag.name) {
                case .kept: attributes += AllowedHTML.written(key, value) ?? ""
                case .dropped: report("\(key)' of '<\(tag.name)>", isAttribute: true, at: span)
                case .ours: break
                }
            }
        }
        if tag.name == "img" { return keepPicture(tag, address, attributes, at: span, node) }
        if let address {
            addLink(address, isImage: false, at: span)
            node.setLiteral(Array((openTag(isImage: false) + ownID + attributes + ">").utf8))
        } else {
            node.setLiteral(Array("<\(tag.name)\(ownID)\(attributes)\(tag.name == "wbr" ? " />" : ">")".utf8))
        }
        return true
    }

    private mutating func keepPicture(
        _ tag: HTMLToken, _ address: String?, _ attributes: String, at span: SourceSpan, _ node: MarkdownNode
    ) -> Bool {
        guard let address else { return false }
        addLink(address, isImage: true, at: span)
        let words = tag.attributes.first { $0.name == "alt" }?.value
        if let words { text.append(words.withoutReferences) }
        lastScalar = nil
        let html = openTag(isImage: true) + attributes + (words == nil ? " alt=\"\"" : "") + " />"
        node.setLiteral(Array(html.utf8))
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
            if node.kind == .link, let link = open.lastIndex(where: { $0.name == "a" }) {
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
