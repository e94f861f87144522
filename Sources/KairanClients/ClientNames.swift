internal import KairanTemplates

/// The names that the endpoints of a version have in client code, by their paths. If several endpoints would have the
/// same name, their type names tell them apart.
struct ClientNames {
    private var types: [String: String] = [:]
    private var members: [String: String] = [:]
    private var contents: [String: String] = [:]

    init(_ endpoints: [EndpointContract]) {
        let names = endpoints.map(\.clientName)
        let counts = Dictionary(names.map { ($0.lowercased(), 1) }, uniquingKeysWith: +)
        for (endpoint, name) in zip(endpoints, names) {
            let isAlone = counts[name.lowercased()] == 1
            contents[endpoint.path] = endpoint.content.isEmpty ? name : endpoint.content
            types[endpoint.path] = isAlone ? name : endpoint.typeName.unreserved("__File")
            members[endpoint.path] = memberName(isAlone ? endpoint.words : endpoint.typeName, taken: takenMembers)
        }
        // Different types may differ in nothing but the case of a letter or an ending.
        let distinct = distinctNames(endpoints.map { members[$0.path] ?? "" })
        for (endpoint, name) in zip(endpoints, distinct) { members[endpoint.path] = name }
    }

    /// The name of an endpoint's type, such as `DealsById`.
    func type(of endpoint: EndpointContract) -> String { types[endpoint.path] ?? endpoint.typeName }

    /// The words of an endpoint's path without its parameters, such as `Footprints` for `{locale}/footprints.json`.
    func content(of endpoint: EndpointContract) -> String { contents[endpoint.path] ?? endpoint.typeName }

    /// The name of the property or method, such as `dealsById`.
    func member(of endpoint: EndpointContract) -> String { members[endpoint.path] ?? endpoint.typeName }

    /// The names, in lower case, that the generated code itself uses, and those that no type can have. No type of a client
    /// may have one of them. It is one list so that a type has the same name in all languages.
    static let reserved: Set<String> = [
        // Types that are the same for all APIs.
        "arrayvalue", "audience", "booleanvalue", "day", "failure", "integervalue", "isomoment", "json", "jsonelements",
        "jsonmembers", "jsonvalue", "leftout", "lenientlist", "located", "manifest", "near", "numbervalue",
        "objectvalue",
        "other",
        "platformhttp", "publication", "publicationfiles", "publicationsource", "savedpublication", "searchhead",
        "searchpart", "searchresult", "searchterm",
        "storage", "store", "storefolder", "storerequests", "stringvalue", "time", "unfit", "version", "webaddress",
        // Swift
        "any", "anyobject", "array", "asyncstream", "bool", "bundle", "calendar", "character", "characterset",
        "codingkey", "comparable", "customstringconvertible", "data", "date", "datecomponents",
        "dateformatter", "decodable", "decoder", "decodingerror", "dictionary", "double", "equatable", "error",
        "filemanager", "hashable", "hasher",
        "httpurlresponse", "int", "int64", "jsondecoder", "keyeddecodingcontainer", "locale", "localizederror",
        "never", "optional", "protocol", "rawrepresentable", "result", "self", "sendable", "set", "string", "substring",
        "swift", "task", "timezone", "type", "uint32", "uint64", "uint8", "unkeyeddecodingcontainer", "url",
        "urlrequest", "urlsession", "urlsessionconfiguration", "uuid", "void",
        // Kotlin
        "autocloseable", "boolean", "byte", "bytearray", "char", "charsequence", "charsets", "companion", "exception",
        "executors", "file", "iterable", "java", "kotlin", "list", "localdate", "localtime", "long", "map", "math",
        "nothing", "number", "offsetdatetime", "pair", "regex", "suppress", "system", "thread", "throwable", "unit",
        "uri", "volatile",
        // TypeScript
        "abortsignal", "customevent", "eventtarget", "promise", "readonlymap", "uint8array",
    ]
}

extension EndpointContract {
    fileprivate var clientName: String { words.unreserved("File") }

    /// A short name such as `FootprintsByLocale` for `{locale}/footprints.json`, which other paths may share.
    fileprivate var words: String {
        (content.isEmpty ? "File" : content) + parameters.map { "By" + capitalized($0.name) }.joined()
    }

    /// The words of the path without its parameters; empty if it has no others.
    fileprivate var content: String {
        let literals = pattern.parts.map { if case .literal(let text) = $0 { text } else { "/" } }.joined()
        let name = capitalized(literals.split(separator: ".").dropLast().joined())
        return name.first?.isLetter ?? true ? name : "File" + name
    }

    private func capitalized(_ text: String) -> String {
        let words = text.split { !($0.isASCII && ($0.isLetter || $0.isNumber)) }
        return words.map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined()
    }
}

extension String {
    fileprivate func unreserved(_ ending: String) -> String {
        ClientNames.reserved.contains(lowercased()) ? self + ending : self
    }
}

/// The names that the publication of every client has, and those that every object of a language has.
private let takenMembers: Set<String> = [
    "self", "init", "manifest", "store", "constructor", "prototype", "class", "wait", "notify", "equals", "hashCode",
    "toString", "copy", "then", "timeZone", "json",
]

/// Names of which none is another. Case is ignored, because some file systems ignore it, and because in Kotlin one function
/// would read both `url` and `URL`.
struct UsedNames {
    private var used: Set<String>

    init(_ used: Set<String> = []) { self.used = Set(used.map { $0.lowercased() }) }

    /// Returns a name, with a number if something else has it already.
    mutating func free(_ name: String) -> String {
        var (free, number) = (name, 1)
        while !used.insert(free.lowercased()).inserted {
            number += 1
            free = "\(name)\(number)"
        }
        return free
    }
}

/// Numbers the names that occur again.
func distinctNames(_ names: [String]) -> [String] {
    var used = UsedNames()
    return names.map { used.free($0) }
}
