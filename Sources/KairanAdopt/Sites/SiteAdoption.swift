internal import KairanBuild
package import KairanModel
package import KairanReaders

/// The generators whose sites `kairan adopt --from` takes over.
package enum OldGenerator: String, CaseIterable, Sendable {
    case jekyll, hugo

    package var name: String { self == .jekyll ? "Jekyll" : "Hugo" }
}

/// A user's request to take over a site of another generator.
package struct SiteWish: Sendable {
    /// The folder of the old site, as the process sees it.
    package var folder: String
    package var generator: OldGenerator
    /// The address at which the board will be published; nil for the one of the old site.
    package var url: String?
    package var title: String?
    /// The files that every new board has: its style sheet, workflow and the like.
    package var shared: [SourceFile] = []

    package init(folder: String, generator: OldGenerator) { (self.folder, self.generator) = (folder, generator) }
}

/// The board that a site becomes, before anything is written.
package struct SitePlan: Sendable {
    package var files: [SourceFile] = []
    package var collections: [AdoptionPlan.Collection] = []
    package var title = ""
    /// The number of posts and pages that came over.
    package var pageCount = 0
    /// The number of these whose text is byte for byte the one of the old site.
    package var untouchedCount = 0
    /// The number of other files that are copied.
    package var copiedCount = 0
    /// The files of the old site that the board does not have, and why.
    package var leftOut: [AdoptionPlan.Copy] = []
    /// The collections whose raw HTML is kept.
    package var trusted: [String] = []
    /// The report of what did not fit, at its places in the old site.
    package var diagnostics: [Diagnostic] = []
    /// The old site's files that diagnostics name.
    package var sources: [SourceFile] = []
}

/// Returns the board that a site of another generator becomes, after building it in memory.
///
/// Throws `OptionError` and `ReadError`.
package func planSite(_ wish: SiteWish, clock: Int) throws -> SitePlan {
    let read = try readGivenFolder(wish.folder)
    let site =
        switch wish.generator {
        case .jekyll: try readJekyll(read.value, clock: clock)
        case .hugo: try readHugo(read.value, clock: clock)
        }
    guard !site.pages.isEmpty else {
        throw OptionError(description: "there is no post and no page of \(wish.generator.name) in \(wish.folder)")
    }
    var trial = SiteTrial(site, wish, clock: clock)
    try trial.run()
    var plan = trial.plan
    plan.sources = read.value
    plan.leftOut += read.diagnostics.map { .init(path: $0.span.path, reason: $0.message) }
    plan.leftOut.sort { $0.path < $1.path }
    return plan
}
