import Foundation
import SiteTesting
import Testing

/// Schedules, references and pictures are changed in a headless Chromium, from opening the page to the saved bytes.
@Suite(.enabled(if: Node.hasBrowser)) struct DeskBrowserControlsTests {
    private let path = "content/things/first.md"

    /// The next days follow each choice, also in a part of a list.
    @Test func schedules() throws {
        let site = try EditedSite(DeskSavingTests.files)
        let before = try site.text(path)
        let seen = try site.use(
            """
            const tab = await open("/things/first");
            const days = "document.querySelector('.kind-schedule .next-days').textContent";
            const chip = (name) => tab.evaluate(
              `[...document.querySelectorAll(".kind-schedule .chip")].find((c) => c.checkVisibility() && c.textContent === "${name}")
                .querySelector("input").click()`);
            await tab.until(`${days}.includes("Sat, Apr 18 · Sun, Apr 19")`);
            await chip("Sun");
            await tab.until(`${days}.includes("Sat, Apr 18 · Sat, Apr 25")`);
            seen.weekly = await save(tab, "\(path)", text("\(path)"));
            await click(tab, "field-days-weekly");
            await click(tab, "field-days-nth");
            await chip("last");
            await chip("Fri");
            await tab.until(`${days}.includes("Fri, Apr 24 · Fri, May 29")`);
            seen.nth = await save(tab, "\(path)", seen.weekly);
            await click(tab, "field-days-except");
            await click(tab, "field-days-except-of-yearly");
            const choose = (name, value) => tab.evaluate(`{
              const menu = [...document.querySelectorAll(".kind-schedule select")].find((s) => s.ariaLabel === "${name}");
              menu.value = "${value}";
              menu.dispatchEvent(new Event("change", { bubbles: true }));
            }`);
            await choose("Month", "05");
            await choose("Day", "29");
            await tab.until(`${days}.includes("Fri, Apr 24 · Fri, Jun 26")`);
            seen.except = await save(tab, "\(path)", seen.nth);
            await click(tab, "field-days-nth");
            await click(tab, "field-days-except");
            await click(tab, "field-days-rrule");
            await type(tab, "field-days-rrule-text", "FREQ=WEEKLY;INTERVAL=2;BYDAY=TH");
            await tab.evaluate(`{
              const from = ${element("field-days-between-from")};
              from.value = "2026-04-16";
              from.dispatchEvent(new Event("input", { bubbles: true }));
              from.dispatchEvent(new Event("change", { bubbles: true }));
            }`);
            await tab.until(`${days}.includes("Thu, Apr 16 · Thu, Apr 30")`);
            seen.rule = await save(tab, "\(path)", seen.except);
            """)
        let written = "days: { weekly: [sat, sun] }"
        #expect(seen["weekly"] == before.replacing(written, with: "days: { weekly: sat }"))
        let nth = "nth: { weekday: fri, week: last }"
        #expect(seen["nth"] == before.replacing(written, with: "days: { \(nth) }"))
        let except = "except: { yearly: 05-29 }"
        #expect(seen["except"] == before.replacing(written, with: "days: { \(nth), \(except) }"))
        let rule = "rrule: FREQ=WEEKLY;INTERVAL=2;BYDAY=TH, between: { from: 2026-04-16 }"
        #expect(seen["rule"] == before.replacing(written, with: "days: { \(rule) }"))
    }

    /// Somebody searches for an entry by a part of its title, and chooses it with the keyboard.
    @Test func references() throws {
        let site = try EditedSite(DeskSavingTests.files)
        let before = try site.text(path)
        let seen = try site.use(
            """
            const tab = await open("/things/first");
            const value = `${element("field-club")}.value`;
            await tab.until(`${value} === "Chess"`);
            await type(tab, "field-club", "g");
            await tab.until(`document.querySelectorAll(".options [role=option]").length === 1`);
            seen.option = await tab.evaluate("document.querySelector('.options .is-active').textContent");
            seen.active = await tab.evaluate(
              `document.getElementById(${element("field-club")}.getAttribute("aria-activedescendant"))?.textContent`);
            await tab.press("Enter");
            seen.value = await tab.evaluate(value);
            seen.file = await save(tab, "\(path)", text("\(path)"));
            """)
        #expect(seen["option"] == "Gogo" && seen["active"] == "Gogo" && seen["value"] == "Go", "\(seen)")
        #expect(seen["file"] == before.replacing("club: chess", with: "club: go"))
    }

    /// A key that is an id is chosen as a reference is.
    @Test func keysThatAreIDs() throws {
        let fare = "content/fares/child.yml"
        let site = try EditedSite([
            "content/piers/_collection.yml": "entry: pier\ntitle: name\nfields: { name: text }\n",
            "content/piers/all.csv": "id,name\nmill,The Mill\nabbey,Old Abbey\n",
            "content/fares/_collection.yml": "entry: fare\nfields: { to: { keyed: { of: integer, by: piers } } }\n",
            fare: "to: { mill: 1 }   # half\n",
        ])
        let seen = try site.use(
            """
            const tab = await open("/fares/child");
            const value = `${element("field-to-0-key")}?.value`;
            await tab.until(`${value} === "The Mill"`);
            await type(tab, "field-to-0-key", "old");
            await tab.until(`document.querySelectorAll(".options [role=option]").length === 1`);
            await tab.press("Enter");
            seen.value = await tab.evaluate(value);
            seen.file = await save(tab, "\(fare)", text("\(fare)"));
            """)
        #expect(seen["value"] == "Old Abbey" && seen["file"] == "to: { abbey: 1 }   # half\n", "\(seen)")
    }

    private static let walks = [
        "content/walks/_collection.yml":
            "entry: walk\nfields:\n  title: text\n  photo: { image?: { maximumWidth: 60, maximumHeight: 20 } }\n"
            + "  cover: { image?: { widths: [320, 5000] } }\n  photoDescription: text?\n",
        "content/walks/lake.yml": "title: The lake   # in the hills\n",
    ]

    /// A picture is dropped, and another pasted. They lose what their files say of their place, and one gets words for
    /// those who cannot see it.
    @Test func pictures() throws {
        let site = try EditedSite(Self.walks)
        let picture = sitesFolder.appending(path: "pictures/site/content/walks/images/lake.jpg")
        let seen = try site.use(
            """
            const tab = await open("/walks/lake");
            await drop(tab, "field-cover", "\(picture.path)", "My Photo.JPG");
            const box = (name) => `${element(`field-${name}`)}.closest(".file")`;
            await tab.until(`${box("cover")}.querySelector("img")?.naturalWidth > 0`);
            seen.told = await tab.evaluate(`${box("cover")}.querySelector("[role=status]").textContent`);
            await tab.until(`${box("cover")}.textContent.includes("looks blurred")`);
            seen.hint = await tab.evaluate(`${box("cover")}.textContent.includes("Describe the picture in “Photo description”")`);
            await type(tab, "field-photoDescription", "Reeds at the shore");
            seen.file = await save(tab, "content/walks/lake.yml", text("content/walks/lake.yml"));
            await paste(tab, "field-photo", "\(picture.path)", "My Photo.JPG");
            await tab.until(`${box("photo")}.textContent.includes("cut it to the bright part")`);
            await tab.until("document.querySelector('#field-photo-mistakes')?.textContent.includes('pixels high, more than 20')");
            seen.cut = await tab.evaluate(`(() => {
              const [cut, whole] = [".cut", "img"].map((name) => ${box("photo")}.querySelector(name).getBoundingClientRect());
              return [cut.width === whole.width, Math.round(cut.width / cut.height)];
            })()`);
            """)
        #expect(seen["told"]?.contains("where and how it was taken was removed") == true, "\(seen)")
        #expect(seen["hint"] == "true" && seen["cut"] == "true,3", "\(seen)")
        #expect(
            seen["file"]
                == "title: The lake   # in the hills\ncover: my-photo.jpg\nphotoDescription: Reeds at the shore\n")
        let written = try Data(contentsOf: site.box.url.appending(path: "content/walks/my-photo.jpg"))
        #expect(try written.count < Data(contentsOf: picture).count && written.range(of: Data("SECRET".utf8)) == nil)
    }

    /// Texts in a list have their previews, each its own, also after one of them has moved.
    @Test func previewsInLists() throws {
        let site = try EditedSite(DeskPreviewsTests.files)
        let seen = try site.use(
            """
            const tab = await open("/tours/one");
            const shown = (index) => `document.querySelectorAll(".items .rendered")[${index}]?.shadowRoot.textContent.trim()`;
            await tab.until(`${shown(0)} === "Go left." && ${shown(1)} === "Then right."`);
            await type(tab, "field-steps-1-text", "Then *home*.");
            await tab.until(`${shown(1)} === "Then home."`);
            await press(tab, "Move no. 2 up");
            await tab.until(`${shown(0)} === "Then home." && ${shown(1)} === "Go left."`);
            await tab.until(`document.querySelector(".items .next-days").textContent.includes("Sat, Apr 18")`);
            seen.file = await save(tab, "content/tours/one.yml", text("content/tours/one.yml"));
            """)
        #expect(
            seen["file"]
                == "title: One\nsteps:\n  - text: Then *home*.\n    days: { weekly: sat }\n  - text: Go **left**.\n")
    }

    /// A value of one of several types is given another type, and a map another key.
    @Test func severalTypes() throws {
        let site = try EditedSite(DeskSavingTests.files)
        let before = try site.text(path)
        let seen = try site.use(
            """
            const tab = await open("/things/first");
            const chosen = `document.querySelector(".kind-oneOf input:checked").parentElement.textContent`;
            await tab.until(`${element("field-ends-value")}?.value === "2027-01-31"`);
            seen.type = await tab.evaluate(chosen);
            await tab.evaluate(`[...document.querySelectorAll(".kind-oneOf .radio")].find((r) => r.textContent === "Yes or no").querySelector("input").click()`);
            await tab.until("document.querySelector('#field-ends-mistakes')?.textContent.includes('Fill in this field')");
            await click(tab, "field-ends-value");
            await tab.until("!document.querySelector('#field-ends-mistakes').textContent");
            seen.boolean = await save(tab, "\(path)", text("\(path)"));
            await press(tab, "Add to Sites");
            await type(tab, "field-sites-2-key", "source code");
            await type(tab, "field-sites-2-value", "nowhere");
            await tab.until("document.querySelector('#field-sites-2-value-mistakes').textContent.includes('is not a url')");
            await type(tab, "field-sites-2-value", "/things.html");
            await press(tab, "Remove 7");
            seen.sites = await save(tab, "\(path)", seen.boolean);
            seen.faults = await faults(tab);
            """)
        #expect(seen["type"] == "Date" && seen["faults"] == "", "\(seen)")
        let ended = before.replacing("ends: 2027-01-31", with: "ends: true")
        #expect(seen["boolean"] == ended)
        #expect(
            seen["sites"] == ended.replacing("\"7\": https://t.example/7", with: "source code: /things.html"),
            "\(seen["sites"] ?? "")")
    }

    /// Texts stand side by side in all languages, and each is saved into the file that has it.
    @Test func languages() throws {
        let site = try EditedSite(DeskLanguagesTests.files)
        let seen = try site.use(
            """
            const [own, other] = ["content/news/fair.md", "content/news/fair.ja.md"];
            const tab = await open("/news/fair");
            const missing = "[...document.querySelectorAll('.missing')].filter((each) => each.textContent).length";
            await tab.until("document.querySelectorAll('.rendered').length === 2");
            await type(tab, "field-title-ja", "春祭り");
            await type(tab, "field-body-ja", "**ようこそ**。\\n");
            await tab.until("[...document.querySelectorAll('.rendered')].at(-1).shadowRoot.textContent.trim() === 'ようこそ。'");
            seen.ja = await save(tab, other, text(other));
            await tab.until("document.querySelector('.status').textContent.startsWith('Saved')");
            await type(tab, "field-place-ja", " ");
            seen.before = await tab.evaluate(missing);
            await tab.send("Input.dispatchKeyEvent", { type: "keyDown", key: "Backspace", code: "Backspace", windowsVirtualKeyCode: 8 });
            await tab.until(`${missing} === 1`);
            seen.en = await save(tab, own, text(own));
            """)
        #expect(seen["ja"] == "---\ntitle: 春祭り\n---\n**ようこそ**。\n" && seen["before"] == "0", "\(seen)")
        #expect(
            seen["en"]
                == DeskLanguagesTests.files["content/news/fair.md"]?.replacing("{ en: Park, ja: 公園 }", with: "Park"),
            "\(seen)")
    }

    /// A file that is no picture is dropped too, and one that would run in a browser is refused.
    @Test func otherFiles() throws {
        let site = try EditedSite([
            "content/papers/_collection.yml": "entry: paper\nfields: { title: text, leaflet: file? }\n",
            "content/papers/one.yml": "title: One\n",
        ])
        try site.box.write("%PDF-1.4\n", to: "leaflet")
        let seen = try site.use(
            """
            const tab = await open("/papers/one");
            const note = "document.querySelector('.file [role=status]').textContent";
            await drop(tab, "field-leaflet", `${input.folder}/leaflet`, "page.html");
            await tab.until(`${note}.includes("'.html' files cannot be uploaded")`);
            await drop(tab, "field-leaflet", `${input.folder}/leaflet`, "Our Leaflet.pdf");
            await tab.until(`${note}.startsWith("1 KB · published as it is")`);
            seen.file = await save(tab, "content/papers/one.yml", text("content/papers/one.yml"));
            """)
        #expect(seen["file"] == "title: One\nleaflet: our-leaflet.pdf\n")
        #expect(try site.text("content/papers/our-leaflet.pdf") == "%PDF-1.4\n")
    }

    /// An element of a list is dragged to another place.
    @Test func dragging() throws {
        let site = try EditedSite(DeskSavingTests.files)
        let before = try site.text(path)
        let seen = try site.use(
            """
            const tab = await open("/things/first");
            await tab.until("document.querySelectorAll('ol.items:has(#field-tags-0) .drag').length === 2");
            const places = await tab.evaluate(`(() => {
              document.querySelector("ol.items:has(#field-tags-0)").scrollIntoView({ block: "center" });
              return [...document.querySelectorAll("ol.items:has(#field-tags-0) .drag")].map((mark) => {
                const { x, y, width, height } = mark.getBoundingClientRect();
                return { x: x + width / 2, y: y + height - 10 };
              });
            })()`);
            const mouse = (type, place) => tab.send("Input.dispatchMouseEvent", { type, ...place, button: "left", clickCount: 1 });
            await mouse("mousePressed", places[0]);
            await mouse("mouseMoved", places[1]);
            seen.marked = await tab.evaluate("[...document.querySelectorAll('ol.items:has(#field-tags-0) > li')].map((li) => li.className).join()");
            await mouse("mouseReleased", places[1]);
            seen.file = await save(tab, "\(path)", text("\(path)"));
            """)
        #expect(seen["marked"] == "is-dragged,is-target")
        let (old, new) = (
            "  # the first\n  - one\n  - two  # the second", "  # the first\n  - two  # the second\n  - one"
        )
        #expect(seen["file"] == before.replacing(old, with: new), "\(seen["file"] ?? "")")
    }

    /// Characters that cannot be seen come with what people paste, and are told at their field.
    @Test func invisibleCharacters() throws {
        let site = try EditedSite(DeskSavingTests.files)
        let seen = try site.use(
            #"""
            const tab = await open("/things/first");
            await type(tab, "field-room-name", "Hall\u0085");
            const told = "document.querySelector('#field-room-name-mistakes')?.textContent";
            await tab.until(`${told}?.includes("an invisible control character")`);
            await press(tab, "Save");
            await tab.until("document.querySelector('.status').textContent === 'Not saved'");
            await type(tab, "field-room-name", "Attic");
            await tab.until(`!${told}`);
            seen.file = await save(tab, "content/things/first.md", text("content/things/first.md"));
            await tab.until("document.querySelector('.status').textContent.startsWith('Saved')");
            await tab.evaluate(`location.hash = "#/clubs/+"`);
            await type(tab, "field-name", "Tea\u0085time");
            await tab.until("document.querySelector('#field-name-mistakes')?.textContent.includes('an invisible control character')");
            """#)
        #expect(seen["file"]?.contains("name: Attic\n") == true)
    }
}
