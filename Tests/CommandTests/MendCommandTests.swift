import Foundation
import SiteTesting
import Testing

/// `kairan check --fix` rewrites the words of earlier versions, and nothing else.
@Suite struct MendCommandTests {
    /// Boards in words of earlier versions. A part below `now/` is what its file becomes; all other files stay.
    private static let boards = ["words", "defaults", "kin", "events"]

    private func board(_ name: String) throws -> (old: [String: String], now: [String: String]) {
        let text = try String(contentsOf: sitesFolder.appending(path: "former/\(name).txt"), encoding: .utf8)
        let files = ("\n" + text).components(separatedBy: "\n=== ").dropFirst().map { part in
            let parts = part.split(separator: "\n", maxSplits: 1, omittingEmptySubsequences: false)
            let lines = parts.dropFirst().joined()
            return (key: String(parts[0]), value: lines.hasSuffix("\n") ? lines : lines + "\n")
        }
        let old = Dictionary(files.filter { !$0.key.hasPrefix("now/") }.map { ($0.key, $0.value) }) { $1 }
        let new = files.filter { $0.key.hasPrefix("now/") }.map { (String($0.key.dropFirst("now/".count)), $0.value) }
        return (old, old.merging(new) { $1 })
    }

    private func box(_ files: [String: String], ending: String = "\n") throws -> TemporaryFolder {
        let box = try TemporaryFolder()
        for (path, text) in files { try box.write(text.replacing("\n", with: ending), to: path) }
        return box
    }

    @Test(arguments: boards, ["\n", "\r\n"]) func rewritesFormerWords(_ name: String, _ ending: String) throws {
        let (old, now) = try board(name)
        let box = try box(old, ending: ending)
        let before = try kairan(["check"], in: box.url)
        #expect(before.exitCode == 1)
        #expect(before.errors.contains("[word.former]"))
        #expect(try text(box, "content/site.yml") == old["content/site.yml"]?.replacing("\n", with: ending))
        let mended = try kairan(["check", "--fix"], in: box.url)
        #expect(mended.exitCode == 0, "\(mended.output)\(mended.errors)")
        for (path, wished) in now {
            #expect(try text(box, path) == wished.replacing("\n", with: ending), "\(path)")
        }
        let changed = now.filter { $0.value != old[$0.key] }.count
        #expect(mended.output.contains("mended in \(changed) files\n"))
        let again = try kairan(["check", "--fix"], in: box.url)
        #expect(again.exitCode == 0)
        #expect(again.output.hasPrefix("nothing that Kairan can mend\n"))
    }

    @Test func saysWhatWasMendedAndWhatIsLeft() throws {
        let box = try box([
            "content/site.yml": "title: T\nurl: https://t.example\n",
            "content/a/_collection.yml": "fields: { name: { text: { maximumLength: 3 } }, day: date? }\n",
            "content/a/x.yml": "name: four\n",
            "templates/a.json.yml": "data: { least: a, of: day, sort: name, limit: 1 }\n",
        ])
        let run = try kairan(["check", "--fix", box.url.path], in: packageFolder)
        #expect(run.exitCode == 1)
        #expect(
            run.output.replacing(box.url.path, with: "SITE") == """
                mended: SITE/content/a/_collection.yml:1:27: 'maximumLength' is now 'maximum' [word.former]
                1 mistake mended in 1 file

                """)
        #expect(run.errors.contains("'name' may have at most 3 characters, but has 4 [field.limit]"), "\(run.errors)")
        #expect(run.errors.contains("there is no 'least' any more [word.former]"), "\(run.errors)")
        #expect(
            run.errors.contains(
                "help: write { first: a, sort: day, value: day }; beside 'sort' nothing gives the same"),
            "\(run.errors)")
        let json = try kairan(["check", "--fix", "--format", "json"], in: box.url)
        #expect(json.output.contains("\"mended\":[]"))
        try box.write("fields: { name: { text: { maximumLength: 9 } } }\n", to: "content/a/_collection.yml")
        try FileManager.default.removeItem(at: box.url.appending(path: "templates/a.json.yml"))
        try box.write("data: { count: a }\n", to: "templates/b.json.yml")
        let told = try kairan(["check", "--format", "json"], in: box.url).output
        #expect(told.contains("\"mendable\":true"), "\(told)")
        let fixed = try kairan(["check", "--fix", "--format", "json"], in: box.url)
        #expect(fixed.exitCode == 0)
        #expect(fixed.output.contains("\"mended\":[{\"column\":27,"), "\(fixed.output)")
    }

    /// A misspelt word is mended if only one is near, and if that leads to no other mistake.
    @Test(arguments: [
        ("content/a/_collection.yml", "fileds: { name: text }\n", "fields: { name: text }\n"),
        (
            "content/a/_collection.yml", "fields: { name: { text: { uniqe: true } } }\n",
            "fields: { name: { text: { unique: true } } }\n"
        ),
        ("content/a/_collection.yml", "fields: { name: text }\nentyr: { of: a }\n", nil),
        ("content/a/_collection.yml", "fields: { name: text }\nfeilds: { day: date }\n", nil),
        ("templates/a.json.yml", "data: { each: a, valu: name }\n", "data: { each: a, value: name }\n"),
        ("templates/a.json.yml", "dat:\n  each: a # all\n  value: name\n", "data:\n  each: a # all\n  value: name\n"),
        ("templates/a.json.yml", "data: { each: a, value: { nam: name, wher: id } }\n", nil),
    ]) func mendsMisspeltWords(_ path: String, _ written: String, _ wished: String?) throws {
        let box = try box([
            "content/site.yml": "title: T\nurl: https://t.example\n",
            "content/a/_collection.yml": "fields: { name: text }\n",
            "content/a/x.yml": "name: four\n", "templates/a.json.yml": "data: { each: a, value: name }\n",
        ])
        try box.write(written, to: path)
        let run = try kairan(["check", "--fix"], in: box.url)
        #expect(try text(box, path) == wished ?? written, "\(run.errors)")
        #expect(run.output.hasPrefix(wished == nil ? "nothing that Kairan can mend\n" : "mended: \(path):"))
        if wished != nil { #expect(run.exitCode == 0 && run.output.contains("did you mean '"), "\(run.output)") }
    }

    /// The diff is what `--fix` does: applied by two programs, it gives the same bytes.
    @Test(arguments: ["\n", "\r\n"], [["git", "apply"], ["patch", "-p1"]]) func dryRunIsADiff(
        _ ending: String, _ command: [String]
    ) throws {
        let (old, now) = try board("kin")
        let box = try box(old, ending: ending)
        let start = "{ \"name\": \"A\",\n  \"founded\": \"2026-04-01\", \"summary\": \"B\""
        try box.write(start + ", }", to: "content/clubs/a b.json")
        let dry = try kairan(["check", "--fix", "--dry-run"], in: box.url)
        // The name of the file in JSON is no id.
        #expect(dry.exitCode == 1 && dry.errors.contains("[id.unsafe]"))
        #expect(dry.errors.contains("mended: content/site.yml:4:1: 'meant' is now 'ignored' [word.former]\n"))
        #expect(try text(box, "content/site.yml").contains("meant:"))
        try box.write(dry.output, to: "mends.diff")
        let applied = try run(
            URL(filePath: "/usr/bin/env"), command + (command[0] == "git" ? ["mends.diff"] : ["-i", "mends.diff"]),
            in: box.url)
        #expect(applied.exitCode == 0, "\(applied.output)\(applied.errors)\n\(dry.output)")
        for (path, wished) in now { #expect(try text(box, path) == wished.replacing("\n", with: ending), "\(path)") }
        #expect(try text(box, "content/clubs/a b.json") == start + " }")
    }

    @Test(arguments: [["--dry-run"], ["--fix", "--dry-run", "--format", "json"]]) func dryRunNeedsFix(
        _ arguments: [String]
    ) throws {
        let run = try kairan(["check"] + arguments, in: packageFolder)
        #expect(run.exitCode == 2, "\(run)")
    }

    /// A mend that leads to another mistake is left out, whatever is mended beside it.
    @Test(arguments: [false, true]) func aMistakeElsewhereExcusesNothing(_ hasUnreadFile: Bool) throws {
        let template = "---\ntitle: T\ndata: { clubs: { each: clubs } }\n---\n{{#clubz}}{{name}}{{/clubz}}\n"
        let box = try box([
            "content/site.yml": "title: T\nurl: https://t.example\n",
            "content/clubs/_collection.yml": "fields: { name: text }\n",
            "content/clubs/a.yml": hasUnreadFile ? #"name: "C:\games""# : "name: A",
            "templates/index.html.mustache": template,
        ])
        let run = try kairan(["check", "--fix"], in: box.url)
        #expect(run.exitCode == 1)
        #expect(try text(box, "templates/index.html.mustache") == template, "\(run.output)\(run.errors)")
        #expect(run.output.contains("\nnot mended: templates/index.html.mustache:5:4: nothing here is called 'clubz'"))
        #expect(try text(box, "content/clubs/a.yml") == (hasUnreadFile ? #"name: "C:\\games""# : "name: A"))
    }

    /// The site is built a few times, however many mends cannot be made.
    @Test func manyMendsThatFailTakeFewBuilds() throws {
        let box = try box([
            "content/site.yml": "title: T\nurl: https://t.example\n",
            "content/clubs/_collection.yml": "fields: { name: text }\nbody: markdown\n",
            "content/clubs/a.md": "---\nname: A\n---\n",
        ])
        for number in 0..<60 {
            try box.write("---\nnam: A\n---\n", to: "content/clubs/b\(number).md")
            let body = "{{#clubz}}{{name}}{{/clubz}}"
            try box.write(
                "---\ntitle: T\ndata: { clubs: { each: clubs } }\n---\n\(body)\n\(body)\n",
                to: "templates/p\(number).html.mustache")
        }
        let clock = ContinuousClock()
        let start = clock.now
        let run = try kairan(["check", "--fix", "--dry-run"], in: box.url)
        #expect(clock.now - start < .seconds(30))
        #expect(run.exitCode == 1)
        #expect(run.errors.contains("\n60 mistakes mended in 60 files\n"), "\(run.errors.prefix(2000))")
    }

    /// A mistake with two right answers is not mended, and a value that was mended by a guess is not mended again.
    @Test(arguments: [
        ("a.yml", "name: A\nshown: { from: 2026-04-12 # until May }\n", nil),
        ("a.yml", "name: A\nshown: { from: #today until May }\n", nil),
        ("a.yml", "name: A\nshown: { from: 2026-04-12, until: 2026-04-02 }\n", nil),
        ("a.yml", #"name: "C:\new\docs""#, nil),
        ("a.yml", #"name: "C:\games\docs""#, #"name: "C:\\games\\docs""#),
        ("a.yml", #"name: "C:\users\docs""#, #"name: "C:\\users\\docs""#),
        ("a.yml", #"name: "say \"\d\"""#, nil),
        ("a.json", #"{ "name": "C:\new\docs" }"#, nil),
        ("a.json", #"{ "name": "C:\games\docs" }"#, #"{ "name": "C:\\games\\docs" }"#),
        ("a.toml", #"name = "C:\new\docs""#, nil),
        ("a.toml", #"name = "C:\games\docs""#, #"name = "C:\\games\\docs""#),
        ("a.json", #"{ "name": True }"#, #"{ "name": true }"#),
        ("a.json", #"{ "name": "A", "tags": ["b", True, "c",] }"#, #"{ "name": "A", "tags": ["b", true, "c"] }"#),
        (
            "a.json", #"{ "name": "A", "tags": ["b",], "kind": "bal" }"#,
            #"{ "name": "A", "tags": ["b"], "kind": "ball" }"#
        ),
    ]) func guessesNothing(_ name: String, _ written: String, _ wished: String?) throws {
        let box = try box([
            "content/site.yml": "title: T\nurl: https://t.example\n",
            "content/clubs/_collection.yml":
                "fields: { name: text, shown: window?, tags: { list?: text }, kind: { choice?: [ball, chess] } }\n",
        ])
        try box.write(written, to: "content/clubs/" + name)
        let told = try kairan(["check", "--format", "json"], in: box.url).output
        #expect(told.contains("\"mendable\":true") == (wished != nil), "\(told)")
        let run = try kairan(["check", "--fix"], in: box.url)
        #expect(try text(box, "content/clubs/" + name) == wished ?? written, "\(run.output)\(run.errors)")
    }

    /// A dry run ends as the run would that it shows, and says what stays.
    @Test func dryRunEndsAsTheRun() throws {
        let box = try box([
            "content/site.yml": "title: T\nurl: https://t.example\n",
            "content/a/_collection.yml": "fields: { name: { text: { maximumLength: 3 } } }\n",
            #"content/a/x "y".yml"#: "name: four\n",
        ])
        let dry = try kairan(["check", "--fix", "--dry-run"], in: box.url)
        #expect(dry.exitCode == 1)
        #expect(dry.output.contains("+fields: { name: { text: { maximum: 3 } } }\n"))
        let run = try kairan(["check", "--fix"], in: box.url)
        #expect(run.exitCode == 1)
        #expect(run.errors.contains("[field.limit]"))
        #expect(dry.errors == run.output + run.errors)
    }

    /// No file changes if one of them cannot be rewritten with its mend.
    @Test func changesNothingThatCannotBeProved() throws {
        let files = [
            "content/site.yml": "title: T\nurl: https://t.example\n",
            "content/a/_collection.yml": "fields: { name: { text: { maximumLength: 9 } }, day: date? }\n",
            "content/a/x.yml": "name: four\n",
            // The alias makes the added member one of both lists.
            "templates/a.json.yml": "data: { a: &least { least: a, of: day }, b: *least }\n",
        ]
        let box = try box(files)
        let run = try kairan(["check", "--fix"], in: box.url)
        #expect(run.exitCode == 1)
        #expect(run.output == "")
        #expect(run.errors.contains("templates/a.json.yml:1:"), "\(run.errors)")
        #expect(run.errors.contains("[edit.impossible]"), "\(run.errors)")
        #expect(run.errors.hasSuffix("1 mistake; nothing was mended\n"), "\(run.errors)")
        for (path, wished) in files { #expect(try text(box, path) == wished) }
    }

    @Test func readOnlyFilesStay() throws {
        let box = try box([
            "content/site.yml": "title: T\nurl: https://t.example\n",
            "content/a/_collection.yml": "fields: { name: { text: { maximumLength: 9 } } }\n",
            "content/a/x.yml": "name: four\n", "templates/b.json.yml": "data: { count: a }\n",
        ])
        let path = box.url.appending(path: "content/a/_collection.yml").path
        try FileManager.default.setAttributes([.posixPermissions: 0o444], ofItemAtPath: path)
        let run = try kairan(["check", "--fix"], in: box.url)
        #expect(run.exitCode == 3)
        #expect(run.errors.contains("it is read-only, so nothing was written"), "\(run.errors)")
        #expect(try text(box, "content/a/_collection.yml").contains("maximumLength"))
    }
}

private func text(_ box: borrowing TemporaryFolder, _ path: String) throws -> String {
    try String(contentsOf: box.url.appending(path: path), encoding: .utf8)
}
