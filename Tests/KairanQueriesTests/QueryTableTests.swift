import Testing

/// What queries choose and in which order, each asked of a collection and of a list of the same entries: the first is
/// answered by columns, the second by values.
@Suite struct QueryTableTests {
    private let site: SmallSite

    init() throws { site = try SmallSite(fiveItems) }

    private func expect(_ words: String, _ ids: String) throws {
        for source in ["items", "lists.all"] {
            let made = try site.shown("{ each: \(source), \(words) }")
            #expect(made == "[\(ids)]", "\(source), \(words)")
        }
    }

    /// A missing value is equal to none, and neither less nor more than any.
    @Test(arguments: [
        ("number: 2", "a c"), ("number: { is: 2 }", "a c"), ("number: { not: 2 }", "b d e"),
        ("number: { lessThan: 2 }", "d"), ("number: { atMost: 2 }", "a c d"), ("number: { moreThan: 2 }", "b"),
        ("number: { atLeast: 2 }", "a b c"), ("number: { in: [10, -1, 3] }", "b d"),
        ("number: { not: { atLeast: 2 } }", "d e"), ("number: { not: { in: [2, 10] } }", "d e"),
        ("number: { not: [{ in: [10] }, { lessThan: 0 }] }", "a c e"),
        ("number: { exists: true }", "a b c d"), ("number: { exists: false }", "e"),
        ("number: { moreThan: -1, lessThan: 10 }", "a c"), ("number: 2, kind: c", "c"),
        ("price: 1.50", "a b"), ("price: { lessThan: 1.5 }", "c"), ("price: { in: [-3.0] }", "c"),
        ("word: pear", "a"), ("word: { not: pear }", "b c d e"), ("word: { in: [Pear, apple] }", "b c"),
        ("kind: { lessThan: a }", "c"), ("kind: { atLeast: a }", "a b"), ("kind: { in: [c, b] }", "a c"),
        ("version: { moreThan: 3.9 }", "b c"), ("version: { atMost: 3.9.1 }", "a c"), ("version: \"3.10\"", "b"),
        ("isOpen: true", "a"), ("isOpen: { not: true }", "b c d e"),
        ("tags: { contains: y }", "a b"), ("tags: { not: { contains: x } }", "b c d e"),
        ("friend: b", "a c"), ("friend: { in: [b, c] }", "a c d"), ("friend: { not: b }", "b d e"),
        ("friend.number: 2", "d"), ("friend.friend: b", "d"), ("id: { in: [e, a] }", "a e"),
    ])
    func conditions(_ condition: String, _ ids: String) throws { try expect("where: { \(condition) }", ids) }

    /// Both ends of a range belong to it, and so does a window's last day.
    @Test(arguments: [
        ("day: 2026-04-30", "a"), ("day: { on: 2026-04-01 }", "b"), ("day: { lessThan: 2026-04-30 }", "b"),
        ("day: { between: [2026-04-01, 2026-04-30] }", "a b"), ("day: { between: [2026-04-02, 2026-05-01] }", "a c"),
        ("day: { moreThan: today }", "a c"),
        ("day: { atMost: \"today + 15 days\" }", "a b"),
        ("day: { not: { between: [2026-04-01, 2026-04-30] } }", "c d e"),
        ("meets: { on: 2026-04-17 }", "d"), ("meets: { on: 2026-04-18 }", ""),
        ("meets: { between: [2026-04-18, 2026-04-24] }", "d"), ("meets: { not: { on: today } }", "a b c d e"),
        ("shown: now", "b"), ("shown: past", "a"), ("shown: future", "c"), ("shown: { in: [past, future] }", "a c"),
        ("shown: { on: 2026-04-14 }", "a"), ("shown: { on: 2026-04-16 }", "c"),
        ("shown: { between: [2026-04-14, 2026-04-15] }", "a b"),
    ])
    func days(_ condition: String, _ ids: String) throws { try expect("where: { \(condition) }", ids) }

    @Test(arguments: [
        ("[{ number: 10 }, { kind: c }]", "b c"), ("[{ number: 2, kind: b }, { number: 2, word: Pear }]", "a c"),
        ("[{ number: 2 }, { number: { atMost: 2 } }]", "a c d"),
    ])
    func alternatives(_ alternatives: String, _ ids: String) throws { try expect("where: \(alternatives)", ids) }

    /// Equal elements stay in their order, in both directions, and those without a value come last.
    @Test(arguments: [
        ("number", "d a c b e"), ("-number", "b a c d e"), ("price", "c a b d e"), ("-price", "a b c d e"),
        ("day", "b a c d e"), ("-day", "c a b d e"), ("kind", "c b a d e"), ("version", "a c b d e"),
        ("-version", "b c a d e"), ("[number, -day]", "d c a b e"), ("[-number, kind]", "b c a d e"),
        ("isOpen", "b a c d e"), ("friend.number", "d a c b e"), ("-id", "e d c b a"), ("word", "c b a d e"),
        ("{ by: word, as: text }", "b a c d e"), ("{ by: -word, as: text }", "c a b d e"),
        ("[{ by: friend.word, as: text }, -id]", "c a d e b"), ("[kind, { by: word, as: text }]", "c b a d e"),
    ])
    func order(_ keys: String, _ ids: String) throws { try expect("sort: \(keys)", ids) }

    /// What is chosen is sorted first, then loses its duplicates, is gathered and at last cut.
    @Test(arguments: [
        ("unique: number", "a b d e"), ("unique: number, sort: -day", "c b d e"), ("together: number", "a c b d e"),
        ("together: number, sort: -id", "e d c a b"), ("skip: 1, limit: 2", "b c"), ("skip: 9", ""),
        ("limit: 9", "a b c d e"),
        ("where: { number: { atMost: 2 } }, sort: -number, skip: 1", "c d"),
        ("unique: price, skip: 1, limit: 1", "c"), ("unique: tags", "a b c"), ("unique: friend", "a b d"),
    ])
    func parts(_ words: String, _ ids: String) throws { try expect(words, ids) }
}
