import Foundation
import SiteTesting
import Testing

/// Somebody edits a site beside a browser, and nobody reloads: a headless Chromium sees what they would see.
@Suite(.enabled(if: Node.hasBrowser)) struct BrowserTests {
    @Test func edits() throws {
        let seen = try watch(
            """
            await tab.goTo(input.address);
            await tab.until("document.querySelector('h2')?.textContent === 'Lost umbrella'");
            await tab.evaluate("window.mark = 1");
            write("content/notices/umbrella.md", notice("Found umbrella"));
            await tab.until("document.querySelector('h2')?.textContent === 'Found umbrella'");
            seen.renewed = await tab.evaluate("window.mark === 1");
            seen.endpoint = await tab.evaluate("fetch('api/v1/notices.json').then((r) => r.text())");

            // A style sheet changes without a reload.
            const color = (color) => `getComputedStyle(document.querySelector('h1')).color === '${color}'`;
            await tab.until(color("rgb(0, 0, 255)"));
            await tab.evaluate("window.mark = 2");
            write("templates/style.css", "h1 { color: rgb(0, 128, 0) }\\n");
            await tab.until(color("rgb(0, 128, 0)"));
            seen.swapped = await tab.evaluate("window.mark === 2");

            // A page may get its new text and a new style sheet at once, and then only a new text.
            await tab.goTo(input.address);
            await tab.until(color("rgb(0, 128, 0)") + " && document.readyState === 'complete'");
            await tab.evaluate("window.mark = 4");
            write("content/notices/umbrella.md", notice("Dry umbrella"));
            write("templates/style.css", "h1 { color: rgb(128, 128, 0) }\\n");
            await tab.until("document.querySelector('h2')?.textContent === 'Dry umbrella'");
            await tab.until(color("rgb(128, 128, 0)"));
            write("content/notices/umbrella.md", notice("Wet umbrella"));
            await tab.until("document.querySelector('h2')?.textContent === 'Wet umbrella'");
            seen.both = await tab.evaluate("window.mark === 4");

            // Another page, whose bytes stay the same, is still as it was when the next news comes.
            await tab.goTo(input.address + "about");
            await tab.until("document.querySelector('h1')?.textContent === 'About' && document.readyState === 'complete'");
            await tab.evaluate("window.mark = 3");
            write("content/notices/umbrella.md", notice("Kept umbrella"));
            await tab.until("fetch('.').then((r) => r.text()).then((t) => t.includes('Kept umbrella'))");
            write("templates/style.css", "h1 { color: rgb(128, 0, 0) }\\n");
            await tab.until(color("rgb(128, 0, 0)"));
            seen.left = await tab.evaluate("window.mark === 3");
            """)
        let kept = ["renewed", "swapped", "both", "left"].filter { seen[$0] == "true" }
        #expect(kept == ["renewed", "swapped", "both", "left"])
        #expect(seen["endpoint"]?.contains("Found umbrella") == true)
    }

    /// A page is loaded again only if a script has to run again, and otherwise keeps the place where somebody reads.
    @Test func scriptsRunAgain() throws {
        let seen = try watch(
            """
            const page = (title, script) =>
              `<!DOCTYPE html>\\n<html lang="en"><head><title>${title}</title></head><body><h1>${title}</h1>` +
              `<p style="height: 9000px">A long page.</p>${script}</body></html>\\n`;
            const title = (title) => `document.querySelector('h1')?.textContent === '${title}'`;
            const about = (title, script = "") => write("templates/about.html.mustache", page(title, script));
            about("One");
            await tab.goTo(input.address + "about");
            // Until a page is complete, the browser may still scroll to where an earlier one was.
            await tab.until(title("One") + " && document.readyState === 'complete'");
            await tab.evaluate("new Promise(requestAnimationFrame)");
            await tab.evaluate("window.mark = 1; scrollTo(0, 4000)");
            about("Two");
            await tab.until(title("Two"));
            seen.title = await tab.evaluate("document.title");
            seen.kept = await tab.evaluate("window.mark === 1 && scrollY === 4000");
            about("Three", "<script>document.title += '!'</script>");
            await tab.until(title("Three"));
            await tab.until("document.title === 'Three!' && window.mark === undefined");
            await tab.evaluate("window.mark = 2");
            about("Four", "<script>document.title += '!'</script>");
            await tab.until("document.title === 'Four!' && window.mark === undefined");
            about("Five");
            await tab.until("document.title === 'Five' && " + title("Five"));
            """)
        #expect(seen == ["title": "Two", "kept": "true"])
    }

    @Test func mistakes() throws {
        let seen = try watch(
            """
            await tab.goTo(input.address);
            await tab.until("document.querySelector('h2')?.textContent === 'Lost umbrella'");
            write("content/notices/umbrella.md", notice("Broken").replace("04-30", "04-31"));
            write("templates/about.html.mustache", "{{nobody}}");
            const overlay = "document.querySelector('kairan-preview').shadowRoot.querySelector('#overlay')";
            const bar = "document.querySelector('kairan-preview').shadowRoot.querySelector('#mistakes')";
            await tab.until(`${overlay}.textContent.includes('2 mistakes')`);
            seen.shown = await tab.evaluate(`${overlay}.innerText`);
            seen.editor = await tab.evaluate(`${overlay}.querySelector('a').href`);
            seen.isSeen = await tab.evaluate(`${overlay}.getBoundingClientRect().height > 100`);
            seen.below = await tab.evaluate("document.querySelector('h2').textContent");
            // A page that is opened now shows the mistakes as well.
            await tab.send("Page.reload");
            await tab.until(`window.performance.now() > 0 && ${overlay}.textContent.includes('2 mistakes')`);
            write("templates/about.html.mustache", "<!DOCTYPE html>\\n<title>About</title>\\n");
            await tab.until(`${overlay}.textContent.includes('1 mistake;')`);
            write("content/notices/umbrella.md", notice("Mended"));
            await tab.until("document.querySelector('h2')?.textContent === 'Mended'");
            await tab.until(`${overlay}.hidden`);
            """)
        let shown = try #require(seen["shown"])
        #expect(shown.contains("content/notices/umbrella.md:3:35"))
        #expect(seen["editor"]?.hasPrefix("vscode://file/") == true)
        #expect(seen["editor"]?.hasSuffix("/content/notices/umbrella.md:3:35") == true)
        let line = "3 | shown: { from: 2026-04-01, until: 2026-04-31 }\n  | " + spaces(34) + "^^^^^^^^^^"
        #expect(shown.contains(line), "\(shown)")
        #expect(shown.contains("the page below is as it was before"))
        #expect(shown.contains("help: there is no such day in the calendar"))
        #expect(shown.contains("templates/about.html.mustache:1:3"))
        #expect(seen["isSeen"] == "true" && seen["below"] == "Lost umbrella")
    }

    /// A mistake that is put away by a button or Escape comes back only with another one.
    @Test func mistakesArePutAway() throws {
        let seen = try watch(
            """
            const part = (id) => `document.querySelector('kairan-preview').shadowRoot.querySelector('#${id}')`;
            const isReady = `${part("facts")} && document.readyState === 'complete'`;
            const breakNotice = (day) => write("content/notices/umbrella.md", notice("Broken").replace("04-30", day));
            await tab.goTo(input.address);
            await tab.until(isReady);
            breakNotice("04-31");
            await tab.until(`!${part("overlay")}.hidden && ${part("overlay")}.textContent.includes('04-31')`);
            // The overlay is not translucent, and covers no button.
            seen.color = await tab.evaluate(`getComputedStyle(${part("overlay")}).backgroundColor`);
            seen.uncovered = await tab.evaluate(`["facts", "mistakes"].every((id) => {
              const root = document.querySelector("kairan-preview").shadowRoot;
              const { x, y, width, height } = root.getElementById(id).getBoundingClientRect();
              return root.elementFromPoint(x + width / 2, y + height / 2).id === id;
            })`);
            // On a desktop and on a phone the caret is in sight, and only the excerpts may be wider than the window.
            const caret = part("overlay .caret");
            for (const width of [1280, 390]) {
              await tab.send("Emulation.setDeviceMetricsOverride", { width, height: 844, deviceScaleFactor: 1, mobile: false });
              await tab.until(`innerWidth === ${width}`);
              await tab.evaluate(`${part("mistakes")}.click(), ${part("mistakes")}.click()`);
              seen[`fits${width}`] = await tab.evaluate(`${part("overlay")}.scrollWidth <= innerWidth
                && ${caret}.getBoundingClientRect().left > 0 && ${caret}.getBoundingClientRect().right < innerWidth
                && ${part("put-away")}.getBoundingClientRect().right < innerWidth`);
            }
            await tab.press("Escape");
            seen.escaped = await tab.evaluate(`${part("overlay")}.hidden`);
            seen.bar = await tab.evaluate(`${part("mistakes")}.innerText`);
            // The overlay stays put away on another page.
            await tab.goTo(input.address + "about");
            await tab.until(`document.querySelector('h1')?.textContent === 'About' && ${isReady}`);
            await tab.until(`!${part("mistakes")}.hidden`);
            seen.stays = await tab.evaluate(`${part("overlay")}.hidden`);
            await tab.evaluate(`${part("mistakes")}.click()`);
            seen.opened = await tab.evaluate(`!${part("overlay")}.hidden`);
            await tab.evaluate(`${part("put-away")}.click()`);
            seen.clicked = await tab.evaluate(`${part("overlay")}.hidden`);
            breakNotice("04-32");
            await tab.until(`!${part("overlay")}.hidden && ${part("overlay")}.textContent.includes('04-32')`);
            write("content/notices/umbrella.md", notice("Mended"));
            await tab.until(`${part("overlay")}.hidden && ${part("mistakes")}.hidden`);
            """)
        #expect(seen["color"] == "rgb(30, 30, 36)" && seen["bar"] == "1 mistake")
        for fact in ["uncovered", "fits1280", "fits390", "escaped", "stays", "opened", "clicked"] {
            #expect(seen[fact] == "true", "\(fact)")
        }
    }

    /// An open page finds its site again wherever the settings put it, even if there was no site at first.
    @Test func theSiteMoves() throws {
        let broken = ["content/notices/bad.md": ServedSite.notice("Bad", until: "never")]
        _ = try watch(
            """
            const settings = (base) => write("content/site.yml",
              `title: Board\nurl: https://t.example/${base}/\ntimeZone: Asia/Tokyo\nmoment: 2026-04-15\n`);
            const overlay = "document.querySelector('kairan-preview').shadowRoot.querySelector('#overlay')";
            await tab.goTo(input.address);
            await tab.until(`${overlay}.textContent.includes('nothing could be built yet')`);
            write("content/notices/bad.md", notice("Good"));
            await tab.until("location.pathname === '/board/' && document.querySelector('h2')?.textContent === 'Good'");
            settings("desk");
            await tab.until("document.body.textContent.includes('The site is at /desk/')");
            settings("board");
            await tab.until("document.querySelector('h2')?.textContent === 'Good'");
            """, on: try ServedSite(writing: broken))
    }

    @Test func panel() throws {
        let seen = try watch(
            """
            await tab.goTo(input.address);
            await tab.until("document.querySelector('kairan-preview') !== null && document.readyState === 'complete'");
            const root = "document.querySelector('kairan-preview').shadowRoot";
            seen.closed = await tab.evaluate(`${root}.querySelector('aside').hidden`);
            await tab.press("Tab");
            seen.focused = await tab.evaluate(`${root}.activeElement?.textContent`);
            await tab.press("Enter");
            await tab.until(`${root}.querySelector('aside').textContent.includes('Next change')`);
            seen.panel = await tab.evaluate(`${root}.querySelector('aside').innerText`);
            await tab.press("Escape");
            seen.closedAgain = await tab.evaluate(`${root}.querySelector('aside').hidden`);
            """)
        #expect(seen["closed"] == "true" && seen["focused"] == "Kairan" && seen["closedAgain"] == "true")
        let panel = try #require(seen["panel"])
        #expect(panel.contains("templates/index.html.mustache") && panel.contains("content/notices/umbrella.md"))
        #expect(panel.contains("Next change by itself\nnone"))
    }

    /// The panel shows what the page does not: how the contract differs from the published one, and the next change.
    @Test func panelOfAVersion() throws {
        let files = [
            "content/site.yml": "title: Board\nurl: https://t.example/board/\ntimeZone: Asia/Tokyo\n",
            "content/notices/later.md": "---\ntitle: Later\nshown: { from: \(day(3)), until: \(day(9)) }\n---\n",
            "templates/api/v1/_version.yml": "status: current\n",
        ]
        let site = try ServedSite(writing: files) { folder in
            let built = try kairan(["build"], in: folder)
            try #require(built.exitCode == 0, "\(built.errors)")
        }
        let endpoint = "templates/api/v1/notices.json.yml"
        let seen = try watch(
            """
            const root = "document.querySelector('kairan-preview').shadowRoot";
            const look = async (words) => {
              await tab.until(`${root}?.querySelector('#facts') && document.readyState === 'complete'`);
              await tab.evaluate(`${root}.querySelector('aside').hidden && ${root}.querySelector('#facts').click()`);
              await tab.until(`${root}.querySelector('aside').textContent.includes(${JSON.stringify(words)})`);
              return tab.evaluate(`${root}.querySelector('aside').innerText`);
            };
            await tab.goTo(input.address);
            seen.same = await look("Next change");
            write("\(endpoint)", "data: { each: notices, value: { id: id, title: title, more: title } }\\n");
            await tab.until("fetch('api/v1/notices.json').then((r) => r.text()).then((t) => t.includes('more'))");
            // The page is as it was, and its panel is still open.
            await tab.until(`${root}.querySelector('aside').textContent.includes('more')`);
            // It is open on the next page too.
            await tab.goTo(input.address + "about");
            await tab.until(`${root}?.querySelector('aside').textContent.includes('templates/about')`);
            seen.added = await tab.evaluate(`${root}.querySelector('aside').innerText`);
            """, on: site)
        let same = try #require(seen["same"])
        #expect(same.contains("API v1, since the publication") && same.contains("no change"))
        #expect(same.contains("\(day(3))T00:00:00+09:00: 1 output: index.html"))
        let added = try #require(seen["added"])
        #expect(!added.contains("no change") && added.contains("notices.json: "), "\(added)")
        #expect(added.contains("templates/about.html.mustache"))
    }

    /// The day that is so many days from now in the site's time zone.
    private func day(_ distance: Int) -> String {
        let style = Date.ISO8601FormatStyle(timeZone: TimeZone(identifier: "Asia/Tokyo") ?? .gmt)
        return (Date.now + Double(distance) * 86_400).formatted(style.year().month().day())
    }

    private func spaces(_ count: Int) -> String { String(repeating: " ", count: count) }

    private struct Input: Encodable {
        var address: String
        var folder: String
        var browser: String
    }

    /// Runs a script beside a served board, and returns as texts what it puts into `seen`.
    private func watch(_ script: String, on served: ServedSite? = nil) throws -> [String: String] {
        let site = try served ?? ServedSite()
        let input = Input(
            address: site.address.absoluteString, folder: site.box.path,
            browser: packageFolder.appending(path: "Tests/Browser/browser.mjs").path)
        return try Node.run(
            """
            import { writeFileSync } from "node:fs";
            const { openBrowser } = await import(input.browser);
            const write = (path, text) => writeFileSync(`${input.folder}/${path}`, text);
            const notice = (title) =>
              `---\\ntitle: ${title}\\nshown: { from: 2026-04-01, until: 2026-04-30 }\\n---\\nIt waits.\\n`;
            const seen = {};
            const browser = await openBrowser();
            try {
              const tab = await browser.page();
              \(script)
            } finally {
              await browser.close();
            }
            for (const key in seen) seen[key] = String(seen[key]);
            console.log(JSON.stringify(seen));
            """, input: input)
    }
}
