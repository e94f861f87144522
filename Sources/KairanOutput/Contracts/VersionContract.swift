internal import KairanContent
internal import KairanModel

/// What the clients of a version rely on.
package struct VersionContract: Sendable {
    package var version: APIVersion
    /// Sorted by path.
    package var endpoints: [EndpointContract]
}

/// A file of an API, or many whose path has parameters.
package struct EndpointContract: Sendable {
    package struct Parameter: Sendable {
        package var name: String
        package var schema: ValueSchema
    }

    /// Below the version's folder: `deals/{id}.json`.
    package var path: String
    package var parameters: [Parameter] = []
    package var description = ""
    package var schema: ValueSchema
    /// The positions of the templates that make it: one for each locale where those are in its path.
    var templates: [Int] = []
}

extension OutputPlan {
    /// Of all versions, sorted by name.
    package func contracts() -> [VersionContract] {
        templates.versions.map { version in
            var endpoints: [EndpointContract] = []
            for (index, template) in templates.templates.enumerated()
            where template.path.hasPrefix(version.templateFolder) && template.makesJSON {
                let path = String(template.outputPath.dropFirst(version.folder.count))
                var made = [contract(of: template, index, path)]
                if case .nearest = template.kind { made.append(nearestIndex(of: template, index, path)) }
                for endpoint in made {
                    if let known = endpoints.firstIndex(where: { $0.path == endpoint.path }) {
                        endpoints[known].templates.append(index)
                    } else {
                        endpoints.append(endpoint)
                    }
                }
            }
            return VersionContract(version: version, endpoints: endpoints.sorted { $0.path < $1.path })
        }
    }

    private func contract(of template: Template, _ index: Int, _ path: String) -> EndpointContract {
        EndpointContract(
            path: path, parameters: placeholders(of: path).map { parameter($0, of: template) },
            description: template.about, schema: template.schema ?? ValueSchema(.any), templates: [index])
    }

    /// How a client finds its cell.
    private func nearestIndex(of template: Template, _ index: Int, _ path: String) -> EndpointContract {
        let members = ["format", "count", "most"].map {
            ValueSchema.Property(name: $0, schema: .integer(from: 1), isRequired: true)
        }
        let tree = ValueSchema.Property(name: "tree", schema: .text, isRequired: true)
        let path = path.replacing("{cell}", with: "index")
        return EndpointContract(
            path: path, parameters: placeholders(of: path).map { parameter($0, of: template) },
            description: "How the cells are cut.",
            schema: ValueSchema(.object(members + [tree])), templates: [index])
    }

    private func parameter(_ name: String, of template: Template) -> EndpointContract.Parameter {
        .init(name: name, schema: schema(ofParameter: name, template))
    }

    private func schema(ofParameter name: String, _ template: Template) -> ValueSchema {
        let schema = site.schema
        if name == "locale", site.settings.namesLocales {
            return ValueSchema(.oneOf(site.settings.locales.map { .string($0.code) }))
        }
        switch template.iteration {
        case .entries(let query):
            let scope = Scope(root: [.element(query.element)])
            guard case .success(let path) = schema.path(name, in: scope, at: template.span) else { return .text }
            let type = TypedShape(.path(path, default: nil), path.type)
            return schema.valueSchema(of: type, in: scope, of: query)
        case .values(_, let by): return schema.keySchema(by.type.elementOfList)
        case .combinations(_, let by):
            return by.first { $0.name == name }.map { schema.keySchema($0.type.elementOfList) } ?? .text
        case .pages: return .integer(from: 1)
        case .once: return .text
        }
    }
}

extension Schema {
    /// Of the values that are parts of paths.
    fileprivate func keySchema(_ type: FieldType) -> ValueSchema {
        let path = Path(frame: 0, slot: nil, steps: [], type: type, isOptional: false, text: "")
        return valueSchema(
            of: TypedShape(.path(path, default: nil), type), in: Scope(root: [.element(type)]))
    }
}

/// The names in braces, in their order.
package func placeholders(of path: String) -> [String] {
    path.split(separator: "{", omittingEmptySubsequences: false).dropFirst().compactMap { part in
        part.firstIndex(of: "}").map { String(part[..<$0]) }
    }
}

extension Template {
    package var makesJSON: Bool { ["json", "geojson"].contains(pattern.fileExtension) }

    /// `api/v1/deals/{id}.json`, with all placeholders, also those that are a locale's by now.
    package var outputPath: String {
        let file = path.dropFirst("templates/".count)
        if case .copy = kind { return String(file) }
        return String(file.prefix(upTo: file.lastIndex(of: ".") ?? file.endIndex))
    }
}
