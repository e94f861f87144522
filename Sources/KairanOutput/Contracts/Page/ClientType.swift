/// The types that a client would declare to decode a schema, the outermost first.
struct ClientTypes {
    struct Member {
        /// As in the JSON.
        var key: String
        var type: ClientType
        var isOptional: Bool
    }

    struct Record {
        var name: String
        var members: [Member]
    }

    struct Enumeration {
        var name: String
        var values: [JSONScalar]
    }

    private(set) var records: [Record] = []
    private(set) var enumerations: [Enumeration] = []
    /// Of the document.
    private(set) var root = ClientType.text
    private var used: Set<String> = []

    init(of schema: ValueSchema, name: String) { root = type(of: schema, name) }

    private mutating func type(of schema: ValueSchema, _ name: String) -> ClientType {
        switch schema.form {
        case .boolean: return .boolean
        case .integer: return .integer
        case .number: return .decimal
        case .string: return .text
        case .oneOf(let values):
            let name = free(name)
            enumerations.append(Enumeration(name: name, values: values))
            return .named(name)
        case .array(let element, _): return .list(type(of: element, singular(name)), element.isNullable)
        case .dictionary(let element): return .dictionary(type(of: element, singular(name)), element.isNullable)
        case .object(let properties):
            let name = free(name)
            let position = records.count
            records.append(Record(name: name, members: []))
            records[position].members = properties.map { property in
                Member(
                    key: property.name, type: type(of: property.schema, typeName(property.name)),
                    isOptional: property.schema.isNullable || !property.isRequired)
            }
            return .named(name)
        case .any, .null, .tuple: return .any
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
