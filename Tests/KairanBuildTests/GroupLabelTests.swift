import KairanContent
import KairanModel
import KairanReaders
import KairanTemplates
import SiteTesting
import Testing

@testable import KairanBuild

/// A group that is put together by a reference has the title of the entry as its label.
@Suite struct GroupLabelTests {
    private static let page = "---\ndata: { all: { each: shows, by: cinema } }\n---\n{{#all}}{{label}};{{/all}}\n"

    private static func site(title: String = "title: name\n", _ page: String = page) throws -> BuiltSite {
        var site = try BuiltSite()
        site["content/cinemas/_collection.yml"] =
            "entry: cinema\n\(title)fields: { name: text, city: text?, seats: integer }\n"
        site["content/cinemas/all.csv"] = "id,name,seats\nc-1,Palace & Co,100\nc-2,Roxy,90\n"
        site["content/shows/_collection.yml"] = "entry: show\nfields: { cinema: { reference: cinemas } }\n"
        site["content/shows/all.csv"] = "id,cinema\n1,c-2\n2,c-1\n3,c-2\n"
        site["templates/shows.html.mustache"] = page
        return site
    }

    @Test func theTitleOfAnEntry() throws {
        var site = try Self.site()
        site["templates/cinemas/{cinema}.html.mustache"] =
            "---\nfor: { each: shows, by: cinema }\ntitle: \"At {label}\"\n---\n{{label}}: {{page.title}}\n"
        site["templates/api/shows.json.yml"] =
            "data: { each: shows, by: cinema, value: { id: value.id, name: label } }\n"
        let paths = ["shows.html", "cinemas/c-1.html", "api/shows.json"]
        func shown() throws -> [String] {
            try site.build()
            return try paths.map { String(decoding: try readBytes("\(site.sandbox.target)/\($0)"), as: UTF8.self) }
        }
        let first = try shown()
        #expect(first[0] == "Roxy;Palace &amp; Co;\n")
        #expect(first[1] == "Palace &amp; Co: At Palace &amp; Co\n")
        #expect(first[2].contains("\"name\": \"Palace & Co\""))
        // Each of these builds is also compared with a build of everything.
        site["content/cinemas/all.csv"] = "id,name,seats\nc-1,Grand,100\nc-2,Roxy,90\n"
        let second = try shown()
        #expect(second[0] == "Roxy;Grand;\n")
        #expect(second[1] == "Grand: At Grand\n")
        #expect(second[2].contains("\"name\": \"Grand\""))
        site["content/cinemas/all.csv"] = "id,name,seats\nc-1,Grand,120\nc-2,Roxy,90\n"
        #expect(Set(try site.made().keys).isDisjoint(with: paths))
    }

    /// A list may have a value twice, but an entry is in a group once.
    @Test func aValueThatIsThereTwice() throws {
        var site = try BuiltSite()
        site["content/teams/_collection.yml"] = "fields: { days: { list: text } }\n"
        site["content/teams/all.csv"] = "id,days\na,Mon|Tue|Mon\nb,Mon\n"
        site["templates/days.json.yml"] = "data: { group: teams, by: days, value: id }\n"
        site["templates/days/{days}.json.yml"] = "{ for: { each: teams, by: days }, data: { count: entries } }\n"
        try site.build()
        func made(_ path: String) throws -> String {
            String(decoding: try readBytes("\(site.sandbox.target)/\(path)"), as: UTF8.self).filter { !$0.isWhitespace }
        }
        #expect(try made("days.json") == #"{"Mon":["a","b"],"Tue":["a"]}"#)
        #expect(try made("days/Mon.json") == "2")
    }

    @Test(arguments: [
        ("", page, ["path"]),
        ("", "---\ndata: { all: { each: shows, by: cinema, value: { a: label } } }\n---\n", ["path"]),
        (
            "",
            "---\ndata: { all: { each: shows, by: cinema } }\n---\n{{#all}}{{#entries}}{{label}}{{/entries}}{{/all}}",
            ["path"]
        ),
        ("title: nmae\n", page, ["field.unknown"]), ("title: city\n", page, ["field.type"]),
        ("title: seats\n", page, ["field.type"]), ("title: [name]\n", page, ["declaration.type"]),
    ])
    func mistakes(title: String, page: String, rules: [String]) throws {
        let site = try Self.site(title: title, page)
        let sources = site.files.map { SourceFile(path: $0.key, bytes: $0.value) }
        let found = try build(SourceTree(files: sources), site.options).diagnostics.filter { $0.severity == .error }
        if rules == ["path"] {
            #expect(found.map(\.message) == ["the entries of cinemas have no title to use as 'label'"])
            #expect(
                found.first?.help
                    == "add 'title: name' to content/cinemas/_collection.yml, or write value.id for the id")
        } else {
            #expect(found.map(\.rule.rawValue) == rules)
        }
    }
}
