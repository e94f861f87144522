import Foundation
import SiteTesting
import Testing

/// These tests run commands with records in an entry's file that are entries of another collection.
@Suite struct RecordEntriesCommandTests {
    private func site() throws -> TemporaryFolder {
        let box = try TemporaryFolder()
        let files = [
            "content/site.yml": "title: Board\nurl: https://board.example/\nmoment: 2026-04-15\n",
            "content/products/_collection.yml":
                "entry: product\nfields: { name: text, notes: { pattern?: releases }, releases: { entries: releases } }\nmayBeEmpty: true\n",
            "content/releases/_collection.yml":
                "entry: release\nparent: products\nid: cycle\nmayBeEmpty: true\n"
                + "fields: { cycle: version, day: date, image: file?, ended: { boolean: { default: false } } }\n",
            "templates/api/{id}.json.yml":
                "for: products\ndata: { id: id, name: name, releases: { each: releases, value: { cycle: cycle, day: day } } }\n",
            "templates/api/all.json.yml":
                "data: { each: products, sort: name, value: { id: id, name: name, releases: { each: releases, value: { cycle: cycle, day: day } } } }\n",
            "templates/api/releases.json.yml": "data: { each: releases, value: { cycle: cycle, day: day } }\n",
        ]
        for (path, text) in files { try box.write(text, to: path) }
        return box
    }

    private let lamp = """
        name: Lamp
        releases:
          - cycle: 3.10
            day: 2026-01-01
          - { cycle: "4.0", day: 2026-02-01 }

        """

    @Test func eachIsListedAtItsLine() throws {
        let box = try site()
        try box.write(lamp, to: "content/products/lamp.yml")
        let run = try kairan(["list", "releases"], in: box.url)
        #expect(
            run.output
                == """
                id         place                         window
                lamp/3.10  content/products/lamp.yml:3   
                lamp/4.0   content/products/lamp.yml:5   

                """.replacing("yml:3   ", with: "yml:3  ").replacing("yml:5   ", with: "yml:5  ")
                .replacing("place                         ", with: "place                        "),
            "\(run.errors)")
        let all = try kairan(["list"], in: box.url)
        #expect(all.output.contains("notes: pattern of releases; releases: entries of releases"))
    }

    @Test func aNewOneIsWrittenInTheFileOfItsParent() throws {
        let box = try site()
        let wrong = try kairan(["new", "releases", "4.0"], in: box.url)
        #expect(wrong.exitCode != 0 && wrong.errors.contains("releases are records in the files of products"))
        let run = try kairan(["new", "products", "Lamp"], in: box.url)
        #expect(run.exitCode == 0, "\(run.errors)")
        let file = try filesIn(box.url)["content/products/lamp.yml"] ?? []
        #expect(String(decoding: file, as: UTF8.self).contains("\nreleases: []\n"))
        #expect(try kairan(["check"], in: box.url).exitCode == 0)
    }

    /// The JSON of a site's endpoint comes back as the files that made it.
    @Test func importWritesThemWithTheirParent() throws {
        let box = try site()
        let json = """
            [{"id":"lamp","name":"Lamp","releases":[{"cycle":"3.10","day":"2026-01-01"},{"cycle":"4.0","day":"2026-02-01"}]}]
            """
        try box.write(json, to: "old.json")
        let run = try kairan(["import", "old.json", "--endpoint", "api/all"], in: box.url)
        #expect(run.exitCode == 0 && run.output.contains("new: content/products/lamp.yml"), "\(run.errors)")
        #expect(try kairan(["build", "--compact"], in: box.url).exitCode == 0)
        #expect(try filesIn(box.url)["public/api/all.json"].map { String(decoding: $0, as: UTF8.self) } == json + "\n")
        let again = try kairan(["import", "old.json", "--endpoint", "api/all"], in: box.url)
        #expect(again.output == "nothing to write; 1 entry already there\n", "\(again.errors)")
        try box.write("[{\"cycle\":\"5.0\",\"day\":\"2026-03-01\"}]", to: "more.json")
        let alone = try kairan(["import", "more.json", "--endpoint", "api/releases"], in: box.url)
        #expect(
            alone.exitCode == 1 && alone.errors.contains("and this lists them alone [import.shape]"), "\(alone.errors)")
    }

    /// The schema of the parent knows the fields of its records, and the keys that every entry may have.
    @Test func editorsCheckThem() throws {
        let box = try site()
        try box.write(
            "mayBeEmpty: true\nfields: { release: { reference: releases } }\n", to: "content/news/_collection.yml")
        #expect(try kairan(["schema"], in: box.url).exitCode == 0)
        try box.write("release: lamp/3.10\n", to: "news.yml")
        try box.write(lamp.replacing("day: 2026-01-01", with: "day: 2026-01-01\n    deleted: 2026-04-01"), to: "a.yml")
        try box.write(lamp.replacing("day: 2026-01-01", with: "days: 2026-01-01"), to: "b.yml")
        let judge = """
            import json, sys, jsonschema
            from ruamel.yaml import YAML
            box = sys.stdin.read()
            schema = json.load(open(box + "/.schemas/products.schema.json"))
            declared = json.load(open(box + "/.schemas/_collection.schema.json"))
            def plain(path):
                text = open(box + path).read()
                return json.loads(json.dumps(YAML(typ="safe", pure=True).load(text), default=str))
            def count(schema, path):
                return len(list(jsonschema.validators.validator_for(schema)(schema).iter_errors(plain(path))))
            print(count(schema, "/a.yml"), count(schema, "/b.yml") > 0)
            print(count(json.load(open(box + "/.schemas/news.schema.json")), "/news.yml"))
            for name in ["products", "releases"]:
                print(count(declared, "/content/" + name + "/_collection.yml"))
            """
        let judged = String(decoding: try runPython(judge, input: Array(box.path.utf8)), as: UTF8.self)
        #expect(judged == "0 True\n0\n0\n0\n")
    }

    /// The files of records were promised. They leave with a parent that goes into the trash, and like it cannot go back
    /// to the preview.
    @Test func promisedFilesLeaveWithTheirParent() throws {
        let box = try site()
        try box.write("status: current\n", to: "templates/api/v1/_version.yml")
        try box.write("for: releases\ndata: { released: day }\n", to: "templates/api/v1/{parent.id}/{cycle}.json.yml")
        try box.write(lamp, to: "content/products/lamp.yml")
        #expect(try kairan(["build"], in: box.url).exitCode == 0)
        #expect(try filesIn(box.url)["public/api/v1/lamp/3.10.json"] != nil)
        try box.write(lamp + "channel: preview\n", to: "content/products/lamp.yml")
        let back = try kairan(["build"], in: box.url)
        #expect(back.exitCode == 1 && back.errors.contains("published cannot go back to the preview"), "\(back.errors)")
        try box.write(lamp + "deleted: 2026-04-01\n", to: "content/products/lamp.yml")
        let run = try kairan(["build"], in: box.url)
        #expect(run.exitCode == 0, "\(run.errors)")
        #expect(try filesIn(box.url)["public/api/v1/lamp/3.10.json"] == nil)
    }

    /// The file of a record leaves with it, also if 'for' goes through the parents.
    @Test(arguments: ["releases", "products.releases"])
    func theFileOfARecordLeavesWithIt(_ source: String) throws {
        let box = try site()
        try box.write("status: current\n", to: "templates/api/v1/_version.yml")
        try box.write(
            "for: \(source)\ndata: { released: day }\n", to: "templates/api/v1/{parent.id}/{cycle}.json.yml")
        try box.write(lamp, to: "content/products/lamp.yml")
        #expect(try kairan(["build"], in: box.url).exitCode == 0)
        try box.write(lamp.components(separatedBy: "  - {")[0], to: "content/products/lamp.yml")
        let removed = try kairan(["build"], in: box.url)
        #expect(removed.exitCode == 1 && removed.errors.contains("contract.pathValueRemoved"), "\(removed.errors)")
        try box.write(
            lamp.replacing("day: 2026-02-01", with: "day: 2026-02-01, deleted: 2026-04-01"),
            to: "content/products/lamp.yml")
        let run = try kairan(["build"], in: box.url)
        #expect(run.exitCode == 0, "\(run.errors)")
        let files = try filesIn(box.url)
        #expect(files["public/api/v1/lamp/4.0.json"] == nil && files["public/api/v1/lamp/3.10.json"] != nil)
        try box.write(lamp + "deleted: 2026-04-01\n", to: "content/products/lamp.yml")
        let whole = try kairan(["build"], in: box.url)
        #expect(whole.exitCode == 0, "\(whole.errors)")
        #expect(try filesIn(box.url)["public/api/v1/lamp/3.10.json"] == nil)
    }

    /// The addresses of pages lead on from a former id of the record and of its parent, and from each with each, also if
    /// only the last publication knows of them.
    @Test(arguments: [true, false]) func formerAddressesLeadOn(_ isPublished: Bool) throws {
        let box = try site()
        try box.write(
            "---\nfor: releases\ntitle: \"{cycle}\"\n---\n<!DOCTYPE html>\n<html lang=\"en\"><title>{{cycle}}</title></html>\n",
            to: "templates/pages/{parent.id}/{cycle}.html.mustache")
        try box.write(lamp.replacing("cycle: 3.10", with: "cycle: 3.1"), to: "content/products/lamp.yml")
        if isPublished { #expect(try kairan(["build"], in: box.url).exitCode == 0) }
        try FileManager.default.removeItem(at: box.url.appending(path: "content/products/lamp.yml"))
        let renamed = lamp.replacing("cycle: 3.10", with: "cycle: 3.10\n    aliases: \"3.1\"") + "aliases: lamp\n"
        try box.write(renamed, to: "content/products/torch.yml")
        let run = try kairan(["build"], in: box.url)
        #expect(run.exitCode == 0 && !run.errors.contains("address.gone"), "\(run.errors)")
        let pages = try filesIn(box.url).filter { $0.key.hasPrefix("public/pages/") }
            .mapValues { String(decoding: $0, as: UTF8.self) }
        var former = ["lamp/4.0": "torch/4.0", "lamp/3.10": "torch/3.10", "torch/3.1": "torch/3.10"]
        if isPublished { former["lamp/3.1"] = "torch/3.10" }
        for (old, new) in former {
            #expect(pages["public/pages/\(old).html"]?.contains("url=/pages/\(new).html") == true, "\(old)")
        }
        #expect(pages.count == former.count + 2)
    }

    /// A record goes with its parent's file, and with it what only the record names.
    @Test func purgeTakesThemWithTheirParent() throws {
        let box = try site()
        try box.write("x", to: "content/products/x.txt")
        let deleted = lamp.replacing("day: 2026-02-01", with: "day: 2026-02-01, image: x.txt") + "deleted: 2026-01-01\n"
        try box.write(deleted, to: "content/products/lamp.yml")
        let check = try kairan(["check"], in: box.url)
        #expect(check.errors.components(separatedBy: "[trash.old]").count == 2, "\(check.errors)")
        let run = try kairan(["purge", "--yes"], in: box.url)
        #expect(
            run.output == """
                products/lamp, deleted on 2026-01-01
                  content/products/lamp.yml
                  content/products/x.txt
                2 files removed

                """, "\(run.errors)")
    }
}
