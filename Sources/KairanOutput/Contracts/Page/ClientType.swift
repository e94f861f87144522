/// The types that a client would declare to decode a schema. All but the first stand in one that has the endpoint's name, so
/// that those of several endpoints, and of the platform, are told apart.
///
/// The types are made of the schema and not of the data, because the gate holds all later data to the schema: an enum
/// has all values of a choice, and where no type is known yet, the code takes any JSON.
struct ClientTypes {
    struct Member {
        /// As in the JSON.
        var key: String
        /// That no other member of the record has.
        var name: String
        var type: ClientType
        var isOptional: Bool
    }

    /// Of an object, or of an array with a type for each element.
    struct Record {
        var name: String
        var members: [Member]
        var isArray = false
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

    /// What all others stand in: the record of the document, if that is an object.
    let name: String
    private(set) var records: [Record] = []
    private(set) var unions: [Union] = []
    private(set) var enumerations: [Enumeration] = []
    /// Of the document.
    private(set) var root = ClientType.text
    let isOptional: Bool
    /// In small letters, as some file systems take large and small for the same. Those of the languages that the code
    /// itself relies on mean something else.
    private var used: Set<String> = [
        "any", "bool", "boolean", "codingkey", "codingkeys", "companion", "decodable", "decoder", "double", "int",
        "jsonarray", "jsondecoder", "jsonobject", "jsonvalue", "list", "long", "map", "optional", "protocol", "self",
        "string", "type", "uri", "url", "urlsession",
    ]

    init(of schema: ValueSchema, name: String) {
        self.name = name
        isOptional = schema.isNullable || schema.form == .null || schema.isAnything
        used.insert(name.lowercased())
        switch schema.form {
        case .object(let properties):
            addRecord(name, properties)
            root = .record(name, isArray: false)
        // These are named after their elements.
        case .array, .dictionary: root = type(of: schema, name)
        case .any, .null, .boolean, .integer, .number, .string, .oneOf, .tuple, .union:
            root = type(of: schema, singular(name))
        }
    }

    /// The document's own, in which all others stand.
    var outermost: Record? { records.first { $0.name == name } }

    private mutating func type(of schema: ValueSchema, _ name: String) -> ClientType {
        switch schema.form {
        case .boolean: return .boolean
        case .integer: return .integer
        case .number: return .decimal
        case .string: return .text
        // Nothing but null, if that.
        case .oneOf(let values) where values.isEmpty: return .text
        case .oneOf(let values) where Set(values.map(\.isInteger)).count > 1: return anything()
        case .oneOf(let values):
            let name = free(name)
            let names = distinct(values.map { caseName($0, schema.namesOfNumbers) })
            enumerations.append(Enumeration(name: name, cases: zip(names, values).map { .init(name: $0, value: $1) }))
            return .enumeration(name, isInteger: values[0].isInteger)
        case .array(let element, _): return .list(type(of: element, singular(name)), element.mayBeNull)
        case .dictionary(let element, _): return .dictionary(type(of: element, singular(name)), element.mayBeNull)
        case .object(let properties):
            let name = free(name)
            addRecord(name, properties)
            return .record(name, isArray: false)
        case .tuple(let elements): return tuple(elements, name)
        case .union(let types):
            let name = free(name)
            let position = unions.count
            unions.append(Union(name: name, cases: []))
            unions[position].cases = types.compactMap { type in
                type.typeName.map { .init(name: $0, type: self.type(of: type, name + typeName($0))) }
            }
            return .union(name)
        case .any, .null: return anything()
        }
    }

    private mutating func addRecord(_ name: String, _ properties: [ValueSchema.Property]) {
        let position = records.count
        records.append(Record(name: name, members: []))
        let names = distinct(properties.map { memberName($0.name) })
        records[position].members = zip(properties, names).map { property, name in
            Member(
                key: property.name, name: name, type: type(of: property.schema, typeName(property.name)),
                isOptional: property.schema.mayBeNull || !property.isRequired)
        }
    }

    /// A list where one type fits all elements, such as the two numbers of a position.
    private mutating func tuple(_ elements: [ValueSchema], _ name: String) -> ClientType {
        if let simple = elements.first?.simpleType, elements.allSatisfy({ $0.simpleType == simple }) {
            return .list(simple, elements.contains(where: \.mayBeNull))
        }
        let name = free(name)
        let position = records.count
        records.append(Record(name: name, members: [], isArray: true))
        records[position].members = elements.enumerated().map { index, element in
            Member(
                key: "\(index)", name: "element\(index)", type: type(of: element, "\(name)Element\(index)"),
                isOptional: element.mayBeNull)
        }
        return .record(name, isArray: true)
    }

    /// A type that any JSON fits, as nothing is promised or known of it yet.
    private mutating func anything() -> ClientType {
        let name = "JSONValue"
        if !unions.contains(where: { $0.name == name }) {
            let cases: [(String, ClientType)] = [
                ("boolean", .boolean), ("number", .decimal), ("string", .text), ("array", .list(.union(name), true)),
                ("object", .dictionary(.union(name), true)),
            ]
            unions.append(Union(name: name, cases: cases.map { .init(name: $0, type: $1) }))
        }
        return .union(name)
    }

    private func caseName(_ value: JSONScalar, _ namesOfNumbers: [Int: String]) -> String {
        let name =
            switch value {
            case .integer(let number):
                namesOfNumbers[number].map(memberName) ?? (number < 0 ? "minus\(number.magnitude)" : "number\(number)")
            case .string(let text): memberName(text)
            }
        return takenCases.contains(name) ? name + "Value" : name
    }

    /// The names, those that are there again with a number. In Kotlin, `url` and `URL` would be read by one function.
    private func distinct(_ names: [String]) -> [String] {
        var used: Set<String> = []
        return names.map { name in
            var (free, number) = (name, 1)
            while !used.insert(free.lowercased()).inserted {
                number += 1
                free = "\(name)\(number)"
            }
            return free
        }
    }

    /// A name that no other type has.
    private mutating func free(_ name: String) -> String {
        var (free, number) = (name, 1)
        while !used.insert(free.lowercased()).inserted {
            number += 1
            free = "\(name)\(number)"
        }
        return free
    }

    /// `Deal` of `Deals`, `Address` of `Addresses`, and `StaffItem` of what is no plural.
    private func singular(_ name: String) -> String {
        if name.hasSuffix("ies"), name.count > 3 { return name.dropLast(3) + "y" }
        if ["sses", "xes", "ches", "shes"].contains(where: name.hasSuffix) { return String(name.dropLast(2)) }
        return name.hasSuffix("s") && !name.hasSuffix("ss") && name.count > 1 ? String(name.dropLast()) : name + "Item"
    }

    private func typeName(_ key: String) -> String {
        let words = key.split { !($0.isASCII && ($0.isLetter || $0.isNumber)) }
        let name = words.map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined()
        return name.first?.isLetter == true ? name : "Value" + name
    }
}

indirect enum ClientType: Equatable {
    case boolean, integer, decimal, text
    case record(String, isArray: Bool)
    case enumeration(String, isInteger: Bool)
    case union(String)
    /// Also whether an element may be null.
    case list(ClientType, Bool)
    case dictionary(ClientType, Bool)
}

extension ValueSchema {
    fileprivate var mayBeNull: Bool { isNullable || form == .null || isAnything }

    /// Nil for what needs a declaration.
    fileprivate var simpleType: ClientType? {
        switch form {
        case .boolean: .boolean
        case .integer: .integer
        case .number: .decimal
        case .string: .text
        case .any, .null, .oneOf, .object, .dictionary, .array, .tuple, .union: nil
        }
    }
}

/// A name that Swift and Kotlin both take, such as `imageUrl` of `image-url`.
func memberName(_ key: String) -> String {
    let words = key.split { !($0.isASCII && ($0.isLetter || $0.isNumber)) && $0 != "_" }
    var name = words.enumerated().map { $0 == 0 ? String($1) : $1.prefix(1).uppercased() + $1.dropFirst() }.joined()
    // Types start with a capital letter.
    if name.first?.isUppercase == true {
        name = name.contains(where: \.isLowercase) ? name.prefix(1).lowercased() + name.dropFirst() : name.lowercased()
    }
    guard let first = name.first, first.isLetter || name.contains(where: { $0 != "_" }) && first == "_" else {
        return "value" + name
    }
    return takenNames.contains(name) ? name + "Value" : name
}

/// Words that no escape makes names of members: `x.self` is `x`.
private let takenNames: Set<String> = ["self", "init"]

/// Those that every enum has in Kotlin, and the one that its snippet adds.
private let takenCases: Set<String> = ["name", "ordinal", "json"]

/// A text in quotes, as Swift and Kotlin have it.
///
/// - Parameters:
///   - special: What needs a backslash.
///   - number: How a character is written that cannot be seen, or that would change what is before it.
func literal(_ text: String, special: Set<Unicode.Scalar>, number: (Unicode.Scalar) -> String) -> String {
    let inner = text.unicodeScalars.map { scalar in
        switch scalar.properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator, .nonspacingMark, .privateUse, .unassigned:
            number(scalar)
        default: (special.contains(scalar) ? "\\" : "") + String(scalar)
        }
    }
    return "\"\(inner.joined())\""
}
