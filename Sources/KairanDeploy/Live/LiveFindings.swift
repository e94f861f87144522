internal import KairanModel

/// The faults of a host: one finding for all files that have the same.
struct LiveFindings {
    /// A fault that one file or many have.
    struct Finding: Hashable {
        var severity = Diagnostic.Severity.error
        var rule: Rule
        var words: String
        var help: String
    }

    let host: LiveHost
    let place: WebPlace
    /// The publication's folder, and the site's settings, in which the places of findings are.
    let folder: String
    let settings: String
    private var paths: [(finding: Finding, paths: [String])] = []

    init(_ host: LiveHost, _ options: LiveOptions) {
        (self.host, place, folder, settings) = (host, options.place, options.folder, options.settings)
    }

    /// The path of the board at its host, with slashes at both ends.
    var basePath: String { String(place.address.dropFirst(place.origin.count)) }

    mutating func add(_ finding: Finding, _ path: String? = nil) {
        if let index = paths.firstIndex(where: { $0.finding == finding }) {
            if let path { paths[index].paths.append(path) }
        } else {
            paths.append((finding, path.map { [$0] } ?? []))
        }
    }

    /// The findings, the errors first.
    var diagnostics: [Diagnostic] {
        let all = paths.map { finding, paths in
            Diagnostic(
                finding.severity, finding.rule, finding.words + names(paths),
                at: SourceSpan(path: paths.first.map { "\(folder)/\($0)" } ?? settings), help: finding.help)
        }
        return all.filter { $0.severity == .error } + all.filter { $0.severity == .warning }
    }
}

/// Returns the first names of files for the end of a sentence, and the number of the others.
private func names(_ paths: [String]) -> String {
    if paths.isEmpty { return "" }
    let shown = paths.prefix(3).joined(separator: ", ")
    return ": \(shown)" + (paths.count > 3 ? " and \(paths.count - 3) more" : "")
}
