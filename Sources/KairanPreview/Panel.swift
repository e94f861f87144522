internal import KairanBuild
internal import KairanContent
internal import KairanReaders
internal import KairanSystem
internal import KairanTemplates

extension Preview {
    /// Returns what the panel says about a page. This is put together when somebody asks, on a thread of its own.
    func panel(of page: String) async -> JSONValue {
        await settled()
        return await withCheckedContinuation { continuation in
            let make = { @Sendable in continuation.resume(returning: self.makePanel(of: page)) }
            if !startThread(make) { make() }
        }
    }

    private func makePanel(of page: String) -> JSONValue {
        let (build, file, number, known) = read { state in
            (state.build, state.file(of: page), state.number, state.panel)
        }
        guard let build else { return .object([]) }
        let next = known?.number == number ? known?.next : nextChange(after: build)
        read { $0.panel = (number, next) }
        let versions = (build.result.versions?.reviews ?? []).map { review -> JSONValue in
            .object([
                ("name", .string(review.version.name)),
                (
                    "changes",
                    .array(
                        review.changes.map { change in
                            let place = [change.endpoint, change.path].filter { !$0.isEmpty }.joined(separator: ": ")
                            return .object([
                                ("place", .string(place)), ("message", .string(change.message)),
                                ("isBreaking", .boolean(change.isBreaking)),
                            ])
                        })
                ),
            ])
        }
        let sources = file.map(build.sources) ?? []
        let (desk, forwarded) = read { ($0.desk, $0.forwarded?.forms.text) }
        let entry = file.flatMap(build.entry(ofOutput:)) ?? ""
        func form(at desk: String?) -> JSONValue { desk.map { .string("\($0)#/\(entry)") } ?? .null }
        return .object([
            ("desk", form(at: desk)), ("forwardedDesk", form(at: forwarded)),
            ("file", file.map(JSONValue.string) ?? .null),
            ("sources", .array(sources.prefix(30).map(JSONValue.string))), ("sourceCount", .integer(sources.count)),
            ("versions", .array(versions)), ("next", next.map(JSONValue.string) ?? .null),
        ])
    }

    private func nextChange(after build: SiteBuild) -> String? {
        guard !build.result.momentIsPinned, let options = read({ $0.options }) else { return nil }
        do {
            let changes = try nextChanges(after: build, options, count: 1, effort: 200)
            guard let change = changes.first else { return nil }
            if change.isEarliest { return "not before \(change.moment)" }
            let paths = change.outputs.prefix(5).map(\.path).joined(separator: ", ")
            return "\(change.moment): "
                + (change.mistakes.first.map { "a mistake: \($0.message)" }
                    ?? "\(change.outputs.count) output\(change.outputs.count == 1 ? "" : "s"): \(paths)\(change.outputs.count > 5 ? ", …" : "")")
        } catch {
            // A source changed meanwhile; the next build will notice.
            return nil
        }
    }
}

extension SiteBuild {
    /// Returns the entry that an output is the page of, as `collection/id`, or nil if it is of none.
    fileprivate func entry(ofOutput path: String) -> String? {
        guard let plan = result.plan, let job = plan.jobs.first(where: { $0.path == path }),
            case .entry(.entry(var entry), _, _) = job.item
        else { return nil }
        // A record in the file of another entry is changed there.
        while let field = plan.site.content.collections[entry.collection].declaration.parentField,
            case .entry(let parent) = plan.site.content[entry].value(ofField: field)
        {
            entry = parent
        }
        return "\(plan.site.content.collections[entry.collection].name)/\(plan.site.content[entry].id)"
    }
}

extension Preview.State {
    /// Returns the path of the output at the address of a page, or nil if there is none.
    func file(of page: String) -> String? {
        guard case .site(let path) = SiteRequest(path: page, basePath: basePath) else { return nil }
        guard case .file(let name) = FoundFile(path, isThere: { files[$0] != nil }) else { return nil }
        // The address may be written in another Unicode normal form.
        return files.index(forKey: name).map { files[$0].key }
    }
}
