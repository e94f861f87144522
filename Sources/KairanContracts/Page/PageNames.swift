internal import KairanTemplates

/// The names of endpoints on the API page. If several endpoints would have the same name, their type names tell them
/// apart.
extension VersionContract {
    /// Returns the id of an endpoint in the page.
    func anchor(of endpoint: EndpointContract) -> String {
        endpoints.count { $0.anchor == endpoint.anchor } == 1 ? endpoint.anchor : endpoint.typeName
    }

    /// Returns the name of an endpoint's type in client code.
    func clientName(of endpoint: EndpointContract) -> String {
        let name = endpoint.clientName.lowercased()
        if endpoints.count(where: { $0.clientName.lowercased() == name }) == 1 { return endpoint.clientName }
        let typeName = endpoint.typeName
        // No type name has this ending.
        return platformTypes.contains(typeName.lowercased()) ? typeName + "__File" : typeName
    }
}

extension EndpointContract {
    /// Braces would have to be escaped in addresses.
    fileprivate var anchor: String { path.filter { $0 != "{" && $0 != "}" }.replacing("/", with: "-") }

    fileprivate var clientName: String {
        platformTypes.contains(shortName.lowercased()) ? shortName + "File" : shortName
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
