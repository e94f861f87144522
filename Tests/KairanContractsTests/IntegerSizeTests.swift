import SiteTesting
import Testing

@testable import KairanContracts
@testable import KairanFormats
@testable import KairanPublish
@testable import KairanTemplates

/// A schema says whether 32 bits are enough for a whole number, which is a promise too.
@Suite struct IntegerSizeTests {
    @Test func onlyMoreRoomBreaksReaders() {
        let sizes: [IntegerSize?] = [nil, .int32, .int64]
        for old in sizes {
            for new in sizes {
                let changes = schema(old).changes(to: schema(new), endpoint: "x").map(\.rule)
                switch (old, new) {
                // A schema that was published without a size promised none, even in a frozen version.
                case (nil, _), (.int64, nil): #expect(changes == [])
                case (.int32, .int32), (.int64, .int64): #expect(changes == [])
                case (.int32, _): #expect(changes == [.rangeWidened])
                case (.int64, .int32): #expect(changes == [.narrowed])
                }
            }
        }
    }

    @Test(arguments: ["current", "frozen"]) func theGate(_ status: String) throws {
        let (year, epoch) = ("{ n: n.year }", "{ n: at.epoch }")
        let site = try site("fields: { n: date?, at: dateTime? }\n", year)
        try site.write("status: \(status)\n", to: "templates/api/v1/_version.yml")
        #expect(try site.build() == [])
        try site.write(shape(epoch), to: "templates/api/v1/x.json.yml")
        #expect(try site.build() == ["contract.rangeWidened"])
        let decision = AcceptedChange(rule: .rangeWidened, endpoint: "v1/x", path: "[].n", why: "No app has it.")
        #expect(try site.build(accepting: [decision]) == [])
        try site.write(shape(year), to: "templates/api/v1/x.json.yml")
        #expect(try site.build() == (status == "frozen" ? ["contract.narrowed"] : []))
    }

    /// The data no longer come from a shape, but apps were written by the promise that a shape made.
    @Test func dataThatNeedMoreRoom() throws {
        let site = try site("fields: { n: { integer?: { minimum: 0, maximum: 9 } } }\n", "n")
        #expect(try site.build() == [])
        try site.write(nil, to: "templates/api/v1/x.json.yml")
        try site.write("[3000000000, null]\n", to: "templates/api/v1/x.json")
        #expect(try Set(site.build()).isSuperset(of: ["contract.rangeWidened"]))
    }

    /// A number that is too large is found however it is written.
    @Test(arguments: [
        ("9007199254740993", true), ("9007199254740992.0", true), ("-1e16", true), ("1E400", true),
        ("9007199254740991", false), ("1.5e3", false), ("-1e-400", false), ("0.12345678901234567", false),
    ]) func aCopiedNumberBeyondWhatReadersHold(_ number: String, _ isTooLarge: Bool) throws {
        let site = try site("fields: { n: integer? }\n", "n")
        try site.write("{ \"n\": \(number) }\n", to: "templates/api/v1/y.json")
        #expect(try site.build() == (isTooLarge ? ["number.size"] : []))
    }

    /// The mean of large numbers is a number of JSON even if their sum is none.
    @Test(arguments: [("sum", ["number.size"]), ("mean", [])])
    func totalsOfLargeNumbers(_ word: String, _ mistakes: [String]) throws {
        let site = try site("fields: { n: integer? }\n", "{ \(word): ads, of: n }")
        for name in ["y", "z"] { try site.write("n: 9007199254740991\n", to: "content/ads/\(name).yml") }
        #expect(try site.build() == mistakes)
    }

    private func schema(_ size: IntegerSize?) -> ValueSchema { ValueSchema(form: .integer(NumberRange(size: size))) }

    private func shape(_ value: String) -> String { "data: { each: ads, value: \(value) }\n" }

    private func site(_ declaration: String, _ value: String) throws -> ContractBoard {
        let site = ContractBoard()
        for (path, text) in [
            "content/site.yml": "title: T\nurl: https://t.example/\nmoment: 2026-04-15\n",
            "content/ads/_collection.yml": declaration, "content/ads/a.yml": "{}\n",
            "templates/api/v1/_version.yml": "status: current\n",
            "templates/api/v1/x.json.yml": shape(value),
        ] { try site.write(text, to: path) }
        return site
    }
}
