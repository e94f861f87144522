package import KairanContent
package import KairanModel

extension OutputPlan {
    /// The plan with what each version promises compared with what is published of it.
    ///
    /// - Parameter files: The sources, for places.
    package func reviewing(
        _ files: [SourceFile], after last: @escaping LastPublication, accepting accepted: [AcceptedChange]
    ) -> Diagnosed<OutputPlan> {
        var gate = ContractGate(plan: self, files: files, last: last, accepted: accepted)
        for contract in contracts() { gate.review(contract) }
        gate.findRemovedVersions()
        gate.noteUnusedDecisions()
        var plan = self
        plan.versions = gate.versions
        return Diagnosed(plan, gate.diagnostics + plan.checkVersionPaths())
    }
}

private struct ContractGate {
    let plan: OutputPlan
    let files: [SourceFile]
    let last: LastPublication
    let accepted: [AcceptedChange]
    var used: Set<AcceptedChange> = []
    var versions: [VersionReview] = []
    var diagnostics: [Diagnostic] = []

    init(plan: OutputPlan, files: [SourceFile], last: @escaping LastPublication, accepted: [AcceptedChange]) {
        (self.plan, self.files, self.last, self.accepted) = (plan, files, last, accepted)
    }

    mutating func review(_ contract: VersionContract) {
        var review = VersionReview(contract: contract)
        switch readPublished(contract.version) {
        case .none: break
        case .damaged(let reason, let manifest):
            review.manifest = manifest
            review.changes = [ContractChange(rule: .damaged, endpoint: "", path: "", message: reason)]
        case .contract(let published, let manifest):
            (review.published, review.manifest) = (published, manifest)
            review.changes = changes(from: published, to: contract) + vanished(contract, published, manifest)
        }
        judge(&review)
        versions.append(review)
    }

    private mutating func judge(_ review: inout VersionReview) {
        let version = review.version
        // What was promised counts, not what is promised from now on.
        let status = isPreview ? .draft : min(review.published?.status ?? version.status, version.status)
        for change in review.changes {
            review.places[change] = place(of: change, review.contract)
            if let decision = accepted.first(where: { $0.isOf(change, in: version.name) }) {
                used.insert(decision)
                review.decisions[change] = decision.why
                // The new one is a new beginning.
                continue
            }
            let isRefused =
                change.rule == .damaged || change.rule == .statusLoosened && !isPreview
                || status == .current && change.isBreaking
                || status > .current && change.rule != .statusRaised
            if isRefused {
                review.refused.insert(change)
                diagnostics.append(diagnostic(change, review.contract, status))
            }
        }
    }

    private func diagnostic(
        _ change: ContractChange, _ contract: VersionContract, _ status: APIVersion.Status
    ) -> Diagnostic {
        let version = contract.version
        let file = change.endpoint.isEmpty ? "" : "api/\(version.name)/\(change.endpoint): "
        let name = change.endpoint.isEmpty ? version.name : "\(version.name)/\(stem(of: change.endpoint))"
        let decide = "--accept-breaking \(change.rule.rawValue):\(name) --why '…'"
        var diagnostic = Diagnostic(
            .error, "contract.\(change.rule.rawValue)", "\(file)\(change.message)", at: place(of: change, contract))
        switch change.rule {
        case .damaged:
            diagnostic.help =
                "put it back as it was published (git checkout -- public/api/\(version.name)), or begin anew: \(decide)"
        case .statusLoosened:
            diagnostic.help = "apps rely on it; write 'status: \(status.rawValue)' again, or \(decide)"
        default:
            diagnostic.message += "; apps on \(version.name) are out already, and it is \(status.rawValue)"
            diagnostic.help =
                "leave it as it was and give new apps a version of their own, or, if no app relies on it, \(decide)"
        }
        return diagnostic
    }

    /// What it holds may still change in any way.
    private var isPreview: Bool { plan.site.settings.channel == .preview }

    mutating func noteUnusedDecisions() {
        for decision in accepted where !used.contains(decision) {
            diagnostics.append(
                Diagnostic(
                    .warning, "contract.unused",
                    "nothing to accept: there is no \(decision.rule.rawValue) in \(decision.endpoint)",
                    at: SourceSpan(path: "templates/api"), help: "leave --accept-breaking out"))
        }
    }
}

// What is published.
extension ContractGate {
    private enum Published {
        case none
        /// Where only other files are, the manifest goes on.
        case damaged(String, VersionManifest?)
        case contract(PublishedContract, VersionManifest)
    }

    private func readPublished(_ version: APIVersion) -> Published {
        let (contractPath, manifestPath) = (
            version.folder + VersionFile.openAPI.name, version.folder + VersionFile.manifest.name
        )
        switch (last(contractPath), last(manifestPath)) {
        case (.nothing, .nothing): return .none
        case (_, .bytes(let listed)):
            guard let manifest = VersionManifest(reading: listed), manifest.version == version.name else {
                return .damaged("the published '\(manifestPath)' is not as Kairan wrote it", nil)
            }
            for file in [VersionFile.openAPI, .changelog] {
                if let reason = damage(of: file, manifest, version) { return .damaged(reason, manifest) }
            }
            guard case .bytes(let contract) = last(contractPath),
                let published = PublishedContract(reading: contract, path: contractPath)
            else { return .damaged("the published '\(contractPath)' is of no contract that Kairan knows", manifest) }
            return .contract(published, manifest)
        case (_, .unreadable(let reason)):
            return .damaged("the published '\(manifestPath)' cannot be read: \(reason)", nil)
        case (_, .nothing): return .damaged("'\(contractPath)' is published, but not '\(manifestPath)'", nil)
        }
    }

    private func damage(of file: VersionFile, _ manifest: VersionManifest, _ version: APIVersion) -> String? {
        let path = version.folder + file.name
        switch last(path) {
        case .nothing: return "'\(path)' is not published any more, but listed in the manifest beside it"
        case .unreadable(let reason): return "the published '\(path)' cannot be read: \(reason)"
        case .bytes(let bytes):
            return manifest.files.first { $0.path == file.name }?.sha256 == sha256(bytes)
                ? nil : "the published '\(path)' is not what the manifest beside it lists"
        }
    }

    /// A list of versions may be of somebody else.
    private func isPublished(_ name: String) -> Bool {
        if case .nothing = last("api/\(name)/\(VersionFile.manifest.name)") { return false }
        return true
    }

    /// Versions that were published and that no folder of templates declares any more.
    mutating func findRemovedVersions() {
        guard case .bytes(let bytes) = last(versionsPath),
            let listed = readJSON(SourceFile(path: versionsPath, bytes: bytes)).value?["versions"]?.elements
        else { return }
        let known = plan.templates.versions.map(\.name)
        for version in listed {
            guard let name = version["version"]?.scalar, !known.contains(name), isPublished(name),
                let status = version["status"]?.scalar.flatMap(APIVersion.Status.init), status != .draft
            else { continue }
            let change = ContractChange(
                rule: .versionRemoved, endpoint: "", path: "", message: "the whole version \(name) would be gone")
            if let decision = accepted.first(where: { $0.isOf(change, in: name) }) {
                used.insert(decision)
                continue
            }
            diagnostics.append(
                Diagnostic(
                    .error, "contract.versionRemoved", "\(change.message), which is published as \(status.rawValue)",
                    at: SourceSpan(path: "templates/api/\(name)/_version.yml"),
                    help:
                        "put the file back, or, if no app relies on it, --accept-breaking versionRemoved:\(name) --why '…'"
                ))
        }
    }
}

// What changes.
extension ContractGate {
    private func changes(from old: PublishedContract, to new: VersionContract) -> [ContractChange] {
        var changes = statusChanges(old.status, new.version.status)
        for endpoint in old.endpoints {
            guard let other = new.endpoints.first(where: { $0.path == endpoint.path }) else {
                changes.append(
                    ContractChange(
                        rule: .endpointRemoved, endpoint: endpoint.path, path: "", message: "the endpoint would be gone"
                    ))
                continue
            }
            changes += endpoint.schema.changes(to: other.schema, endpoint: endpoint.path)
            changes += parameterChanges(endpoint, other)
        }
        for endpoint in new.endpoints where !old.endpoints.contains(where: { $0.path == endpoint.path }) {
            changes.append(
                ContractChange(rule: .endpointAdded, endpoint: endpoint.path, path: "", message: "the endpoint is new"))
        }
        return changes
    }

    private func statusChanges(_ old: APIVersion.Status, _ new: APIVersion.Status) -> [ContractChange] {
        if old == new { return [] }
        return [
            ContractChange(
                rule: new < old ? .statusLoosened : .statusRaised, endpoint: "", path: "",
                message: "the status '\(old.rawValue)' becomes '\(new.rawValue)'")
        ]
    }

    private func parameterChanges(_ old: EndpointContract, _ new: EndpointContract) -> [ContractChange] {
        old.parameters.flatMap { parameter -> [ContractChange] in
            guard let other = new.parameters.first(where: { $0.name == parameter.name }),
                case .oneOf(let before) = parameter.schema.form, case .oneOf(let after) = other.schema.form
            else { return [] }
            func change(_ rule: ContractRule, _ value: JSONScalar, _ what: String) -> ContractChange {
                ContractChange(
                    rule: rule, endpoint: old.path, path: "", message: "there \(what) a file for \(value.inWords)")
            }
            return before.filter { !after.contains($0) }.map { change(.pathValueRemoved, $0, "would no longer be") }
                + after.filter { !before.contains($0) }.map { change(.pathValueAdded, $0, "is now") }
        }
    }

    /// Files of entries that are gone without having been in the trash: an id that changed, or a file that was lost.
    /// Entries may leave by their windows and by `deleted`, days and pages of lists as time goes on.
    private func vanished(
        _ contract: VersionContract, _ old: PublishedContract, _ manifest: VersionManifest
    ) -> [ContractChange] {
        let paths = Set(plan.jobs.map(\.path))
        let own = Set(VersionFile.allCases.map(\.name) + old.endpoints.map(\.schemaPath))
        let gone = manifest.files.lazy.map(\.path)
            .filter { !own.contains($0) && !paths.contains(contract.version.folder + $0) }
        return gone.compactMap { path -> ContractChange? in
            let makers = old.endpoints.filter { values(in: path, of: $0.path) != nil }
            guard let maker = makers.min(by: { $0.parameters.count < $1.parameters.count }),
                let endpoint = contract.endpoints.first(where: { $0.path == maker.path }),
                let id = values(in: path, of: endpoint.path)?["id"], isGone(id, endpoint)
            else { return nil }
            return ContractChange(
                rule: .pathValueRemoved, endpoint: endpoint.path, path: "",
                message: "'\(id)' would be gone, without having been in the trash ('deleted:')")
        }
    }

    private func isGone(_ id: String, _ endpoint: EndpointContract) -> Bool {
        guard let template = endpoint.templates.first,
            case .entries(let query) = plan.templates.templates[template].iteration,
            let collection = query.collection, let entries = plan.site.content.collection(collection)
        else { return false }
        return entries.positions[id] == nil && plan.site.content.deletion(of: id, in: collection) == nil
    }
}

/// What stands for the placeholders of `deals/{id}.json` in `deals/curry.json`; nil where it is no such path.
package func values(in path: String, of pattern: String) -> [String: String]? {
    let (parts, wanted) = (path.split(separator: "/"), pattern.split(separator: "/"))
    guard parts.count == wanted.count else { return nil }
    var values: [String: String] = [:]
    for (part, want) in zip(parts, wanted) {
        var (rest, want) = (part, want)
        while let open = want.firstIndex(of: "{"), let close = want[open...].firstIndex(of: "}") {
            guard rest.hasPrefix(want[..<open]) else { return nil }
            rest = rest.dropFirst(want.distance(from: want.startIndex, to: open))
            let name = String(want[want.index(after: open)..<close])
            want = want[want.index(after: close)...]
            // Up to what follows; the last one may hold that too.
            let next = want[..<(want.firstIndex(of: "{") ?? want.endIndex)]
            let end =
                want.contains("{")
                ? rest.firstRange(of: next)?.lowerBound ?? rest.endIndex
                : rest.index(rest.endIndex, offsetBy: -next.count, limitedBy: rest.startIndex) ?? rest.startIndex
            guard rest.startIndex < end else { return nil }
            values[name] = String(rest[..<end])
            rest = rest[end...]
        }
        guard rest == want else { return nil }
    }
    return values
}

/// `ad_items` of `ad_items.json`.
private func stem(of path: String) -> String { path.lastIndex(of: ".").map { String(path[..<$0]) } ?? path }

// Places.
extension ContractGate {
    /// Where the key stands in the template, or what was around it.
    private func place(of change: ContractChange, _ contract: VersionContract) -> SourceSpan {
        guard let endpoint = contract.endpoints.first(where: { $0.path == change.endpoint }),
            let template = endpoint.templates.first.map({ plan.templates.templates[$0] })
        else {
            return change.endpoint.isEmpty
                ? contract.version.span : SourceSpan(path: contract.version.templateFolder + change.endpoint + ".yml")
        }
        guard change.rule != .pathValueRemoved, let file = files.first(where: { $0.path == template.path }),
            let node = readYAML(file).value
        else { return template.span }
        let start = node["data"] ?? node["value"] ?? node["properties"] ?? node
        let keys = change.path.split(whereSeparator: { ".[]{}".contains($0) })
        return keys.isEmpty ? start.span : place(of: keys[...], in: start) ?? start.span
    }

    private func place(of keys: ArraySlice<Substring>, in node: SourceNode) -> SourceSpan? {
        guard let key = keys.first else { return nil }
        if let member = node.members?.first(where: { $0.key == key || $0.key == key + "?" }) {
            return place(of: keys.dropFirst(), in: member.value) ?? member.keySpan
        }
        if let inner = node["value"] ?? node["object"] { return place(of: keys, in: inner) ?? inner.span }
        // The keys of a group are the values of a field.
        return node["group"] != nil ? place(of: keys.dropFirst(), in: node) : nil
    }
}
