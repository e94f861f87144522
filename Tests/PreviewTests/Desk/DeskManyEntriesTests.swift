import Foundation
import SiteTesting
import Testing

/// A list finds entries by all their texts, shows the columns that somebody wants, and changes many entries at once.
@Suite struct DeskManyEntriesTests {
    private static let files = [
        "content/books/_collection.yml": """
        entry: book
        fields:
          title: text
          kind: { choice: { novel: Novel, guide: Guide } }
          tags: { list?: text }
          pages: { integer?: { minimum: 1 } }
          note: { text?: { unique: true } }
          people: { list?: { fields: { name: text } } }
        body: markdown

        """,
        "content/books/all.csv":
            "id,title,kind,tags,pages\nsea,The Sea,novel,blue|old,200\nhill,The Hill,guide,old,\nfish,Fish,guide,,90\n",
        "content/books/café.md":
            "---\ntitle: Café\nkind: novel\n# Both of them.\ntags: [new, old]\npeople: [{ name: Ann }]\n---\nＴｅａ with *milk*.\n",
    ]

    private func search(_ site: EditedSite, _ words: String) throws -> [String] {
        try #require(try site.get("search", ["collection": "books", "words": words])["ids"] as? [String])
    }

    @Test func searching() throws {
        let site = try EditedSite(Self.files)
        #expect(try search(site, "milk") == ["café"])
        #expect(try search(site, "TEA cafe") == ["café"])
        #expect(try search(site, "guide old") == ["hill"])
        #expect(try search(site, "blue 200") == ["sea"])
        #expect(try search(site, "nothing") == [])
        #expect(try site.save("books", "fish", ["title": "Milkfish"]).status == 200)
        #expect(try search(site, "milk") == ["fish", "café"])
    }

    @Test func columns() throws {
        let site = try EditedSite(Self.files)
        let query = ["collection": "books", "columns": "tags,pages,kind,none"]
        let entries = try #require(try site.get("entries", query)["entries"] as? [[String: Any]])
        #expect(
            entries.map { ($0["columns"] as? [String] ?? []).joined(separator: "; ") } == [
                "blue, old; 200; Novel", "old; ; Guide", "; 90; Guide", "new, old; ; Novel",
            ])
    }

    private func change(
        _ site: EditedSite, _ ids: [String], _ field: String, _ how: String, _ value: Any
    ) throws -> EditedSite.Reply {
        try site.post(
            "changeAll", ["collection": "books", "ids": ids, "field": field, "how": how, "value": value])
    }

    @Test func tags() throws {
        let site = try EditedSite(Self.files)
        #expect(try change(site, ["sea", "fish", "café"], "tags", "add", ["read", "old"]).status == 200)
        #expect(
            try site.text("content/books/all.csv")
                == "id,title,kind,tags,pages\nsea,The Sea,novel,blue|old|read,200\nhill,The Hill,guide,old,\n"
                + "fish,Fish,guide,read|old,90\n")
        #expect(try site.text("content/books/café.md").contains("# Both of them.\ntags: [new, old, read]\n"))
        #expect(try change(site, ["sea", "hill", "café"], "tags", "remove", ["old", "blue"]).status == 200)
        #expect(try site.text("content/books/all.csv").contains("sea,The Sea,novel,read,200\nhill,The Hill,guide,,\n"))
        let before = try site.text("content/books/all.csv")
        // The last change is taken back, in all files.
        #expect(try site.post("undo", ["collection": "books", "id": ""]).status == 200)
        #expect(try site.text("content/books/all.csv").contains("sea,The Sea,novel,blue|old|read,200"))
        #expect(try site.text("content/books/café.md").contains("tags: [new, old, read]\n"))
        #expect(try site.post("undo", ["collection": "books", "id": ""]).status == 409)
        #expect(try site.text("content/books/all.csv") != before)
    }

    @Test func replacing() throws {
        let site = try EditedSite(Self.files)
        #expect(try change(site, ["sea", "café"], "kind", "replace", "guide").status == 200)
        #expect(try site.text("content/books/all.csv").contains("sea,The Sea,guide"))
        #expect(try site.text("content/books/café.md").contains("kind: guide\n"))
        #expect(try change(site, ["sea", "café"], "pages", "replace", "12").status == 200)
        #expect(try site.text("content/books/café.md").contains("pages: 12\n"))
        #expect(try change(site, ["café"], "pages", "replace", "12")["entries"] as? Int == 0)
        #expect(try change(site, ["hill", "sea"], "pages", "replace", "12")["entries"] as? Int == 1)
        // What changed nothing is not what the next undo takes back.
        #expect(try change(site, ["hill", "sea"], "pages", "replace", "12").status == 200)
        #expect(try site.post("undo", ["collection": "books", "id": ""]).status == 200)
        #expect(try site.text("content/books/all.csv").contains("hill,The Hill,guide,old,\n"))
    }

    /// Only who says so empties a field of many entries, and not who gives no value.
    @Test func emptying() throws {
        let site = try EditedSite(Self.files)
        let before = try site.text("content/books/all.csv")
        let nothings: [(String, Any)] = [("pages", NSNull()), ("pages", ""), ("tags", []), ("tags", [NSNull()])]
        for (field, nothing) in nothings {
            for how in ["replace", "add", "remove"] {
                #expect(try change(site, ["sea", "hill"], field, how, nothing).status == 400)
            }
        }
        #expect(try change(site, ["sea", "hill"], "pages", "clear", "1").status == 400)
        #expect(try site.text("content/books/all.csv") == before)
        #expect(try change(site, ["sea", "hill", "fish"], "pages", "clear", NSNull())["entries"] as? Int == 2)
        #expect(try site.text("content/books/all.csv").contains("sea,The Sea,novel,blue|old,\n"))
        #expect(try change(site, ["café"], "tags", "clear", NSNull()).status == 200)
        #expect(try !site.text("content/books/café.md").contains("tags"))
    }

    /// A list that has to be there is empty without its last element; only lists have elements.
    @Test func lastElements() throws {
        let files = Self.files.mapValues { $0.replacing("tags: { list?: text }", with: "tags: { list: text }") }
        let site = try EditedSite(files)
        #expect(try change(site, ["café"], "tags", "remove", ["old", "new"]).status == 200)
        #expect(try site.text("content/books/café.md").contains("# Both of them.\ntags: []\n"))
        // A cell of a table cannot say that a list is empty.
        #expect(try change(site, ["hill"], "tags", "remove", ["old"]).status == 422)
        for how in ["add", "remove"] {
            #expect(try change(site, ["sea"], "pages", how, "200").status == 400)
            #expect(try change(site, ["café"], "people", how, "Ann").status == 400)
        }
        #expect(try site.text("content/books/café.md").contains("people: [{ name: Ann }]\n"))
    }

    /// All entries are changed or none, and what is no change of a field of many entries is refused.
    @Test func refused() throws {
        let site = try EditedSite(Self.files)
        let files = ["content/books/all.csv", "content/books/café.md"]
        let before = try files.map(site.text)
        #expect(try change(site, ["sea", "café"], "pages", "replace", "0").mistakes.count == 2)
        #expect(try change(site, ["sea", "café"], "note", "replace", "Same").status == 422)
        #expect(try change(site, ["sea", "café"], "title", "clear", NSNull()).status == 422)
        #expect(try change(site, ["sea", "none"], "pages", "replace", "1").status == 404)
        #expect(try change(site, ["sea"], "id", "replace", "x").status == 400)
        #expect(try change(site, ["café"], "body", "replace", "x").status == 400)
        #expect(try change(site, ["sea"], "pages", "double", "x").status == 400)
        #expect(try change(site, Array(repeating: "sea", count: 201), "pages", "replace", "1").status == 422)
        #expect(try files.map(site.text) == before)
    }

    @Test(.enabled(if: Node.hasBrowser)) func inTheBrowser() throws {
        let site = try EditedSite(Self.files)
        let seen = try site.use(
            """
            const tab = await open("/books");
            await tab.until("document.querySelectorAll('.rows > div').length === 4");
            await tab.evaluate("document.querySelector('details.columns summary').click()");
            await tab.evaluate("document.querySelector('details.columns input[value=\\"tags\\"]').click()");
            await tab.until("document.querySelector('.cell-field')?.textContent === 'blue, old'");
            await tab.evaluate("document.querySelector('details.columns summary').click()");
            seen.faults = await faults(tab);
            const search = "document.querySelector('.filters input[type=search]')";
            await tab.evaluate(`${search}.focus()`);
            await tab.send("Input.insertText", { text: "milk" });
            await tab.until("document.querySelectorAll('.rows > div').length === 1");
            seen.found = await tab.evaluate("document.querySelector('.rows .cell-title a').textContent");
            await tab.evaluate(`${search}.value = ""; ${search}.dispatchEvent(new Event("input"))`);
            await tab.until("document.querySelectorAll('.rows > div').length === 4");
            // By keys alone: the first and the third row.
            await tab.evaluate("document.querySelector('.list').focus()");
            const key = async (name, text) => {
              const code = { " ": 32, ArrowDown: 40, Enter: 13 }[name];
              const event = { key: name, windowsVirtualKeyCode: code };
              await tab.send("Input.dispatchKeyEvent", { type: "keyDown", text, ...event });
              await tab.send("Input.dispatchKeyEvent", { type: "keyUp", ...event });
            };
            await key(" ", " ");
            await key("ArrowDown");
            await key("ArrowDown");
            await key(" ", " ");
            seen.selected = await tab.evaluate("document.querySelector('.selection span').textContent");
            await press(tab, "Change…");
            await tab.until("document.querySelector('dialog[open] #together-field')");
            await set(tab, "together-field", "tags");
            await press(tab, "Add to Tags");
            // Without a value nothing is changed.
            await tab.evaluate("document.querySelector('dialog[open] .actions button:last-child').click()");
            await tab.until("document.querySelector('dialog[open] .bad')");
            seen.nothing = await tab.evaluate("document.querySelector('dialog[open] .bad').textContent");
            const before = text("content/books/all.csv");
            await type(tab, "field-tags-0", "read");
            seen.dialog = await faults(tab);
            await tab.evaluate("document.querySelector('dialog[open] .actions button:last-child').click()");
            const after = await changed("content/books/all.csv", before);
            seen.after = after.includes("blue|old|read") && after.includes("fish,Fish,guide,read");
            await press(tab, "Undo");
            seen.undone = await changed("content/books/all.csv", after) === before;
            // Who clicks on the checkbox of a row goes on with the keys from there.
            await press(tab, "Clear");
            const box = await tab.evaluate(`(() => {
              const { x, y } = document.querySelectorAll(".rows input")[1].getBoundingClientRect();
              return { x: x + 9, y: y + 9 };
            })()`);
            for (const type of ["mousePressed", "mouseReleased"]) {
              await tab.send("Input.dispatchMouseEvent", { type, ...box, button: "left", clickCount: 1 });
            }
            await key("ArrowDown");
            await key(" ", " ");
            seen.boxes = await tab.evaluate("[...document.querySelectorAll('.rows input')].map((e) => e.checked).join()");
            await tab.evaluate(`globalThis.ask = globalThis.fetch; globalThis.fetch = (address, options) =>
              String(address).startsWith("api/search") ? Promise.resolve(new Response('{"error":"No search"}', { status: 500 })) : ask(address, options)`);
            await tab.evaluate(`${search}.focus()`);
            await tab.send("Input.insertText", { text: "milk" });
            await tab.until("document.querySelector('.status').textContent === 'No search'");
            """)
        #expect(
            seen == [
                "faults": "", "found": "Café", "selected": "2 selected", "dialog": "",
                "nothing": "Fill in this field.", "after": "true",
                "undone": "true", "boxes": "false,true,true,false",
            ])
    }

    /// However many columns somebody chooses, each can be read, and a phone has their values below the title.
    @Test(.enabled(if: Node.hasBrowser)) func widths() throws {
        let site = try EditedSite(Self.files)
        let seen = try site.use(
            #"""
            const names = ["kind", "tags", "pages", "note"];
            for (const width of [1280, 1100, 1000, 390]) {
              for (const count of [0, 4]) {
                const tab = await open("", width);
                const chosen = JSON.stringify(names.slice(0, count));
                await tab.evaluate(`localStorage.setItem("kairan-columns:books", ${JSON.stringify(chosen)})`);
                await tab.evaluate('location.reload()');
                await tab.until("document.querySelector('main h1')?.textContent === 'Board'");
                await tab.evaluate('location.hash = "#/books"');
                await tab.until("document.querySelectorAll('.rows > div').length === 4");
                seen[`${width} ${count}`] = await tab.evaluate(`(() => {
                  const row = document.querySelector(".rows > div");
                  const wide = (name) => [...row.querySelectorAll(name)].map((cell) => Math.floor(cell.getBoundingClientRect().width));
                  const faults = [];
                  if (document.documentElement.scrollWidth > document.documentElement.clientWidth) faults.push("wide");
                  if (wide(".cell-title")[0] < 160) faults.push("title " + wide(".cell-title"));
                  const fields = wide(".cell-field");
                  const line = row.querySelector(".cell-title .fields-line");
                  const isLine = line?.checkVisibility() && line.textContent === "Novel · blue, old · 200";
                  if (${count} && !isLine && fields.some((each) => each < 90)) faults.push("fields " + fields);
                  if (isLine && fields.some((each) => each > 0)) faults.push("twice");
                  if (wide(".cell-state")[0] < 60) faults.push("state " + wide(".cell-state"));
                  const bottom = row.getBoundingClientRect().bottom;
                  const cells = [...row.children].filter((cell) => cell.checkVisibility());
                  if (cells.some((cell) => cell.getBoundingClientRect().bottom > bottom + 1)) faults.push("high");
                  if (row.getBoundingClientRect().right < cells.at(-1).getBoundingClientRect().right - 1) faults.push("beyond");
                  return faults.join("; ");
                })()`);
                if (width === 390) seen[`${width} ${count} faults`] = await faults(tab);
              }
            }
            """#)
        #expect(seen.filter { !$0.value.isEmpty }.isEmpty && seen.count == 10, "\(seen)")
    }
}
