internal import KairanContent
package import KairanModel

extension OutputPlan {
    /// True for an output that tells of all others, or goes on from what was published last: revisions, what users agreed
    /// to, and the files of a version.
    func isSealed(_ output: PlannedOutput) -> Bool {
        switch output.maker {
        case .version, .agreements: true
        case .job: revision(output) != nil
        case .copy, .picture, .size, .site: false
        }
    }

    /// Makes these, once all others are made. The diagnostics are those of both.
    ///
    /// - Parameter kept: All outputs besides the rendered ones.
    package func seal(
        _ rendered: Diagnosed<RenderedOutputs>, keeping kept: KeptFiles = KeptFiles(), _ options: RenderOptions,
        after last: PublishedFiles
    ) -> Diagnosed<[MadeOutput]> {
        let outputs = rendered.value.planned
        var (made, diagnostics) = (rendered.value.made, rendered.diagnostics)
        diagnostics += addAgreements(outputs, &made, options, last)
        diagnostics += countRevisions(outputs, kept, &made, last)
        if !versions.isEmpty, diagnostics.allSatisfy({ $0.severity != .error || $0.isRefusal }) {
            makeVersionFiles(outputs, kept, &made, options, last)
        }
        // After a mistake nothing is published, so what could not be sealed need not say anything.
        let all = zip(outputs, made).map { $1 ?? MadeOutput(OutputFile(path: $0.path, bytes: []), Reads(), in: site) }
        return Diagnosed(all, diagnostics)
    }
}
