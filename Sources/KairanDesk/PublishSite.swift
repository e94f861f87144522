internal import KairanBuild
internal import KairanDeploy
internal import KairanFormats
internal import KairanModel
internal import KairanPublish
internal import KairanReaders
internal import KairanTemplates

extension Desk {
    /// Returns what a publication would change for readers and apps, in words.
    func compareWithPublished() throws -> JSONValue {
        var options = try optionsNow()
        options.isComparison = true
        return .object(try comparison(of: try buildSite(options), options))
    }

    /// Returns what the publication of a build would change, in words.
    ///
    /// - Parameter form: The name by which the preview shows the pages of a build that was only tried.
    func comparison(
        of built: SiteBuild, _ options: BuildOptions, typedIn form: String? = nil
    ) throws -> [(key: String, value: JSONValue)] {
        if built.result.diagnostics.hasErrors {
            var built = built
            built.result.diagnostics.removeAll { $0.severity != .error }
            return [
                ("changes", .array([])), ("versions", .array([])), ("drafts", .array([])),
                ("mistakes", .array(try siteMistakes(built, options))),
            ]
        }
        let comparison = try comparePublication(built, with: options.output)
        let versions = comparison.changes.reduce(into: [String]()) { names, change in
            if names.last != change.version { names.append(change.version) }
        }
        return [
            ("changes", .array(comparison.files.map { fileChange($0, typedIn: form) })),
            (
                "versions",
                .array(
                    versions.map { name in
                        let changes = comparison.changes.filter { $0.version == name }
                        return ["name": .string(name), "changes": .array(changes.map(apiChange))]
                    })
            ),
            ("drafts", .array(built.result.counts.drafts.map(JSONValue.string))), ("mistakes", .array([])),
        ]
    }

    private func fileChange(_ change: PublicationComparison.FileChange, typedIn form: String?) -> JSONValue {
        let query = form.map { "?typed=" + percentEncoded($0) { isASCIILetter($0) || isASCIIDigit($0) } } ?? ""
        let isPage = fileExtension(of: change.path) == "html"
        return [
            "kind": .string(change.kind.rawValue), "path": .string(change.path), "page": .boolean(isPage),
            "address": isPage ? .string(home + change.path + query) : .null,
            "published": isPage ? .string(orNull: withState { $0.published }.map { $0() + change.path }) : .null,
        ]
    }

    private func apiChange(_ change: PublicationChange) -> JSONValue {
        [
            "weight": .string(change.weight.rawValue), "message": .string(change.message),
            "place": .string(change.endpoint), "isBreaking": .boolean(change.weight == .breaking),
            "clients": .string(orNull: change.clients?.rawValue),
            "difference": .array(change.difference.map(JSONValue.string)),
        ]
    }

    private func siteMistakes(_ built: SiteBuild, _ options: BuildOptions) throws -> [JSONValue] {
        try DeskSite(built, options, number: 0).mistakes.map(\.json)
    }

    /// Builds the site and publishes it, all of it or nothing.
    func publish() throws -> JSONValue {
        let options = try optionsNow()
        try options.checkOutputFolder()
        let publisher: Publisher? = try Publisher(
            to: options.output, workFolder: options.workFolder, memoryFolder: options.workFolder, clock: .system,
            order: placingOrder)
        var built = try buildSite(options, for: publisher)
        guard !built.result.diagnostics.hasErrors else {
            throw DeskRefusal(422, ["mistakes": .array(try siteMistakes(built, options))])
        }
        guard let summary = try publisher?.publish(&built.result, after: built.earlier, seen: built.seen) else {
            return [:]
        }
        return [
            "added": .integer(summary.added), "changed": .integer(summary.changed),
            "removed": .integer(summary.removed), "folder": .string(options.output),
            "warnings": .array(
                (built.result.diagnostics + summary.warnings(about: built.result, options)).map {
                    .object($0.members(path: [], isElsewhere: true))
                }),
        ]
    }
}
