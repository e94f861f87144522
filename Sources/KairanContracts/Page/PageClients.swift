internal import KairanContent
internal import KairanTemplates

/// The commands, lines and types of clients that the API page shows. The code that writes clients makes them.
struct PageClients {
    struct Start {
        var name: String
        /// The command that makes the client.
        var command: String
        var code: String
    }

    /// The line that uses an endpoint in one language, and the types that it is about.
    struct Use {
        var language: String
        var code: String
        var types: String
    }

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

    var starts: [Start] {
        let api = swift.api
        func command(_ language: ClientLanguage) -> String {
            "kairan client \(language.rawValue) --version \(api.version) --out \(api.name)"
        }
        return [
            Start(name: "Swift", command: command(.swift), code: swift.start),
            Start(name: "Kotlin", command: command(.kotlin), code: kotlin.start),
            Start(name: "TypeScript and JavaScript", command: command(.typescript), code: script.start),
        ]
    }

    /// - Parameter index: The position of the endpoint in the contract.
    /// - Parameter values: The values of the parameters in the path of an existing file.
    func uses(of index: Int, _ values: [String: String]) -> [Use] {
        let endpoint = swift.api.endpoints[index]
        // Apps read the files of a search only by its method, which stands at its head.
        if endpoint.isSearchPart { return [] }
        func text(_ lines: [String]) -> String { endpoint.isSearch ? "" : lines.joined(separator: "\n") }
        return [
            Use(language: "Swift", code: swift.use(endpoint, values), types: text(swift.types(of: endpoint))),
            Use(language: "Kotlin", code: kotlin.use(endpoint, values), types: text(kotlin.types(of: endpoint))),
            Use(
                language: "TypeScript", code: script.use(endpoint, values),
                types: text(script.typeDeclarations(of: endpoint))),
        ]
    }
}

/// The words of the manifest about an endpoint's files.
struct EndpointFacts {
    private var count = 0
    private var sizes = 0...0
    private var revision = 0

    init(_ files: some Sequence<VersionManifest.File>) {
        for file in files {
            sizes =
                count == 0 ? file.size...file.size : min(sizes.lowerBound, file.size)...max(sizes.upperBound, file.size)
            revision = max(revision, file.revision)
            count += 1
        }
    }

    /// A sentence such as `13 KB, last changed in revision 7.`; nil if nothing is published.
    var inWords: String? {
        guard count > 0 else { return nil }
        let (least, most) = (size(sizes.lowerBound), size(sizes.upperBound))
        let size = least == most ? most : "\(least) to \(most)"
        return (count == 1 ? size : "\(count) files, \(size) each") + ", last changed in revision \(revision)."
    }

    private func size(_ bytes: Int) -> String { bytes < 1000 ? "\(bytes) bytes" : "\((bytes + 999) / 1000) KB" }
}
