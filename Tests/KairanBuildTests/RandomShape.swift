import SiteTesting

/// Made-up shapes over one collection with fields of all types, and made-up entries of it.
struct RandomShape {
    var random: SeededNumbers

    static let declaration = """
        fields:
          name: text
          about: text?
          kind: { choice: { values: [pr, univ], numbers: { pr: 0, univ: 7 } } }
          level: { choice?: { low: Low, high: High } }
          rank: { integer: { minimum: 0, maximum: 9, default: 3 } }
          large: { integer?: { minimum: 0, maximum: 4294967295 } }
          spare: { integer?: { maximum: 5 } }
          price: decimal?
          share: { decimal: { minimum: -1, maximum: 1 } }
          isNew: boolean
          isOld: boolean?
          since: date
          ends: date?
          at: dateTime?
          opens: time?
          link: url?
          mail: email?
          call: phone?
          color: color?
          version: version?
          shown: window
          place: point?
          other: { reference?: things }
          tags: { list?: text }
          kinds: { list?: { choice: [a, b] } }
          sizes: { list?: { of: integer, minimum: 1, maximum: 3 } }
          box: { record?: { wide: integer, high: integer?, label: text?, mark: { oneOf?: [integer, null] } } }
          links: { list?: { record: { name: text, url: url, note: text? } } }
          over: { oneOf: [date, boolean, { choice: [x, y] }, null] }
          mix: { oneOf?: [{ integer: { minimum: 0 } }, { list: text }, url] }
          words: { keyed?: text }
          note: { oneOf?: [text, null] }
          dates: { keyed?: { oneOf: [date, { integer: { maximum: 9 } }] } }
        body: markdown

        """

    private static let required = [
        "id", "name", "kind", "kind.label", "kind.number", "rank", "share", "isNew", "since", "since.year",
        "since.month",
        "since.day", "since.weekday", "since.yearMonth", "since.text", "since.epoch", "shown.phase", "page.url",
        "page.path",
        "body.html", "body.text", "rank.text", "over",
    ]
    private static let optional = [
        "about", "level", "level.label", "spare", "large", "price", "isOld", "ends", "ends.month", "at", "at.date",
        "at.time",
        "at.epoch", "opens", "link", "mail", "call", "color", "color.red", "color.number", "version", "version.minor",
        "shown.from", "shown.until", "place.latitude", "place.position", "other.id", "other.name", "other.kind",
        "other.level", "other.other.rank", "other.ends.year", "other.place.longitude", "tags", "kinds", "sizes",
        "tags.count", "box.wide", "box.high",
        "box.label", "other.tags", "other.body.html", "other.page.url", "over.date", "over.boolean",
        "over.choice.label",
        "over.date.year", "mix", "mix.integer", "mix.list", "mix.list.count", "mix.url", "words", "words.count",
        "dates", "note", "other.note", "note.text", "box", "box.mark",
        "other.over", "other.mix", "other.dates",
    ]
    /// Literals that stand for some of the optional paths.
    private static let defaults = [
        "about": "\"none\"", "level": "\"\"", "spare": "-3000000000", "large": "-1", "price": "0.5", "isOld": "false",
        "ends": "\"\"",
        "mail": "\"\"", "link": "\"\"", "color": "\"\"", "version": "\"0.0\"", "other.name": "\"x\"",
        "other.kind": "univ",
        "other.level": "low", "other.other.rank": "99", "tags": "[]", "box.wide": "0", "opens": "\"\"",
        "tags.count": "0", "note": "none", "other.note": "1", "box.mark": "x",
    ]

    /// Makes a whole site.
    mutating func site() -> [String: String] {
        var files = [
            "content/site.yml": "title: T\nurl: https://t.example/\nmoment: 2026-04-15\n",
            "content/things/_collection.yml": Self.declaration,
            "templates/things/{id}.html.mustache": "---\nfor: things\n---\n{{name}}\n",
            "templates/api/v1/_version.yml": "status: current\n",
        ]
        let ids = (0..<Int.random(in: 1...4, using: &random)).map { "t\($0)" }
        for id in ids { files["content/things/\(id).md"] = entry(ids) }
        for number in 0..<6 { files["templates/api/v1/x\(number).json.yml"] = "data: \(shape(depth: 3))\n" }
        files["templates/api/v1/y/{id}.json.yml"] = "for: things\ndata: \(element(depth: 2))\n"
        let kinds = pick(["", ", where: { kind: pr }", ", where: { kind: { not: pr }, level: { exists: true } }"])
        files["templates/api/v1/z/{kind}.json.yml"] =
            "for: { each: things, by: kind\(kinds) }\ndata: { kind: value, all: { each: entries, value: \(element(depth: 2)) } }\n"
        return files
    }

    private mutating func entry(_ ids: [String]) -> String {
        let fields = [
            "name": ["A", "日本"], "about": ["x", "\"a \\\"b\\\" \\\\ \\n\""], "kind": ["pr", "univ"],
            "level": ["low", "high"], "rank": ["0", "9"], "spare": ["-3", "5", "-9007199254740991"],
            "large": ["0", "4294967295"], "price": ["1", "2.50", "-0.125"],
            "share": ["-1", "0.5", "1"], "isNew": ["true", "false"], "isOld": ["true"],
            "since": ["2026-01-31", "0999-02-28"],
            "ends": ["2026-12-31"], "at": ["2026-04-01T09:00", "2026-04-01T00:00:01Z"],
            "opens": ["\"18:30\"", "\"09:05:30\""],
            "link": ["https://a.example/é?x=1", "/things/t0.html"], "mail": ["a@example.org"], "call": ["03-1234-5678"],
            "color": ["\"#fff\""],
            "version": ["\"3.10\"", "\"1.2.3\""],
            "shown": ["always", "{ from: 2026-04-01 }", "{ from: 2026-05-01, until: 2026-06-01 }"],
            "place": ["{ latitude: 35.5, longitude: 139.5 }"], "other": ids, "tags": ["[]", "[a, é]"],
            "kinds": ["[a, b]"],
            "sizes": ["[1]", "[1, 2, 3]"],
            "box": ["{ wide: 1 }", "{ wide: 1, high: 2, label: x, mark: 3 }", "{ wide: 1, mark: null }"],
            "links": ["[{ name: a, url: \"https://a.example/\" }]"],
            "over": ["2026-01-31", "true", "false", "x", "null"], "mix": ["3", "[a]", "[]", "https://a.example/"],
            "note": ["null", "x"], "words": ["{}", "{ a: b, \"1 2\": c }"],
            "dates": ["{ a: 2026-01-31, b: -3 }", "{ \"日\": 9 }"],
        ]
        let always = ["name", "kind", "share", "isNew", "since", "shown", "over"]
        let lines = fields.sorted { $0.key < $1.key }.compactMap { field, values -> String? in
            always.contains(field) || chance(2) ? values.randomElement(using: &random).map { "\(field): \($0)\n" } : nil
        }
        return "---\n\(lines.joined())---\nSome *text*.\n"
    }

    /// Makes a shape that stands outside any entry.
    private mutating func shape(depth: Int) -> String {
        let inner = depth > 0 ? element(depth: depth - 1) : path()
        let query = "things\(query())"
        return switch Int.random(in: 0..<10, using: &random) {
        case 0, 1: "{ each: \(query), value: \(inner) }"
        case 2: "{ first: \(query), value: \(inner) }"
        case 3: "{ count: \(query) }"
        case 4:
            "{ group: \(query), by: \(pick(["kind", "level", "name", "rank", "tags", "since.yearMonth"])), value: \(inner) }"
        case 5: "{ keyed: \(query), by: id, value: \(inner) }"
        case 6:
            "{ each: \(query), by: \(pick(["kind", "level", "rank"])), value: { key: value, of: { each: entries, value: \(inner) } } }"
        case 7:
            pick([
                "{ literal: null }", "{ literal: 5 }", "{ literal: [1, 2] }", "{ text: \"{site.title}!\" }", "site.url",
            ])
        case 8 where depth == 0:
            pick([
                "{ each: things.tags, unique: value, value: value }",
                "{ each: things.links, value: { name: name, note?: note } }",
                "{ each: things.other.sizes, where: { value: { atLeast: 2 } }, value: { size: value } }",
                "{ each: [{ each: things, value: { a: rank, b: level, c?: spare, d: since.month } }, { each: things, where: { level: low }, value: { a: spare, b: level, c?: rank, d: rank } }], where: { b: { exists: true } }, value: { own: a, b: b, c?: c, d: d } }",
                "{ each: [{ each: things, value: { a: { firstOf: [note, about] }, b?: box.mark } }, { each: things, value: { a: name, b?: box.mark } }], value: { a: a, b: b, c?: b, d?: a } }",
                "{ each: [{ each: things, value: { a: [rank], b?: kind } }, { each: things, where: { kind: pr }, value: { a: [rank], b?: kind } }], sort: b }",
                "{ each: things, by: tags, groups: [-entries.count, value], value: { place: { position: 1 }, tag: value } }",
                "{ \(pick(["sum", "mean"])): things\(self.query()), of: \(pick(["rank", "spare", "large", "price", "share", "other.rank"])) }",
                "{ sum: things.sizes, of: value, where: { value: { moreThan: 1 } } }",
                "{ count: things, unique: \(pick(["tags", "kinds", "sizes", "kind"])) }",
                "{ group: things, by: \(pick(["tags", "rank"])), groups: \(pick(["seen", "-value", "[entries.count, label]"])), value: { position: 0 } }",
                "{ each: things.kinds, by: value, value: { kind: value, count: entries.count } }",
            ])
        case 8 where depth > 0: "[\(shape(depth: depth - 1)), \(shape(depth: depth - 1))]"
        default:
            depth > 0 ? "{ a: \(shape(depth: depth - 1)), \"b c\": \(shape(depth: depth - 1)) }" : "{ count: things }"
        }
    }

    /// Makes a shape for an entry.
    private mutating func element(depth: Int) -> String {
        guard depth > 0 else { return path() }
        switch Int.random(in: 0..<10, using: &random) {
        case 0: return path()
        case 1: return "[\(path()), \(element(depth: depth - 1))]"
        case 2:
            let condition = pick([
                "kind: $kind", "kind: { not: $kind }", "kinds: { not: { contains: b } }", "name: { in: $tags }",
                "level: $level", "level: { in: [$level, low] }",
            ])
            return
                "{ each: things, where: { \(condition) }, value: { own: \(path()), id: $id, rank: $rank, level?: $level } }"
        case 3: return "{ first: links, value: { name: name, note: note, url?: url } }"
        case 4: return "{ if: \(conditions()), then: \(element(depth: depth - 1)) }"
        case 5: return "{ if: \(conditions()), then: \(element(depth: depth - 1)), else: \(element(depth: depth - 1)) }"
        default:
            let members = (0..<Int.random(in: 1...5, using: &random)).map { number in
                let isOptional = chance(4)
                return
                    "\"k\(number)\(isOptional ? "?" : "")\": \(isOptional ? pick(Self.optional) : element(depth: depth - 1))"
            }
            return "{ \(members.joined(separator: ", ")) }"
        }
    }

    private mutating func path() -> String {
        if chance(4), let path = Self.defaults.keys.sorted().randomElement(using: &random) {
            return "{ firstOf: [\(path), { literal: \(Self.defaults[path] ?? "") }] }"
        }
        if chance(8) {
            return pick([
                "{ text: \"{name} {rank}\" }", "{ each: links, value: url }", "{ count: links }",
                "{ each: tags, where: { value: { not: a } }, value: value }",
                "{ between: [\(pick(["since", "ends", "today", "2026-01-31"])), \(pick(["since", "at.date", "today"]))], in: \(pick(["days", "weeks", "months", "years"])) }",
                "{ day: \"\(pick(["since", "ends", "today"])) + \(pick(["1 day", "18 months"]))\" }",
                "{ split: about, by: \" \" }",
                "{ text: '{\(pick(["name", "about", "kind.label"])), \(pick(["upper", "lower, slug", "cut 2", "initial", "replace \"A\" with \"\""]))}' }",
                "{ text: \"{since, YYYY'W'ww} {rank, upper}\" }", "{ text: '{links.url, join \" \"}' }",
                "{ text: '{sizes, join \", \"}' }", "since.weekYear",
                "ends.week",
                "{ each: kinds, sort: -value, value: { value: value } }",
                "{ each: sizes, where: { value: { not: { atLeast: 3 } } }, value: { size: value } }",
                "{ text: \"{over.date}\" }",
                "{ each: words, value: { key: key, word: value } }", "{ keyed: dates, by: key, value: value.date }",
                "{ each: dates, sort: key, value: value }",
                "{ first: dates, where: { value: { is: integer } }, value: value }",
                "{ if: \(conditions()) }",
                "{ firstOf: [\(pick(Self.optional)), \(pick(Self.optional)), \(pick(Self.required))] }",
                "{ firstOf: [\(pick(Self.optional)), \(pick(Self.optional))] }", "{ if: { since: { atMost: $ends } } }",
            ])
        }
        return pick(chance(2) ? Self.required : Self.optional)
    }

    private mutating func query() -> String {
        var words = ""
        if chance(2) {
            words += ", where: \(conditions())"
        }
        if chance(2) { words += ", sort: \(pick(["name", "-rank", "since"]))" }
        if chance(4) { words += ", limit: 2" }
        return words
    }

    private mutating func conditions() -> String {
        pick([
            "{ \(pick(["about", "level", "spare", "ends", "other", "other.ends", "tags", "box", "place"])): { exists: true } }",
            "{ kind: pr }", "{ rank: { atLeast: 3 } }",
            "[{ level: low }, { spare: { exists: true } }]", "{ shown: now }", "{ spare: { lessThan: 9 } }",
            "{ kind: { not: pr } }", "{ kind: { in: [univ, pr] }, level: { not: low } }", "{ kind.number: 7 }",
            "{ level: { atLeast: high } }", "[{ kind: pr }, { kind: univ, level: low }]", "{ other.kind: univ }",
            "{ other.level: { not: low } }", "{ shown: { in: [now, future] } }", "{ shown.phase: { not: past } }",
            "{ level: { exists: false } }", "{ level: { not: { in: [low] } } }", "{ kind: { not: { in: [pr] } } }",
            "{ rank: { not: { moreThan: 3 } } }",
            "{ kind: { not: { moreThan: pr } }, tags: { not: { exists: false } } }", "{ kind: pr, kind.number: 7 }",
            "{ isNew: true }",
            "{ over: { is: date } }", "{ note: null }", "{ note: { exists: true } }", "{ over: { not: null } }",
            "{ over: x }", "{ over: { in: [boolean, null] } }",
            "{ over.date: { exists: true } }", "{ mix: { is: integer } }", "{ mix.integer: { moreThan: 2 } }",
        ])
    }

    private mutating func pick(_ words: [String]) -> String { words.randomElement(using: &random) ?? "" }

    private mutating func chance(_ of: Int) -> Bool { Int.random(in: 0..<of, using: &random) == 0 }
}
