import Foundation
import KairanFormats
import KairanModel
import KairanPublish
import KairanReaders
import SiteTesting
import Testing

@testable import KairanBuild
@testable import KairanContracts

/// Pages move, and their addresses go on.
@Suite struct RedirectTests {
    private static let sources = [
        "content/site.yml": "title: T\nurl: https://t.example/\nmoment: 2026-04-15\n",
        "content/clubs/_collection.yml":
            "fields: { name: text, shown: window }\nmayBeEmpty: true\n",
        "content/clubs/choir.yml": "name: Choir\nshown: always\n", "content/clubs/go.yml": "name: Go\nshown: always\n",
        "templates/clubs/{id}.html.mustache": page, "templates/index.html.mustache": "---\ntitle: T\n---\nHome\n",
    ]
    private static let page =
        "---\nfor: { each: clubs, where: { shown: now } }\ntitle: '{name}'\n---\n<p>{{name}} {{page.path}}</p>\n"

    private static func board() throws -> ContractSite {
        let site = try ContractSite()
        for (path, text) in sources {
            try site.write(text, to: path)
        }
        #expect(try site.build() == [])
        return site
    }

    private static func move(_ site: borrowing ContractSite, _ old: String, _ new: String) throws {
        let text = try String(contentsOfFile: "\(site.sandbox.root)/site/\(old)", encoding: .utf8)
        try site.write(nil, to: old)
        try site.write(text, to: new)
    }

    /// Gives a club another id, and keeps the former one as an alias.
    private static func rename(_ site: borrowing ContractSite, _ old: String, _ new: String) throws {
        let text = try String(contentsOfFile: "\(site.sandbox.root)/site/content/clubs/\(old).yml", encoding: .utf8)
        try site.write(nil, to: "content/clubs/\(old).yml")
        try site.write(text + "aliases: \(old)\n", to: "content/clubs/\(new).yml")
    }

    /// The redirects of a publication, as the pages and the list both say.
    private static func redirects(_ site: borrowing ContractSite) throws -> [String] {
        let list = (try? site.published("_redirects"))?.split(separator: "\n").map(String.init) ?? []
        for line in list {
            let parts = line.split(separator: " ")
            let page = try site.published(String(parts[0].dropFirst()) + (parts[0].hasSuffix("/") ? "index.html" : ""))
            #expect(page.contains("content=\"0; url=\(parts[1])\""))
            #expect(page.contains("<link rel=\"canonical\" href=\"https://t.example\(parts[1])\">"))
        }
        return list.map { $0.replacing(" 301", with: "").replacing(" ", with: " > ") }
    }

    /// The folder of the first language goes and comes, and former addresses lead on.
    @Test func theFirstLocaleMovesToTheRoot() throws {
        let site = try Self.board()
        let settings = try #require(Self.sources["content/site.yml"]) + "locales: { ar: العربية, en: English }\n"
        try Self.move(site, "templates/clubs/{id}.html.mustache", "templates/{locale}/clubs/{id}.html.mustache")
        try site.write(settings, to: "content/site.yml")
        #expect(try site.build() == [])
        #expect(try Self.redirects(site).contains("/clubs/choir.html > /ar/clubs/choir.html"))
        try site.write(settings + "firstLocaleAtRoot: true\n", to: "content/site.yml")
        #expect(try site.build() == [])
        #expect(try Self.redirects(site).contains("/ar/clubs/choir.html > /clubs/choir.html"))
        #expect(
            try site.published("ar/clubs/choir.html").hasPrefix("<!DOCTYPE html>\n<html lang=\"ar\" dir=\"rtl\">\n"))
        #expect(try site.published("404.html").hasPrefix("<!DOCTYPE html>\n<html lang=\"ar\" dir=\"rtl\">\n"))
        #expect(try site.published("clubs/choir.html").contains("<p>Choir /clubs/choir.html</p>"))
    }

    /// Some hosts keep only one of two addresses that differ in case, so no page can lead from one to the other.
    @Test func anIDThatChangesOnlyInCase() throws {
        let site = try Self.board()
        try site.write("name: Chess\nshown: always\n", to: "content/clubs/Chess.yml")
        #expect(try site.build() == [])
        try Self.move(site, "content/clubs/Chess.yml", "content/clubs/chess.yml")
        #expect(try site.build() == ["address.gone"])
        try site.write("name: Chess\nshown: always\naliases: [Chess]\n", to: "content/clubs/chess.yml")
        #expect(try site.build() == [])
        #expect(try Self.redirects(site) == [])
    }

    @Test func aTemplateMovesTwice() throws {
        let site = try Self.board()
        try Self.move(site, "templates/clubs/{id}.html.mustache", "templates/groups/{id}.html.mustache")
        #expect(try site.build() == [])
        #expect(
            try Self.redirects(site) == ["/clubs/choir.html > /groups/choir.html", "/clubs/go.html > /groups/go.html"])
        // Whatever else is built later, the addresses stay.
        try site.write("name: Choirs\nshown: always\n", to: "content/clubs/choir.yml")
        #expect(try site.build() == [])
        try Self.move(site, "templates/groups/{id}.html.mustache", "templates/{id}/index.html.mustache")
        #expect(try site.build() == [])
        #expect(
            try Self.redirects(site) == [
                "/clubs/choir.html > /choir/", "/clubs/go.html > /go/", "/groups/choir.html > /choir/",
                "/groups/go.html > /go/",
            ])
        // A file that is published again at an old address is no redirect any more.
        try Self.move(site, "templates/{id}/index.html.mustache", "templates/clubs/{id}.html.mustache")
        #expect(try site.build() == [])
        #expect(try site.published("clubs/go.html").contains("<p>Go"))
        #expect(
            try Self.redirects(site) == [
                "/choir/ > /clubs/choir.html", "/go/ > /clubs/go.html", "/groups/choir.html > /clubs/choir.html",
                "/groups/go.html > /clubs/go.html",
            ])
    }

    /// An address leads on if the entry names its former id.
    @Test func anIDChanges() throws {
        let site = try Self.board()
        try Self.rename(site, "choir", "singers")
        #expect(try site.build() == [])
        #expect(try Self.redirects(site) == ["/clubs/choir.html > /clubs/singers.html"])
        try Self.move(site, "content/clubs/go.yml", "content/clubs/baduk.yml")
        try site.write("name: Baduk\nshown: always\n", to: "content/clubs/baduk.yml")
        #expect(try site.build() == ["address.gone"])
        #expect(try Self.redirects(site) == ["/clubs/choir.html > /clubs/singers.html"])
        // The warning belongs to the build that takes the page away.
        #expect(try site.build() == [])
        try site.write("name: Baduk\nshown: always\naliases: [go, /old/go/]\n", to: "content/clubs/baduk.yml")
        #expect(try site.build() == [])
        let all = [
            "/clubs/choir.html > /clubs/singers.html", "/clubs/go.html > /clubs/baduk.html",
            "/old/go/ > /clubs/baduk.html",
        ]
        #expect(try Self.redirects(site) == all)
        // Former ids follow a template that moves.
        try Self.move(site, "templates/clubs/{id}.html.mustache", "templates/groups/{id}.html.mustache")
        #expect(try site.build() == [])
        #expect(
            try Self.redirects(site) == [
                "/clubs/baduk.html > /groups/baduk.html", "/clubs/choir.html > /groups/singers.html",
                "/clubs/go.html > /groups/baduk.html", "/clubs/singers.html > /groups/singers.html",
                "/groups/choir.html > /groups/singers.html", "/groups/go.html > /groups/baduk.html",
                "/old/go/ > /groups/baduk.html",
            ])
    }

    @Test func aPageOfItsOwnMoves() throws {
        let site = try Self.board()
        try site.write(
            "---\ntitle: A\naliases: [/about.html, /us]\n---\nA\n",
            to: "templates/team.html.mustache")
        #expect(try site.build() == [])
        #expect(try Self.redirects(site) == ["/about.html > /team.html", "/us/ > /team.html"])
    }

    /// A page that ends on purpose needs no word; one that is lost is named.
    @Test func pagesGo() throws {
        let site = try Self.board()
        try site.write("name: Choir\nshown: { until: 2026-04-01 }\n", to: "content/clubs/choir.yml")
        #expect(try site.build() == [])
        try site.write("name: Go\nshown: always\ndeleted: 2026-04-14\n", to: "content/clubs/go.yml")
        #expect(try site.build() == [])
        try site.write("name: Chess\nshown: always\n", to: "content/clubs/chess.yml")
        try site.write("---\ntitle: A\n---\nAbout\n", to: "templates/about.html.mustache")
        #expect(try site.build() == [])
        try site.write(nil, to: "content/clubs/chess.yml")
        try site.write(nil, to: "templates/about.html.mustache")
        #expect(
            try site.warnings(accepting: []).map(\.message) == [
                "'about.html' was published, and now nothing is there",
                "'clubs/chess.html' was published, and now nothing is there",
            ])
        #expect(try site.build() == ["address.gone"])
        #expect(try site.build() == [])
        try site.write(Self.sources["content/clubs/go.yml"], to: "content/clubs/go.yml")
        try site.write("name: Choir\nshown: always\n", to: "content/clubs/choir.yml")
        #expect(try site.build() == [])
        try site.write(nil, to: "templates/clubs/{id}.html.mustache")
        #expect(
            try site.warnings(accepting: []).map(\.message) == [
                "'clubs/choir.html' was published, and now nothing is there",
                "'clubs/go.html' was published, and now nothing is there",
            ])
    }

    /// Each old template belongs to the new one that took its place, and a template that was removed to none.
    @Test func severalTemplates() throws {
        let site = try Self.board()
        for name in ["index", "card"] { try site.write(Self.page, to: "templates/clubs/{id}/\(name).html.mustache") }
        try site.write(nil, to: "templates/clubs/{id}.html.mustache")
        _ = try site.build()
        for name in ["index", "card"] {
            try Self.move(
                site, "templates/clubs/{id}/\(name).html.mustache", "templates/groups/{id}/\(name).html.mustache")
        }
        #expect(try site.build() == [])
        let moved = try Self.redirects(site).filter { $0.contains("/go/") }
        #expect(moved.suffix(2) == ["/clubs/go/card.html > /groups/go/card.html", "/clubs/go/ > /groups/go/"])
        try site.write(nil, to: "templates/groups/{id}/card.html.mustache")
        #expect(try site.build() == ["address.gone"])
        #expect(try !Self.redirects(site).contains { $0.contains("card") })
    }

    /// Another field in the path may change, and the id may too.
    @Test func otherPartsOfThePath() throws {
        let site = try Self.board()
        try Self.move(site, "templates/clubs/{id}.html.mustache", "templates/{name}/{id}.html.mustache")
        #expect(try site.build() == [])
        try site.write("name: Baduk\nshown: always\n", to: "content/clubs/go.yml")
        #expect(try site.build() == [])
        #expect(
            try Self.redirects(site) == [
                "/Go/go.html > /Baduk/go.html", "/clubs/choir.html > /Choir/choir.html",
                "/clubs/go.html > /Baduk/go.html",
            ])
    }

    /// A page that comes back finds its former addresses again.
    @Test func thePageBehindARedirectComesBack() throws {
        let site = try Self.board()
        try Self.rename(site, "choir", "singers")
        #expect(try site.build() == [])
        try site.write("name: Choir\nshown: { until: 2026-04-01 }\naliases: choir\n", to: "content/clubs/singers.yml")
        #expect(try site.build() == [])
        #expect(try Self.redirects(site) == [])
        try site.write("name: Choir\nshown: always\naliases: choir\n", to: "content/clubs/singers.yml")
        #expect(try site.build() == [])
        #expect(try Self.redirects(site) == ["/clubs/choir.html > /clubs/singers.html"])
    }

    /// No redirect leads to another one, whoever asked for it.
    @Test func noChains() throws {
        let site = try Self.board()
        try Self.rename(site, "choir", "b")
        #expect(try site.build() == [])
        try Self.rename(site, "b", "c")
        try site.write("name: Choirs\nshown: always\naliases: [b, choir]\n", to: "content/clubs/c.yml")
        #expect(try site.build() == [])
        #expect(
            try Self.redirects(site) == ["/clubs/b.html > /clubs/c.html", "/clubs/choir.html > /clubs/c.html"])
    }

    /// A redirect that no disk could hold beside the pages is left out, and named.
    @Test func noRoomForARedirect() throws {
        let site = try Self.board()
        try Self.move(site, "templates/clubs/{id}.html.mustache", "templates/clubs/{id}.html/index.html.mustache")
        #expect(try site.build() == ["address.gone"])
        #expect(try Self.redirects(site) == [])
    }

    /// A redirect ends with its page, and says so.
    @Test func thePageBehindARedirectGoes() throws {
        let site = try Self.board()
        try Self.rename(site, "choir", "singers")
        #expect(try site.build() == [])
        try site.write(nil, to: "content/clubs/singers.yml")
        #expect(
            try site.warnings(accepting: []).map(\.message) == [
                "'clubs/choir.html' was published, and now nothing is there",
                "'clubs/singers.html' was published, and now nothing is there",
            ])
        #expect(try site.build() == ["address.gone"])
        #expect(try Self.redirects(site) == [])
        #expect(throws: (any Error).self) { try site.published("clubs/choir.html") }
    }

    /// A redirect has no places. Every build says so, whatever it knows of the page with the link.
    @Test func aLinkToAPlaceBehindARedirect() throws {
        let site = try Self.board()
        try site.write(Self.page + "<p id=\"here\">Here</p>\n", to: "templates/clubs/{id}.html.mustache")
        try site.write("---\ntitle: A\n---\n<a href=\"/clubs/go.html#here\">Go</a>\n", to: "templates/a.html.mustache")
        #expect(try site.build() == [])
        try Self.move(site, "templates/clubs/{id}.html.mustache", "templates/groups/{id}.html.mustache")
        #expect(try site.build() == ["link.anchor"])
    }

    /// Whatever a template may be called, its address stays in the next build too.
    @Test(arguments: [".index", ".well-known/clubs", "a:b", String(repeating: "n", count: 215), "ü 1"])
    func oddNamesThatWereLeft(_ name: String) throws {
        let site = try Self.board()
        let (plain, odd) = ("templates/clubs/{id}.html.mustache", "templates/{id}/\(name).html.mustache")
        try Self.move(site, plain, odd)
        #expect(try site.build() == [])
        try Self.move(site, odd, plain)
        #expect(try site.build() == [])
        let leading = try site.published("go/\(name).html")
        #expect(leading.contains("url=/clubs/go.html"))
        #expect(try site.build() == [])
        #expect(try site.published("go/\(name).html") == leading)
    }

    /// A list that somebody edited cannot put pages where apps expect data.
    @Test(arguments: ["api/v1/clubs.json", "../x.html", "a//b.html", "/x.html"]) func noPlaceOfAPage(_ path: String) {
        #expect(PublishedPages(text: "moved \(path) clubs - clubs/{id}.html go").moved.isEmpty)
    }

    /// Texts in the list that are as long as a hash are no files.
    @Test func aTextOfTheLengthOfAHash() throws {
        let pages = PublishedPages(text: "moved abc.html clubs - x.html id")
        #expect(pages.text.utf8.count == 32)
        var promises = PublishedPromises()
        promises.notes["pages"] = pages.text
        let list = PublishedList(.bytes(WholeList(files: [], promises: promises).bytes))
        #expect(list.promises?.pages == pages)
        #expect(list.pages { _ in true } == [])
        #expect(!list.contains("pages"))
    }

    @Test(arguments: [
        "", "page", "page a b", "moved a", "page clubs - clubs/{id}.html moved x y", "moved %20 %25", "other",
    ])
    func whatIsWrittenIsRead(_ text: String) {
        let pages = PublishedPages(text: text)
        #expect(PublishedPages(text: pages.text) == pages)
    }
}
