package import KairanFormats
internal import KairanModel
package import KairanReaders
package import SiteTesting

/// Makes up schemas, edits of them, and values that they admit.
package struct RandomSchema {
    private var random: SeededNumbers

    package init(random: SeededNumbers) { self.random = random }

    package mutating func schema(depth: Int = 3) -> ValueSchema {
        let kinds = depth > 0 ? 14 : 8
        let form: ValueSchema.Form =
            switch Int.random(in: 0..<kinds, using: &random) {
            case 0: .boolean
            case 1: .integer(integers())
            case 2: .number(range())
            case 3: .string(text())
            case 4: .string(text())
            case 5: .oneOf(choices().map(JSONScalar.string))
            case 6: .oneOf([1, 2, 3, 9].filter { _ in chance(2) }.map(JSONScalar.integer) + [.integer(0)])
            case 7: chance(2) ? .null : .any
            case 8: .array(schema(depth: depth - 1), count: count())
            case 9: .tuple((0..<Int.random(in: 1...3, using: &random)).map { _ in schema(depth: depth - 1) })
            case 10:
                .dictionary(
                    schema(depth: depth - 1), keys: [nil, "ads.id", "ads.number"].randomElement(using: &random) ?? nil)
            case 11: union(depth: depth)
            default: .object(properties(depth: depth))
            }
        var made = ValueSchema(form).orNull(chance(4))
        if case .string = form, chance(2) { made.textFormat = format() }
        if case .oneOf(let values) = form, chance(2) { made.namesOfNumbers = names(of: values) }
        return made
    }

    /// Returns a schema with some parts changed, as an edit of a template or a collection does it.
    package mutating func edited(_ old: ValueSchema) -> ValueSchema {
        var schema = old
        if chance(8) { return self.schema(depth: 1) }
        if chance(6) { schema = ValueSchema(old.form).orNull(!old.isNullable).written(old.textFormat) }
        if chance(6) { schema.textFormat = nil }
        switch old.form {
        case .integer(let range) where chance(2):
            schema.form = chance(2) ? .integer(integers()) : chance(2) ? .number(range) : .oneOf([.integer(1)])
        case .number(let range) where chance(2): schema.form = chance(2) ? .number(self.range()) : .integer(range)
        case .string where chance(2):
            schema.form = chance(2) ? .string(text()) : .oneOf(choices().map(JSONScalar.string))
        case .oneOf(let values) where chance(2):
            schema.form =
                values.first?.isInteger == true
                ? .oneOf([.integer(0), .integer(4)])
                : chance(3) ? .string(text()) : .oneOf(choices().map(JSONScalar.string))
        case .array(let element, let count):
            schema.form =
                chance(6) ? .tuple([edited(element)]) : .array(edited(element), count: chance(4) ? self.count() : count)
        case .tuple(let elements): schema.form = .tuple(elements.map { edited($0) })
        case .dictionary(let element, let keys):
            schema.form =
                chance(4) ? .object(properties(depth: 1)) : .dictionary(edited(element), keys: chance(4) ? nil : keys)
        case .object(let properties):
            var edits = properties.filter { _ in !chance(8) }
            for index in edits.indices {
                edits[index].schema = edited(edits[index].schema)
                if chance(8) { edits[index].isRequired.toggle() }
            }
            if chance(3), !edits.contains(where: { $0.name == "new" }) {
                edits.append(.init(name: "new", schema: self.schema(depth: 1), isRequired: chance(2)))
            }
            schema.form = .object(edits.shuffled(using: &random))
        case .union(let types) where chance(2):
            schema.form = ValueSchema.union(of: types.filter { _ in !chance(4) })
        case .union(let types) where chance(2):
            schema = ValueSchema.either(types.map { edited($0) }).orNull(old.isNullable)
        case .union where chance(2): schema.form = union(depth: 1)
        default: break
        }
        return schema
    }

    /// Makes up a value that a schema admits, now and then with a key that the schema does not name.
    package mutating func value(_ schema: ValueSchema) -> JSONValue {
        if schema.isNullable, chance(3) { return .null }
        switch schema.form {
        case .any: return value(self.schema(depth: 1))
        case .null: return .null
        case .boolean: return .boolean(chance(2))
        case .integer(let range):
            let isLarge = chance(4) && range.maximum == nil && range.size != .int32
            return .integer(isLarge ? 3_000_000_000 : number(range))
        case .number(let range):
            let number = number(range)
            let hasRoom = number >= 0 && range.maximum.map { DecimalNumber(number) < $0 } ?? true
            return hasRoom ? .number("\(number).5") : .integer(number)
        case .string(let form): return .string(string(form))
        case .oneOf(let values): return values.randomElement(using: &random).map(JSONValue.init) ?? .null
        case .array(let element, let count):
            let least = count.minimum ?? 0
            let length = Int.random(in: least...max(least, min(count.maximum ?? 4, 4)), using: &random)
            return .array((0..<length).map { _ in value(element) })
        case .tuple(let elements): return .array(elements.map { value($0) })
        case .dictionary(let element, _):
            return .object(["k", "é\"", "new"].filter { _ in chance(2) }.map { ($0, value(element)) })
        case .object(let properties):
            var members = properties.filter { $0.isRequired || chance(2) }.map { ($0.name, value($0.schema)) }
            if chance(3) { members.append(("unknown", value(self.schema(depth: 1)))) }
            return .object(members.shuffled(using: &random))
        case .union(let types): return types.randomElement(using: &random).map { value($0) } ?? .null
        }
    }

    package mutating func chance(_ of: Int) -> Bool { Int.random(in: 0..<of, using: &random) == 0 }

    private mutating func union(depth: Int) -> ValueSchema.Form {
        let types: [ValueSchema.Form] = [
            .boolean,
            chance(3) ? .oneOf([.integer(0), .integer(3)]) : chance(2) ? .integer(range()) : .number(range()),
            chance(2) ? .oneOf(choices().map(JSONScalar.string)) : .string(text()),
            .array(schema(depth: depth - 1), count: count()),
            chance(3) ? .dictionary(schema(depth: depth - 1), keys: nil) : .object(properties(depth: depth)),
        ]
        return ValueSchema.union(
            of: types.shuffled(using: &random).prefix(Int.random(in: 2...4, using: &random)).map { ValueSchema($0) })
    }

    private mutating func properties(depth: Int) -> [ValueSchema.Property] {
        ["a", "b", "c\"", "日本", "e"].filter { _ in chance(2) }.map {
            .init(name: $0, schema: schema(depth: depth - 1), isRequired: !chance(3))
        }
    }

    private mutating func choices() -> [String] { ["pr", "univ", "", "x y", "日本"].filter { _ in chance(2) } + ["z"] }

    private mutating func format() -> TextFormat {
        let forms = ["yyyy-MM-dd", "#,##0 km", "d MMM, en"].filter { _ in chance(2) } + ["0"]
        return chance(2) ? .everywhere(forms) : .byLocale(["en": forms, "ja": []])
    }

    private mutating func names(of values: [JSONScalar]) -> [Int: String] {
        let numbers = values.compactMap { value in if case .integer(let number) = value { number } else { nil } }
        return Dictionary(zip(numbers, ["pr", "univ", "", "x y"].shuffled(using: &random))) { first, _ in first }
    }

    private mutating func range() -> NumberRange {
        NumberRange(
            minimum: chance(2) ? DecimalNumber(Int.random(in: -9...0, using: &random)) : nil,
            maximum: chance(2) ? DecimalNumber(Int.random(in: 1...9, using: &random)) : nil)
    }

    private mutating func integers() -> NumberRange {
        var range = range()
        range.size = [nil, .int32, .int64].randomElement(using: &random) ?? nil
        return range
    }

    private mutating func number(_ range: NumberRange) -> Int {
        let least = range.minimum?.significand ?? -20
        return Int.random(in: least...(range.maximum?.significand ?? 20), using: &random)
    }

    private mutating func count() -> CountRange {
        CountRange(
            minimum: chance(3) ? Int.random(in: 0...2, using: &random) : nil,
            maximum: chance(3) ? Int.random(in: 2...4, using: &random) : nil)
    }

    private static let forms: [(StringForm, [String])] = [
        (StringForm(), ["", "a", "2026-04-15", "#ff8000", "é\n\"\\"]), (StringForm(format: "date"), ["2026-04-15"]),
        (StringForm(format: "date-time"), ["2026-04-15T09:00:00+09:00", "2026-04-15T09:00:00Z"]),
        (StringForm(format: "iri"), ["https://a.example/é"]),
        (StringForm(format: "iri-reference"), ["/a", "https://a.example/"]),
        (StringForm(pattern: KnownPattern.color.rawValue), ["#ff8000"]),
        (StringForm(pattern: KnownPattern.time.rawValue), ["09:00", "23:59:59"]),
        (StringForm(pattern: KnownPattern.version.rawValue), ["1.2", "1.2.3-beta"]),
        (StringForm(pattern: KnownPattern.yearMonth.rawValue), ["2026-04"]),
        (StringForm(mediaType: "text/html"), ["<p>"]),
        (StringForm(length: CountRange(minimum: 1, maximum: 3)), ["a", "日本", "🧑‍🎓"]),
    ]

    private mutating func text() -> StringForm { Self.forms.randomElement(using: &random)?.0 ?? StringForm() }

    private mutating func string(_ form: StringForm) -> String {
        Self.forms.first { $0.0 == form }?.1.randomElement(using: &random) ?? ""
    }
}
