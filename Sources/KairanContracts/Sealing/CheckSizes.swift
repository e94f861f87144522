internal import KairanModel
internal import KairanTemplates

extension VersionReview {
    /// The largest manifest and the largest other file that generated clients read, in bytes. Their code holds the same
    /// numbers.
    private static let (largestManifest, largestFile) = (16 << 20, 64 << 20)

    /// Returns warnings of files that clients refuse because they are too large.
    ///
    /// - Parameter manifest: The size of the manifest, in bytes.
    func checkSizes(of files: [VersionManifest.File], manifest: Int, of plan: OutputPlan) -> [Diagnostic] {
        if version.status == .draft { return [] }
        let large = files.filter { $0.size > Self.largestFile }.compactMap { file -> Diagnostic? in
            let endpoint = contract.endpoints.first { $0.pattern.values(in: file.path) != nil }
            guard let template = endpoint?.templates.first.map({ plan.templates.templates[$0] }) else { return nil }
            return tooLarge(
                file.path, file.size, Self.largestFile, at: template.span,
                help: "divide it with 'for' into a file for each page, day or entry")
        }
        guard manifest > Self.largestManifest else { return large }
        return large + [
            tooLarge(
                VersionFile.manifest.name, manifest, Self.largestManifest, at: version.span,
                help: "publish fewer files: let one hold many entries, or divide the version in two")
        ]
    }

    private func tooLarge(_ path: String, _ size: Int, _ limit: Int, at span: SourceSpan, help: String) -> Diagnostic {
        Diagnostic(
            .warning, .contractSize,
            "'\(version.folder)\(path)' has \((size + (1 << 20) - 1) >> 20) MiB, and clients read at most \(limit >> 20)",
            at: span, help: help)
    }
}
