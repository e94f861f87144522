import KairanModel
import SiteTesting
import Testing

@testable import KairanContent

/// Entries that a build knows from an earlier one and makes values of when somebody asks.
struct KnownContentTests {
    private static let texts = [
        ("content/site.yml", "title: Board\nurl: https://example.org/\n"),
        (
            "content/ads/_collection.yml",
            "entry: ad\nfields: { name: text, image: image?, club: { reference?: clubs } }\nbody: markdown\n"
        ),
        ("content/ads/a.md", "---\nname: Ann\nclub: choir\n---\nSee [Bob](b.md).\n"),
        ("content/ads/b.md", "---\nname: Bob\nimage: /p.gif\n---\nHello.\n"),
        ("content/clubs/_collection.yml", "entry: club\nfields: { name: text, order: integer }\n"),
        ("content/clubs/all.csv", "id,name,order\nchoir,Choir,1\nrowing,Rowing,2\n"),
        (
            "content/clubs/more.yml",
            (3...7).map { "- { id: c\($0), name: C\($0), order: \($0) }\n" }.joined()
        ),
        ("content/clubs/single.yml", "id: chess\nname: Chess\norder: 8\n"),
    ]

    private let files: [SourceFile]
    private let declarations: Declarations
    private let read: Content

    init() throws {
        files =
            (Self.texts.map { SourceFile(path: $0, text: $1) }
            + [SourceFile(path: "content/p.gif", bytes: Self.picture)]).sorted { $0.path < $1.path }
        declarations = readDeclarations(files).value
        let read = readContent(files, declarations)
        try #require(read.diagnostics.isEmpty)
        self.read = read.value
    }

    /// One pixel.
    private static let picture: [UInt8] =
        [0x47, 0x49, 0x46, 0x38, 0x39, 0x61, 1, 0, 1, 0, 0x80, 0, 0, 0, 0, 0, 255, 255, 255]
        + [0x2C, 0, 0, 0, 0, 1, 0, 1, 0, 0, 2, 2, 0x44, 1, 0, 0x3B]

    /// The bytes of the entries of each file.
    private func knownBytes() -> [[UInt8]?] {
        files.map { file in
            let entries = Array(read.entries(inFile: file.path))
            return entries.isEmpty ? nil : read.knownBytes(entries)
        }
    }

    private func known(_ bytes: [[UInt8]?]) -> KnownSources {
        let collections = read.collections.map { collection in
            let filePositions = collection.files.flatMap { file in
                file.entries.map { _ in files.firstIndex { $0.path == file.path } ?? -1 }
            }
            return (ids: collection.entries.map(\.id), filePositions: filePositions)
        }
        return KnownSources(collections, naming: named(bytes)) { ByteReader(bytes[$0] ?? []) }
    }

    private func known() -> KnownSources { known(knownBytes()) }

    private func named(_ bytes: [[UInt8]?]) -> [[String]?] {
        zip(files, bytes).map { file, bytes in
            bytes.map { _ in read.entries(inFile: file.path).flatMap { read[$0].files } }
        }
    }

    private func position(_ path: String) throws -> Int { try #require(files.firstIndex { $0.path == path }) }

    @Test func allIsAsItWasRead() throws {
        let content = try #require(Content(declarations, files, known: known()))
        #expect(content.isKnown && !read.isKnown)
        for (known, read) in zip(content.collections, read.collections) {
            #expect(known.entries.map(\.id) == read.entries.map(\.id))
            #expect(known.entries.map(\.values) == read.entries.map(\.values))
            #expect(known.entries.map(\.places) == read.entries.map(\.places))
            #expect(known.entries.map(\.span) == read.entries.map(\.span))
            #expect(known.entries.map(\.files) == read.entries.map(\.files))
            #expect(known.positions == read.positions)
            for (one, other) in zip(known.entries, read.entries) {
                for index in other.values.indices { #expect(one.value(ofField: index) == other.values[index]) }
            }
        }
        #expect(content.usedFiles == read.usedFiles && content.pictures == read.pictures)
        #expect(Set(content.files.keys) == Set(read.files.keys))
        for file in files { #expect(content.entries(inFile: file.path).elementsEqual(read.entries(inFile: file.path))) }
        #expect(!content.isDamaged)
    }

    /// As texts, two normal forms are equal; as names of files they are not.
    @Test func filesWhoseNamesLookTheSame() {
        let names = ["content/clubs/e\u{301}.csv", "content/clubs/\u{E9}.csv"]
        let tables = zip(names, ["a", "b"]).map { SourceFile(path: $0, text: "id,name,order\n\($1),x,1\n") }
        let content = readContent(files.filter { $0.path.contains("_collection") } + tables, declarations).value
        for (name, id) in zip(names, ["a", "b"]) {
            #expect(content.entries(inFile: name).map { content[$0].id } == [id])
        }
    }

    /// Such a text is rendered once, whoever asks.
    @Test func anEntryIsMadeOnce() throws {
        let content = try #require(Content(declarations, files, known: known()))
        let ad = content.collections[0].entries[0]
        guard case .markdown(let first)? = ad.values.last, case .markdown(let second)? = ad.values.last else {
            return #expect(Bool(false), "no text")
        }
        #expect(first === second && first.rendered.links.map(\.destination) == ["b.md"])
    }

    @Test func aFileWhoseEntriesAreNotKnownIsRead() throws {
        var bytes = knownBytes()
        bytes[try position("content/clubs/more.yml")] = nil
        #expect(Content(declarations, files, known: known(bytes)) == nil)
    }

    @Test func positionsOfNoFilesSayNothing() {
        let bytes = knownBytes()
        let named = named(bytes)
        func content(_ collections: [(ids: [String], filePositions: [Int])], _ named: [[String]?]) -> Content? {
            Content(
                declarations, files, known: KnownSources(collections, naming: named) { ByteReader(bytes[$0] ?? []) })
        }
        for position in [-1, files.count] {
            #expect(content([(["a", "b"], [2, 3]), (["choir", "rowing"], [6, position])], named) == nil)
        }
        #expect(content([], named) == nil)
        #expect(content([([], []), ([], [])], named.dropLast()) == nil)
    }

    /// Only what names files is looked at before somebody asks.
    @Test func damageShowsWhenSomebodyAsks() throws {
        var bytes = knownBytes()
        bytes[try position("content/clubs/all.csv")] = [0xFF]
        let content = try #require(Content(declarations, files, known: known(bytes)))
        #expect(content.collections[1].entries[4].values.first == .text("C5") && !content.isDamaged)
        #expect(content.collections[1].entries[1].values == [.missing, .missing] && content.isDamaged)
        let again = try #require(Content(declarations, files, known: known(bytes)))
        #expect(again.collections[1].entries[0].span.line == 1 && again.isDamaged)

        // It names no file but another entry's.
        bytes[try position("content/ads/a.md")] = [0xFF]
        #expect(Content(declarations, files, known: known(bytes)) != nil)
        bytes[try position("content/ads/b.md")] = [0xFF]
        #expect(Content(declarations, files, known: known(bytes)) == nil)
    }

    /// The bytes of another file are whole, and yet not those of the entries.
    @Test func entriesOfAnotherFileAreDamage() throws {
        var bytes = knownBytes()
        try bytes.swapAt(position("content/clubs/all.csv"), position("content/clubs/more.yml"))
        for index in 0..<7 {
            let content = try #require(Content(declarations, files, known: known(bytes)))
            #expect(content.collections[1].entries[index].value(ofField: 0) == .missing && content.isDamaged)
        }
    }

    /// What cannot be made is missing, and is said.
    @Test func whatIsOfOtherDeclarationsIsDamaged() throws {
        var other = declarations
        other.collections[1].fields.append(other.collections[1].fields[0])
        let content = try #require(Content(other, files, known: known()))
        #expect(!content.isDamaged)
        #expect(content.collections[1].entries[0].values == [.missing, .missing, .missing])
        #expect(content.isDamaged)
    }
}
