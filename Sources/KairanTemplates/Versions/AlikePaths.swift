internal import KairanModel
internal import KairanReaders

extension OutputPlan {
    /// Finds templates of a version whose paths look the same to apps. OpenAPI has one schema for such a path (OpenAPI
    /// 3.1, 4.8.8), and so can a client.
    func alikePaths() -> [Diagnostic] {
        templates.versions.flatMap { version -> [Diagnostic] in
            var seen: [(template: Template, pattern: OutputPattern)] = []
            var diagnostics: [Diagnostic] = []
            for template in templates.templates
            where template.path.hasPrefix(version.templateFolder) && template.makesJSON {
                // The copies of a template for several locales count as one.
                guard let pattern = OutputPattern(template.outputPath), !pattern.placeholders.isEmpty,
                    seen.last?.template.path != template.path
                else { continue }
                if let other = seen.first(where: { $0.pattern.isAlike(pattern) }) {
                    diagnostics.append(
                        Diagnostic(
                            .error, .outputAlike,
                            "'\(pattern.text)' and '\(other.pattern.text)' are the same path to apps, "
                                + "which do not see the names in braces",
                            at: template.span,
                            help: "combine \(other.template.path) and this template, or publish one of the two "
                                + "in a folder of its own"))
                }
                seen.append((template, pattern))
            }
            return diagnostics
        }
    }
}
