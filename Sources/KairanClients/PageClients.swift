package import KairanContent
package import KairanContracts
package import KairanTemplates

/// Writes the commands, lines and types of clients that the page of a version shows.
package func clientSamples(
    _ contract: VersionContract, _ settings: SiteSettings, _ values: [[String: String]]
) -> ClientSamples {
    let clients = PageClients(contract, settings)
    return ClientSamples(starts: clients.starts, uses: values.indices.map { clients.uses(of: $0, values[$0]) })
}

/// The clients of one version in all languages.
private struct PageClients {
    private let swift: SwiftClient
    private let kotlin: KotlinClient
    private let script: TypeScriptClient

    init(_ contract: VersionContract, _ settings: SiteSettings) {
        let version = contract.version
        let api = ClientAPI(
            contract.endpoints, name: clientName(of: version.name), version: version.name,
            address: version.address(settings), timeZone: settings.timeZone.identifier,
            title: versionTitle(version, settings))
        swift = SwiftClient(api: api, hasBundle: false)
        kotlin = KotlinClient(api: api)
        script = TypeScriptClient(api: api, hasBundle: false)
    }

    var starts: [ClientSamples.Start] {
        let api = swift.api
        func command(_ language: ClientLanguage) -> String {
            "kairan client \(language.rawValue) --version \(api.version) --out \(api.name)"
        }
        return [
            .init(name: "Swift", command: command(.swift), code: swift.start),
            .init(name: "Kotlin", command: command(.kotlin), code: kotlin.start),
            .init(name: "TypeScript and JavaScript", command: command(.typescript), code: script.start),
        ]
    }

    /// - Parameter index: The position of the endpoint in the contract.
    /// - Parameter values: The values of the parameters in the path of an existing file.
    func uses(of index: Int, _ values: [String: String]) -> [ClientSamples.Use] {
        let endpoint = swift.api.endpoints[index]
        // Apps read the files of a search only by its method, which stands at its head.
        if endpoint.isSearchPart { return [] }
        func text(_ lines: [String]) -> String { endpoint.isSearch ? "" : lines.joined(separator: "\n") }
        return [
            .init(language: "Swift", code: swift.use(endpoint, values), types: text(swift.types(of: endpoint))),
            .init(language: "Kotlin", code: kotlin.use(endpoint, values), types: text(kotlin.types(of: endpoint))),
            .init(
                language: "TypeScript", code: script.use(endpoint, values),
                types: text(script.typeDeclarations(of: endpoint))),
        ]
    }
}
