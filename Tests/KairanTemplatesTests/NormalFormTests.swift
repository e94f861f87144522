import Foundation
import KairanModel
import KairanReaders
import PlanTesting
import Testing

/// Letters with marks are written in one piece or in two (NFC and NFD), which looks the same. Some disks and keyboards
/// give one and some the other, and both are the same id, name and reference.
@Suite struct NormalFormTests {
    @Test(arguments: [("caf\u{E9}", "cafe\u{301}"), ("cafe\u{301}", "caf\u{E9}"), ("がく", "か\u{3099}く")])
    func ofIdsAndNames(written: String, referred: String) throws {
        let made = MadeSite([
            "content/site.yml": "title: T\nurl: https://t.example/\n",
            "content/clubs/_collection.yml": "fields: { n: integer, friend: { reference?: clubs } }\n",
            "content/clubs/\(written).yml": "n: 1\n",
            "content/clubs/\(written).a.yml": "n: 2\nfriend: \(referred)\n",
            "content/clubs/table.csv": "id,n,friend\n\(written).b,3,\(referred)\n\(referred).c,4,\(written).b\n",
            "content/walks/_collection.yml":
                "fields: { place: { choice: [\(written), x] } }\nbody: markdown\n",
            "content/walks/a.md":
                "---\nplace: \(referred)\n---\n[x](../clubs/\(referred).yml) [y](#\(referred))\n\n## \(written)\n",
            "templates/clubs/{id}.html.mustache": "---\nfor: clubs\n---\n{{n}}{{#friend}} {{n}}{{/friend}}",
            "templates/walks/{id}.html.mustache": "---\nfor: walks\n---\n{{{body.html}}}",
            "templates/all.json.yml":
                "data: { a: { each: clubs, where: { friend: \(referred) }, sort: id, value: id }, b: { first: walks, where: { place: \(written) }, value: place } }\n",
        ])
        #expect(!made.diagnostics.hasErrors, "\(made.diagnostics)")
        let id = written.precomposedStringWithCanonicalMapping
        #expect(made.text("clubs/\(id).html") == "1")
        #expect(made.text("clubs/\(id).a.html") == "2 1")
        #expect(made.text("clubs/\(id).b.html") == "3 1")
        #expect(made.text("clubs/\(id).c.html") == "4 3")
        let all = try #require(made.text("all.json")).filter { !$0.isWhitespace }
        #expect(Array(all.utf8) == Array("{\"a\":[\"\(id).a\",\"\(id).b\"],\"b\":\"\(written)\"}".utf8))
        // Swift takes both forms for equal, and a host does not.
        for file in made.files {
            #expect(Array(file.path.utf8) == Array(file.path.precomposedStringWithCanonicalMapping.utf8))
        }
    }
}
