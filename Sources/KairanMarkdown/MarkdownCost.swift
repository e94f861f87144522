internal import KairanModel

/// A construct that no author writes and that costs cmark-gfm time or output quadratic in the length of the document.
struct MarkdownCost {
    /// The offset at which the construct begins.
    var offset: Int
    var kind: Kind

    enum Kind {
        /// An unclosed `<?`, `<!X` or `<![CDATA[`. From each of them the rest of the paragraph is searched.
        case openMarkup
        /// An unclosed `![`. Each link after several of them checks all of them.
        case openPictures
        /// A long address or title that is used often. Each use is a copy.
        case references
        /// A table in which each cell is looked up among thousands in its row.
        case tableColumns
    }

    /// The largest number of columns in a table.
    static let columnLimit = 1_000

    /// The number of bytes, or brackets, that may be searched in vain.
    fileprivate static let searchLimit = 100_000_000

    /// The number of bytes that the copies of one reference may take.
    fileprivate static let copyLimit = 10_000_000
}

extension [UInt8] {
    /// Returns the first construct in a text that exceeds a limit.
    func hopelessCost() -> MarkdownCost? {
        guard count > MarkdownCost.columnLimit else { return nil }
        if let wide = costOfTables() { return wide }
        // The cost of a short text is at most the square of half its length.
        return count / 2 * (count / 2) > MarkdownCost.copyLimit ? costOfParagraphs() ?? costOfReferences() : nil
    }

    /// Finds a line with more cells than a table may have, in a paragraph that also has a delimiter row.
    private func costOfTables() -> MarkdownCost? {
        var (at, wide, hasDashes) = (0, Int?.none, false)
        while at < count {
            let end = span.firstOffset(of: 0x0A, in: at..<count) ?? count
            let cells = end - at > MarkdownCost.columnLimit ? self[at..<end].count { $0 == UInt8(ascii: "|") } : 0
            if cells > MarkdownCost.columnLimit + 1 { wide = wide ?? at }
            hasDashes = hasDashes || isDelimiterRow(at..<end)
            if let wide, hasDashes { return MarkdownCost(offset: wide, kind: .tableColumns) }
            if isBlankLine(at..<end) { (wide, hasDashes) = (nil, false) }
            at = end + 1
        }
        return nil
    }

    /// Returns whether a line is a row such as `| --- | :-: |`, which may be quoted.
    private func isDelimiterRow(_ line: Range<Int>) -> Bool {
        let bytes = span.extracting(line)
        return bytes.contains(UInt8(ascii: "-")) && bytes.allSatisfy { "|:- \t\r>".utf8.contains($0) }
    }

    private func costOfParagraphs() -> MarkdownCost? {
        var work = 0
        var at = 0
        while at < count {
            let end = paragraphEnd(from: at)
            // The text is read backwards, so that each opening mark comes after everything that may close it.
            var (closesQuestion, closesAngle, closesData) = (false, false, false)
            var (open, pictures, ends) = (0, 0, 0)
            var offset = end
            while offset > at {
                offset -= 1
                switch self[offset] {
                case UInt8(ascii: ">"):
                    closesAngle = true
                    if offset > at, self[offset - 1] == UInt8(ascii: "?") { closesQuestion = true }
                    if offset > at + 1, self[offset - 1] == UInt8(ascii: "]"), self[offset - 2] == UInt8(ascii: "]") {
                        closesData = true
                    }
                case UInt8(ascii: "<") where offset + 2 < end:
                    let isOpen =
                        switch (self[offset + 1], self[offset + 2]) {
                        case (UInt8(ascii: "?"), _): !closesQuestion
                        case (UInt8(ascii: "!"), UInt8(ascii: "[")): !closesData
                        case (UInt8(ascii: "!"), UInt8(ascii: "A")...UInt8(ascii: "Z")): !closesAngle
                        default: false
                        }
                    if isOpen { open += end - offset }
                case UInt8(ascii: "]"): ends += 1
                case UInt8(ascii: "[") where offset > at && self[offset - 1] == UInt8(ascii: "!"): pictures += 1
                default: break
                }
            }
            if pictures * ends > MarkdownCost.searchLimit { return MarkdownCost(offset: at, kind: .openPictures) }
            work += open
            if work > MarkdownCost.searchLimit { return MarkdownCost(offset: at, kind: .openMarkup) }
            at = end + 1
        }
        return nil
    }

    /// Estimates the cost as if each bracket used the longest definition. A definition with its title extends to the
    /// next one or to the end of its paragraph.
    private func costOfReferences() -> MarkdownCost? {
        var longest = (offset: 0, length: 0)
        var (uses, at) = (0, 0)
        var definition: Int?
        while at < count {
            let end = span.firstOffset(of: 0x0A, in: at..<count) ?? count
            uses += self[at..<end].reduce(0) { $0 + ($1 == UInt8(ascii: "[") ? 1 : 0) }
            if isBlankLine(at..<end) { definition = nil }
            if span.firstOffset(of: Array("]:".utf8), in: at..<end) != nil { definition = at }
            if let definition, end - definition > longest.length { longest = (definition, end - definition) }
            at = end + 1
        }
        guard longest.length * uses > MarkdownCost.copyLimit else { return nil }
        return MarkdownCost(offset: longest.offset, kind: .references)
    }

    /// Returns the end of the lines before the next blank one.
    private func paragraphEnd(from start: Int) -> Int {
        var at = start
        while at < count {
            let end = span.firstOffset(of: 0x0A, in: at..<count) ?? count
            if isBlankLine(at..<end), at > start { return at }
            at = end + 1
        }
        return count
    }

    private func isBlankLine(_ line: Range<Int>) -> Bool {
        self[line].allSatisfy { $0 == 0x20 || $0 == 0x09 || $0 == 0x0D }
    }
}

extension Diagnostic {
    static func tooCostly(_ kind: MarkdownCost.Kind, at span: SourceSpan) -> Diagnostic {
        switch kind {
        case .openMarkup:
            Diagnostic(
                .error, .markdownSize, "too much of this paragraph follows a '<?' or '<!' that nothing closes",
                at: span, help: "write &lt; for a '<' that is text, or leave lines blank between paragraphs")
        case .openPictures:
            Diagnostic(
                .error, .markdownSize, "this paragraph has too many '![' and ']'", at: span,
                help: "leave lines blank between the pictures")
        case .references:
            Diagnostic(
                .error, .markdownSize, "references to this address and title would repeat them too often",
                at: span, help: "make it shorter, or use it less often")
        case .tableColumns:
            Diagnostic(
                .error, .markdownSize, "this table has more than \(MarkdownCost.columnLimit) columns", at: span,
                help: "write rows where it has columns, or make several tables")
        }
    }
}

extension Diagnostic {
    static func tooDeep(at span: SourceSpan) -> Diagnostic {
        Diagnostic(
            .error, .markdownNesting, "nested more than \(TreeWalk.nestingLimit) levels deep", at: span,
            help: "nest fewer quotes, lists or emphases inside each other")
    }
}
