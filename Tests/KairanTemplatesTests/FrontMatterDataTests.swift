import KairanModel
import PlanTesting
import Testing

/// The names of `data` in the title, the description and the image of the same page.
@Suite struct FrontMatterDataTests {
    private func site(_ front: String, _ body: String) -> MadeSite {
        let picture = "<svg xmlns='http://www.w3.org/2000/svg' width='2' height='1'/>"
        return MadeSite([
            "content/site.yml": "title: T\nurl: https://t.example/\n",
            "content/walks/_collection.yml": "fields: { name: text, photos: { list: image } }\n",
            "content/walks/a.yml": "name: A\nphotos: [p/1.svg, p/2.svg]\n",
            "content/walks/b.yml": "name: B\nphotos: []\n",
            "content/walks/c.yml": "name: C\nphotos: [p/2.svg]\n",
            "content/walks/p/1.svg": picture, "content/walks/p/2.svg": picture,
            "templates/{id}.html.mustache": "---\nfor: walks\n\(front)---\n\(body)",
        ])
    }

    @Test func anImageAndTexts() throws {
        let made = site(
            """
            title: "{name}: {shown}"
            description: "{shown} photos of {name}"
            image: cover
            data:
              shown: { count: photos }
              cover: { first: photos }

            """, "{{page.title}} | {{page.description}} | {{page.image}} | {{#page.next}}{{title}}{{/page.next}}")
        #expect(made.diagnostics.isEmpty, "\(made.diagnostics)")
        let pages = try ["a", "b", "c"].map { try #require(made.text("\($0).html")) }
        #expect(pages[0].hasPrefix("A: 2 | 2 photos of A | https://t.example/"), "\(pages)")
        #expect(pages[0].hasSuffix(".svg | B: 0"), "\(pages)")
        #expect(pages[1] == "B: 0 | 0 photos of B |  | C: 1", "\(pages)")
        #expect(pages[2].hasPrefix("C: 1 | 1 photos of C | https://"), "\(pages)")
    }

    @Test func paginatedPages() throws {
        let made = MadeSite([
            "content/site.yml": "title: T\nurl: https://t.example/\n",
            "content/walks/_collection.yml": "fields: { name: text }\n",
            "content/walks/a.yml": "name: A\n", "content/walks/b.yml": "name: B\n",
            "templates/walks/{page}.html.mustache": """
            ---
            for: { each: walks, paginate: 1 }
            title: "{page.number} of {page.count}: {top.name}"
            data: { top: { first: entries, required: true } }
            ---
            {{page.title}} {{#page.next}}({{title}}){{/page.next}}
            """,
        ])
        #expect(!made.diagnostics.hasErrors, "\(made.diagnostics)")
        #expect(made.text("walks/1.html") == "1 of 2: A (2 of 2: B)")
    }

    @Test func aListIsNoImage() {
        let diagnostics = site("image: photos\n", "{{name}}").diagnostics.filter { $0.rule == .frontImage }
        #expect(diagnostics.map(\.message) == ["'photos' is a list of images, not an image"])
        #expect(
            diagnostics.first?.help
                == "write image: cover, and under 'data' cover: { first: photos }, or name a field of the type image")
    }

    @Test(arguments: [
        ("image: views.photo", "'views.photo' is a list of images, not an image"), ("image: cover", nil),
    ])
    func anImageOfTheFirstRecord(_ image: String, _ mistake: String?) {
        let made = MadeSite([
            "content/site.yml": "title: T\nurl: https://t.example/\n",
            "content/walks/_collection.yml":
                "fields: { name: text, views: { list: { record: { photo: image, shows: text } } } }\n",
            "content/walks/a.yml": "name: A\nviews: [{ photo: p.svg, shows: A bay }]\n",
            "content/walks/p.svg": "<svg xmlns='http://www.w3.org/2000/svg' width='2' height='1'/>",
            "templates/{id}.html.mustache": """
            ---
            for: walks
            \(image)
            data: { cover: { first: views, value: photo } }
            ---
            {{name}} {{page.image}}
            """,
        ])
        let diagnostics = made.diagnostics.filter { $0.rule == .frontImage }
        #expect(diagnostics.map(\.message) == (mistake.map { [$0] } ?? []))
        #expect(
            mistake == nil
                || diagnostics.first?.help?.hasPrefix(
                    "write image: cover, and under 'data' cover: { first: views, value: photo }") == true
        )
        #expect(mistake != nil || made.text("a.html")?.hasSuffix(".svg") == true)
    }
}
