package import KairanContent
internal import KairanFormats
internal import KairanModel
internal import KairanReaders
package import KairanTemplates

extension VersionContract {
    /// Returns the version as an OpenAPI document (3.1.0).
    ///
    /// - Parameter examples: For each endpoint, the JSON of a file and the values of the parameters in its path.
    func openAPI(_ settings: SiteSettings, _ examples: [EndpointExample?]) -> JSONValue {
        let names = endpoints.map(\.typeName)
        var document: [(key: String, value: JSONValue)] = [
            ("openapi", .string("3.1.0")),
            ("info", .object(info(settings))),
            ("servers", .array([.object([("url", .string(version.address(settings)))])])),
            (
                "paths",
                .object(
                    zip(zip(endpoints, names), examples).map { pair, example in
                        ("/" + pair.0.path, .object([("get", .object(operation(pair.0, pair.1, example)))]))
                    })
            ),
            (
                "components",
                .object([("schemas", .object(zip(names, endpoints).map { ($0, .object($1.schemaWords)) }))])
            ),
        ]
        if !reserved.isEmpty { document.append(([ReservedName].key, reserved.json)) }
        return .object(document)
    }

    private func info(_ settings: SiteSettings) -> [(key: String, value: JSONValue)] {
        var info: [(key: String, value: JSONValue)] = [
            ("title", .string(versionTitle(version, settings))), ("version", .string(version.name)),
        ]
        if !version.description.isEmpty { info.append(("description", .string(version.description))) }
        info.append((Self.statusKey, .string(version.status.rawValue)))
        info.append((Self.zoneKey, .string(settings.timeZone.identifier)))
        if settings.channel == .preview { info.append((Self.channelKey, .string(settings.channel.rawValue))) }
        if let date = version.retired { info.append(("x-retired", .string(date.description))) }
        if let successor = version.successor { info.append(("x-successor", .string(successor))) }
        return info
    }

    static let (statusKey, channelKey) = ("x-status", "x-channel")
    /// The key for the time zone in which the site's days begin.
    static let zoneKey = "x-time-zone"
    /// The keys for the `for` that chose the files and for the entries they are made of: see `mayVanish`.
    static let (forKey, entriesKey) = ("x-for", "x-entries")
    static let (countsKey, lenientKey) = ("x-counts", "x-lenient")
    /// The key for the files of an endpoint that other paths fit as well.
    static let filesKey = "x-files"

    private func operation(
        _ endpoint: EndpointContract, _ name: String, _ example: EndpointExample?
    ) -> [(key: String, value: JSONValue)] {
        var operation: [(key: String, value: JSONValue)] = [
            ("operationId", .string(name.prefix(1).lowercased() + name.dropFirst()))
        ]
        if !endpoint.description.isEmpty { operation.append(("description", .string(endpoint.description))) }
        if version.status == .retired { operation.append(("deprecated", .boolean(true))) }
        if !endpoint.counts.isEmpty {
            operation.append((Self.countsKey, .array(endpoint.counts.map(JSONValue.string))))
        }
        if endpoint.isLenient { operation.append((Self.lenientKey, .boolean(true))) }
        if !endpoint.parameters.isEmpty {
            operation.append(("parameters", .array(endpoint.parameters.map { parameter($0, example) })))
        }
        if !endpoint.forWords.isEmpty { operation.append((Self.forKey, .array(endpoint.forWords))) }
        if let entries = endpoint.entries {
            operation.append((Self.entriesKey, .array(entries.sorted().map(JSONValue.string))))
        }
        if !endpoint.files.isEmpty { operation.append((Self.filesKey, .array(endpoint.files.map(JSONValue.string)))) }
        var content: [(key: String, value: JSONValue)] = [
            ("schema", .object([("$ref", .string("#/components/schemas/\(name)"))]))
        ]
        if let example { content.append(("example", example.json)) }
        var responses: [(key: String, value: JSONValue)] = [
            (
                "200",
                .object([
                    ("description", .string("The file as it was last published.")),
                    ("content", .object([(endpoint.mediaType, .object(content))])),
                ])
            )
        ]
        if !endpoint.parameters.isEmpty {
            responses.append(("404", .object([("description", .string("No file has this name."))])))
        }
        operation.append(("responses", .object(responses)))
        return operation
    }

    private func parameter(_ parameter: EndpointContract.Parameter, _ example: EndpointExample?) -> JSONValue {
        var words: [(key: String, value: JSONValue)] = [
            ("name", .string(parameter.name)), ("in", .string("path")), ("required", .boolean(true)),
            ("schema", parameter.schema.json),
        ]
        if let value = example?.parameters[parameter.name] {
            // The parameter's schema decides the type of the example.
            let isInteger = parameter.schema.typeName == "integer"
            words.append(("example", isInteger ? Int(value).map(JSONValue.integer) ?? .string(value) : .string(value)))
        }
        return .object(words)
    }
}

/// The title of a version for people.
package func versionTitle(_ version: APIVersion, _ settings: SiteSettings) -> String {
    "\(settings.title) \(version.name)"
}

/// A published file of an endpoint.
struct EndpointExample {
    var json: JSONValue
    /// The values of the parameters in its path.
    var parameters: [String: String]
}

extension EndpointContract {
    var mediaType: String { path.hasSuffix(".geojson") ? "application/geo+json" : "application/json" }
}
