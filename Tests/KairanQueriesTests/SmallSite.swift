import KairanContent
import KairanFormats
import KairanModel
import KairanReaders
import Testing

@testable import KairanQueries

/// A site in memory of which queries and shapes are asked, at the start of 15 April 2026.
struct SmallSite {
    private let site: Site

    init(_ files: [String: String]) throws {
        let sources = files.sorted { $0.key < $1.key }.map {
            SourceFile(path: "content/\($0.key)", bytes: Array($0.value.utf8))
        }
        let declarations = readDeclarations(sources)
        try #require(declarations.diagnostics.isEmpty)
        let content = readContent(sources, declarations.value)
        try #require(content.diagnostics.isEmpty)
        let day = try #require(LocalDate("2026-04-15"))
        let moment = declarations.value.settings.timeZone.dateTime(date: day)
        site = Site(content: content.value, schema: Schema(declarations: declarations.value), moment: moment)
    }

    /// Returns the value of a shape in words: an entry is its id, and what has no value is a dash.
    func shown(_ shape: String) throws -> String {
        var (compiled, mistakes) = try compile(shape)
        try #require(mistakes.isEmpty, "\(shape)")
        let evaluator = Evaluator(site: site, form: .fromRoot)
        let names = Frames(frames: [.names(evaluator.rootValues)])
        let value = evaluator.value(try #require(compiled).shape, names, &mistakes)
        #expect(mistakes.isEmpty, "\(shape)")
        return words(of: value, evaluator)
    }

    /// Returns the schema of all that an endpoint's shape can make, as JSON in one line.
    func schema(of shape: String) throws -> String {
        let (compiled, mistakes) = try compile(shape, for: .endpoint)
        try #require(mistakes.isEmpty, "\(shape): \(mistakes)")
        let schema = site.schema.valueSchema(of: try #require(compiled), in: scope)
        return String(decoding: writeJSON(schema.json, style: .compact).dropLast(), as: UTF8.self)
    }

    /// Returns what is wrong with a shape.
    func mistakes(in shape: String) throws -> [String] {
        try compile(shape).mistakes.map { "\($0.span.column): \($0.message) [\($0.rule)]" }
    }

    private var scope: Scope { Scope(root: [.names(site.schema.rootNames)]) }

    private func compile(_ shape: String, for purpose: ShapePurpose = .page) throws -> (
        shape: TypedShape?, mistakes: [Diagnostic]
    ) {
        let read = readYAML(SourceFile(path: "a.yml", bytes: Array("\(shape)\n".utf8)))
        var compiler = ShapeCompiler(schema: site.schema)
        let compiled = compiler.shape(try #require(read.value), in: scope, for: purpose)
        return (compiled, read.diagnostics + compiler.reader.diagnostics)
    }

    private func words(of value: Value, _ evaluator: Evaluator) -> String {
        switch value {
        case .missing: "-"
        case .list(let values): "[" + values.map { words(of: $0, evaluator) }.joined(separator: " ") + "]"
        case .record(let values, _): "(" + values.map { words(of: $0, evaluator) }.joined(separator: " ") + ")"
        case .dictionary(let members):
            "{" + members.map { "\($0.key): \(words(of: $0.value, evaluator))" }.joined(separator: ", ") + "}"
        case .localized, .text, .html, .sitePath, .markdown, .integer, .decimal, .boolean, .date, .time, .dateTime,
            .duration, .version, .window, .schedule, .point, .asset, .choice, .entry, .member, .null:
            evaluator.plainText(value)
        }
    }
}

/// Five items, of which the last has no values, and a list of all of them.
let fiveItems: [String: String] = [
    "site.yml": "title: Items\nurl: https://example.org/\ntimeZone: Asia/Tokyo\n",
    "items/_collection.yml": """
    entry: item
    fields:
      number: integer?
      price: decimal?
      day: date?
      word: text?
      kind: { choice?: [c, a, b] }
      version: version?
      shown: window?
      tags: { list?: text }
      friend: { reference?: items }
      isOpen: boolean?
      meets: schedule?

    """,
    "items/a.yml": """
    { number: 2, price: 1.50, day: 2026-04-30, word: pear, kind: b, version: 3.9, shown: { until: 2026-04-14 },
      tags: [x, y], friend: b, isOpen: true }
    """,
    "items/b.yml": """
    { number: 10, price: 1.5, day: 2026-04-01, word: apple, kind: a, version: "3.10",
      shown: { from: 2026-04-15, until: 2026-04-15 }, tags: [y], isOpen: false }
    """,
    "items/c.yml": """
    { number: 2, price: -3, day: 2026-05-01, word: Pear, kind: c, version: 3.9.1, shown: { from: 2026-04-16 }, friend: b }
    """,
    "items/d.yml": "{ number: -1, friend: c, meets: { weekly: fri } }\n", "items/e.yml": "{}\n",
    "lists/_collection.yml": "entry: list\nfields: { all: { list: { reference: items } } }\n",
    "lists/all.yml": "all: [a, b, c, d, e]\n",
]
