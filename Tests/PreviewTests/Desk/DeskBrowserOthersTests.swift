import Foundation
import SiteTesting
import Testing

/// A form in a headless Chromium tells what others do to its entry, and what it does to other files.
@Suite(.enabled(if: Node.hasBrowser)) struct DeskBrowserOthersTests {
    private static let files = [
        "content/clubs/_collection.yml":
            "entry: club\nfields: { name: { text: { unique: true } }, tint: color?, ends: { oneOf?: [date, text] } }\n",
        "content/clubs/chess.yml": "name: Chess\n",
        "content/clubs/go.yml": "name: Go\ntint: \"#1d6f5c\"\nends: 2027-01-31\n",
    ]

    /// A mistake that a change would make in another file is counted apart from those of the entry.
    @Test func mistakesElsewhere() throws {
        let site = try EditedSite(Self.files)
        let seen = try site.use(
            """
            const tab = await open("/clubs/chess");
            await type(tab, "field-name", "Go");
            const words = "document.querySelector('.summary summary')?.textContent";
            await tab.until(`${words} === "Your changes cause 1 mistake in other files"`);
            seen.place = await tab.evaluate("document.querySelector('.summary li .quiet').textContent.trim()");
            await type(tab, "field-name", "Gogo");
            await tab.until(`!${words}`);
            """)
        #expect(seen["place"]?.hasPrefix("content/clubs/go.yml:1:") == true, "\(seen)")
    }

    /// No save is taken back that was another's, and an entry that somebody removed is told before anything is lost.
    @Test func savesOfOthers() throws {
        let path = "content/clubs/go.yml"
        let site = try EditedSite(Self.files)
        let seen = try site.use(
            """
            const { rmSync, writeFileSync } = await import("node:fs");
            const tab = await open("/clubs/go");
            const undo = `${button("Undo last save")} !== undefined && ${button("Undo last save")}.checkVisibility()`;
            seen.before = await tab.evaluate(undo);
            await type(tab, "field-name", "Mine");
            await save(tab, "\(path)", text("\(path)"));
            await tab.until(undo);
            writeFileSync(`${input.folder}/\(path)`, "name: Theirs\\n");
            await tab.until(`${element("field-name")}.value === "Theirs" && !(${undo})`);
            await type(tab, "field-name", "Mine again");
            rmSync(`${input.folder}/\(path)`);
            await tab.until("document.querySelector('.notice.error')?.textContent.startsWith('Somebody else has deleted')");
            seen.value = await tab.evaluate(`${element("field-name")}.value`);
            """)
        #expect(seen == ["before": "false", "value": "Mine again"])
    }

    /// Whoever only tries another type gets the value back, and a colour that is empty looks so.
    @Test func triedControls() throws {
        let site = try EditedSite(Self.files)
        let seen = try site.use(
            """
            const tab = await open("/clubs/go");
            const choose = (name) => tab.evaluate(`[...document.querySelectorAll(".kind-oneOf .radio")]
              .find((radio) => radio.textContent === "${name}").querySelector("input").click()`);
            const value = `${element("field-ends-value")}?.value`;
            await tab.until(`${value} === "2027-01-31"`);
            await choose("Text");
            await tab.until(`${value} === ""`);
            await choose("Date");
            await tab.until(`${value} === "2027-01-31"`);
            await tab.until("document.querySelector('.status').textContent === ''");
            const swatch = "document.querySelector('.swatch')";
            seen.full = await tab.evaluate(`[${swatch}.value, ${swatch}.classList.contains("is-empty")].join()`);
            await type(tab, "field-tint", "#1");
            await tab.until(`${swatch}.classList.contains("is-empty")`);
            await type(tab, "field-tint", "#abc");
            await tab.until(`${swatch}.value === "#aabbcc" && !${swatch}.classList.contains("is-empty")`);
            """)
        #expect(seen == ["full": "#1d6f5c,false"])
    }

    /// The map of a point has few enough of thousands of others to be drawn while somebody types.
    @Test func manyPoints() throws {
        let rows = (1...1600).map { "p\($0),Point \($0),\"\(35 + Double($0) / 1000), 139.5\"\n" }.joined()
        let site = try EditedSite([
            "content/spots/_collection.yml": "entry: spot\nfields: { name: text, place: point }\n",
            "content/spots/all.csv": "id,name,place\n" + rows,
        ])
        let seen = try site.use(
            """
            const tab = await open("/spots/p800");
            await tab.until("document.querySelectorAll('.map span').length > 1");
            seen.dots = await tab.evaluate("document.querySelectorAll('.map span').length");
            seen.own = await tab.evaluate("document.querySelectorAll('.map .own').length");
            """)
        #expect(
            seen["dots"].flatMap { Int($0) }.map { (100...501).contains($0) } == true && seen["own"] == "1", "\(seen)")
    }
}
