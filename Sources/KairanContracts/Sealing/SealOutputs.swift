package import KairanModel
internal import KairanQueries
package import KairanReaders
package import KairanTemplates

/// The facts that sealing needs besides the site itself.
package struct SealingTerms: Sendable {
    /// The source files, in which errors can point at their causes.
    let sources: [SourceFile]
    package let published: PublishedState
    let accepted: [AcceptedChange]
    let isFirstPublication: Bool

    package init(
        _ sources: [SourceFile], after published: PublishedState, accepting accepted: [AcceptedChange],
        isFirstPublication: Bool
    ) {
        (self.sources, self.published, self.accepted) = (sources, published, accepted)
        self.isFirstPublication = isFirstPublication
    }
}

/// Outputs that may be published, as far as the last publication shows.
package struct SealedOutputs: Sendable {
    /// The outputs, sorted by path.
    package var made: [MadeOutput] = []
    package var versions = ReviewedVersions()
    /// The outputs among them that lead on from former addresses.
    package var moved: [PlannedOutput] = []
    /// The redirects that no author asked for.
    package var redirects: [Redirect] = []
    package var pages = PublishedPages()
}

/// The hop from rendered outputs to sealed ones.
package struct Sealer: Sendable {
    let plan: OutputPlan
    let writeSamples: SampleWriter

    /// - Parameter samples: Writes what the pages of versions show of clients.
    package init(_ plan: OutputPlan, samples: @escaping SampleWriter) { (self.plan, writeSamples) = (plan, samples) }

    /// Compares the outputs with the last publication, and makes the remaining ones.
    ///
    /// - Parameter versions: The result of `review`.
    /// - Parameter kept: All outputs that were not rendered in this build.
    /// - Parameter shown: Returns the entries that some output shows, including outputs made in this build.
    package func seal(
        _ rendered: RenderedOutputs, _ versions: Diagnosed<ReviewedVersions>, keeping kept: KeptFiles,
        _ terms: SealingTerms, _ options: RenderOptions, shown: ([MadeOutput]) -> Set<EntryReference>
    ) -> Diagnosed<SealedOutputs> {
        let last = terms.published.last
        var sealed = seal(rendered, versions.value, keeping: kept, options, after: last)
        sealed.value += versions.value.changelogs
        let addresses = keepAddresses(sealed.value, kept, after: last)
        sealed.value += addresses.value.made
        sealed.value.sort { $0.file.path < $1.file.path }
        var diagnostics = versions.diagnostics + sealed.diagnostics + addresses.diagnostics
        diagnostics += checkNewWindows(after: last) { shown(sealed.value) }
        diagnostics.pointAtChangedTexts(in: terms.sources)
        var outputs = SealedOutputs()
        (outputs.made, outputs.versions) = (sealed.value, versions.value)
        (outputs.moved, outputs.redirects) = (addresses.value.planned, addresses.value.redirects)
        outputs.pages = addresses.value.pages
        return Diagnosed(outputs, diagnostics)
    }

    /// Makes the remaining outputs once the versions are reviewed. The result is sorted by path and includes the
    /// rendered outputs.
    package func seal(
        _ rendered: RenderedOutputs, _ versions: ReviewedVersions, keeping kept: KeptFiles = KeptFiles(),
        _ options: RenderOptions, after last: PublishedFiles
    ) -> Diagnosed<[MadeOutput]> {
        var made = rendered.made
        var diagnostics = checkPromises(rendered, versions)
        diagnostics += addAgreements(to: &made, rendered, options, last)
        diagnostics += countRevisions(rendered.unsealed, versions, kept, options, &made, last)
        made += versionFiles(rendered.unsealed, versions, of: made, keeping: kept, options, &diagnostics)
        made.sort { $0.file.path < $1.file.path }
        return Diagnosed(made, diagnostics)
    }
}
