internal import KairanContent
package import KairanContracts
package import KairanModel
package import KairanPublish
package import KairanQueries
internal import KairanReaders
package import KairanTemplates

/// Everything a build made, before any of it is published.
package struct BuildResult: Sendable {
    /// The files that were made, sorted by path; empty if there is an error.
    package var files: [OutputFile] = []
    /// The size of all files together.
    package var byteCount = 0
    /// Outputs of an earlier build that are the same in this one, sorted by path.
    package var kept: [StampedFile] = []
    /// The plan; nil if mistakes ended the build before it, or nothing has changed since a build of another process.
    package var plan: OutputPlan?
    /// The names of the site, if mistakes in entries or templates ended the build before the plan.
    var compiledSchema: Schema?
    /// The names of the site; nil if declarations have mistakes.
    package var schema: Schema? { plan?.site.schema ?? compiledSchema }
    /// The reviewed versions; nil if the build did not come so far.
    package var versions: ReviewedVersions?
    /// The diagnostics, sorted by place.
    package var diagnostics: [Diagnostic]
    package var counts = BuildCounts()
    /// The facts that the next build needs to know of this one; nil if they are as the last publication says.
    var notes: [String: String]?
    /// The former addresses that lead on to pages.
    var redirects: [Redirect] = []
    /// The reason why each of `files` was made, in their order.
    package var reasons: [String] = []
    /// This is true if a build of everything would report exactly the same mistakes.
    var saysEverything = false
    /// This is true if an earlier build was the same in everything.
    package var isRepeated = false
    /// The settings of the site; nil if the build did not come to its end.
    var settings: SiteSettings?
    /// The moment of the build, and the first one after it at which some output may change, in seconds since 1970.
    var (moment, nextChange) = (0, Int.max)
    /// The moments at which a build of the same sources gives the same, in seconds since 1970.
    var steady = 0..<0
    /// This is true if the site's own settings fix the moment of the build, so that the site never changes by itself.
    package var momentIsPinned: Bool { settings?.moment != nil }
    /// The versions of the API that apps may rely on from this build on. The preview promises nothing.
    package var released: [ReleasedVersion] { settings?.channel == .live ? versions?.released ?? [] : [] }
    /// Puts together the store that the next build may take over from; nil if there is an error. That takes as long as
    /// a small build, so it waits until somebody needs the store.
    var store: (@Sendable () -> StoreDraft)?

    init(diagnostics: [Diagnostic], meant: [MeantWarning], plan: OutputPlan? = nil) {
        (self.diagnostics, self.plan) = (diagnostics.leavingOut(meant).sortedForReport.withoutConsequences, plan)
    }
}

extension BuildResult {
    /// Gives every diagnostic the path of its file as seen from the user's working folder.
    package mutating func locate(in folder: String) {
        diagnostics = diagnostics.located(in: folder)
    }

    /// Adds diagnostics from before the pipeline. If one of them is an error, no files are left.
    ///
    /// Nothing else is told of a file with a merge conflict, since its marks alone may be why the rest cannot be read.
    package mutating func add(_ more: [Diagnostic]) {
        let conflicts = more.filter { $0.rule == .textMergeConflict }
        diagnostics.removeAll { diagnostic in conflicts.contains { $0.span.path == diagnostic.span.path } }
        diagnostics = (diagnostics + more).sortedForReport.withoutConsequences
        if diagnostics.hasErrors { (files, kept, store) = ([], [], nil) }
    }

    package mutating func takeWarningsForErrors() {
        for index in diagnostics.indices { diagnostics[index].severity = .error }
        add([])
    }
}

/// Returns the path of a site's file as seen from a place from which the site's folder is `folder`.
package func located(_ path: String, in folder: String) -> String { folder == "." ? path : "\(folder)/\(path)" }

extension [Diagnostic] {
    /// The diagnostics without warnings of pages that are only gone because of an error, and with one of each locale
    /// that is wrong.
    fileprivate var withoutConsequences: [Diagnostic] {
        guard hasErrors else { return self }
        func places(of rule: Rule) -> [SourceSpan] { filter { $0.rule == rule }.map(\.span) }
        let (wrong, unknown) = (places(of: .languageForm), places(of: .localeUnknown))
        return filter { diagnostic in
            if diagnostic.rule == .localeUnknown { return !wrong.contains(diagnostic.span) }
            if diagnostic.severity == .error { return true }
            let isTold = diagnostic.rule == .languageUnknown && unknown.contains(diagnostic.span)
            return diagnostic.rule != .addressGone && !isTold
        }
    }

    /// Returns the diagnostics with paths as seen from the user's working folder.
    package func located(in folder: String) -> [Diagnostic] {
        map { diagnostic in
            var diagnostic = diagnostic
            if diagnostic.span.isInFile {
                diagnostic.span.path = KairanBuild.located(diagnostic.span.path, in: folder)
            }
            for index in diagnostic.related.indices {
                let path = diagnostic.related[index].span.path
                diagnostic.related[index].span.path = KairanBuild.located(path, in: folder)
            }
            return diagnostic
        }
    }
}
