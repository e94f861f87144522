import Foundation
import SiteTesting
import Testing

/// The published page can be looked at beside the one that would be, each at an address of its own.
@Suite struct DeskComparingTests {
    private func publishedAndChanged() throws -> EditedSite {
        let site = try EditedSite()
        #expect(try site.post("publish", [:]).status == 200)
        #expect(try site.save("notices", "umbrella", ["title": "Found umbrella"]).status == 200)
        return site
    }

    private func answer(_ site: EditedSite, _ target: String, _ address: URL, host: String? = nil) throws -> Answer {
        let port = try #require(address.port)
        let head = "GET \(target) HTTP/1.1\r\nHost: \(host ?? "127.0.0.1:\(port)")\r\nConnection: close\r\n\r\n"
        return try Answer(try Connection(port: UInt16(port)).exchange(head))
    }

    @Test func addresses() throws {
        let site = try publishedAndChanged()
        let changes = try #require(try site.get("changes")["changes"] as? [[String: Any]])
        let page = try #require(changes.first { $0["path"] as? String == "index.html" })
        let published = try #require((page["published"] as? String).flatMap { URL(string: $0) })
        let coming = try #require((page["address"] as? String).flatMap { URL(string: $0) })
        // Scripts of one port cannot read what a browser keeps for another.
        #expect(Set([published.port, coming.port, Int(site.port)]).count == 3)
        #expect(try answer(site, published.path(), published).body.contains("Lost umbrella"))
        try wait { try answer(site, coming.path(), coming).body.contains("Found umbrella") }
        #expect(try answer(site, "/board/style.css", published).headers["content-type"]?.hasPrefix("text/css") == true)
        #expect(try answer(site, "/board/notices/umbrella/", published).status == 200)
        #expect(try answer(site, "/board/notices/umbrella", published).status == 301)
        // Nothing but what is published can be seen there, and only from this computer.
        for target in [
            "/", "/board/nothing", "/board/.kairan.json", "/board/../content/site.yml", "/board/%2e%2e/site.yml",
        ] {
            #expect([400, 404].contains(try answer(site, target, published).status), "\(target)")
        }
        #expect(try answer(site, published.path(), published, host: "attacker.example").status == 421)
    }

    /// Somebody looks at both pages, and on a phone at one after the other.
    @Test(.enabled(if: Node.hasBrowser), arguments: [1280, 390]) func comparing(_ width: Int) throws {
        let site = try publishedAndChanged()
        let seen = try site.use(
            """
            const tab = await open("/publish", \(width));
            await press(tab, "index.html");
            const frame = (side) => `document.querySelector(".frames .${side} iframe")`;
            const text = async (side) => (await fetch(await tab.evaluate(`${frame(side)}.src`))).text();
            if (\(PythonJudge.canImport("axe_core_python"))) seen.faults = await faults(tab);
            seen.published = await text("published");
            seen.coming = await text("coming");
            seen.origins = await tab.evaluate(
              `new Set([location.origin, ...[...document.querySelectorAll("iframe")].map((f) => new URL(f.src).origin)]).size`);
            const shown = async () => (await tab.evaluate(
              `[...document.querySelectorAll(".frames section")].filter((s) => s.checkVisibility({ visibilityProperty: true })).map((s) => s.className)`)).join();
            seen.shown = await shown();
            await click(tab, "side");
            seen.switched = await shown();
            await tab.evaluate("document.querySelector('dialog select').focus()");
            await tab.evaluate(`(() => { const menu = document.querySelector("dialog select");
              menu.selectedIndex = [...menu.options].findIndex((o) => o.textContent.includes("umbrella"));
              menu.dispatchEvent(new Event("change")); })()`);
            seen.other = await tab.evaluate(`${frame("coming")}.src`);
            """)
        #expect((seen["faults"] ?? "").isEmpty, "\(seen)")
        #expect(seen["published"]?.contains("Lost umbrella") == true && seen["coming"]?.contains("Found") == true)
        #expect(seen["origins"] == "3" && seen["other"]?.hasSuffix("/notices/umbrella/index.html") == true, "\(seen)")
        let isPhone = width == 390
        #expect(seen["shown"] == (isPhone ? "coming" : "published,coming"))
        #expect(seen["switched"] == (isPhone ? "published" : "published,coming"))
    }
}
