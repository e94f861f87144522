internal import KairanContent
internal import KairanModel
internal import KairanReaders
internal import KairanTemplates

extension ContractGate {
    /// Returns the errors for which a version is refused.
    func mistakes(of review: VersionReview, _ status: APIVersion.Status) -> [Diagnostic] {
        let refused = told(review.changes.filter(review.refused.contains))
        let ofShapes = Dictionary(grouping: refused.map(\.change)) { messageOfShape($0, review) }
        return refused.compactMap { change, message in
            guard let shared = messageOfShape(change, review), let changes = ofShapes[shared] else {
                return mistake(change, message, review, status)
            }
            return changes.first == change ? mistake(ofShape: changes, shared, review, status) : nil
        }
    }

    /// Returns the message about a change of a shared shape, which is the same wherever the shape is used; nil for any
    /// other change.
    private func messageOfShape(_ change: ContractChange, _ review: VersionReview) -> String? {
        guard change.rule != .nameReused, let (shared, path) = review.places[change]?.shape else { return nil }
        return change.message.replacing("'\(change.path)'", with: "'\(path)' of the shape '\(shared.name)'")
    }

    private func mistake(
        ofShape changes: [ContractChange], _ message: String, _ review: VersionReview, _ status: APIVersion.Status
    ) -> Diagnostic? {
        guard let first = changes.first, let place = review.places[first], let (shared, _) = place.shape else {
            return nil
        }
        let version = review.version.name
        var files: [String] = []
        for change in changes where !files.contains(change.endpoint) { files.append(change.endpoint) }
        return Diagnostic(
            .error, first.rule.id,
            "\(message); \(version) is \(status.rawValue), and released apps read it in \(listed(files))",
            at: place.span,
            help: "leave it as it was; or give \(version) a shape of its own: copy the former \(shared.path) to "
                + "templates/_shapes/\(version)/\(shared.name).yml, and name it there; or, if no app relies on it, use \(decide(changes, in: version))"
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
        default:
            mistake.message += "; \(version.name) is \(status.rawValue), and released apps read it"
            let undo =
                change.rule == .formatChanged
                ? "leave it as it was, along with 'dateFormat', 'language' and 'timeZone' in site.yml,"
                : "leave it as it was"
            mistake.help =
                "\(undo) and give new apps a version of their own; or, if no app relies on it, use \(decide)"
        }
        return mistake
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
