internal import KairanFormats

/// The types that a client declares to decode a schema. All but the first are nested in a type with the endpoint's name,
/// to keep them apart from the types of other endpoints.
///
/// The types follow the schema and not the data, because the gate holds all later data to the schema. A value whose type
/// is not known yet may be any JSON.
struct ClientTypes {
    struct Member {
        /// The key as it stands in the JSON.
        var key: String
        /// A name that no other member of the record has.
        var name: String
        var type: ClientType
        var isOptional: Bool
        /// This is true for a list of which only the objects are taken that the client can read.
        var isLenient = false
    }

    /// The type of an object, or of an array with a type for each element.
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

    /// The name of the outermost type. If the document is an object, this is its record.
    let name: String
    private(set) var records: [Record] = []
    private(set) var unions: [Union] = []
    private(set) var enumerations: [Enumeration] = []
    /// The type of the document.
    private(set) var root = ClientType.text
    let isOptional: Bool
    /// This is true if the document is a list of which only the objects are taken that the client can read.
    private(set) var isLenient = false
    /// This is true if a value says for which apps something is.
    private(set) var hasAudience = false
    /// The names in use, in lower case, because some file systems ignore case.
    private var used = UsedNames(ClientNames.reserved)

    /// - Parameters:
    ///   - content: The name for the types of elements, such as `Footprints` for `FootprintsByLocale`.
    ///   - isLenient: Whether the endpoint is. That is about the lists that are its document, or members of that.
    init(of schema: ValueSchema, name: String, content: String, isLenient: Bool) {
        self.name = name
        isOptional = schema.isNullable || schema.form == .null || schema.isAnything
        _ = used.free(name)
        switch schema.form {
        case .object where schema.isAudience: root = type(of: schema, name)
        case .object(let properties):
            addRecord(name, properties)
            root = .record(name, isArray: false)
        // These types are named after their elements.
        case .array, .dictionary: root = type(of: schema, content)
        case .any, .null, .boolean, .integer, .number, .string, .oneOf, .tuple, .union:
            root = type(of: schema, singular(content))
        }
        guard isLenient else { return }
        self.isLenient = root.isListOfObjects
        if root == .record(name, isArray: false) {
            for index in records[0].members.indices where records[0].members[index].type.isListOfObjects {
                records[0].members[index].isLenient = true
            }
        }
    }

    /// The record of the document, in which all other types are nested.
    var outermost: Record? { records.first { $0.name == name } }

    private mutating func type(of schema: ValueSchema, _ name: String) -> ClientType {
        switch schema.form {
        case .boolean: return .boolean
        case .integer where !schema.namesOfNumbers.isEmpty:
            return enumeration(schema.namesOfNumbers.keys.sorted().map(JSONScalar.integer), schema, name)
        case .integer(let range): return .integer(range.size ?? .int64)
        case .number: return .decimal
        case .string where !schema.knownValues.isEmpty:
            return enumeration(schema.knownValues.map(JSONScalar.string), schema, name)
        case .string(let form): return form.clientType
        // The value can only be null, if it exists at all.
        case .oneOf(let values) where values.isEmpty: return .text
        case .oneOf(let values) where Set(values.map(\.isInteger)).count > 1: return .anything
        case .oneOf(let values): return enumeration(values, schema, name)
        case .array(let element, _): return .list(type(of: element, singular(name)), element.mayBeNull)
        case .dictionary(let element, _): return .dictionary(type(of: element, singular(name)), element.mayBeNull)
        case .object where schema.isAudience:
            hasAudience = true
            return .audience
        case .object(let properties):
            let name = used.free(name)
            addRecord(name, properties)
            return .record(name, isArray: false)
        case .tuple(let elements): return tuple(elements, name)
        case .union(let types):
            let name = used.free(name)
            let position = unions.count
            unions.append(Union(name: name, cases: []))
            unions[position].cases = types.compactMap { type in
                type.typeName.map { .init(name: $0, type: self.type(of: type, name + typeName($0))) }
            }
            return .union(name)
        case .any, .null: return .anything
        }
    }

    private mutating func enumeration(_ values: [JSONScalar], _ schema: ValueSchema, _ name: String) -> ClientType {
        let name = used.free(name)
        let names = distinctNames(values.map { caseName($0, schema.namesOfNumbers) })
        enumerations.append(Enumeration(name: name, cases: zip(names, values).map { .init(name: $0, value: $1) }))
        return .enumeration(name, isInteger: values[0].isInteger)
    }

    private mutating func addRecord(_ name: String, _ properties: [ValueSchema.Property]) {
        let position = records.count
        records.append(Record(name: name, members: []))
        let names = distinctNames(properties.map { memberName($0.name, taken: takenNames) })
        records[position].members = zip(properties, names).map { property, name in
            Member(
                key: property.name, name: name, type: type(of: property.schema, typeName(property.name)),
                isOptional: property.schema.mayBeNull || !property.isRequired)
        }
    }

    /// Returns a list if one type fits all elements, such as the two numbers of a position.
    private mutating func tuple(_ elements: [ValueSchema], _ name: String) -> ClientType {
        if let simple = elements.first?.simpleType, elements.allSatisfy({ $0.simpleType == simple }) {
            return .list(simple, elements.contains(where: \.mayBeNull))
        }
        let name = used.free(name)
        let position = records.count
        records.append(Record(name: name, members: [], isArray: true))
        records[position].members = elements.enumerated().map { index, element in
            Member(
                key: "\(index)", name: "element\(index)", type: type(of: element, "\(name)Element\(index)"),
                isOptional: element.mayBeNull)
        }
        return .record(name, isArray: true)
    }

    private func caseName(_ value: JSONScalar, _ namesOfNumbers: [Int: String]) -> String {
        let name =
            switch value {
            case .integer(let number):
                namesOfNumbers[number].map { memberName($0, taken: takenNames) }
                    ?? (number < 0 ? "minus\(number.magnitude)" : "number\(number)")
            case .string(let text): memberName(text, taken: takenNames)
            }
        return takenCases.contains(name) ? name + "Value" : name
    }

    /// Returns `Deal` for `Deals` and `Address` for `Addresses`. A word that is not a plural gets `Item`, as in
    /// `StaffItem`.
    private func singular(_ name: String) -> String {
        if name.hasSuffix("ies"), name.count > 3 { return name.dropLast(3) + "y" }
        if ["sses", "xes", "ches", "shes"].contains(where: name.hasSuffix) { return String(name.dropLast(2)) }
        return name.hasSuffix("s") && !name.hasSuffix("ss") && name.count > 1 ? String(name.dropLast()) : name + "Item"
    }

    private func typeName(_ key: String) -> String {
        let words = key.split { !isInNames($0) }
        let name = words.map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined()
        // A letter of a script without capitals would give a member and its type the same name.
        return name.first.map { $0.isUppercase && $0.isASCII } == true ? name : "Value" + name
    }
}

indirect enum ClientType: Equatable {
    case boolean, decimal, text
    case integer(IntegerSize)
    /// A date, a time of day, and a date with a time and an offset.
    case day, time, moment
    /// An address with a scheme.
    case address
    case version
    /// The apps that something is for.
    case audience
    /// Any JSON, because nothing is promised or known about the value yet.
    case anything
    case record(String, isArray: Bool)
    case enumeration(String, isInteger: Bool)
    case union(String)
    /// The second value is true if an element may be null.
    case list(ClientType, Bool)
    case dictionary(ClientType, Bool)

    fileprivate var isListOfObjects: Bool {
        guard case .list(let element, _) = self else { return false }
        switch element {
        case .record(_, let isArray): return !isArray
        case .union, .audience: return true
        case .boolean, .decimal, .text, .integer, .day, .time, .moment, .address, .version, .anything, .enumeration,
            .list, .dictionary:
            return false
        }
    }
}

extension ValueSchema {
    fileprivate var mayBeNull: Bool { isNullable || form == .null || isAnything }

    /// The type; nil if it needs a declaration.
    fileprivate var simpleType: ClientType? {
        switch form {
        case .boolean: .boolean
        case .integer(let range): .integer(range.size ?? .int64)
        case .number: .decimal
        case .string(let form): form.clientType
        case .any, .null, .oneOf, .object, .dictionary, .array, .tuple, .union: nil
        }
    }
}

extension ValueSchema {
    /// This is true for the JSON of an audience, which may get more parts.
    fileprivate var isAudience: Bool {
        guard case .object(let properties) = form else { return false }
        let parts: [String: JSONType] = [
            "platforms": .array, "versions": .string, "share": .number, "from": .string, "seed": .string,
        ]
        return parts.allSatisfy { name, type in
            properties.contains { $0.name == name && $0.isRequired && $0.schema.jsonType == type }
        }
    }
}

extension StringForm {
    fileprivate var clientType: ClientType {
        switch (format, pattern.flatMap(KnownPattern.init)) {
        case ("date", _): .day
        case ("date-time", _): .moment
        case ("uri", _), ("iri", _): .address
        case (_, .time): .time
        case (_, .version): .version
        default: .text
        }
    }
}

/// Returns whether names in all languages can have a character: it is a letter or digit of the basic plane, without marks.
private func isInNames(_ character: Character) -> Bool {
    guard character.unicodeScalars.count == 1, let scalar = character.unicodeScalars.first, scalar.value <= 0xFFFF
    else {
        return false
    }
    switch scalar.properties.generalCategory {
    case .uppercaseLetter, .lowercaseLetter, .otherLetter: return scalar.properties.isXIDContinue
    case .decimalNumber: return scalar.isASCII
    default: return false
    }
}

/// Returns a name that both Swift and Kotlin accept, such as `imageUrl` for `image-url`.
func memberName(_ key: String, taken: Set<String>) -> String {
    let words = key.split { !isInNames($0) && $0 != "_" }
    var name = words.enumerated().map { $0 == 0 ? String($1) : $1.prefix(1).uppercased() + $1.dropFirst() }.joined()
    // Names of types start with a capital letter, so names of members must not.
    if name.first?.isUppercase == true {
        name = name.contains(where: \.isLowercase) ? name.prefix(1).lowercased() + name.dropFirst() : name.lowercased()
    }
    guard let first = name.first, first.isLetter || name.contains(where: { $0 != "_" }) && first == "_" else {
        return "value" + name
    }
    return taken.contains(name) ? name + "Value" : name
}

/// Words that cannot name members even if they are escaped: `x.self` is `x`.
private let takenNames: Set<String> = ["self", "init"]

/// The names that every choice has.
private let takenCases: Set<String> = [
    "companion", "description", "hashValue", "json", "name", "none", "of", "ordinal", "other", "rawValue", "some",
    "text",
]

/// Returns a text in quotes, as both Swift and Kotlin write it.
///
/// - Parameters:
///   - special: The characters that need a backslash.
///   - number: Returns the escape for a character that is invisible or would change the one before it.
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
