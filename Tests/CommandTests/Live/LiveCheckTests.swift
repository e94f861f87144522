import Foundation
import SiteTesting
import Testing

/// `kairan check --live` sees what is wrong at real servers.
@Suite(.enabled(if: WebServer.place(of: "curl") != nil)) struct LiveCheckTests {
    /// Servers as they come serve every file, and leave much to be said.
    static let plain: [(LiveServer.Program, [String])] = [
        (
            .nginx,
            [
                "error live.type", "warning live.caching", "warning live.compression", "warning live.list",
                "warning live.notFound", "warning live.origins", "warning live.type",
            ]
        ),
        (
            .caddy,
            [
                "warning live.caching", "warning live.compression", "warning live.list", "warning live.notFound",
                "warning live.origins", "warning live.type",
            ]
        ),
        (
            .python,
            [
                "warning live.caching", "warning live.compression", "warning live.list", "warning live.notFound",
                "warning live.origins", "warning live.type",
            ]
        ),
    ].filter(\.0.isHere)

    @Test(arguments: plain) func asItComes(_ program: LiveServer.Program, _ found: [String]) throws {
        let board = try LiveBoard()
        let server = try LiveServer(program, plain: board)
        let run = try board.check(server.address)
        #expect(rules(run) == found, "\(run.errors)")
        #expect(run.exitCode == (found.contains { $0.hasPrefix("error") } ? 1 : 0))
        #expect(try board.check(server.address, "--strict").exitCode == 1)
    }

    /// The guide's settings are those with which nothing is wrong.
    @Test(arguments: LiveServer.advised) func asTheGuideSays(_ program: LiveServer.Program) throws {
        let board = try LiveBoard()
        let server = try LiveServer(program, advised: board)
        let run = try board.check(server.address, "--strict")
        #expect(run.exitCode == 0 && run.errors == "", "\(run.errors)")
        let name = program == .nginx ? "nginx" : "Caddy"
        #expect(
            run.output.contains(try Regex("^\\d\\d files of \(name) asked for: all as published; ")), "\(run.output)")
    }

    @Test(arguments: LiveServer.advised) func belowAPath(_ program: LiveServer.Program) throws {
        let board = try LiveBoard(url: "https://harbour.example/board/")
        let root = "\(board.box.path)/served"
        let list = "\(root)/.well-known/apple-app-site-association"
        let server = try LiveServer(
            program, advised: board,
            program == .nginx
                ? [
                    (
                        "error_page 404 /404.html;",
                        "location /board/ {\nalias \(root)/;\nerror_page 404 /board/404.html;\n}"
                    ),
                    ("root \(root);", ""), ("= /.well-known/", "= /board/.well-known/"),
                    ("{ default_type", "{ alias \(list); default_type"),
                ]
                : [
                    ("header ?Cache-Control", "handle_path /board/* {\nheader ?Cache-Control"),
                    ("handle_errors {", "}\nhandle_errors {"),
                ])
        let run = try board.check("\(server.address)board/", "--strict")
        #expect(run.exitCode == 0 && run.errors == "", "\(run.errors)")
    }

    /// What is broken on purpose, with the one rule that tells of it.
    static let damages: [(String, String, [(from: String, to: String)])] = [
        (
            "a page for every path", "error live.notFound",
            [("error_page 404 /404.html;", "try_files $uri $uri/index.html /index.html;")]
        ),
        (
            "another page for what is missing", "warning live.notFound",
            [("error_page 404 /404.html;", "error_page 404 /index.html;")]
        ),
        (
            "JSON as text", "error live.type",
            [
                (
                    "server_name harbour.example;",
                    "types { text/plain json; text/html html; text/css css; text/plain txt; image/svg+xml svg; application/geo+json geojson; application/manifest+json webmanifest; text/calendar ics; text/xml xml; application/javascript js; }"
                )
            ]
        ),
        ("no compression", "warning live.compression", [("gzip on;", "gzip off;")]),
        ("a year for JSON", "error live.caching", [("default no-cache;", "default max-age=31536000;")]),
        ("two hours for all", "warning live.caching", [("default no-cache;", "default max-age=7200;")]),
        (
            "a day at a CDN", "warning live.caching",
            [("default no-cache;", "default \"max-age=60, s-maxage=86400\";")]
        ),
        (
            "nothing kept", "warning live.caching", [("\"public, max-age=31536000, immutable\"", "no-cache")]
        ),
        (
            "no ETag", "warning live.caching",
            [("charset utf-8;", "charset utf-8; etag off; add_header Last-Modified \"\"; if_modified_since off;")]
        ),
        ("no CORS", "warning live.origins", [("\"~/api/\" *;", "")]),
        ("the list", "warning live.list", [("location ~ /\\.kairan { return 404; }", "")]),
        (
            "a page to log in", "error live.redirect",
            [("error_page 404 /404.html;", "location / { return 302 https://login.example/; }")]
        ),
        ("letters of another country", "warning live.type", [("charset utf-8;", "charset iso-8859-1;")]),
    ]

    @Test(.enabled(if: LiveServer.Program.nginx.isHere), arguments: damages)
    func damaged(_ name: String, _ rule: String, _ changes: [(from: String, to: String)]) throws {
        let board = try LiveBoard()
        let server = try LiveServer(.nginx, advised: board, changes)
        let run = try board.check(server.address)
        // Errors come first. A mistake may be a warning for other files.
        let found = rules(run)
        let names = Set(found.map { $0.split(separator: " ")[1] })
        #expect(found.first == rule && names.count == 1, "\(name): \(run.errors)")
        #expect(run.errors.contains("help: "))
    }

    @Test(.enabled(if: LiveServer.Program.nginx.isHere)) func filesAtTheHost() throws {
        let board = try LiveBoard()
        let server = try LiveServer(.nginx, advised: board)
        try board.change("api/v1/items/a.json", to: "{}\n")
        try board.remove("items/b.html")
        let run = try board.check(server.address)
        #expect(rules(run) == ["error live.bytes", "error live.missing"] && run.exitCode == 1, "\(run.errors)")
        #expect(
            run.errors.contains("other bytes are served than were published: api/v1/items/a.json [live.bytes]"))
        #expect(run.errors.contains("the host answers 404 for what is published: items/b.html [live.missing]"))
        try board.serve()
        // An entry goes, and its files stay at the host.
        try board.box.write("title: Gone\ndeleted: 2026-04-01\n", to: "content/items/c.yml")
        try board.build()
        try board.serve()
        let left = try board.check(server.address)
        #expect(rules(left) == ["warning live.left"] && left.exitCode == 0, "\(left.errors)")
        #expect(left.errors.contains("not published any more, and still there: api/v1/items/c.json, items/c.html"))
    }

    /// A CDN says how old its copy is.
    @Test(.enabled(if: LiveServer.Program.nginx.isHere && WebServer.place(of: "rsync") != nil)) func aCopyOfBefore()
        throws
    {
        let board = try LiveBoard()
        let server = try LiveServer(.nginx, advised: board, [("charset utf-8;", "charset utf-8; add_header Age 300;")])
        try board.box.write("title: Second\n", to: "content/items/a.yml")
        try board.build()
        let run = try board.check(server.address, "--wait", "1")
        #expect(rules(run) == ["error live.bytes"] && run.exitCode == 1, "\(run.errors)")
        #expect(
            run.errors.contains(#/still served, that of [-0-9]{10} \([0-9a-f]+\), a copy that is 5 minutes old: /#),
            "\(run.errors)")
        // Somebody uploads, and is told at the end that it has arrived.
        let deploy = try kairan(
            ["deploy", "rsync:\(board.box.path)/served", "--live", server.address], in: board.box.url)
        #expect(deploy.exitCode == 0 && deploy.errors == "", "\(deploy.errors)")
        #expect(deploy.output.contains("all as published"), "\(deploy.output)")
    }

    /// A program gets all of it as one JSON text, and GitHub as annotations at files of the repository.
    @Test(.enabled(if: LiveServer.Program.nginx.isHere)) func formats() throws {
        let board = try LiveBoard()
        let server = try LiveServer(.nginx, advised: board)
        try board.remove("items/b.html")
        let json = try board.check(server.address, "--format", "json")
        #expect(json.exitCode == 1)
        #expect(json.output.contains(#""host":"nginx""#) && json.output.contains(#""rule":"live.missing""#))
        let github = try board.check(server.address, "--format", "github")
        #expect(github.output.contains("::error file=public/items/b.html,line=1,"), "\(github.output)")
        let sarif = try board.check(server.address, "--format", "sarif")
        #expect(sarif.output.contains(#""ruleId":"live.missing""#))
    }

    @Test(
        .enabled(if: LiveServer.Program.nginx.isHere && WebServer.place(of: "openssl") != nil),
        arguments: [(2, "error"), (10, "warning"), (60, "")])
    func certificates(_ days: Int, _ severity: String) throws {
        let board = try LiveBoard()
        let server = try LiveServer(secure: board, days: days)
        let address = "https://127.0.0.1:\(server.port)/"
        let run = try board.check(address, environment: ["CURL_CA_BUNDLE": server.certificate])
        #expect(rules(run).contains("\(severity) live.https") == !severity.isEmpty, "\(run.errors)")
        let unknown = try board.check(address)
        #expect(unknown.exitCode == 3)
        #expect(
            unknown.errors
                == "error: no safe connection to '127.0.0.1' could be made: its certificate is wrong, or it has none\n")
    }

    @Test func hostsThatAreNotAsked() throws {
        let board = try LiveBoard(url: "http://127.0.0.1:1/")
        let refused = try board.check("url")
        #expect(refused.exitCode == 3)
        #expect(
            refused.errors.hasSuffix(
                "help: if that is right, name the address: kairan check --live http://127.0.0.1:1/\n"))
        let unreachable = try board.check("http://127.0.0.1:1/")
        #expect(unreachable.exitCode == 3 && unreachable.errors == "error: '127.0.0.1' cannot be reached\n")
        for (options, words) in [
            (["--live", "harbour.example"], "is no address"), (["--all"], "--all and --wait are for --live"),
            (["--live", "url", "--fix"], "--live only asks the host"),
        ] {
            let run = try kairan(["check"] + options, in: board.box.url)
            #expect(run.exitCode == 2 && run.errors.contains(words), "\(run.errors)")
        }
    }
}
