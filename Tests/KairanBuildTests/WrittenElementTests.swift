import KairanModel
import KairanQueries
import KairanReaders
import KairanTemplates
import Testing

@testable import KairanBuild
@testable import KairanTemplates

/// Elements that many endpoints list are written once and then copied. Nothing shows which outputs have the copies.
@Suite struct WrittenElementTests {
    private static let plain = """
        { id: id, "the \\"key\\"": name, price: price, "new?": isNew, day: day, kind: kind, tags: tags, "note?": note }
        """

    /// Only the first ones are the same at every place.
    @Test(arguments: [
        (plain, true), ("{ id: id }", true), ("{ name: name, own: $id }", false),
        ("{ name: name, n: { position: 1 } }", false), ("{ home: home.id }", false),
        ("{ body: body.text, page: page.path }", false), ("{ initial: initial }", false),
    ])
    func allOutputsShowTheSame(_ shape: String, _ isKept: Bool) throws {
        let list = "{ each: items, where: { price: { moreThan: 3 } }, value: \(shape) }"
        let build = try Self.build([
            "api/{locale}/some/{id}.json.yml": "for: items\ndata:\n  a: \(list)\n  b: { c: [\(list)] }\n  d: \(list)\n",
            // Nothing is outside of this list.
            "api/{locale}/one.json.yml": "data: { a: \(list.replacing("$id", with: "id")) }\n",
        ])
        let plan = try #require(build.plan)
        for (limit, keeps) in [(1 << 20, isKept), (10, false)] {
            let written = WrittenElements(limit: limit)
            for position in plan.jobs.indices {
                let made = plan.render(position, RenderOptions(style: .pretty), keeping: written)
                let file = try #require(build.files.first { $0.path == plan.jobs[position].path })
                #expect(made.value.file.bytes == file.bytes, "\(file.path)")
            }
            #expect(written.known.withLock { $0.values.contains { $0.texts != nil } } == keeps)
        }
        let store = try #require(build.store.flatMap { BuildStore($0()) })
        let details = try #require(store.details.value)
        for locale in ["en", "ja"] {
            let files = build.files.indices.filter { build.files[$0].path.hasPrefix("api/\(locale)/some/") }
            #expect(files.count == 40)
            let (first, last) = (try #require(files.first), try #require(files.last))
            for index in files {
                let text = String(decoding: build.files[index].bytes, as: UTF8.self)
                let ownID = build.files[index].path.split(separator: "/").last?.dropLast(".json".count) ?? ""
                let expected = String(decoding: build.files[first].bytes, as: UTF8.self)
                #expect(text == expected.replacing("\"own\": \"i10\"", with: "\"own\": \"\(ownID)\""))
                #expect(details.trace(index).rest == details.trace(last).rest || shape.contains("$"))
            }
            let list = try #require(text(in: build.files[first].bytes, after: "\"a\": "))
            let one = try #require(build.files.first { $0.path == "api/\(locale)/one.json" })
            #expect(shape.contains("$") || String(decoding: one.bytes, as: UTF8.self).hasPrefix("{\n  \"a\": \(list)"))
        }
    }

    /// A group notes the entries that it shows, and no others.
    @Test func groupsNoteTheirEntries() throws {
        let build = try Self.build([
            "api/kinds.json.yml":
                "data: { each: items, where: { price: { moreThan: 5 } }, by: kind, value: { kind: value } }\n"
        ])
        let details = try #require(build.store.flatMap { BuildStore($0()) }?.details.value)
        let output = try #require(build.files.firstIndex { $0.path == "api/kinds.json" })
        let content = try #require(build.plan?.site.content)
        let read = Reads.entries(of: details.trace(output), in: content)
        #expect(read.map { content[$0.entry].id }.sorted() == (10..<50).filter { $0 % 7 > 4 }.map { "i\($0)" })
    }

    /// Returns the text of the list that follows a key on the outermost level.
    private func text(in bytes: [UInt8], after key: String) -> Substring? {
        let text = String(decoding: bytes, as: UTF8.self)
        guard let start = text.firstRange(of: key), let end = text[start.upperBound...].firstRange(of: "\n  ]") else {
            return nil
        }
        return text[start.upperBound..<end.upperBound]
    }

    private static func build(_ templates: [String: String]) throws -> BuildResult {
        var files = templates.map { SourceFile(path: "templates/\($0)", bytes: Array($1.utf8)) }
        func add(_ path: String, _ text: String) { files.append(SourceFile(path: path, bytes: Array(text.utf8))) }
        add("content/site.yml", "title: Board\nurl: https://board.example/\nlocales: { en: English, ja: 日本語 }\n")
        add(
            "content/items/_collection.yml",
            """
            entry: item
            fields:
              name: { text: { localized: true } }
              price: decimal
              isNew: boolean?
              day: date?
              kind: { choice: [new, old] }
              tags: { list: text }
              note: text?
              home: { reference: items }
              initial: { text: { default: "{kind}!" } }
            body: markdown
            """)
        add("templates/items/{id}.html.mustache", "---\nfor: items\ntitle: x\n---\n<p>{{id}}</p>\n")
        for number in 10..<50 {
            let optional = number % 3 == 0 ? "isNew: true\nday: 2026-04-\(number % 20 + 10)\nnote: a\\b\n" : ""
            add(
                "content/items/i\(number).md",
                """
                ---
                name: { en: "N \\"\(number)\\"", ja: 名\(number) }
                price: \(number % 7).\(number)
                kind: \(number % 2 == 0 ? "new" : "old")
                tags: [\(number % 4 == 0 ? "" : "\"ä \(number)\", b")]
                home: i\(number * 7 % 40 + 10)
                \(optional)---
                Text \(number).
                """)
        }
        var options = BuildOptions(clock: 0)
        options.moment = "2026-04-15T09:00"
        let build = try KairanBuild.build(SourceTree(files: files), options)
        #expect(build.diagnostics == [])
        return build
    }
}
