import Foundation
import SiteTesting
import Testing

/// A build warns of entries whose window is over before they were ever published.
@Suite struct WindowCommandTests {
    @Test(arguments: [[], ["--no-cache"]]) func anEntryThatIsOverWhenItIsNew(options: [String]) throws {
        let box = try boardOfNotices()
        try write("late", window: "{ from: 2025-04-01, until: 2025-04-10 }", in: box)
        let run = try kairan(["build"] + options, in: box.url)
        #expect(run.exitCode == 0)
        #expect(
            run.errors.hasPrefix(
                "content/notices/late.md:3:8: warning: 'late' is new, but over before it was ever published: its window "
                    + "ends on 2025-04-10, and this build is for 2026-04-15; no output shows it [window.over]\n"))
        // The warning comes once, as the publication knows the entry from now on, with a cache and without.
        for options in [[], ["--no-cache"], options] {
            #expect(try kairan(["build"] + options, in: box.url).errors == "")
        }
    }

    @Test func strictlyItIsNotPublished() throws {
        let box = try boardOfNotices()
        try write("late", window: "{ until: 2026-04-14 }", in: box)
        for _ in 1...2 { #expect(try kairan(["build", "--strict"], in: box.url).exitCode == 1) }
        #expect(try kairan(["check"], in: box.url).errors.contains("[window.over]"))
    }

    /// Nothing warns of entries that were shown in their time, that some output still shows, or that are yet to come.
    @Test func whatIsNotWarnedOf() throws {
        let box = try boardOfNotices()
        try write("coming", window: "{ from: 2027-01-01 }", in: box)
        try write("running", window: "{ until: 2026-04-15 }", in: box)
        #expect(try kairan(["build"], in: box.url).errors == "")
        for options in [[], ["--no-cache"]] {
            #expect(try kairan(["build", "--at", "2026-05-01"] + options, in: box.url).errors == "")
        }
        let page = "---\nfor: notices\n---\n<h1>{{id}}</h1>\n"
        try box.write(page, to: "templates/notices/{id}.html.mustache")
        #expect(try kairan(["build"], in: box.url).exitCode == 0)
        try write("archived", window: "{ until: 2020-01-01 }", in: box)
        #expect(try kairan(["build"], in: box.url).errors == "")
    }

    private func boardOfNotices() throws -> TemporaryFolder {
        let box = try TemporaryFolder()
        try box.write(
            "title: Harbour\nurl: https://harbour.example/\nmoment: 2026-04-15T09:00\n", to: "content/site.yml")
        try box.write("fields:\n  title: text\n  shown: window\n", to: "content/notices/_collection.yml")
        try box.write(
            "data:\n  each: notices\n  where: { shown: now }\n  value: { title: title }\n",
            to: "templates/notices.json.yml")
        try write("old", window: "{ until: 2019-01-01 }", in: box)
        try write("spring", window: "always", in: box)
        // A first publication may hold entries that are over.
        let run = try kairan(["build"], in: box.url)
        try #require(run.exitCode == 0 && run.errors == "", "\(run.errors)")
        return box
    }

    private func write(_ id: String, window: String, in box: borrowing TemporaryFolder) throws {
        try box.write("---\ntitle: The notice \(id)\nshown: \(window)\n---\n", to: "content/notices/\(id).md")
    }
}
