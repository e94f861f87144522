import Foundation
import SiteTesting
import Testing

/// The searches of all clients find what the showcase's script finds.
@Suite(.enabled(if: Node.isAvailable)) struct SearchClientTests {
    private struct Question: Codable {
        var query: String
        /// The language of the search; nil for the one that is the same for all.
        var locale: String?
        var limit: Int
    }

    /// The title, url, label and summary of each entry, and the words that it lacks.
    private typealias Answer = [[String?]]

    private static let queries = [
        "", " 。!", "図書館", "図", "学", "が", "カラ", "ｶﾗｵｹ", "か\u{3099}", "식당", "학", "\u{1112}\u{1161}\u{11A8}", "library",
        "LIBR", "library 港", "港", "港 海", "co", "coa", "co*", "c", "cob library", "ｃｏ", "Co é", "STRASSE", "ß", "ẞ ",
        "Œ", "İ", "ı", "ΣΣ", "𠮷", "𠮷野", "𩸽 𠀋", "𝔘", "葛\u{E0100}", "ㄅ", "हिन्दी", "हि", "½", "1 2", "17", "Harbour 1",
        "harbour 12 ", "항구", "nothing like this", "constructor", "__proto__", "学生 学生食堂 library", "lib lib",
        // These letters stand beside the parts of Hangul syllables in Unicode, but are no parts.
        "\u{1100}\u{1161}\u{11A7}", "\u{1100}\u{1161}\u{11C3}", "\u{1100}\u{1176}\u{11A8}", "\u{1113}\u{1161}", "가",
        String(repeating: "a", count: 60), "x\u{0}y", "👨‍👩‍👧 library", "library\n",
    ]

    /// All are asked the same of the same two publications.
    @Test func findsTheSame() throws {
        let seed = printedSeed()
        var random = SeededNumbers(seed: seed)
        let site = try SearchedSite(&random)
        let box = try TemporaryFolder()
        let questions = questions(about: site.texts, &random)
        try site.publish(count: 2_900)
        let server = try FileServer(site.folder.path + "/public")
        let clients = try (["swift", "typescript"] + (isOnLinux ? ["kotlin"] : [])).map { language in
            try SearchingClient(language, of: site.folder.url, in: box.url.appending(path: language))
        }
        // An index that was loaded once is brought up to date with the next publication.
        for isSecond in [false, true] {
            if isSecond { try site.publish(count: 3_000) }
            let expected = try answersOfScript(to: questions, in: site.folder.path + "/public/api/v1")
            #expect(expected.count { !$0.isEmpty } > 60)
            for client in clients {
                let answers: [Answer] = try client.answers(to: questions, server.address + "api/v1/")
                #expect(answers.count == expected.count)
                for (question, (answer, expected)) in zip(questions, zip(answers, expected)) where answer != expected {
                    let (titles, theirs) = (answer.map { $0[0] ?? "" }, expected.map { $0[0] ?? "" })
                    Issue.record("seed \(seed), \(client.language), \(question): \(titles), and not \(theirs)")
                }
            }
        }
    }

    private func questions(about texts: [String], _ random: inout SeededNumbers) -> [Question] {
        let pieces = (0..<100).map { _ in
            let letters = Array((texts.randomElement(using: &random) ?? "").unicodeScalars)
            let start = Int.random(in: letters.indices, using: &random)
            let end = min(letters.count, start + Int.random(in: 1...12, using: &random))
            return String(String.UnicodeScalarView(letters[start..<end]))
        }
        return (Self.queries + pieces).flatMap { query in
            [nil, ["ja", "en", "ko", "xx"].randomElement(using: &random)].map {
                Question(query: query, locale: $0, limit: [0, 1, 20, 5_000].randomElement(using: &random) ?? 20)
            }
        }
    }

    private func answersOfScript(to questions: [Question], in version: String) throws -> [Answer] {
        try Node.run(
            """
            import { existsSync } from "node:fs";
            const { openIndex } = await asset("search-index.js");
            const load = async (address) =>
              JSON.parse(readFileSync("\(version)" + new URL(address).pathname, "utf8"));
            const indexes = new Map();
            const heads = [undefined, "ja", "en", "ko"].map((locale) => locale ? `/${locale}/find` : "/search");
            for (const head of heads) indexes.set(head, openIndex(`http://host${head}/index.json`, load));
            for (const head of heads) {
              const { common, deep } = await load(`http://host${head}/index.json`);
              if (!common.terms.length || !deep.length) throw new Error(`${head} is too small`);
            }
            const answers = [];
            for (const { query, locale, limit } of input) {
              const index = indexes.get(locale ? `/${locale}/find` : "/search");
              const found = await index?.find(query) ?? [];
              const entries = found.length ? await index.entries(found.slice(0, limit)) : [];
              answers.push(entries.map((entry) =>
                [...["title", "url", "label", "summary"].map((key) => entry[key] ?? null), entry.missing.join(" ")]));
            }
            console.log(JSON.stringify(answers));
            """, input: questions)
    }
}

/// A program that searches with a client. What it loads is kept between its runs.
private struct SearchingClient {
    let language: String
    private let folder: URL
    private let command: [String]

    init(_ language: String, of site: URL, in folder: URL) throws {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let made = try kairan(
            ["client", language, site.path, "--version", "v1", "--out", folder.path + "/client"])
        try #require(made.exitCode == 0, "\(made.errors)")
        var sources = try filesIn(folder).keys.sorted()
        switch language {
        case "swift":
            try Data(Self.swift.utf8).write(to: folder.appending(path: "main.swift"))
            sources = ["main.swift"] + sources.filter { $0.hasPrefix("client/Sources/") && $0.hasSuffix(".swift") }
            let options = ["-swift-version", "6", "-warnings-as-errors", "-O", "-wmo", "-o", "searching"]
            try Self.run(["swiftc"] + options + sources, in: folder)
            command = ["./searching"]
        case "kotlin":
            try Data(Self.kotlin.utf8).write(to: folder.appending(path: "Main.kt"))
            sources = ["Main.kt"] + sources.filter { $0.hasPrefix("client/kotlin/") }
            let json = "/usr/share/java/json-android.jar"
            let quick = ["-J-XX:TieredStopAtLevel=1", "-J-XX:+UseSerialGC"]
            try Self.run(["kotlinc"] + quick + ["-cp", json, "-d", "out"] + sources, in: folder)
            command =
                ["java"] + quick.map { String($0.dropFirst(2)) } + [
                    "-cp", "out:\(json):/usr/share/java/kotlin-stdlib.jar", "boardv1.MainKt",
                ]
        default:
            try Data(Self.script.utf8).write(to: folder.appending(path: "main.js"))
            try Data("{ \"type\": \"module\" }".utf8).write(to: folder.appending(path: "package.json"))
            command = ["node", "main.js"]
        }
        (self.language, self.folder) = (language, folder)
    }

    func answers<Question: Encodable, Answer: Decodable>(to questions: [Question], _ address: String) throws -> [Answer]
    {
        try JSONEncoder().encode(questions).write(to: folder.appending(path: "questions.json"))
        try Self.run(command + [address], in: folder)
        let answers = try Data(contentsOf: folder.appending(path: "answers.json"))
        return try JSONDecoder().decode([Answer].self, from: answers)
    }

    private static func run(_ command: [String], in folder: URL) throws {
        let run = try SiteTesting.run(URL(filePath: "/usr/bin/env"), command, in: folder)
        #expect(run.exitCode == 0, "\(command[0]): \(run.output)\(run.errors)")
    }

    private static let swift = """
        import Foundation

        struct Question: Decodable {
            let query: String
            let locale: String?
            let limit: Int
        }

        let questions = try JSONDecoder().decode(
            [Question].self, from: Data(contentsOf: URL(fileURLWithPath: "questions.json")))
        let address = URL(string: CommandLine.arguments[1])!
        let store = BoardV1.Store(folder: URL(fileURLWithPath: "kept"), address: address)
        let publication = try await store.update()
        var answers: [[[String?]]] = []
        for question in questions {
            let (query, limit) = (question.query, question.limit)
            let found =
                if let locale = question.locale {
                    try await publication.searchFind(query, locale: locale, limit: limit)
                } else {
                    try await publication.search(query, limit: limit)
                }
            answers.append(found.map { [$0.title, $0.url, $0.label, $0.summary, $0.missing.joined(separator: " ")] })
        }
        try JSONEncoder().encode(answers).write(to: URL(fileURLWithPath: "answers.json"))
        """

    private static let kotlin = """
        package boardv1

        import java.io.File
        import java.net.URI
        import org.json.JSONArray

        fun main(arguments: Array<String>) {
            val publication = Store(File("kept"), URI(arguments[0])).update()
            val questions = JSONArray(File("questions.json").readText())
            val answers = List(questions.length()) { questions.getJSONObject(it) }.map { question ->
                val query = question.getString("query")
                val limit = question.getInt("limit")
                val found =
                    if (question.isNull("locale")) publication.search(query, limit)
                    else publication.searchFind(query, question.getString("locale"), limit)
                JSONArray(found.map { JSONArray(listOf(it.title, it.url, it.label, it.summary, it.missing.joinToString(" "))) })
            }
            File("answers.json").writeText(JSONArray(answers).toString())
        }
        """

    private static let script = """
        import { mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
        import process from "node:process";
        import { Store } from "./client/BoardV1.js";

        await mkdir("kept", { recursive: true });
        const storage = {
          get: async (name) => (await readdir("kept")).includes(name) ? new Uint8Array(await readFile(`kept/${name}`)) : undefined,
          put: (name, data) => writeFile(`kept/${name}`, data),
          delete: (name) => rm(`kept/${name}`),
          names: () => readdir("kept"),
        };
        const publication = await new Store({ address: new URL(process.argv[2]), storage }).update();
        const answers = [];
        for (const { query, locale, limit } of JSON.parse(await readFile("questions.json", "utf8"))) {
          const found = locale
            ? await publication.searchFind(query, locale, limit) : await publication.search(query, limit);
          answers.push(found.map((one) => [one.title, one.url, one.label, one.summary, one.missing.join(" ")]));
        }
        await writeFile("answers.json", JSON.stringify(answers));
        """
}
