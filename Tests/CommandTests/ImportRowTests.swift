import Foundation
import SiteTesting
import Testing

/// One file of a template that makes a file of each entry.
@Suite struct ImportRowTests {
    private static let shape = "for: docs\ndata: { id: id, n: number, tags: tags, name?: name }\n"

    /// A board that no one adopted, with entries in one list or in files of their own.
    private static func board(inFiles: Bool, _ template: String = shape) throws -> TemporaryFolder {
        let box = try TemporaryFolder()
        try box.write("title: Docs\nurl: https://docs.example/\n", to: "board/content/site.yml")
        try box.write(
            "entry: doc\nfields:\n  number: integer\n  tags: { list: text }\n  name: text?\n",
            to: "board/content/docs/_collection.yml")
        if inFiles {
            try box.write("number: 1 # the first\ntags: [x, y]\n", to: "board/content/docs/a.yml")
            try box.write("number: 2\ntags: [z]\n", to: "board/content/docs/b.yml")
        } else {
            try box.write(
                "- id: a # the first\n  number: 1\n  tags: [x, y]\n- id: b\n  number: 2\n  tags: [z]\n",
                to: "board/content/docs/docs.yml")
        }
        try box.write(template, to: "board/templates/api/v1/docs/{id}.json.yml")
        return box
    }

    private static func update(_ id: String, _ json: String, in box: borrowing TemporaryFolder) throws -> Run {
        try box.write(json, to: "next.json")
        return try kairan(["import", "../next.json", "--endpoint", "v1/docs/\(id)", "--update"], in: box.board)
    }

    /// A value changed, an item more, an item gone, a key more, and a file more: nothing else changes.
    @Test(
        arguments: [false, true],
        [
            ("a", #"{"id":"a","n":7,"tags":["x","y"]}"#), ("a", #"{"id":"a","n":1,"tags":["x","q","y"]}"#),
            ("a", #"{"id":"a","n":1,"tags":["y"]}"#), ("b", #"{"id":"b","n":2,"tags":["z"],"name":"B"}"#),
            ("c", #"{"id":"c","n":3,"tags":["z"]}"#), ("a", #"{"id":"a","n":1,"tags":["x","y"]}"#),
        ])
    func oneIsTaken(_ inFiles: Bool, _ next: (id: String, json: String)) throws {
        let box = try Self.board(inFiles: inFiles)
        let before = try filesIn(box.board)
        let run = try Self.update(next.id, next.json, in: box)
        #expect(run.exitCode == 0, "\(run.output)\(run.errors)")
        let after = try filesIn(box.board)
        let changed = after.filter { before[$0.key] != $0.value }.keys.sorted()
        let isSame = next.json == #"{"id":"a","n":1,"tags":["x","y"]}"#
        let path = "content/docs/\(inFiles ? next.id : "docs").yml"
        #expect(changed == (isSame ? [] : [path]) && after.count >= before.count, "\(changed)")
        let build = try kairan(["build", "board", "--first-publication", "--compact"], in: box.url)
        #expect(build.exitCode == 0, "\(build.errors)")
        let made = try filesIn(box.board)
        #expect(made["public/api/v1/docs/\(next.id).json"] == Array((next.json + "\n").utf8))
        let other = next.id == "b" ? #"{"id":"a","n":1,"tags":["x","y"]}"# : #"{"id":"b","n":2,"tags":["z"]}"#
        #expect(made["public/api/v1/docs/\(next.id == "b" ? "a" : "b").json"] == Array((other + "\n").utf8))
    }

    /// A table keeps its semicolons and the commas before its decimals.
    @Test(arguments: [
        (#"{"id":"a","n":0.25,"all":[1,2.75]}"#, "\u{FEFF}", "a;0,25;1|2,75\nb;2;\n"),
        (#"{"id":"c","n":2.5,"all":[0.5]}"#, "", "a;1,50;1|2,5\nb;2;\nc;2,5;0,5\n"),
        (#"{"id":"a","n":0.25,"all":[1,2.75]}"#, "sep=;\n", "a;0,25;1|2,75\nb;2;\n"),
    ])
    func aTableWithSemicolons(_ json: String, _ mark: String, _ rows: String) throws {
        let box = try Self.board(inFiles: true, "for: docs\ndata: { id: id, n: number, all?: all }\n")
        for path in ["a.yml", "b.yml"] {
            try FileManager.default.removeItem(at: box.board.appending(path: "content/docs/\(path)"))
        }
        try box.write(
            "entry: doc\nfields:\n  number: decimal\n  all: { list?: decimal }\n",
            to: "board/content/docs/_collection.yml")
        try box.write("\(mark)id;number;all\na;1,50;1|2,5\nb;2;\n", to: "board/content/docs/docs.csv")
        let run = try Self.update(json.contains("\"a\"") ? "a" : "c", json, in: box)
        #expect(run.exitCode == 0, "\(run.output)\(run.errors)")
        let made = try filesIn(box.board)["content/docs/docs.csv"]
        #expect(made.map { String(decoding: $0, as: UTF8.self) } == "\(mark)id;number;all\n\(rows)")
    }

    /// The id in a file must be the name of the file, and `for` must choose that entry.
    @Test(arguments: [
        (shape, "a", #"{"id":"b","n":1,"tags":["x","y"]}"#, "next.json:1:7: error: "),
        (shape, "a", #"{"id":"a","n":"one","tags":["x","y"]}"#, "next.json:1:"),
        (
            "for: { each: docs, where: { number: { moreThan: 1 } } }\ndata: { n: number, tags: tags }\n", "b",
            #"{"n":0,"tags":["z"]}"#, "v1/docs/b.json"
        ),
    ])
    func mistakesAreTold(_ template: String, _ id: String, _ json: String, _ message: String) throws {
        let box = try Self.board(inFiles: false, template)
        let before = try filesIn(box.board)
        let run = try Self.update(id, json, in: box)
        #expect(run.exitCode == 1 && run.errors.contains(message), "\(run.output)\(run.errors)")
        #expect(try filesIn(box.board) == before)
    }

    @Test func otherFilesOfATemplateAreNotRead() throws {
        let box = try Self.board(inFiles: false)
        try box.write(
            "for: { each: docs, by: number }\ndata: { n: number }\n", to: "board/templates/api/v1/by/{number}.json.yml")
        try box.write("{}", to: "next.json")
        for name in ["v1/by/1", "v1/docs/x/y", "v1/docs"] {
            let run = try kairan(["import", "../next.json", "--endpoint", name, "--update"], in: box.board)
            #expect(run.exitCode == 2, "\(run.output)\(run.errors)")
        }
    }
}
