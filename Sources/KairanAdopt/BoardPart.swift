internal import KairanBuild
internal import KairanModel
internal import KairanPublish
internal import KairanReaders

/// The templates and collections of a board that belong together, since they have entries in common.
struct BoardPart {
    /// The output whose JSON is to be another one.
    let output: String
    /// This is true if nothing is published there yet.
    let isNew: Bool
    /// The outputs of all templates of the part.
    private(set) var outputs: [OutputFile] = []
    /// The files of the part: templates, declarations and entries.
    private(set) var files: [SourceFile] = []
    /// All other files of the board, and what somebody put beside the entries of the part.
    private(set) var rest: [SourceFile] = []
    /// The files among these that stand beside the entries of the part and may have some of their own.
    private(set) var strangers: [SourceFile] = []
    /// The first file of the part that is not as it was made.
    private(set) var changed: SourceFile?

    /// Returns nil if there is no such output, or if its template was not made.
    init?(_ endpoint: String, _ sources: [SourceFile], _ made: [OutputFile], _ mark: AdoptionMark) {
        let name = endpoint.hasSuffix(".json") ? endpoint : endpoint + ".json"
        let templates = sources.filter { $0.path.hasPrefix("templates/") && AdoptionMark.isMarked($0.path) }
        let paths = Set(templates.map(\.path))
        let named = made.map(\.path).filter { $0 == name || $0.hasSuffix("/" + name) }.filter { output in
            Self.template(of: output, paths) != nil
        }
        if let found = named.first(where: { $0 == name }) ?? (named.count == 1 ? named[0] : nil) {
            (output, isNew) = (found, false)
        } else if named.isEmpty, let folder = Self.rowFolder(of: name, paths) {
            (output, isNew) = ("\(folder)/\(fileName(of: name))", true)
        } else {
            return nil
        }
        let collections = collectionNames(of: sources)
        guard let start = Self.template(of: output, paths), mark.knows(start) else { return nil }
        // Names in templates and declarations tell which of them belong together.
        var names: [String: Set<String>] = [:]
        for file in templates + sources where AdoptionMark.isMarked(file.path) && file.path.hasSuffix(".yml") {
            names[file.path] = readYAML(file).value?.names(among: collections) ?? []
        }
        for name in collections { names["content/\(name)/_collection.yml", default: []].insert(name) }
        var (own, known) = (Set([start]), names[start] ?? [])
        while true {
            let more = names.filter { !own.contains($0.key) && !$0.value.isDisjoint(with: known) }
            if more.isEmpty { break }
            own.formUnion(more.keys)
            known = more.values.reduce(known) { $0.union($1) }
        }
        for file in sources {
            let parts = file.path.split(separator: "/")
            let isOfEntries = parts.count > 2 && parts[0] == "content" && known.contains(String(parts[1]))
            let isStranger = isOfEntries && !AdoptionMark.isMarked(file.path) && !mark.knows(file.path)
            if isStranger, AdoptionMark.hasEntries(file.path) { strangers.append(file) }
            let isOfPart = own.contains(file.path) || isOfEntries && !isStranger
            if isOfPart { files.append(file) } else { rest.append(file) }
        }
        changed = files.first { !mark.isAsMade($0) }
        outputs = made.filter { Self.template(of: $0.path, paths).map(own.contains) ?? false }
    }

    /// Returns the template of an output; nil if no adopted one makes it.
    private static func template(of output: String, _ templates: Set<String>) -> String? {
        let row = "\(folder(of: output))/{id}.json.yml"
        return ["templates/\(output).yml", "templates/\(output)", "templates/\(row)"].first(where: templates.contains)
    }

    /// Returns the folder of a file beside others that one template makes.
    private static func rowFolder(of name: String, _ templates: Set<String>) -> String? {
        let folder = String(KairanReaders.folder(of: name))
        guard !folder.isEmpty else { return nil }
        let found = templates.filter { $0.hasSuffix("/\(folder)/{id}.json.yml") }
        guard found.count == 1, let path = found.first else { return nil }
        return String(path.dropFirst("templates/".count).dropLast("/{id}.json.yml".count))
    }
}

extension SourceNode {
    /// Returns the words in it that are among some names.
    fileprivate func names(among names: Set<String>) -> Set<String> {
        switch content {
        case .scalar(let text, _): names.contains(text) ? [text] : []
        case .sequence(let elements): elements.reduce(into: []) { $0.formUnion($1.names(among: names)) }
        case .mapping(let members): members.reduce(into: []) { $0.formUnion($1.value.names(among: names)) }
        }
    }
}
