internal import KairanTemplates

/// The names that the API page of a version gives to its endpoints, by their paths. If several endpoints would have the
/// same name, their type names tell them apart.
struct PageNames {
    private var anchors: [String: String] = [:]
    private var clientNames: [String: String] = [:]

    init(_ endpoints: [EndpointContract]) {
        let anchors = endpoints.map(\.anchor)
        let names = endpoints.map(\.clientName)
        let anchorCounts = Dictionary(anchors.map { ($0, 1) }, uniquingKeysWith: +)
        let nameCounts = Dictionary(names.map { ($0.lowercased(), 1) }, uniquingKeysWith: +)
        for (endpoint, (anchor, name)) in zip(endpoints, zip(anchors, names)) {
            let typeName = endpoint.typeName
            self.anchors[endpoint.path] = anchorCounts[anchor] == 1 ? anchor : typeName
            // No type name has this ending.
            let safeName = platformTypes.contains(typeName.lowercased()) ? typeName + "__File" : typeName
            clientNames[endpoint.path] = nameCounts[name.lowercased()] == 1 ? name : safeName
        }
    }

    /// The name of the place on the page that describes an endpoint.
    func anchor(of endpoint: EndpointContract) -> String { anchors[endpoint.path] ?? endpoint.typeName }

    /// The name of an endpoint's type in client code.
    func clientName(of endpoint: EndpointContract) -> String { clientNames[endpoint.path] ?? endpoint.typeName }
}

extension EndpointContract {
    /// Braces would have to be escaped in addresses.
    fileprivate var anchor: String { path.filter { $0 != "{" && $0 != "}" }.replacing("/", with: "-") }

    fileprivate var clientName: String {
        let shortName = shortName
        return platformTypes.contains(shortName.lowercased()) ? shortName + "File" : shortName
    }
}

/// Types of the platforms, in lower case, that code around a snippet is likely to use.
private let platformTypes: Set<String> = [
    "any", "app", "array", "bool", "boolean", "button", "character", "class", "codable", "color", "data", "date",
    "decodable", "decoder", "dictionary", "double", "encodable", "encoder", "error", "exception", "file", "float",
    "form", "group", "image", "int", "jsonarray", "jsondecoder", "jsonobject", "label", "link", "list", "locale",
    "long",
    "map", "menu", "never", "nothing", "notification", "object", "optional", "pair", "path", "process", "protocol",
    "result", "scene", "section", "self", "sequence", "set", "state", "string", "tab", "table", "task", "text",
    "thread",
    "timer", "toggle", "type", "unit", "uri", "url", "urlsession", "view", "void",
]
