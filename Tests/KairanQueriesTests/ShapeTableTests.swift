import Testing

/// The values that shapes make of five entries.
@Suite struct ShapeTableTests {
    private let site: SmallSite

    init() throws { site = try SmallSite(fiveItems) }

    private func expect(_ shape: String, _ value: String) throws {
        let made = try site.shown(shape)
        #expect(made == value)
    }

    /// A point of a line that has no label is not marked, and only bends the line.
    @Test func bentLine() throws {
        let site = try SmallSite([
            "site.yml": "title: Walks\nurl: https://example.org/\n",
            "walks/_collection.yml": "fields: { way: { list: { record: { at: point, name: text? } } } }\n",
            "walks/a.yml": """
            way: [{ at: { latitude: 54.1, longitude: 10.1 }, name: Start }, { at: { latitude: 54.3, longitude: 10.3 } },
              { at: { latitude: 54.2, longitude: 10.5 }, name: Finish }]
            """,
        ])
        let map = "map: way, at: at, label: name, title: A walk"
        let bent = try site.shown("{ first: walks, value: { \(map), line: true } }")
        #expect(bent.split(separator: "class=\"map-pin\"").count == 3)
        let marked = try site.shown("{ first: walks, value: { \(map) } }")
        #expect(marked.split(separator: "class=\"map-pin\"").count == 4)
    }

    @Test(arguments: [
        ("{ each: items, value: number }", "[2 10 2 -1 -]"),
        (
            "{ each: items, where: { number: 2 }, value: { a: word, b?: friend.word, c: day.year } }",
            "[(pear apple 2026) (Pear apple 2026)]"
        ),
        ("{ each: items, value: { count: items, where: { friend: $id } } }", "[0 2 1 0 0]"),
        ("{ each: items, limit: 2, value: { each: items, where: { number: $number }, value: id } }", "[[a c] [b]]"),
        ("{ each: items, limit: 1, value: { count: items, where: { number: { moreThan: $price } } } }", "[3]"),
        (
            "{ each: items, limit: 2, value: { each: items, skip: 3, limit: 1, "
                + "value: [$id, { count: items, where: { number: $number } }, { count: items, where: { number: $$number } }] } }",
            "[[[a 1 2]] [[b 1 1]]]"
        ),
        (
            "{ each: lists, value: { each: all, limit: 1, value: { each: items, limit: 1, value: [$$id, $$all.count] } } }",
            "[[[[all 5]]]]"
        ),
        (
            "{ each: items, by: number, value: { each: entries, value: { count: items, where: { number: $$value } } } }",
            "[[1] [2 2] [1]]"
        ),
        ("{ each: items, limit: 2, value: { position: 1 } }", "[1 2]"),
        ("{ each: lists.all, value: id }", "[a b c d e]"), ("{ each: items.tags }", "[x y y]"),
        ("{ each: items.tags, unique: value }", "[x y]"), ("site.title", "Items"),
        ("[site.title, site.path]", "[Items /]"),
    ])
    func paths(_ shape: String, _ value: String) throws { try expect(shape, value) }

    /// Groups have the order of their values unless another one is asked for; an entry without a value is in none.
    @Test(arguments: [
        (
            "{ each: items, by: number, value: { v: value, e: { each: entries, value: id } } }",
            "[(-1 [d]) (2 [a c]) (10 [b])]"
        ),
        ("{ each: items, by: number, groups: seen, value: value }", "[2 10 -1]"),
        ("{ each: items, by: number, groups: [-entries.count, -value], value: value }", "[2 10 -1]"),
        ("{ each: items, by: kind, value: value }", "[c a b]"),
        ("{ each: items, by: tags, value: entries.count }", "[1 2]"),
        ("{ each: items, by: number, sort: -day, value: { each: entries, value: id } }", "[[d] [c a] [b]]"),
        ("{ group: items, by: tags, value: id }", "{x: [a], y: [a b]}"),
        ("{ keyed: items, by: id, where: { number: 2 }, value: word }", "{a: pear, c: Pear}"),
    ])
    func groups(_ shape: String, _ value: String) throws { try expect(shape, value) }

    @Test(arguments: [
        ("{ first: items, sort: -number, value: id }", "b"), ("{ first: items, where: { number: 7 }, value: id }", "-"),
        ("{ count: items }", "5"), ("{ count: items, where: { number: 2 } }", "2"),
        ("{ count: items, unique: tags }", "2"),
        ("{ count: items, skip: 1, limit: 3 }", "3"), ("{ count: items, skip: 9 }", "0"),
        ("{ sum: items, of: number }", "13"), ("{ sum: items, of: price }", "0"),
        ("{ first: items, sort: version, value: version }", "3.9"),
        ("{ first: items, sort: -version, value: version }", "3.10"), ("{ mean: items, of: number }", "3.25"),
        ("{ sum: items, of: number, where: { number: 7 } }", "0"),
        ("{ mean: items, of: number, where: { number: 7 } }", "-"),
        ("{ count: [{ each: items, value: { a: id } }, { each: lists, value: { a: id } }] }", "6"),
        ("{ count: [{ each: items, value: { a: id } }, { each: lists, value: { a: id } }], where: { a: b } }", "1"),
    ])
    func totals(_ shape: String, _ value: String) throws { try expect(shape, value) }

    /// Numbers of one entry, of which each must have a value.
    @Test(arguments: [
        ("{ each: items, value: { sum: [number, number] } }", "[4 20 4 -2 -]"),
        ("{ each: items, value: { sum: [number, price] } }", "[3.5 11.5 -1 - -]"),
        ("{ each: items, value: { mean: [number, price] } }", "[1.75 5.75 -0.5 - -]"),
        (
            "{ each: items, value: { sum: [price, { firstOf: [number, { literal: 0 }] }, { literal: 0.1 }] } }",
            "[3.6 11.6 -0.9 - -]"
        ),
        ("{ sum: [{ count: items }, { sum: items, of: number }] }", "18"),
        ("{ each: lists, value: { n: { sum: [all.count, { literal: 1 }] } } }", "[(6)]"),
        ("{ object: { sum: [{ literal: a }] } }", "([a])"),
    ])
    func sumsOfOneEntry(_ shape: String, _ value: String) throws { try expect(shape, value) }

    @Test(arguments: [
        ("{ between: [2026-01-31, 2026-03-01], in: days }", "29"),
        ("{ between: [2026-03-01, 2026-01-31], in: weeks }", "-4"),
        ("{ between: [today, 2027-04-15], in: years }", "1"), ("{ between: [today, 2027-04-14], in: months }", "11"),
        ("{ each: items, value: { between: [today, day], in: days } }", "[15 -14 16 - -]"),
        ("{ each: days, from: 2026-02-27, until: 2026-03-01, value: day }", "[2026-02-27 2026-02-28 2026-03-01]"),
        ("{ each: weeks, from: today, until: today, value: firstDay }", "[2026-04-12]"),
        ("{ each: months, from: this month, until: \"today + 1 month\", value: lastDay }", "[2026-04-30 2026-05-31]"),
        (
            "{ each: items, limit: 2, value: { occurrences: shown, from: 2026-04-13, until: 2026-04-16 } }",
            "[[2026-04-13 2026-04-14] [2026-04-15]]"
        ),
        ("{ each: items, value: { sum: [number, -price] } }", "[0.5 8.5 5 - -]"),
        ("{ each: items, value: { sum: [-number, { literal: 3 }] } }", "[1 -7 1 4 -]"),
        ("{ sum: items, of: -number }", "-13"), ("{ sum: [{ count: items }, { sum: items, of: -number }] }", "-8"),
        (
            "{ each: items, value: { first: { occurrences: meets, from: today, until: today + 7 days } } }",
            "[- - - 2026-04-17 -]"
        ),
        (
            "{ each: { occurrences: site.moment, from: today, until: today }, value: { text: '{value, d MMM}' } }",
            "[15 Apr]"
        ),
        (
            "{ each: items, where: { id: d }, value: "
                + "{ occurrences: meets, from: today, until: today + 14 days, time: site.moment.time } }",
            "[[2026-04-17T00:00:00+09:00 2026-04-24T00:00:00+09:00]]"
        ), ("{ count: { occurrences: site.moment, from: today, until: today } }", "1"),
    ])
    func days(_ shape: String, _ value: String) throws { try expect(shape, value) }

    @Test(arguments: [
        ("{ each: itmes }", "9: there is no collection or list 'itmes' [query.source]"),
        ("{ each: items, value: nmber }", "23: nothing here is called 'nmber' [path.unknown]"),
        ("{ each: items, sort: tags }", "22: a list of texts has no order [query.sort]"),
        ("{ each: items, where: { number: x } }", "33: 'x' is not an integer [field.type]"),
        ("{ each: items, where: { number: { above: 2 } } }", "35: there is no comparison 'above' [query.where]"),
        ("{ each: items, where: { tags: x } }", "31: 'tags' is a list [query.where]"),
        ("{ each: items, limit: 0 }", "23: 'limit' must be a whole number of at least 1 [declaration.type]"),
        (
            "{ each: items, where: { day: { between: [2026-05-01, 2026-04-30] } } }",
            "54: '2026-04-30' is before '2026-05-01' [query.range]"
        ),
        ("{ sum: items, of: word }", "19: 'sum' adds up numbers or durations, and 'word' is a text [shape.of]"),
        (
            "{ each: items, value: { sum: [number, word] } }",
            "39: 'sum' adds up numbers or durations, and 'word' is a text [shape.of]"
        ),
        ("{ each: items, value: { sum: [] } }", "30: 'sum' names nothing that it adds up [shape.of]"),
        (
            "{ each: items, value: { sum: [number], of: price } }",
            "40: 'of' means nothing where 'sum' names numbers of one entry [shape.of]"
        ),
        ("{ between: [today], in: days }", "12: 'between' needs two days [query.day]"),
    ])
    func mistakes(_ shape: String, _ mistake: String) throws {
        let made = try site.mistakes(in: shape)
        #expect(made == [mistake])
    }
}
