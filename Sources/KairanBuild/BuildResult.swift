internal import KairanContent
package import KairanModel
package import KairanOutput
internal import KairanReaders

/// Everything a build made, before any of it is written.
package struct BuildResult: Sendable {
    /// What was made, sorted by path; empty while an error exists.
    package var files: [OutputFile] = []
    /// Of all files.
    package var byteCount = 0
    /// Outputs of an earlier build that are the same in this one, sorted by path.
    package var kept: [KeptOutput] = []
    /// Nil when the content could not be read far enough, or did not have to be.
    package var plan: OutputPlan?
    /// Nil where the build did not come so far.
    package var versions: ReviewedVersions?
    /// Sorted by place.
    package var diagnostics: [Diagnostic]
    package var counts = BuildCounts()
    /// Those with windows; nil where they are as the last publication says.
    var entries: PublishedEntries?
    /// Why each of `files` was made, in their order.
    package var reasons: [String] = []
    /// False when some link may be wrong, be it reported or not.
    var linksAreRight = true
    /// True when a build of everything would say just the same of what is wrong.
    var saysEverything = false
    /// True when what an earlier build left turned out to be damaged: then this means nothing.
    var isOfDamagedRecord = false
    /// True when an earlier build was the same in everything.
    package var isRepeated = false
    /// True when the site's own settings say as of which moment it is built: then it never changes by itself.
    package var momentIsPinned = false
    /// What the next build may take over; nil while an error exists.
    var record: UnwrittenRecord?

    init(diagnostics: [Diagnostic], meant: [MeantWarning], plan: OutputPlan? = nil) {
        (self.diagnostics, self.plan) = (diagnostics.leavingOut(meant).sortedForReport, plan)
    }
}

extension BuildResult {
    /// Gives every diagnostic the path that leads to its file from where the user stands.
    package mutating func locate(in folder: String) {
        diagnostics = diagnostics.located(in: folder)
    }

    /// Adds what was noticed before the pipeline; an error there leaves no files.
    package mutating func add(_ more: [Diagnostic]) {
        let conflicts = more.filter { $0.rule == mergeConflictRule }
        diagnostics.removeAll { diagnostic in conflicts.contains { $0.span.path == diagnostic.span.path } }
        diagnostics = (diagnostics + more).sortedForReport
        if diagnostics.hasErrors { (files, kept, record) = ([], [], nil) }
    }

    /// Why all of it was made.
    mutating func giveAsReason(_ obstacle: EarlierBuild.Obstacle) {
        reasons = reasons.map { _ in obstacle.reason }
    }

    package mutating func takeWarningsForErrors() {
        for index in diagnostics.indices { diagnostics[index].severity = .error }
        add([])
    }
}

/// The path of a site's file as seen from where the site's folder is seen as `folder`.
package func located(_ path: String, in folder: String) -> String { folder == "." ? path : "\(folder)/\(path)" }

extension [Diagnostic] {
    /// With paths that lead to the files from where the user stands.
    package func located(in folder: String) -> [Diagnostic] {
        map { diagnostic in
            var diagnostic = diagnostic
            diagnostic.span.path = KairanBuild.located(diagnostic.span.path, in: folder)
            return diagnostic
        }
    }
}
