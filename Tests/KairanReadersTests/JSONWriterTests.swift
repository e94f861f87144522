import Foundation
import KairanReaders
import SiteTesting
import Testing

@Suite struct JSONWriterTests {
    private func text(_ value: JSONValue, _ style: JSONStyle = .compact) -> String {
        String(decoding: writeJSON(value, style: style), as: UTF8.self)
    }

    @Test(arguments: [
        (JSONValue.null, "null"), (.boolean(true), "true"), (.boolean(false), "false"), (.integer(.min), "\(Int.min)"),
        (.number("12.5"), "12.5"), (.array([]), "[]"), (.object([]), "{}"), (.string(""), "\"\""),
        (.string("a\"b\\c/d"), #""a\"b\\c/d""#),
        (.string("\u{8}\u{9}\u{A}\u{C}\u{D}\u{0}\u{1F}\u{7F}"), "\"\\b\\t\\n\\f\\r\\u0000\\u001f\u{7F}\""),
        (.string("日本 🍣 \u{2028}\u{2029}\u{85}"), "\"日本 🍣 \u{2028}\u{2029}\u{85}\""),
        (.array([.integer(1), .array([.null])]), "[1,[null]]"),
        (.object([("z", .integer(1)), ("a", .object([("é", .null)]))]), #"{"z":1,"a":{"é":null}}"#),
    ])
    func compact(value: JSONValue, expected: String) { #expect(text(value) == expected + "\n") }

    @Test func pretty() {
        let value = JSONValue.object([
            ("prItems", .array([.object([("id", .integer(1)), ("tags", .array([.string("a"), .string("b")]))])])),
            ("univItems", .array([])), ("none", .object([])),
        ])
        #expect(
            text(value, .pretty) == """
                {
                  "prItems": [
                    {
                      "id": 1,
                      "tags": [
                        "a",
                        "b"
                      ]
                    }
                  ],
                  "univItems": [],
                  "none": {}
                }

                """)
    }

    @Test func anyDocumentIsReadBackByAnotherParser() throws {
        let seed = printedSeed()
        var random = SeededNumbers(seed: seed)
        for _ in 0..<300 {
            let value = randomValue(depth: 4, &random)
            for style in [JSONStyle.pretty, .compact] {
                let data = Data(writeJSON(value, style: style))
                let read = try JSONSerialization.jsonObject(with: data, options: .fragmentsAllowed)
                #expect(matches(read, value), "seed \(seed)")
            }
        }
    }

    private func randomValue(depth: Int, _ random: inout SeededNumbers) -> JSONValue {
        switch Int.random(in: 0..<(depth > 0 ? 6 : 4), using: &random) {
        case 0: .null
        case 1: .boolean(.random(using: &random))
        case 2: .integer(.random(in: -1_000_000...1_000_000, using: &random))
        case 3: .string(randomText(&random))
        case 4: .array((0..<Int.random(in: 0...4, using: &random)).map { _ in randomValue(depth: depth - 1, &random) })
        default:
            .object(
                (0..<Int.random(in: 0...4, using: &random)).map {
                    ("\($0)" + randomText(&random), randomValue(depth: depth - 1, &random))
                })
        }
    }

    private func randomText(_ random: inout SeededNumbers) -> String {
        let scalars = (0..<Int.random(in: 0...12, using: &random)).compactMap { _ in
            Unicode.Scalar(UInt32.random(in: 0...(Bool.random(using: &random) ? 0x7F : 0x2FFF), using: &random))
        }
        return String(String.UnicodeScalarView(scalars))
    }

    private func matches(_ read: Any, _ value: JSONValue) -> Bool {
        switch value {
        case .null: read is NSNull
        case .boolean(let flag): read as? Bool == flag
        case .integer(let number): read as? Int == number
        case .number(let text): (read as? NSNumber)?.stringValue == text
        case .string(let text): (read as? String).map { Array($0.utf8) == Array(text.utf8) } ?? false
        case .array(let elements):
            (read as? [Any]).map { $0.count == elements.count && zip($0, elements).allSatisfy(matches) } ?? false
        case .object(let members):
            (read as? [String: Any]).map { object in
                object.count == members.count
                    && members.allSatisfy { member in object[member.key].map { matches($0, member.value) } ?? false }
            } ?? false
        }
    }
}
