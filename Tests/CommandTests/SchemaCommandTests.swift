import Foundation
import SiteTesting
import Testing

/// jsonschema judges what `kairan schema` writes, and ruamel.yaml reads YAML 1.2 as editors do.
@Suite struct SchemaCommandTests {
    @Test func everyEntryOfTheShowcaseIsRightAndMistakesAreNot() throws {
        let box = try TemporaryFolder()
        try box.lay(packageFolder.appending(path: "content"), over: "content")
        try box.write("", to: "templates/x.txt")
        let run = try kairan(["schema"], in: box.url)
        #expect(run.exitCode == 0 && run.errors == "", "\(run.errors)")
        #expect(run.output.hasPrefix(".schemas/_site.schema.json\n.schemas/_collection.schema.json\n"))
        let judged = try runPython(judge, input: Array(box.path.utf8))
        #expect(String(decoding: judged, as: UTF8.self).wholeMatch(of: /\d{3} files, \d+ mistakes\n/) != nil)
    }

    @Test func asItIsWritten() throws {
        let box = try site()
        #expect(
            try kairan(["schema"], in: box.url).output == """
                .schemas/_site.schema.json
                .schemas/_collection.schema.json
                .schemas/posts.schema.json
                .vscode/settings.json
                .taplo.toml
                5 files written

                """)
        for (path, name) in [
            (".schemas/posts.schema.json", "posts.schema.json"), (".vscode/settings.json", "settings.json"),
            (".taplo.toml", "taplo.toml"),
        ] {
            let golden = sitesFolder.appending(path: "editors/\(name)")
            #expect(try goldenDifference(try text(box, path), golden) == nil)
        }
        #expect(try kairan(["schema"], in: box.url).output == "nothing changed\n")
        let json = try kairan(["schema", "--format", "json"], in: box.url).output
        #expect(json.hasPrefix("{\"byHand\":[],\"diagnostics\":[],\"done\":true,\"removed\":[],\"unchanged\":["))
        #expect(try kairan(["build"], in: box.url).exitCode == 0, "a build does not mind what is there")
    }

    /// Hosts of dev containers read JSON with comments. The file installs this version, and keeps its ports private: it
    /// has no word that would open them to others.
    @Test func devContainer() throws {
        let box = try site()
        let path = ".devcontainer/devcontainer.json"
        let run = try kairan(["schema", "--devcontainer"], in: box.url)
        #expect(run.exitCode == 0 && run.output.hasSuffix(".taplo.toml\n\(path)\n6 files written\n"), "\(run.output)")
        let written = try text(box, path)
        let lines = written.split(separator: "\n").filter { !$0.trimmingCharacters(in: .whitespaces).hasPrefix("//") }
        let json = try JSONSerialization.jsonObject(with: Data(lines.joined(separator: "\n").utf8))
        let settings = try #require(json as? [String: Any])
        let version = try kairan(["--version"]).output.trimmingCharacters(in: .newlines)
        #expect((settings["onCreateCommand"] as? String)?.hasSuffix(" kairan==\(version)") == true)
        #expect(settings["postAttachCommand"] as? String == "kairan edit")
        let ports = try #require(settings["portsAttributes"] as? [String: [String: String]])
        #expect(
            Set(ports.keys) == ["8080", "8081", "8082"] && settings["forwardPorts"] as? [Int] == [8080, 8081, 8082])
        #expect(ports.values.allSatisfy { Set($0.keys) == ["label", "onAutoForward"] })
        #expect(try kairan(["schema", "--devcontainer"], in: box.url).output == "nothing changed\n")
        // A file of an older version is renewed, and that of somebody else stays.
        try box.write(written.replacing("kairan==\(version)", with: "kairan==0.0.1"), to: path)
        #expect(try kairan(["schema"], in: box.url).output == "nothing changed\n")
        #expect(try kairan(["schema", "--devcontainer"], in: box.url).output == "\(path)\n1 file written\n")
        #expect(try text(box, path) == written)
        try box.write("{ \"image\": \"mine\" }\n", to: path)
        let own = try kairan(["schema", "--devcontainer"], in: box.url)
        #expect(own.output.hasPrefix("\(path) is your own and stays as it is. Add to it:\n// Made by"), "\(own.output)")
        #expect(try text(box, path) == "{ \"image\": \"mine\" }\n")
    }

    /// Values of one of several types, and maps.
    @Test func valuesOfSeveralTypes() throws {
        let box = try TemporaryFolder()
        try box.lay(sitesFolder.appending(path: "kinds/site"), over: ".")
        #expect(try kairan(["schema"], in: box.url).exitCode == 0)
        let judged = try runPython(kindsJudge, input: Array(box.path.utf8))
        #expect(String(decoding: judged, as: UTF8.self) == "7 files, 10 mistakes\n")
    }

    @Test func settingsOfOthersStay() throws {
        let box = try site()
        try box.write(
            """
            {
                "editor.tabSize": 2,
                "yaml.schemas": { "own.json": "own.yml", ".schemas/gone.schema.json": ["content/gone/**"] },
                "json.schemas": [ { "url": "./own.json" }, { "url": "./.schemas/gone.schema.json" } ],
                "z": 3.10
            }
            """, to: ".vscode/settings.json")
        #expect(try kairan(["schema"], in: box.url).exitCode == 0)
        let merged = try text(box, ".vscode/settings.json")
        for kept in ["\"editor.tabSize\": 2", "\"own.json\": \"own.yml\"", "\"url\": \"./own.json\"", "\"z\": 3.10"] {
            #expect(merged.contains(kept), "\(kept)")
        }
        #expect(merged.contains("\".schemas/posts.schema.json\": ["))
        #expect(!merged.contains("gone"))
        #expect(try kairan(["schema"], in: box.url).output == "nothing changed\n")
    }

    /// A schema goes with its collection. Copies of it and files of others stay.
    @Test func schemasOfGoneCollectionsGo() throws {
        let box = try site()
        try box.write("entry: club\nfields: { name: text }\n", to: "content/clubs/_collection.yml")
        #expect(try kairan(["schema"], in: box.url).exitCode == 0)
        let schema = try text(box, ".schemas/clubs.schema.json")
        let others = [
            "mine.schema.json": schema, "old.schema.json": "{ \"title\": \"x, an entry of old\" }",
            "bad.schema.json": "{", "clubs.txt": schema,
        ]
        for (name, content) in others { try box.write(content, to: ".schemas/\(name)") }
        try FileManager.default.removeItem(atPath: box.path + "/content/clubs")
        let run = try kairan(["schema"], in: box.url)
        #expect(
            run.output == """
                .vscode/settings.json
                .taplo.toml
                .schemas/clubs.schema.json, whose collection is gone
                2 files written, 1 file removed

                """)
        #expect(!FileManager.default.fileExists(atPath: box.path + "/.schemas/clubs.schema.json"))
        for (name, content) in others { #expect(try text(box, ".schemas/\(name)") == content) }
        #expect(try kairan(["schema"], in: box.url).output == "nothing changed\n")
        try box.write(schema, to: ".schemas/clubs.schema.json")
        let json = try kairan(["schema", "--format", "json"], in: box.url).output
        #expect(json.contains("\"removed\":[\".schemas/clubs.schema.json\"]"))
    }

    @Test(arguments: [
        (".vscode/settings.json", "{\n  // mine\n  \"editor.tabSize\": 2\n}\n", "\"yaml.schemas\": {"),
        (".vscode/settings.json", "{ \"yaml.schemas\": [] }\n", "\"json.schemas\": ["),
        (".taplo.toml", "[formatting]\nalign_entries = true\n", "[[rule]]"),
    ]) func whatCannotBeMergedIsSaid(_ path: String, _ own: String, _ part: String) throws {
        let box = try site()
        try box.write(own, to: path)
        let run = try kairan(["schema"], in: box.url)
        #expect(run.exitCode == 0)
        #expect(run.output.contains("\(path) is your own and stays as it is. Add to it:\n"))
        #expect(run.output.contains(part))
        #expect(try text(box, path) == own)
    }

    @Test func noFileOfOthersIsChanged() throws {
        let box = try site()
        try box.write("{}\n", to: "forms/posts.schema.json")
        let run = try kairan(["schema", "--into", "forms"], in: box.url)
        #expect(run.exitCode == 2)
        #expect(run.errors.hasPrefix("Error: forms/posts.schema.json is not from 'kairan schema'; name another"))
        #expect(!FileManager.default.fileExists(atPath: box.path + "/.vscode"))
        #expect(try kairan(["schema", "--into", "tools/forms"], in: box.url).exitCode == 0)
    }

    @Test(arguments: ["", "..", "/tmp/x", "content", "a/../b", "public/forms"]) func badFolder(_ folder: String) throws
    {
        let box = try site()
        let run = try kairan(["schema", "--into", folder], in: box.url)
        #expect(run.exitCode == 2)
        #expect(run.errors.hasPrefix("Error: --into needs a folder of the site"))
    }

    @Test func mistakesInDeclarationsAreSaidAndNothingIsWritten() throws {
        let box = try site()
        try box.write("entry: post\nfields:\n  title: txt\n", to: "content/posts/_collection.yml")
        let run = try kairan(["schema", box.path])
        #expect(run.exitCode == 1)
        #expect(run.errors.hasPrefix("\(box.path)/content/posts/_collection.yml:3:10: error: there is no field type"))
        #expect(!FileManager.default.fileExists(atPath: box.path + "/.schemas"))
        #expect(try kairan(["schema", "/nowhere/at/all"]).exitCode == 3)
    }

    private func text(_ box: borrowing TemporaryFolder, _ path: String) throws -> String {
        try String(contentsOf: box.url.appending(path: path), encoding: .utf8)
    }

    private func site() throws -> TemporaryFolder {
        let box = try TemporaryFolder()
        try box.write(
            "title: Board\nurl: https://example.org/\nlocales: { en: English, ja: 日本語 }\n", to: "content/site.yml")
        try box.write(
            """
            entry: post
            fields:
              title:   { text: { localized: true, maximum: 40 } }
              kind:    { choice: { values: { a: News, b: Notes }, default: b } }
              level:   { choice?: [1, 2] }
              shown:   window
              related: { list: { of: { reference: posts }, maximum: 3 } }
              price:   { decimal?: { minimum: 0.5 } }
              ends:    { oneOf: { of: [date, boolean, null], default: false } }
              links:   { keyed?: { of: url, maximum: 3 } }
            body: markdown
            """, to: "content/posts/_collection.yml")
        try box.write("title: One\nshown: always\nrelated: []\n", to: "content/posts/one.yml")
        try box.write("{{site.title}}\n", to: "templates/index.html.mustache")
        return box
    }
}

private let reader = #"""
    import copy, datetime, glob, json, os, re, sys, tomllib
    from jsonschema import Draft7Validator, Draft202012Validator
    from ruamel.yaml import YAML

    os.chdir(sys.stdin.read())

    def plain(value):
        # The parsers make dates, where editors see texts.
        if isinstance(value, (datetime.date, datetime.time)):
            return value.isoformat()
        if isinstance(value, dict):
            return {str(key): plain(part) for key, part in value.items()}
        return [plain(part) for part in value] if isinstance(value, list) else value

    def yaml(text):
        return plain(YAML(typ="safe", pure=True).load(text))

    def read(path):
        text = open(path, encoding="utf-8").read()
        if path.endswith(".toml"):
            return plain(tomllib.loads(text))
        if path.endswith(".md"):
            parts = re.match(r"(---|\+\+\+)\n(.*?)^\1\n", text, re.DOTALL | re.MULTILINE)
            if not parts or parts[1] == "+++":
                return plain(tomllib.loads(parts[2])) if parts else {}
            text = parts[2]
        return json.loads(text) if path.endswith(".json") else yaml(text)

    def files(name):
        if name == "_site":
            return ["content/site.yml"]
        if name == "_collection":
            return glob.glob("content/*/_collection.yml")
        found = glob.glob(f"content/{name}/**/*", recursive=True)
        # Tables are for spreadsheets, and a translation holds but a part of an entry.
        return [path for path in found if re.search(r"\.(md|yml|toml|json)$", path)
                and not re.search(r"_collection\.yml$|\.(en|ko)\.md$", path)]

    schemas = {os.path.basename(path).split(".")[0]: json.load(open(path)) for path in glob.glob(".schemas/*.json")}
    validators = [Draft7Validator, Draft202012Validator]
    count = 0
    for name, schema in schemas.items():
        for validator in validators:
            validator.check_schema(schema)
        for path in files(name):
            count += 1
            for validator in validators:
                for error in validator(schema).iter_errors(read(path)):
                    sys.exit(f"{path}: {error.json_path}: {error.message}")

    """#

private let judge =
    reader + #"""

        notice = {"title": "Hall closed", "date": "2026-04-01", "shown": "always"}
        deal = read(min(path for path in files("deals") if path.endswith(".md")))
        mistakes = [
            ("notices", {"title": "Hall closed"}),
            ("notices", notice | {"title": "x" * 41}),
            ("notices", notice | {"date": "1 April"}),
            ("notices", notice | {"shown": {"form": "2026-04-01"}}),
            ("notices", notice | {"shown": "2026-04-01"}),
            ("notices", notice | {"pinned": "yes"}),
            ("notices", notice | {"pinnd": True}),
            ("notices", notice | {"deleted": "yesterday"}),
            ("notices", [notice]),
            ("notices", {"notice": [notice]}),
            ("deals", deal | {"category": "foods"}),
            ("deals", deal | {"schedule": {"weekly": ["saturday"]}}),
            ("deals", deal | {"schedule": {"nth": {"weekday": "sat"}}}),
            ("deals", deal | {"addresses": ["no such/id"]}),
            ("studies", read(files("studies")[0]) | {"place": {"latitude": 95, "longitude": 0}}),
            ("trips", read([path for path in files("trips")][0]) | {"title": {"fr": "Voyage"}}),
            ("_collection", {"fields": {"title": "txt"}}),
            ("_collection", {"fields": {"title": {"text": {"maximumWidth": 3}}}}),
            ("_collection", {"fields": {"na-me": "text"}}),
            ("_site", {"title": "Board"}),
            ("_site", {"title": "Board", "url": "example.org"}),
        ]
        right = [("notices", notice), ("notices", [notice | {"id": "a"}]), ("notices", {"notice": [notice | {"id": "a"}]}),
                 ("notices", notice | {"pinned": None, "deleted": None, "id": 7}), ("deals", deal)]
        for validator in validators:
            for name, data in mistakes:
                if validator(schemas[name]).is_valid(data):
                    sys.exit(f"{name}: {data} is taken for right")
            for name, data in right:
                validator(schemas[name]).validate(data)
        print(f"{count} files, {len(mistakes)} mistakes")
        """#

private let kindsJudge =
    reader + #"""

        product = {"name": "A", "eol": True}
        mistakes = [
            {"name": "A"}, product | {"eol": 3}, product | {"eol": "soon"}, product | {"eol": None},
            product | {"note": {"a": 1}}, product | {"keeper": {"nme": "A"}}, product | {"links": ["/a/"]},
            product | {"sizes": {"a": -1}}, product | {"sizes": {"a": 1, "b": 2, "c": 3, "d": 4}},
            product | {"ranks": {"a b": 1}},
        ]
        right = [
            product, product | {"note": None}, product | {"eol": "2026-04-01"}, product | {"links": {"a b": "/a/"}},
            product | {"extra": {"a": None, "b": 1, "c": "x"}}, product | {"keeper": {"name": "A"}},
            product | {"ranks": {"mika": 1}},
        ]
        for validator in validators:
            for data in mistakes:
                if validator(schemas["products"]).is_valid(data):
                    sys.exit(f"{data} is taken for right")
            for data in right:
                validator(schemas["products"]).validate(data)
        for field, is_right in [
            ({"oneOf": ["date", "boolean"]}, True), ({"oneOf?": [{"text": {"maximum": 9}}, None]}, True),
            ({"oneOf": {"of": ["date", "boolean"], "default": False}}, True), ({"keyed": "url"}, True),
            ({"keyed?": {"of": {"oneOf": ["date", "text"]}, "maximum": 3}}, True), ({"oneOf": ["date"]}, False),
            ({"keyed": {"of": "time", "by": "people"}}, True), ({"list": {"of": "time", "by": "people"}}, False),
            ({"oneOf": ["date", "null"]}, True), ({"oneOf": ["date", "txt"]}, False), ({"keyed": {"of": "text", "most": 3}}, False), ("oneOf", False),
        ]:
            if validators[0](schemas["_collection"]).is_valid({"fields": {"a": field}}) != is_right:
                sys.exit(f"{field} is judged wrongly")
        print(f"{count} files, {len(mistakes)} mistakes")
        """#
