internal import KairanContent
package import KairanFormats
internal import KairanModel
internal import KairanQueries
package import KairanReaders

/// The promises to the clients of a version.
package struct VersionContract: Sendable {
    package var version: APIVersion
    /// The endpoints, sorted by path.
    package var endpoints: [EndpointContract]
    /// The names that were removed, and may come back only as they were.
    package var reserved: [ReservedName] = []
}

/// A file of an API, or all files whose path has parameters.
package struct EndpointContract: Sendable {
    package struct Parameter: Sendable {
        package var name: String
        package var schema: ValueSchema

        package init(name: String, schema: ValueSchema) {
            (self.name, self.schema) = (name, schema)
        }
    }

    /// The path below the version's folder, such as `deals/{id}.json`.
    package let path: String
    package let pattern: OutputPattern
    package var parameters: [Parameter] = []
    package var description = ""
    package var schema: ValueSchema
    /// This is true if no shape declares the schema, so that it is what the files have in common.
    package var isInferred = false
    /// This is true if clients leave out what they cannot read of its lists, instead of refusing the whole publication.
    package var isLenient = false
    /// The paths of the outputs whose changes it counts.
    package var counts: [String] = []
    /// The positions of the templates that make it. There is one for each locale if the path has locales.
    package var templates: [Int] = []
    /// The `for` of these templates.
    package var forWords: [JSONValue] = []
    /// The ids of the entries that these templates chose; nil if the paths contain them.
    package var entries: Set<String>?
    /// The files that another endpoint could also have made according to their paths, sorted.
    package var files: [String] = []

    package init(_ pattern: OutputPattern, schema: ValueSchema) {
        (path, self.pattern, self.schema) = (pattern.text, pattern, schema)
    }
}

extension OutputPlan {
    /// Makes the contracts of all versions, sorted by name.
    func makeContracts() -> [VersionContract] {
        templates.versions.map { version in
            var endpoints: [EndpointContract] = []
            for (index, template) in templates.templates.enumerated()
            where template.path.hasPrefix(version.templateFolder) && template.makesJSON {
                guard let pattern = OutputPattern(template.outputPath.dropFirst(version.folder.count)) else { continue }
                var made = [contract(of: template, index, pattern)]
                if let endpoint = indexEndpoint(of: template, index, pattern) { made.append(endpoint) }
                for endpoint in made {
                    if let known = endpoints.firstIndex(where: { $0.path == endpoint.path }) {
                        endpoints[known].templates.append(index)
                        endpoints[known].forWords += endpoint.forWords
                        endpoints[known].entries?.formUnion(endpoint.entries ?? [])
                    } else {
                        endpoints.append(endpoint)
                    }
                }
            }
            for index in endpoints.indices where endpoints[index].isInferred {
                endpoints[index].schema = inferredSchema(of: endpoints[index].templates)
            }
            var contract = VersionContract(version: version, endpoints: endpoints.sorted { $0.path < $1.path })
            listFiles(of: &contract)
            return contract
        }
    }

    /// Records which of several endpoints makes a file, if the paths do not show it.
    private func listFiles(of contract: inout VersionContract) {
        let endpoints = contract.endpoints
        for (index, endpoint) in endpoints.enumerated() where !endpoint.pattern.placeholders.isEmpty {
            let others = endpoints.filter {
                $0.path != endpoint.path && !$0.pattern.placeholders.isEmpty && $0.pattern.mayOverlap(endpoint.pattern)
            }
            guard !others.isEmpty else { continue }
            contract.endpoints[index].files = files(of: endpoint, in: contract)
                .filter { file in others.contains { $0.pattern.values(in: file) != nil } }.sorted()
        }
    }

    /// Returns the paths of an endpoint's files, below the version's folder.
    package func files(of endpoint: EndpointContract, in contract: VersionContract) -> some Sequence<String> {
        endpoint.templates.lazy.flatMap { template in
            self.jobs[self.jobRanges[template]].lazy.map { String($0.path.dropFirst(contract.version.folder.count)) }
                .filter { contract.endpoint(of: $0, template)?.path == endpoint.path }
        }
    }

    private func contract(of template: Template, _ index: Int, _ pattern: OutputPattern) -> EndpointContract {
        var endpoint = EndpointContract(pattern, schema: schema(of: template))
        endpoint.parameters = pattern.placeholders.map { parameter($0, of: template) }
        (endpoint.description, endpoint.isInferred) = (template.about, template.infersSchema)
        endpoint.isLenient = template.isLenient
        endpoint.templates = [index]
        endpoint.forWords = [template.forWords].compactMap(\.self)
        endpoint.entries = entries(of: template)
        if let revision = template.revision {
            endpoint.counts = revision.countsItself ? [template.outputPath] : revision.paths.map(\.path).sorted()
        }
        return endpoint
    }

    private func schema(of template: Template) -> ValueSchema {
        let formats = ShownFormats(settings: site.settings, isLocalized: template.locale != nil)
        switch template.kind {
        case .feed(let feed): return feed.schema(formats) ?? ValueSchema(.any)
        case .search(let search): return search.partSchema(formats)
        case .page, .endpoint, .revision, .calendar, .nearest, .copy: return template.schema ?? ValueSchema(.any)
        }
    }

    /// For files that are parts, returns the endpoint that tells a client how to find a part.
    private func indexEndpoint(of template: Template, _ index: Int, _ pattern: OutputPattern) -> EndpointContract? {
        var pattern = pattern
        let (schema, description): (ValueSchema, String)
        switch template.kind {
        case .nearest:
            pattern = pattern.replacing("cell", by: "index")
            (schema, description) = (nearestIndexSchema, "How the cells are divided.")
        case .search:
            pattern = pattern.replacing("part", by: "index")
            (schema, description) = (SearchIndex.headSchema, "How the search is divided into files.")
        case .page, .endpoint, .feed, .revision, .calendar, .copy: return nil
        }
        var endpoint = contract(of: template, index, pattern)
        (endpoint.schema, endpoint.description) = (schema, description)
        return endpoint
    }

    /// Returns the ids of all entries that its files are made of, or nil if each file has an id in its path.
    private func entries(of template: Template) -> Set<String>? {
        guard var query = template.iteration.query, query.collection != nil,
            !template.pattern.placeholders.contains("id")
        else { return nil }
        // An entry that leaves before a page moves that page as well.
        if case .pages = template.iteration { query.skip = 0 }
        let evaluator = Evaluator(site: site, form: .fromRoot, locale: template.locale ?? 0, recorder: nil)
        let chosen = evaluator.elements(query, Frames(frames: [.names(evaluator.rootValues)]))
        return Set(
            chosen.compactMap { element in
                if case .entry(let reference) = element { site.id(of: reference) } else { nil }
            })
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
            let type = TypedShape(.path(path), path.type)
            return schema.valueSchema(of: type, in: scope, of: template.iteration)
        case .values(let query, let by): return schema.keySchema(by, of: query)
        case .combinations(let query, let by):
            return by.first { $0.name == name }.map { schema.keySchema($0, of: query) } ?? .text
        case .pages: return .integer(from: 1, .int32)
        case .once: return .text
        }
    }
}

extension Schema {
    /// Returns the schema of the values that are parts of paths.
    fileprivate func keySchema(_ by: Path, of query: Query) -> ValueSchema {
        let value = by.type.elementOfList
        let path = Path(frame: 0, slot: 0, steps: [], type: value, isOptional: false, text: "")
        return valueSchema(
            of: TypedShape(.path(path), value),
            in: Scope(root: [.names(RecordType([.init(by.name, value)]))]), of: .combinations(query, by: [by]))
    }
}

extension Template {
    package var makesJSON: Bool { ["json", "geojson"].contains(pattern.fileExtension) }
    /// This is true if its files must be JSON, even if no contract promises their contents.
    var writesJSON: Bool { FileFormat(fileExtension: pattern.fileExtension) == .json }

    /// The output path with all placeholders, such as `api/v1/deals/{id}.json`. It keeps placeholders that the
    /// template's locale has replaced.
    package var outputPath: String {
        let file = path.dropFirst("templates/".count)
        if case .copy = kind { return String(file) }
        return String(file.prefix(upTo: file.lastIndex(of: ".") ?? file.endIndex))
    }
}

extension VersionContract {
    /// - Parameter file: The path of an output of the template, below the version's folder.
    package func endpoint(of file: String, _ template: Int) -> EndpointContract? {
        let candidates = endpoints.filter { $0.templates.contains(template) }
        if candidates.count == 1 { return candidates[0] }
        // The index of cells has one parameter less than the cells.
        return candidates.sorted { $0.parameters.count < $1.parameters.count }
            .first { $0.pattern.values(in: file) != nil }
    }
}

/// A key or an endpoint that a decision removed. Released apps may still read it as it was, so whatever gets its name
/// later must be compatible with it.
package struct ReservedName: Sendable, Hashable {
    /// The endpoint's path, below the version's folder.
    package var endpoint: String
    /// The place of a key in the JSON, such as `[].client`; empty for the whole document.
    package var path: String
    package var schema: ValueSchema

    package init(endpoint: String, path: String, schema: ValueSchema) {
        (self.endpoint, self.path, self.schema) = (endpoint, path, schema)
    }
}

extension EndpointContract {
    /// The words of the schema, with a comment that programs can ignore.
    package var schemaWords: [(key: String, value: JSONValue)] {
        (isInferred ? [("$comment", .string(Self.inferred))] : []) + schema.words
    }

    package static let inferred = "No shape declares it: this is what the published files have in common."
}
