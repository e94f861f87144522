import Foundation
import KairanReaders
import KairanTemplates
import SiteTesting
import Testing

@testable import KairanPublish

/// If someone else's file stands where an output goes, nothing at all may change.
@Suite(.withAndWithoutSpareTree) struct PublishingConflictTests {
    struct Case: Sendable, CustomTestStringConvertible {
        var testDescription: String
        /// The texts of others' files by path; `-> x` makes a link, `/` a folder.
        var others: [String: String]
        var outputs: [String: String]
        var conflicts: [String]
    }

    static let cases = [
        Case(
            testDescription: "another's file with other bytes", others: ["index.html": "mine", "CNAME": "x"],
            outputs: ["index.html": "home", "b.html": "b"], conflicts: ["index.html"]),
        Case(
            testDescription: "several, sorted", others: ["b": "1", "a": "1"], outputs: ["a": "2", "b": "2"],
            conflicts: ["a", "b"]),
        Case(
            testDescription: "a folder with another's file where a file goes", others: ["clubs/photo.png": "p"],
            outputs: ["clubs": "x"], conflicts: ["clubs"]),
        Case(
            testDescription: "another's empty folder where a file goes", others: ["clubs": "/"],
            outputs: ["clubs": "x"], conflicts: ["clubs"]),
        Case(
            testDescription: "another's file where a folder goes", others: ["clubs": "x"],
            outputs: ["clubs/a.html": "a", "clubs/b.html": "b"], conflicts: ["clubs"]),
        Case(
            testDescription: "a link where a file goes", others: ["index.html": "-> ../outside.html"],
            outputs: ["index.html": "outside"], conflicts: ["index.html"]),
        Case(
            testDescription: "a link to a folder where a folder goes", others: ["clubs": "-> ../outside"],
            outputs: ["clubs/a.html": "a"], conflicts: ["clubs"]),
        Case(
            testDescription: "a folder in the manifest's place", others: [".kairan.json": "/"],
            outputs: ["a": "a"], conflicts: [".kairan.json"]),
        Case(
            testDescription: "a link in the manifest's place", others: [".kairan.json": "-> ../outside.html"],
            outputs: ["a": "a"], conflicts: [".kairan.json"]),
    ]

    @Test(arguments: cases) func conflictChangesNothing(_ example: Case) throws {
        let box = try PublishingSandbox()
        try box.makeFolder("public")
        try box.write("outside", to: "outside.html")
        try box.write("a", to: "outside/a.html")
        for (path, text) in example.others {
            if text == "/" {
                try box.makeFolder("public/\(path)")
            } else if text.hasPrefix("-> ") {
                try box.link("public/\(path)", to: String(text.dropFirst(3)))
            } else {
                try box.write(text, to: "public/\(path)")
            }
        }
        let before = try Fingerprint.ofTree(box.root)
        #expect(throws: PublishError.conflicts(example.conflicts, listIsDamaged: false)) {
            try publish(outputs(example.outputs), to: box.target)
        }
        // Apart from the lock, which came and went, all files are the same as before.
        #expect(try Fingerprint.ofTree(box.root) == before)
        #expect(try box.besideTarget() == [])
    }

    @Test(arguments: [
        ("", "{}"), ("", "<<<<<<< HEAD\n{}"), ("", #"{"kairan": 2, "files": ["index.html"]}"#), ("2,\n", "3,\n"),
        ("{\n    \"", "{,    \""), ("    \"old", "<<<<<<< HEAD\n    \"old"), ("    \"old", "=======\n    \"old"),
        ("\n  }\n}", "\n  }\n}\n}"), ("\n  }\n}", "\n  }"), ("\n", "\r\n"), ("index.html", "../index.html"),
        ("index.html", "/etc/passwd"), ("index.html\": \"", "index.html\": \"x"),
        ("\"index.html", "\"x\": \"index.html"),
    ])
    func aDamagedManifestOwnsNothing(part: String, damage: String) throws {
        let box = try PublishingSandbox()
        _ = try publish(outputs(["index.html": "1", "old.html": "1"]), to: box.target)
        let list = try String(contentsOfFile: "\(box.target)/.kairan.json", encoding: .utf8)
        try box.write(part.isEmpty ? damage : list.replacing(part, with: damage), to: "public/.kairan.json")
        #expect(throws: PublishError.conflicts(["index.html"], listIsDamaged: true)) {
            try publish(outputs(["index.html": "2"]), to: box.target)
        }
        // With the same bytes there is no conflict, and a file stays if nothing tells any more that it is ours.
        let repaired = PublicationSummary(unchanged: 1, bytes: 1, hadDamagedList: true, isListKnown: false)
        #expect(try publish(outputs(["index.html": "1"]), to: box.target) == repaired)
        #expect(try publish(outputs(["index.html": "1"]), to: box.target).isUnchanged)
        #expect(try box.published() == ["index.html": "1", "old.html": "1"])
    }

    /// Somebody edited the list. What no disk can hold is not there, and stops nothing.
    @Test(arguments: [false, true]) func aNameThatIsTooLong(_ isFolder: Bool) throws {
        let box = try PublishingSandbox()
        _ = try publish(outputs(["index.html": "1", "old": "1"]), to: box.target)
        let list = try String(contentsOfFile: "\(box.target)/.kairan.json", encoding: .utf8)
        let name = String(repeating: "n", count: 300) + (isFolder ? "/old" : "")
        try box.write(list.replacing("\"old\"", with: "\"\(name)\""), to: "public/.kairan.json")
        #expect(try publish(outputs(["index.html": "2"]), to: box.target).changed == 1)
    }

    /// The tree before the last publication is left, and its list names files of ours.
    @Test(arguments: ["", "<<<<<<< HEAD\n", nil]) func theTreeBeforeTellsWhichFilesAreOurs(_ list: String?) throws {
        guard WithAndWithoutSpareTree.workFolder != nil else { return }
        let box = try PublishingSandbox()
        for text in ["1", "2"] {
            _ = try publish(outputs(["index.html": text, "old.html": "old", "cut.html": "cut"]), to: box.target)
        }
        if let list { try box.write(list, to: "public/.kairan.json") } else { try box.remove("public/.kairan.json") }
        try box.write("", to: "public/cut.html")
        let wanted = outputs(["index.html": "3"])
        // A folder without any list may be another one by now.
        guard list != nil else {
            #expect(throws: PublishError.conflicts(["index.html"], listIsDamaged: false)) {
                try publish(wanted, to: box.target)
            }
            return
        }
        let summary = try publish(wanted, to: box.target)
        #expect(
            (summary.changed, summary.removed, summary.hadDamagedList, summary.isListKnown) == (1, 2, true, true))
        #expect(try box.published() == ["index.html": "3"])
    }

    @Test(arguments: [
        (["/etc/x"], ["/etc/x"]), (["../x"], ["../x"]), (["a/../b"], ["a/../b"]), (["a//b"], ["a//b"]),
        (["a/"], ["a/"]), ([""], [""]), (["./a"], ["./a"]), (["a", "a"], ["a"]), (["a", "a/b"], ["a"]),
        ([".kairan.json"], [".kairan.json"]), (["a\0b"], ["a\0b"]),
    ])
    func pathsThatCannotBePublished(paths: [String], wrong: [String]) throws {
        let box = try PublishingSandbox()
        #expect(throws: PublishError.unpublishable(wrong)) {
            try publish(paths.map { OutputFile(path: $0, bytes: []) }, to: box.target)
        }
        #expect(try treeContents(box.root) == [:])
    }
}
