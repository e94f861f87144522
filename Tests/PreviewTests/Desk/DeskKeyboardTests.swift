import Foundation
import SiteTesting
import Testing

/// Somebody who has no pointer makes an entry, changes it, changes two together, and publishes.
@Suite struct DeskKeyboardTests {
    private static let files = [
        "content/books/_collection.yml": """
        entry: book
        label: Books
        fields: { title: text, kind: { choice: { novel: Novel, guide: Guide } }, pages: integer? }
        body: markdown

        """,
        "content/books/sea.md": "---\ntitle: The Sea\nkind: novel\n---\nWet.\n",
        "content/books/hill.md": "---\ntitle: The Hill\nkind: guide\n---\nHigh.\n",
    ]

    @Test(.enabled(if: Node.hasBrowser)) func wholeSession() throws {
        let site = try EditedSite(Self.files)
        let seen = try site.use(
            """
            const tab = await open("");
            const codes = { Tab: 9, Enter: 13, Escape: 27, " ": 32, ArrowDown: 40, ArrowUp: 38, Home: 36, s: 83 };
            const key = async (name, modifiers = 0) => {
              const text = modifiers & 2 ? undefined : { Enter: "\\r", " ": " " }[name];
              const event = { key: name, code: name, windowsVirtualKeyCode: codes[name], modifiers };
              await tab.send("Input.dispatchKeyEvent", { type: "keyDown", text, ...event });
              await tab.send("Input.dispatchKeyEvent", { type: "keyUp", ...event });
            };
            const write = (text) => tab.send("Input.insertText", { text });
            const heading = (text) => tab.until(`document.querySelector("main h1")?.textContent.includes(${JSON.stringify(text)})`);
            let tabs = 0;
            // Tab leads on until a test of the focused element is true; the focus must be seen wherever it is.
            const tabTo = async (test, modifiers = 0) => {
              const isHere = `(${test})(document.activeElement)`;
              for (let rounds = 120; rounds > 0; rounds -= 1) {
                await key("Tab", modifiers);
                tabs += 1;
                if (await tab.evaluate(isHere)) return;
              }
              throw new Error(`Tab never led to ${test}`);
            };
            const named = (name) => `(e) => (e.ariaLabel ?? e.textContent).trim() === ${JSON.stringify(name)}`;
            const byID = (id) => `(e) => e.id === ${JSON.stringify(id)}`;
            const words = "document.querySelector('.status').textContent";

            await heading("Board");
            await tabTo(byID("skip"), 8);
            await key("Enter");
            seen.main = await tab.evaluate("document.activeElement.id");
            await tabTo("(e) => e.matches('main a.name') && e.textContent === 'Books'");
            await key("Enter");
            await heading("Books");
            await tabTo(named("New"));
            await key("Enter");
            await heading("New");
            await tabTo(byID("field-title"));
            await write("Tea");
            await tabTo("(e) => e.type === 'radio' && e.name === 'field-kind'");
            await key(" ");
            await tabTo(byID("field-body"));
            await write("Hot.");
            await key("s", 2);
            await heading("Tea");
            seen.made = text("content/books/tea.md");

            await tabTo(byID("field-pages"));
            await write("120");
            const before = text("content/books/tea.md");
            await key("s", 2);
            seen.pages = (await changed("content/books/tea.md", before)).includes("pages: 120");
            await tab.until(`${words}.startsWith("Saved")`);

            await tabTo("(e) => e.matches('.crumb a')", 8);
            await key("Enter");
            await heading("Books");
            await tabTo("(e) => e.matches('.list')");
            await key("Home");
            await key(" ");
            await key("ArrowDown");
            await key(" ");
            await tabTo(named("Change…"), 8);
            await key("Enter");
            await tab.until("document.querySelector('dialog[open] #together-field')");
            await tabTo(byID("together-field"));
            await key("ArrowDown");
            await tab.until("document.querySelector('dialog[open] [name=field-kind]')");
            await key("ArrowDown");
            await tabTo(byID("field-pages"));
            await write("99");
            const sea = text("content/books/sea.md");
            await tabTo("(e) => e.matches('dialog .actions button:last-child')");
            await key("Enter");
            await changed("content/books/sea.md", sea).catch(() => {});
            await tab.until("!document.querySelector('dialog[open]')");
            seen.together = ["hill", "sea", "tea"].filter((id) => text(`content/books/${id}.md`).includes("pages: 99")).length;

            await tabTo("(e) => e.matches('.publish-link')", 8);
            await key("Enter");
            await heading("Publish");
            await tab.until("!document.querySelector('main .main').disabled");
            await tabTo(named("Build the site"));
            await key("Enter");
            await tab.until(`${words}.startsWith("The site is built")`);
            seen.published = text("public/.kairan.json").length > 0;
            seen.few = tabs < 250;
            """)
        let made = try #require(seen["made"])
        #expect(made == "---\ntitle: Tea\nkind: novel\n---\nHot.\n", "\(made)")
        var rest = seen
        rest["made"] = nil
        #expect(
            rest == [
                "main": "main", "pages": "true", "together": "2", "published": "true", "few": "true",
            ])
    }
}
