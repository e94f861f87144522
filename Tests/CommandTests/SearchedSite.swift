import Foundation
import SiteTesting
import Testing

/// A site in three languages whose API has two searches, one of them for each language. Its entries are so many that
/// terms are common and keys deep.
struct SearchedSite: ~Copyable {
    let folder: TemporaryFolder
    /// The words by which the entries are found.
    let texts: [String]

    init(_ random: inout SeededNumbers) throws {
        let folder = try TemporaryFolder()
        for (path, text) in Self.files { try folder.write(text, to: path) }
        texts = (0..<3_000).map { _ in Self.text(&random) }
        self.folder = folder
    }

    /// Publishes the first entries.
    func publish(count: Int) throws {
        let rows = texts.prefix(count).enumerated().map { number, text in
            let words = text.split(separator: " ").prefix(2).joined(separator: " ")
            let link = number.isMultiple(of: 3) ? "" : "https://other.example/\(number)"
            return [
                "n\(number)", "港 \(number) \(words)", "Harbour \(number) \(words)", "항구 \(number) \(words)", text,
                ["sea", "town", ""][number % 3], link,
            ]
        }
        let lines = ([["id", "title.ja", "title.en", "title.ko", "text", "kind", "link"]] + rows).map { row in
            row.map { "\"" + $0.replacing("\"", with: "\"\"") + "\"" }.joined(separator: ",") + "\n"
        }
        try folder.write(lines.joined(), to: "content/notes/all.csv")
        let built = try kairan(["build", "--first-publication"], in: folder.url)
        try #require(built.exitCode == 0, "\(built.errors.prefix(1000))")
    }

    private static let files = [
        "content/site.yml":
            "title: T\nurl: https://t.example/\nmoment: 2026-04-15\nlocales: { ja: 日本語, en: English, ko: 한국어 }\n",
        "content/notes/_collection.yml": """
        fields:
          title: { text: { localized: true } }
          text: text
          kind: { choice?: { sea: { ja: 海, en: Sea, ko: 바다 }, town: { ja: 町, en: Town, ko: 마을 } } }
          link: url?

        """,
        "templates/api/v1/_version.yml": "status: current\n",
        "templates/api/v1/about.json.yml": "data: { title: site.title }\n",
        "templates/api/v1/{locale}/{id}.json.yml": "for: { each: notes, where: { id: n1 } }\ndata: { title: title }\n",
        "templates/api/v1/search/{part}.json.yml": search,
        "templates/api/v1/{locale}/find/{part}.json.yml": search,
    ]

    private static let search = """
        search:
          - { each: notes, title: title, url?: link, label: "{kind.label}", description: text, text: [title, text] }

        """

    private static func text(_ random: inout SeededNumbers) -> String {
        (0..<Int.random(in: 2...9, using: &random)).map { _ in word(&random) }.joined(separator: " ")
    }

    private static func word(_ random: inout SeededNumbers) -> String {
        func letters(_ all: String, _ count: ClosedRange<Int>) -> String {
            String((0..<Int.random(in: count, using: &random)).compactMap { _ in all.randomElement(using: &random) })
        }
        switch Int.random(in: 0..<8, using: &random) {
        case 0: return letters("図書館開時間学生食堂音楽部活動日本語", 1...6)
        // Many different pairs start with the same letter.
        case 1: return "学" + letters(String(String.UnicodeScalarView(kanji)), 1...1) + letters("のはをがカラオケｶﾞヴー々", 0...5)
        case 2: return letters("학생식당안내컴퓨터가", 1...5)
        case 3: return "co" + letters("abcdefghijklmnopqrstuvwxyzé", 1...4)
        case 4: return "library"
        case 5: return letters("ÅßŒøŁđıİΣςæẞﬁÜ", 1...4) + letters("abc", 0...2)
        case 6: return letters("𠮷𠀋𩸽野家𝔘葛\u{E0100}ㄅ", 1...4)
        default:
            return letters("0123456789½²हिन्दी", 1...5) + ["", "。", "-x", "®", "!"][Int.random(in: 0..<5, using: &random)]
        }
    }

    private static let kanji = (UInt32(0x4E00)..<0x5200).compactMap(Unicode.Scalar.init)
}

/// Serves a folder on a port of this machine for as long as the value lives. It also ends with the tests, because its
/// input does then.
struct FileServer: ~Copyable {
    private let process = Process()
    private let input = Pipe()
    let address: String

    init(_ folder: String) throws {
        let output = Pipe()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = ["python3", "-c", Self.script, folder]
        (process.standardInput, process.standardOutput) = (input, output)
        process.standardError = FileHandle.nullDevice
        try process.start()
        let port = String(decoding: output.fileHandleForReading.availableData, as: UTF8.self)
        address = "http://127.0.0.1:\(port.filter(\.isNumber))/"
    }

    deinit { process.terminate() }

    private static let script = """
        import functools, http.server, sys, threading
        handler = functools.partial(http.server.SimpleHTTPRequestHandler, directory=sys.argv[1])
        # Of more connections at once than five, some would otherwise wait for seconds.
        http.server.ThreadingHTTPServer.request_queue_size = 128
        server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler)
        threading.Thread(target=server.serve_forever, daemon=True).start()
        print(server.server_port, flush=True)
        sys.stdin.read()
        """
}
