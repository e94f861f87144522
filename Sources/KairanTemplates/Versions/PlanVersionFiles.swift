internal import KairanContent
internal import KairanFormats
internal import KairanModel
internal import KairanQueries
internal import KairanReaders

extension OutputPlan {
    /// Returns the files that every version has besides its endpoints. A schema is made again if its own words change.
    /// While they are the same, what it keeps of the last publication is the same too.
    func versionOutputs() -> [PlannedOutput] {
        guard !contracts.isEmpty else { return [] }
        let index = writeJSON(versionsIndex())
        let outputs = contracts.flatMap { contract -> [PlannedOutput] in
            let version = contract.version
            let source = version.templateFolder + "_version.yml"
            return VersionFile.allCases.map { file in
                PlannedOutput(
                    path: version.folder + file.name, key: ContentHash(), sources: [source], maker: .version,
                    countsChanges: true)
            }
                + contract.endpoints.map {
                    PlannedOutput(
                        path: version.folder + $0.schemaPath, key: ContentHash(schemaFile($0, version)), sources: [],
                        maker: .version)
                }
        }
        return [PlannedOutput(path: versionsPath, key: ContentHash(index), sources: [], maker: .site { index })]
            + outputs
    }

    /// The paths of the files that describe the other files of their version.
    package var versionFilePaths: Set<String> {
        Set(contracts.flatMap { contract in VersionFile.allCases.map { contract.version.folder + $0.name } })
    }

    /// Finds templates whose outputs would replace files that Kairan itself makes for versions.
    func checkVersionPaths() -> [Diagnostic] {
        guard !contracts.isEmpty else { return [] }
        var made = versionFilePaths.union([versionsPath])
        var diagnostics: [Diagnostic] = []
        for contract in contracts {
            for endpoint in contract.endpoints
            where !made.insert(contract.version.folder + endpoint.schemaPath).inserted {
                guard let template = endpoint.templates.first.map({ templates.templates[$0] }) else { continue }
                diagnostics.append(taken(endpoint.schemaPath, template))
            }
        }
        let folders = contracts.map { $0.version.folder + schemaFolder }
        let own = jobs.filter { job in made.contains(job.path) || folders.contains { job.path.hasPrefix($0) } }
        return diagnostics + own.map { taken($0.path, templates.templates[$0.template]) }
    }

    private func taken(_ path: String, _ template: Template) -> Diagnostic {
        Diagnostic(
            .error, .outputDuplicate, "'\(path)' is a file that Kairan itself makes for a version", at: template.span,
            help: "rename the template \(template.path)")
    }

    /// Returns the JSON Schema of an endpoint as a file of its own.
    package func schemaFile(_ endpoint: EndpointContract, _ version: APIVersion) -> [UInt8] {
        let url = site.settings.rootURL + escapedPath(version.folder + endpoint.schemaPath)
        var head: [(key: String, value: JSONValue)] = [
            ("$schema", .string("https://json-schema.org/draft/2020-12/schema")),
            ("$id", .string(url)), ("title", .string("\(version.name)/\(endpoint.path)")),
        ]
        if !endpoint.description.isEmpty { head.append(("description", .string(endpoint.description))) }
        return writeJSON(.object(head + endpoint.schemaWords))
    }

    private func versionsIndex() -> JSONValue {
        let versions = templates.versions.map { version -> JSONValue in
            .object([
                ("version", .string(version.name)), ("status", .string(version.status.rawValue)),
                ("retired", version.retired.map { .string($0.description) } ?? .null),
                ("successor", version.successor.map(JSONValue.string) ?? .null),
                ("openapi", .string("\(version.name)/\(VersionFile.openAPI.name)")),
                ("manifest", .string("\(version.name)/\(VersionFile.manifest.name)")),
            ])
        }
        return .object([("channel", .string(site.settings.channel.rawValue)), ("versions", .array(versions))])
    }
}

extension EndpointContract {
    /// The path of the endpoint's JSON Schema, below the version's folder. It has no braces, because those would have
    /// to be escaped in addresses.
    package var schemaPath: String {
        let name = path.filter { $0 != "{" && $0 != "}" }
        return schemaFolder + (name.hasSuffix(".json") ? name : name + ".json")
    }
}
