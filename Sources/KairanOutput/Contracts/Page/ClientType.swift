/// The types that a client would declare to decode a schema, the outermost first.
struct ClientTypes {
    struct Member {
        /// As in the JSON.
        var key: String
        /// That no other member of the record has.
        var name: String
        var type: ClientType
        var isOptional: Bool
    }

    struct Record {
        var name: String
        var members: [Member]
    }

    struct Enumeration {
        struct Case {
            var name: String
            var value: JSONScalar
        }

        var name: String
        var cases: [Case]

        var isInteger: Bool { cases.allSatisfy(\.value.isInteger) }
    }

    /// A value of one of several types.
    struct Union {
        struct Case {
            var name: String
            var type: ClientType
        }

        var name: String
        var cases: [Case]
    }

    private(set) var records: [Record] = []
    private(set) var unions: [Union] = []
    private(set) var enumerations: [Enumeration] = []
    /// Of the document.
    private(set) var root = ClientType.text
    let isOptional: Bool
    /// Those of the languages mean something else.
    private var used: Set<String> = [
        "Any", "Bool", "Boolean", "CodingKey", "Data", "Date", "Decodable", "Decoder", "Double", "Int", "Json",
        "JSONDecoder", "JsonElement", "List",
        "Long", "Map", "Optional", "Serializable", "SerialName", "Set", "String", "Type", "URI", "URL", "URLSession",
    ]

    init(of schema: ValueSchema, name: String) {
        isOptional = schema.isNullable
        root = type(of: schema, name)
    }

    private mutating func type(of schema: ValueSchema, _ name: String) -> ClientType {
        switch schema.form {
        case .boolean: return .boolean
        case .integer: return .integer
        case .number: return .decimal
        case .string: return .text
        case .oneOf(let values):
            let name = free(name)
            let names = distinct(values.map { caseName($0, schema.namesOfNumbers) })
            enumerations.append(Enumeration(name: name, cases: zip(names, values).map { .init(name: $0, value: $1) }))
            return .named(name)
        case .array(let element, _): return .list(type(of: element, singular(name)), element.isNullable)
        case .dictionary(let element, _): return .dictionary(type(of: element, singular(name)), element.isNullable)
        case .object(let properties):
            let name = free(name)
            let position = records.count
            records.append(Record(name: name, members: []))
            let names = distinct(properties.map { memberName($0.name) })
            records[position].members = zip(properties, names).map { property, name in
                Member(
                    key: property.name, name: name, type: type(of: property.schema, typeName(property.name)),
                    isOptional: property.schema.isNullable || !property.isRequired)
            }
            return .named(name)
        case .union(let types):
            let name = free(name)
            unions.append(
                Union(
                    name: name,
                    cases: types.compactMap { type in
                        type.typeName.map { .init(name: $0, type: self.type(of: type, name + typeName($0))) }
                    }))
            return .union(name)
        case .any, .null, .tuple: return .any
        }
    }

    private func caseName(_ value: JSONScalar, _ namesOfNumbers: [Int: String]) -> String {
        switch value {
        case .integer(let number):
            namesOfNumbers[number].map(memberName) ?? (number < 0 ? "minus\(-number)" : "number\(number)")
        case .string(let text): memberName(text)
        }
    }

    /// The names, those that are there again with a number.
    private func distinct(_ names: [String]) -> [String] {
        var used: Set<String> = []
        return names.map { name in
            var (free, number) = (name, 1)
            while !used.insert(free).inserted {
                number += 1
                free = "\(name)\(number)"
            }
            return free
        }
    }

    /// A name that no other type has.
    private mutating func free(_ name: String) -> String {
        var (free, number) = (name, 1)
        while !used.insert(free).inserted {
            number += 1
            free = "\(name)\(number)"
        }
        return free
    }

    private func singular(_ name: String) -> String {
        name.hasSuffix("ies") ? name.dropLast(3) + "y" : name.hasSuffix("s") ? String(name.dropLast()) : name + "Item"
    }

    private func typeName(_ key: String) -> String {
        let words = key.split { !($0.isASCII && ($0.isLetter || $0.isNumber)) }
        let name = words.map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined()
        return name.first?.isLetter == true ? name : "Value" + name
    }
}

indirect enum ClientType {
    case boolean, integer, decimal, text, any
    case named(String)
    case union(String)
    /// Also whether an element may be null.
    case list(ClientType, Bool)
    case dictionary(ClientType, Bool)
}

/// A name that Swift and Kotlin both take, such as `imageUrl` of `image-url`.
func memberName(_ key: String) -> String {
    let words = key.split { !($0.isASCII && ($0.isLetter || $0.isNumber)) && $0 != "_" }
    let name = words.enumerated().map { $0 == 0 ? String($1) : $1.prefix(1).uppercased() + $1.dropFirst() }.joined()
    guard let first = name.first, first.isLetter || first == "_" else { return "value" + name }
    return name
}
