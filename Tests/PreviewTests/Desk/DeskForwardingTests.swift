import Foundation
import SiteTesting
import Testing

/// Through a proxy whose address was named, the forms are as strict as without one.
@Suite struct DeskForwardingTests {
    private func ask(
        _ site: EditedSite, _ target: String, _ headers: [String], port: UInt16? = nil
    ) throws -> Answer {
        let lines = ["GET \(target) HTTP/1.1", "Connection: close"] + headers
        return try Answer(
            try Connection(port: port ?? site.port).exchange(lines.joined(separator: "\r\n") + "\r\n\r\n"))
    }

    private func named() throws -> EditedSite {
        try EditedSite(options: ["--address", "https://{port}.kairan.test/"])
    }

    /// The servers beside the forms, as the page gets to them.
    private func reach(_ site: EditedSite) throws -> [(port: UInt16, address: String?, key: String?)] {
        let servers = try #require(try site.get("site")["reach"] as? [[String: Any]])
        return try servers.map { server in
            let port = try #require(server["port"] as? Int)
            return (try #require(UInt16(exactly: port)), server["address"] as? String, server["key"] as? String)
        }
    }

    @Test func hostsAndOrigins() throws {
        let site = try named()
        let (host, local, token) = (
            "\(site.port).kairan.test", "localhost:\(site.port)", "X-Kairan-Token: \(site.token)"
        )
        #expect(try site.site.output().contains("\nforms: https://\(host)/#token=\(site.token) (control-C ends)\n"))
        func status(_ host: String, _ headers: [String]) throws -> Int {
            try ask(site, "/api/site", ["Host: \(host)"] + headers).status
        }
        let sameOrigin = "Sec-Fetch-Site: same-origin"
        for (asked, headers) in [
            (host, []), (host, ["Origin: https://\(host)"]), (host, ["Origin: https://\(host)", sameOrigin]),
            (host.uppercased(), []), ("\(host):443", ["Origin: https://\(host)"]),
            // A proxy may write the host or the origin of this computer in place of what the browser wrote.
            (local, ["Origin: https://\(host)"]), (local, ["Origin: https://\(local)", sameOrigin]),
            (host, ["Origin: http://\(local)", sameOrigin]), (host, ["Origin: https://\(local)", sameOrigin]),
            (local, ["Origin: http://\(local)"]),
        ] {
            #expect(try status(asked, headers + [token]) == 200, "\(asked) \(headers)")
            #expect(try status(asked, headers) == 401 && status(asked, headers + [token + "x"]) == 401, "\(asked)")
        }
        let home = try #require(try reach(site).first?.address)
        for asked in [host, local] {
            for origin in [
                "https://attacker.example", "https://\(host).attacker.example", "https://x\(host)", "http://\(host)",
                "https://\(host):8443", "https://kairan.test", "null", home, "https://localhost.attacker.example",
            ] {
                for more in [[], [sameOrigin], ["X-Forwarded-Host: \(host)"]] {
                    #expect(
                        try status(asked, ["Origin: \(origin)", token] + more) == 403, "\(asked) \(origin) \(more)")
                }
            }
            for site in ["cross-site", "same-site"] {
                for origin in ["https://\(host)", "https://\(local)"] {
                    #expect(try status(asked, ["Origin: \(origin)", "Sec-Fetch-Site: \(site)", token]) == 403)
                }
            }
            // Only a browser tells that a page of the forms asks.
            #expect(try status(asked, ["Origin: https://\(local)", token]) == 403)
        }
        for asked in [
            "kairan.test", "x\(host)", "\(host).attacker.example", "\(host).", "\(site.port - 1).kairan.test",
            "attacker.example", "\(host):x", "\(host):80:80", "",
        ] {
            for more in [[], ["X-Forwarded-Host: \(host)"], ["Forwarded: host=\(host);proto=https"]] {
                #expect(try status(asked, [token] + more) == 421, "\(asked) \(more)")
            }
        }
    }

    /// The page may show the site in a frame, and nothing of other addresses.
    @Test func page() throws {
        let site = try named()
        let answer = try ask(site, "/", ["Host: \(site.port).kairan.test"])
        let frames = try #require(answer.headers["content-security-policy"]?.firstMatch(of: /frame-src ([^;]*);/)).1
        let addresses = try reach(site).compactMap(\.address)
        #expect(frames == "http: \(addresses.joined(separator: " ")) blob: data:" && addresses.count == 2)
        let events = try Connection(port: site.port)
        events.send("GET /api/events?token=\(site.token) HTTP/1.1\r\nHost: \(site.port).kairan.test\r\n\r\n")
        let head = try Answer(events.receive(until: "\n\n"))
        #expect(head.headers["x-accel-buffering"] == "no", "\(head)")
        #expect(head.headers["cache-control"] == "no-store, no-transform")
    }

    /// Nobody can tell who comes through the proxy, so the site is shown only to whoever the forms lead there.
    @Test func preview() throws {
        let site = try named()
        let preview = try #require(try reach(site).first)
        let (host, key) = ("\(preview.port).kairan.test", try #require(preview.key))
        func get(_ target: String, _ host: String, _ headers: [String] = []) throws -> Answer {
            try ask(site, target, ["Host: \(host)"] + headers, port: preview.port)
        }
        for asked in [host, "127.0.0.1", "localhost:\(preview.port)"] {
            for path in ["/board/", "/", "/.kairan/events", "/.kairan/panel", "/.kairan/enter?key=x&to=/board/"] {
                for headers in [[], ["Cookie: kairan-preview=x"], ["X-Kairan-Token: \(site.token)"]] {
                    let answer = try get(path, asked, headers)
                    #expect(answer.status == 401 && !answer.body.contains("umbrella"), "\(asked) \(path)")
                }
            }
        }
        #expect(try get("/board/", "\(site.port).kairan.test").status == 421)
        for target in [
            "", "//attacker.example/", "/%5Cattacker.example/", "https://attacker.example/", "/a%0D%0ASet-Cookie:x=y",
            "board/", "/a%20b",
        ] {
            let answer = try get("/.kairan/enter?key=\(key)&to=\(target)", host)
            #expect(answer.status == 404 && answer.headers["set-cookie"] == nil, "\(target)")
        }
        let kinds = [
            (host, "", "Secure; SameSite=None; Partitioned"),
            ("localhost", "&over=https:", "Secure; SameSite=None; Partitioned"),
            ("127.0.0.1", "&over=http:", "SameSite=Lax"),
        ]
        for (asked, more, kind) in kinds {
            let answer = try get("/.kairan/enter?key=\(key)\(more)&to=/board/%3Ftyped%3D1", asked)
            let cookie = try #require(answer.headers["set-cookie"])
            #expect(answer.status == 302 && answer.headers["location"] == "/board/?typed=1")
            #expect(cookie.hasSuffix("; Path=/; HttpOnly; \(kind)"), "\(cookie)")
            let pair = "Cookie: \(cookie.prefix { $0 != ";" })"
            #expect(try get("/board/", asked, [pair]).body.contains("umbrella"))
            #expect(try get("/.kairan/panel", asked, [pair, "Origin: https://\(site.port).kairan.test"]).status == 403)
        }
    }

    /// Where all ports are of one origin, scripts of the site's pages could use the forms. So nothing shows them.
    @Test(arguments: ["https://kairan.test/proxy/{port}/", "https://kairan.test/", "https://{port}.kairan.test/a/"])
    func oneOrigin(_ address: String) throws {
        // Nobody else listens here: other tests take lower ports, and so do connections.
        let port = UInt16.random(in: 15_250..<16_250) * 4
        let site = try EditedSite(options: ["--address", address, "--port", "\(port)"])
        try wait { try site.site.output().contains("The site is not shown, as it would have the same origin") }
        #expect(try reach(site).isEmpty)
        #expect(
            site.port == port + 1 && !Connection.isPossible(port: port) && !Connection.isPossible(port: site.port + 1))
        #expect(try site.save("notices", "umbrella", ["title": "Found"]).status == 200)
    }

    /// The site may have a host of its own; what is published is shown only where it has one too.
    @Test func anotherHostForTheSite() throws {
        let site = try EditedSite(
            options: ["--address", "https://forms.kairan.test/a/b", "--site-address", "https://site.kairan.test"])
        try wait { try site.site.output().contains("forms: https://forms.kairan.test/a/b/#token=") }
        #expect(try reach(site).map(\.address) == ["https://site.kairan.test", nil])
        #expect(try ask(site, "/", ["Host: forms.kairan.test"]).status == 200)
        let published = try #require(try reach(site).last)
        for host in ["site.kairan.test", "forms.kairan.test"] {
            #expect(try ask(site, "/", ["Host: \(host)"], port: published.port).status == 421)
        }
        #expect(published.key == nil)
    }

    @Test func theSameHostForBoth() throws {
        let box = try ServedSite.board()
        let run = try kairan(
            ["edit", "--no-open", "--address", "https://kairan.test/a/", "--site-address", "https://kairan.test/"],
            in: box.url)
        #expect(run.exitCode == 2 && run.errors.contains("--site-address needs another host or port"), "\(run.errors)")
    }

    @Test(arguments: [
        "", "http://kairan.test/", "kairan.test", "https://", "https:///", "https://a@kairan.test/",
        "https://kairan.test/?a",
        "https://kairan.test/#a", "https://*.kairan.test/", "https://{port}.{port}.test/", "https://{name}.test/",
        "https://kairan.test:0/", "https://kairan.test:99999/", "https://a..test/", "https://kairan.test/../",
        "https://[::1]/",
        "https://kairan.test/a b/", "https://kairan.test//",
    ])
    func wrongAddresses(_ address: String) throws {
        let box = try ServedSite.board()
        for (options, reason) in [
            (["--address", address], "--address needs an https address"),
            (
                ["--address", "https://forms.kairan.test/", "--site-address", address],
                "--site-address needs an https address without a path"
            ),
        ] {
            let run = try kairan(["edit", "--no-open"] + options, in: box.url)
            #expect(run.exitCode == 2 && run.errors.contains(reason), "\(run.errors)")
        }
    }

    /// Hosts of editors say in the environment where a browser gets to the ports.
    @Test(arguments: [
        (
            [
                "CODESPACES": "true", "CODESPACE_NAME": "odd-space-7x",
                "GITHUB_CODESPACES_PORT_FORWARDING_DOMAIN": "app.github.dev",
            ], "forms: https://odd-space-7x-PORT.app.github.dev/#"
        ),
        (
            ["GITPOD_WORKSPACE_URL": "https://board-abc.ws-eu1.gitpod.io"],
            "forms: https://PORT-board-abc.ws-eu1.gitpod.io/#"
        ),
        (["VSCODE_PROXY_URI": "https://code.example/proxy/{{port}}/"], "forms: https://code.example/proxy/PORT/#"),
        (["VSCODE_PROXY_URI": "//{{port}}.code.example"], "forms: https://PORT.code.example/#"),
        (["VSCODE_PROXY_URI": "./proxy/{{port}}"], "--address 'https://HOST/proxy/{port}/'"),
        (
            ["JUPYTERHUB_SERVICE_PREFIX": "/user/kim/", "JUPYTERHUB_PUBLIC_URL": "https://hub.example/user/kim/"],
            "forms: https://hub.example/user/kim/proxy/PORT/#"
        ),
        (
            ["JUPYTERHUB_SERVICE_PREFIX": "/user/kim/", "JUPYTERHUB_HOST": "https://hub.example"],
            "forms: https://hub.example/user/kim/proxy/PORT/#"
        ),
        (["JUPYTERHUB_SERVICE_PREFIX": "/user/kim/"], "--address 'https://HOST/user/kim/proxy/{port}/'"),
        (["CODESPACES": "true", "CODESPACE_NAME": "a.attacker.example/"], "forms: http://127.0.0.1:PORT/#"),
    ])
    func hosts(_ environment: [String: String], _ line: String) throws {
        let site = try EditedSite(environment: environment)
        let expected = line.replacingOccurrences(of: "PORT", with: "\(site.port)")
        try wait { try site.site.output().contains(expected) }
        let alone = try EditedSite(options: ["--address", "none"], environment: environment)
        #expect(try alone.site.output().contains("\nforms: http://127.0.0.1:\(alone.port)/#"))
    }

    /// Whoever sits at the computer itself goes on without the proxy, and sees the site as well.
    @Test(.enabled(if: Node.hasBrowser)) func onThisComputer() throws {
        let site = try EditedSite(DeskLivePageTests.files, options: ["--address", "https://{port}.kairan.test/"])
        let seen = try site.use(
            """
            const tab = await open("/memos/first");
            await tab.until("document.querySelector('.live iframe')?.src.includes('/.kairan/enter?')");
            seen.frame = await tab.evaluate("new URL(document.querySelector('.live iframe').src).hostname");
            // The page itself says that it is shown.
            seen.shown = await tab.evaluate(`new Promise((resolve) => {
              addEventListener("message", ({ data }) => data === "kairan-shown" && resolve(true));
              document.querySelector(".live iframe").src += "&again";
            })`);
            """)
        #expect(seen == ["frame": "127.0.0.1", "shown": "true"])
    }

    /// In a container of an editor `BROWSER` leads to the browser of whoever sits in front of it.
    @Test func theBrowserOfTheEditor() throws {
        let tools = try TemporaryFolder()
        let script =
            "#!/bin/sh\necho \"$1\" >'\(tools.path)/opened.new' && mv '\(tools.path)/opened.new' '\(tools.path)/opened'\n"
        try tools.write(script, to: "browser")
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: tools.path + "/browser")
        let site = try ServedSite(
            command: "edit", ["--address", "https://{port}.kairan.test/"],
            environment: ["BROWSER": tools.path + "/browser"])
        let opened = tools.path + "/opened"
        try wait { FileManager.default.fileExists(atPath: opened) }
        let address = try String(contentsOfFile: opened, encoding: .utf8)
        #expect(address.hasPrefix("https://\(site.port).kairan.test/#token="), "\(address)")
    }
}
