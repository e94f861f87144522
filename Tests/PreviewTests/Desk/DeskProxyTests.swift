import Foundation
import SiteTesting
import Testing

/// Somebody edits through web servers of others, with TLS, from opening the forms to the bytes of the saved file.
@Suite(.enabled(if: Node.hasBrowser && !ReverseProxy.programs.isEmpty)) struct DeskProxyTests {
    /// A board whose forms are at a path or at a host for each port, and the proxy before it.
    private struct Proxied {
        let site: EditedSite
        let proxy: ReverseProxy
        let address: String
        let port: UInt16
        let host: String
        let path: String

        init(_ program: String, path: String, site siteAddress: String?) throws {
            let port = try WebServer.freePort()
            let forms = siteAddress == nil && path == "/" ? "{port}" : "forms"
            var options = ["--address", "https://\(forms).kairan.test:\(port)\(path)"]
            if let siteAddress { options += ["--site-address", "https://\(siteAddress):\(port)/"] }
            var files = DeskLivePageTests.files
            files["content/walks/_collection.yml"] = "entry: walk\nfields: { title: text, plan: file? }\n"
            files["content/walks/lake.yml"] = "title: Lake\n"
            let site = try EditedSite(files, options: options)
            let servers = try #require(try site.get("site")["reach"] as? [[String: Any]])
            host = path == "/" && siteAddress == nil ? "\(site.port).kairan.test" : "forms.kairan.test"
            var routes = [ReverseProxy.Route(host: host, path: path, port: site.port)]
            for server in servers {
                guard let address = server["address"] as? String, let host = URL(string: address)?.host else {
                    continue
                }
                let port = try #require(server["port"] as? Int)
                routes.append(.init(host: host, port: UInt16(port)))
            }
            proxy = try ReverseProxy(program, port: port, routes)
            address = "https://\(host):\(port)\(path)#token=\(site.token)"
            (self.site, self.path, self.port) = (site, path, port)
            try wait { try site.site.output().contains(address) }
        }
    }

    static let arrangements: [(path: String, site: String?)] = [
        ("/", nil), ("/boards/harbour/", "site.kairan.test"), ("/proxy/", nil),
    ]

    @Test(arguments: ReverseProxy.programs, arrangements)
    func editing(_ program: String, _ arrangement: (path: String, site: String?)) throws {
        let proxied = try Proxied(program, path: arrangement.path, site: arrangement.site)
        let showsSite = arrangement.path == "/" || arrangement.site != nil
        let path = "content/memos/first.md"
        let old = "---\ntitle: First\n---\nOld words.\n"
        let large = proxied.site.box.url.deletingLastPathComponent().appending(path: "\(UUID().uuidString).pdf")
        defer { do { try FileManager.default.removeItem(at: large) } catch {} }
        try (Data("%PDF-1.4\n".utf8) + Data(repeating: 0x20, count: 20_000_000)).write(to: large)
        let seen = try proxied.site.use(
            """
            const tab = await open("/memos/first");
            const frames = async () => (await tab.send("Page.getFrameTree")).frameTree.childFrames ?? [];
            const shown = async (words) => {
              for (let rounds = 500; rounds > 0; rounds -= 1) {
                for (const { frame } of await frames()) {
                  const { executionContextId } = await tab.send("Page.createIsolatedWorld", { frameId: frame.id });
                  const { result } = await tab.send("Runtime.evaluate", {
                    expression: "[location.host, document.body?.textContent ?? '']", contextId: executionContextId, returnByValue: true,
                  }).catch(() => ({ result: {} }));
                  if (result.value?.[1].includes(words)) return result.value[0];
                }
                await new Promise((resolve) => setTimeout(resolve, 20));
              }
              return "nothing";
            };
            if (\(showsSite)) {
              seen.frame = await shown("Old words.");
              await type(tab, "field-title", "Typed");
              seen.typed = await shown("Typed");
            } else seen.frame = await tab.evaluate("document.querySelector('.live').textContent");
            await type(tab, "field-title", "Second");
            seen.file = await save(tab, "\(path)", \(String(reflecting: old)));
            // Somebody else saves, and the page learns it from an event alone.
            const other = await open("/memos");
            await other.until("document.body.textContent.includes('Second')");
            const { writeFileSync } = await import("node:fs");
            writeFileSync(`${input.folder}/\(path)`, "---\\ntitle: Third\\n---\\nOld words.\\n");
            const start = performance.now();
            await other.until("document.body.textContent.includes('Third')");
            seen.event = performance.now() - start < 10_000;
            const files = await open("/walks/lake");
            await files.send("DOM.enable");
            const { root } = await files.send("DOM.getDocument", { depth: -1 });
            const { nodeId } = await files.send("DOM.querySelector", { nodeId: root.nodeId, selector: "input[type=file]" });
            await files.send("DOM.setFileInputFiles", { nodeId, files: ["\(large.path)"] });
            seen.upload = (await save(files, "content/walks/lake.yml", "title: Lake\\n")).startsWith("title: Lake\\nplan: ");
            """, at: proxied.address)
        let words = "Pages of the site are not shown at this address"
        #expect(
            seen["frame"].map { showsSite ? $0.hasSuffix(".kairan.test:\(proxied.port)") : $0.hasPrefix(words) } == true
        )
        #expect(!showsSite || seen["typed"] == seen["frame"], "\(seen)")
        #expect(seen["frame"] != "\(proxied.host):\(proxied.port)")
        #expect(seen["file"] == "---\ntitle: Second\n---\nOld words.\n")
        #expect(seen["event"] == "true" && seen["upload"] == "true", "\(seen)")
    }

    /// What is published has an origin of its own, or is not shown beside what is to come.
    @Test(arguments: [("/", nil), ("/boards/harbour/", "site.kairan.test")] as [(String, String?)])
    func comparing(_ path: String, _ siteAddress: String?) throws {
        let proxied = try Proxied(try #require(ReverseProxy.programs.first), path: path, site: siteAddress)
        #expect(try proxied.site.post("publish", [:]).status == 200)
        #expect(try proxied.site.save("memos", "first", ["title": "Second"]).status == 200)
        let seen = try proxied.site.use(
            """
            const tab = await open("/publish");
            await press(tab, "memos/first.html");
            const hosts = `[...document.querySelectorAll(".frames iframe")].map((frame) => new URL(frame.src).hostname)`;
            await tab.until(`${hosts}.length > 0`);
            seen.hosts = await tab.evaluate(`${hosts}.join()`);
            seen.words = await tab.evaluate("document.querySelector('.frames .nothing')?.textContent ?? ''");
            """, at: proxied.address)
        let hosts = seen["hosts"]?.split(separator: ",") ?? []
        if let siteAddress {
            #expect(hosts == [siteAddress[...]], "\(seen)")
        } else {
            // Which ports are free, nobody knows.
            let ports = Set(hosts.compactMap { UInt16($0.prefix { $0 != "." }) })
            #expect(ports.count == 2 && !ports.contains(proxied.site.port), "\(seen)")
            #expect(hosts.allSatisfy { $0.hasSuffix(".kairan.test") }, "\(seen)")
        }
        #expect(seen["words"]?.hasPrefix("Pages of the site are not shown") == (siteAddress != nil))
    }

    private struct Asked: Encodable {
        var port: UInt16
        var path: String
        var requests: [[String: String]]
    }

    @Test(arguments: ReverseProxy.programs) func attacks(_ program: String) throws {
        let proxied = try Proxied(program, path: "/boards/harbour/", site: "site.kairan.test")
        let (host, origin) = ("forms.kairan.test:\(proxied.port)", "https://forms.kairan.test:\(proxied.port)")
        let token = ["X-Kairan-Token": proxied.site.token]
        let table: [(headers: [String: String], status: Int)] = [
            (["Host": host, "Origin": origin, "Sec-Fetch-Site": "same-origin"], 200),
            (["Host": host, "X-Kairan-Token": ""], 401), (["Host": host, "X-Kairan-Token": "x"], 401),
            (["Host": host, "Origin": "https://attacker.example", "Sec-Fetch-Site": "cross-site"], 403),
            (["Host": host, "Origin": "https://site.kairan.test:\(proxied.port)", "Sec-Fetch-Site": "same-site"], 403),
            (["Host": host, "Origin": "https://site.kairan.test:\(proxied.port)"], 403),
            (["Host": host, "Origin": "null"], 403),
            (["Host": host, "Sec-Fetch-Site": "cross-site"], 403),
            (["Host": "attacker.example"], 421), (["Host": "forms.kairan.test.attacker.example"], 421),
            (["Host": "attacker.example", "X-Forwarded-Host": host], 421),
            (["Host": "attacker.example", "Forwarded": "host=\(host)"], 421),
        ]
        // Requests for other hosts have no path that the proxy strips.
        let statuses: [Int] = try Node.run(
            """
            const { request } = await import("node:https");
            const ask = (headers) => new Promise((resolve, reject) => {
              const isNamed = headers.Host.startsWith("forms.kairan.test:");
              const options = { host: "127.0.0.1", port: input.port, path: (isNamed ? input.path : "/") + "api/site",
                rejectUnauthorized: false, servername: headers.Host.split(":")[0], headers };
              request(options, (answer) => { answer.resume(); resolve(answer.statusCode); }).on("error", reject).end();
            });
            const statuses = [];
            for (const headers of input.requests) statuses.push(await ask(headers));
            console.log(JSON.stringify(statuses));
            """,
            input: Asked(
                port: proxied.port, path: proxied.path, requests: table.map { token.merging($0.headers) { $1 } }))
        for ((headers, status), found) in zip(table, statuses) { #expect(found == status, "\(headers)") }
    }
}
