import Foundation
import SiteTesting
import Testing

/// A version of the API promises nothing until somebody releases it, and every command says so.
@Suite struct DraftTests {
    private static func board(_ version: String?) throws -> TemporaryFolder {
        let box = try TemporaryFolder()
        try box.write("title: T\nurl: https://t.example/\n", to: "content/site.yml")
        try box.write("fields: { title: text }\n", to: "content/news/_collection.yml")
        try box.write("title: A\n", to: "content/news/a.yml")
        try box.write("data: { each: news, value: { title: title } }\n", to: "templates/api/v1/news.json.yml")
        try box.write("data: { each: news, value: title }\n", to: "templates/api/news.json.yml")
        if let version { try box.write(version, to: "templates/api/v1/_version.yml") }
        return box
    }

    private static let words =
        "v1 is a draft and promises nothing to apps; 'status: current' in templates/api/v1/_version.yml releases it\n"

    @Test(arguments: [nil, "status: draft\n", "status: current\n", "status: draft\nchannel: preview\n"])
    func eachBuildSaysIt(_ version: String?) throws {
        let box = try Self.board(version)
        let isDraft = version == nil || version == "status: draft\n"
        for arguments in [["build", "--first-publication"], ["build"], ["check"], ["build", "--no-cache"]] {
            let run = try kairan(arguments, in: box.url)
            #expect(run.exitCode == 0 && run.output.hasSuffix(Self.words) == isDraft, "\(arguments): \(run)")
        }
        let facts = try kairan(["build", "--format", "json"], in: box.url)
        #expect(facts.output.contains("\"drafts\":[\"v1\"]") == isDraft)
    }

    @Test(arguments: [nil, "status: draft\n"]) func whatChangesInADraft(_ version: String?) throws {
        let box = try Self.board(version)
        #expect(try kairan(["build", "--first-publication"], in: box.url).exitCode == 0)
        try box.write("data: { each: news, value: { name: title } }\n", to: "templates/api/v1/news.json.yml")
        let run = try kairan(["diff"], in: box.url)
        #expect(run.exitCode == 10)
        #expect(run.output.contains("v1 (draft)\n"))
        #expect(run.output.hasSuffix("compared with public, nothing that is promised breaks\n"), "\(run.output)")
    }

    @Test func aReleaseSaysWhatItPromises() throws {
        let box = try Self.board("status: draft\n")
        try box.write("fields: { title: text, kind: { choice: [a, b] } }\n", to: "content/news/_collection.yml")
        try box.write("title: A\nkind: a\n", to: "content/news/a.yml")
        try box.write(
            "data: { each: news, value: { title: title, kind: kind } }\n", to: "templates/api/v1/news.json.yml")
        #expect(try kairan(["build", "--first-publication"], in: box.url).exitCode == 0)
        try box.write("status: current\n", to: "templates/api/v1/_version.yml")
        let promise =
            ": keys and types stay from now on, and no value can be added to 'kind'; a choice that will grow needs "
            + "'open: true' before a release\n"
        for (command, words) in [("check", "about to be released"), ("build", "released")] {
            let run = try kairan([command, "--strict"], in: box.url)
            #expect(run.output.hasSuffix("\nv1 is \(words)" + promise), "\(run)")
        }
        for command in ["check", "build"] {
            let again = try kairan([command], in: box.url)
            #expect(again.exitCode == 0 && !again.output.contains("released"), "\(again)")
        }
    }

    /// The limits that authors declare are told, and not those that every picture has.
    @Test func aReleaseSaysWhichLimitsStay() throws {
        let box = try Self.board("status: current\n")
        try box.write(
            "fields: { title: { text: { maximum: 9 } }, rank: { integer: { minimum: 1, maximum: 9 } }, price: decimal, "
                + "tags: { list: { of: text, maximum: 3 } }, place: point }\n", to: "content/news/_collection.yml")
        try box.write("title: A\nrank: 1\nprice: 1\ntags: [a]\nplace: 1, 2\n", to: "content/news/a.yml")
        func promise(_ shape: String) throws -> String {
            try box.write("data: { each: news, value: { \(shape) } }\n", to: "templates/api/v1/news.json.yml")
            return String(try kairan(["check"], in: box.url).output.split(separator: "\n").last ?? "")
        }
        let words = "v1 is about to be released: keys and types stay from now on, and "
        let all = "title: title, number: rank, price: price, tags: tags, at: place.position, words: tags.count"
        #expect(try promise(all) == words + "no limit of 'number', 'tags' can be widened")
        #expect(
            try promise("abcdefghi".map { "\($0): rank" }.joined(separator: ", "))
                == words + "no limit of 'a', 'b', 'c', 'd', 'e', 'f', 3 more can be widened")
        try box.write("data: { each: news, value: { place: rank } }\n", to: "templates/api/v1/places.json.yml")
        #expect(
            try promise("price: rank") == words
                + "no limit of 'place' of places.json, 'price' of news.json can be widened")
        try FileManager.default.removeItem(at: box.url.appending(path: "templates/api/v1/places.json.yml"))
        #expect(try promise("price: price, latitude: place.latitude") == words + "new keys may come")
        try box.write(
            "fields: { kind: { choice: [a, b] }, rank: { integer: { maximum: 9 } } }\n",
            to: "content/news/_collection.yml")
        try box.write("kind: a\nrank: 1\n", to: "content/news/a.yml")
        try box.write("data: { each: news, value: kind }\n", to: "templates/api/news.json.yml")
        #expect(
            try promise("kind: kind, rank: rank")
                == "v1 is about to be released: keys and types stay from now on, no value can be added to 'kind', and no limit "
                + "of 'rank' can be widened; a choice that will grow needs 'open: true' before a release")
    }

    /// Without a choice nothing is closed. The preview promises nothing, and neither does what is only asked for quietly.
    @Test func aReleaseWithoutChoices() throws {
        let box = try Self.board("status: current\n")
        let promise = "v1 is released: keys and types stay from now on, and new keys may come\n"
        #expect(!(try kairan(["build", "--channel", "preview"], in: box.url).output.contains("released")))
        #expect(try kairan(["check", "--quiet"], in: box.url).output.isEmpty)
        #expect(try kairan(["build", "--first-publication"], in: box.url).output.hasSuffix("\n" + promise))
    }
}
