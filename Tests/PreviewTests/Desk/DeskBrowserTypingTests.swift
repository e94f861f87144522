import Foundation
import SiteTesting
import Testing

/// Somebody goes on typing, pastes, moves and clicks in a headless Chromium, while others do something too.
@Suite(.enabled(if: Node.hasBrowser)) struct DeskBrowserTypingTests {
    private let path = "content/things/first.md"

    /// A text that is typed while the server works is neither lost nor called saved, and the focus stays where it is.
    @Test func whileTheServerWorks() throws {
        let site = try EditedSite(DeskSavingTests.files)
        let before = try site.text(path)
        let seen = try site.use(
            """
            const tab = await open("");
            const status = "document.querySelector('.status').textContent";
            const hold = (name) => tab.evaluate(`(() => {
              const real = fetch;
              globalThis.fetch = async (...all) => {
                if (!all[0].startsWith("api/${name}")) return real(...all);
                globalThis.fetch = real;
                await new Promise((go) => globalThis.release = go);
                return real(...all);
              };
              globalThis.release = undefined;
            })()`);
            const held = () => tab.until("globalThis.release");
            const release = () => tab.evaluate("release()");
            await hold("check");
            await tab.evaluate('location.hash = "#/things/first"');
            await held();
            await type(tab, "field-title", "Second");
            await release();
            await tab.until(`[...document.querySelectorAll(".rendered")].at(-1)?.shadowRoot.textContent.trim() === "The text."`);
            await hold("save");
            await press(tab, "Save");
            await held();
            await type(tab, "field-title", "Third");
            const first = text("\(path)");
            await release();
            seen.second = await changed("\(path)", first);
            await tab.until(`${element("field-title")}.value === "Third" && ${status} === "1 field not saved"`);
            await type(tab, "field-body", "Another text.");
            await saveKeys(tab);
            await tab.until(`${status}.startsWith("Saved")`);
            seen.body = await tab.evaluate("document.activeElement.id");
            await type(tab, "field-sites-0-key", "front");
            const third = text("\(path)");
            await saveKeys(tab);
            seen.file = await changed("\(path)", third);
            await tab.until(`${status}.startsWith("Saved") && !document.querySelector(".entry-head .main:not(:disabled)")`);
            seen.key = await tab.evaluate("document.activeElement.id");
            await tab.evaluate('location.hash = "#/clubs/+"');
            await type(tab, "field-name", "Tea");
            await type(tab, "field-id", "tea-time");
            await tab.evaluate(`(() => { const menu = document.querySelector("select.language");
              menu.value = "ja"; menu.dispatchEvent(new Event("change")); })()`);
            await tab.until(`${button("作成")} !== undefined`);
            await hold("create");
            await press(tab, "作成");
            await held();
            seen.inert = await tab.evaluate(`${element("field-name")}.focus(); document.activeElement.id !== "field-name"`);
            await release();
            await tab.until("location.hash === '#/clubs/tea-time'");
            """)
        #expect(
            seen["body"] == "field-body" && seen["key"] == "field-sites-0-key" && seen["inert"] == "true", "\(seen)")
        #expect(seen["second"] == before.replacing("First thing", with: "Second"))
        #expect(
            seen["file"]
                == before.replacing("First thing", with: "Third").replacing("The text.", with: "Another text.")
                .replacing("home: https", with: "front: https"))
    }

    private static let walks = DeskRecordEntriesTests.files.merging([
        "content/walks/_collection.yml":
            "entry: walk\nfields:\n  title: text\n  start: point?\n  product: { reference?: releases }\n"
            + "  stops: { list?: { record: { name: text, signs: { list?: text } } } }\nbody: markdown\n",
        "content/walks/lake.md": """
        ---
        title: The lake
        product: lamp/4.0
        stops:
          - { name: A, signs: [one, two] }
          - { name: B, signs: [three, four] }
        ---
        ![The shore](lake.jpg)

            \(String(repeating: "far ", count: 200))

        [Lost](../notices/umbrella.md) and [the hill](hill.md)

        """,
        "content/walks/hill.md": "---\ntitle: The hill\nstart: { latitude: 35, longitude: 139 }\n---\nUp.\n",
        "content/walks/tower.md": "---\ntitle: The tower\nstart: { latitude: 36, longitude: 140 }\n---\nUp.\n",
        "templates/walks/{id}.html.mustache":
            "---\nfor: walks\ntitle: \"{title}\"\n---\n<!DOCTYPE html>\n<html lang=\"en\"><title>{{title}}</title>{{{body.html}}}</html>\n",
    ]) { $1 }

    /// The preview of a text has its pictures and links, a point is typed, pasted and clicked, and what is moved keeps
    /// the focus, also on a phone.
    @Test func previewsPointsAndMoves() throws {
        let picture = sitesFolder.appending(path: "pictures/site/content/walks/images/lake.jpg")
        let site = try EditedSite(Self.walks) { folder in
            try FileManager.default.copyItem(at: picture, to: folder.appending(path: "content/walks/lake.jpg"))
        }
        let seen = try site.use(
            """
            const tab = await open("/walks/lake", 390);
            const shadow = "document.querySelector('.rendered').shadowRoot";
            await tab.until(`${shadow}.querySelector("img")?.naturalWidth > 0`);
            seen.links = await tab.evaluate(`[...${shadow}.querySelectorAll("a")].map((a) => a.href).join()`);
            seen.width = await tab.evaluate("document.documentElement.scrollWidth");
            const value = (name) => tab.evaluate(`${element(`field-start-${name}`)}.value`);
            const point = async () => `${await value("latitude")} ${await value("longitude")}`;
            await tab.evaluate(`${element("field-start-latitude")}.focus()`);
            for (const letter of "35.0975, 129.0106") await tab.send("Input.insertText", { text: letter });
            await tab.evaluate(`${element("field-title")}.focus()`);
            seen.typed = await point();
            await type(tab, "field-start-longitude", "geo:35.25,139.5");
            seen.pasted = await point();
            const middle = await tab.evaluate(`(() => {
              const map = document.querySelector(".map");
              map.scrollIntoView({ block: "center" });
              const { x, y, width, height } = map.getBoundingClientRect();
              return { x: x + width / 2, y: y + height / 2 };
            })()`);
            const clickAt = async (place) => {
              for (const type of ["mousePressed", "mouseReleased"]) {
                await tab.send("Input.dispatchMouseEvent", { type, ...place, button: "left", clickCount: 1 });
              }
            };
            await clickAt(middle);
            seen.clicked = await point();
            // The lines of the coasts are there, and somebody can look at all of the world.
            const pixels = `document.querySelector(".map canvas").getContext("2d").getImageData(0, 0, 960, 480).data.some((each) => each > 0)`;
            for (const step of [1, 2, 3, 4, 5, 6, 7, 8, 9]) await press(tab, "Zoom out");
            await tab.until(pixels);
            // Beside the world there is nothing to take.
            await clickAt({ ...middle, x: middle.x - 150 });
            seen.kept = await point() === seen.clicked;
            // Without a point, the place that was clicked last is looked at more closely.
            for (const name of ["latitude", "longitude"]) await type(tab, `field-start-${name}`, "");
            for (const step of [1, 2, 3]) await press(tab, "Zoom in");
            await clickAt(middle);
            seen.again = await point();
            await tab.evaluate(`[...document.querySelectorAll(".item-actions > :nth-child(2)")]
              .find((down) => !down.closest(".items .items")).click()`);
            seen.moved = await tab.evaluate(`[document.activeElement.ariaLabel, document.activeElement.closest(".items .items") === null].join()`);
            await press(tab, "Menu");
            seen.covered = await tab.evaluate("document.elementFromPoint(195, 840).closest('#navigation') === null");
            await tab.press("Escape");
            seen.menu = await tab.evaluate("[document.body.className, document.activeElement.textContent].join()");
            await press(tab, "Save");
            await tab.until("document.querySelector('.status').textContent.startsWith('Saved')");
            await tab.evaluate(`location.hash = "#/releases/lamp%2F4.0"`);
            await tab.until("location.hash === '#/products/lamp'");
            """)
        let links = (seen["links"] ?? "").split(separator: ",").map { URL(string: String($0))?.path() }
        #expect(links == ["/board/notices/umbrella/", "/board/walks/hill.html"], "\(seen)")
        #expect(seen["width"] == "390" && seen["covered"] == "false" && seen["menu"] == ",Menu", "\(seen)")
        #expect(seen["typed"] == "35.0975 129.0106" && seen["pasted"] == "35.25 139.5", "\(seen)")
        #expect(seen["kept"] == "true", "\(seen)")
        // A pixel is 0.01 degrees high.
        let clicked = (seen["clicked"] ?? "").split(separator: " ").compactMap { Double($0) }
        #expect(clicked.count == 2 && abs(clicked[0] - 35.5) < 0.01 && abs(clicked[1] - 139.5) < 0.01, "\(seen)")
        let again = (seen["again"] ?? "").split(separator: " ").compactMap { Double($0) }
        #expect(again.count == 2 && abs(again[0] - 35.5) < 0.2 && abs(again[1] - 139.5) < 0.2, "\(seen)")
        #expect(seen["moved"] == "Move no. 2 up,true", "\(seen)")
    }

    /// A file that cannot be read and that somebody else changes is not overwritten unseen, and a tab that has no token
    /// takes the one that is pasted into its address.
    @Test func textsOfOthers() throws {
        let path = "content/clubs/go.yml"
        let site = try EditedSite([
            "content/clubs/_collection.yml": "entry: club\nfields: { name: text, rank: integer? }\n",
            "content/clubs/chess.yml": "name: Chess\n", path: "name: Go\nrank: [1\n",
        ])
        let seen = try site.use(
            """
            const { writeFileSync } = await import("node:fs");
            const tab = await open("");
            await tab.evaluate('localStorage.clear(); location.reload()');
            await tab.until("document.querySelector('main h1')?.textContent === 'Open the address shown in the terminal'");
            await tab.evaluate(`location.hash = "${new URL(input.address).hash}"`);
            await tab.until("document.querySelector('main h1')?.textContent === 'Board'");
            await tab.evaluate('location.hash = "#/clubs/go"');
            await tab.until(`${element("entry-text")} !== null`);
            await set(tab, "entry-text", "name: Go\\nrank: 1\\n");
            const theirs = "name: Gogo\\nrank: [1\\n";
            writeFileSync(`${input.folder}/\(path)`, theirs);
            const shown = `document.querySelector("pre.differences")?.textContent`;
            await press(tab, "Save");
            await tab.until(`${shown} === ${JSON.stringify(theirs)}`);
            await tab.evaluate(`(() => { const menu = document.querySelector("select.language");
              menu.value = "ja"; menu.dispatchEvent(new Event("change")); })()`);
            await press(tab, "保存");
            await tab.until(`${shown} === ${JSON.stringify(theirs)}`);
            seen.kept = text("\(path)") === theirs;
            await press(tab, "保存");
            seen.file = await changed("\(path)", theirs);
            """)
        #expect(seen == ["kept": "true", "file": "name: Go\nrank: 1\n"])
    }

    /// Text that somebody typed and did not save is there again, and one press puts it away.
    @Test func drafts() throws {
        let broken = "content/clubs/tea.yml"
        let site = try EditedSite(DeskSavingTests.files.merging([broken: "name: [Tea\n"]) { $1 })
        let seen = try site.use(
            """
            const tab = await open("");
            const notice = `[...document.querySelectorAll(".notice")].some((each) => each.textContent.includes("unsaved changes"))`;
            // The browser asks whether to leave what is not saved.
            const leave = async () => {
              const loaded = tab.evaluate("location.reload()");
              const accept = () => tab.send("Page.handleJavaScriptDialog", { accept: true }).catch(accept);
              await accept();
              await loaded;
            };
            for (const [view, id] of Object.entries({ "things/first": "title", "clubs/+": "name", "clubs/tea": "text" })) {
              const field = id === "text" ? "entry-text" : `field-${id}`;
              const value = `${element(field)}?.value`;
              await tab.evaluate(`location.hash = "#/${view}"`);
              await tab.until(`${element(field)} !== null`);
              const before = await tab.evaluate(value);
              await type(tab, field, "Mine");
              await tab.until("document.querySelector('.status').textContent === '1 field not saved'");
              if (await tab.evaluate(notice)) seen[view] = "told of what was only typed";
              await leave();
              await tab.until(`${value} === "Mine" && ${notice}`);
              seen.faults = (seen.faults ?? "") + await faults(tab);
              await press(tab, "Discard them");
              await tab.until(`${value} === ${JSON.stringify(before)} && !${notice}`);
              await tab.evaluate("location.reload()");
              await tab.until(`${value} === ${JSON.stringify(before)} && !${notice}`);
            }
            """)
        #expect(seen == ["faults": ""])
        #expect(try site.text(path) == DeskSavingTests.files[path] && site.text(broken) == "name: [Tea\n")
    }
}
