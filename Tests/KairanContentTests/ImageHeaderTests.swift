import KairanContent
import Testing

/// Whole pictures, the same with something behind their end, and the same without it.
@Suite struct ImageHeaderTests {
    struct Picture: CustomTestStringConvertible, Sendable {
        var format: ImageHeader.Format
        var bytes: [UInt8]
        var testDescription: String { format.name }
    }

    static let pictures = [
        Picture(
            format: .png,
            bytes: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
                + chunk("IHDR", [0, 0, 0, 3, 0, 0, 0, 2, 8, 2, 0, 0, 0]) + chunk("IDAT", Array("IEND".utf8))
                + chunk("IEND", [])),
        Picture(
            format: .jpeg,
            // The thumbnail in the first segment has an end of its own.
            bytes: [0xFF, 0xD8, 0xFF, 0xE1, 0, 6, 0xFF, 0xD8, 0xFF, 0xD9, 0xFF]
                + [0xFF, 0xC0, 0, 11, 8, 0, 2, 0, 3, 1, 1, 0x11, 0] + [0xFF, 0xDA, 0, 8, 1, 1, 0, 0, 63, 0]
                + [1, 0xFF, 0, 2, 0xFF, 0xD9]),
        Picture(
            format: .gif,
            bytes: Array("GIF89a".utf8) + [3, 0, 2, 0, 0x80, 0, 0] + [0, 0, 0, 0xFF, 0xFF, 0xFF]
                + [0x21, 0xF9, 4, 0, 0, 0, 0, 0] + [0x2C, 0, 0, 0, 0, 3, 0, 2, 0, 0, 2, 2, 0x3B, 0x3B, 0] + [0, 0x3B]),
        Picture(
            format: .webp,
            bytes: Array("RIFF".utf8) + [22, 0, 0, 0] + Array("WEBPVP8X".utf8) + [10, 0, 0, 0, 0, 0, 0, 0]
                + [2, 0, 0, 1, 0, 0]),
    ]

    @Test(arguments: pictures) func whole(_ picture: Picture) throws {
        for end in [[], [0, 0, 0], Array("a film".utf8)] as [[UInt8]] {
            let header = try ImageHeader(picture.bytes + end)
            #expect((header.format, header.width, header.height) == (picture.format, 3, 2))
        }
    }

    @Test(arguments: pictures) func cutOff(_ picture: Picture) {
        for count in 12..<picture.bytes.count {
            #expect(throws: ImageHeader.Mistake.cutOff, "\(count) bytes") {
                _ = try ImageHeader(Array(picture.bytes.prefix(count)))
            }
        }
    }

    @Test(arguments: pictures) func withoutASize(_ picture: Picture) {
        #expect(throws: ImageHeader.Mistake.self) { _ = try ImageHeader(Array(picture.bytes.prefix(4))) }
        #expect(throws: ImageHeader.Mistake.noPicture) { _ = try ImageHeader(picture.bytes.reversed()) }
    }

    private static func chunk(_ name: String, _ data: [UInt8]) -> [UInt8] {
        [0, 0, 0, UInt8(data.count)] + Array(name.utf8) + data + [0, 0, 0, 0]
    }
}
