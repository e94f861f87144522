import KairanModel
import SiteTesting
import Testing

@testable import KairanFormats

/// These tests look at the files of a search without a client.
@Suite struct SearchFileTests {
    @Test func aSmallSearch() throws {
        let files = SearchFiles([["図書館", "図書館と本"], ["Library", "a library"]]).files
        #expect(
            text(files["terms-0.json"]) == """
                {
                "a":[13],
                "library":[18],
                "と本":[3],
                "図書":[8],
                "書館":[8],
                "本":[3],
                "館":[5],
                "館と":[3]
                }

                """)
        #expect(
            text(files["entries-0.json"]) == """
                [
                {"title":"図書館","url":"/0/"},
                {"title":"Library","url":"/1/"}
                ]

                """)
        let head = text(files["index.json"])
        #expect(head.hasPrefix("{\"format\":1,\"version\":\""))
        #expect(
            head.hasSuffix(
                """
                ","entries":{"count":2,"perFile":16,"file":"entries-#.json"},"terms":{"files":1,"file":"terms-#.json"},\
                "common":{"file":"common-#.json","terms":[]},"deep":[]}

                """))
    }

    @Test func nothingToFind() {
        let files = SearchFiles([]).files
        #expect(Set(files.keys) == ["index.json", "terms-0.json"])
        #expect(text(files["terms-0.json"]) == "{}\n")
    }

    /// The shares are read on all processors; how many entries each has makes no difference.
    @Test func theSharesMakeNoDifference() {
        var random = SeededNumbers(seed: printedSeed())
        let entries = (0..<200).map { _ in [MadeUpText(&random).text, MadeUpText(&random).text] }
        let files = SearchFiles(entries).files
        for size in [1, 7, 1_000] { #expect(SearchFiles(entries, share: size).files == files) }
    }

    @Test func anotherEntryIsAnotherVersion() {
        let heads = [[["a", "b"]], [["b", "a"]], [["a", "b", "c"]], [["a", "b"], ["a", "b"]], [["ab", ""]]].map {
            text(SearchFiles($0).files["index.json"])
        }
        #expect(Set(heads).count == heads.count)
    }

    /// However many entries there are, only the files of terms that very many entries share are large.
    @Test(arguments: [100, 1_000, 4_000]) func filesAreSmall(count: Int) throws {
        var random = SeededNumbers(seed: printedSeed())
        let files = SearchFiles((0..<count).map { _ in ["-", longText(&random)] })
        let sizes = files.index.files.indices.map { files.files["terms-\($0).json"]?.count ?? 0 }
        let total = sizes.reduce(0, +)
        #expect(total <= sizes.count * SearchLimits.meanFileSize + sizes.count * 4)
        #expect(sizes.count == 1 || total > sizes.count * SearchLimits.meanFileSize / 2)
        #expect(sizes.max() ?? 0 < 4 * SearchLimits.meanFileSize, "\(sizes)")
        for number in files.index.common.indices {
            // Each entry adds at most a number of four digits and a comma.
            #expect(files.files["common-\(number).json"]?.count ?? 0 <= count * 5 + 3)
        }
        let listed = files.index.files.joined().count + files.index.common.count
        #expect(listed == files.index.postings.terms.count)
        #expect(files.files["index.json"]?.count ?? 0 < 12_000)
    }

    @Test func theHashIsThePublishedOne() {
        // FNV-1a's own test vectors are 0xBF9CF968 for "foobar" and 0xE40C292C for "a".
        #expect(searchPart(of: "foobar", among: 1 << 16) == 0xF968 ^ 0xBF9C)
        #expect(searchPart(of: "a", among: 1 << 16) == 0x292C ^ 0xE40C)
    }

    /// Makes a text in which few words are frequent and many are rare, as in any language.
    private func longText(_ random: inout SeededNumbers) -> String {
        (0..<60).map { _ in
            let rank = Int(1 / Double.random(in: 0.0002...1, using: &random))
            let letters = Array("いんしかとうのたすくりなまてこきはさっせよ大学生日本人年会出入口図書館音楽部活動時間案内".unicodeScalars)
            if rank % 3 == 0 { return "word\(rank)" }
            return String(
                String.UnicodeScalarView([
                    letters[rank % letters.count], letters[rank / 7 % letters.count], letters[rank / 3 % 19],
                ]))
        }.joined(separator: Bool.random(using: &random) ? "" : " ")
    }

    private func text(_ bytes: [UInt8]?) -> String { String(decoding: bytes ?? [], as: UTF8.self) }
}
