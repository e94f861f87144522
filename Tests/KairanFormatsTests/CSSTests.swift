import SiteTesting
import Testing

@testable import KairanFormats

struct CSSTests {
    private func scan(_ css: String) -> CSSScan { CSSScan(Array(css.utf8)[...]) }

    @Test(arguments: [
        ("a{b:url(x.png)}", ["x.png"]), ("a{b:URL( 'x y.png' )}", ["x y.png"]), ("a{b:url(\"a)b\")}", ["a)b"]),
        ("@import 'a.css' print; @IMPORT url(b.css);", ["a.css", "b.css"]), ("@import\n\"a.css\"", ["a.css"]),
        ("/* url(a) */ b{content:'url(c)'} d{e:url(f),url(g)}", ["f", "g"]), ("a{b:my-url(x)}", []),
        ("a{b:url(#x)}", []), ("a{b:url()}", [""]), ("a{b:url(x", ["x"]), ("a{b:url('x", ["x"]), ("/* url(x)", []),
        ("a{content:\"\\\"url(x)\"}", []), ("a{b:url(a\\)b)}", []), ("a{b:url(日本.png)}", ["日本.png"]),
    ])
    func links(css: String, expected: [String]) {
        #expect(scan(css).links.map(\.value) == expected)
    }

    @Test func linksKnowTheirPlace() {
        #expect(scan("a{b:url( 'x' )}").links == [.init(value: "x", range: 10..<11, use: .load)])
    }

    /// No bytes stop the scanner or lead it outside the sheet.
    @Test func anyBytes() {
        let seed = printedSeed()
        var generator = SeededNumbers(seed: seed)
        let alphabet = Array("url(@import)'\"\\/*# \n".utf8) + [0xE3, 0x81, 0xFF]
        for _ in 0..<2000 {
            let count = Int.random(in: 0..<60, using: &generator)
            let bytes = (0..<count).map { _ in alphabet.randomElement(using: &generator) ?? 0 }
            let inside = CSSScan(bytes[...]).links.allSatisfy { $0.range.upperBound <= bytes.count }
            #expect(inside, "seed \(seed)")
        }
    }
}
