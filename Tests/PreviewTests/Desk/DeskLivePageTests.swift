import Foundation
import SiteTesting
import Testing

/// The page beside a form shows what is typed before anybody saves it, and nobody else sees that.
@Suite struct DeskLivePageTests {
    static let files = [
        "content/memos/_collection.yml": "entry: note\nfields: { title: text }\nbody: markdown\n",
        "content/memos/first.md": "---\ntitle: First\n---\nOld words.\n",
        "templates/memos/{id}.html.mustache":
            "---\nfor: memos\n---\n<!DOCTYPE html>\n<html lang=\"en\"><title>{{title}}</title><body>"
            + "<main><h1>{{title}}</h1>{{{body.html}}}</main></body></html>\n",
    ]

    private func check(_ site: EditedSite, title: String, in form: String) throws -> EditedSite.Reply {
        let hash = try #require(try site.get("entry", ["collection": "memos", "id": "first"])["hash"])
        return try site.post(
            "check",
            ["collection": "memos", "id": "first", "hash": hash, "changes": ["title": title], "form": form])
    }

    @Test func eachFormHasItsOwn() throws {
        let site = try EditedSite(Self.files)
        let pages = try #require(try check(site, title: "Mine", in: "one")["pages"] as? [String])
        #expect(pages.map { $0.hasSuffix("/memos/first.html") } == [true])
        _ = try check(site, title: "Yours", in: "two")
        #expect(try site.page("memos/first.html", typedIn: "one").contains("<h1>Mine</h1>"))
        #expect(try site.page("memos/first.html", typedIn: "two").contains("<h1>Yours</h1>"))
        #expect(try site.page("memos/first.html", typedIn: "three").contains("<h1>First</h1>"))
        #expect(try site.page("memos/first.html").contains("<h1>First</h1>"))
        // A form that is wrong shows its page as it was before the mistake.
        #expect(try check(site, title: "", in: "one")["pages"] as? [String] == [])
        #expect(try site.page("memos/first.html", typedIn: "one").contains("<h1>Mine</h1>"))
    }

    /// What was saved takes the place of all that was typed before.
    @Test func aSaveEndsIt() throws {
        let site = try EditedSite(Self.files)
        _ = try check(site, title: "Mine", in: "one")
        #expect(try site.save("memos", "first", ["title": "Saved"]).status == 200)
        try wait { try site.page("memos/first.html").contains("<h1>Saved</h1>") }
        #expect(try site.page("memos/first.html", typedIn: "one").contains("<h1>Saved</h1>"))
    }

    @Test func onlySomeFormsAreKept() throws {
        let site = try EditedSite(Self.files)
        for number in 1...9 { _ = try check(site, title: "Title \(number)", in: "\(number)") }
        #expect(try site.page("memos/first.html", typedIn: "1").contains("<h1>First</h1>"))
        #expect(try site.page("memos/first.html", typedIn: "2").contains("<h1>Title 2</h1>"))
    }

    @Test(.enabled(if: Node.hasBrowser)) func inTheBrowser() throws {
        let site = try EditedSite(Self.files)
        let picture = sitesFolder.appending(path: "pictures/site/content/walks/images/lake.jpg").path
        let seen = try site.use(
            """
            const tab = await open("/memos/first");
            // The page is of another origin, so it is asked in a world of its own.
            const inPage = async (script) => {
              const { frameTree } = await tab.send("Page.getFrameTree");
              const frameId = frameTree.childFrames?.[0]?.frame.id;
              if (!frameId) return "";
              const { executionContextId: contextId } = await tab.send("Page.createIsolatedWorld", { frameId });
              const { result } = await tab.send("Runtime.evaluate", { expression: script, contextId });
              return result.value;
            };
            const until = async (script, value) => {
              for (let rounds = 500; rounds > 0; rounds -= 1) {
                if (await inPage(script).catch(() => "") === value) return value;
                await new Promise((resolve) => setTimeout(resolve, 20));
              }
              return await inPage(script);
            };
            const title = "document.querySelector('h1')?.textContent";
            seen.before = await until(title, "First");
            await type(tab, "field-title", "Typed");
            seen.typed = await until(title, "Typed");
            await type(tab, "field-title", "Typed on");
            seen.on = await until(title, "Typed on");
            await tab.evaluate(`${element("field-body")}.setSelectionRange(0, 0)`);
            await paste(tab, "field-body", "\(picture)", "old mill.jpg");
            seen.picture = await until("document.querySelector('main img')?.naturalWidth > 0", true);
            seen.words = await until("document.querySelector('main img')?.alt", "old mill");
            seen.marked = await tab.evaluate(
              `${element("field-body")}.value.slice(${element("field-body")}.selectionStart, ${element("field-body")}.selectionEnd)`);
            seen.file = text("content/memos/first.md").includes("First");
            const saved = await save(tab, "content/memos/first.md", text("content/memos/first.md"));
            seen.saved = saved.includes("title: Typed on") && saved.includes("![old mill](old-mill.jpg)");
            seen.after = await until(title, "Typed on");
            """)
        #expect(
            seen == [
                "before": "First", "typed": "Typed", "on": "Typed on", "picture": "true", "words": "old mill",
                "marked": "old mill", "file": "true", "saved": "true", "after": "Typed on",
            ])
    }
}
