internal import KairanModel
internal import KairanTemplates

extension Sealer {
    /// Warns that earlier promises, if there were any, are unknown.
    func uncompared(with past: PublishedState) -> [Diagnostic] {
        guard plan.site.settings.channel == .live, past.isUnknown else { return [] }
        let promising = plan.templates.versions.filter { $0.status != .draft }
        var diagnostics = promising.map { version in
            uncompared(
                "\(version.name) is \(version.status.rawValue), but no earlier publication is known, so nothing was "
                    + "compared with what apps rely on", at: version.span)
        }
        for collection in plan.site.content.collections {
            guard let agreement = collection.declaration.agreement else { continue }
            diagnostics.append(
                uncompared(
                    "no earlier publication is known, so nothing was compared with what users agreed to in "
                        + collection.name, at: agreement.span))
        }
        for template in plan.templates.templates {
            guard let revision = template.revision,
                !plan.templates.versions.contains(where: { template.path.hasPrefix($0.templateFolder) })
            else { continue }
            diagnostics.append(
                uncompared(
                    "no earlier publication is known, so '\(template.outputPath)' starts at \(revision.first)",
                    at: template.span))
        }
        return diagnostics
    }

    private func uncompared(_ message: String, at span: SourceSpan) -> Diagnostic {
        Diagnostic(
            .warning, .contractUncompared, message, at: span,
            help: "if the site was published before, restore all of public/ from its history and build again; "
                + "if it never was, say so: kairan build --first-publication")
    }
}
