import Foundation
import KairanSystem
import SiteTesting
import Testing

/// A user publishes photos that say where they were taken.
@Suite struct PictureCommandTests {
    @Test func whereTheyWereTakenStaysAtHome() throws {
        let box = try publishedPictures()
        let given = try secrets(in: box, "content") + secrets(in: box, "templates")
        let published = try secrets(in: box, "public")
        #expect(given.count == 7 && published == [], "\(given), \(published)")
        let asset = try Data(contentsOf: box.url.appending(path: "public/assets/lake.jpg"))
        #expect(asset.starts(with: [0xFF, 0xD8, 0xFF]))
    }

    /// An earlier build knows the entry and the name of its file, but not that the file is a picture.
    @Test func aFileThatBecomesAPicture() throws {
        let box = try publishedPictures()
        let scan = box.url.appending(path: "content/walks/images/scan.bin")
        let photo = try Data(contentsOf: scan)
        try Data("of no picture".utf8).write(to: scan)
        #expect(try kairan(["build"], in: box.url).exitCode == 0)
        let plain = box.url.appending(path: "public/walks/images/scan.bin")
        #expect(FileManager.default.fileExists(atPath: plain.path))
        try photo.write(to: scan)
        #expect(try kairan(["build"], in: box.url).exitCode == 0)
        #expect(!FileManager.default.fileExists(atPath: plain.path))
        #expect(try secrets(in: box, "public") == [])
    }

    /// The samples mark what is secret with words, as Exif's own tag of a place is two bytes that pixels may have too.
    private func secrets(in box: borrowing TemporaryFolder, _ folder: String) throws -> [String] {
        try filesIn(box.url.appending(path: folder)).filter { _, bytes in
            ["SECRET", "x:xmpmeta"].contains { Data(bytes).range(of: Data($0.utf8)) != nil }
        }.keys.sorted()
    }

    @Test func whatWasMadeIsKept() throws {
        let box = try publishedPictures()
        let before = try publication(box.url.appending(path: "public"))
        let folder = box.url.appending(path: ".kairan/pictures")
        let (kept, bytes) = (try publication(folder), try filesIn(folder))
        // It keeps four sizes of the lake, the colours of five pictures except the map, and that five others are whole.
        #expect(kept.count == 13)
        let names = kept.keys.sorted()
        try box.write("cut off", to: ".kairan/pictures/\(names[0])")
        try FileManager.default.removeItem(at: box.url.appending(path: ".kairan/pictures/\(names[1])"))
        try box.write("of no picture", to: ".kairan/pictures/stray")
        try FileManager.default.removeItem(at: box.url.appending(path: ".kairan/store"))
        #expect(try kairan(["build"], in: box.url).exitCode == 0)
        #expect(try publication(box.url.appending(path: "public")) == before)
        // A file that Kairan did not write stays where it is.
        let stray = ["stray": Array("of no picture".utf8)]
        #expect(try filesIn(folder) == bytes.merging(stray) { $1 })
        let now = try publication(folder)
        // The sizes of one picture are made together.
        #expect(names.count { now[$0] == kept[$0] } >= 3)
    }

    /// The warning comes even when nothing of the picture is made again.
    @Test(arguments: ["templates/assets/torn.jpg", "content/walks/images/torn.jpg"])
    func aDamagedCopyIsSaidEachTime(path: String) throws {
        let box = try publishedPictures()
        let torn = mistakesFolder.appending(path: "files/image-damaged-salt.jpg")
        try Data(contentsOf: torn).write(to: box.url.appending(path: path))
        let entry = box.url.appending(path: "content/walks/small.md")
        if path.hasPrefix("content/") {
            try (Data(contentsOf: entry) + Data("\n[torn](images/torn.jpg)\n".utf8)).write(to: entry)
        }
        let first = try kairan(["build"], in: box.url)
        #expect(first.errors.contains("[image.damaged]"), "\(first)")
        let again = try kairan(["build"], in: box.url)
        try (Data(contentsOf: entry) + Data("\nMore.\n".utf8)).write(to: entry)
        let edited = try kairan(["build"], in: box.url)
        #expect(again.errors == first.errors && edited.errors == first.errors, "\(again) \(edited)")
    }

    /// libpng itself writes warnings about an interlaced picture, and about a palette where none belongs. POSIX alone
    /// offers no way to keep these from the standard error.
    @Test(.enabled(if: !isPortableSystem)) func librariesSayNothing() throws {
        let box = try publishedPictures()
        let picture = try runPython(
            """
            import struct, sys, zlib
            def chunk(name, data):
                return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))
            rows = zlib.compress((bytes(1) + bytes(30)) * 30)
            header = struct.pack(">IIBBBBB", 30, 15, 8, 0, 0, 0, 1)
            sys.stdout.buffer.write(
                bytes([137]) + b"PNG\\r\\n" + bytes([26, 10]) + chunk(b"IHDR", header)
                + chunk(b"PLTE", bytes(6)) + chunk(b"IDAT", rows) + chunk(b"IEND", b""))
            """, input: [])
        try picture.write(to: box.url.appending(path: "content/walks/images/map.png"))
        let run = try kairan(["build"], in: box.url)
        #expect(run.errors == "" && run.exitCode == 0, "\(run.output)")
    }

    private func publishedPictures() throws -> TemporaryFolder {
        let box = try TemporaryFolder()
        try box.lay(sitesFolder.appending(path: "pictures/site"), over: ".")
        let run = try kairan(["build"], in: box.url)
        try #require(run.exitCode == 0, "\(run.output)\(run.errors)")
        return box
    }
}
