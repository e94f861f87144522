import Foundation
import SiteTesting
import Testing

/// The page of a version in a browser: its list, its filter and its forms.
@Suite(.enabled(if: Node.hasBrowser && PythonJudge.canImport("axe_core_python"))) struct APIPageBrowserTests {
    private struct Input: Encodable {
        var pages = packageFolder.appending(path: "Tests/Browser/pages.mjs").path
        var site: String
    }

    private struct Seen: Decodable {
        /// The widths at which the page is wider than the window.
        var tooWide: [Int]
        var faults: [String]
        var heights: [Int]
        var links: Int
        var lost: [String]
        var current: String
        var filtered: [String]
        var count: String
        var colours: [String]
        var values: [String]
        var answer: String
        var missing: String
        var offline: String
        var withoutScript: [Int]
        var printed: [String]
    }

    private static let script = """
        const { openSite } = await import(input.pages);
        const { tab, open, faults, close } = await openSite(input.site);
        const seen = {};
        const page = "api/v1/index.html";
        const width = (width, height = 900) =>
          tab.send("Emulation.setDeviceMetricsOverride", { width, height, deviceScaleFactor: 1, mobile: width < 600 });
        const height = () => tab.evaluate("document.documentElement.scrollHeight");
        const answer = "document.querySelector('[id=\\"products-id.json\\"] form output').innerText";
        const ask = async (value, words) => {
          await tab.evaluate(`(() => {
            const form = document.querySelector('[id="products-id.json"] form');
            const field = form.querySelector("input");
            if (${JSON.stringify(value)}) field.value = ${JSON.stringify(value)};
            form.requestSubmit();
          })()`);
          await tab.until(`${answer}.includes(${JSON.stringify(words)})`);
          return tab.evaluate(answer);
        };
        try {
          await width(1280);
          await tab.send("Emulation.setScriptExecutionDisabled", { value: true });
          await open(page);
          seen.withoutScript = [
            await tab.evaluate("document.querySelectorAll('details:not([open])').length"),
            await tab.evaluate("document.querySelectorAll('form, [type=search]').length"),
          ];
          seen.heights = [await height()];
          await tab.send("Emulation.setScriptExecutionDisabled", { value: false });
          await open(page);
          seen.heights.push(await height());
          seen.colours = await tab.evaluate(`[document.documentElement, document.querySelector("main a")].map(
            (element, index) => getComputedStyle(element)[index ? "color" : "backgroundColor"])`);
          seen.links = await tab.evaluate("document.querySelectorAll('#list a').length");
          seen.lost = await tab.evaluate(`[...document.querySelectorAll("#list a, h2 a")].map((link) => link.hash.slice(1))
            .filter((id) => !document.getElementById(decodeURIComponent(id)))`);
          // The last section cannot be scrolled to the top.
          for (const id of ["keys", "products-id.json"]) {
            await tab.evaluate(`location.hash = "${id}"`);
            await tab.until(`document.querySelector("[aria-current]")?.hash == "#${id}"`);
          }
          seen.current = await tab.evaluate("document.querySelector('[aria-current]').textContent");

          await tab.evaluate("document.querySelector('[id=\\"products-id.json\\"] [list]').focus()");
          await tab.until("document.querySelector('[id=\\"products-id.json\\"] datalist').options.length > 0");
          seen.values = await tab.evaluate(
            "[...document.querySelector('[id=\\"products-id.json\\"] datalist').options].map((option) => option.value)");
          seen.answer = await ask("", "200");
          seen.missing = await ask("nothing", "no file");
          await tab.send("Network.enable");
          const network = { latency: 0, downloadThroughput: -1, uploadThroughput: -1 };
          await tab.send("Network.emulateNetworkConditions", { offline: true, ...network });
          seen.offline = await ask("", "device");
          await tab.send("Network.emulateNetworkConditions", { offline: false, ...network });

          await tab.evaluate(`(() => {
            const field = document.querySelector("[type=search]");
            field.value = "cycle";
            field.dispatchEvent(new Event("input"));
          })()`);
          seen.filtered = await tab.evaluate(
            "[...document.querySelectorAll('#list a')].filter((link) => link.checkVisibility()).map((link) => link.hash)");
          seen.count = await tab.evaluate("document.querySelector('nav output').textContent");
          // The browser itself tells of the answers that were asked for and did not come.
          seen.faults = (await faults()).filter((fault) => !fault.startsWith("console: Failed to load"));
          await open(page);
          await tab.evaluate("document.querySelectorAll('details').forEach((details) => { details.open = true; })");
          seen.faults.push(...(await faults(1280)));
          seen.tooWide = [];
          for (const each of [320, 390, 600, 899, 900, 1280, 1344, 1920]) {
            await width(each);
            await tab.evaluate("new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))");
            if (await tab.evaluate("document.documentElement.scrollWidth > document.documentElement.clientWidth")) seen.tooWide.push(each);
          }
          await tab.send("Emulation.setEmulatedMedia", { media: "print" });
          seen.printed = await tab.evaluate(
            "['nav', 'form', '.copy', 'main'].filter((part) => document.querySelector(part).checkVisibility())");
        } finally {
          await close();
        }
        console.log(JSON.stringify(seen));
        """

    @Test func itIsReadFilteredAndTried() throws {
        let folder = try TemporaryFolder()
        let site = folder.path + "/site"
        #expect(try kairan(["init", site, "--example", "releases"]).exitCode == 0)
        let build = try kairan(["build", site, "--first-publication", "--at", "2026-04-18"])
        try #require(build.exitCode == 0, "\(build.errors)")
        let seen: Seen = try Node.run(Self.script, input: Input(site: site))

        #expect(seen.faults == [] && seen.tooWide == [])
        #expect(seen.heights[1] * 2 < seen.heights[0], "\(seen.heights)")
        #expect(seen.withoutScript == [0, 0])
        #expect(seen.links == 2 + 2 * 11 && seen.lost == [])
        #expect(seen.current == "products/{id}.json")
        #expect(seen.filtered.contains("#products-parent.id-cycle.json") && !seen.filtered.contains("#categories.json"))
        #expect(seen.count.hasSuffix(" of 11 endpoints"))
        // These are --paper and --accent of the board's style sheets.
        #expect(seen.colours == ["rgb(251, 250, 247)", seen.colours.last])
        #expect(seen.values.contains("tansy"), "\(seen.values)")
        #expect(seen.answer.contains("200 OK · application/json · ") && seen.answer.contains("\"id\": "))
        #expect(seen.missing.contains("There is no file at this address. The fields suggest values that exist."))
        #expect(seen.offline.contains("This device is offline."))
        #expect(seen.printed == ["main"])
    }
}
