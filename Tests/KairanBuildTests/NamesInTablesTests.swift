import Foundation
import KairanModel
import Testing

@testable import KairanBuild

/// A spreadsheet names entries as people call them, and a reference finds the entry whose id is the slug of the name.
@Suite struct NamesInTablesTests {
    private func site(_ rows: String) throws -> BuiltSite {
        var site = try BuiltSite()
        site["content/birds/_collection.yml"] = "fields: { name: text, kin: { list?: { reference: birds } } }\n"
        site["content/birds/all.csv"] =
            "id,name,kin\nturnstone,Turnstone,\npink-footed-goose,Pink-footed goose,Turnstone | turnstone\n"
        site["content/seen/_collection.yml"] = "fields: { bird: { reference: birds } }\n"
        site["content/seen/all.csv"] = "id,bird\n\(rows)"
        site["templates/seen.json.yml"] = "data: { each: seen, value: bird.id }\n"
        return site
    }

    @Test func namesAreSlugged() throws {
        let site = try site("1,Turnstone\n2,Pink-Footed  Goose\n3,turnstone\n")
        try site.build()
        let seen = try String(contentsOf: URL(filePath: "\(site.sandbox.target)/seen.json"), encoding: .utf8)
        #expect(seen.filter { !$0.isWhitespace } == #"["turnstone","pink-footed-goose","turnstone"]"#)
    }

    /// An id that is written like the name takes it over, also in a table that has not changed.
    @Test func anExactIDComesFirst() throws {
        var site = try site("1,Turnstone\n2,Pink-footed goose\n")
        try site.build()
        let before = site["content/birds/all.csv"]
        site["content/birds/all.csv"] = before + "Turnstone,The other,\n"
        // The earlier build is worthless then, which commands answer with a build of everything.
        #expect(throws: ReadError.self) { try site.build() }
        site["content/birds/all.csv"] = before + "Knot,Knot,\n"
        try site.build()
    }

    /// The table names another entry once the one with the very id is gone.
    @Test func anExactIDGoes() throws {
        var site = try site("1,Turnstone\n")
        let before = site["content/birds/all.csv"]
        site["content/birds/all.csv"] = before + "Turnstone,The other,\n"
        try site.build()
        site["content/birds/all.csv"] = before
        #expect(throws: ReadError.self) { try site.build() }
    }

    @Test(arguments: [
        ("Turn#stone", "there is no 'Turn#stone'"), ("Turnstone+", "there is no 'Turnstone+'"),
        ("Grey goose", "there is no 'Grey goose' in birds"), ("Pink-foot", "there is no 'Pink-foot' in birds"),
        ("Old gull", "'old-gull' of birds has been in the trash since"),
    ])
    func whatNoEntryIsCalled(_ name: String, _ message: String) throws {
        var site = try site("1,\(name)\n")
        site["content/birds/old-gull.yml"] = "name: Old gull\ndeleted: 2026-04-01\n"
        let mistakes = try site.build().diagnostics.filter { $0.severity == .error }
        #expect(mistakes.count == 1 && mistakes[0].message.hasPrefix(message), "\(mistakes)")
    }

    /// An entry in the trash has its id still, and of a file that cannot be read only its own mistake is told.
    @Test(arguments: [
        ("Turnstone.yml", "name: T\ndeleted: 2026-04-01\n", "Turnstone", 2),
        ("knot.yml", "name: [\n", "Knot", 1),
    ])
    func whatIsThereNoMore(file: String, text: String, name: String, count: Int) throws {
        var site = try site("1,\(name)\n")
        site["content/birds/\(file)"] = text
        let mistakes = try site.build().diagnostics.filter { $0.severity == .error }
        #expect(mistakes.count == count && !mistakes.contains { $0.rule == .referenceUnknown }, "\(mistakes)")
    }

    /// A file of one entry names ids, as forms and programs write them.
    @Test func filesOfEntriesTakeIDs() throws {
        var site = try site("1,turnstone\n")
        site["content/seen/two.yml"] = "bird: Turnstone\n"
        let mistakes = try site.build().diagnostics.filter { $0.severity == .error }
        #expect(mistakes.map(\.message) == ["there is no 'Turnstone' in birds"])
        #expect(mistakes.first?.help == "did you mean 'turnstone'?")
    }
}
