package import KairanBuild
package import KairanModel
internal import KairanPublish
package import KairanReaders
internal import KairanTemplates

/// A user's request to `kairan import`.
package struct ImportWish: Sendable {
    /// The file with the JSON, as the process sees it.
    package var file: String
    /// An endpoint's path in the site, such as `api/v1/ads.json`, or an end of it: `v1/ads`.
    package var endpoint: String
    /// The only collection to write to; nil for all.
    package var collection: String?
    package var values: [String: String] = [:]
    package var pictures: String?
    package var updates = false
    package var repairs = false
    /// Whether an update may remove most of the entries.
    package var allowsLoss = false

    package init(file: String, endpoint: String) { (self.file, self.endpoint) = (file, endpoint) }
}

/// The files that an import would write, before anything is written.
package struct ImportPlan: Sendable {
    package var files: [ImportedEntries.File] = []
    /// The entries that the JSON lacks.
    package var gone: [ImportedEntries.Gone] = []
    /// This is true if hardly any entry would be left and nobody allowed that.
    package var losesMost = false
    /// The other files of the publication that change too.
    package var others: [String] = []
    /// The number of entries that are as the JSON says.
    package var sameCount = 0
    /// The collections whose entries the shape lists.
    package var collections: [String] = []
    /// The diagnostics, sorted. With an error nothing may be written. Diagnostics of the JSON have the path that the
    /// user gave.
    package var diagnostics: [Diagnostic]
    package var tree: SourceTree
    /// The file of an adopted board that tells what only programs have written, if that changes.
    package var mark: WishedFile?
    package var json: SourceFile

    /// Writes the plan's files into the site in `folder`.
    package func write(in folder: String) throws(ReadError) {
        try writeFiles(
            files.map {
                WishedFile(
                    path: located($0.path, in: folder), bytes: $0.isRemoved ? nil : $0.bytes, isNew: $0.isNew)
            } + (mark.map { [$0] } ?? []))
    }
}

/// Reads JSON that one of the site's endpoints could have made, and finds the entries that make it do so.
///
/// Throws `OptionError` and `ReadError`.
package func planImport(_ wish: ImportWish, into site: ImportSite) throws -> ImportPlan {
    let json = SourceFile(path: wish.file, bytes: try readGiven(wish.file))
    let read = HandmadeJSON(json, repairs: wish.repairs)
    var plan = ImportPlan(diagnostics: site.tree.diagnostics + read.diagnostics, tree: site.tree.value, json: json)
    if let folder = wish.pictures, !SourceFileFinder(root: folder).isFolder(".") {
        throw OptionError(description: "there is no folder '\(folder)', which --pictures names")
    }
    guard let planned = site.plan else {
        plan.diagnostics += site.diagnostics
        return plan.sorted
    }
    let output = try invertibleTemplate(of: wish.endpoint, planned)
    if let name = wish.collection, planned.site.content.collection(name) == nil {
        throw OptionError(
            description: "there is no collection '\(name)'; write --into content/ads for the collection ads")
    }
    guard let node = read.root else { return plan.sorted }
    var request = ImportRequest(template: output.template, json: node)
    request.id = output.id
    (request.collection, request.values, request.updates) = (wish.collection, wish.values, wish.updates)
    request.allowsLoss = wish.allowsLoss
    // JSON that a repair would understand counts as data, so that all its mistakes can be reported at once.
    let isUnderstood = !HandmadeJSON(json, repairs: true).diagnostics.hasErrors
    let folders = [wish.pictures, site.options.output, String(folder(of: wish.file))].compactMap(\.self)

    // Entries that are sorted by an unknown number are numbered only if they would otherwise stand in another order.
    var attempts: [ImportPlan] = []
    for numbers in [false, true] {
        request.numbers = numbers
        var attempt = plan
        let found = planned.entries(of: request, site.tree.value.files) { savedFile($0, in: folders) }
        // A key that is missing at a damaged place may be there but not understood.
        attempt.diagnostics += found.diagnostics.filter {
            $0.rule != .importKey || !read.damagedPlaces.contains($0.span)
        }
        (attempt.files, attempt.sameCount) = (found.value.files, found.value.sameCount)
        (attempt.collections, attempt.gone) = (found.value.collections, found.value.gone)
        attempt.losesMost = found.value.losesMost
        // An entry that cannot be read seems to be missing, and would be written again.
        attempt.diagnostics += site.diagnostics.filter { diagnostic in
            diagnostic.severity == .error && !attempt.files.isEmpty
                && !diagnostic.span.path.hasSuffix("/_collection.yml") && diagnostic.rule != .referenceUnknown
                && attempt.collections.contains { diagnostic.span.path.hasPrefix("content/\($0)/") }
        }
        let compares = isUnderstood && !found.diagnostics.hasErrors
        let after = attempt.files.isEmpty ? site : site.with(content: attempt.sourcesAfter)
        attempt.diagnostics += attempt.mistakes(site, after, request, compares ? found.value : nil)
        if wish.updates, !attempt.diagnostics.hasErrors, let made = after.plan {
            attempt.others = planned.changedOutputs(made, except: request.output)
        }
        attempts.append(attempt)
        if !attempt.diagnostics.contains(where: { $0.rule == .importDifference }) { break }
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

    /// Returns the mistakes that these files add to the site, and the differences between what its endpoint would make
    /// and the JSON.
    ///
    /// - Parameter entries: The imported entries; nil if they are known not to be what the JSON says.
    fileprivate func mistakes(
        _ before: ImportSite, _ after: ImportSite, _ request: ImportRequest, _ entries: ImportedEntries?
    ) -> [Diagnostic] {
        let paths = Set(files.map(\.path))
        // While a collection has no entries, references to it are not checked, so these mistakes are not new.
        let hasFirst = collections.contains { before.plan?.site.content.collection($0)?.entries.isEmpty == true }
        let isFirst = hasFirst && gone.isEmpty
        let added = Set(after.diagnostics).subtracting(before.diagnostics).filter { diagnostic in
            switch diagnostic.rule {
            case .referenceUnknown: !isFirst || paths.contains(diagnostic.span.path)
            // Declarations are those from before, and this one will say that there may be no entries.
            case .collectionEmpty: !paths.contains(diagnostic.span.path)
            default: true
            }
        }
        let partial = Set(files.lazy.filter { !$0.isWhole }.map(\.path))
        var found = added.filter { diagnostic in
            // A value that seems to be missing may be in a field that could not be read.
            switch diagnostic.rule {
            case .fieldMissing: !partial.contains(diagnostic.span.path)
            case .collectionEmpty: partial.isEmpty
            default: true
            }
        }.map(told)
        guard let entries, !found.hasErrors, let plan = after.plan else { return found }
        guard let made = plan.endpoint(ofTemplate: request.template.path, at: request.output) else {
            let missing = "the site would have no \(request.output), since 'for' does not choose the entry"
            return found + [Diagnostic(.error, .importDifference, missing, at: request.json.span)]
        }
        found += made.diagnostics.map(told)
        guard !found.hasErrors, let node = readJSON(SourceFile(path: json.path, bytes: made.value)).value else {
            return found
        }
        return found + differences(between: request.json, and: node, entries)
    }

    /// The site's files as they will be.
    fileprivate var sourcesAfter: [SourceFile] {
        let paths = Set(files.map(\.path))
        return tree.files.filter { !paths.contains($0.path) }
            + files.filter { !$0.isRemoved }.map { SourceFile(path: $0.path, bytes: $0.bytes) }
    }

    /// Returns the diagnostic with its place in the JSON, if its file is not written yet.
    private func told(_ diagnostic: Diagnostic) -> Diagnostic {
        var diagnostic = diagnostic
        diagnostic.span = place(of: diagnostic.span.line, in: diagnostic.span.path) ?? diagnostic.span
        diagnostic.message = told(diagnostic.message)
        diagnostic.help = diagnostic.help.map(told)
        return diagnostic
    }

    /// Returns the text with places in the JSON instead of lines of files that are not written yet.
    private func told(_ text: String) -> String {
        guard text.contains("content/") else { return text }
        return text.replacing(/(content\/\S+):(\d+)/) { match in
            guard let line = Int(match.2), let place = place(of: line, in: String(match.1)) else {
                return String(match.0)
            }
            return "\(place.path):\(place.line)"
        }
    }

    /// Returns the place in the JSON of a line that the import writes, or nil if the file has that line already.
    private func place(of line: Int, in path: String) -> SourceSpan? {
        guard let file = files.first(where: { $0.path == path }), line > file.oldLineCount else { return nil }
        let place = file.places.indices.contains(line - 1) ? file.places[line - 1] : nil
        return file.isRewritten ? place : place ?? file.origin
    }
}

/// Returns the file at the path from the first folder that has a readable one.
private func savedFile(_ path: String, in folders: [String]) -> [UInt8]? {
    for folder in folders {
        if case .bytes(let bytes) = readPublished(path, in: folder.isEmpty ? "." : folder) { return bytes }
    }
    return nil
}
