import Foundation
import SiteTesting
import Testing

/// A source that fails changes nothing, and that is told.
@Suite struct PullFailureTests {
    private static let good = "[" + (1...12).map { "{\"id\": \"e\($0)\", \"n\": \($0)}" }.joined(separator: ", ") + "]"

    /// Returns a site that pulled twelve entries once.
    private func pulledSite(_ more: String = "") throws -> PulledSite {
        let site = try PulledSite()
        try site.serve(Self.good, at: "list")
        try site.declare(
            "things", from: "list", "format: json\(more)", "fields: { n: integer }\nfrom: { id: id, n: n }")
        #expect(try site.pull("--strict", environment: ["KAIRAN_THINGS_TOKEN": "Bearer s3cret-word"]).exitCode == 0)
        return site
    }

    /// Pulls, and expects that nothing changes, whatever the source does.
    private func expectKept(
        _ site: borrowing PulledSite, _ message: String, _ arguments: String..., environment: [String: String] = [:]
    ) throws {
        let before = try (site.read("content/things/pulled.yml"), site.read("content/things/_pulled.yml"))
        for strict in [[], ["--strict"]] {
            let run = try kairan(
                ["pull", "--local"] + arguments + strict, in: site.box.url.appending(path: "site"),
                environment: environment)
            #expect(run.errors.contains(message), "\(run.errors)")
            #expect(run.exitCode == (strict.isEmpty ? 0 : 1))
            if strict.isEmpty { #expect(run.output == "things: kept the last good, 12 entries\n") }
            #expect(run.errors.contains(strict.isEmpty ? ": warning: " : ": error: "))
            #expect(try site.read("content/things/pulled.yml") == before.0)
            #expect(try site.read("content/things/_pulled.yml") == before.1)
        }
    }

    @Test(arguments: [
        (401, "the source refuses (401) [pull.source]"), (404, "there is nothing at the address (404)"),
        (429, "the source wants to be asked less often (429)"), (500, "the source is broken at the moment (500)"),
        (503, "the source is broken at the moment (503)"), (206, "the source answered with 206"),
    ])
    func statuses(_ status: Int, _ message: String) throws {
        let site = try pulledSite()
        try site.serve("[]", at: "list", rule: "{\"status\": \(status)}")
        try expectKept(site, message)
    }

    @Test(arguments: [
        ("", "{}", "the answer is empty"), (" \n\n", "{}", "the answer is empty"),
        ("[]", "{}", "the source has no items [pull.shrunk]"),
        ("[{\"id\": \"e1\", \"n\": 1}]", "{}", "the source has 1 item, and had 12 [pull.shrunk]"),
        (
            "<!DOCTYPE html><title>Log in</title>", "{}",
            "the answer is a web page and no json, such as a page to log in"
        ),
        ("\n<html><body>", "{\"headers\": {\"Content-Type\": \"text/html\"}}", "the answer is a web page"),
        ("[{\"id\": \"e1\", \"n\":", "{}", "[json.syntax]"),
        ("{\"error\": \"quota\"}", "{}", "a mapping stands where the list of items should"),
        ("[1, 2]", "{}", "an item must be an object, not a number"),
        ("[{\"id\": null, \"n\": 1}]", "{}", "the item has no 'id', of which its id is made"),
        ("[{\"id\": \"a\", \"n\": 1}, {\"id\": \"a\", \"n\": 2}]", "{}", "two items have the id 'a'"),
    ])
    func answers(_ body: String, _ rule: String, _ message: String) throws {
        let site = try pulledSite()
        try site.serve(body, at: "list", rule: rule)
        try expectKept(site, message)
    }

    /// A value that a field cannot have is told at its place in the answer.
    @Test func aWrongValue() throws {
        let site = try pulledSite()
        try site.serve(Self.good.replacing("\"n\": 12", with: "\"n\": \"many\""), at: "list")
        try expectKept(site, "\(site.address("list")):1:")
        let run = try site.pull()
        #expect(run.errors.contains("'many' is not an integer"), "\(run.errors)")
    }

    @Test func cutOff() throws {
        let site = try pulledSite()
        try site.serve(Self.good + " ", at: "list", rule: "{\"cut\": 40}")
        try expectKept(site, "the answer of '127.0.0.1' was cut off")
        try site.serve("", at: "list", rule: "{\"broken\": true}")
        try expectKept(site, "'127.0.0.1' answered nothing")
    }

    @Test func slowAndEndless() throws {
        let site = try pulledSite()
        try site.serve("[]", at: "list", rule: "{\"wait\": 5}")
        try expectKept(site, "'127.0.0.1' took more than 1 seconds", "--seconds", "1")
        try site.serve("[]", at: "list", rule: "{\"endless\": true}")
        try expectKept(site, "the answer of '127.0.0.1' has more than 16 MB")
    }

    @Test func nobodyThere() throws {
        let site = try pulledSite()
        try site.box.write(
            "source: { url: \"http://127.0.0.1:1/list\", format: json }\nfields: { n: integer }\nfrom: { id: id, n: n }\n",
            to: "site/content/things/_collection.yml")
        try expectKept(site, "'127.0.0.1' cannot be reached")
    }

    @Test func leadingOn() throws {
        let site = try pulledSite()
        try site.serve(Self.good.replacing("e12", with: "f12"), at: "new")
        func leadTo(_ address: String) throws {
            try site.serve("", at: "list", rule: "{\"status\": 302, \"headers\": {\"Location\": \"\(address)\"}}")
        }
        try leadTo("http://localhost:\(site.port)/new")
        try expectKept(site, "the address leads on to another host, 'localhost'")
        try leadTo("http://127.0.0.1:1/new")
        try expectKept(site, "the address leads on to another port or scheme of the same host, 'http://127.0.0.1:1'")
        for address in ["file:///etc/passwd", "ftp://127.0.0.1/", "javascript:alert(1)", ""] {
            try leadTo(address)
            try expectKept(site, "the address leads on to something that is no address on the web")
        }
        try leadTo("/list")
        try expectKept(site, "the address leads on more than 5 times")
        // At the same host it may lead on, and to one that is named.
        try leadTo("new")
        #expect(try site.pull().output == "things: 12 entries taken (1 new, 1 gone)\n")
    }

    /// Without --local, nobody asks this machine or a private network, whatever a declaration or an answer says.
    @Test(arguments: [
        "https://10.0.0.1/x", "https://192.168.1.1/x", "https://169.254.169.254/latest/meta-data", "https://[::1]/x",
        "https://[fd00::1]/x", "https://[::ffff:127.0.0.1]/x", "https://2130706433/x", "https://0x7f.1/x",
        "https://router.local/x", "https://intranet/x", "https://localhost./x", "https://100.64.0.1/x",
        "https://[2001::1]/x", "https://[2001:0:53aa::1]/x", "https://nas.home.arpa/x", "https://x.localdomain/x",
        "https://wiki.corp/x",
    ])
    func privateAddresses(_ address: String) throws {
        let site = try PulledSite()
        try site.box.write(
            "source: { url: \"\(address)\", format: json }\nfields: { n: integer }\nfrom: { id: id, n: n }\nmayBeEmpty: true\n",
            to: "site/content/things/_collection.yml")
        let run = try kairan(["pull", "--seconds", "5"], in: site.box.url.appending(path: "site"))
        #expect(
            run.errors.contains("is this machine or one of a private network, which a source must not be"),
            "\(run.errors)")
        #expect(run.exitCode == 0 && run.output == "things: nothing could be taken\n")
    }

    /// Secrets are sent to the source alone, and stand in no message and no file.
    @Test func secrets() throws {
        let site = try pulledSite(", headers: { Authorization: KAIRAN_THINGS_TOKEN }")
        #expect(try site.log().contains("\"Authorization\": \"Bearer s3cret-word\""))
        let environment = ["KAIRAN_THINGS_TOKEN": "Bearer s3cret-word"]
        try site.serve(Self.good.replacing("e12", with: "s3cret-word"), at: "list")
        try expectKept(site, "the answer repeats the value of the header 'Authorization'", environment: environment)
        try site.serve("s3cret-word", at: "list", rule: "{\"status\": 500}")
        try expectKept(site, "(500)", environment: environment)
        try expectKept(site, "the environment variable 'KAIRAN_THINGS_TOKEN' is not set")
        try expectKept(
            site, "the value for the header 'Authorization' has characters that no header can hold",
            environment: ["KAIRAN_THINGS_TOKEN": "s3cret-word\nurl = \"https://evil.example/\""])
        let told = try site.pull(environment: environment)
        #expect(told.errors.hasPrefix("sends KAIRAN_THINGS_TOKEN to 127.0.0.1\n"), "\(told.errors)")
        // Nor may it come in a header that is kept, in escapes, or out of a pair for Basic.
        try site.serve(
            Self.good.replacing("e12", with: "f12"), at: "list", rule: "{\"headers\": {\"ETag\": \"s3cret-word\"}}")
        try expectKept(site, "the answer repeats the value of the header 'Authorization'", environment: environment)
        try site.serve(Self.good.replacing("e12", with: "s3cret\\u002dword"), at: "list", rule: "{}")
        try expectKept(site, "the answer repeats the value of the header 'Authorization'", environment: environment)
        try site.serve(Self.good.replacing("e12", with: "Open-Sesame"), at: "list")
        try expectKept(
            site, "the answer repeats the value of the header 'Authorization'",
            environment: ["KAIRAN_THINGS_TOKEN": "Basic YW5uOm9wZW4tc2VzYW1l"])
        for run in [
            try site.pull(environment: environment), try site.pull("--format", "json", environment: environment),
        ] {
            #expect(!(run.output + run.errors).contains("s3cret"))
        }
        for path in ["content/things/_pulled.yml", "content/things/pulled.yml"] {
            #expect(!(try site.read(path)).contains("s3cret"))
        }
    }

    /// A file that no pull wrote is not replaced, whatever its lock says.
    @Test func aFileOfSomebody() throws {
        let site = try pulledSite()
        let own = "- { id: mine, n: 1 }\n"
        try site.box.write(own, to: "site/content/things/pulled.yml")
        for _ in 1...2 {
            let run = try site.pull()
            #expect(run.errors.contains("things/pulled.yml:1:1: warning: no pull wrote this file"), "\(run.errors)")
            #expect(run.output == "things: kept the last good, 1 entry\n")
            #expect(try site.read("content/things/pulled.yml") == own)
            if site.has("content/things/_pulled.yml") {
                try FileManager.default.removeItem(atPath: "\(site.box.path)/site/content/things/_pulled.yml")
            }
        }
    }

    /// A lock that is lost or damaged is written again, and what stands there counts without it.
    @Test func locks() throws {
        let site = try pulledSite()
        let lock = try site.read("content/things/_pulled.yml")
        let path = "\(site.box.path)/site/content/things/_pulled.yml"
        try FileManager.default.removeItem(atPath: path)
        try site.serve("[{\"id\": \"e1\", \"n\": 1}]", at: "list")
        #expect(try site.pull().errors.contains("the source has 1 item, and had 12 [pull.shrunk]"))
        let hasLock = site.has("content/things/_pulled.yml")
        #expect(!hasLock)
        try site.serve(Self.good, at: "list")
        #expect(try site.pull("--strict").output == "things: unchanged, 12 entries\n")
        #expect(try site.read("content/things/_pulled.yml").hasSuffix("count: 12\n"))
        try site.box.write("url: x\n", to: "site/content/things/_pulled.yml")
        let run = try site.pull("--strict")
        #expect(run.exitCode == 0 && run.errors.contains("_pulled.yml:1:1: warning: what the last pull wrote here"))
        #expect(
            try site.read("content/things/_pulled.yml").replacing(/time: .*/, with: "")
                == lock.replacing(/time: .*/, with: ""))
        // The same entries by hand are taken back too, and --strict does not stand in the way.
        let entries = try site.read("content/things/pulled.yml")
        try site.box.write(entries.replacing("n: 12", with: "n: 13"), to: "site/content/things/pulled.yml")
        let back = try site.pull("--strict")
        #expect(back.exitCode == 0 && back.errors.contains("changed what was pulled; it is taken back now"))
        #expect(try site.read("content/things/pulled.yml") == entries)
    }

    /// Whoever has one mistake of the site gets no second one of the same words.
    @Test func theSameMistakeOnceMore() throws {
        let site = try pulledSite()
        try site.box.write(
            "source: { url: \"\(site.address("list"))\", format: json }\nfields: { n: integer, then: { reference?: things } }\nfrom: { id: id, n: n, then: then }\n",
            to: "site/content/things/_collection.yml")
        let one = Self.good.replacing("\"n\": 11", with: "\"n\": 11, \"then\": \"gone\"")
        try site.serve(one, at: "list")
        #expect(try site.pull().output == "things: kept the last good, 12 entries\n")
        let entries = try site.read("content/things/pulled.yml")
        try site.box.write(
            entries.replacing("n: 11\n", with: "n: 11\n  then: gone\n"), to: "site/content/things/pulled.yml")
        try site.serve(one.replacing("\"n\": 5", with: "\"n\": 5, \"then\": \"gone\""), at: "list")
        let run = try site.pull()
        #expect(run.output == "things: kept the last good, 12 entries\n", "\(run.errors)")
    }

    @Test func answersNobodyAskedFor() throws {
        let site = try pulledSite()
        try FileManager.default.removeItem(atPath: "\(site.box.path)/site/content/things/_pulled.yml")
        try site.serve(Self.good, at: "list", rule: "{\"status\": 304}")
        #expect(try site.pull().errors.contains("nothing changed (304), and was not asked that"))
        try site.serve(Self.good, at: "list", rule: "{}")
        #expect(try site.pull("--strict").exitCode == 0)
        // A value that all entries had is in none any more.
        try site.box.write(
            "source: { url: \"\(site.address("list"))\", format: json }\nfields: { n: integer? }\nfrom: { id: id, n: n }\n",
            to: "site/content/things/_collection.yml")
        try site.serve(Self.good.replacing("\"n\"", with: "\"m\""), at: "list")
        try expectKept(site, "no item has a value for 'n' any more, and 12 of 12 entries had one [pull.items]")
        // An item that comes twice is one item.
        try site.serve(Self.good.replacing("[", with: "[{\"id\": \"e1\", \"n\": 1}, "), at: "list")
        #expect(try site.pull().output == "things: unchanged, 12 entries\n")
    }

    /// One source that fails keeps no other, and all are told at once.
    @Test func othersAreTaken() throws {
        let site = try pulledSite()
        try site.serve("[{\"id\": \"a\", \"n\": 1}]", at: "more")
        try site.declare("more", from: "more", "format: json", "fields: { n: integer }\nfrom: { id: id, n: n }")
        try site.declare("gone", from: "nowhere", "format: json", "fields: { n: integer }\nfrom: { id: id, n: n }")
        try site.serve("nonsense", at: "list")
        let run = try site.pull()
        #expect(
            run.output
                == "gone: nothing could be taken\nmore: 1 entry taken (1 new)\nthings: kept the last good, 12 entries\n"
        )
        #expect(run.errors.contains("(404)") && run.errors.contains("[json.syntax]"), "\(run.errors)")
        // With --strict nothing is written at all.
        try site.serve("[{\"id\": \"b\", \"n\": 1}]", at: "more")
        #expect(try site.pull("--strict").exitCode == 1)
        #expect(try site.entries("more") == "- id: a\n  n: 1\n")
        #expect(try site.pull("more", "--strict").output == "more: 1 entry taken (1 new, 1 gone)\n")
        #expect(try site.pull("mor").errors.contains("there is no collection 'mor'; did you mean 'more'?"))
    }

    @Test func aDryRunWritesNothing() throws {
        let site = try pulledSite()
        let before = try site.read("content/things/pulled.yml")
        try site.serve(Self.good.replacing("\"n\": 12", with: "\"n\": 13"), at: "list")
        #expect(try site.pull("--dry-run").output == "things: 12 entries would be taken (1 changed)\n")
        #expect(try site.read("content/things/pulled.yml") == before)
    }

    /// Values of the site's own survive each pull, and stay at their entry.
    @Test func ownValues() throws {
        let site = try PulledSite()
        try site.serve("[{\"id\": \"a\", \"name\": \"One\"}, {\"id\": \"b\", \"name\": \"Two\"}]", at: "list")
        try site.declare(
            "things", from: "list", "format: json",
            "fields: { name: text, pinned: { boolean: { default: false } }, note: text? }\nfrom: { id: id, name: name }"
        )
        try site.box.write(
            "b: { pinned: true, name: Two of us }\ngone: { note: N }\n", to: "site/content/things/_own.yml")
        try site.box.write(
            "{{#things}}{{id}} {{name}} {{#pinned}}pinned{{/pinned}}\n{{/things}}",
            to: "site/templates/index.txt.mustache")
        try site.box.write(
            "---\ndata: { things: { each: things } }\n---\n{{#things}}{{id}} {{name}}{{#pinned}} pinned{{/pinned}}\n{{/things}}",
            to: "site/templates/index.txt.mustache")
        let run = try site.pull()
        #expect(run.output == "things: 2 entries taken (2 new)\n", "\(run.errors)")
        #expect(try site.entries("things") == "- id: a\n  name: One\n- id: b\n  name: Two\n")
        let folder = "\(site.box.path)/site"
        // The warning comes with each build, also with one that reads no entry again.
        for _ in 1...2 {
            let build = try kairan(["build", folder])
            #expect(
                build.errors.contains("_own.yml:2:1: warning: no pulled entry has the id 'gone' [pull.own]"),
                "\(build.errors)")
            #expect(try site.read("public/index.txt").contains("a One\nb Two of us pinned\n"))
        }
        // A change of these values alone is seen by the next build, which knows all else.
        try site.box.write("a: { name: Uno }\n", to: "site/content/things/_own.yml")
        #expect(try kairan(["build", folder]).exitCode == 0)
        #expect(try site.read("public/index.txt").contains("a Uno\nb Two\n"))
        try site.box.write("a: { nam: Uno }\n", to: "site/content/things/_own.yml")
        let check = try kairan(["check", folder])
        #expect(
            check.errors.contains("content/things/_own.yml:1:6: error: the entry has no field 'nam' [field.unknown]"),
            "\(check.errors)")
        // What somebody wrote into the pulled file is told and taken back.
        try site.box.write("a: { note: N }\n", to: "site/content/things/_own.yml")
        try site.box.write(
            "# Kept at \(site.address("list"))\n- { id: a, name: Mine }\n", to: "site/content/things/pulled.yml")
        let again = try site.pull()
        #expect(
            again.errors.contains("content/things/pulled.yml:1:1: warning: somebody changed what was pulled"),
            "\(again.errors)")
        #expect(try site.entries("things") == "- id: a\n  name: One\n- id: b\n  name: Two\n")
    }

    @Test func nextSaysWhen() throws {
        let site = try pulledSite(", every: 6h")
        let folder = "\(site.box.path)/site"
        let lock = try site.read("content/things/_pulled.yml").replacing(
            /time: "[^"]*"/, with: "time: \"2026-04-01T06:00:00Z\"")
        try site.box.write(lock, to: "site/content/things/_pulled.yml")
        // Another copy of the site knows no more than what is committed.
        try FileManager.default.removeItem(atPath: "\(folder)/.kairan")
        let early = try kairan(["next", folder, "--at", "2026-04-01T13:00"])
        #expect(early.output.hasSuffix("kairan pull things: due at 2026-04-01T14:00:00+02:00\n"), "\(early.output)")
        let late = try kairan(["next", folder, "--at", "2026-04-01T15:00"])
        #expect(late.output.hasSuffix("kairan pull things: due since 2026-04-01T14:00:00+02:00\n"))
        let json = try kairan(["next", folder, "--at", "2026-04-01T15:00", "--format", "json"])
        #expect(
            json.output.contains(
                #""pulls":[{"collection":"things","due":"2026-04-01T14:00:00+02:00","minutes":360}]"#), "\(json.output)"
        )
    }
}
