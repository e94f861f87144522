internal import KairanFormats
internal import KairanTemplates

/// The endpoints of one version with the names that they have in clients. All of it comes from the published contract.
struct ClientAPI {
    /// The name of the client, such as `BoardV1`.
    var name: String
    /// The name of the version, such as `v1`.
    var version: String
    /// The address of the version's folder, with a slash at the end.
    var address: String
    /// The site's time zone, such as `Asia/Tokyo`. A client takes it if a manifest names none that its device knows.
    var timeZone: String
    var title: String
    var endpoints: [ClientEndpoint]

    /// The endpoints that are one file each. A client always has them.
    var files: [ClientEndpoint] { endpoints.filter { $0.parameters.isEmpty } }
    /// The endpoints with parameters. A client loads one of their files when it is asked for.
    var families: [ClientEndpoint] { endpoints.filter { !$0.parameters.isEmpty } }
    /// The endpoints whose files are shown as they are. Those of a search are only read by its method.
    var shown: [ClientEndpoint] { endpoints.filter { !$0.isSearch && !$0.isSearchPart } }
    var hasAudience: Bool { endpoints.contains(where: \.types.hasAudience) }
    var searches: [ClientEndpoint] { endpoints.filter(\.isSearch) }
}

/// An endpoint as a client offers it.
struct ClientEndpoint {
    struct Parameter {
        /// The name in the path.
        var key: String
        var name: String
        var kind: Kind

        enum Kind { case day, number, text }

        var type: ClientType {
            switch kind {
            case .day: .day
            case .number: .integer(.int32)
            case .text: .text
            }
        }
    }

    var path: String
    var description: String
    var isInferred: Bool
    var pattern: OutputPattern
    var parameters: [Parameter]
    var types: ClientTypes
    /// This is true if objects that the client cannot read are left out of its lists.
    var isLenient: Bool
    /// The name of the property or method, such as `adItems`.
    var member: String
    /// The name of the property with the values of the only parameter, such as `dealsByIdValues`; empty if there is none.
    var valuesMember = ""
    /// The name of the method that loads all pages, such as `allNewsByPage`; empty if its files are no pages.
    var allMember = ""
    /// The path of the index, if this is a family of nearest cells.
    var nearestIndex: String?
    /// The name of the method that finds the nearest entries, such as `nearestCinemas`.
    var nearestMember = ""
    /// This is true if the endpoint is the head of a search.
    var isSearch = false
    /// This is true if its files are the other files of a search.
    var isSearchPart = false
    /// The name of the method that searches, such as `searchClubs`, if this is the head of a search.
    var searchMember = ""

    /// This is true if its files are the pages of one list.
    var arePages: Bool { !allMember.isEmpty }
}

extension ClientAPI {
    init(
        _ contract: [EndpointContract], name: String, version: String, address: String, timeZone: String, title: String
    ) {
        (self.name, self.version, self.timeZone, self.title) = (name, version, timeZone, title)
        self.address = address.hasSuffix("/") ? address : address + "/"
        let names = ClientNames(contract)
        endpoints = contract.map { endpoint in
            ClientEndpoint(
                path: endpoint.path, description: endpoint.description, isInferred: endpoint.isInferred,
                pattern: endpoint.pattern, parameters: parameters(of: endpoint),
                types: ClientTypes(
                    of: endpoint.schema, name: names.type(of: endpoint), content: names.content(of: endpoint),
                    isLenient: endpoint.isLenient),
                isLenient: endpoint.isLenient,
                member: names.member(of: endpoint),
                nearestIndex: nearestIndex(of: endpoint, contract),
                isSearch: endpoint.schema == SearchIndex.headSchema)
        }
        for index in endpoints.indices {
            let head = endpoints[index].path.replacing("{part}", with: "index")
            endpoints[index].isSearchPart = endpoints.contains {
                $0.isSearch && $0.path == head && $0.path != endpoints[index].path
            }
        }
        nameMembers(contract, names)
    }

    /// Names the members that endpoints have besides their own. They give way to the names of endpoints. A search is named
    /// by its path even if there is only one, so that a second one does not rename the first.
    private mutating func nameMembers(_ contract: [EndpointContract], _ names: ClientNames) {
        var used = UsedNames(Set(endpoints.map(\.member)))
        for index in endpoints.indices {
            let (endpoint, content) = (endpoints[index], names.content(of: contract[index]))
            if endpoint.parameters.count == 1 { endpoints[index].valuesMember = used.free(endpoint.member + "Values") }
            if arePages(contract[index]) { endpoints[index].allMember = used.free("all" + endpoint.types.name) }
            if endpoint.nearestIndex != nil { endpoints[index].nearestMember = used.free(nearestName(content)) }
            if endpoint.isSearch { endpoints[index].searchMember = used.free(searchName(content)) }
        }
    }
}

private func parameters(of endpoint: EndpointContract) -> [ClientEndpoint.Parameter] {
    let names = distinctNames(
        endpoint.parameters.map { memberName($0.name, taken: takenParameters) })
    return zip(endpoint.parameters, names).map { parameter, name in
        .init(key: parameter.name, name: name, kind: kind(of: parameter.schema))
    }
}

/// The names that the generated methods use for other things.
private let takenParameters: Set<String> = [
    "data", "entries", "index", "latitude", "limit", "longitude", "manifest", "path", "query", "read", "store",
]

private func kind(of schema: ValueSchema) -> ClientEndpoint.Parameter.Kind {
    if case .integer = schema.form { return .number }
    if case .string(let form) = schema.form, form.format == "date" { return .day }
    return .text
}

/// Returns the path of the index of a family of nearest cells; nil for any other endpoint, and if the entries of a cell do
/// not tell their positions.
private func nearestIndex(of endpoint: EndpointContract, _ all: [EndpointContract]) -> String? {
    guard endpoint.parameters.contains(where: { $0.name == "cell" }), case .array(let entry, _) = endpoint.schema.form,
        entry.isLocated
    else { return nil }
    let index = endpoint.path.replacing("{cell}", with: "index")
    return all.contains { $0.path == index && $0.schema == nearestIndexSchema } ? index : nil
}

private func arePages(_ endpoint: EndpointContract) -> Bool {
    guard endpoint.parameters.count == 1, case .array = endpoint.schema.form else { return false }
    if case .integer = endpoint.parameters[0].schema.form {
        return endpoint.forWords.contains { $0["paginate"] != nil }
    }
    return false
}

extension ClientEndpoint {
    /// A regular expression for the paths of its files. No value of a parameter has a slash.
    var regularExpression: String {
        let parts = pattern.parts.map { part in
            if case .literal(let text) = part {
                return text.map { "\\^$.|?*+()[]{}".contains($0) ? "\\\($0)" : String($0) }.joined()
            }
            return "[^/]+"
        }
        return "^\(parts.joined())$"
    }
}

extension ValueSchema {
    /// Tells whether this is an object that always has a latitude and a longitude.
    var isLocated: Bool {
        guard case .object(let properties) = form else { return false }
        return ["latitude", "longitude"].allSatisfy { key in
            properties.contains { property in
                guard case .number = property.schema.form else { return false }
                return property.name == key && property.isRequired && !property.schema.isNullable
            }
        }
    }
}

/// Returns `searchClubs` for the contents `SearchClubsIndex` or `ClubsIndex` of a head, and `search` for `SearchIndex`.
private func searchName(_ content: String) -> String {
    var words = content[...]
    if words.hasSuffix("Index") { words = words.dropLast("Index".count) }
    if words.hasPrefix("Search") { words = words.dropFirst("Search".count) }
    return "search" + words
}

/// Returns `nearestCinemas` for the contents `CinemasNear`.
private func nearestName(_ content: String) -> String {
    "nearest" + (content.hasSuffix("Near") && content != "Near" ? String(content.dropLast("Near".count)) : content)
}
