import Foundation
import SiteTesting
import Testing

/// axe finds nothing wrong on any kind of page, on a phone and on a screen, in light and dark. None is too wide, shows
/// braces, lacks a picture, has text outside its box, or says anything on the console.
@Suite(.enabled(if: Node.hasBrowser && PythonJudge.canImport("axe_core_python"))) struct PageLooksTests {
    private struct Input: Encodable {
        var pages = packageFolder.appending(path: "Tests/Browser/pages.mjs").path
        var site: String
    }

    /// Opens a site, runs a script with it, and returns what the script has put into `seen`.
    private func open(_ site: String, _ script: String) throws -> [String: [String]] {
        try Node.run(
            """
            const { kinds, openSite } = await import(input.pages);
            const { tab, open, look, faults, close } = await openSite(input.site);
            const seen = {};
            try {
              \(script)
            } finally {
              await close();
            }
            console.log(JSON.stringify(seen));
            """, input: Input(site: site))
    }

    private func faults(of site: String) throws -> [String: [String]] {
        try open(
            site,
            """
            // Pages share their layouts, so it is enough that some are dark on a phone and others on a screen.
            for (const [index, page] of kinds(input.site).entries()) {
              await open(page);
              const found = await faults([390, 1280][index % 2]);
              if (found.length) seen[page] = found;
            }
            """)
    }

    @Test func showcase() throws {
        let faults = try faults(of: packageFolder.path)
        #expect(faults.isEmpty, "\(faults)")
    }

    @Test(arguments: ["campus", "cinemas", "conference", "deals", "empty", "footprints", "releases", "studies"])
    func examples(_ name: String) throws {
        let folder = try TemporaryFolder()
        let site = folder.path + "/site"
        #expect(try kairan(["init", site, "--example", name]).exitCode == 0)
        let build = try kairan(["build", site, "--first-publication", "--strict", "--at", "2026-04-18"])
        try #require(build.exitCode == 0, "\(build.errors)")
        let faults = try faults(of: site)
        #expect(faults.isEmpty, "\(faults)")
    }

    /// The style sheet of `kairan init` suits what people put into it, also on a telephone.
    @Test func ownPartsOfAPage() throws {
        let folder = try TemporaryFolder()
        let site = folder.path + "/site"
        #expect(try kairan(["init", site, "--example", "empty"]).exitCode == 0)
        try folder.write(
            """
            ---
            title: Routes
            layout: base
            ---
            <h1>Routes</h1>
            <ul class="cards"><li class="card"><div>
            <p class="badge">Wall</p><p>12 April 2026</p><h3>Quarry</h3><p>+41 44 000 00 00</p><p>quarry@example.org</p>
            </div></li></ul>
            <ul class="rows">
            <li class="row"><time>10:00</time><div><h3>Black wall by the old quarry road</h3><p>North side</p></div><p>6b</p></li>
            <li class="row"><time>10:00</time><div><h3>Black wall</h3><p>North side</p></div><p>every Monday, Tuesday and Sunday</p></li>
            </ul>
            <p class="excerpt">Bring shoes:

            - one for the left foot
            - one for the right foot</p>
            <table><tr><td>Quarry</td><td>A_wall_of_twenty_metres</td><td>Granite_and_some_moss</td><td>dry_in_summer</td><td>dry</td></tr></table>
            """, to: "site/templates/routes.html.mustache")
        let build = try kairan(["build", site, "--first-publication", "--strict"])
        try #require(build.exitCode == 0, "\(build.errors)")
        let seen = try open(
            site,
            """
            await look(390, "light");
            await open("routes.html");
            seen.gaps = await tab.evaluate(`(() => {
              const parts = [...document.querySelectorAll(".card > div > *")].map((part) => part.getBoundingClientRect());
              return parts.slice(1).map((part, index) => String(Math.floor(part.top - parts[index].bottom)));
            })()`);
            seen.rows = await tab.evaluate(`[...document.querySelectorAll(".row")].map((row) => {
              const [words, third] = [...row.children].slice(1).map((part) => part.getBoundingClientRect());
              return third.left >= words.right ? "beside" : third.top >= words.bottom ? "below" : "over";
            })`);
            seen.excerpt = (await tab.evaluate("document.querySelector('.excerpt').innerText")).split("\\n");
            // At each end of the table, the colour of the page, or the shade of what is more.
            const ends = async () => {
              const box = await tab.evaluate(`(() => {
                const { left, top, width, height } = document.querySelector("table").getBoundingClientRect();
                return { x: left + scrollX, y: top + scrollY, width, height };
              })()`);
              const clip = { ...box, scale: 1 };
              const { data } = await tab.send("Page.captureScreenshot", { captureBeyondViewport: true, clip });
              return tab.evaluate(`(async () => {
                const picture = await createImageBitmap(await (await fetch("data:image/png;base64,${data}")).blob());
                const context = new OffscreenCanvas(picture.width, picture.height).getContext("2d");
                context.drawImage(picture, 0, 0);
                const color = (x) => context.getImageData(x, 6, 1, 1).data.join();
                const paper = color(picture.width / 2);
                return [1, picture.width - 2].map((x) => color(x) === paper ? "page" : "shade").join();
              })()`);
            };
            seen.table = [];
            for (const scheme of ["light", "dark"]) {
              await look(390, scheme);
              for (const part of [0, 0.5, 1]) {
                await tab.evaluate(`{
                  const table = document.querySelector("table");
                  table.scrollLeft = ${part} * (table.scrollWidth - table.clientWidth);
                }`);
                seen.table.push(await ends());
              }
            }
            await look(1280, "light");
            seen.table.push(await ends());
            """)
        #expect(Set(seen["gaps"] ?? []).count == 1, "\(seen)")
        #expect(seen["rows"] == ["beside", "below"])
        #expect(seen["excerpt"] == ["Bring shoes:", "", "- one for the left foot", "- one for the right foot"])
        let ends = ["page,shade", "shade,shade", "shade,page"]
        #expect(seen["table"] == ends + ends + ["page,page"])
    }

    /// The judge itself would have said something.
    @Test func faultsAreFound() throws {
        let seen = try open(
            packageFolder.path,
            """
            await open("404.html");
            await tab.evaluate("document.querySelector('main').append(document.createElement('input'))");
            await tab.evaluate("document.querySelector('h1').style.color = 'light-dark(black, #222)'");
            await tab.evaluate("document.querySelector('h1').append(' {strings.usersUnit}')");
            await tab.evaluate("document.querySelector('main').append(Object.assign(new Image(), { src: 'none.png' }))");
            await tab.evaluate("document.querySelector('h1').insertAdjacentHTML('afterend', '<p style=width:2em;white-space:nowrap>Words that stick</p>')");
            await tab.evaluate("console.log('left over')");
            await tab.evaluate("new Promise((resolve) => setTimeout(resolve, 200))");
            seen.faults = await faults();
            """)
        let faults = try #require(seen["faults"])
        let starts = [
            "390 light: label ", "390 dark: color-contrast ", "1280 light: label ", "390 light: braces: ",
            "1280 light: missing: http", "390 light: outside its box: Words", "console: left over",
        ]
        for start in starts {
            #expect(faults.contains { $0.hasPrefix(start) }, "\(faults)")
        }
    }

    /// Each kind of page that templates make is among those that are opened.
    @Test func everyKindIsOpened() throws {
        let seen = try open(packageFolder.path, "seen.pages = kinds(input.site);")
        let pages = try #require(seen["pages"])
        for page in ["404.html", "api/v1/index.html", "guide/index.html", "en/index.html", "en/clubs/index.html"] {
            #expect(pages.contains(page))
        }
        #expect(pages.count > 40 && pages.contains { $0.hasPrefix("en/films/genres/") })
    }
}
