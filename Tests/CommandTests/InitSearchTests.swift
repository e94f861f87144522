import Foundation
import SiteTesting
import Testing

/// The words of the search page that `kairan init --with search` adds.
@Suite struct InitSearchTests {
    /// The page is in the languages of the board, and in English where Kairan has no words, which it says.
    @Test(
        arguments: [
            ("language: fr\n", "templates/", "search/", [("", "<h1>Recherche</h1>")], ""),
            ("language: de-AT\n", "templates/", "search/", [("", "Die Suche braucht Skripte.")], ""),
            (
                "language: eu\n", "templates/", "search/", [("", "<h1>Search</h1>")],
                "its words are not in eu yet: translate those of templates/search/index.html.mustache\n"
            ),
            (
                "locales: { de: Deutsch, fr: Français, eu: Euskara }\n", "templates/{locale}/", "{{strings.search}}",
                [("de/", "<h1>Suche</h1>"), ("fr/", " résultat(s)."), ("eu/", "Search needs scripts.")],
                "its words are not in eu yet: translate 'search' to 'searchMore' in templates/_strings.yml\n"
            ),
        ] as [(String, String, String, [(String, String)], String)])
    func wordsOfASearchPage(
        _ settings: String, _ folder: String, _ link: String, _ shown: [(String, String)], _ note: String
    ) throws {
        let site = try TemporaryFolder()
        try site.write("title: T\nurl: https://t.example/\n\(settings)", to: "content/site.yml")
        try site.write("fields: { name: text }\n", to: "content/clubs/_collection.yml")
        try site.write("name: A\n", to: "content/clubs/a.yml")
        try site.write("---\nfor: clubs\n---\n<p>{{name}}</p>\n", to: "\(folder)clubs/{id}.html.mustache")
        let run = try kairan(["init", "--with", "search"], in: site.url)
        #expect(run.exitCode == 0 && run.output.contains(link), "\(run.output)\(run.errors)")
        #expect(run.output.hasSuffix("</a>\n\(note)"), "\(run.output)")
        let written = try #require(run.output.split(separator: "\n").last { $0.hasPrefix("<a ") })
        try site.write("---\ntitle: T\n---\n\(written)\n", to: "\(folder)index.html.mustache")
        let build = try kairan(["build", "--first-publication"], in: site.url)
        #expect(build.exitCode == 0, "\(build.errors)")
        let made = try filesIn(site.url.appending(path: "public"))
        for (place, words) in shown { #expect(try text(made["\(place)search/index.html"]).contains(words)) }
    }

    /// Texts that the board has stay as they are; the missing ones come below them, unless nothing can.
    @Test(arguments: [
        ("# Ours.\nsearch: { de: Finden, fr: Trouver }", "de/", "<h1>Finden</h1>", true),
        ("{ search: { de: Finden, fr: Trouver } }\n", "fr/", "<h1>Suche</h1>", false),
        (
            "searchFound: { de: { one: '{n} da', other: '{n} da' }, fr: { one: '{n} ici', other: '{n} ici' } }\n",
            "fr/", "<h1>Suche</h1>", false
        ),
    ]) func textsOfASearchPage(_ strings: String, _ place: String, _ shown: String, _ isAdded: Bool) throws {
        let site = try TemporaryFolder()
        let settings = "title: T\nurl: https://t.example/\nlocales: { de: Deutsch, fr: Français }\n"
        try site.write(settings, to: "content/site.yml")
        try site.write("fields: { name: text }\n", to: "content/clubs/_collection.yml")
        try site.write("name: A\n", to: "content/clubs/a.yml")
        try site.write("---\nfor: clubs\n---\n<p>{{name}}</p>\n", to: "templates/{locale}/clubs/{id}.html.mustache")
        try site.write(strings, to: "templates/_strings.yml")
        let run = try kairan(["init", "--with", "search"], in: site.url)
        #expect(run.exitCode == 0, "\(run.errors)")
        #expect(run.output.contains("templates/_strings.yml\n") == isAdded)
        #expect(run.output.contains("its words are not in fr yet") == !isAdded)
        let after = try text(try filesIn(site.url)["templates/_strings.yml"])
        #expect(after.hasPrefix(strings) && (after != strings) == isAdded)
        let build = try kairan(["build", "--first-publication"], in: site.url)
        #expect(build.exitCode == 0, "\(build.errors)")
        let made = try filesIn(site.url.appending(path: "public"))
        #expect(try text(made["\(place)search/index.html"]).contains(shown))
    }

    private func text(_ bytes: [UInt8]?) throws -> String { String(decoding: try #require(bytes), as: UTF8.self) }
}
