import Foundation
import PlanTesting
import SiteTesting
import Testing

/// A query over a collection compares numbers in columns, one over a list compares values; both find the same entries.
@Suite struct QueryTests {
    private static let collection = """
        entry: item
        fields:
          number: integer?
          day: date?
          hour: time?
          moment: dateTime?
          isOpen: boolean?
          kind: { choice?: [c, a, b] }
          word: text?
          link: url?
          price: decimal?
          version: version?
          friend: { reference?: items }
          shown: window?
          tags: { list?: text }
          numbers: { list?: integer }
          everyone: { list: { reference: items } }

        """

    private static let words = [
        "where: { number: { atLeast: $number } }", "where: { number: { not: $number } }",
        "where: { number: { in: [1, 3] } }", "where: { number: { moreThan: 2 } }", "sort: [-number, day]",
        "where: { day: { atMost: $day } }", "where: { day: { lessThan: 2026-04-03 } }", "sort: day, unique: day",
        "where: { hour: { exists: false } }", "sort: -hour", "where: { moment: { moreThan: now } }", "sort: moment",
        "where: { isOpen: $isOpen }", "sort: [isOpen, -kind]", "unique: isOpen", "unique: kind",
        "where: { kind: { atLeast: $kind } }", "where: { kind: { in: [a, b] } }", "where: { kind: $word }",
        "where: { word: $word }", "where: { word: $kind }", "where: { word: { lessThan: b } }",
        "sort: -word", "unique: word, skip: 1, limit: 2", "where: { link: { exists: true } }", "unique: link",
        "where: { price: { atMost: $number } }", "sort: price", "sort: [version, number]", "unique: version",
        "where: { friend: $friend }", "where: { friend: { in: [i1, i2] } }", "where: { friend: $word }",
        "unique: friend", "unique: shown", "where: { shown: now }", "where: { shown: { in: [past, future] } }",
        "where: { shown: { not: $shown } }", "where: { tags: { contains: $word } }",
        "where: { numbers: { contains: $number } }", "where: { tags: { exists: true } }", "unique: numbers",
        "where: [{ number: { lessThan: $number }, day: { exists: true } }, { numbers: { contains: 2 } }]",
        "where: [{ number: 1 }, { kind: a }], sort: [-day, word], limit: 3",
        "where: { kind: { not: { in: [a, b] } } }", "where: { number: { not: { atLeast: $number } } }",
        "where: { tags: { not: { contains: $word } } }", "where: { day: { not: { atMost: today } } }",
        "where: { word: { in: $tags } }", "where: { number: { not: { in: $numbers } } }",
        "where: { friend: { in: $everyone }, kind: { not: { lessThan: a } } }",
        "where: { id: { not: { in: $tags } } }", "where: { shown: { not: { not: now } }, price: { in: $numbers } }",
    ]

    @Test func numbersTellWhatValuesTell() throws {
        let seed = printedSeed()
        var random = SeededNumbers(seed: seed)
        for _ in 0..<8 {
            let result = MadeSite(site(&random))
            try #require(result.diagnostics.isEmpty, "\(result.diagnostics)")
            let outputs = result.files.filter { $0.path.hasPrefix("probes/") }
            #expect(outputs.count == 12)
            for output in outputs {
                let read = try JSONDecoder().decode([[[String]]].self, from: Data(output.bytes))
                for (words, pair) in zip(Self.words, read) { #expect(pair[0] == pair[1], "seed \(seed): \(words)") }
            }
        }
    }

    private func site(_ random: inout SeededNumbers) -> [String: String] {
        // The ids stand in the collection's order.
        let ids = (0..<12).map { "i\($0)" }.sorted()
        let queries = Self.words.map { words in
            "  - [{ each: items, \(words), value: id }, { each: everyone, \(words), value: id }]\n"
        }
        var files = [
            "content/site.yml":
                "title: t\nurl: https://example.org/\nmoment: 2026-04-03T10:00\ntimeZone: Asia/Tokyo\n",
            "content/items/_collection.yml": Self.collection,
            "templates/probes/{id}.json.yml": "for: items\ndata:\n" + queries.joined(),
        ]
        for id in ids { files["content/items/\(id).yml"] = item(ids, &random) }
        return files
    }

    /// Makes an item in which any field may be missing.
    private func item(_ ids: [String], _ random: inout SeededNumbers) -> String {
        let word = ["a", "b", "c", "i1", "\"\""].randomElement(using: &random) ?? ""
        let (one, two) = (Int.random(in: 0...4, using: &random), Int.random(in: 1...5, using: &random))
        let lines = [
            "number: \(one - 1)", "day: 2026-04-0\(two)", "hour: \"1\(one):00\"", "moment: 2026-04-0\(two)T1\(one):00",
            "isOpen: \(one > 2)", "kind: \(["a", "b", "c"][two % 3])", "word: \(word)", "link: https://e.org/\(one)",
            "price: \(one).\(two)", "version: 1.\(one * 5)", "friend: \(ids[two])",
            "shown: { from: 2026-04-0\(two), until: 2026-04-0\(two + 1) }", "tags: [a, \(two), c]",
            "numbers: [\(one), \(two + 5)]",
        ]
        let kept = lines.filter { _ in Int.random(in: 0..<4, using: &random) > 0 }
        return (kept + ["everyone: [\(ids.joined(separator: ", "))]", ""]).joined(separator: "\n")
    }
}
