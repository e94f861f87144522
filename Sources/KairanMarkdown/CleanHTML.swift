internal import KairanModel

/// Cleans the blocks of raw HTML that stand beside each other in a text, and balances their tags, so that no element of
/// a text can end one of the page around it.
struct HTMLCleaner {
    /// A piece of a cleaned block, in the order of the text.
    enum Piece {
        case html(String)
        /// A link or a picture, whose address is filled in later.
        case address(String, isImage: Bool, offset: Int, html: String)
        /// A place of the page, whose `id` may be taken already.
        case place(String)
        case words(String)
        case endOfBlock
        /// Something that is dropped.
        case finding(String, offset: Int, isAttribute: Bool)
    }

    private var open: [(name: String, token: Int)] = []
    /// The start tags whose elements end with their own block, as nothing ends them later.
    private var unended: Set<Int> = []
    private var pieces: [Piece] = []
    private var skipped: (name: String, depth: Int)?

    private static let nestingLimit = 60

    /// Returns the pieces of each block.
    static func cleaned(_ blocks: [[HTMLToken]]) -> [[Piece]] {
        var cleaner = HTMLCleaner()
        var result = cleaner.run(blocks)
        // Elements that nothing ends are found only at the end. Without them others may lose their end, too.
        for round in 0..<3 where !cleaner.open.isEmpty {
            let all = round == 2 ? Set(0..<blocks.reduce(0) { $0 + $1.count }) : Set(cleaner.open.map(\.token))
            let known = cleaner.unended.union(all)
            cleaner = HTMLCleaner()
            cleaner.unended = known
            result = cleaner.run(blocks)
        }
        return result
    }

    private mutating func run(_ blocks: [[HTMLToken]]) -> [[Piece]] {
        var number = 0
        return blocks.map { tokens in
            pieces = []
            skipped = nil
            for token in tokens {
                visit(token, number)
                number += 1
            }
            endBlock()
            return pieces
        }
    }

    /// Closes what may not reach over the Markdown after a block.
    private mutating func endBlock() {
        let first = open.firstIndex { unended.contains($0.token) || !mayCross($0.name) } ?? open.count
        // An element inside one that ends here ends here, too.
        var keep = first
        while keep > 0, !AllowedHTML.containers.contains(open[keep - 1].name) { keep -= 1 }
        close(to: keep)
        pieces.append(.endOfBlock)
    }

    private func mayCross(_ name: String) -> Bool {
        AllowedHTML.containers.contains(name) || AllowedHTML.tableParts.contains(name)
            || ["ul", "ol", "dl"].contains(name)
    }

    private mutating func visit(_ token: HTMLToken, _ number: Int) {
        if let skipped {
            guard token.name == skipped.name else { return }
            let depth = skipped.depth + (token.kind == .start ? 1 : token.kind == .end ? -1 : 0)
            self.skipped = depth == 0 ? nil : (skipped.name, depth)
            return
        }
        switch token.kind {
        case .text:
            pieces.append(.html(AllowedHTML.escaped(token.text)))
            pieces.append(.words(token.text))
        case .start: visitStart(token, number)
        case .end: visitEnd(token)
        }
    }

    // MARK: Start tags

    private mutating func visitStart(_ token: HTMLToken, _ number: Int) {
        let name = token.name
        guard AllowedHTML.isAllowed(name) else {
            pieces.append(.finding(name, offset: token.offset, isAttribute: false))
            if AllowedHTML.withContent.contains(name) { skipped = (name, 1) }
            return
        }
        closeImplied(by: name)
        guard fits(name), open.count < Self.nestingLimit else {
            pieces.append(.finding(name, offset: token.offset, isAttribute: false))
            return
        }
        if AllowedHTML.block.contains(name) || AllowedHTML.parents[name] != nil { pieces.append(.endOfBlock) }
        write(token)
        if !AllowedHTML.void.contains(name) { open.append((name, number)) }
    }

    /// Closes the elements that a browser closes before a start tag.
    private mutating func closeImplied(by name: String) {
        switch name {
        case "li": closeLast(of: ["li"], until: ["ul", "ol"])
        case "dt", "dd": closeLast(of: ["dt", "dd"], until: ["dl"])
        case "td", "th": closeLast(of: ["td", "th"], until: ["tr", "table"])
        case "tr": closeLast(of: ["tr"], until: ["thead", "tbody", "tfoot", "table"])
        case "thead", "tbody", "tfoot":
            closeLast(of: ["thead", "tbody", "tfoot", "caption", "colgroup"], until: ["table"])
        case "caption", "colgroup": closeLast(of: ["caption", "colgroup"], until: ["table"])
        default:
            guard AllowedHTML.block.contains(name) else { return }
            closeLast(of: ["p"], until: ["td", "th", "caption", "table"])
            if let last = open.last, isHeading(name), isHeading(last.name) { close(to: open.count - 1) }
        }
    }

    private func isHeading(_ name: String) -> Bool { name.utf8.count == 2 && name.first == "h" && name != "hr" }

    private mutating func closeLast(of names: Set<String>, until limits: Set<String>) {
        for index in open.indices.reversed() {
            if names.contains(open[index].name) { return close(to: index) }
            if limits.contains(open[index].name) { return }
        }
    }

    /// Returns whether an element may stand in the innermost open one.
    private func fits(_ name: String) -> Bool {
        let parent = open.last?.name
        if let parents = AllowedHTML.parents[name] { return parent.map(parents.contains) ?? false }
        if let parent, AllowedHTML.tableParts.contains(parent) { return false }
        return name != "a" || !open.contains { $0.name == "a" }
    }

    private mutating func write(_ token: HTMLToken) {
        let name = token.name
        var (text, address) = ("", nil as String?)
        var places: [String] = []
        for (key, value) in token.attributes {
            if key == "href" && name == "a" || key == "src" && name == "img" {
                address = value
            } else if key == "id" || key == "name" && name == "a" {
                if AllowedHTML.isPlace(value) { places.append(value) }
            } else {
                switch AllowedHTML.fate(of: key, on: name) {
                case .kept: text += AllowedHTML.written(key, value) ?? ""
                case .dropped:
                    pieces.append(.finding("\(key)' of '<\(name)>", offset: token.offset, isAttribute: true))
                case .ours: break
                }
            }
        }
        if name == "img" {
            guard let address else { return }
            if !token.attributes.contains(where: { $0.name == "alt" }) { text += " alt=\"\"" }
            pieces.append(.address(address, isImage: true, offset: token.offset, html: text + " />"))
            pieces.append(.words(token.attributes.first { $0.name == "alt" }?.value ?? ""))
        } else if let address {
            pieces.append(.address(address, isImage: false, offset: token.offset, html: ""))
            if let place = places.first { pieces.append(.place(place)) }
            pieces.append(.html(text + ">"))
        } else {
            pieces.append(.html("<\(name)"))
            if let place = places.first { pieces.append(.place(place)) }
            let isVoid = AllowedHTML.void.contains(name)
            pieces.append(.html(text + (isVoid ? " />" : Self.mark(name) + ">")))
            if name == "br" { pieces.append(.endOfBlock) }
        }
    }

    /// Returns the space that tells an element from one that Markdown makes, of which `OpenSlots` knows the ids and the
    /// alerts.
    private static func mark(_ name: String) -> String {
        name == "blockquote" || name.utf8.count == 2 && name.first == "h" && name != "hr" ? " " : ""
    }

    // MARK: End tags

    private mutating func visitEnd(_ token: HTMLToken) {
        let cells: Set = ["td", "th", "caption", "table"]
        for index in open.indices.reversed() {
            if open[index].name == token.name { return close(to: index) }
            // Nothing in a cell ends an element around the table.
            if cells.contains(open[index].name), AllowedHTML.parents[token.name] == nil, token.name != "table" {
                return
            }
        }
    }

    private mutating func close(to count: Int) {
        while open.count > count {
            let (name, _) = open.removeLast()
            pieces.append(.html("</\(name)\(Self.mark(name))>"))
            if AllowedHTML.block.contains(name) || AllowedHTML.parents[name] != nil { pieces.append(.endOfBlock) }
        }
    }
}
