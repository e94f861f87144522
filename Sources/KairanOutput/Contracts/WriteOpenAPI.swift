internal import KairanContent
internal import KairanModel

extension VersionContract {
    /// The version as an OpenAPI document (3.1.0).
    ///
    /// - Parameter examples: For each endpoint a file's JSON and the values of the parameters in its path.
    func openAPI(_ settings: SiteSettings, _ examples: [EndpointExample?]) -> JSONValue {
        let names = schemaNames
        return .object([
            ("openapi", .string("3.1.0")),
            ("info", .object(info(settings))),
            ("servers", .array([.object([("url", .string(settings.rootURL + version.folder.dropLast()))])])),
            (
                "paths",
                .object(
                    zip(zip(endpoints, names), examples).map { pair, example in
                        ("/" + pair.0.path, .object([("get", .object(operation(pair.0, pair.1, example)))]))
                    })
            ),
            ("components", .object([("schemas", .object(zip(names, endpoints).map { ($0, $1.schema.json) }))])),
        ])
    }

    private func info(_ settings: SiteSettings) -> [(key: String, value: JSONValue)] {
        var info: [(key: String, value: JSONValue)] = [
            ("title", .string("\(settings.title) \(version.name)")), ("version", .string(version.name)),
        ]
        if !version.description.isEmpty { info.append(("description", .string(version.description))) }
        info.append((Self.statusKey, .string(version.status.rawValue)))
        if let date = version.retired { info.append(("x-retired", .string(date.description))) }
        if let successor = version.successor { info.append(("x-successor", .string(successor))) }
        return info
    }

    static let statusKey = "x-status"

    private func operation(
        _ endpoint: EndpointContract, _ name: String, _ example: EndpointExample?
    ) -> [(key: String, value: JSONValue)] {
        var operation: [(key: String, value: JSONValue)] = [
            ("operationId", .string(name.prefix(1).lowercased() + name.dropFirst()))
        ]
        if !endpoint.description.isEmpty { operation.append(("description", .string(endpoint.description))) }
        if version.status == .retired { operation.append(("deprecated", .boolean(true))) }
        if !endpoint.parameters.isEmpty {
            operation.append(("parameters", .array(endpoint.parameters.map { parameter($0, example) })))
        }
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
            responses.append(("404", .object([("description", .string("There is none of this name."))])))
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
            // A parameter's schema says what it is.
            let isInteger = parameter.schema.typeName == "integer"
            words.append(("example", isInteger ? Int(value).map(JSONValue.integer) ?? .string(value) : .string(value)))
        }
        return .object(words)
    }

    /// For each endpoint a name that programs can use: `DealsById` of `deals/{id}.json`.
    var schemaNames: [String] {
        var used: Set<String> = []
        return endpoints.map { endpoint in
            var name = endpoint.typeName
            while !used.insert(name).inserted { name += "_" }
            return name
        }
    }
}

/// One published file of an endpoint.
struct EndpointExample {
    var json: JSONValue
    /// The values that stand in its path.
    var parameters: [String: String]
}

extension EndpointContract {
    /// In letters and digits, with a capital first.
    var typeName: String {
        let parts = path.split(separator: "/")
        let stem = parts.last.map { $0.split(separator: ".").dropLast().joined(separator: ".") } ?? ""
        // What stands for a folder says little of what is in it.
        let folders = parts.dropLast().filter { !$0.contains("{") }.map(String.init)
        let words = (folders + [stem]).flatMap {
            $0.split { !($0.isASCII && ($0.isLetter || $0.isNumber || $0 == "{")) }
        }
        let name = words.map { word in
            word.hasPrefix("{") ? "By" + capitalized(word.dropFirst()) : capitalized(word)
        }.joined()
        return name.first?.isLetter == true ? name : "File" + name
    }

    private func capitalized(_ word: Substring) -> String { word.prefix(1).uppercased() + word.dropFirst() }

    var mediaType: String { path.hasSuffix(".geojson") ? "application/geo+json" : "application/json" }
}
