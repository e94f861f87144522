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

    /// What an endpoint's files contain, such as `Footprints` for `{locale}/footprints.json`.
    func content(of endpoint: EndpointContract) -> String { contents[endpoint.path] ?? endpoint.typeName }

    /// The name of the property or method, such as `dealsById`.
    func member(of endpoint: EndpointContract) -> String { members[endpoint.path] ?? endpoint.typeName }

    /// The names, in lower case, that the generated code uses itself or that every file of a language knows. No type of
    /// a client may have one of them. It is one list so that a type has the same name in all languages.
    static let reserved: Set<String> = [
        // Types that are the same for all versions.
        "day", "failure", "isomoment", "json", "jsonelements", "jsonmembers", "jsonvalue", "located", "manifest", "near",
        "other", "publication", "store", "time", "unfit", "version", "webaddress", "arrayvalue", "booleanvalue", "integervalue",
        "numbervalue", "objectvalue", "stringvalue",
        // Swift
        "any", "anyobject", "array", "asyncstream", "asyncthrowingstream", "bool", "bundle", "calendar", "character",
        "codable", "codingkey", "codingkeys", "comparable", "customstringconvertible", "data", "date",
        "datecomponents", "decodable", "decoder", "decodingerror", "dictionary", "double", "encodable", "encoder", "error", "equatable",
        "filemanager", "float", "foundation", "hashable", "httpurlresponse", "identifiable", "int", "int32", "int64",
        "jsondecoder", "never", "optional", "protocol", "rawrepresentable", "result", "self", "sendable", "sequence", "set", "string",
        "substring", "swift", "task", "timeinterval", "timezone", "type", "uint32", "uint64", "uint8", "unicode", "url",
        "urlerror", "urlrequest", "urlresponse", "urlsession", "urlsessionconfiguration", "uuid", "void",
        // Kotlin
        "annotation", "autocloseable", "boolean", "byte", "bytearray", "class", "closeable", "companion", "duration",
        "enum", "exception", "file", "httpurlconnection", "instant", "iterable", "java", "jsonarray", "jsonexception", "jsonobject", "kotlin",
        "list", "localdate", "localtime", "long", "map", "math", "messagedigest", "mutablelist", "mutablemap", "mutableset", "nothing",
        "number", "object", "offsetdatetime", "pair", "regex", "runtimeexception", "short", "system", "thread",
        "throwable", "throws", "triple", "unit", "uri", "urlencoder", "zoneid", "ioexception", "executors", "normalizer", "deprecated",
        // TypeScript
        "abortcontroller", "abortsignal", "bigint", "cache", "cachestorage", "crypto", "customevent", "event",
        "eventtarget", "function", "headers", "intl", "partial", "pick", "promise", "proxy", "readonly", "record", "reflect",
        "regexp", "request", "response", "symbol", "syntaxerror", "textdecoder", "textencoder", "typeerror",
        "uint8array", "undefined", "unknown", "weakmap",
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
    "toString", "copy", "then",
]
