internal import KairanContent
internal import KairanModel
internal import KairanReaders
internal import KairanTemplates

extension ContractGate {
    /// Returns the errors for which a version is refused.
    func mistakes(of review: VersionReview, _ status: APIVersion.Status) -> [Diagnostic] {
        let refused = told(review.changes.filter(review.refused.contains))
        let uses = usesOfShapes(refused.map(\.change), review)
        return refused.compactMap { change, message in
            guard let use = uses[change] else { return mistake(change, message, review, status) }
            return use.teller == change ? mistake(change, ofShapeIn: use.all, review, status) : nil
        }
    }

    /// Returns, for each change of a shared shape, all changes that it makes in the same way where it is used, and the
    /// one of them that tells.
    private func usesOfShapes(
        _ changes: [ContractChange], _ review: VersionReview
    ) -> [ContractChange: (teller: ContractChange, all: [ContractChange])] {
        let ofShapes = changes.filter { $0.rule != .nameReused && review.places[$0]?.shape != nil }
        let parts = Dictionary(grouping: ofShapes) { change in
            review.places[change]?.shape.map { [$0.shared.name, $0.path] } ?? []
        }
        var uses: [ContractChange: (teller: ContractChange, all: [ContractChange])] = [:]
        for changes in parts.values {
            // If a use has several changes, each of them is told. Otherwise uses may only differ in their words.
            let isOneForEach = Set(changes.map { [$0.endpoint, $0.path] }).count == changes.count
            let groups =
                isOneForEach ? [changes] : Array(Dictionary(grouping: changes) { messageOfShape($0, review) }.values)
            for group in groups {
                let teller = group.first { review.places[$0]?.isOneOfSeveral == false } ?? group[0]
                for change in group { uses[change] = (teller, group) }
            }
        }
        return uses
    }

    /// Returns the message about a change of a shared shape with the name of the key in the shape.
    private func messageOfShape(_ change: ContractChange, _ review: VersionReview) -> String {
        guard let (shared, path) = review.places[change]?.shape else { return change.message }
        let subject = change.path.isEmpty ? "the document" : "'\(change.path)'"
        let own = path.isEmpty ? "the shape '\(shared.name)'" : "'\(path)' of the shape '\(shared.name)'"
        return change.message.replacing(subject, with: own, maxReplacements: 1)
    }

    private func mistake(
        _ change: ContractChange, ofShapeIn changes: [ContractChange], _ review: VersionReview,
        _ status: APIVersion.Status
    ) -> Diagnostic? {
        guard let place = review.places[change], let (shared, _) = place.shape else { return nil }
        let version = review.version.name
        var files: [String] = []
        for change in changes where !files.contains(change.endpoint) { files.append(change.endpoint) }
        let wayOut = change.rule == .keyRenamed ? "publish both" : "leave it as it was"
        return Diagnostic(
            .error, change.rule.id,
            "\(messageOfShape(change, review)); \(version) is \(status.rawValue), and released apps read it in \(listed(files))",
            at: place.span,
            help:
                "\(wayOut); or give \(version) a shape of its own: copy the former one (in git: git show HEAD:./\(shared.path)) to "
                + "templates/_shapes/\(version)/\(shared.name).yml, and name it there; or, if no app relies on it, use "
                + decide(changes, in: version)
        )
    }

    private func mistake(
        _ change: ContractChange, _ message: String, _ review: VersionReview, _ status: APIVersion.Status
    ) -> Diagnostic {
        let version = review.version
        let file = change.endpoint.isEmpty ? "" : "api/\(version.name)/\(change.endpoint): "
        var mistake = Diagnostic(
            .error, change.rule.id, file + message,
            at: review.places[change]?.span ?? version.span)
        let decide = decide([change], in: version.name)
        switch change.rule {
        case .damaged:
            mistake.help =
                "restore it as it was published (git checkout -- public/.kairan.json public/api/\(version.name)); "
                + "in the middle of a merge, remove the folder and build, which combines what both branches published; "
                + "or start over: \(decide)"
        case .statusLoosened:
            mistake.help =
                "apps rely on it; write 'status: \(review.published?.status.rawValue ?? "")' again, or use \(decide)"
        case .moved:
            mistake.message += "; released apps that read \(version.name) still use the old one"
            mistake.help =
                "leave 'url' and --base as they were; or keep serving these files, or redirects to them, at the old "
                + "address, and use \(decide)"
        case .nameReused:
            mistake.help =
                "give it another name or its former type; or, if no app still reads the old one, use \(decide)"
        case _ where change.family != nil:
            mistake.help =
                "give it a path that apps do not take for another file's; or, if no app asks for it there, use "
                + decide
        default:
            mistake.message += "; \(version.name) is \(status.rawValue), and released apps read it"
            let wayOut = wayOut(of: change, in: version, at: review.places[change])
            mistake.help = "\(wayOut); or, if no app relies on it, use \(decide)"
        }
        return mistake
    }

    /// Returns what to do instead of a change that breaks apps.
    private func wayOut(of change: ContractChange, in version: APIVersion, at place: PlaceOfChange?) -> String {
        let own = "give new apps a version of their own"
        switch change.rule {
        case .pathValueRemoved where change.file?.isOfEntry == true:
            return "leave it as it was; to take it away on purpose, keep its entry and write 'deleted: "
                + "\(plan.site.moment.date)' into it"
        case .valueAdded:
            return
                "leave out of \(version.name) all that has it, with \(condition(without: change, at: place)), and give "
                + "apps that are to have it a version of their own"
        case .becameNullable where place?.isFirstOf == true:
            return
                "end its 'firstOf' with a constant, such as { literal: \"\" }, so that there always is a value; or leave it "
                + "as it was and \(own)"
        case .formatChanged:
            return
                "leave it as it was, along with 'dateFormat', 'language' and 'timeZone' in site.yml and the patterns in "
                + "_strings.yml, and \(own)"
        case .keyRenamed: return "publish both, or \(own)"
        default: return "leave it as it was and \(own)"
        }
    }

    /// Returns the condition that leaves out what has a new value.
    private func condition(without change: ContractChange, at place: PlaceOfChange?) -> String {
        guard let value = change.value, let path = place?.written, place?.isOneOfSeveral == false else {
            return "a condition of 'where'"
        }
        return "'where: { \(path): { not: \(value) } }'"
    }

    /// Returns the options that accept these changes and no others of their kind.
    func decide(_ changes: [ContractChange], in version: String) -> String {
        let options = changes.map { change in
            let text = AcceptedChange(change, in: version).text
            // Brackets have a meaning in shells.
            return "--accept-breaking \(change.path.isEmpty ? text : "'\(text)'") "
        }
        return options.joined() + "--why '…'"
    }
}

/// Returns the changes as people are told about them, in mistakes and in the changelog: files of one endpoint that
/// vanished for the same reason are one.
func told(_ changes: [ContractChange]) -> [(change: ContractChange, message: String)] {
    let vanished = Dictionary(grouping: changes.filter { $0.file != nil }) { [$0.endpoint, $0.file?.reason ?? ""] }
    return changes.compactMap { change in
        guard let reason = change.file?.reason else { return (change, change.message) }
        guard let files = vanished[[change.endpoint, reason]], files.first == change else { return nil }
        return (change, "\(listed(files.compactMap(\.file?.path))) would be gone; \(reason)")
    }
}

/// Returns a text such as `'a', 'b', 'c' and 9 more`.
func listed(_ names: [String]) -> String {
    let shown = names.count > 4 ? 3 : names.count
    let more = names.count > shown ? " and \(names.count - shown) more" : ""
    return names.prefix(shown).map { "'\($0)'" }.joined(separator: ", ") + more
}
