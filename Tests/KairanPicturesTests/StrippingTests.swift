import Foundation
import KairanPictures
import SiteTesting
import Testing

/// Pillow, which made the pictures, finds the same pixels in the stripped ones, and nothing else.
@Suite struct StrippingTests {
    @Test(.enabled(if: MadeUpPictures.isAvailable)) func pixelsAndNothingElse() throws {
        let folder = try TemporaryFolder()
        try MadeUpPictures.make(in: folder.url, seed: printedSeed())
        var sizes = ""
        for (name, bytes) in try filesIn(folder.url).sorted(by: { $0.key < $1.key }) {
            let picture = try Picture(bytes)
            #expect(picture.bytes.count < bytes.count)
            #expect(try Picture(picture.bytes).bytes == picture.bytes, "\(name) is not stripped at once")
            try folder.write(Data(picture.bytes), to: "stripped/\(name)")
            var small = "-"
            if picture.canShrink, picture.width > 2 {
                small = "small/\(name)"
                let width = (picture.width + 1) / 2
                let made = try picture.shrunk(to: [width])[0]
                #expect(try Picture(made).width == width)
                try folder.write(Data(made), to: small)
            }
            sizes += "\(name) \(picture.width) \(picture.height) \(try picture.dominantColor()) \(small)\n"
        }
        try folder.write(sizes, to: "sizes")
        let faults = try MadeUpPictures.judge(in: folder.url)
        #expect(faults.isEmpty, "\(faults)")
    }

    /// Damaged bytes are either read or refused as a mistake, but they never end the program. Any other error fails
    /// the test.
    @Test(.enabled(if: MadeUpPictures.isAvailable)) func damaged() throws {
        let folder = try TemporaryFolder()
        let seed = printedSeed()
        try MadeUpPictures.make(in: folder.url, seed: seed)
        var numbers = SeededNumbers(seed: seed)
        for (_, bytes) in try filesIn(folder.url).sorted(by: { $0.key < $1.key }) {
            for _ in 0..<40 {
                var damaged = bytes
                for _ in 0..<Int.random(in: 1...6, using: &numbers) {
                    let place = Int.random(in: 0..<min(damaged.count, 400), using: &numbers)
                    damaged[place] = UInt8.random(in: 0...255, using: &numbers)
                }
                if Bool.random(using: &numbers) {
                    damaged.removeLast(Int.random(in: 0..<damaged.count / 2, using: &numbers))
                }
                do {
                    let picture = try Picture(damaged)
                    guard picture.width * picture.height < 100_000 else { continue }
                    _ = try picture.dominantColor()
                    if picture.canShrink { _ = try picture.shrunk(to: [max(1, picture.width / 2)]) }
                } catch is Picture.Mistake {
                } catch is DamagedPicture {}
            }
        }
    }
}
