internal import KairanTemplates

/// The names of the places on the API page of a version that describe its endpoints, by their paths. If several endpoints
/// would have the same name, their type names tell them apart.
struct PageNames {
    private var anchors: [String: String] = [:]

    init(_ endpoints: [EndpointContract]) {
        let anchors = endpoints.map(\.anchor)
        let counts = Dictionary(anchors.map { ($0, 1) }, uniquingKeysWith: +)
        for (endpoint, anchor) in zip(endpoints, anchors) {
            self.anchors[endpoint.path] = counts[anchor] == 1 ? anchor : endpoint.typeName
        }
    }

    /// The name of the place on the page that describes an endpoint.
    func anchor(of endpoint: EndpointContract) -> String { anchors[endpoint.path] ?? endpoint.typeName }
}

extension EndpointContract {
    /// Braces would have to be escaped in addresses.
    fileprivate var anchor: String { path.filter { $0 != "{" && $0 != "}" }.replacing("/", with: "-") }
}
