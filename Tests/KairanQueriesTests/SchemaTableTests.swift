import KairanReaders
import Testing

/// What a shape promises, whatever the content holds.
@Suite struct SchemaTableTests {
    private static func ads(_ fields: String) throws -> SmallSite {
        try SmallSite([
            "site.yml": "title: T\nurl: https://t.example/\n", "ads/_collection.yml": "mayBeEmpty: true\n\(fields)",
        ])
    }

    @Test(arguments: [
        (
            #"{ sum: items, of: price }"#,
            #"{"type":"number"}"#
        ),
        (
            #"{ sum: [{ count: items }, -site.moment.date.year] }"#,
            #"{"type":"integer","format":"int64"}"#
        ),
        (
            #"{ first: items, sort: id, required: true, value: id }"#,
            #"{"type":"string"}"#
        ),
        (
            #"{ occurrences: site.moment, from: today, until: today, time: site.moment.time }"#,
            #"{"type":"array","items":{"type":"string","format":"date-time"}}"#
        ),
        (
            #"{ first: { occurrences: site.moment, from: today, until: today } }"#,
            #"{"type":["string","null"],"format":"date"}"#
        ),
        (
            #"{ first: items, sort: id, value: day }"#,
            #"{"type":["string","null"],"format":"date"}"#
        ),
        (
            #"{ each: items, where: { word: { exists: true } }, value: word }"#,
            #"{"type":"array","items":{"type":"string"}}"#
        ),
        (
            #"{ each: items, value: { if: { word: { exists: true } }, then: word, else: { literal: '' } } }"#,
            #"{"type":"array","items":{"type":"string"}}"#
        ),
        (
            #"{ each: items, value: { if: { word: { exists: true }, number: 2 }, then: [word, day] } }"#,
            #"{"type":"array","items":{"type":["array","null"],"prefixItems":[{"type":"string"},{"type":["string","null"],"format":"date"}],"items":false,"minItems":2}}"#
        ),
        (
            #"{ each: items, value: { if: [{ word: { exists: true } }, { number: 2 }], then: word, else: id } }"#,
            #"{"type":"array","items":{"type":["string","null"]}}"#
        ),
        (
            #"{ count: items }"#,
            #"{"type":"integer","format":"int32","minimum":0}"#
        ),
        (
            #"{ each: items, value: word }"#,
            #"{"type":"array","items":{"type":["string","null"]}}"#
        ),
        (
            #"{ each: items, value: { text: '{word}!' } }"#,
            #"{"type":"array","items":{"type":["string","null"]}}"#
        ),
        (
            #"{ each: items, limit: 3, value: isOpen }"#,
            #"{"type":"array","items":{"type":["boolean","null"]}}"#
        ),
        (
            #"{ each: items, value: { if: { number: 2 }, then: word, else: number } }"#,
            #"{"type":"array","items":{"type":["integer","string","null"]}}"#
        ),
        (
            #"{ each: items, value: tags }"#,
            #"{"type":"array","items":{"type":["array","null"],"items":{"type":"string"}}}"#
        ),
        (
            #"{ each: items, value: version }"#,
            #"{"type":"array","items":{"type":["string","null"],"pattern":"^[0-9]+(\\.[0-9]+){1,3}(-[0-9A-Za-z.-]+)?$"}}"#
        ),
        (
            #"[site.title, site.path]"#,
            #"{"type":"array","prefixItems":[{"type":"string"},{"type":"string","format":"iri"}],"items":false,"minItems":2}"#
        ),
        (
            #"{ literal: [1, x] }"#,
            #"{"type":"array","prefixItems":[{"type":"integer","format":"int64"},{"type":"string"}],"items":false,"minItems":2}"#
        ),
        (
            #"{ keyed: items, by: id, value: shown.phase }"#,
            #"{"type":"object","additionalProperties":{"type":["string","null"],"enum":["past","now","future",null]},"x-keys":"items.id"}"#
        ),
        (
            #"{ each: items, value: [id, number] }"#,
            #"{"type":"array","items":{"type":"array","prefixItems":[{"type":"string"},{"type":["integer","null"],"format":"int64"}],"items":false,"minItems":2}}"#
        ),
        (
            #"{ each: items, value: { id: id, n: number, "w?": word } }"#,
            #"{"type":"array","items":{"type":"object","properties":{"id":{"type":"string"},"n":{"type":["integer","null"],"format":"int64"},"w":{"type":"string"}},"required":["id","n"]}}"#
        ),
        (
            #"{ group: items, by: kind, value: id }"#,
            #"{"type":"object","properties":{"c":{"type":"array","items":{"type":"string"}},"a":{"type":"array","items":{"type":"string"}},"b":{"type":"array","items":{"type":"string"}}},"required":["c","a","b"]}"#
        ),
    ])
    func shapes(_ shape: String, _ schema: String) throws {
        let made = try SmallSite(fiveItems).schema(of: shape)
        #expect(made == schema, "\(shape)")
    }

    /// 32 bits are promised only where no value can need more.
    @Test(arguments: [
        ("integer?", "n", "int64"), ("{ integer?: { minimum: 0, maximum: 9 } }", "n", "int32"),
        ("{ integer?: { minimum: -2147483648, maximum: 2147483647 } }", "n", "int32"),
        ("{ integer?: { minimum: -2147483649, maximum: 2147483647 } }", "n", "int64"),
        ("{ integer?: { minimum: 0, maximum: 2147483648 } }", "n", "int64"),
        ("{ integer?: { maximum: 9 } }", "n", "int64"),
        ("{ list?: { integer: { minimum: 0, maximum: 9 } } }", "n", "int32"),
        ("{ record?: { a: { integer: { minimum: 0, maximum: 9 } } } }", "n.a", "int32"),
        ("{ list?: integer }", "n.count", "int32"), ("date?", "n.year", "int32"), ("date?", "n.month", "int32"),
        ("date?", "n.epoch", "int64"), ("color?", "n.number", "int32"), ("color?", "n.red", "int32"),
        ("{ integer?: { minimum: 0, maximum: 9 } }", "{ count: ads }", "int32"),
        ("{ integer?: { minimum: 0, maximum: 9 } }", "{ firstOf: [n, { literal: 10 }] }", "int32"),
        ("{ integer?: { minimum: 0, maximum: 9 } }", "{ firstOf: [n, { literal: 2147483648 }] }", "int64"),
    ])
    func sizes(_ field: String, _ shape: String, _ size: String) throws {
        let schema = try Self.ads("fields: { n: \(field) }\n").schema(of: "{ each: ads, value: \(shape) }")
        #expect(schema.contains("\"format\":\"\(size)\""), "\(schema)")
    }

    /// A literal that stands for a missing value keeps the form, if it is written like the value.
    @Test(
        arguments: [
            ("url?", "it", "https://other.example/none.png", "\"format\":\"iri\""),
            ("image?", "it.url", "https://other.example/none.png", "\"format\":\"iri\""),
            ("image?", "it.path", "/none.txt", "\"format\":\"iri-reference\""),
            ("email?", "it", "board@t.example", "\"format\":\"idn-email\""),
            ("date?", "it", "2026-01-31", "\"format\":\"date\""),
            ("date?", "it.yearMonth", "2026-01", "\"pattern\":\"^[0-9]{4}-[0-9]{2}$\""),
            ("dateTime?", "it", "'2026-01-31T10:00:00Z'", "\"format\":\"date-time\""),
            ("color?", "it", "'#ffcc00'", "\"pattern\":\"^#[0-9a-f]{6}$\""),
            ("{ integer?: { minimum: 0, maximum: 9 } }", "it", "9", "\"maximum\":9"),
            ("{ choice?: [a, b] }", "it", "a", "\"enum\":[\"a\",\"b\""),
            ("{ list?: url }", "it", "[https://other.example/a.png]", "\"format\":\"iri\""),
            (
                "{ record?: { at: url, rank: integer } }", "it", "{ at: https://other.example/a, rank: 1 }",
                "\"format\":\"iri\""
            ),
            ("{ list?: { record: { at: url } } }", "it", "[{ at: https://other.example/a }]", "\"format\":\"iri\""),
        ])
    func literals(_ field: String, _ path: String, _ value: String, _ expected: String) throws {
        let shape = "{ each: ads, value: { it: { firstOf: [\(path), { literal: \(value) }] } } }"
        let schema = try Self.ads("fields: { it: \(field) }\n").schema(of: shape)
        #expect(schema.contains(expected), "\(schema)")
    }

    private static let kinds = """
        fields:
          kind: { choice: { values: { pr: PR, univ: University, club: Club }, numbers: { pr: 0, univ: 1, club: 2 } } }
          level: { choice?: [low, high] }
          kinds: { list?: { choice: [pr, univ, club] } }
          rank: integer
          other: { reference?: ads }
          shown: window

        """

    /// The values that the first `enum` lists: only those that the conditions around it allow.
    private func expect(_ shape: String, _ values: String) throws {
        let schema = try Self.ads(Self.kinds).schema(of: shape)
        let node = readJSON(SourceFile(path: "", text: schema)).value
        #expect(try #require(node.flatMap(firstEnum)).joined(separator: " ") == values, "\(shape)")
    }

    private func firstEnum(_ node: SourceNode) -> [String]? {
        if let values = node["enum"]?.elements {
            return values.filter { !$0.isNull }.compactMap(\.scalar).map { $0.isEmpty ? "''" : $0 }
        }
        return (node.members?.map(\.value) ?? node.elements ?? []).lazy.compactMap { firstEnum($0) }.first
    }

    @Test(arguments: [
        ("{ kind: pr }", "pr"), ("{ kind: { in: [univ, pr] } }", "pr univ"), ("{ kind: { not: club } }", "pr univ"),
        ("{ kind: { not: club, in: [pr, club] } }", "pr"), ("{ kind: { atMost: univ } }", "pr univ"),
        ("{ kind: { moreThan: pr } }", "univ club"), ("{ kind.number: 2 }", "club"),
        ("{ kind.number: { lessThan: 2 } }", "pr univ"), ("[{ kind: pr }, { kind: univ, rank: 3 }]", "pr univ"),
        // These conditions do not limit the kind, or do so only for some entries or in a way that is not looked at.
        ("{ rank: 1 }", "pr univ club"), ("[{ kind: pr }, { rank: 3 }]", "pr univ club"),
        ("{ kind: { exists: true } }", "pr univ club"), ("{ other.kind: pr }", "pr univ club"),
        ("{ kind.label: Club }", "pr univ club"), ("{ kinds: { contains: pr } }", "pr univ club"),
        // These conditions choose no element.
        ("{ kind: { exists: false } }", "pr univ club"), ("{ kind: pr, kind.number: 2 }", "pr univ club"),
    ])
    func conditions(_ condition: String, _ values: String) throws {
        try expect("{ each: ads, where: \(condition), value: { kind: kind } }", values)
    }

    @Test(arguments: [
        ("{ first: ads, sort: id, where: { kind: pr }, value: { k: kind } }", "pr"),
        ("{ keyed: ads, by: id, where: { kind: pr }, value: kind }", "pr"),
        ("{ group: ads, by: rank, where: { kind: pr }, value: kind }", "pr"),
        ("{ each: ads, by: rank, where: { kind: pr }, value: { each: entries, value: kind } }", "pr"),
        ("{ each: ads, by: kind, where: { kind: { not: pr } }, value: value }", "univ club"),
        // A list may hold other values beside the one that the condition asks for.
        ("{ each: ads, by: kinds, where: { kinds: { contains: pr } }, value: value }", "pr univ club"),
        ("{ each: ads, where: { kind: pr }, value: kind.number }", "0"),
        ("{ each: ads, where: { other.kind: pr }, value: { firstOf: [other.kind, { literal: '' }] } }", "pr ''"),
        ("{ each: ads, where: { level: low }, value: { firstOf: [level, { literal: high }] } }", "low high"),
        ("{ each: ads, where: { other.kind: pr }, value: other.kind }", "pr"),
        ("{ each: ads, where: { kind: pr }, value: { each: ads, where: { kind: $kind }, value: kind } }", "pr"),
        ("{ each: ads, value: { each: ads, where: { kind: $kind }, value: kind } }", "pr univ club"),
        ("{ each: ads, where: { kind: pr }, value: { each: ads, value: kind } }", "pr univ club"),
        ("{ each: ads, where: { shown: { in: [now, future] } }, value: shown.phase }", "now future"),
    ])
    func places(_ shape: String, _ values: String) throws { try expect(shape, values) }
}
