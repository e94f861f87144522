import Foundation
import KairanReaders
import SiteTesting
import Testing

@testable import KairanContracts

/// Mistakes in files that no repository should hold: the tests make them, laid over the site without mistakes.
@Suite struct MistakeFileTests {
    struct Bytes: CustomTestStringConvertible, Sendable {
        /// The case of a text in `Tests/Sites/mistakes` that says what is reported.
        var name: String
        var path: String
        var bytes: [UInt8]
        var testDescription: String { name }

        init(_ name: String, _ path: String, _ parts: [UInt8]...) {
            (self.name, self.path, bytes) = (name, path, Array(parts.joined()))
        }
    }

    private static let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]

    static let files = [
        Bytes("bytes-bom-json", "content/clubs/go.json", byteOrderMark, text("{ \"name\": \"Go\" }\n")),
        Bytes("bytes-bom-markdown", "content/ads/spring.md", byteOrderMark, text("---\nnumber: 1\n---\n")),
        Bytes("bytes-bom-site", "content/site.yml", byteOrderMark, text("title: Board\n")),
        Bytes("bytes-bom-template", "templates/api/v1/ads.json.yml", byteOrderMark, text("data: site.title\n")),
        Bytes("bytes-utf8-json", "content/clubs/go.json", text("{ \"name\": \""), [0xE3, 0x81], text("\" }\n")),
        Bytes("bytes-utf8-markdown", "content/ads/spring.md", text("---\nclient: caf"), [0xE9, 0x0A]),
        Bytes("bytes-utf8-csv", "content/clubs/all.csv", text("id,name\ntennis,"), [0x83, 0x65, 0x83, 0x6A, 0x0A]),
        Bytes("bytes-utf8-template", "templates/index.html.mustache", text("<p>caf"), [0xE9, 0x0A]),
        Bytes("bytes-utf16", "content/clubs/go.json", [0xFF, 0xFE, 0x7B, 0x00, 0x7D, 0x00]),
        Bytes("bytes-zero", "content/clubs/chess.yml", text("name: Che"), [0x00], text("ss\n")),
        Bytes("bytes-control-markdown", "content/ads/spring.md", spring, text("Fresh "), [0x1B], text("[31mbread\n")),
        Bytes("bytes-control-csv", "content/clubs/all.csv", text("id,name\ntennis,Ten"), [0xC2, 0x9B], text("nis\n")),
        Bytes("bytes-control-template", "templates/index.html.mustache", text("<p>a"), [0x7F], text("b</p>\n")),
        Bytes("bytes-50-megabytes", "content/ads/spring.md", [UInt8](repeating: UInt8(ascii: "a"), count: 50_000_000)),
        Bytes(
            "bytes-nested-quotes", "content/ads/spring.md", spring, [UInt8](repeating: UInt8(ascii: ">"), count: 20_000)
        ),
        Bytes(
            "bytes-nested-lists", "content/ads/spring.md", spring,
            Array(repeating: text("- "), count: 20_000).flatMap { $0 }),
        Bytes("bytes-nested-json", "content/clubs/go.json", [UInt8](repeating: UInt8(ascii: "["), count: 100_000)),
        Bytes("bytes-nested-yaml", "content/clubs/chess.yml", [UInt8](repeating: UInt8(ascii: "["), count: 100_000)),
        Bytes(
            "bytes-nested-toml", "content/clubs/chess.toml", text("name = "),
            [UInt8](repeating: UInt8(ascii: "["), count: 100_000)),
    ]

    private static let spring = text(
        """
        ---
        { number: 1, client: A, kind: pr, image: images/bread.png, target: /, shown: always }
        ---

        """)

    private static func text(_ text: String) -> [UInt8] { Array(text.utf8) }

    @Test(arguments: files) func report(_ mistake: Bytes) throws {
        let box = try MistakeBox()
        try box.folder.write(Data(mistake.bytes), to: "site/\(mistake.path)")
        try box.expectReport(mistake.name)
    }

    /// An archive from another system may unpack such a name. Strings that look the same are equal; addresses are not.
    @Test func aNameOfOtherLettersThatLookTheSame() throws {
        let (name, decomposed) = ("ガイド", "カ\u{3099}イト\u{3099}")
        let box = try MistakeBox()
        try box.folder.write("<p>\n", to: "site/templates/\(decomposed)/index.html")
        try box.folder.write(
            "---\nversion: 3.9\npublished: 2026-03-01\n---\n[Guide](/\(name)/)\n", to: "site/content/terms/3.9.md")
        try box.folder.write(
            "---\nfor: terms\n---\n{{{body.html}}}<a href=\"/\(name)/\">Guide</a>\n<a href=\"/\(decomposed)/\">Right</a>\n",
            to: "site/templates/terms/{version}.html.mustache")
        try box.expectReport("link-other-letters")
    }

    @Test func symbolicLinksOutOfTheSite() throws {
        let box = try MistakeBox()
        try box.folder.write("secret", to: "secret.md")
        try box.link("content/ads/passwords.txt", to: "/etc/passwd")
        try box.link("content/ads/secret.md", to: "../../../secret.md")
        try box.link("content/everything", to: "/")
        try box.link("content/nothing.md", to: "nowhere")
        try box.link("content/teams", to: "clubs")
        try box.link("templates/assets", to: "../../public")
        // A clone brings such links, and what they lead to is the reader's own.
        try box.folder.write("secret", to: "site/.env")
        try box.folder.write("secret", to: "site/.git/config")
        try box.folder.write("secret", to: "site/.kairan/trash/note.md")
        try box.folder.write("secret", to: "site/shared/.keys/key.txt")
        try box.folder.write("secret", to: "site/public/draft.txt")
        try box.link("content/env.txt", to: "../.env")
        try box.link("templates/config.txt", to: "../.git/config")
        try box.link("templates/note.txt", to: "../.kairan/trash/note.md")
        try box.link("templates/key.txt", to: "../shared/.keys/key.txt")
        try box.link("templates/draft.txt", to: "../public/draft.txt")
        try box.link("way", to: ".git/config")
        try box.link("templates/way.txt", to: "../way")
        try box.expectReport("symbolic-links-out")
        let files = try filesIn(URL(filePath: box.output)).values
        #expect(!files.contains { String(decoding: $0, as: UTF8.self).contains("secret") })
    }

    /// A link must not pass what it may not lead to, though it comes back from there, alone or by other links.
    @Test(arguments: [
        ("../shared/.hidden/x/../../a.txt", "to the hidden name '.hidden'"),
        ("../shared/first", "to the hidden name '.git'"),
        ("../shared/over", "to the hidden name '.hidden'"),
        ("../shared/back", "to what was published"),
        ("../templates/.git-keep/a.txt", "to the hidden name '.git-keep'"),
        ("../shared/\u{308}d/.hidden/a.txt", "to the hidden name '.hidden'"),
        ("../www/a.txt", "to what was published"),
    ])
    func symbolicLinksThroughNames(_ target: String, _ fault: String) throws {
        let box = try MistakeBox()
        for path in ["shared/.hidden/x/b.txt", "shared/a.txt", ".git/config", "public/x/b.txt", "a.txt", "www/a.txt"] {
            try box.folder.write("text", to: "site/\(path)")
        }
        for path in ["templates/.git-keep/a.txt", "shared/\u{308}d/.hidden/a.txt"] {
            try box.folder.write("text", to: "site/\(path)")
        }
        try box.link("shared/first", to: "second")
        try box.link("shared/second", to: "../third")
        try box.link("third", to: "./.git/config")
        try box.link("shared/over", to: "folder/../a.txt")
        try box.link("shared/folder", to: ".hidden/x/..")
        try box.link("shared/back", to: "../public/x/../../a.txt")
        try box.link("templates/link.txt", to: target)
        let run = try kairan(
            ["build", "--out", "www", "--first-publication"], in: URL(filePath: box.folder.path + "/site"))
        #expect(run.exitCode == 1, "\(run)")
        #expect(
            run.errors.contains("templates/link.txt:1:1: error: this symbolic link leads \(fault) [path.symlink]\n"))
    }

    /// What would be published by its own name may be by another one too.
    @Test(arguments: [
        ("templates/link.txt", ".well-known/a.txt"), ("templates/.well-known/b.txt", "a.txt"),
        ("content/ads/a.txt", "../../templates/.well-known/a.txt"), ("templates/deep/link.txt", "../.well-known/a.txt"),
    ])
    func symbolicLinksToTheWellKnown(_ link: String, _ target: String) throws {
        let box = try MistakeBox()
        for path in [".well-known/a.txt", "deep/a.txt"] {
            try box.folder.write("text", to: "site/templates/\(path)")
        }
        try box.link(link, to: target)
        let run = try box.build()
        #expect(!run.errors.contains("path.symlink"), "\(run.errors)")
    }

    @Test func aSymbolicLinkWithinTheSiteIsRead() throws {
        let box = try MistakeBox()
        try box.folder.write("{ \"name\": \"Shogi\" }", to: "site/shared/shogi.json")
        try box.link("content/clubs/shogi.json", to: "../../shared/shogi.json")
        let run = try box.build()
        #expect(run.exitCode == 0 && run.errors == "", "\(run.errors)")
        #expect(try filesIn(URL(filePath: box.output)).keys.contains("clubs/shogi/index.html"))
    }

    /// A folder of sources itself could lead to `.git`, all of which would be published.
    @Test(arguments: ["content", "templates"]) func aFolderOfSourcesThatIsALink(_ name: String) throws {
        let box = try MistakeBox()
        let folder = "\(box.folder.path)/site/\(name)"
        try FileManager.default.moveItem(atPath: folder, toPath: "\(box.folder.path)/site/moved")
        try box.link(name, to: "moved")
        let run = try box.build()
        #expect(run.exitCode == 1)
        #expect(
            run.errors.contains("\(name):1:1: error: this symbolic link leads to a folder [path.symlink]\n"),
            "\(run.errors)")
    }

    @Test func namesThatAreNotText() throws {
        let box = try MistakeBox()
        let content = Array("\(box.folder.path)/site/content/ads/".utf8)
        for name in [[0x83, 0x65] + Self.text(".md"), [0x1B] + Self.text("[31m.png")] {
            try Data(Self.spring).write(to: URL(filePath: box.folder.path + "/moved"))
            let path = (content + name + [0]).map { CChar(bitPattern: $0) }
            unsafe #expect(rename(box.folder.path + "/moved", path) == 0)
        }
        for name in ["templates/caf".utf8 + [0xE9], "content/".utf8 + [0xCC, 0x81, 0x78]] {
            let folder = ("\(box.folder.path)/site/".utf8 + name + [0]).map { CChar(bitPattern: $0) }
            unsafe #expect(mkdir(folder, 0o700) == 0)
        }
        try box.expectReport("names-that-are-not-text")
    }

    @Test func namesThatLookTheSame() throws {
        let box = try MistakeBox()
        for (name, id) in [("caf\u{E9}", "chess"), ("cafe\u{301}", "shogi")] {
            try box.folder.write("id,name\n\(id),Games\n", to: "site/content/clubs/\(name).csv")
            try box.folder.write("A text.\n", to: "site/templates/\(name)/\(id).txt")
        }
        try box.expectReport("names-that-look-the-same")
    }

    @Test func aPipeIsNotWaitedFor() throws {
        let box = try MistakeBox()
        unsafe #expect(mkfifo(box.folder.path + "/site/content/ads/pipe.md", 0o600) == 0)
        try box.expectReport("special-file")
    }
}

extension MistakeBox {
    func link(_ path: String, to destination: String) throws {
        try FileManager.default.createSymbolicLink(
            atPath: "\(folder.path)/site/\(path)", withDestinationPath: destination)
    }

    /// Builds, and expects the report of a case in `Tests/Sites/mistakes`, exit code 1 and the publication as it was.
    func expectReport(_ name: String) throws {
        let before = try publication()
        let run = try build()
        let difference = try mistakeCase(name).difference(to: run.errors)
        #expect(difference == nil, "\(difference ?? "")")
        #expect(run.exitCode == 1)
        #expect(run.output == "")
        #expect(try publication() == before)
    }
}
