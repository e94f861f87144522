import KairanModel
import KairanReaders
import SiteTesting
import Testing

@testable import KairanContent

/// Entries that an earlier build read are made from stored bytes when somebody asks for them.
struct CachedContentTests {
    private static let texts = [
        ("content/site.yml", "title: Board\nurl: https://example.org/\n"),
        (
            "content/ads/_collection.yml",
            "entry: ad\nfields: { name: text, image: image?, club: { reference?: clubs }, "
                + "points: { keyed?: { of: integer, by: clubs } } }\nbody: markdown\n"
        ),
        ("content/ads/a.md", "---\nname: Ann\nclub: choir\n---\nSee [Bob](b.md).\n"),
        ("content/ads/b.md", "---\nname: Bob\nimage: /p.gif\npoints: { c3: 1 }\n---\nHello.\n"),
        (
            "content/clubs/_collection.yml",
            "entry: club\nfields: { name: text, order: integer, rooms: { entries?: rooms } }\n"
        ),
        ("content/clubs/all.csv", "id,name,order\nchoir,Choir,1\nrowing,Rowing,2\n"),
        (
            "content/clubs/more.yml",
            (3...7).map { "- { id: c\($0), name: C\($0), order: \($0) }\n" }.joined()
        ),
        (
            "content/clubs/single.yml",
            "id: chess\nname: Chess\norder: 8\nrooms: [{ key: hall, seats: 3 }, { key: nook, seats: 1 }]\n"
        ),
        ("content/rooms/_collection.yml", "parent: clubs\nid: key\nfields: { key: text, seats: integer }\n"),
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

    /// A picture of one pixel.
    private static let picture: [UInt8] =
        [0x47, 0x49, 0x46, 0x38, 0x39, 0x61, 1, 0, 1, 0, 0x80, 0, 0, 0, 0, 0, 255, 255, 255]
        + [0x2C, 0, 0, 0, 0, 1, 0, 1, 0, 0, 2, 2, 0x44, 1, 0, 0x3B]

    /// The bytes of the entries of each file.
    private func cachedBytes() -> [[UInt8]?] {
        files.map { file in
            let entries = read.allEntries(inFile: file.path)
            return entries.isEmpty ? nil : read.storedBytes(entries)
        }
    }

    private func cached(_ bytes: [[UInt8]?]) throws -> CachedContent {
        let found = try zip(files, bytes).map { file, bytes in
            try bytes.map { bytes in
                var reader = ByteReader(bytes)
                return CachedContent.File(
                    try StoredEntry.read(&reader), naming: read.allEntries(inFile: file.path).flatMap { read[$0].files }
                )
            }
        }
        return CachedContent(
            found, changedCount: found.count { $0 == nil },
            keys: read.collections.map(\.keys),
            noteDamage: { Issue.record("an entry cannot be read") })
    }

    private func content(_ bytes: [[UInt8]?]) throws -> Content {
        let content = try #require(takeOverContent(files, declarations, from: try cached(bytes)))
        #expect(content.diagnostics.isEmpty)
        return content.value
    }

    private func position(_ path: String) throws -> Int { try #require(files.firstIndex { $0.path == path }) }

    @Test func allIsAsItWasRead() throws {
        let content = try content(cachedBytes())
        #expect(content.isCached && !read.isCached)
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
        for file in files { #expect(content.allEntries(inFile: file.path) == read.allEntries(inFile: file.path)) }
        #expect(content.collections[2].entries.map(\.id) == ["chess/hall", "chess/nook"])
    }

    /// Of a table that has changed, only the rows that are new are read, and the others are as in the whole table.
    @Test func newRowsOfATable() throws {
        let table = try position("content/clubs/all.csv")
        let rows = (0..<100).map { "r\($0),\"Row, \($0)\",\($0 + 20)\n" }
        func sources(_ rows: [String]) -> [SourceFile] {
            var files = files
            files[table] = SourceFile(path: files[table].path, text: "id,name,order\n" + rows.joined())
            return files
        }
        let old = readContent(sources(rows), declarations).value
        var bytes = ByteReader(try #require(old.storedBytes(old.allEntries(inFile: files[table].path))))
        let entries = try StoredEntry.read(&bytes)
        var stored = try files.map { file in
            try old.storedBytes(old.allEntries(inFile: file.path)).map { bytes in
                var reader = ByteReader(bytes)
                return CachedContent.File(try StoredEntry.read(&reader), naming: [])
            }
        }
        stored[table] = nil
        var changed = rows
        changed[7] = "r7,New,3\n"
        let all = Set(old.collections[1].keys).count
        for (new, count) in [
            (changed, 1), (rows + ["x,New,300\n"], 1), (Array(rows.dropLast()), 0), (Array(rows.dropFirst(90)), 10),
            (Array(rows.reversed()), 100),
        ] {
            let cached = CachedContent(
                stored, tables: [table: entries], changedCount: 1, keys: old.collections.map(\.keys)
            ) { Issue.record("an entry cannot be read") }
            let content = try #require(takeOverContent(sources(new), declarations, from: cached)).value.collections[1]
            let clean = readContent(sources(new), declarations).value.collections[1]
            #expect(content.entries.map(\.id) == clean.entries.map(\.id) && content.keys == clean.keys)
            #expect(content.entries.map(\.values) == clean.entries.map(\.values))
            #expect(content.entries.map(\.places) == clean.entries.map(\.places))
            #expect(content.entries.map(\.span) == clean.entries.map(\.span))
            let isLazy = Set(content.keys).count >= all
            #expect(!isLazy || content.entries.count { !$0.isCached } == count, "\(new.count)")
        }
    }

    /// Two normal forms are equal as texts, but not as names of files.
    @Test func filesWhoseNamesLookTheSame() {
        let names = ["content/clubs/e\u{301}.csv", "content/clubs/\u{E9}.csv"]
        let tables = zip(names, ["a", "b"]).map { SourceFile(path: $0, text: "id,name,order\n\($1),x,1\n") }
        let content = readContent(files.filter { $0.path.contains("_collection") } + tables, declarations).value
        for (name, id) in zip(names, ["a", "b"]) {
            #expect(content.entries(inFile: name).map { content[$0].id } == [id])
        }
    }

    /// A text in Markdown is rendered once, however often it is asked for.
    @Test func anEntryIsMadeOnce() throws {
        let content = try content(cachedBytes())
        let ad = content.collections[0].entries[0]
        guard case .markdown(let first)? = ad.values.last, case .markdown(let second)? = ad.values.last else {
            return #expect(Bool(false), "no text")
        }
        #expect(first === second && first.rendered.links.map(\.destination) == ["b.md"])
    }

    @Test func aFileWhoseEntriesAreNotCachedIsRead() throws {
        var bytes = cachedBytes()
        bytes[try position("content/clubs/more.yml")] = nil
        let content = try content(bytes)
        #expect(content.isCached)
        #expect(
            content.collections.map { $0.entries.map(\.values) } == read.collections.map { $0.entries.map(\.values) })
    }

    /// Nothing is taken over if an entry refers to one that is gone. Reading everything shows which one does.
    @Test(arguments: [
        ("content/clubs/all.csv", "id,name,order\nrowing,Rowing,2\n"),
        ("content/clubs/more.yml", "- { id: c4, name: C4, order: 4 }\n"),
    ])
    func whatReferredToAnEntryThatIsGone(_ path: String, _ text: String) throws {
        var (files, bytes) = (files, cachedBytes())
        let changed = try position(path)
        files[changed] = SourceFile(path: path, text: text)
        bytes[changed] = nil
        #expect(takeOverContent(files, declarations, from: try cached(bytes)) == nil)
        #expect(readContent(files, declarations).diagnostics.map(\.rule.rawValue) == ["reference.unknown"])
    }

    /// If an entry is gone that no other refers to, all others are taken over at once.
    @Test func whenAnEntryIsGoneTheOthersAreMade() throws {
        var (files, bytes) = (files, cachedBytes())
        let table = try position("content/clubs/all.csv")
        files[table] = SourceFile(path: files[table].path, text: "id,name,order\nchoir,Choir,1\n")
        bytes[table] = nil
        let taken = try #require(takeOverContent(files, declarations, from: try cached(bytes)))
        let read = readContent(files, declarations)
        #expect(taken.diagnostics.isEmpty && read.diagnostics.isEmpty && !taken.value.isCached)
        for (taken, read) in zip(taken.value.collections, read.value.collections) {
            #expect(taken.entries.map(\.values) == read.entries.map(\.values))
            #expect(taken.entries.allSatisfy { !$0.isCached })
        }
        #expect(taken.value.usedFiles == read.value.usedFiles && taken.value.pictures == read.value.pictures)
    }

    /// Values that cannot be made are missing, and the damage is noted.
    @Test func whatIsOfOtherDeclarationsIsDamaged() throws {
        var other = declarations
        other.collections[1].fields.append(other.collections[1].fields[0])
        try withKnownIssue {
            let content = try #require(takeOverContent(files, other, from: try cached(cachedBytes()))).value
            #expect(content.collections[1].entries[0].values == [.missing, .missing, .missing, .missing])
        } matching: {
            $0.comments.contains("an entry cannot be read")
        }
    }
}
