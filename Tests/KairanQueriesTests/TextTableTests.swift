import Testing

/// Texts with values in them, and the mistakes in such texts.
@Suite struct TextTableTests {
    private let site: SmallSite

    init() throws { site = try SmallSite(fiveItems) }

    /// The first item has the values pear, 2, 1.50, 30 April 2026 and the tags x and y.
    @Test(arguments: [
        ("{word}: {number}", "pear: 2"), ("{word, upper}", "PEAR"), ("{word, upper, lower}", "pear"),
        ("{word, cut 4}", "pear"), ("{word, cut 3}", "pe…"), ("{word, cut 3, upper}", "PE…"),
        ("{word, replace \"e\" with \"oo\"}", "pooar"), ("{word, replace \"e\" with \"\"}", "par"),
        ("{word, split \"p\", first}", "ear"), ("{word, replace \"e\" with \", ,\", split \",\", join \"+\"}", "p+ar"),
        ("{word, split \"r\", last}", "pea"), ("{word, split \"pear\", last}", ""),
        ("{tags, join \", \"}", "x, y"), ("{tags, upper, join \"\"}", "XY"),
        ("{day}", "2026-04-30"), ("{day, d MMM yyyy}", "30 Apr 2026"), ("{day, yyyy-MM, slug}", "2026-04"),
        ("{price}", "1.5"), ("{price, 0.00}", "1.50"), ("{price, 0}", "2"), ("{number, percent of price}%", "133%"),
        ("{site.title} {day.year}", "Items 2026"), ("{day, short}", "4/30/26"),
        ("{site.moment.time, short}", "12:00 AM"), ("{site.moment, short}", "4/15/26"),
        ("{{word}} is {word}", "{word} is pear"), ("{word, replace \"p\" with \"A B_\", slug}", "a-b-ear"),
    ])
    func texts(_ text: String, _ expected: String) throws {
        let made = try site.shown("{ first: items, where: { id: a }, value: { text: '\(text)' } }")
        #expect(made == expected, "\(text)")
    }

    /// The end of a window that is written as a day is shown as that day, the last one. A moment is shown as it is, and
    /// so is what apps compare: the value itself, and the forms of ISO 8601.
    @Test(arguments: [
        ("shown.until.text", "[2026-04-14 2026-04-15 - - -]"),
        ("shown.until.date.text", "[2026-04-14 2026-04-15 - - -]"),
        ("shown.from.text", "[- 2026-04-15 00:00 2026-04-16 00:00 - -]"),
        ("{ text: '{shown.until, d MMM}' }", "[14 Apr 15 Apr - - -]"),
        ("{ text: '{shown.until.date, d.M.yyyy, upper}' }", "[14.4.2026 15.4.2026 - - -]"),
        ("{ text: '{shown.until, short}' }", "[4/14/26 4/15/26 - - -]"),
        ("{ text: '{shown.until, yyyy-MM-dd}' }", "[2026-04-15 2026-04-16 - - -]"),
        ("{ text: '{shown.until, yyyyMMdd}' }", "[20260415 20260416 - - -]"),
        ("{ text: '{shown.until, d MMM HH:mm}' }", "[15 Apr 00:00 16 Apr 00:00 - - -]"),
        ("shown.until.date", "[2026-04-15 2026-04-16 - - -]"),
        ("{ text: '{shown.until.text} {shown.lastDay.text}' }", "[2026-04-14 2026-04-14 2026-04-15 2026-04-15 - - -]"),
    ])
    func endsOfWindows(_ shape: String, _ expected: String) throws {
        #expect(try site.shown("{ each: items, value: \(shape) }") == expected, "\(shape)")
    }

    /// After a list, a name gives what each of its elements has. What is missing is left out, and lists become one.
    @Test(arguments: [
        ("{all.word, join \", \"}", "pear, apple, Pear"), ("{all.id, upper, join \"\"}", "ABCDE"),
        ("{all.tags, join \" \"}", "x y y"), ("{all.friend.word, join \" \"}", "apple apple Pear"),
        ("{all.friend.friend.number, number, last}", "10"), ("{all.tags.count, join \" \"}", "2 1"),
        ("{all.day, d MMM, join \" \"}", "30 Apr 1 Apr 1 May"), ("{all.shown.until.text, first}", "2026-04-14"),
        ("{all.meets.text, join \" \"}", "every Friday"), ("{all.count}", "5"),
    ])
    func partsOfElements(_ text: String, _ expected: String) throws {
        let made = try site.shown("{ first: lists, value: { text: '\(text)' } }")
        #expect(made == expected, "\(text)")
    }

    @Test(arguments: [
        ("all.number: { contains: 10 }", "all"), ("all.number: { contains: 11 }", ""),
        ("all.tags: { contains: x }", "all"), ("all.tags: { not: { contains: x } }", ""),
        ("all.friend: { contains: c }", "all"), ("all.friend.word: { contains: Pear }", "all"),
        ("all.day: { on: 2026-05-01 }", "all"), ("all.day: { on: 2026-05-02 }", ""),
        ("all.meets: { on: 2026-05-01 }", "all"), ("all.shown: { contains: now }", "all"),
        ("all.friend.friend.price: { exists: true }", "all"), ("all.friend.friend.kind: { exists: true }", "all"),
        ("all.friend.friend.meets: { exists: true }", ""), ("all.friend.friend.meets: { exists: false }", "all"),
        ("all.shown.phase: { contains: future }", "all"), ("all.day: { between: [2026-05-02, 2026-06-01] }", ""),
    ])
    func conditionsOnElements(_ condition: String, _ ids: String) throws {
        #expect(try site.shown("{ each: lists, where: { \(condition) }, value: id }") == "[\(ids)]", "\(condition)")
    }

    /// A text in which a value is missing is missing too.
    @Test func missingValues() throws {
        #expect(try site.shown("{ each: items, value: { text: '{word}!' } }") == "[pear! apple! Pear! - -]")
    }

    @Test(arguments: [
        ("{wrod}", "33: nothing here is called 'wrod' [path.unknown]"),
        ("{word, uper}", "33: a text has no format 'uper' [text.format]"),
        ("{word, cut 0}", "33: 'cut 0' is not a format [text.format]"),
        ("{word", "32: this brace is not closed [text.brace]"),
        ("{tags}", "33: 'tags' is a list of texts, which is not a single text [text.format]"),
        (
            "{site.moment.time, long}",
            "33: 'long' is not a pattern for a time: a time has one form, short [text.format]"
        ),
        (
            "{site.moment.time, shrot}",
            "33: 'shrot' is not a pattern for a time: no pattern has this name [text.format]"
        ),
        ("{number, d MMM}", "33: a number has no format 'd MMM' [text.format]"),
    ])
    func mistakes(_ text: String, _ mistake: String) throws {
        let made = try site.mistakes(in: "{ each: items, value: { text: '\(text)' } }")
        #expect(made == [mistake], "\(text)")
    }

    /// Choices between shapes, lists that are joined, and parts of texts.
    @Test(arguments: [
        ("{ each: items, value: { if: { number: 2 }, then: word, else: { literal: x } } }", "[pear x Pear x x]"),
        ("{ each: items, value: { if: { number: 2 }, then: word } }", "[pear - Pear - -]"),
        ("{ each: items, value: { firstOf: [word, friend.word, { literal: none }] } }", "[pear apple Pear Pear none]"),
        (
            "{ each: [{ each: items, limit: 1, value: id }, { each: items, where: { number: -1 }, value: id }] }",
            "[a d]"
        ),
        ("{ each: items, limit: 2, value: { object: { text: id } } }", "[(a) (b)]"),
        ("{ each: items, limit: 2, value: { split: word, by: p } }", "[[ear] [a le]]"),
        ("{ each: items, value: { literal: { a: [1, x] } }, limit: 1 }", "[([1 x])]"),
    ])
    func choices(_ shape: String, _ value: String) throws {
        let made = try site.shown(shape)
        #expect(made == value, "\(shape)")
    }
}
