import Foundation
import SiteTesting
import Testing

/// A build and `kairan next` tell the next change.
@Suite struct NextCommandTests {
    @Test func aBuildOfAnyMomentSaysIt() throws {
        let box = try Self.site()
        let human = try kairan(["build", "--at", "2026-04-15"], in: box.url)
        #expect(human.output.hasSuffix("\nnext change: 2026-05-01T00:00:00+02:00: 1 changed\n"))
        let json = try kairan(["build", "--at", "2026-04-15", "--format", "json"], in: box.url)
        let next =
            #"{"mistakes":[],"moment":"2026-05-01T00:00:00+02:00","outputs":[{"change":"changed","path":"open.json"}]}"#
        #expect(json.output.contains("\"next\":\(next),"), "\(json.output)")
        let whole = try kairan(["next", "--at", "2026-04-15", "--format", "json"], in: box.url)
        #expect(
            whole.output == #"{"changes":[\#(next)],"diagnostics":[],"until":"2028-06-23T00:00:00+02:00"}"# + "\n")
    }

    /// The files that are listed are those that differ in the folder when that moment has come, but for a manifest that
    /// only tells another next change.
    @Test func theListIsWhatDiffersBetweenPublications() throws {
        let box = try Self.site()
        try box.write("fields: { open: window, at: dateTime }\n", to: "content/events/_collection.yml")
        try box.write(
            "- { id: a, at: 2026-04-20T12:30, open: { from: 2026-05-01 } }\n- { id: b, at: 2026-04-20T12:30, open: always }\n",
            to: "content/events/e.yml")
        try box.write("status: draft\n", to: "templates/api/v1/_version.yml")
        let condition = "each: events, where: { at: { atMost: now } }"
        try box.write("data: { \(condition), value: id }\n", to: "templates/api/v1/a.json.yml")
        try box.write("for: { \(condition) }\ndata: { id: id }\n", to: "templates/api/v1/by/{id}.json.yml")
        try box.write("revision: { of: [open.json, api/v1/a.json] }\n", to: "templates/revision.json.yml")
        let published = box.url.appending(path: "public")
        _ = try kairan(["build", "--at", "2026-04-15"], in: box.url)
        let told = try kairan(["next", "--at", "2026-04-15", "--count", "9", "--format", "json"], in: box.url).output
        let changes = told.matches(of: /"moment":"([^"]*)","outputs":\[([^\]]*)\]/)
        #expect(changes.map { $0.output.1.prefix(16) } == ["2026-04-20T12:30", "2026-05-01T00:00"])
        let comparable = { (bytes: [UInt8]) in
            String(decoding: bytes, as: UTF8.self).replacing(/"nextChange":[^\n]*/, with: "")
        }
        for change in changes {
            let before = try filesIn(published)
            let run = try kairan(["build", "--at", String(change.output.1)], in: box.url)
            #expect(run.exitCode == 0, "\(run.output)")
            let after = try filesIn(published)
            let differing = Set(before.keys).union(after.keys).filter {
                before[$0].map(comparable) != after[$0].map(comparable) && $0 != ".kairan.json"
            }
            let listed = change.output.2.matches(of: /"path":"([^"]*)"/).map { String($0.output.1) }
            #expect(listed == differing.sorted())
        }
    }

    @Test func nothingIsFoundAsFarAsWasLooked() throws {
        let box = try Self.site()
        #expect(!(try kairan(["build", "--at", "2026-05-01"], in: box.url)).output.contains("next"))
        let run = try kairan(["next", "--at", "2026-05-01"], in: box.url)
        #expect(run.output == "nothing changes by itself in the next 800 days (until 2028-07-09)\n")
    }

    /// A site with a fixed moment never changes; a day stands for its start, in the site's time zone.
    @Test func aPinnedSiteNeverChanges() throws {
        let box = try Self.site()
        try box.write("{{site.moment}}", to: "templates/moment.txt.mustache")
        try box.write(Self.settings + "moment: 2026-04-15\n", to: "content/site.yml")
        #expect(!(try kairan(["build"], in: box.url)).output.contains("next change"))
        let moment = try String(contentsOf: box.url.appending(path: "public/moment.txt"), encoding: .utf8)
        #expect(moment == "2026-04-15T00:00:00+02:00")
    }

    @Test func whatWasKeptOfItIsNotTrusted() throws {
        let box = try Self.site()
        let build = ["build", "--at", "2026-04-15"]
        let first = try kairan(build, in: box.url).output
        let last = "\nnext change: 2026-05-01T00:00:00+02:00: 1 changed\n"
        #expect(first.hasSuffix(last))
        // From this build on, the store keeps its stamps.
        pause(microseconds: 50_000)
        _ = try kairan(build, in: box.url)
        let kept = box.url.appending(path: ".kairan/next")
        let bytes = try Data(contentsOf: kept)
        for place in bytes.indices {
            var damaged = bytes
            damaged[place] ^= 1
            try damaged.write(to: kept)
            #expect(try kairan(build, in: box.url).output.hasSuffix(last), "\(place)")
        }
    }

    @Test func itIsSaidOfEachEdit() throws {
        let box = try Self.site()
        for day in 10..<16 {
            try box.write("- { id: a, open: { from: 2026-05-\(day) } }\n", to: "content/events/e.yml")
            for _ in 0..<2 {
                let run = try kairan(["build", "--at", "2026-04-15"], in: box.url)
                #expect(
                    run.output.hasSuffix("\nnext change: 2026-05-\(day)T00:00:00+02:00: 1 changed\n"), "\(run.output)")
                pause(microseconds: 50_000)
            }
        }
    }

    /// A large site is not built once more only to tell what its next change is.
    @Test func aLargeSiteIsToldTheEarliestMoment() throws {
        let box = try Self.site()
        let rows = (0..<2_000).map { "- { id: e\($0), open: always }\n" }.joined()
        try box.write("- { id: a, open: { from: 2026-05-01 } }\n" + rows, to: "content/events/e.yml")
        try box.write("for: { each: events }\ndata: { id: id }\n", to: "templates/by/{id}.json.yml")
        let build = ["build", "--at", "2026-04-15"]
        for _ in 0..<2 {
            let human = try kairan(build, in: box.url).output
            let told = "next change: not before 2026-05-01T00:00:00+02:00; run kairan next for details"
            #expect(human.hasSuffix("\n\(told)\n"))
            let json = try kairan(build + ["--format", "json"], in: box.url).output
            #expect(json.contains(#""next":{"moment":"2026-05-01T00:00:00+02:00"},"#), "\(json)")
        }
        let next = try kairan(["next", "--at", "2026-04-15"], in: box.url).output
        #expect(next == "2026-05-01T00:00:00+02:00: 1 changed\n  changed open.json\n")
    }

    private static let settings = "title: T\nurl: https://t.example/\ntimeZone: Europe/Berlin\n"

    private static func site() throws -> TemporaryFolder {
        let box = try TemporaryFolder()
        try box.write(settings, to: "content/site.yml")
        try box.write("fields: { open: window }\n", to: "content/events/_collection.yml")
        try box.write("- { id: a, open: { from: 2026-05-01 } }\n", to: "content/events/e.yml")
        try box.write("data: { each: events, where: { open: now }, value: id }\n", to: "templates/open.json.yml")
        return box
    }
}
