internal import KairanModel

/// A text with markers at places where CommonMark's rules do not work for Chinese, Japanese and Korean.
///
/// - A `*` or `~` run between a punctuation mark and a letter, one of which is CJK, opens and closes emphasis whatever
/// is outside (the amendment of markdown-cjk-friendly). A marker makes the punctuation mark look like a letter.
/// - A bare address ends before CJK text. A marker ends it.
///
/// A marker before a tag alone on its line makes it the start of a paragraph, not of a block of HTML, which would be
/// dropped with all its words.
///
/// Inside code and HTML the markers have no effect, and are removed with all others. The installed cmark-gfm is
/// therefore used unchanged, and no example of the GFM specification changes; all of them are tests.
struct MarkedText {
    /// The text with markers, which is the text itself if it needs none.
    let bytes: [UInt8]
    let markers: MarkerSet

    /// - Parameter keepsTags: False where blocks of HTML are not dropped.
    init(_ text: ArraySlice<UInt8>, keepsTags: Bool = true) {
        let source = Array(text)
        let mayHaveTags = keepsTags && source.span.contains(UInt8(ascii: "<"))
        guard mayHaveTags || source.span.hasNonASCII else {
            (bytes, markers) = (source, [])
            return
        }
        var scanner = MarkScanner(source: source, keepsTags: keepsTags)
        scanner.scan()
        markers = scanner.markers
        bytes = scanner.insertions.isEmpty ? source : scanner.textWithInsertions
    }
}

extension Span<UInt8> {
    fileprivate var hasNonASCII: Bool {
        var at = 0
        while at + 32 <= count {
            let bits = word(at: at) | word(at: at + 8) | word(at: at + 16) | word(at: at + 24)
            if bits & 0x8080_8080_8080_8080 != 0 { return true }
            at += 32
        }
        while at < count {
            if self[at] >= 0x80 { return true }
            at += 1
        }
        return false
    }
}

/// Finds the places for markers in one pass over the bytes.
struct MarkScanner {
    let source: [UInt8]
    private(set) var insertions: [Insertion] = []
    private(set) var markers: MarkerSet = []
    /// The place where the last bare address was ended. The text after it is preceded by a marker, not by the address.
    private var lastAddressEnd = -1
    private lazy var hasOwnPunctuationMarker =
        source.span.firstOffset(of: Marker.punctuation, in: 0..<source.count) != nil

    private let keepsTags: Bool

    init(source: [UInt8], keepsTags: Bool) { (self.source, self.keepsTags) = (source, keepsTags) }

    struct Insertion: Comparable {
        var offset: Int
        /// The order at one place. The end of an address comes first.
        var order: Int
        var marker: [UInt8]

        static func < (left: Insertion, right: Insertion) -> Bool {
            (left.offset, left.order) < (right.offset, right.order)
        }
    }

    mutating func scan() {
        let source = source
        var at = 0
        while at < source.count {
            switch source[at] {
            case UInt8(ascii: "*"), UInt8(ascii: "~"): at = visitRun(at)
            case UInt8(ascii: ":"), UInt8(ascii: "w"): at = visitAddress(at)
            case UInt8(ascii: "\\"): at += at + 1 < source.count && isASCIIPunctuation(source[at + 1]) ? 2 : 1
            case UInt8(ascii: "["): at = visitBracket(at)
            case UInt8(ascii: "<"): at = visitTag(at)
            case 0xEF:
                // The author's own noncharacters would be taken for markers, and never reach an output.
                if isNoncharacter(at: at, in: source.span) { markers.insert(.noncharacters) }
                at += 3
            // Most letters of such a text are three bytes long.
            case 0xE1...0xEE: at += 3
            default: at += 1
            }
        }
    }

    var textWithInsertions: [UInt8] {
        var text: [UInt8] = []
        text.reserveCapacity(source.count + insertions.count * 4)
        var copied = 0
        var previous: Insertion?
        for insertion in insertions.sorted() where insertion != previous {
            text += source[copied..<insertion.offset]
            text += insertion.marker
            copied = insertion.offset
            previous = insertion
        }
        text += source[copied...]
        return text
    }

    private mutating func insert(_ marker: [UInt8], order: Int, at offset: Int) {
        markers.insert(marker == Marker.punctuation ? .punctuation : .noncharacters)
        insertions.append(Insertion(offset: offset, order: order, marker: marker))
    }

    /// Skips the label of a footnote. It becomes an `id` in the HTML, so it may not contain a marker.
    private func visitBracket(_ start: Int) -> Int {
        guard start + 1 < source.count, source[start + 1] == UInt8(ascii: "^") else { return start + 1 }
        let end = source[start...].prefix(1000).firstIndex { $0 == UInt8(ascii: "]") || $0 == UInt8(ascii: "\n") }
        return end ?? start + 1
    }

    /// Marks a tag alone on its line that stands between words elsewhere.
    private mutating func visitTag(_ start: Int) -> Int {
        // Only the first tag of a line is looked at any closer.
        guard keepsTags, source[..<start].reversed().first(where: { !isOfContainer($0) }) ?? 0x0A == 0x0A else {
            return start + 1
        }
        let lineEnd = source.span.firstOffset(of: 0x0A, in: start..<source.count) ?? source.count
        guard let end = source.span.firstOffset(of: UInt8(ascii: ">"), in: start..<lineEnd),
            source[(end + 1)..<lineEnd].allSatisfy({ $0 <= 0x20 }),
            let tag = InlineTag(source.span.extracting(start...end)), tag.element != nil || !tag.separates
        else { return start + 1 }
        insert(Marker.letter, order: 1, at: start)
        return end + 1
    }

    private mutating func visitAddress(_ start: Int) -> Int {
        guard let end = source.endOfBareAddress(around: start, after: lastAddressEnd) else { return start + 1 }
        insert(Marker.addressEnd, order: 0, at: end)
        lastAddressEnd = end
        return end
    }

    private mutating func visitRun(_ start: Int) -> Int {
        let delimiter = source[start]
        var end = start
        while end < source.count, source[end] == delimiter { end += 1 }
        let isTilde = delimiter == UInt8(ascii: "~")
        // Three or more tildes are a fence or have no meaning.
        if isTilde, end - start > 2 { return end }
        var (before, after) = (start, end)
        if !isTilde {
            // Strikethrough runs are skipped, as in cmark-gfm.
            while before > 0, source[before - 1] == UInt8(ascii: "~") { before -= 1 }
            while after < source.count, source[after] == UInt8(ascii: "~") { after += 1 }
        }
        let left =
            before == lastAddressEnd ? Neighbor(kind: .letter, isCJK: true) : source.span.neighbor(endingAt: before)
        let right = source.span.neighbor(startingAt: after)
        guard left.isCJK || right.isCJK else { return end }
        switch (left.kind, right.kind) {
        case (.letter, .punctuation):
            mark(after, orOtherSide: before, isUnderscore: source[after] == UInt8(ascii: "_"))
        case (.punctuation, .letter):
            mark(before, orOtherSide: after, isUnderscore: source[before - 1] == UInt8(ascii: "_"))
        default: break
        }
        return end
    }

    /// Makes the punctuation mark at `place` look like a letter. If that would keep a `_` from being a delimiter, the
    /// letter on the other side is made to look like punctuation, which has the same effect on the run.
    private mutating func mark(_ place: Int, orOtherSide other: Int, isUnderscore: Bool) {
        if !isUnderscore {
            insert(Marker.letter, order: 1, at: place)
        } else if !hasOwnPunctuationMarker {
            insert(Marker.punctuation, order: 1, at: other)
        }
    }
}
