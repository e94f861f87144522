internal import KairanModel

/// Cleans the blocks of raw HTML that stand beside each other in a text, and balances their tags, so that no element of
/// a text can end one of the page around it.
struct HTMLCleaner {
    /// A piece of a cleaned block, in the order of the text.
    enum Piece {
        case html(String)
        case tag(CleanedTag)
        case words(String)
        case endOfBlock
        case finding(HTMLFinding)
    }

    private var open: [(name: String, token: Int)] = []
    /// The start tags whose elements end with their own block, as nothing ends them later.
    private var unended: Set<Int> = []
    private var pieces: [Piece] = []
    private var skipped: (name: String, depth: Int)?
    /// The numbers of elements that ended or were dropped before their end tags, which are then no loss.
    private var ended: [String: Int] = [:]

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
            drop(token)
            if AllowedHTML.withContent.contains(name) { skipped = (name, 1) }
            return
        }
        closeImplied(by: name)
        guard fits(name), open.count < Self.nestingLimit else { return drop(token) }
        if AllowedHTML.block.contains(name) || AllowedHTML.parents[name] != nil { pieces.append(.endOfBlock) }
        write(CleanedTag(token))
        if !AllowedHTML.void.contains(name) { open.append((name, number)) }
    }

    private mutating func drop(_ token: HTMLToken) {
        pieces.append(.finding(HTMLFinding(kind: .element(token.name), range: token.range)))
        ended[token.name, default: 0] += 1
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
            if let last = open.last, AllowedHTML.isHeading(name), AllowedHTML.isHeading(last.name) {
                close(to: open.count - 1)
            }
        }
    }

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

    private mutating func write(_ tag: CleanedTag) {
        guard !tag.isNothing else { return pieces += tag.findings.map(Piece.finding) }
        pieces.append(.tag(tag))
        if tag.name == "br" { pieces.append(.endOfBlock) }
        if let words = tag.words { pieces.append(.words(words)) }
    }

    // MARK: End tags

    private mutating func visitEnd(_ token: HTMLToken) {
        let cells: Set = ["td", "th", "caption", "table"]
        for index in open.indices.reversed() {
            if open[index].name == token.name {
                close(to: index)
                ended[token.name, default: 0] -= 1
                return
            }
            // Nothing in a cell ends an element around the table.
            if cells.contains(open[index].name), AllowedHTML.parents[token.name] == nil, token.name != "table" { break }
        }
        guard !AllowedHTML.void.contains(token.name) else { return }
        if let count = ended[token.name], count > 0 {
            ended[token.name] = count - 1
        } else {
            pieces.append(.finding(HTMLFinding(kind: .end(token.name), range: token.range)))
        }
    }

    private mutating func close(to count: Int) {
        while open.count > count {
            let (name, _) = open.removeLast()
            ended[name, default: 0] += 1
            pieces.append(.html("</\(name)\(CleanedTag.mark(name))>"))
            if AllowedHTML.block.contains(name) || AllowedHTML.parents[name] != nil { pieces.append(.endOfBlock) }
        }
    }
}
