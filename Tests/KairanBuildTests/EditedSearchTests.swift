import KairanReaders
import SiteTesting
import Testing

@testable import KairanBuild
@testable import KairanTemplates

/// After an edit, a search says what it says in a build of everything, although only some of its entries are read again.
@Suite struct EditedSearchTests {
    /// For each search, its sources. Each depends in another way on something that is not in the entry itself.
    private static let searches = [
        "reference": "{ each: clubs, title: name, url?: link, text: city.name }",
        "page": "{ each: clubs, title: name, url: page.path, text: name }",
        "window": "{ each: clubs, title: name, url?: link, text: { if: { city.shown: now }, then: name } }",
        "choice": "{ each: clubs, title: name, url?: link, text: { each: cities, where: { group: y }, value: name } }",
        "order": "{ each: clubs, sort: city.order, title: name, url?: link, text: name }",
        "value": "{ each: clubs, title: name, url?: link, text: { each: cities, by: area, value: page.path } }",
        "moment": "{ each: clubs, title: name, url?: link, text: { text: \"{site.moment, HH}\" } }",
        "sources":
            "{ each: clubs, where: { city.side: left }, title: name, url?: link, text: name }\n"
            + "  - { each: clubs, where: { city.side: right }, title: name, url?: link, label: Right, text: name }",
    ]

    /// Each edit is one of the second city's row; all clubs between the first and the last hundred are in that city. So
    /// of three stretches, only the last does not ask for it. The searches that change are given, and which stretches
    /// the search `reference` takes over.
    @Test(arguments: [
        ("Bay,2,north,left,2026-04-20,x", "2026-04-15T09:00", ["reference"], [false, false, true]),
        ("Bar,3,north,left,2026-04-20,x", "2026-04-15T09:00", ["order"], [false, false, true]),
        ("Bar,2,south,left,2026-04-20,x", "2026-04-15T09:00", ["page"], []),
        ("Bar,2,north,right,2026-04-20,x", "2026-04-15T09:00", ["sources", "value"], [false, false, true]),
        ("Bar,2,north,left,2026-04-20,y", "2026-04-15T09:00", ["choice"], [false, false, true]),
        ("Bar,2,north,left,2026-04-20,x", "2026-04-15T10:00", ["moment"], [true, true, true]),
        ("Bar,2,north,left,2026-04-20,x", "2026-04-21T09:00", ["window"], [true, true, true]),
    ])
    func equalsABuildOfEverything(_ row: String, _ moment: String, _ changed: [String], _ kept: [Bool]) throws {
        let sandbox = try PublishingSandbox()
        var (builds, options) = (RepeatedBuild(clock: sandbox.clock), BuildOptions(clock: 0))
        (options.folder, options.output) = ("\(sandbox.root)/site", sandbox.target)
        var (heads, stretches): ([[String: [UInt8]]], [SearchStretch?]?) = ([], nil)
        for (city, moment) in [("Bar,2,north,left,2026-04-20,x", "2026-04-15T09:00"), (row, moment)] {
            options.moment = moment
            let sources = Self.board(city).map { SourceFile(path: $0, bytes: Array($1.utf8)) }
            _ = try sandbox.readSite(of: sources, after: nil)
            try sandbox.tick()
            let clean = try build(SourceTree(files: sources), options)
            #expect(clean.diagnostics == [])
            let made = try builds.build(options, after: .everything).result
            #expect(made.diagnostics == [])
            for file in clean.files { #expect(builds.files[file.path] == file.bytes, "\(file.path)") }
            let plan = try #require(made.plan)
            let search = plan.templates.templates.firstIndex { $0.path.hasPrefix("templates/reference/") }
            stretches = search.flatMap { plan.searches[$0] }?.earlier
            heads.append(builds.files.filter { $0.key.hasSuffix("/index.json") })
        }
        #expect(stretches?.map { $0 != nil } == kept)
        let others = heads[0].keys.filter { heads[0][$0] != heads[1][$0] }
        #expect(Set(others) == Set(changed.map { "\($0)/index.json" }))
    }

    /// - Parameter city: The values of the second city.
    private static func board(_ city: String) -> [String: String] {
        let clubs = (100..<400).map { "c\($0),Club \($0),\(["ayr", "bar", "cob"][$0 / 100 - 1]),https://c.example/\n" }
        let files = [
            "content/site.yml": "title: T\nurl: https://t.example/\n",
            "content/cities/_collection.yml":
                "fields: { name: text, order: integer, coast: text, side: text, shown: window, group: text, area: text }\n",
            "content/cities/all.csv":
                "id,name,order,coast,side,shown.until,group,area\nayr,Ayr,1,north,left,2026-04-30,x,a\nbar,\(city),b\n"
                + "cob,Cob,2,south,right,2026-04-30,x,c\n",
            "content/clubs/_collection.yml": "fields: { name: text, city: { reference: cities }, link: url }\n",
            "content/clubs/all.csv": "id,name,city,link\n" + clubs.joined(),
            "templates/areas/{area}.html.mustache":
                "---\nfor: { each: cities, by: area, where: { side: left } }\ntitle: x\n---\n",
            "templates/{city.coast}/{id}.html.mustache": "---\nfor: clubs\ntitle: x\n---\n{{name}}\n",
        ]
        return files.merging(searches.map { ("templates/\($0)/{part}.json.yml", "search:\n  - \($1)\n") }) { $1 }
    }
}
