import Foundation
import SiteTesting
import Testing

/// The library of pictures, and the month of what is shown.
@Suite struct DeskPicturesTests {
    private static let files = [
        "content/walks/_collection.yml":
            "entry: walk\nfields: { title: text, photo: image?, alt: text?, shown: window?, days: schedule? }\nbody: markdown\n",
        "content/walks/lake.md":
            "---\ntitle: Lake\nphoto: lake.jpg\nalt: The lake & its shore\nshown: { from: 2026-03-30, until: 2026-04-02 }\n---\n"
            + "![A \"quiet\" shore](hill.jpg)\n",
        "content/walks/hill.md":
            "---\ntitle: Hill\nphoto: hill.jpg\ndays: { weekly: [sat, sun] }\nshown: { from: 2026-05-01 }\n---\nUp.\n",
        "content/walks/_draft.md": "![](kept.jpg)\n",
    ]

    private func open(_ others: [String: String] = [:]) throws -> EditedSite {
        try EditedSite(Self.files.merging(others) { $1 }) { folder in
            let picture = sitesFolder.appending(path: "pictures/site/content/walks/images/lake.jpg")
            for name in ["lake", "hill", "spare", "kept"] {
                let place = folder.appending(path: "content/walks/\(name).jpg")
                try FileManager.default.copyItem(at: picture, to: place)
            }
        }
    }

    /// Each picture as its path and, for each entry that shows it, the id and the words.
    private func uses(_ site: EditedSite) throws -> [String] {
        let pictures = try #require(try site.get("pictures")["pictures"] as? [[String: Any]])
        return pictures.map { picture in
            let uses = (picture["uses"] as? [[String: Any]] ?? []).map {
                "\($0["id"] ?? ""): \(($0["words"] as? [String] ?? []).joined(separator: "|"))"
            }
            let canRemove = picture["canRemove"] as? Bool == true
            return "\(picture["path"] ?? "") [\(uses.joined(separator: ", "))]\(canRemove ? " unused" : "")"
        }
    }

    @Test func uses() throws {
        let site = try open()
        #expect(
            try uses(site) == [
                #"walks/hill.jpg [hill: , lake: A "quiet" shore]"#, "walks/kept.jpg []",
                "walks/lake.jpg [lake: The lake & its shore]", "walks/spare.jpg [] unused",
            ])
    }

    @Test func removing() throws {
        let site = try open()
        for name in ["hill", "kept", "none"] {
            #expect(try site.post("removePicture", ["path": "walks/\(name).jpg"]).status >= 400)
        }
        for path in ["../site.yml", "site.yml", "walks/hill.md"] {
            #expect(try site.post("removePicture", ["path": path]).status == 404)
        }
        #expect(try site.post("removePicture", ["path": "walks/spare.jpg"]).status == 200)
        #expect(!site.isThere("content/walks/spare.jpg") && site.isThere("content/walks/hill.jpg"))
        #expect(try uses(site).count == 3)
        let taken = ["collection": "", "id": "walks/spare.jpg"]
        #expect(try site.post("undo", taken).status == 200)
        #expect(try uses(site).last == "walks/spare.jpg [] unused")
        let picture = try Data(contentsOf: site.box.url.appending(path: "content/walks/lake.jpg"))
        #expect(try Data(contentsOf: site.box.url.appending(path: "content/walks/spare.jpg")) == picture)
        #expect(try site.post("undo", taken).status == 409)
        // A picture of the same name that has come meanwhile stays.
        #expect(try site.post("removePicture", ["path": "walks/spare.jpg"]).status == 200)
        try site.box.write("other", to: "content/walks/spare.jpg")
        #expect(try site.post("undo", taken).status == 409)
    }

    /// A file that cannot be read may show a picture all the same.
    @Test(arguments: [
        ["content/walks/wrong.md": "---\ntitle: [\nphoto: spare.jpg\n---\nUp.\n"],
        ["content/walks/wrong.md": "---\ntitle: [\n---\n![](/walks/%73pare.jpg)\n"],
        ["content/walks/wrong.md": "---\ntitle: Wrong\nphotos: spare.jpg\n---\nUp.\n"],
        ["content/walks/wrong.yml": "- id: one\n  title: One\n photo: spare.jpg\n"],
        ["templates/wrong.html.mustache": "<img src=\"walks/spare.jpg\">{{#title}}\n"],
        [
            "content/site.yml": "locales: [en, ja]\n",
            "content/walks/_collection.yml": "entry: walk\nfields: { title: { text: localized }, photo: image? }\n",
            "content/walks/lake.ja.md": "---\ntitle: [\nphoto: spare.jpg\n---\n",
        ],
    ]) func picturesInBrokenFiles(_ files: [String: String]) throws {
        let site = try open(files)
        #expect(try (site.get("site")["mistakes"] as? [Any])?.isEmpty == false)
        let pictures = try #require(try site.get("pictures")["pictures"] as? [[String: Any]])
        let spare = try #require(pictures.first { $0["path"] as? String == "walks/spare.jpg" })
        #expect(spare["canRemove"] as? Bool == false)
        #expect(try site.post("removePicture", ["path": "walks/spare.jpg"]).status == 409)
        #expect(site.isThere("content/walks/spare.jpg"))
    }

    @Test func month() throws {
        let site = try open()
        func rows(_ month: String) throws -> [String] {
            let answer = try site.get("month", ["month": month])
            let collections = try #require(answer["collections"] as? [[String: Any]])
            let walks = try #require(collections.first { $0["name"] as? String == "walks" })
            return try #require(walks["entries"] as? [[String: Any]]).map {
                "\($0["id"] ?? "") \($0["state"] ?? "") \($0["spans"] as? [[Int]] ?? [])"
            }
        }
        #expect(
            try rows("2026-04") == [
                "lake over [[1, 2]]", "hill coming [[4, 5], [11, 12], [18, 19], [25, 26]]",
            ])
        #expect(try rows("2026-03").last == "lake over [[30, 31]]")
        #expect(try rows("2026-05") == ["hill coming [[1, 31]]"])
        #expect(try site.get("month", ["month": "2026-13"]).status == 400)
    }

    @Test(.enabled(if: Node.hasBrowser)) func inTheBrowser() throws {
        let site = try open()
        let seen = try site.use(
            """
            for (const [width, scheme] of [[1280, "light"], [390, "dark"]]) {
              const tab = await open("/+pictures", width, scheme);
              await tab.until("document.querySelectorAll('.pictures li > .path').length === 4");
              await tab.until("document.querySelector('.pictures img').naturalWidth > 0");
              seen[`pictures ${width}`] = await faults(tab);
              await tab.evaluate("location.hash = '#/+month/2026-04'");
              await tab.until("document.querySelectorAll('.month li').length >= 2");
              seen[`month ${width}`] = await faults(tab);
              seen[`wide ${width}`] = await tab.evaluate("document.documentElement.scrollWidth > document.documentElement.clientWidth");
            }
            const tab = await open("/walks/hill");
            await press(tab, "Pictures");
            await tab.until("document.querySelector('dialog[open] .pictures')");
            seen.dialog = await faults(tab);
            await press(tab, "Choose walks/spare.jpg");
            await tab.until(`${element("field-photo")}.value === "/walks/spare.jpg"`);
            const saved = await save(tab, "content/walks/hill.md", text("content/walks/hill.md"));
            seen.saved = saved.includes("photo: /walks/spare.jpg");
            """)
        #expect(
            seen == [
                "pictures 1280": "", "pictures 390": "", "month 1280": "", "month 390": "", "wide 1280": "false",
                "wide 390": "false", "dialog": "", "saved": "true",
            ])
    }

    /// Several pictures are dropped together into a text, and the cells of a spreadsheet are pasted.
    @Test(.enabled(if: Node.hasBrowser)) func givenToTexts() throws {
        let site = try open()
        let seen = try site.use(
            #"""
            const tab = await open("/walks/hill");
            const bytes = readFileSync(`${input.folder}/content/walks/lake.jpg`).toString("base64");
            const give = (type, id, names, texts = {}) =>
              tab.evaluate(`(() => {
                const data = new DataTransfer();
                const bytes = Uint8Array.from(atob("${bytes}"), (c) => c.charCodeAt(0));
                for (const name of ${JSON.stringify(names)}) data.items.add(new File([bytes], name));
                for (const [type, text] of Object.entries(${JSON.stringify(texts)})) data.setData(type, text);
                const init = { bubbles: true, cancelable: true };
                return ${element(id)}.dispatchEvent("${type}" === "drop"
                  ? new DragEvent("drop", { ...init, dataTransfer: data })
                  : new ClipboardEvent("paste", { ...init, clipboardData: data }));
              })()`);
            const body = `${element("field-body")}.value`;
            await tab.evaluate(`${element("field-body")}.setSelectionRange(3, 3)`);
            await give("drop", "field-body", ["Blue one.jpg", "IMG_2.jpg"]);
            await tab.until(`${body}.includes("img-2.jpg")`);
            seen.two = JSON.stringify(await tab.evaluate(body));
            await tab.send("Input.insertText", { text: "A shore" });
            seen.words = (await tab.evaluate(body)).includes("![A shore](blue-one.jpg)");
            // What nobody takes goes on to the browser, which pastes the text.
            const table = { "text/plain": "a\tb", "text/html": "<table><tr><td>a<td>b</table>" };
            seen.cells = await give("paste", "field-body", ["image.png"], table);
            seen.path = await give("paste", "field-photo", ["image.png"], { "text/plain": "lake.jpg" });
            seen.copied = await give("paste", "field-body", ["copied.jpg"], { "text/html": "<img src=x>" });
            await tab.until(`${body}.includes("copied.jpg")`);
            seen.image = (await tab.evaluate(body)).includes("image.");
            """#)
        #expect(
            seen == [
                "two": #""Up.![Blue one](blue-one.jpg)\n\n![](img-2.jpg)\n""#, "words": "true", "cells": "true",
                "path": "true", "copied": "false", "image": "false",
            ], "\(seen)")
    }

    /// A build leaves the search, the choice and the focus as they are, and all pictures can be reached.
    @Test(.enabled(if: Node.hasBrowser)) func libraryDuringBuilds() throws {
        let site = try open()
        let lake = site.box.url.appending(path: "content/walks/lake.jpg")
        for number in 1...65 {
            let copy = site.box.url.appending(path: "content/walks/more/n\(number).jpg")
            try FileManager.default.createDirectory(
                at: copy.deletingLastPathComponent(), withIntermediateDirectories: true)
            try FileManager.default.copyItem(at: lake, to: copy)
        }
        let seen = try site.use(
            #"""
            const { writeFileSync } = await import("node:fs");
            const tab = await open("/+pictures");
            const cards = "document.querySelectorAll('.pictures > li').length";
            await tab.until(`document.querySelector('[role=status].quiet')?.textContent.startsWith("69")`);
            const before = await tab.evaluate(cards);
            await press(tab, "Show more");
            seen.more = `${before} ${await tab.evaluate(cards)} ${await tab.evaluate("document.activeElement.ariaLabel")}`;
            const search = "document.querySelector('.filters input')";
            await tab.evaluate(`${search}.focus()`);
            await tab.send("Input.insertText", { text: "hill.jpg" });
            await tab.until(`${cards} === 1`);
            const rename = async (from, to) => {
              writeFileSync(`${input.folder}/content/walks/hill.md`, text("content/walks/hill.md").replace(from, to));
              await tab.until(`document.querySelector('.pictures a')?.textContent === "${to}"`);
            };
            await rename("Hill", "Hilltop");
            seen.search = await tab.evaluate(`${search}.value + (document.activeElement === ${search})`);
            await tab.evaluate("document.querySelectorAll('.pictures a')[1].focus()");
            await rename("Hilltop", "Hillside");
            seen.kept = await tab.evaluate("document.body !== document.activeElement");
            // Undo brings a removed picture back.
            await tab.evaluate(`${search}.value = "spare"; ${search}.dispatchEvent(new Event("input"))`);
            await tab.until(`${cards} === 1`);
            await press(tab, "Remove walks/spare.jpg");
            await tab.evaluate("document.querySelector('dialog[open] .danger').click()");
            await tab.until(`${cards} === 0`);
            await press(tab, "Undo");
            await tab.until(`${cards} === 1`);
            await tab.evaluate('location.hash = "#/walks/hill"');
            await press(tab, "Pictures");
            await tab.until("document.querySelector('dialog[open] .pictures li')");
            await tab.evaluate("document.querySelector('dialog[open] .filters input').focus()");
            await tab.press("Enter");
            seen.open = await tab.evaluate("document.querySelector('dialog[open]') !== null");
            await tab.evaluate('location.hash = "#/+month/2026-04"');
            await tab.until("document.querySelector('.month')");
            for (const month of ["May 2026", "June 2026"]) {
              await press(tab, "Next month");
              await tab.until(`document.querySelector("h1").textContent === "${month}"`);
              await tab.until("document.activeElement.ariaLabel === 'Next month'");
            }
            """#)
        #expect(
            seen == [
                "more": "60 69 Remove walks/more/n61.jpg", "search": "hill.jpgtrue", "kept": "true", "open": "true",
            ], "\(seen)")
    }
}
