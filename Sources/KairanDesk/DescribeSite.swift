internal import KairanBuild
internal import KairanContent
internal import KairanFormats
internal import KairanModel
internal import KairanReaders

extension Desk {
    /// Returns what is known of the site, from the last build.
    func site() throws -> DeskSite {
        let (known, built, options, number) = withState { ($0.site, $0.built, $0.options, $0.number) }
        if var known {
            known.number = number
            return known
        }
        guard var built, let options else { throw DeskRefusal.notReadYet }
        let (builds, written) = withState { ($0.builds, $0.written) }
        if written.contains(where: { built.tree.hash(of: $0.key) != $0.value.map(ContentHash.init) }) {
            built = try builds.trying(written, options)
        }
        let site = try DeskSite(built, options, number: number)
        withState { state in if state.number == number { state.site = site } }
        return site
    }

    func describeSite() throws -> JSONValue {
        let site = try site()
        let settings = site.settings
        let locales = settings.namesLocales ? settings.locales : []
        let mistakes = site.mistakes
        return .object([
            ("title", .string(settings.title)), ("language", .string(settings.language)),
            ("timeZone", .string(settings.timeZone.identifier)),
            ("locales", .array(locales.map { ["id": .string($0.code), "name": .string($0.name)] })),
            ("today", .string(site.today.description)), ("home", .string(home)), ("build", .integer(site.number)),
            ("reach", reach), ("largestFile", .integer(largestBody)),
            ("mistakes", .array(mistakes.map(\.json))), ("isGit", .boolean(isInRepository)),
            (
                "collections",
                // Records in the files of other entries are changed there.
                .array(
                    site.declarations.collections.filter { $0.parent == nil }.map { describe($0, in: site, mistakes) })
            ),
        ])
    }

    /// The addresses at which a page behind a proxy reaches the site, with the key of the preview; null without a proxy.
    private var reach: JSONValue {
        guard let servers = preview.forwardedServers else { return .null }
        let known = [(servers.site, preview.key), (servers.published, nil)]
        return .array(
            known.compactMap { server, key in
                guard let server else { return nil }
                return .object([
                    ("port", .integer(Int(server.port))), ("address", .string(orNull: server.address?.origin)),
                    ("key", .string(orNull: key)),
                ])
            })
    }

    private func describe(
        _ declaration: CollectionDeclaration, in site: DeskSite, _ mistakes: [SiteMistake]
    ) -> JSONValue {
        let name = declaration.name
        return .object([
            ("name", .string(name)), ("label", .string(declaration.label ?? spoken(name))),
            ("word", .string(declaration.entryWord)),
            ("count", .integer(site.content.collection(name)?.entries.count ?? 0)),
            ("trash", .integer(site.content.trash.count { $0.collection == name })),
            ("drafts", .integer(site.content.withheld.count { $0.collection == name })),
            ("mistakes", .integer(mistakes.count { $0.collection == name && $0.diagnostic.severity == .error })),
            ("hasBody", .boolean(declaration.hasBody)), ("idField", .string(orNull: declaration.idField)),
            ("titleField", .string(orNull: declaration.titleIndex.map { declaration.fields[$0].name })),
            ("mayBeEmpty", .boolean(declaration.mayBeEmpty)),
            ("fields", .array(declaration.formFields.map { formField($0, of: declaration, in: site) })),
        ])
    }
}

/// A mistake and the entry that it is in.
struct SiteMistake {
    var diagnostic: Diagnostic
    var collection: String?
    var id: String?

    var json: JSONValue {
        .object(
            diagnostic.members(path: [], isElsewhere: false) + [
                ("collection", .string(orNull: collection)), ("id", .string(orNull: id)),
            ])
    }
}

extension DeskSite {
    /// All that is wrong with the site. An entry is found by the place of the mistake: it is the last that begins
    /// before.
    var mistakes: [SiteMistake] {
        var starts: [String: [(line: Int, collection: String, id: String)]] = [:]
        for declaration in declarations.collections where !diagnostics.isEmpty && declaration.parent == nil {
            for found in entries(of: declaration) {
                let span = found.span
                starts[span.path, default: []].append((span.line, declaration.name, found.id))
            }
        }
        return diagnostics.map { diagnostic in
            let entry = starts[diagnostic.span.path]?.filter { $0.line <= diagnostic.span.line }.max {
                $0.line < $1.line
            }
            return SiteMistake(
                diagnostic: diagnostic, collection: entry?.collection ?? collectionName(of: diagnostic.span.path),
                id: entry?.id)
        }
    }
}

extension Diagnostic {
    /// The mistake without its line, which other changes of the file may have moved.
    var inFile: String { "\(span.path) \(rule.rawValue) \(message)" }

    /// The place as the terminal shows it.
    var placeWords: String { "\(span.path):\(span.line):\(span.column)" }

    /// - Parameter path: The keys and numbers that lead to the wrong part of the entry in the form.
    func members(path: [String], isElsewhere: Bool) -> [(key: String, value: JSONValue)] {
        [
            ("path", .array(path.map(JSONValue.string))), ("severity", .string(severity.rawValue)),
            ("message", .string(message)), ("rule", .string(rule.rawValue)), ("help", .string(orNull: help)),
            ("place", .string(placeWords)), ("elsewhere", .boolean(isElsewhere)),
        ]
    }
}

extension JSONValue {
    static func string(orNull text: String?) -> JSONValue { text.map(JSONValue.string) ?? .null }
}
