import KairanModel
import PlanTesting
import Testing

/// What a pattern becomes where a name has no value, or where there is no pattern.
@Suite struct PatternValueTests {
    private func links(_ pattern: String, latest: String = "latest: text?", link: String) -> MadeSite {
        MadeSite([
            "content/site.yml": "title: T\nurl: https://t.example/\n",
            "content/products/_collection.yml":
                "fields: { name: text, link: \(pattern), releases: { entries: releases } }\n",
            "content/products/a.yml":
                "name: A\n\(link)releases: [{ cycle: \"1\", latest: \"1.2.3\" }, { cycle: \"2\" }]\n",
            "content/releases/_collection.yml":
                "parent: products\nid: cycle\nfields: { cycle: text, \(latest) }\n",
            "templates/links.json.yml": "data: { each: releases, value: parent.link }\n",
        ])
    }

    @Test(arguments: [
        ("{latest or cycle}", #"["https://x.example/1.2.3","https://x.example/2"]"#),
        ("{latest or \"none\"}", #"["https://x.example/1.2.3","https://x.example/none"]"#),
        ("{latest or \"\"}", #"["https://x.example/1.2.3","https://x.example/"]"#),
    ])
    func aNameThatMayBeMissing(name: String, json: String) {
        let made = links("{ pattern: releases }", link: "link: 'https://x.example/\(name)'\n")
        #expect(!made.diagnostics.hasErrors, "\(made.diagnostics)")
        #expect(made.text("links.json")?.filter { !$0.isWhitespace } == json)
    }

    /// A default is a value of each entry, so that the name is never missing.
    @Test(arguments: [("none", "none"), ("\"{cycle}\"", "2")])
    func aNameWithADefault(written: String, value: String) {
        let made = links(
            "{ pattern: releases }", latest: "latest: { text: { default: \(written) } }",
            link: "link: https://x.example/__LATEST__\n")
        #expect(!made.diagnostics.hasErrors, "\(made.diagnostics)")
        #expect(
            made.text("links.json")?.filter { !$0.isWhitespace }
                == "[\"https://x.example/1.2.3\",\"https://x.example/\(value)\"]")
    }

    /// An empty text is no value, so it is no default either. The second message leads on from the first.
    @Test(arguments: [
        ("latest: { text: { default: \"\" } }", "write something, or declare it as 'text?'"),
        (
            "latest: text?",
            "say what stands there then, as in {latest or id}, or declare the field as 'pattern?': then entries without it have no text"
        ),
    ])
    func anEmptyDefault(latest: String, help: String) {
        let made = links(
            "{ pattern: releases }", latest: latest, link: "link: https://x.example/__LATEST__\n")
        #expect(made.diagnostics.first?.help == help)
    }

    @Test(arguments: ["link: null\n", "link: ~\n", "link:\n", ""])
    func noPattern(link: String) {
        let made = links("{ pattern?: releases }", link: link)
        #expect(!made.diagnostics.hasErrors, "\(made.diagnostics)")
        #expect(made.text("links.json")?.filter { !$0.isWhitespace } == "[null,null]")
    }
}
