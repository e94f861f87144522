import KairanModel
import SiteTesting
import Testing

@testable import KairanDesk

/// Files of strangers are read for what they say of people and places.
@Suite struct ToldMetadataTests {
    private static func box(_ name: String, _ content: [UInt8]) -> [UInt8] {
        let size = UInt32(content.count + 8)
        return [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: size >> $0) } + Array(name.utf8) + content
    }

    /// An iPhone names the values in one box, and has them in the next one.
    private static let phone: [UInt8] = {
        let names = ["com.apple.quicktime.location.ISO6709", "com.apple.quicktime.model"]
        let keys: [UInt8] = [0, 0, 0, 0, 0, 0, 0, 2] + names.flatMap { box("mdta", Array($0.utf8)) }
        let values: [UInt8] = ["+35.6762+139.6503+040/", "iPhone 12"].flatMap { value in
            box("item", box("data", [0, 0, 0, 1, 0, 0, 0, 0] + Array(value.utf8)))
        }
        return box("moov", box("meta", box("keys", keys) + box("ilst", values)))
    }()

    @Test func phones() {
        let told = ToldMetadata(of: Self.phone, ending: "mp4")
        #expect(told.words == [.place: "+35.6762+139.6503+040/", .device: "iPhone 12"])
    }

    /// Damaged files end no program, and no text is longer than a person reads.
    @Test func damaged() {
        var random = SeededNumbers(seed: printedSeed())
        let pdf = Array(#"%PDF-1.4 /Author (Kim \(H\151.)) /Title <FEFF30C530EF> <dc:title><rdf:li>A</rdf:li>"#.utf8)
        for _ in 0..<4000 {
            let isFilm = Bool.random(using: &random)
            var bytes = isFilm ? Self.phone : pdf
            for _ in 0..<Int.random(in: 1...6, using: &random) {
                let place = Int.random(in: bytes.indices, using: &random)
                switch Int.random(in: 0..<4, using: &random) {
                case 0: bytes[place] = .random(in: 0...255, using: &random)
                case 1: bytes[place] = [0, 1, 0xFF].randomElement(using: &random) ?? 0
                case 2: bytes.insert(.random(in: 0...255, using: &random), at: place)
                default: bytes.removeSubrange(place..<min(bytes.count - 1, place + 9))
                }
            }
            let told = ToldMetadata(of: bytes, ending: isFilm ? "mp4" : "pdf")
            #expect(told.words.values.allSatisfy { !$0.isEmpty && $0.count <= 80 })
        }
    }
}
