internal import Glibc
package import KairanContent
package import KairanModel
package import KairanOutput

/// What somebody asks of `kairan import`.
package struct ImportWish: Sendable {
    /// The file with the JSON, as the process sees it.
    package var file: String
    /// An endpoint's path in the site, such as `api/v1/ads.json`, or an end of it: `v1/ads`.
    package var endpoint: String
    /// The only one to write to.
    package var collection: String?
    package var values: [String: String] = [:]
    package var pictures: String?
    package var updates = false
    package var repairs = false

    package init(file: String, endpoint: String) { (self.file, self.endpoint) = (file, endpoint) }
}

/// What an import would write, before anything is written.
package struct ImportPlan: Sendable {
    package var files: [ImportedEntries.File] = []
    /// How many entries are as the JSON tells them.
    package var sameCount = 0
    /// Those that the shape lists entries of.
    package var collections: [String] = []
    /// Sorted; with an error nothing may be written. Those of the JSON have the path that was given for it.
    package var diagnostics: [Diagnostic]
    package var tree: SourceTree
    package var json: SourceFile
}

/// Reads a site and JSON that one of its endpoints could have made, and finds the entries that make it do so.
///
/// Throws `OptionError` and `ReadError`.
package func planImport(_ wish: ImportWish, _ options: BuildOptions) throws -> ImportPlan {
    let tree = try readSourceTree(options.folder)
    let json = SourceFile(path: wish.file, bytes: try readGiven(wish.file))
    let read = readHandmadeJSON(json, repairs: wish.repairs)
    var plan = ImportPlan(diagnostics: tree.diagnostics + read.diagnostics, tree: tree.value, json: json)
    let before = try FrontHalf(tree.value.files, options)
    guard let planned = before.plan else {
        plan.diagnostics += before.diagnostics
        return plan.sorted
    }
    let template = try template(of: wish.endpoint, planned)
    if let name = wish.collection, planned.site.content.collection(name) == nil {
        throw OptionError(
            description: "there is no collection '\(name)'; write --into content/ads for the collection ads")
    }
    guard let node = read.value else { return plan.sorted }
    var request = ImportRequest(template: template, json: node)
    (request.collection, request.values, request.updates) = (wish.collection, wish.values, wish.updates)
    let folders = [wish.pictures, options.output, String(folder(of: wish.file))].compactMap(\.self)

    // What is sorted by a number that nobody knows is numbered only if it would stand in another order else.
    var attempts: [ImportPlan] = []
    for numbers in [false, true] {
        request.numbers = numbers
        var attempt = plan
        let found = planned.entries(of: request, tree.value.files) { savedFile($0, in: folders) }
        attempt.diagnostics += found.diagnostics
        (attempt.files, attempt.sameCount) = (found.value.files, found.value.sameCount)
        attempt.collections = found.value.collections
        if !attempt.diagnostics.hasErrors {
            attempt.diagnostics += try attempt.mistakes(before, request, found.value, options)
        }
        attempts.append(attempt)
        if !attempt.diagnostics.contains(where: { $0.rule == "import.difference" }) { break }
    }
    func count(_ attempt: ImportPlan) -> Int { attempt.diagnostics.count { $0.severity == .error } }
    return attempts.dropFirst().reduce(attempts[0]) { count($1) < count($0) ? $1 : $0 }.sorted
}

extension ImportPlan {
    fileprivate var sorted: ImportPlan {
        var plan = self
        plan.diagnostics = diagnostics.sortedForReport
        return plan
    }

    /// What the site with these files has that it had not before, and what its endpoint would make otherwise.
    fileprivate func mistakes(
        _ before: FrontHalf, _ request: ImportRequest, _ entries: ImportedEntries, _ options: BuildOptions
    ) throws -> [Diagnostic] {
        let paths = Set(files.map(\.path))
        let sources =
            tree.files.filter { !paths.contains($0.path) }
            + files.map { SourceFile(path: $0.path, bytes: $0.bytes) }
        let after = files.isEmpty ? before : try FrontHalf(sources.sorted { $0.path < $1.path }, options)
        // Of a collection without entries nobody was told before that what refers to it refers to nothing.
        let added = Set(after.diagnostics).subtracting(before.diagnostics).filter { diagnostic in
            diagnostic.rule != "reference.unknown" || paths.contains(diagnostic.span.path)
        }
        var found = added.map(told)
        guard !found.hasErrors, let made = after.plan?.endpoint(ofTemplate: request.template.path) else { return found }
        found += made.diagnostics.map(told)
        guard !found.hasErrors, let node = readJSON(SourceFile(path: json.path, bytes: made.value)).value else {
            return found
        }
        return found + differences(between: request.json, and: node, pictures: entries.picturePlaces)
    }

    /// A mistake in a file that is not there yet is one in the JSON.
    private func told(_ diagnostic: Diagnostic) -> Diagnostic {
        guard let file = files.first(where: { $0.path == diagnostic.span.path }) else { return diagnostic }
        var diagnostic = diagnostic
        let line = diagnostic.span.line - 1
        let place = line < file.places.count ? file.places[line] : nil
        if let place = place ?? (file.isNew ? file.places.lazy.compactMap(\.self).first : nil) {
            diagnostic.span = place
        }
        return diagnostic
    }
}

/// A site up to the plan of its outputs, whatever is wrong with it.
private struct FrontHalf {
    var plan: OutputPlan?
    var diagnostics: [Diagnostic] = []

    init(_ files: [SourceFile], _ options: BuildOptions) throws(OptionError) {
        let declarations = try readDeclarations(files).collected(&diagnostics).applying(options)
        guard declarations.settings.isComplete, !diagnostics.hasErrors else { return }
        let templates = compileTemplates(files, declarations).collected(&diagnostics)
        let content = readContent(files, declarations).collected(&diagnostics)
        let moment = try moment(declarations.settings, options)
        plan = planOutputs(templates, content, at: moment).collected(&diagnostics)
    }
}

private func template(of endpoint: String, _ plan: OutputPlan) throws(OptionError) -> Template {
    let name = endpoint.hasSuffix(".json") || endpoint.hasSuffix(".geojson") ? endpoint : endpoint + ".json"
    let named = plan.templates.templates.filter { template in
        let path = template.pattern.text
        return path == name || path.hasSuffix("/" + name)
    }
    guard let template = named.first(where: { $0.pattern.text == name }) ?? named.first else {
        let known = plan.templates.templates.filter(\.isEndpoint).map(\.pattern.text)
        let help = suggestion(for: name, in: known, kind: "endpoints") ?? "the site has none"
        throw OptionError(description: "there is no endpoint '\(endpoint)'; \(help)")
    }
    guard named.count == 1 || template.pattern.text == name else {
        let paths = Set(named.map(\.pattern.text)).sorted()
        // One template for each language has one path.
        if paths.count > 1 {
            throw OptionError(description: "'\(endpoint)' may be \(paths.joined(separator: " or ")); write one of them")
        }
        throw OptionError(description: "'\(paths[0])' is made once for each language, and import knows one")
    }
    guard template.isEndpoint else {
        throw OptionError(description: "'\(template.path)' has no 'data' that could be read backwards")
    }
    guard case .once = template.iteration else {
        throw OptionError(
            description: "'\(template.pattern.text)' is one of many files; import reads an endpoint that has all in one"
        )
    }
    return template
}

extension Template {
    fileprivate var isEndpoint: Bool { if case .endpoint = kind { true } else { false } }
}

/// A file that somebody named on the command line; symbolic links are followed there.
private func readGiven(_ path: String) throws(ReadError) -> [UInt8] {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw ReadError(path: path, reason: String(cString: strerror(errno))) }
    defer { close(descriptor) }
    do {
        return try readToEnd(descriptor)
    } catch {
        throw ReadError(path: path, reason: String(cString: strerror(error.code)))
    }
}

/// The first of the folders that has a file at the path; one that cannot be read is none.
private func savedFile(_ path: String, in folders: [String]) -> [UInt8]? {
    for folder in folders {
        if case .bytes(let bytes) = readPublished(path, in: folder.isEmpty ? "." : folder) { return bytes }
    }
    return nil
}
