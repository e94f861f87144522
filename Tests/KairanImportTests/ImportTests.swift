import Foundation
import KairanContent
@testable import KairanImport
import KairanModel
import KairanReaders
import KairanTemplates
import SiteTesting
import Testing

@testable import KairanBuild
@testable import KairanContracts

/// Import undoes what a build does, for every endpoint of the showcase that can be turned around.
@Suite struct ImportTests {
    /// A golden file says which endpoints these are and why the others are not, so that no change goes unnoticed.
    @Test func importedEndpointsAreTheSame() throws {
        let box = try TemporaryFolder()
        for folder in ["content", "templates"] {
            for (path, bytes) in try filesIn(packageFolder.appending(path: folder)) where !Self.isLeftOut(path) {
                try box.write(Data(bytes), to: "\(folder)/\(path)")
            }
        }
        var options = BuildOptions(clock: 0)
        (options.folder, options.output) = (box.path, packageFolder.appending(path: "public").path)
        let site = try ImportSite(options)
        let plan = try #require(site.plan)
        var lines = ""
        for template in plan.templates.templates {
            guard case .endpoint = template.kind, case .once = template.iteration, !template.pattern.text.contains("{")
            else { continue }
            let endpoint = template.pattern.text
            let made = try #require(plan.endpoint(ofTemplate: template.path)).value
            try box.write(Data(made), to: "given.json")
            // Entries that are there are found, and nothing is written.
            var wish = ImportWish(file: "\(box.path)/given.json", endpoint: endpoint)
            let same = try planImport(wish, into: site)
            if same.collections.isEmpty {
                #expect(same.diagnostics.map(\.rule.rawValue) == ["import.shape"])
                lines += "\(endpoint): lists no entries\n"
                continue
            }
            #expect(!same.diagnostics.hasErrors && same.files.isEmpty, "\(endpoint): \(same.diagnostics)")
            for collection in same.collections {
                wish.collection = collection
                lines += "\(endpoint), \(collection): \(try importedAnew(wish, collection, site, template, made))\n"
            }
        }
        #expect(try goldenDifference(lines, sitesFolder.appending(path: "import/showcase.txt")) == nil)
    }

    /// Random schedules, listed by several patterns between two days, come back as schedules with the same days.
    @Test func listedDaysComeBack() throws {
        let seed = printedSeed()
        var random = SeededNumbers(seed: seed)
        let patterns = ["", ", as: EEEE", ", as: [EEEE, yyyyMMdd]", ", as: [MMMM, EEE, dd, yyyy-MM-dd]", ", as: d.M."]
        let box = try TemporaryFolder()
        try box.write("title: T\nurl: https://t.example/\nmoment: 2026-04-15\n", to: "content/site.yml")
        try box.write("entry: opening\nfields: { days: schedule? }\n", to: "content/openings/_collection.yml")
        let entries = (10..<60).map { "- { id: o\($0), days: \(schedule(&random)) }\n" }.joined()
        try box.write(entries, to: "content/openings/all.yml")
        for (number, pattern) in patterns.enumerated() {
            let last = LocalDate(daysSinceEpoch: 20_544 + Int.random(in: 0...80, using: &random))
            let days = "{ occurrences: days, from: 2026-04-01, until: \(last)\(pattern) }"
            try box.write(
                "data: { each: openings, value: { id: id, days: \(days) } }\n", to: "templates/days\(number).json.yml")
        }
        var options = BuildOptions(clock: 0)
        (options.folder, options.output) = (box.path, box.path + "/public")
        let site = try ImportSite(options)
        let emptied = site.with(content: site.tree.value.files.filter { !$0.path.hasSuffix("/all.yml") })
        for template in try #require(site.plan).templates.templates {
            let made = try #require(site.plan?.endpoint(ofTemplate: template.path)).value
            try box.write(Data(made), to: "given.json")
            let plan = try planImport(
                ImportWish(file: "\(box.path)/given.json", endpoint: template.pattern.text), into: emptied)
            let rules = Set(plan.diagnostics.filter { $0.severity == .error }.map(\.rule.rawValue))
            // The name of a weekday alone tells which days are meant only if all days with that name are listed.
            if template.path.hasSuffix("1.json.yml"), rules == ["import.text"] { continue }
            #expect(rules.isEmpty, "seed \(seed), \(template.path): \(plan.diagnostics)")
            #expect(plan.files.count == 50)
            let files = emptied.tree.value.files + plan.files.map { SourceFile(path: $0.path, bytes: $0.bytes) }
            let again = try #require(site.with(content: files).plan?.endpoint(ofTemplate: template.path))
            #expect(difference(made, again.value) == nil, "seed \(seed), \(template.path)")
        }
    }

    /// Elements without names, joined lists and divided texts come back. What is only computed is compared.
    @Test func listsAndTextsComeBack() throws {
        let box = try TemporaryFolder()
        try box.write("title: T\nurl: https://t.example/\nmoment: 2026-04-15\n", to: "content/site.yml")
        try box.write(
            "fields: { name: text, tags: { list?: text }, codes: text?, sizes: { list?: integer } }\n",
            to: "content/tools/_collection.yml")
        let entries = """
            - { id: anvil, name: Anvil, tags: [old, iron], codes: "a-1, b-2", sizes: [3, 1, 3] }
            - { id: brush, name: Brush, tags: [old] }
            - { id: chisel, name: Chisel, codes: c-3 }

            """
        try box.write(entries, to: "content/tools/all.yml")
        let shape = """
            data:
              tools:
                each: tools
                value:
                  place: { position: 1 }
                  id: id
                  name: name
                  "tags?": { text: '{tags, join ", "}' }
                  codes: { split: codes, by: "," }
                  sizes: { each: sizes, value: { size: value } }
                  sum: { sum: sizes, of: value }
                  slug: { text: "{name, slug}" }
              tags: { each: tools.tags, unique: value, value: value }
              all: { each: [{ each: tools, value: name }, { each: tools.tags, value: value }] }

            """
        try box.write(shape, to: "templates/tools.json.yml")
        var options = BuildOptions(clock: 0)
        (options.folder, options.output) = (box.path, box.path + "/public")
        let site = try ImportSite(options)
        let made = try #require(site.plan?.endpoint(ofTemplate: "templates/tools.json.yml")).value
        try box.write(Data(made), to: "given.json")
        let emptied = site.with(content: site.tree.value.files.filter { !$0.path.hasSuffix("/all.yml") })
        let plan = try planImport(ImportWish(file: "\(box.path)/given.json", endpoint: "tools.json"), into: emptied)
        #expect(!plan.diagnostics.hasErrors, "\(plan.diagnostics)")
        let files = plan.files.map { SourceFile(path: $0.path, bytes: $0.bytes) }
        let written = plan.files.map { String(decoding: $0.bytes, as: UTF8.self) }.joined()
        #expect(written.contains("codes: a-1, b-2\n") && written.contains("tags: [old, iron]\n"), "\(written)")
        let again = try #require(
            site.with(content: emptied.tree.value.files + files).plan?.endpoint(ofTemplate: "templates/tools.json.yml"))
        #expect(difference(made, again.value) == nil)
    }

    /// A list of records that a shape shows twice, or in parts, comes back as one list, whether or not its records are
    /// entries.
    @Test(
        arguments: [
            "names: { each: rs, value: code }, days: { each: rs, value: { day: day, size?: size, isOld: isOld } }",
            "latest: { first: rs, sort: -day, value: { code: code, day: day } }, "
                + "all: { each: rs, value: { code: code, size: size, isOld: isOld } }, "
                + "days: { each: rs, value: day }",
            "old: { each: rs, where: { isOld: true }, value: { code: code, day: day, size: size } }, "
                + "new: { each: rs, where: { isOld: false }, value: { code: code, day: day, size: size } }",
            "codes: { keyed: rs, by: code, value: size }, all: { each: rs, value: { code: code, day: day } }, "
                + "state: { each: rs, sort: code, value: { code: code, isOld: isOld } }",
        ], [true, false]) func recordsListedTwiceComeBack(_ keys: String, _ areEntries: Bool) throws
    {
        // Only entries have ids to be keyed by.
        if !areEntries, keys.contains("keyed") { return }
        let fields = "{ code: text, day: date, size: integer?, isOld: boolean }"
        let field = areEntries ? "{ entries: releases }" : "{ list: { record: \(fields) } }"
        var files = [
            "content/tools/_collection.yml": "fields: { name: text, rs: \(field) }\n",
            "content/tools/all.yml": """
            - id: anvil
              name: Anvil
              rs:
                - { code: a, day: 2026-01-01, size: 3, isOld: true }
                - { code: b, day: 2026-02-01, isOld: true }
                - { code: c, day: 2026-02-02, size: 3, isOld: false }
            - { id: brush, name: Brush, rs: [] }
            - { id: chisel, name: Chisel, rs: [{ code: a, day: 2026-01-01, isOld: false }] }

            """,
        ]
        if areEntries {
            files["content/releases/_collection.yml"] = "parent: tools\nid: code\nfields: \(fields)\n"
        }
        try comesBack(files, "{ each: tools, value: { id: id, name: name, \(keys) } }")
        try comesBack(
            files,
            "{ names: { each: tools, value: { id: id, name: name } }, all: { each: tools, value: { id: id, \(keys) } } }"
        )
    }

    /// Places that share no value tell of the same records only in the list's own order. By position, this would become
    /// another board of the same JSON.
    @Test(arguments: [
        "names: { each: rs, value: code }, days: { each: rs, sort: day, value: day }",
        "names: { each: rs, value: { code: code, isOld: isOld } }, "
            + "days: { each: rs, sort: day, value: { day: day, isOld: isOld } }",
    ])
    func recordsAreNotPutTogetherByChance(_ keys: String) throws {
        let box = try TemporaryFolder()
        for (path, text) in [
            "content/site.yml": "title: T\nurl: https://t.example/\n",
            "content/tools/_collection.yml":
                "fields: { rs: { list: { record: { code: text, day: date, isOld: boolean } } } }\n",
            "content/tools/anvil.yml": "rs: []\n",
            "templates/tools.json.yml": "data: { each: tools, value: { id: id, \(keys) } }\n",
            "given.json": keys.contains("isOld")
                ? #"""
                [{"id": "anvil", "names": [{"code": "b", "isOld": true}, {"code": "a", "isOld": true}],
                "days": [{"day": "2026-01-01", "isOld": true}, {"day": "2026-02-01", "isOld": true}]}]
                """#
                : #"[{"id": "anvil", "names": ["b", "a"], "days": ["2026-01-01", "2026-02-01"]}]"#,
        ] { try box.write(text, to: path) }
        var options = BuildOptions(clock: 0)
        (options.folder, options.output) = (box.path, box.path + "/public")
        let plan = try planImport(
            ImportWish(file: "\(box.path)/given.json", endpoint: "tools.json"), into: try ImportSite(options))
        #expect(plan.diagnostics.hasErrors, "\(plan.files.map { String(decoding: $0.bytes, as: UTF8.self) })")
    }

    /// An endpoint that shows a part of a list says nothing of the others, which an update leaves where they are.
    @Test(arguments: ["where: { isOld: false }, ", "sort: -day, limit: 1, "])
    func elementsThatAreNotShownStay(_ choice: String) throws {
        let box = try TemporaryFolder()
        let shown = { (size: Int) in #"[{"id": "anvil", "rs": [{"code": "b", "size": \#(size)}]}]"# }
        for (path, text) in [
            "content/site.yml": "title: T\nurl: https://t.example/\n",
            "content/tools/_collection.yml":
                "fields: { rs: { list: { record: { code: text, day: date, size: integer, isOld: boolean } } } }\n",
            "content/tools/anvil.yml": """
            rs:
              - { code: a, day: 2026-01-01, size: 1, isOld: true }
              - { code: b, day: 2026-02-01, size: 2, isOld: false }

            """,
            "templates/tools.json.yml":
                "data: { each: tools, value: { id: id, rs: { each: rs, \(choice)value: { code: code, size: size } } } }\n",
        ] { try box.write(text, to: path) }
        var options = BuildOptions(clock: 0)
        (options.folder, options.output) = (box.path, box.path + "/public")
        for (size, rules) in [(2, []), (3, ["import.shape"])] {
            try box.write(shown(size), to: "given.json")
            var wish = ImportWish(file: "\(box.path)/given.json", endpoint: "tools.json")
            wish.updates = true
            let plan = try planImport(wish, into: try ImportSite(options))
            #expect(plan.diagnostics.map(\.rule.rawValue) == rules, "\(plan.diagnostics)")
            #expect(plan.files.isEmpty)
        }
    }

    /// A null that is written is not a missing value: in records, lists and maps that are published whole, as the first
    /// of several, under a condition, and where a list is chosen by it.
    @Test(arguments: [
        "{ id: id, box?: box, list: list, map?: map, note?: note, kind: kind, name: name }",
        "{ id: id, box?: box, list: list, map?: map, note: { firstOf: [note, { literal: 7 }] }, kind: kind, name: name }",
        "{ id: id, box?: box, list: list, map?: map, note?: { firstOf: [note, name] }, kind: kind, name: name }",
        "{ id: id, box?: box, list: list, map?: map, note?: { if: { kind: x }, then: note, else: day }, kind: kind, "
            + "day?: day, name: name }",
        "{ id: id, box?: box, list: list, map?: map, note?: { if: { kind: x }, then: note }, kind: kind, day?: day, "
            + "name: name }",
    ]) func writtenNullsComeBack(_ shape: String) throws {
        let record = "{ record: { a: integer, b: { oneOf?: [text, null] }, c: { oneOf: [boolean, null] } } }"
        let entries = """
            - { id: a, kind: x, name: N, note: null, box: { a: 1, b: null, c: null }, list: [] }
            - { id: b, kind: x, name: N, note: 3, box: { a: 1, c: true }, list: [{ a: 1, c: null }, { a: 2, b: null, c: null }] }
            - { id: c, kind: x, name: N, note: null, list: [{ a: 1, b: y, c: null }], map: { k: { a: 1, b: null, c: null }, l: { a: 1, c: null } } }
            - { id: d, kind: y, name: N, day: 2026-01-01, list: [] }

            """
        try comesBack(
            [
                "content/tools/_collection.yml":
                    "fields: { kind: { choice: [x, y] }, name: text, day: date?, note: { oneOf?: [integer, null] }, box: "
                    + "\(record.replacing("record:", with: "record?:")), list: { list: \(record) }, map: { keyed?: \(record) } }\n",
                "content/tools/all.yml": entries,
            ], "{ each: tools, value: \(shape) }")
        try comesBack(
            [
                "content/tools/_collection.yml": "fields: { note: { oneOf: [integer, null] } }\n",
                "content/tools/all.yml": "[{ id: a, note: null }, { id: b, note: null }]\n",
            ], "{ each: tools, where: { note: null }, value: id }")
    }

    /// Builds a site with one endpoint, and imports what it made into the site without entries.
    private func comesBack(_ content: [String: String], _ shape: String) throws {
        let box = try TemporaryFolder()
        try box.write("title: T\nurl: https://t.example/\nmoment: 2026-04-15\n", to: "content/site.yml")
        for (path, text) in content { try box.write(text, to: path) }
        try box.write("data: \(shape)\n", to: "templates/tools.json.yml")
        var options = BuildOptions(clock: 0)
        (options.folder, options.output) = (box.path, box.path + "/public")
        let site = try ImportSite(options)
        try #require(!site.diagnostics.hasErrors, "\(site.diagnostics)")
        let made = try #require(site.plan?.endpoint(ofTemplate: "templates/tools.json.yml")).value
        try box.write(Data(made), to: "given.json")
        let wish = ImportWish(file: "\(box.path)/given.json", endpoint: "tools.json")
        let same = try planImport(wish, into: site)
        #expect(same.files.isEmpty && !same.diagnostics.hasErrors, "what is there is found: \(same.diagnostics)")
        let emptied = site.with(content: site.tree.value.files.filter { !$0.path.hasSuffix("/all.yml") })
        let plan = try planImport(wish, into: emptied)
        #expect(!plan.diagnostics.hasErrors, "\(shape): \(plan.diagnostics)")
        let files = emptied.tree.value.files + plan.files.map { SourceFile(path: $0.path, bytes: $0.bytes) }
        let again = try #require(site.with(content: files).plan?.endpoint(ofTemplate: "templates/tools.json.yml"))
        #expect(difference(made, again.value) == nil, "\(shape)")
    }

    /// Values of one of several types and maps come back: as wholes, by the parts of each type, and in rows.
    @Test(arguments: [
        "{ id: id, ends: ends, note?: note, sites: sites, sizes?: sizes }",
        "{ id: id, day: ends.date, isOver: ends.boolean, word: ends.text, number: ends.integer, note?: note, "
            + "sites: { each: sites, value: { title: key, to: value } }, sizes: { keyed: sizes, by: key, value: value } }",
    ]) func severalTypesComeBack(_ shape: String) throws {
        let seed = printedSeed()
        var random = SeededNumbers(seed: seed)
        let ends = ["2026-04-01", "true", "false", "soon", "7", "\"7\"", "\"true\"", "-3"]
        let sizes = ["1", "\"1\"", "null", "\"null\"", "wide", "\"false\""]
        let entries = (10..<60).map { number -> String in
            func some(_ values: [String]) -> String { values.randomElement(using: &random) ?? "" }
            let keys = ["a", "b c", "\"1\"", "\"true\"", "日本"].shuffled(using: &random).prefix(number % 4)
            let note = ["", ", note: null", ", note: \"null\"", ", note: Read it."][number % 4]
            return "- { id: r\(number), ends: \(some(ends))\(note), "
                + "sites: { \(keys.map { "\($0): https://t.example/\(number)" }.joined(separator: ", ")) }, "
                + "sizes: { \(keys.map { "\($0): \(some(sizes))" }.joined(separator: ", ")) } }\n"
        }
        let box = try TemporaryFolder()
        try box.write("title: T\nurl: https://t.example/\n", to: "content/site.yml")
        try box.write(
            "entry: release\nfields:\n  ends: { oneOf: [date, boolean, integer, text] }\n  note: { oneOf?: [text, null] }\n"
                + "  sites: { keyed: url }\n  sizes: { keyed?: { oneOf: [integer, text, null] } }\n",
            to: "content/releases/_collection.yml")
        try box.write(entries.joined(), to: "content/releases/all.yml")
        try box.write("data: { each: releases, value: \(shape) }\n", to: "templates/releases.json.yml")
        var options = BuildOptions(clock: 0)
        (options.folder, options.output) = (box.path, box.path + "/public")
        let site = try ImportSite(options)
        let made = try #require(site.plan?.endpoint(ofTemplate: "templates/releases.json.yml")).value
        try box.write(Data(made), to: "given.json")
        let wish = ImportWish(file: "\(box.path)/given.json", endpoint: "releases.json")
        #expect(try planImport(wish, into: site).files.isEmpty, "what is there is found")
        let emptied = site.with(content: site.tree.value.files.filter { !$0.path.hasSuffix("/all.yml") })
        let plan = try planImport(wish, into: emptied)
        #expect(!plan.diagnostics.hasErrors, "seed \(seed): \(plan.diagnostics)")
        #expect(plan.files.count == 50)
        let files = emptied.tree.value.files + plan.files.map { SourceFile(path: $0.path, bytes: $0.bytes) }
        let again = try #require(site.with(content: files).plan?.endpoint(ofTemplate: "templates/releases.json.yml"))
        #expect(difference(made, again.value) == nil, "seed \(seed)")
    }

    private func schedule(_ random: inout SeededNumbers) -> String {
        func some(_ words: [String]) -> String {
            words.shuffled(using: &random).prefix(Int.random(in: 1...3, using: &random)).joined(separator: ", ")
        }
        let days = (1...28).map { "2026-04-\($0 < 10 ? "0" : "")\($0)" }
        let rules = [
            "weekly: [\(some(["sun", "mon", "tue", "wed", "thu", "fri", "sat"]))]",
            "monthly: [\(some(["1", "7", "15", "28", "last"]))]", "dates: [\(some(days))]", "daily: true",
            "nth: { weekday: sat, week: 2 }",
        ].shuffled(using: &random).prefix(Int.random(in: 1...2, using: &random))
        let except = Bool.random(using: &random) ? ", except: [\(some(days))]" : ""
        return "{ \(rules.joined(separator: ", "))\(except) }"
    }

    /// Imports into the site without entries of the collection. Returns what became of it, or the rules by which the
    /// importer refuses.
    private func importedAnew(
        _ wish: ImportWish, _ collection: String, _ site: ImportSite, _ template: Template, _ made: [UInt8]
    ) throws -> String {
        let emptied = site.tree.value.files.filter { file in
            !file.path.hasPrefix("content/\(collection)/") || file.path.hasSuffix("_collection.yml")
                || !Self.isEntry(file.path)
        }
        let plan = try planImport(wish, into: site.with(content: emptied))
        let mistakes = plan.diagnostics.filter { $0.severity == .error }
        guard mistakes.isEmpty else {
            #expect(mistakes.allSatisfy { $0.rule.rawValue.hasPrefix("import.") }, "\(mistakes)")
            return Set(mistakes.map(\.rule.rawValue)).sorted().joined(separator: ", ")
        }
        let written = try TemporaryFolder()
        try plan.write(in: written.path)
        let files = try filesIn(written.url)
        #expect(files.count == plan.files.count)
        let there = Set(emptied.map(\.path))
        #expect(files.keys.allSatisfy { !there.contains($0) })
        let all = emptied + files.map { SourceFile(path: $0.key, bytes: Array($0.value)) }
        let again = try #require(site.with(content: all).plan?.endpoint(ofTemplate: template.path))
        #expect(difference(made, again.value) == nil, "\(template.pattern.text)")
        return "the same"
    }

    /// Files that none of these endpoints reads are left out, which are most of the showcase.
    private static func isLeftOut(_ path: String) -> Bool {
        if path.contains("{"), path.hasPrefix("api/") || !path.contains("{id}") && !path.contains("{version}") {
            return true
        }
        let isEntry = isEntry(path) && !path.hasSuffix("_collection.yml")
        return isEntry && ["footprints/", "trips/", "screenings/", "films/", "guide/"].contains(where: path.hasPrefix)
    }

    private static func isEntry(_ path: String) -> Bool {
        ["md", "yml", "json", "csv", "toml"].contains(fileExtension(of: path))
    }
}
