internal import KairanTemplates

/// Endpoints that are about the same things: their paths have the same first part that is no parameter, up to its dot.
/// So `clubs.json`, `clubs/{id}.json` and `{locale}/clubs.json` are a group.
struct EndpointGroup {
    var name: String
    /// The positions of the endpoints in the contract.
    var endpoints: [Int]

    /// Divides endpoints into groups, in the order in which these begin.
    static func groups(of endpoints: [EndpointContract]) -> [EndpointGroup] {
        var groups: [EndpointGroup] = []
        var positions: [String: Int] = [:]
        for (index, endpoint) in endpoints.enumerated() {
            let name = endpoint.nameOfGroup
            if let position = positions[name] {
                groups[position].endpoints.append(index)
            } else {
                positions[name] = groups.count
                groups.append(EndpointGroup(name: name, endpoints: [index]))
            }
        }
        return groups
    }
}

extension EndpointContract {
    fileprivate var nameOfGroup: String {
        let part = path.split(separator: "/").first { !$0.contains("{") }
        return part.map { String($0.prefix { $0 != "." }) } ?? path
    }
}
