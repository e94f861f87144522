import SiteTesting

/// A board of random fields, entries and endpoints, which random edits change as people do.
struct RandomBoard {
    struct Field {
        var name: String
        var kind: Kind
        var isOptional: Bool
    }

    indirect enum Kind: Equatable {
        case text, markdown, boolean, date, time, dateTime, duration, url, email, phone, color, version, point, window
        case reference, dateOrBoolean, links
        case integer(ClosedRange<Int>), decimal(maximum: Int)
        case choice(Int, isOpen: Bool)
        case list(Kind, maximum: Int), record(isWhole: Bool)
    }

    struct Key {
        var name: String
        var shape: String
        var mayBeLeftOut: Bool

        var text: String { "\(name)\(mayBeLeftOut ? "?" : ""): \(shape)" }
    }

    struct Endpoint {
        var path: String
        /// The template, with the keys of its objects in place of `KEYS`, and words that choose in place of `CHOICE`.
        var frame: String
        var keys: [Key]
        var choice = ""
        /// The texts that may stand in place of `CHOICE`; nil for the ways to choose entries.
        var choices: [String]?

        var text: String {
            frame.replacing("KEYS", with: keys.map(\.text).joined(separator: ", ")).replacing("CHOICE", with: choice)
        }
    }

    var fields: [Field] = []
    /// The values of each entry, by the names of fields.
    var entries: [String: [String: String]] = [:]
    var endpoints: [Endpoint] = []
    var (timeZone, language) = ("Asia/Seoul", "en")
    /// The names that were given so far, so that each is given once.
    private var names = 0

    init(_ numbers: inout SeededNumbers) {
        let kinds: [Kind] = [
            .text, .markdown, .boolean, .date, .time, .dateTime, .duration, .url, .email, .phone, .color, .version,
            .point, .window, .reference, .dateOrBoolean, .links, .integer(0...9), .integer(-5...3_000_000_000),
            .decimal(maximum: 99), .choice(3, isOpen: false), .choice(2, isOpen: true), .list(.text, maximum: 4),
            .list(.integer(0...9), maximum: 3), .list(.choice(2, isOpen: false), maximum: 3), .record(isWhole: true),
        ]
        fields = kinds.map { Field(name: newName("f"), kind: $0, isOptional: Bool.random(using: &numbers)) }
        for _ in 0..<4 { addEntry(&numbers) }
        let web = "{ text: \"https://example.org/{id}\" }"
        let parts = [", label: \"{kind.label}\"", ", description: title", ", where: { kind: one }"]
        let frames: [(String, String, [String]?)] = [
            ("all", "data: { each: itemsCHOICE, value: { id: id, KEYS } }", nil),
            ("items/{id}", "for: items\ndata: { KEYS }", nil),
            (
                "pages/{page}",
                "for: { each: items, paginate: 2 }\ndata: { items: { each: entries, value: { KEYS } } }", nil
            ),
            (
                "home",
                "data: { count: { count: items }, one: { first: itemsCHOICE, value: { KEYS } }, fixed: [site.title, { literal: 1 }] }",
                nil
            ),
            ("groups", "data: { group: items, by: kind, value: { KEYS } }", nil),
            ("byID", "data: { keyed: items, by: idCHOICE, value: { KEYS } }", nil),
            ("places", "geojson: items\ngeometry: at\nproperties: { KEYS }", nil),
            ("near/{cell}", "nearest: items\nat: at\ncount: 2\nvalue: { at: at.position, KEYS }", []),
            ("search/{part}", "search: [{ each: items, title: title, url: \(web), text: titleCHOICE }]", parts),
            (
                "feed", "feed: json\ntitle: T\neach: items\nitem: { title: title, date: day, link: \(web)CHOICE }",
                [", description: title", ", updated: day"]
            ),
        ]
        for (path, frame, choices) in frames {
            let isMap = path == "places"
            endpoints.append(
                Endpoint(
                    path: path + (isMap ? ".geojson.yml" : ".json.yml"), frame: frame,
                    keys: (0..<5).map { _ in newKey(&numbers) }, choices: choices))
        }
    }

    mutating func newName(_ letter: String) -> String {
        names += 1
        return "\(letter)\(names)"
    }

    mutating func newKey(_ numbers: inout SeededNumbers) -> Key {
        Key(name: newName("k"), shape: shape(&numbers), mayBeLeftOut: Int.random(in: 0..<4, using: &numbers) == 0)
    }

    mutating func addEntry(_ numbers: inout SeededNumbers) {
        let name = newName("e")
        let given = fields.filter { !$0.isOptional || Bool.random(using: &numbers) }
        entries[name] = Dictionary(uniqueKeysWithValues: given.map { ($0.name, value($0.kind, &numbers)) })
    }

    func shape(_ numbers: inout SeededNumbers) -> String {
        guard let field = fields.randomElement(using: &numbers) else { return "title" }
        let name = field.name
        func orElse(_ other: String) -> String { field.isOptional ? "{ firstOf: [\(name), \(other)] }" : name }
        let shapes: [String]
        switch field.kind {
        case .text, .boolean, .time, .url, .email, .phone, .color, .version, .dateOrBoolean, .links, .duration:
            shapes = [name, name, orElse("title"), "[\(name), \(name)]"]
        case .markdown: shapes = ["\(name).html", "\(name).text"]
        case .date: shapes = [name, "\(name).year", "{ text: \"{\(name), d MMMM}\" }", "\(name).epoch"]
        case .dateTime: shapes = [name, "\(name).date", "{ text: \"{\(name), d MMM HH:mm}\" }", "\(name).epoch"]
        case .point: shapes = ["\(name).latitude", "{ at: { x: \(name).longitude, y: \(name).latitude } }"]
        case .window: shapes = ["\(name).from", "\(name).until"]
        case .reference: shapes = ["\(name).id", "\(name).name", "{ of: { id: \(name).id, name: \(name).name } }"]
        case .integer, .decimal:
            shapes = [name, "{ text: \"{\(name), number} km\" }", orElse("{ literal: 0 }")]
        case .choice:
            shapes = [
                name, "\(name).label", "{ if: { \(name): { exists: true } }, then: \(name), else: { literal: x } }",
            ]
        case .list: shapes = [name, "\(name).count", "{ each: \(name), limit: 2, value: value }"]
        case .record: shapes = [name, "\(name).a"]
        }
        return shapes.randomElement(using: &numbers) ?? name
    }

    func value(_ kind: Kind, _ numbers: inout SeededNumbers) -> String {
        func number(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &numbers) }
        func two(_ range: ClosedRange<Int>) -> String { (number(range) + 100).description.suffix(2).description }
        switch kind {
        case .text: return ["Plain", "\"A: b\"", "花見", "Two words"].randomElement(using: &numbers) ?? ""
        case .markdown: return "\"Some **bold** words\""
        case .boolean: return Bool.random(using: &numbers).description
        case .date: return "2026-\(two(1...12))-\(two(1...28))"
        case .time: return "\"\(two(0...23)):\(two(0...59))\""
        case .dateTime: return "2026-\(two(1...12))-\(two(1...28))T\(two(0...23)):\(two(0...59))"
        case .duration: return "\(number(1...90))m"
        case .url:
            return ["https://example.org/a?b=1", "https://matrix.to/#/%23room:example.org"].randomElement(
                using: &numbers) ?? ""
        case .email: return "a\(number(1...9))@example.org"
        case .phone: return "\"+82 2 123 45\(two(10...99))\""
        case .color: return "\"#\(number(100_000...999_999))\""
        case .version: return "\"\(number(1...9)).\(number(0...12))\""
        case .point: return "{ latitude: \(number(-80...80)).\(number(1...9)), longitude: \(number(-170...170)) }"
        case .window:
            return ["always", "{ from: 2026-01-01 }", "{ from: 2026-02-01, until: 2027-01-01 }"].randomElement(
                using: &numbers)
                ?? ""
        case .reference: return ["north", "south"].randomElement(using: &numbers) ?? ""
        case .dateOrBoolean: return Bool.random(using: &numbers) ? "true" : "2026-05-0\(number(1...9))"
        case .links: return "{ web: https://example.org/, map: https://example.org/\(number(1...9)) }"
        case .integer(let range): return "\(number(range))"
        case .decimal(let maximum): return "\(number(0...(maximum - 1))).\(number(1...9))"
        case .choice(let count, _): return "v\(number(1...count))"
        case .list(let element, let maximum):
            return "[" + (0..<number(0...maximum)).map { _ in value(element, &numbers) }.joined(separator: ", ") + "]"
        case .record(let isWhole): return isWhole || Bool.random(using: &numbers) ? "{ a: A, b: 1 }" : "{ a: A }"
        }
    }
}

extension RandomBoard.Kind {
    func declared(optional: Bool) -> String {
        let mark = optional ? "?" : ""
        switch self {
        case .text, .markdown, .boolean, .date, .time, .dateTime, .duration, .url, .email, .phone, .color, .version,
            .point, .window:
            return "\(self)\(mark)"
        case .reference: return "{ reference\(mark): areas }"
        case .dateOrBoolean: return "{ oneOf\(mark): [date, boolean] }"
        case .links: return "{ keyed\(mark): url }"
        case .integer(let range):
            return "{ integer\(mark): { minimum: \(range.lowerBound), maximum: \(range.upperBound) } }"
        case .decimal(let maximum): return "{ decimal\(mark): { minimum: 0, maximum: \(maximum) } }"
        case .choice(let count, let isOpen):
            let values = (1...count).map { "v\($0): Value \($0)" }.joined(separator: ", ")
            return "{ choice\(mark): { values: { \(values) }\(isOpen ? ", open: true" : "") } }"
        case .list(let element, let maximum):
            return "{ list\(mark): { of: \(element.declared(optional: false)), maximum: \(maximum) } }"
        case .record(let isWhole): return "{ record\(mark): { a: text, b: \(isWhole ? "integer" : "integer?") } }"
        }
    }
}

extension RandomBoard {
    /// The files of the board, by path.
    var files: [String: String] {
        var files = [
            "content/site.yml":
                "title: T\nurl: https://t.example/\ntimeZone: \(timeZone)\nlanguage: \(language)\nmoment: 2026-04-15\n",
            "content/areas/_collection.yml": "fields: { name: text }\n",
            "content/areas/all.csv": "id,name\nnorth,North\nsouth,South\n",
            "templates/api/v1/_version.yml": "status: current\n",
            "content/items/_collection.yml":
                (["fields:", "  title: text", "  kind: { choice: [one, two] }", "  at: point", "  day: date"]
                + fields.map { "  \($0.name): \($0.kind.declared(optional: $0.isOptional))" }).joined(separator: "\n"),
        ]
        for (name, values) in entries {
            let lines = ["title: \(name)", "kind: one", "at: { latitude: 1, longitude: 2 }", "day: 2026-03-01"]
            files["content/items/\(name).yml"] =
                (lines + values.sorted { $0.key < $1.key }.map { "\($0): \($1)" }).joined(separator: "\n")
        }
        for endpoint in endpoints { files["templates/api/v1/\(endpoint.path)"] = endpoint.text + "\n" }
        return files
    }
}
