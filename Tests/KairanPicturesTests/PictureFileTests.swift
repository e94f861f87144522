import KairanPictures
import Testing

/// Pictures are read whole, with something behind their end, and cut off.
@Suite struct PictureFileTests {
    struct File: CustomTestStringConvertible, Sendable {
        var format: PictureFormat
        var bytes: [UInt8]
        var testDescription: String { format.name }
    }

    static let files = [
        File(
            format: .png,
            bytes: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
                + chunk("IHDR", [0, 0, 0, 3, 0, 0, 0, 2, 8, 2, 0, 0, 0]) + chunk("IDAT", Array("IEND".utf8))
                + chunk("IEND", [])),
        File(
            format: .jpeg,
            // The thumbnail in the first segment has an end of its own.
            bytes: [0xFF, 0xD8, 0xFF, 0xE1, 0, 6, 0xFF, 0xD8, 0xFF, 0xD9, 0xFF]
                + [0xFF, 0xC0, 0, 11, 8, 0, 2, 0, 3, 1, 1, 0x11, 0] + [0xFF, 0xDA, 0, 8, 1, 1, 0, 0, 63, 0]
                + [1, 0xFF, 0, 2, 0xFF, 0xD9]),
        File(
            format: .gif,
            bytes: Array("GIF89a".utf8) + [3, 0, 2, 0, 0x80, 0, 0] + [0, 0, 0, 0xFF, 0xFF, 0xFF]
                + [0x21, 0xF9, 4, 0, 0, 0, 0, 0] + [0x2C, 0, 0, 0, 0, 3, 0, 2, 0, 0, 2, 2, 0x3B, 0x3B, 0] + [0, 0x3B]),
        File(
            format: .webp,
            bytes: Array("RIFF".utf8) + [22, 0, 0, 0] + Array("WEBPVP8X".utf8) + [10, 0, 0, 0, 0, 0, 0, 0]
                + [2, 0, 0, 1, 0, 0]),
    ]

    @Test(arguments: files) func whole(_ file: File) throws {
        for end in [[], [0, 0, 0], Array("a film".utf8)] as [[UInt8]] {
            let picture = try Picture(file.bytes + end)
            #expect((picture.format, picture.width, picture.height) == (file.format, 3, 2))
        }
    }

    @Test(arguments: files) func cutOff(_ file: File) {
        for count in 12..<file.bytes.count {
            #expect(throws: Picture.Mistake.cutOff, "\(count) bytes") {
                _ = try Picture(Array(file.bytes.prefix(count)))
            }
        }
    }

    @Test(arguments: files) func withoutASize(_ file: File) {
        #expect(throws: Picture.Mistake.self) { _ = try Picture(Array(file.bytes.prefix(4))) }
        #expect(throws: Picture.Mistake.noPicture) { _ = try Picture(file.bytes.reversed()) }
    }

    private static func chunk(_ name: String, _ data: [UInt8]) -> [UInt8] {
        [0, 0, 0, UInt8(data.count)] + Array(name.utf8) + data + [0, 0, 0, 0]
    }
}
