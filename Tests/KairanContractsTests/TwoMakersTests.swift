import Testing

@testable import KairanContracts
@testable import KairanPublish
@testable import KairanTemplates

/// Templates of one version whose paths can make the same file.
@Suite struct TwoMakersTests {
    /// To an app these are one path, whatever stands in the braces.
    @Test(arguments: [
        (["{id}.json.yml", "{name}.json.yml"], true), (["x/{id}.json.yml", "x/{name}.json.mustache"], true),
        (["x/{id}.json.yml", "x/{id}.json.mustache"], true), (["{name}-{id}.json.yml", "{id}-{name}.json.yml"], true),
        (["{locale}/a.json.yml", "{id}/a.json.yml"], true), (["{id}.json.yml", "{name}.geojson.mustache"], false),
        (["{id}.json.yml", "all.json.yml"], false), (["{id}.json.yml", "{name}-{id}.json.yml"], false),
        (["{locale}/all.json.yml", "x/{id}.json.yml"], false), (["{id}.txt.mustache", "{name}.txt.mustache"], false),
        (["{locale}/{id}.json.yml"], false),
    ]) func onePathIsOneTemplate(_ paths: [String], _ isRefused: Bool) throws {
        let site = try site()
        for (index, path) in paths.enumerated() {
            let query = "{ each: ads, where: { kind: \(index == 0 ? "pr" : "univ") } }"
            let hasFor = path.contains("{id}") || path.contains("{name}")
            let lines = hasFor ? "for: \(query)\n" : ""
            try site.write(
                path.hasSuffix("yml") ? lines + "data: site.title\n" : "---\n\(lines)---\n[]\n",
                to: "templates/api/v1/" + path)
        }
        #expect(try site.build() == (isRefused ? ["output.alike"] : []), "\(paths)")
    }

    /// For each file that fits several paths, the publication says which of them made it.
    @Test func theMakerIsPublished() throws {
        let site = try twoMakers()
        #expect(try site.build() == [])
        let document = try site.published("api/v1/openapi.json")
        let lists = document.matches(of: /"x-files": \[([^\]]*)\]/).map { $0.1.filter { !$0.isWhitespace } }
        #expect(lists == ["\"a-1.json\"", "\"b-1.json\""])
    }

    /// Clients learn it from the manifest, for files that a newer endpoint makes too. Every other file has one maker.
    @Test func theManifestNamesTheMaker() throws {
        let site = try twoMakers()
        try site.write("data: { each: ads, value: id }\n", to: "templates/api/v1/{locale}/all.json.yml")
        try site.write("data: { each: ads, value: id }\n", to: "templates/api/v1/all.json.yml")
        #expect(try site.build() == [])
        let lines = try site.published("api/v1/manifest.json").split(separator: "\n")
        let named = lines.compactMap { $0.firstMatch(of: /"path":"([^"]*)".*"endpoint":"([^"]*)"/)?.output }
        #expect(
            named.map { "\($0.1): \($0.2)" } == [
                "a-1.json: {id}.json", "all.json: all.json", "b-1.json: {name}-{rank}.json",
                "changelog.json: changelog.json", "openapi.json: openapi.json",
                "schemas/all.json: schemas/all.json",
            ])
        // The next build believes what this one wrote.
        #expect(try site.build() == [])
    }

    /// Either template's file may go by the trash or when its window is over.
    @Test(arguments: ["a", "b"], ["deleted: 2026-04-01", "shown: { until: 2026-04-01 }"])
    func whatMayGoIsNotBlamedOnTheOther(_ name: String, _ line: String) throws {
        let site = try twoMakers()
        #expect(try site.build() == [])
        try site.write(Self.ad(name, line), to: "content/ads/\(name)-1.yml")
        #expect(try site.build() == [])
    }

    @Test(arguments: ["a", "b"]) func whatMayNotGoIsMissed(_ name: String) throws {
        let site = try twoMakers()
        #expect(try site.build() == [])
        try site.write(nil, to: "content/ads/\(name)-1.yml")
        #expect(try site.build() == ["contract.pathValueRemoved"])
        let endpoint = name == "a" ? "api/v1/{id}.json" : "api/v1/{name}-{rank}.json"
        #expect(try site.messages().contains { $0.hasPrefix("\(endpoint): '\(name)-1.json' would be gone") })
    }

    /// The decision is about the file, whichever template made it.
    @Test func aTakeoverCanBeAccepted() throws {
        let site = try twoMakers()
        #expect(try site.build() == [])
        try site.write(Self.ad("a", "").replacing("pr", with: "univ"), to: "content/ads/a-1.yml")
        #expect(try site.build() == ["contract.keyRemoved"])
        #expect(
            try site.messages().contains {
                $0.hasPrefix(
                    "api/v1/{name}-{rank}.json: 'kind' would be gone; 'a-1.json' used to be made by '{id}.json'")
            })
        let decision = AcceptedChange(rule: .keyRemoved, endpoint: "v1/{name}-{rank}", path: "kind", why: "None.")
        #expect(try site.build(accepting: [decision]) == [])
        #expect(try site.build() == [])
    }

    /// A decision that lets an endpoint go does not let another make its files as something else, now or later.
    @Test(arguments: [true, false], [true, false]) func whatWasRemovedIsNotReplaced(_ isLater: Bool, _ isSame: Bool)
        throws
    {
        let site = try site()
        let path = "templates/api/v1/a-1.json.yml"
        try site.write(
            "for: { each: ads, where: { kind: univ } }\ndata: { \(isSame ? "name" : "title"): name, rank: rank }\n",
            to: "templates/api/v1/{id}.json.yml")
        try site.write("data: { first: ads, required: true, value: { name: name } }\n", to: path)
        #expect(try site.build() == [])
        let decision = AcceptedChange(rule: .endpointRemoved, endpoint: "v1/a-1", why: "None.")
        try site.write(nil, to: path)
        if isLater { #expect(try site.build(accepting: [decision]) == []) }
        try site.write(Self.ad("a", "").replacing("pr", with: "univ"), to: "content/ads/a-1.yml")
        let rules = try site.build(accepting: isLater ? [] : [decision])
        #expect(rules == (isSame ? [] : [isLater ? "contract.nameReused" : "contract.keyRenamed"]))
    }

    /// A template's name decides how its files are made, checked and promised, so no value may make them another kind.
    @Test(arguments: [
        ("{name}.mustache", "a.json", "---\nfor: ads\n---\nx"), ("b.{name}.mustache", "json", "---\nfor: ads\n---\nx"),
        ("{name}.mustache", "a.html", "---\nfor: ads\n---\n{{name}}"),
        ("{name}json.mustache", "a.", "---\nfor: ads\n---\nx"),
        ("{page}.txt.mustache", "a", "---\nfor: { each: ads, paginate: 9, first: api/v1/a.json }\n---\nx"),
        (
            "{page}.json.yml", "a",
            "for: { each: ads, paginate: 9, first: api/v1/a.txt }\ndata: { each: entries, value: id }\n"
        ),
    ]) func noValueMakesAnotherKindOfFile(_ path: String, _ value: String, _ text: String) throws {
        let site = try site()
        try site.write(nil, to: "content/ads/b-1.yml")
        try site.write(Self.ad("a", "").replacing("name: a", with: "name: \(value)"), to: "content/ads/a-1.yml")
        try site.write(text, to: "templates/api/v1/" + path)
        #expect(try site.build() == ["output.extension"])
        try site.write(nil, to: "templates/api/v1/" + path)
        try site.write("---\nfor: ads\n---\nx", to: "templates/api/v1/x/{rank}.0.mustache")
        #expect(try site.build() == [])
    }

    /// A file without a shape that replaces one goes on promising what its data does not tell.
    @Test func anEmptyListGoesOnPromisingItsElements() throws {
        let site = try site()
        let shape = "data: { all: { each: ads, value: name } }\n"
        try site.write("for: ads\n" + shape, to: "templates/api/v1/{id}.json.yml")
        #expect(try site.build() == [])
        try site.write("for: { each: ads, where: { kind: univ } }\n" + shape, to: "templates/api/v1/{id}.json.yml")
        try site.write("{ \"all\": [] }\n", to: "templates/api/v1/a-1.json")
        #expect(try site.build() == [])
        try site.write("{ \"all\": [1] }\n", to: "templates/api/v1/a-1.json")
        #expect(try site.build() == ["contract.typeChanged"])
        try site.write("{ \"all\": [\"a\"] }\n", to: "templates/api/v1/a-1.json")
        #expect(try site.build() == [])
    }

    private static func ad(_ name: String, _ line: String) -> String {
        "name: \(name)\nkind: \(name == "a" ? "pr" : "univ")\nrank: 1\n"
            + (line.hasPrefix("shown") ? "" : "shown: always\n") + line + "\n"
    }

    private func twoMakers() throws -> ContractBoard {
        let site = try site()
        for (path, shape) in [
            "{id}": "for: { each: ads, where: { kind: pr, shown: now } }\ndata: { name: name, kind: kind }\n",
            "{name}-{rank}": "for: { each: ads, where: { kind: univ, shown: now } }\ndata: { name: name }\n",
        ] { try site.write(shape, to: "templates/api/v1/\(path).json.yml") }
        return site
    }

    private func site() throws -> ContractBoard {
        let site = ContractBoard()
        for (path, text) in [
            "content/site.yml":
                "title: T\nurl: https://t.example/\nmoment: 2026-04-15\nlocales: { en: English, ja: 日本語 }\n",
            "content/ads/_collection.yml":
                "fields:\n  name: text\n  rank: integer\n  kind: { choice: [pr, univ] }\n  shown: window\n",
            "content/ads/a-1.yml": Self.ad("a", ""), "content/ads/b-1.yml": Self.ad("b", ""),
            "templates/api/v1/_version.yml": "status: current\n",
        ] { try site.write(text, to: path) }
        return site
    }
}
