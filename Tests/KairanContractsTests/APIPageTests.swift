import KairanFormats
import KairanTemplates
import Testing

@testable import KairanContracts

/// The page of a version as HTML. `APIPageBrowserTests` opens it.
@Suite struct APIPageTests {
    private static let paths = ["ads", "clubs", "clubs/{id}", "{locale}/clubs", "{locale}/{id}", "z/near/{id}"]

    private func endpoints(_ paths: [String] = paths) throws -> [EndpointContract] {
        try paths.map { path in
            EndpointContract(try #require(OutputPattern(path + ".json")), schema: ValueSchema(.any))
        }
    }

    @Test func endpointsOfTheSameThingsAreAGroup() throws {
        let groups = EndpointGroup.groups(of: try endpoints())
        #expect(groups.map(\.name) == ["ads", "clubs", "{locale}/{id}.json", "z"])
        #expect(groups.map(\.endpoints) == [[0], [1, 2, 3], [4], [5]])
    }

    private static let layout = """
        <html><head>
        <link rel="stylesheet" href="{{site.path}}assets/site.css">
        <link href='{{site.path}}icon.svg' rel="icon" type="image/svg+xml">
        </head><body>{{{content}}}</body></html>
        """

    private func board(_ layout: String = layout) throws -> ContractBoard {
        let board = ContractBoard()
        let sources = [
            "content/site.yml": "title: Board & Co.\nurl: https://a.example/b/\ntimeZone: Asia/Tokyo\n",
            "content/clubs/_collection.yml": "fields: { name: text, place: text? }\n",
            "content/clubs/c.csv": "id,name,place\nrowing,Rowing,Quay\nchess,Chess,\n",
            "templates/_layouts/base.html.mustache": layout,
            "templates/assets/site.css": ":root { --paper: white; }\n", "templates/icon.svg": "<svg/>",
            "templates/index.html.mustache": "---\nlayout: base\n---\n<p>Board</p>\n",
            "templates/clubs/{id}.html.mustache": "---\nfor: clubs\nlayout: base\n---\n<p>{{name}}</p>\n",
            "templates/api/v1/_version.yml": "status: current\n",
            "templates/api/v1/ads.json.yml": "description: Shown `now`.\ndata: { a: { literal: 1 } }\n",
            "templates/api/v1/clubs.json.yml": "data: { each: clubs, value: { id: id, place?: place } }\n",
            "templates/api/v1/clubs/{id}.json.yml": "{ for: clubs, data: { name: name } }\n",
        ]
        for (path, text) in sources { try board.write(text, to: path) }
        return board
    }

    private func page(of board: ContractBoard) throws -> String {
        #expect(try board.errors() == [])
        #expect(try board.build() == [])
        return try board.published("api/v1/index.html")
    }

    @Test func everyEndpointHasAnAddress() throws {
        let page = try page(of: board())
        #expect(page.contains("<section id=\"clubs-id.json\">\n<h2><a href=\"#clubs-id.json\"><code>"))
        let list = try #require(page.split(separator: "<nav").last?.split(separator: "</nav>").first)
        #expect(list.contains("<code>ads.<wbr>json</code></a></li>\n<li><b>clubs</b>\n<ul>\n"))
        #expect(list.contains("<summary>Types</summary>\n<ul>\n<li><a href=\"#ads.json\"><code>Ads</code>"))
        for link in list.matches(of: #/href="#([^"]*)"/#) { #expect(page.contains("<section id=\"\(link.1)\">")) }
        #expect(list.matches(of: #/href=/#).count == 2 + 2 * 3)
        #expect(page.contains("<p>Shown <code>now</code>.</p>"))
        #expect(page.contains("<tr><th>[].<wbr>place</th><td>a string, may be left out</td></tr>"))
    }

    /// Without a script all is shown.
    @Test func everyPartIsOpen() throws {
        let page = try page(of: board())
        let script = try #require(page.firstRange(of: "<script>"))
        #expect(page[..<script.lowerBound].matches(of: #/<details(?! open)/#).isEmpty)
        #expect(page.contains("<pre>curl -sS 'https://a.example/b/api/v1/ads.json'</pre>"))
    }

    @Test func itLooksLikeTheBoard() throws {
        let page = try page(of: board())
        #expect(page.contains("@layer own, board;\n@import url(\"/b/assets/site.css\") layer(board);\n@layer own {"))
        #expect(page.contains("<link rel=\"icon\" href=\"/b/icon.svg\">"))
        let plain = try self.page(of: board("<html><head></head><body>{{{content}}}</body></html>"))
        #expect(plain.contains("@layer own, board;\n@layer own {") && !plain.contains("rel=\"icon\""))
    }

    /// Kairan itself makes `index.html` if all pages are below languages.
    @Test func itLooksLikeTheFirstLanguage() throws {
        let board = try board()
        try board.write(
            "title: Board\nurl: https://a.example/b/\nlocales: { en: English, ja: 日本語 }\n", to: "content/site.yml")
        for name in ["index", "clubs/{id}"] { try board.write(nil, to: "templates/\(name).html.mustache") }
        try board.write(
            "---\nlayout: base\n---\n<p>Board</p>\n", to: "templates/{locale}/index.html.mustache")
        let page = try page(of: board)
        #expect(try board.published("index.html").contains("hreflang"))
        #expect(page.contains("@import url(\"/b/assets/site.css\") layer(board);\n"))
    }

    @Test(arguments: [
        ("<link rel=stylesheet href=/b/a.css></head>", BoardLooks(["/b/a.css"])),
        ("<link href='/b/a.css?v=1' rel='stylesheet' media=screen></head>", BoardLooks(["/b/a.css?v=1"])),
        ("<link rel=\"stylesheet\" media=\"print\" href=\"/b/a.css\"></head>", BoardLooks([])),
        ("<link rel=\"alternate stylesheet\" href=\"/b/a.css\"></head>", BoardLooks([])),
        ("<link rel=\"stylesheet\" href=\"https://c.example/a.css\"></head>", BoardLooks([])),
        ("<link rel=\"stylesheet\" href=\"/b/&quot;).css\"></head>", BoardLooks([])),
        ("<!-- <link rel=\"stylesheet\" href=\"/b/a.css\"> --></head>", BoardLooks([])),
        ("</head><link rel=\"stylesheet\" href=\"/b/a.css\">", BoardLooks([])),
        ("<link rel=\"stylesheet\" href=\"/b/a.css\">", BoardLooks([])),
        ("<link rel=\"shortcut icon\" href=/b/i.ico><link rel=icon href=/b/j.ico></head>", BoardLooks([], "/b/i.ico")),
    ])
    func looksAreThoseOfTheHead(_ page: String, _ looks: BoardLooks) {
        #expect(BoardLooks(of: page, below: "/b/") == looks)
    }

    /// An address that begins with two slashes leads to another host.
    @Test func otherHostsAreNotAsked() {
        #expect(BoardLooks(of: "<link rel=stylesheet href=//c.example/a.css></head>", below: "/") == BoardLooks())
    }
}

extension BoardLooks {
    fileprivate init(_ sheets: [String], _ icon: String? = nil) {
        self.init()
        (self.sheets, self.icon) = (sheets, icon)
    }
}
