import Foundation
import SiteTesting
import Testing

/// The store of each client lives through `Tests/Clients/scenario.txt`: a program of its language uses the generated
/// code against a server that misbehaves, and all have to do and say the same, line by line.
@Suite struct ClientStoreTests {
    @Test(arguments: ["swift", "typescript"] + (isOnLinux ? ["kotlin"] : [])) func store(_ language: String)
        async throws
    {
        let box = try TemporaryFolder()
        try publish(in: box)
        var commands = try await programs(language, in: box)
        try await setClock(of: &commands, in: box)
        let clients = packageFolder.appending(path: "Tests/Clients")
        // A storage that the program of TypeScript brings has no locks; `tabs` has those of a browser.
        let others =
            (language == "typescript" ? [] : ["processes.txt"]) + (language == "kotlin" ? ["coroutines.txt"] : [])
            + (isOnLinux ? ["clock.txt"] : [])
        for name in ["scenario.txt"] + others {
            let scenario = clients.appending(path: name)
            let run = try await runAside(
                [
                    "python3", "-B", clients.path + "/scenario.py", scenario.path, box.path + "/publications",
                    String(decoding: try JSONEncoder().encode(commands), as: UTF8.self),
                ], in: box.url)
            #expect(run.exitCode == 0, "\(run.errors)")
            let difference = try goldenDifference(run.output, scenario)
            #expect(difference == nil, "\(name)")
        }
    }

    /// In a browser the store keeps its files in the Cache Storage, where a page that is opened later finds them.
    @Test(.enabled(if: Node.hasBrowser)) func cacheStorage() throws {
        let box = try TemporaryFolder()
        try publish(in: box)
        for name in ["A", "B"] {
            try generate("typescript", "publications/\(name)/client", [], in: box)
            try box.write("<!DOCTYPE html>\n<title>Board</title>\n", to: "publications/\(name)/page.html")
        }
        let seen = try inBrowser(
            """
            const outcomes = async () => {
              const tab = await open();
              return tab.evaluate("(async () => [await text(await store.open()), await update()])()");
            };
            seen.push(...await outcomes());
            await order({ faults: { "api/*": ["drop"] } });
            seen.push(...await outcomes());
            await order({ folder: `${input.publications}/B`, faults: {} });
            seen.push(...await outcomes());
            """, box)
        #expect(seen == ["none", "1, a 1", "1, a 1", "TypeError", "1, a 1", "2, a 2"])
    }

    /// Two tabs share what the browser keeps. What one of them has, the other one does not remove, until it is closed.
    @Test(.enabled(if: Node.hasBrowser)) func tabs() throws {
        let box = try TemporaryFolder()
        try publish(in: box)
        for name in "ABCDEFGH" {
            try generate("typescript", "publications/\(name)/client", [], in: box)
            try box.write("<!DOCTYPE html>\n<title>Board</title>\n", to: "publications/\(name)/page.html")
        }
        let seen = try inBrowser(
            """
            const [one, other] = [await open(), await open()];
            const publish = (name) => order({ folder: `${input.publications}/${name}`, faults: {} });
            const network = (faults) => order({ faults });
            seen.push(await one.evaluate("update()"), await one.evaluate("item('b')"));
            for (const name of ["B", "C", "D"]) {
              await publish(name);
              seen.push(await other.evaluate("update()"));
            }
            await network({ "api/*": ["drop"] });
            seen.push(await one.evaluate("item('a')"), await one.evaluate("item('b')"), await other.evaluate("item('b')"));
            const third = await open();
            seen.push(await third.evaluate("item('a')"));
            // Nobody needs what only a closed tab had: two publications are left.
            one.send("Page.close");
            third.send("Page.close");
            for (const name of ["G", "H"]) {
              await publish(name);
              seen.push(await other.evaluate("update()"));
            }
            const hashes = "caches.open(`kairan ${new URL('api/v1/', location.href)}`).then((cache) => cache.keys())";
            await other.until(`${hashes}.then((keys) => keys.filter((key) => /[0-9a-f]{64}$/.test(key.url)).length === 8)`);
            """, box)
        #expect(
            seen == [
                "1, a 1", "b 1", "2, a 2", "3, a 3", "4, a 4", "a 1", "b 1", "b 3", "a 4", "7, a 7", "8, a 8",
            ])
    }

    /// Node.js and bundlers find the client by the name of its package. An app that is tested gives it its answers.
    @Test(.enabled(if: Node.hasBrowser)) func package() throws {
        let box = try TemporaryFolder()
        try publish(in: box)
        try generate("typescript", "node_modules/boardv1", [], in: box)
        let seen: [String] = try Node.run(
            """
            import { readFile } from "node:fs/promises";
            import { createRequire } from "node:module";
            const { Store } = await import(createRequire(`${input.folder}/app.js`).resolve("boardv1"));
            const seen = [];
            let gate = Promise.resolve();
            const store = new Store({
              address: new URL("https://board.test/api/v1/"),
              fetch: async (url) => {
                await gate;
                return new Response(await readFile(`${input.folder}/publications/A${url.pathname}`));
              },
            });
            // Whoever leaves does not end the update of others, and does not wait for it.
            const leaving = new AbortController();
            let go;
            gate = new Promise((resolve) => (go = resolve));
            const [left, stayed] = [store.update(leaving.signal), store.update()];
            leaving.abort();
            seen.push(await left.catch((error) => error.name));
            go();
            seen.push((await stayed).about.name);
            // A pause does not get longer because somebody sets the clock back.
            const asked = [];
            const busy = new Store({
              fetch: async () => asked.push(1) && new Response("", { status: 429, headers: { "Retry-After": "60" } }),
            });
            const [wall, monotonic] = [Date.now(), performance.now()];
            for (const seconds of [0, 59, 61]) {
              Date.now = () => wall - 3_600_000 + seconds * 1000;
              performance.now = () => monotonic + seconds * 1000;
              if (seconds === 0) Date.now = () => wall;
              await busy.update().catch(() => {});
            }
            seen.push(String(asked.length));
            // Nothing that is kept is looked at if the server says that nothing else is published, however many files there are.
            const kept = new Map();
            let looks = 0;
            const same = new Store({
              storage: {
                get: async (name) => (looks++, kept.get(name)),
                put: async (name, data) => (looks++, kept.set(name, data)),
                delete: async (name) => (looks++, kept.delete(name)),
                names: async () => (looks++, [...kept.keys()]),
              },
              fetch: async (url, { headers }) =>
                headers["If-None-Match"]
                  ? new Response(null, { status: 304, headers: { ETag: "A" } })
                  : new Response(await readFile(`${input.folder}/publications/A/api/v1/${url.pathname.split("/v1/")[1]}`), {
                      headers: { ETag: "A" },
                    }),
            });
            await same.update();
            looks = 0;
            await same.update();
            seen.push(String(looks));
            console.log(JSON.stringify(seen));
            """, input: ["folder": box.path])
        #expect(seen == ["AbortError", "Board", "2", "0"])
    }

    /// Runs code with a server of publication A and a browser. The code opens tabs, which have a store and names for what it
    /// does, and adds to `seen`.
    private func inBrowser(_ code: String, _ box: borrowing TemporaryFolder) throws -> [String] {
        try Node.run(
            """
            import { spawn } from "node:child_process";
            import { createInterface } from "node:readline";
            const { openBrowser } = await import(input.browser);
            const server = spawn("python3", ["-B", input.server, `${input.publications}/A`], { stdio: ["pipe", "pipe", "inherit"] });
            const lines = createInterface({ input: server.stdout })[Symbol.asyncIterator]();
            const [address, control] = [(await lines.next()).value, (await lines.next()).value];
            const order = (order) => fetch(control, { method: "POST", body: JSON.stringify(order) });
            const browser = await openBrowser();
            const open = async () => {
              const tab = await browser.page();
              await tab.goTo(`${address}page.html`);
              await tab.until("document.title === 'Board' && document.readyState === 'complete'");
              await tab.evaluate(`(async () => {
                const { Store } = await import("./client/BoardV1.js");
                globalThis.store = new Store({ address: new URL("api/v1/", location.href) });
                globalThis.item = async (id) => (await store.open()).itemsById(id).then((item) => item.title, () => "network");
                globalThis.text = async (publication) =>
                  publication ? publication.state.counter + ", " + (await publication.itemsById("a")).title : "none";
                globalThis.update = () => store.update().then(text, (failure) => failure.constructor.name);
              })()`);
              return tab;
            };
            const seen = [];
            try {
              \(code)
            } finally {
              await browser.close();
              server.kill();
            }
            console.log(JSON.stringify(seen));
            """,
            input: [
                "browser": packageFolder.appending(path: "Tests/Browser/browser.mjs").path,
                "server": packageFolder.appending(path: "Tests/Clients/server.py").path,
                "publications": box.path + "/publications",
            ])
    }

    /// Builds the publications A to H, whose counters are 1 to 8, and makes the site as it was at the first of them.
    private func publish(in box: borrowing TemporaryFolder) throws {
        let files = [
            "content/site.yml":
                "title: Board\nurl: https://t.example/board/\ntimeZone: Asia/Tokyo\nmoment: 2026-04-15\n",
            "content/states/_collection.yml": "entry: state\nfields: { counter: integer }\n",
            "content/items/_collection.yml": "entry: item\nfields: { title: text }\n",
            "templates/api/v1/_version.yml": "status: current\n",
            "templates/api/v1/about.json.yml": "data: { name: site.title }\n",
            "templates/api/v1/state.json.yml":
                "data: { first: states, required: true, value: { counter: counter } }\n",
            "templates/api/v1/board.json.yml":
                "lenient: true\ndata:\n  counter: { first: states, required: true, value: counter }\n"
                + "  items: { each: items, value: { id: id, title: title } }\n",
            "templates/api/v1/items/{id}.json.yml": "for: items\ndata: { id: id, title: title }\n",
        ]
        for (path, text) in files { try box.write(text, to: "site/" + path) }
        for id in "bcefghijkl" { try box.write("title: \(id) 1\n", to: "site/content/items/\(id).yml") }
        for (index, name) in "ABCDEFGH".enumerated() {
            let counter = index + 1
            try box.write("counter: \(counter)\n", to: "site/content/states/now.yml")
            try box.write("title: a \(counter)\n", to: "site/content/items/a.yml")
            if name == "C" {
                try box.write("title: b 3\n", to: "site/content/items/b.yml")
                try box.write("title: d 3\n", to: "site/content/items/d.yml")
                try FileManager.default.removeItem(at: box.url.appending(path: "site/content/items/c.yml"))
            }
            let accepted = ["--accept-breaking", "pathValueRemoved:v1/items/{id}", "--why", "It was sold."]
            let built = try kairan(["build", "site"] + (name == "C" ? accepted : []), in: box.url)
            try #require(built.exitCode == 0, "\(built.errors)")
            try box.lay(box.url.appending(path: "site/public"), over: "publications/\(name)")
        }
        try box.lay(box.url.appending(path: "publications/A"), over: "first/public")
    }

    /// Makes the client without and with a bundle, compiles a program for each, and returns how they are started.
    private func programs(_ language: String, in box: borrowing TemporaryFolder) async throws -> [String: [String]] {
        let source = packageFolder.appending(path: "Tests/Clients/\(language)")
        switch language {
        case "swift":
            try generate(language, "plain", [], in: box)
            try generate(language, "bundled", ["--bundle", "--name", "BundledBoard"], in: box)
            for (folder, name) in [("plain", "BoardV1"), ("bundled", "BundledBoard")] {
                try countHashes(in: "\(folder)/Sources/\(name)/Reading.swift", in: box)
            }
            for file in ["Package.swift", "Sources/Plain/main.swift", "Sources/Bundled/main.swift"] {
                let name = try #require(file.split(separator: "/").last)
                try box.write(try Data(contentsOf: source.appending(path: String(name))), to: "scenario/" + file)
            }
            try await compile(["swift", "build", "--disable-index-store", "--package-path", "scenario"], in: box)
            let built = box.path + "/scenario/.build/debug/"
            return ["plain": [built + "Plain"], "bundled": [built + "Bundled"]]
        case "kotlin":
            // There is only one code: a bundle is what lies beside it.
            try generate(language, "client", ["--bundle"], in: box)
            let libraries = ["json-android", "kotlinx-coroutines-core", "atomicfu"].map { "/usr/share/java/\($0).jar" }
                .joined(separator: ":")
            let parts = ["client/kotlin/", "client/coroutines/"].map { box.path + "/" + $0 } + [source.path + "/flow/"]
            let code = try parts.flatMap { part in
                try filesIn(URL(filePath: part)).keys.sorted().map { part + $0 }
            }
            // A program that runs for seconds need not be compiled well itself.
            let quick = ["-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC"]
            try await compile(
                ["kotlinc"] + quick.map { "-J" + $0 } + ["-cp", libraries, "-d", "out", source.path + "/Main.kt"]
                    + code,
                in: box)
            let path = "\(box.path)/out:\(libraries):/usr/share/java/kotlin-stdlib.jar"
            let command = ["java"] + quick + ["-cp", path]
            return [
                "plain": command + ["MainKt"],
                "bundled": command.dropLast() + [path + ":\(box.path)/client/resources", "MainKt"],
            ]
        default:
            var commands: [String: [String]] = [:]
            for (kind, options) in [("plain", []), ("bundled", ["--bundle"])] {
                try generate(language, kind + "/client", options, in: box)
                let main = kind + "/main.ts"
                try box.write(try Data(contentsOf: source.appending(path: "main.ts")), to: main)
                try await compile(["deno", "check", main], in: box)
                let rights = ["--allow-net=127.0.0.1", "--allow-read", "--allow-write"]
                commands[kind] = deno("\(box.path)/\(main)", allowing: rights)
            }
            return commands
        }
    }

    /// Lets the programs have a clock that a file sets, where a library can be put before that of the system.
    private func setClock(of commands: inout [String: [String]], in box: borrowing TemporaryFolder) async throws {
        guard isOnLinux else { return }
        let source = packageFolder.appending(path: "Tests/Clients/clock.c").path
        try await compile(["clang", "-Wall", "-Werror", "-shared", "-fPIC", "-o", "clock.so", source], in: box)
        let variables = ["LD_PRELOAD=\(box.path)/clock.so", "CLOCK_FILE=\(box.path)/clock"]
        commands = commands.mapValues { ["env"] + variables + $0 }
        commands["clock"] = [box.path + "/clock"]
    }

    /// Lets a client in Swift count what it hashes; the others call what a program can count itself.
    private func countHashes(in file: String, in box: borrowing TemporaryFolder) throws {
        let start = "static func sha256(_ data: Data) -> String {\n"
        let text = try String(contentsOfFile: box.path + "/" + file, encoding: .utf8)
        let counted = text.replacing(
            start, with: "nonisolated(unsafe) public static var hashes = 0\n" + start + "hashes += 1\n")
        try #require(counted != text)
        try box.write(counted, to: file)
    }

    private func generate(
        _ language: String, _ folder: String, _ options: [String], in box: borrowing TemporaryFolder
    ) throws {
        let out = box.path + "/" + folder
        try FileManager.default.createDirectory(atPath: out, withIntermediateDirectories: true)
        let run = try kairan(["client", language, "first", "--version", "v1", "--out", out] + options, in: box.url)
        try #require(run.exitCode == 0, "\(run.errors)")
    }

    private func compile(_ command: [String], in box: borrowing TemporaryFolder) async throws {
        let run = try await runAside(command, in: box.url, environment: ["DENO_NO_UPDATE_CHECK": "1"])
        let warnings = run.output.contains("warning: ") || run.errors.contains(".kt:")
        try #require(run.exitCode == 0 && !warnings, "\(run.output)\n\(run.errors)")
    }
}
