import Foundation
import SiteTesting
import Testing

/// The files of the page: how much of them a visitor loads, and their words.
@Suite struct DeskPageTests {
    /// A visitor loads all files, but the words of one language only, and no views that are rarely used.
    @Test(.enabled(if: Node.hasBrowser)) func size() throws {
        let site = try EditedSite()
        let seen = try site.use(
            """
            const tab = await open("/notices/umbrella");
            const files = await tab.evaluate(`performance.getEntriesByType("resource")
              .filter(({ name }) => name.startsWith(location.origin) && !name.includes("/api/"))
              .map(({ name, decodedBodySize }) => [name.split("/").pop(), decodedBodySize])`);
            seen.bytes = files.reduce((bytes, [, size]) => bytes + size, 0);
            seen.names = files.map(([name]) => name).join(" ");
            """)
        let formats = packageFolder.appending(path: "Sources/KairanFormats")
        let coastlines = try Data(contentsOf: formats.appending(path: "Maps/coastlines.txt"))
        let files = try filesIn(packageFolder.appending(path: "Sources/KairanDesk/Page"))
        let later = [
            "changeTogether.js", "entryText.js", "history.js", "month.js", "newEntry.js",
            "pictures.js", "publish.js", "review.js", "words.ja.js", "words.ko.js",
        ]
        let own = files.filter { $0.key != "index.html" && !later.contains($0.key) }
        #expect(Set((seen["names"] ?? "").split(separator: " ").map(String.init)) == Set(own.keys), "\(seen)")
        #expect(coastlines.count < 300_000)
        let bytes = try #require(seen["bytes"].flatMap { Int($0) })
        #expect(bytes == own.values.map(\.count).reduce(0, +))
        #expect(bytes + (files["index.html"]?.count ?? 0) < 180_000, "\(bytes)")
    }

    /// Somebody changes the language while an entry has unsaved text, and reads in it what another has saved meanwhile.
    @Test(.enabled(if: Node.hasBrowser)) func otherLanguages() throws {
        let site = try EditedSite(DeskSavingTests.files)
        let path = "content/things/first.md"
        let seen = try site.use(
            """
            const [tab, other] = [await open("/things/first"), await open("/things/first")];
            await type(tab, "field-title", "Mine");
            const changeLanguage = async (language, word) => {
              await tab.evaluate(`(() => { const menu = document.querySelector("select.language");
                menu.value = "${language}"; menu.dispatchEvent(new Event("change")); })()`);
              await tab.until(`document.querySelector(".entry-head .main")?.textContent === "${word}"`);
              seen[language] = await tab.evaluate(`${element("field-title")}.value`);
            };
            await changeLanguage("ko", "저장");
            await click(other, "field-open-1");
            await set(other, "field-shown-until", "2026-05-31");
            await save(other, "\(path)", text("\(path)"));
            await set(tab, "field-shown-until", "2026-06-30");
            await click(tab, "field-open-1");
            await changeLanguage("ja", "保存");
            await press(tab, "保存");
            await tab.until("document.querySelector('dialog[open]')");
            seen.conflict = await tab.evaluate("document.querySelector('dialog[open] .conflict').textContent");
            """)
        #expect(seen["ko"] == "Mine" && seen["ja"] == "Mine", "\(seen)")
        let conflict = try #require(seen["conflict"])
        #expect(
            conflict.contains("開始: 2026/04/01; 終了: 2026/06/30") && conflict.contains("終了: 2026/05/31"), "\(conflict)")
    }

    /// All languages have the same words, with the same values in them, and the page uses no others.
    @Test(.enabled(if: Node.isAvailable)) func words() throws {
        let folder = packageFolder.appending(path: "Sources/KairanDesk/Page")
        let faults: [String] = try Node.run(
            #"""
            import { readdirSync } from "node:fs";
            const files = readdirSync(input).filter((name) => name.endsWith(".js"));
            const source = (name) => readFileSync(`${input}/${name}`, "utf8");
            const words = async (id) =>
              (await import("data:text/javascript;base64," + Buffer.from(source(`words.${id}.js`)).toString("base64"))).default;
            const values = (text) => [...new Set(text.match(/\{\w+\}/g))].sort().join();
            const english = await words("en");
            const faults = [];
            for (const id of ["ja", "ko"]) {
              const other = await words(id);
              for (const key of new Set([...Object.keys(english), ...Object.keys(other)])) {
                if (!english[key] || !other[key] || values(english[key]) !== values(other[key])) faults.push(`${id} ${key}`);
              }
            }
            for (const id of ["en", "ja", "ko"]) {
              const keys = [...source(`words.${id}.js`).matchAll(/^\t(\w+):/gm)].map(([, key]) => key);
              // Of two words with one key, the first is lost.
              faults.push(...keys.filter((key, index) => keys.indexOf(key) < index).map((key) => `${id} ${key} twice`));
            }
            const rest = files.filter((name) => !name.startsWith("words.")).map(source).join("\n");
            for (const [, key] of rest.matchAll(/\bt\(\s*"(\w+)"/g)) if (!english[key]) faults.push(`no ${key}`);
            for (const key in english) {
              const stem = key.includes("_") ? key.split("_")[0] + "_$" : key;
              if (!rest.includes(`"${key}"`) && !rest.includes("`" + stem)) faults.push(`unused ${key}`);
            }
            console.log(JSON.stringify(faults));
            """#, input: folder.path)
        #expect(faults.isEmpty)
    }
}
