package import KairanModel
package import KairanPublish
internal import KairanTemplates

extension PublicationSummary {
    /// Returns the warnings about a publication that was made all the same.
    package func warnings(about result: BuildResult, _ options: BuildOptions) -> [Diagnostic] {
        var warnings = hadDamagedManifest ? [damagedManifest(options)] : []
        warnings += left.map { leftFile($0, options) }
        if !isRemembered, result.plan?.hasPromises != false { warnings.append(forgotten(options)) }
        return warnings
    }

    private func damagedManifest(_ options: BuildOptions) -> Diagnostic {
        Diagnostic(
            .warning, "manifest.damaged", "the list of what Kairan made cannot be read, so nothing stale was removed",
            at: SourceSpan(path: "\(options.output)/.kairan.json"),
            help: "compare the folder with a build into an empty one: --out elsewhere")
    }

    private func leftFile(_ path: String, _ options: BuildOptions) -> Diagnostic {
        Diagnostic(
            .warning, "manifest.left",
            "'\(path)' is no longer an output, but stays: it is not what Kairan wrote there, according to "
                + "\(options.output)/.kairan.json",
            at: SourceSpan(path: "\(options.output)/\(path)"),
            help: "remove it, unless somebody needs it; Kairan leaves it alone from now on")
    }

    private func forgotten(_ options: BuildOptions) -> Diagnostic {
        Diagnostic(
            .warning, "contract.memory",
            "what was published cannot be kept in \(options.workFolder), so a later build may not notice that "
                + "\(options.output) went back to an older publication",
            at: SourceSpan(path: options.workFolder),
            help: "make that folder writable, or commit what is published")
    }
}
