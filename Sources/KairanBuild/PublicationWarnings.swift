internal import KairanContracts
package import KairanModel
package import KairanPublish
internal import KairanTemplates

extension PublicationSummary {
    /// Returns the warnings about a publication that was made all the same.
    package func warnings(about result: BuildResult, _ options: BuildOptions) -> [Diagnostic] {
        // A build that knows what the list said has told so already.
        let isTold = result.diagnostics.contains { $0.rule == .contractRestored }
        var warnings = hadDamagedList && !isTold ? [damagedManifest(options)] : []
        warnings += left.map { leftFile($0, options) }
        if beginsInPlace { warnings.append(inPlace(options)) }
        if !isRemembered, result.plan?.hasPromises != false { warnings.append(forgotten(options)) }
        return warnings
    }

    private func damagedManifest(_ options: BuildOptions) -> Diagnostic {
        Diagnostic(
            .warning, .manifestDamaged,
            "the list of what Kairan made cannot be read, "
                + (isListKnown
                    ? "but other records tell what was in it: all is as it should be again"
                    : "so nothing stale was removed"),
            at: SourceSpan(path: "\(options.output)/.kairan.json"),
            help: isListKnown
                ? "this happens after a power failure or a merge"
                : "compare the folder with a build into an empty one: --out elsewhere")
    }

    private func inPlace(_ options: BuildOptions) -> Diagnostic {
        Diagnostic(
            .warning, .outputMounted,
            "something is mounted at \(options.output), or it is mounted elsewhere too, so it cannot be replaced in one "
                + "step: files take their places one by one, and for a moment visitors may see some of the earlier "
                + "publication and some of the new one",
            at: SourceSpan(path: options.output),
            help: "mount the folder above it instead; this is said only once")
    }

    private func leftFile(_ path: String, _ options: BuildOptions) -> Diagnostic {
        Diagnostic(
            .warning, .manifestLeft,
            "'\(path)' is no longer an output, but stays: it is not what Kairan wrote there, according to "
                + "\(options.output)/.kairan.json",
            at: SourceSpan(path: "\(options.output)/\(path)"),
            help: "remove it, unless somebody needs it; Kairan leaves it alone from now on")
    }

    private func forgotten(_ options: BuildOptions) -> Diagnostic {
        Diagnostic(
            .warning, .contractMemory,
            "what was published cannot be kept in \(options.workFolder), so a later build may not notice that "
                + "\(options.output) went back to an older publication",
            at: SourceSpan(path: options.workFolder),
            help: "make that folder writable, or commit what is published")
    }
}

extension BuildOptions {
    /// Reads all that is published, and returns a mistake for each file that is not what Kairan published. A build does
    /// not read a file whose size and times are as they were.
    package func changedOutputs() throws(PublishError) -> [Diagnostic] {
        guard let changed = try KairanPublish.changedOutputs(in: output) else {
            return [
                Diagnostic(
                    .error, .manifestDiffers, "there is no whole list of what Kairan published here",
                    at: SourceSpan(path: "\(output)/.kairan.json"), help: "kairan build writes it again")
            ]
        }
        return changed.map { path in
            Diagnostic(
                .error, .manifestDiffers, "'\(path)' does not hold what Kairan published",
                at: SourceSpan(path: "\(output)/\(path)"), help: "kairan build --no-cache makes every file again")
        }
    }
}
