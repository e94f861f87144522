internal import KairanContent
internal import KairanModel
internal import KairanReaders
internal import KairanTemplates

extension ContractGate {
    /// Returns the errors for which a version is refused.
    func mistakes(of review: VersionReview, _ status: APIVersion.Status) -> [Diagnostic] {
        told(review.changes.filter(review.refused.contains)).map { mistake($0.change, $0.message, review, status) }
    }

    private func mistake(
        _ change: ContractChange, _ message: String, _ review: VersionReview, _ status: APIVersion.Status
    ) -> Diagnostic {
        let version = review.version
        let file = change.endpoint.isEmpty ? "" : "api/\(version.name)/\(change.endpoint): "
        var mistake = Diagnostic(
            .error, change.rule.id, file + message,
            at: review.places[change] ?? version.span)
        let decide = decide(change, in: version.name)
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

    /// Returns the option that accepts this change and no other of its kind.
    func decide(_ change: ContractChange, in version: String) -> String {
        let text = AcceptedChange(change, in: version).text
        // Brackets have a meaning in shells.
        return "--accept-breaking \(change.path.isEmpty ? text : "'\(text)'") --why '…'"
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
