import KairanModel
import KairanReaders
import KairanTemplates
import SiteTesting
import Testing

@testable import KairanBuild

/// After an edit of some entries, orders, groups and searches are what a build of everything makes of them.
@Suite struct EditedOrderTests {
    private struct Item {
        var price: Int?
        var name: Int
        var home: Int
        var kind: Int
        var tags: [Int]

        init(_ numbers: inout SeededNumbers) {
            price = Int.random(in: 0..<4, using: &numbers)
            if price == 0 { price = nil }
            name = Int.random(in: 0..<30, using: &numbers)
            home = Int.random(in: 0..<count, using: &numbers)
            kind = Int.random(in: 0..<3, using: &numbers)
            tags = (0..<Int.random(in: 0..<4, using: &numbers)).map { _ in Int.random(in: 0..<5, using: &numbers) }
        }

        /// Takes one or all of the values of another item.
        mutating func edit(_ numbers: inout SeededNumbers) {
            let other = Item(&numbers)
            switch Int.random(in: 0..<6, using: &numbers) {
            case 0: price = other.price
            case 1: name = other.name
            case 2: home = other.home
            case 3: kind = other.kind
            case 4: tags = other.tags
            default: self = other
            }
        }

        var text: String {
            """
            ---
            name: { en: "n\(name)"\(name % 3 == 0 ? "" : ", ja: \"名\(30 - name)\"") }
            \(price.map { "price: \($0)\n" } ?? "")home: i\(home + 100)
            kind: \(["new", "old", "odd"][kind])
            tags: [\(tags.map { "t\($0)" }.joined(separator: ", "))]
            ---
            """
        }
    }

    private static let templates = [
        "api/{locale}/orders.json.yml": """
        data:
          a: { each: items, sort: [-price, name], value: id }
          b: { each: items, sort: name, value: name }
          c: { each: items, sort: [home.name, -kind], value: { id: id, home: home.name } }
          d: { each: items, sort: -name, where: { kind: new }, value: id }
          e: { each: items, by: tags, value: { tag: value, ids: { each: entries, value: id } } }
          f: { each: items, unique: price, sort: price, value: price }
          g: { group: items, by: kind, value: name }

        """,
        "{locale}/search/{part}.json.yml":
            "search:\n  - { each: items, where: { kind: { not: odd } }, title: name, text: [name, home.name, tags] }\n",
        "tags/{tags}/{kind}.html.mustache":
            "---\nfor: { each: items, by: [tags, kind], sort: name }\ntitle: x\n---\n{{#entries}}{{id}} {{/entries}}\n",
        "items/{id}.html.mustache":
            "---\nfor: { each: items, sort: name }\ntitle: x\n---\n{{name}}{{#next}}{{id}}{{/next}}\n",
    ]

    @Test func ordersAfterEdits() throws {
        let seed = printedSeed()
        var numbers = SeededNumbers(seed: seed)
        let sandbox = try PublishingSandbox()
        var builds = RepeatedBuild(clock: sandbox.clock)
        var items = (0..<count).map { _ in Item(&numbers) }
        var options = BuildOptions(clock: 0)
        (options.folder, options.output) = ("\(sandbox.root)/site", sandbox.target)
        options.moment = "2026-04-15T09:00"
        var kept = 0
        for step in 0..<14 {
            for _ in 0..<(step == 0 ? 0 : step == 6 ? 110 : Int.random(in: 1..<4, using: &numbers)) {
                items[Int.random(in: 0..<count, using: &numbers)].edit(&numbers)
            }
            var files = Self.files(items)
            // Builds with a mistake are not what the next one goes on from.
            if step % 5 == 4 {
                files.append(SourceFile(path: "content/items/i100.md", bytes: Array("---\n---\n".utf8)))
            }
            files = Array(Dictionary(files.map { ($0.path, $0) }) { $1 }.values)
            _ = try sandbox.readSite(of: files, after: nil)
            try sandbox.tick()
            let clean = try build(SourceTree(files: files), options)
            let made = try builds.build(options, after: .everything).result
            #expect(made.diagnostics == clean.diagnostics, "step \(step)")
            if clean.diagnostics.hasErrors { continue }
            kept += made.kept.count
            try #require(Set(builds.files.keys) == Set(clean.files.map(\.path)))
            for file in clean.files { #expect(builds.files[file.path] == file.bytes, "\(file.path) in step \(step)") }
        }
        #expect(kept > 0)
    }

    private static func files(_ items: [Item]) -> [SourceFile] {
        let declaration = """
            entry: item
            fields:
              name: { text: { localized: true } }
              price: integer?
              home: { reference: items }
              kind: { choice: [new, old, odd] }
              tags: { list: text }
            """
        let site = "title: Board\nurl: https://board.example/\nlocales:\n  en: English\n  ja: 日本語\n"
        let texts =
            ["content/site.yml": site, "content/items/_collection.yml": declaration + "\n"]
            .merging(templates.map { ("templates/\($0)", $1) }) { $1 }
            .merging(items.indices.map { ("content/items/i\($0 + 100).md", items[$0].text + "\n") }) { $1 }
        return texts.map { SourceFile(path: $0, bytes: Array($1.utf8)) }
    }
}

private let count = 300
