import PlanTesting
import Testing

/// A result shows prose. Code and tables are found as before.
@Suite struct SearchSummaryTests {
    private static let body = """
        Ask first.

        ```yaml
        gate: { open: true }
        ```

        > [!NOTE]
        > Then come.
        >
        > | day | hour |
        > | --- | --- |
        > | Monday | nine |

        - Take this:

              sesame --wide
        - and go

        ## Only code

            lever

        ## Last

        | a | b |
        | - | - |
        | c | d |

        End.

        """

    private func made(_ search: String) throws -> (entries: String, terms: String) {
        let site = MadeSite([
            "content/site.yml": "title: T\nurl: https://example.org/\n",
            "content/notes/_collection.yml": "fields: { title: text, summary: text? }\nbody: markdown\n",
            "content/notes/a.md": "---\ntitle: A\n---\n" + Self.body,
            "templates/notes/{id}.html.mustache": "---\nfor: notes\n---\n{{{body.html}}}\n",
            "templates/find/{part}.json.yml": "search:\n  - { each: notes, title: title, \(search) }\n",
        ])
        try #require(site.diagnostics.isEmpty, "\(site.diagnostics)")
        return (try #require(site.text("find/entries-0.json")), try #require(site.text("find/terms-0.json")))
    }

    @Test func sections() throws {
        let (entries, terms) = try made("text: title, content: body")
        for word in ["gate", "nine", "sesame", "lever"] { #expect(terms.contains("\"\(word)"), "\(terms)") }
        #expect(entries.contains("\"summary\":\"End.\""), "\(entries)")
        for word in ["lever", "c | d"] { #expect(!entries.contains(word), "\(entries)") }
    }

    @Test(arguments: ["body.text", "{ firstOf: [summary, body.text] }"]) func descriptions(_ text: String) throws {
        let (entries, terms) = try made("text: [title, body.text], description: \(text)")
        #expect(terms.contains("\"gate") && terms.contains("\"lever"), "\(terms)")
        let summary = "Ask first. Note Then come. - Take this: - and go Only code Last End."
        #expect(entries.contains("\"summary\":\"\(summary)\""), "\(entries)")
    }
}
