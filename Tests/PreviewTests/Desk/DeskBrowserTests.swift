import Foundation
import SiteTesting
import Testing

/// Somebody changes entries in a headless Chromium, from opening the page to the bytes of the saved file.
@Suite(.enabled(if: Node.hasBrowser)) struct DeskBrowserTests {
    /// A file that cannot be read is mended as text, and then has its form again.
    @Test func brokenFiles() throws {
        let path = "content/clubs/go.yml"
        let site = try EditedSite([
            "content/clubs/_collection.yml": "entry: club\nfields: { name: text, rank: integer? }\n",
            "content/clubs/chess.yml": "name: Chess\n", path: "name: Go\nrank: [1\n",
        ])
        let seen = try site.use(
            """
            const tab = await open("/clubs");
            await tab.until("document.body.textContent.includes('Cannot be read')");
            await tab.evaluate('location.hash = "#/clubs/go"');
            await tab.until(`${element("entry-text")} !== null`);
            seen.faults = await faults(tab);
            await tab.evaluate("document.querySelector('.summary li button').click()");
            seen.active = await tab.evaluate("document.activeElement.id");
            await set(tab, "entry-text", "name: Go\\nrank: 1\\n");
            seen.file = await save(tab, "\(path)", "name: Go\\nrank: [1\\n");
            await tab.until("document.querySelector('form.fields')");
            seen.rank = await tab.evaluate(`${element("field-rank")}.value`);
            """)
        #expect(seen == ["faults": "", "active": "entry-text", "file": "name: Go\nrank: 1\n", "rank": "1"])
    }

    /// Each control changes the bytes of its value and no others.
    @Test func everyControl() throws {
        let site = try EditedSite(DeskSavingTests.files)
        let table: [(field: String, script: String, old: String, new: String)] = [
            ("title", #"await type(tab, "field-title", "Second: thing")"#, #""First thing" "#, #""Second: thing" "#),
            ("amount", #"await type(tab, "field-amount", "13")"#, "amount: 12", "amount: 13"),
            ("price", #"await type(tab, "field-price", "4.25")"#, "price: 3.50", "price: 4.25"),
            ("open", #"await click(tab, "field-open-1")"#, "open: true", "open: false"),
            ("day", #"await set(tab, "field-day", "2026-05-02")"#, "day: 2026-04-01", "day: 2026-05-02"),
            ("hour", #"await set(tab, "field-hour", "19:00")"#, "hour: 18:30", "hour: 19:00"),
            (
                "start", #"await set(tab, "field-start", "2026-04-02T10:15")"#, "start: 2026-04-01T09:00",
                "start: 2026-04-02T10:15"
            ),
            ("length", #"await type(tab, "field-length", "2h")"#, "length: 1h 44m", "length: 2h"),
            ("link", #"await type(tab, "field-link", "https://t.example/b")"#, "t.example/a", "t.example/b"),
            ("mail", #"await type(tab, "field-mail", "b@t.example")"#, "a@t.example", "b@t.example"),
            ("tel", #"await type(tab, "field-tel", "03-9999-5678")"#, "03-1234-5678", "03-9999-5678"),
            ("tint", ##"await type(tab, "field-tint", "#ffffff")"##, "#1d6f5c", "#ffffff"),
            ("kind", #"await click(tab, "field-kind-1")"#, "kind: big", "kind: small"),
            ("release", #"await type(tab, "field-release", "3.20")"#, "release: 3.10", "release: 3.20"),
            ("shown", #"await set(tab, "field-shown-until", "2026-05-31")"#, "2026-04-30", "2026-05-31"),
            (
                "place", #"await type(tab, "field-place-longitude", "140.5")"#, "longitude: 139.76",
                "longitude: 140.5"
            ),
            (
                "tags", #"await press(tab, "Move no. 2 up")"#, "  # the first\n  - one\n  - two  # the second",
                "  # the first\n  - two  # the second\n  - one"
            ),
            ("room", #"await type(tab, "field-room-floor", "3")"#, "floor: 2", "floor: 3"),
            ("note", #"await type(tab, "field-note", "New")"#, "amount: 13", "note: New\namount: 13"),
            ("body", #"await type(tab, "field-body", "Another text.\n")"#, "The text.", "Another text."),
        ]
        let path = "content/things/first.md"
        let seen = try site.use(
            """
            const tab = await open("/things/first");
            """
                + table.map { field, script, _, _ in
                    """

                    {
                      const old = text("\(path)");
                      \(script);
                      seen.\(field) = await save(tab, "\(path)", old);
                    }
                    """
                }.joined())
        var before = try #require(DeskSavingTests.files[path])
        for (field, _, old, new) in table {
            let after = try #require(seen[field])
            #expect(after == before.replacing(old, with: new, maxReplacements: 1) && after != before, "\(field)")
            before = after
        }
    }

    @Test func mistakesAsYouType() throws {
        let site = try EditedSite(DeskSavingTests.files)
        let seen = try site.use(
            """
            const tab = await open("/things/first");
            await type(tab, "field-title", "A title that is far too long for it");
            const shown = `document.querySelector("#field-title-mistakes")?.textContent`;
            await tab.until(`${shown}?.includes("may have at most 20 characters")`);
            seen.invalid = await tab.evaluate(`${element("field-title")}.getAttribute("aria-invalid")`);
            seen.described = await tab.evaluate(`${element("field-title")}.getAttribute("aria-describedby").includes("field-title-mistakes")`);
            await type(tab, "field-title", "Short");
            await tab.until(`!${shown}`);
            await type(tab, "field-body", "[away](nowhere.md)");
            await tab.until(`document.querySelector("#field-body-mistakes")?.textContent.includes("there is no 'nowhere.md'")`);
            seen.file = text("content/things/first.md").includes("First thing");
            """)
        #expect(seen["invalid"] == "true" && seen["described"] == "true" && seen["file"] == "true")
    }

    /// A second tab that was opened before shows both versions, and loses neither.
    @Test func twoTabs() throws {
        let site = try EditedSite(DeskSavingTests.files)
        let path = "content/things/first.md"
        let seen = try site.use(
            """
            const [one, two] = [await open("/things/first"), await open("/things/first")];
            const old = text("\(path)");
            await type(one, "field-title", "Of the first");
            await type(two, "field-title", "Of the second");
            await save(one, "\(path)", old);
            await press(two, "Save");
            await two.until("document.querySelector('dialog[open]')?.textContent.includes('Of the first')");
            seen.dialog = await two.evaluate("document.querySelector('dialog[open]').textContent");
            seen.file = text("\(path)").includes("Of the first");
            """)
        #expect(seen["dialog"]?.contains("Of the second") == true && seen["file"] == "true")
    }

    /// Differences are shown in words for each field, with titles for ids, and each version can be chosen.
    @Test func conflicts() throws {
        let path = "content/matches/one.yml"
        let site = try EditedSite([
            "content/clubs/_collection.yml": "entry: club\nfields: { name: text }\n",
            "content/clubs/all.yml": "- { id: c1, name: Chess }\n- { id: c2, name: Go }\n- { id: c3, name: Tea }\n",
            "content/matches/_collection.yml": """
            entry: match
            fields:
              title: text
              host: { reference: clubs }
              guests: { list?: { reference: clubs } }
              days: schedule
              steps: { list?: { record: { text: text, club: { reference?: clubs } } } }
            form: { host: Who invites }

            """,
            path: """
            title: One
            host: c1
            guests: [c2]
            days: { weekly: sat }
            steps:
              - { text: Start, club: c1 }

            """,
        ])
        let seen = try site.use(
            """
            const { writeFileSync } = await import("node:fs");
            const tab = await open("/matches/one");
            const choose = async (id, title) => {
              await type(tab, id, title);
              await tab.until(`document.querySelectorAll(".options:not([hidden]) [role=option]").length === 1`);
              await tab.press("Enter");
            };
            await choose("field-host", "Go");
            await choose("field-guests-0", "Chess");
            await tab.evaluate(`[...document.querySelectorAll(".chip")].find((c) => c.textContent === "Sun").querySelector("input").click()`);
            await type(tab, "field-steps-0-text", "Begin now");
            writeFileSync(`${input.folder}/\(path)`, text("\(path)").replace("host: c1", "host: c3").replace("[c2]", "[c3, c2]")
              .replace("weekly: sat", "nth: { weekday: fri, week: last }").replace("Start, club: c1", "Begin, club: c3"));
            await press(tab, "Save");
            await tab.until("document.querySelector('dialog[open] .conflict')");
            seen.fields = await tab.evaluate(`[...document.querySelectorAll(".conflict")].map((field) =>
              [field.querySelector("legend"), ...field.querySelectorAll(".value")].map((e) => e.textContent).join(" | ")).join("\\\\n")`);
            seen.faults = await faults(tab);
            await click(tab, "conflict-host-1");
            await tab.evaluate("document.querySelector('dialog[open] .main').click()");
            await tab.until("document.querySelector('.status').textContent.startsWith('Saved')");
            """)
        #expect(
            seen["fields"] == """
                Who invites | Go | Tea
                Guests | Chess | Tea, Go
                Days | Weekly: Sat, Sun | Monthly, by day of the week: Fri; last
                Steps | Text: Begin now; Club: Chess | Text: Begin; Club: Tea
                """)
        #expect(seen["faults"] == "")
        let saved = try site.text(path)
        #expect(saved.contains("host: c3\nguests: [c1]\n") && saved.contains("Begin now, club: c1"), "\(saved)")
    }

    /// Somebody who has never seen the board adds a notice with a window, mends a mistake, and publishes.
    @Test func aStrangersPath() throws {
        let site = try EditedSite()
        let seen = try site.use(
            """
            const tab = await open("/notices/+");
            await press(tab, "Create");
            await tab.until(`document.querySelector("#field-title-mistakes")?.textContent.includes("Fill in this field.")`);
            await type(tab, "field-title", "Spring concert");
            await tab.until(`${element("field-id")}.value === "spring-concert"`);
            await click(tab, "field-shown-1");
            await set(tab, "field-shown-from", "2026-04-20");
            await set(tab, "field-shown-until", "2026-04-10");
            await tab.until(`document.body.textContent.includes("'shown.from' is after 'shown.until'")`);
            await set(tab, "field-shown-until", "2026-04-30");
            await tab.until(`!document.body.textContent.includes("'shown.from' is after 'shown.until'")`);
            await type(tab, "field-body", "In the *courtyard*.");
            await tab.until(`${button("Create")} !== undefined`);
            await press(tab, "Create");
            await tab.until(`location.hash.includes("spring-concert")`);
            seen.file = text("content/notices/spring-concert.md");
            await tab.evaluate(`location.hash = "#/publish"`);
            await tab.until(`${button("Build the site")} !== undefined`);
            await press(tab, "Build the site");
            seen.page = await changed("public/notices/spring-concert/index.html", "");
            """)
        #expect(
            seen["file"]
                == "---\ntitle: Spring concert\nshown: { from: 2026-04-20, until: 2026-04-30 }\n---\nIn the *courtyard*.\n"
                || seen["file"]
                    == "---\ntitle: Spring concert\nshown:\n  from: 2026-04-20\n  until: 2026-04-30\n---\nIn the *courtyard*.\n",
            "\(seen["file"] ?? "")")
        #expect(seen["page"]?.contains("<h1>Spring concert</h1>") == true)
    }

    /// The page fits a phone, and no script of it fails.
    @Test(arguments: ["", "/things", "/things/first", "/things/+", "/publish", "/mistakes"])
    func phones(_ view: String) throws {
        let site = try EditedSite(DeskSavingTests.files)
        let seen = try site.use(
            """
            const tab = await open("\(view)", 390);
            await tab.until("document.querySelector('main h1')");
            seen.width = await tab.evaluate("document.documentElement.scrollWidth");
            """)
        #expect(seen["width"] == "390")
    }

    /// axe finds nothing wrong on any view, on a phone and on a screen, in light and dark.
    @Test(.enabled(if: PythonJudge.canImport("axe_core_python")), arguments: ["light", "dark"])
    func everybodyCanUseIt(_ scheme: String) throws {
        let site = try EditedSite(DeskSavingTests.files)
        let views = ["/things", "/things/first", "/publish", "/mistakes", "/things/+"]
        let seen = try site.use(
            """
            for (const width of [390, 1280]) {
              const tab = await open("", width, "\(scheme)");
              for (const view of \(views)) {
                const old = await tab.evaluate("document.querySelector('main h1').textContent");
                await tab.evaluate(`location.hash = "#${view}"`);
                await tab.until(`!["", ${JSON.stringify(old)}].includes(document.querySelector("main h1")?.textContent ?? "")`);
                const found = await faults(tab);
                if (found) seen[`${width} ${view}`] = found;
              }
            }
            """)
        #expect(seen.isEmpty, "\(seen)")
        #expect(try Self.axeFindsAMissingLabel(site))
    }

    /// Returns whether the judge itself would have said something.
    private static func axeFindsAMissingLabel(_ site: EditedSite) throws -> Bool {
        let seen = try site.use(
            """
            const tab = await open("/things/first");
            await tab.evaluate("document.querySelector('main').append(document.createElement('input'))");
            seen.faults = await faults(tab);
            """)
        return seen["faults"]?.contains("label") == true
    }

    /// A list of thousands has no more rows in the page than can be seen.
    @Test func longLists() throws {
        let rows = (1...3000).map { "- { id: n\($0), name: Name \($0) }\n" }.joined()
        let site = try EditedSite(
            DeskSavingTests.files.merging(["content/clubs/all.yml": "- { id: chess, name: Chess }\n" + rows]) { $1 })
        let seen = try site.use(
            """
            const tab = await open("/clubs");
            await tab.until("document.querySelectorAll('[role=row]').length > 5");
            seen.rows = await tab.evaluate("document.querySelectorAll('[role=row]').length");
            seen.count = await tab.evaluate("document.querySelector('[role=grid]').getAttribute('aria-rowcount')");
            await tab.evaluate("scrollTo(0, document.documentElement.scrollHeight)");
            await tab.until("/Name (3000|999)/.test(document.querySelector('main').textContent)");
            """)
        #expect(seen["rows"].flatMap { Int($0) }.map { $0 < 100 } == true && seen["count"] == "3002")
    }
}
