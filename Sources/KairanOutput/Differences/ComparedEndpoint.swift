package import KairanModel

/// JSON that is compared by its structure: one file, or the many of a template.
package struct ComparedEndpoint: Sendable {
    /// `api/v1/deals/{id}.json`.
    package var path: String
    package var outline = DocumentOutline.value
    /// The collection that it has a file of each entry of.
    package var collection: String?
    package var span: SourceSpan
    /// False where the bytes are an index or a number, which say nothing to people.
    package var isData = true

    package init(path: String, span: SourceSpan) { (self.path, self.span) = (path, span) }

    package var hasManyFiles: Bool { path.contains("{") }

    /// Nil for the file of another; empty where there is only one.
    package func name(of file: String) -> String? {
        guard hasManyFiles else { return file == path ? "" : nil }
        guard let values = values(in: file, of: path) else { return nil }
        return placeholders(of: path).compactMap { values[$0] }.joined(separator: "/")
    }
}

extension OutputPlan {
    /// Of what is made and of what was published, those with fewer placeholders first: they are the more exact.
    package func comparedEndpoints() -> [ComparedEndpoint] {
        var endpoints = templates.templates.filter(\.makesJSON).map(ComparedEndpoint.init)
        for review in versions {
            endpoints += review.publishedPaths.map {
                ComparedEndpoint(path: review.version.folder + $0, span: review.version.span)
            }
        }
        var known: Set<String> = []
        return endpoints.filter { known.insert($0.path).inserted }
            .sorted { ($0.placeholderCount, $0.path) < ($1.placeholderCount, $1.path) }
    }

    /// Whether a file is about the others of its version.
    package static func isOfVersion(_ path: String) -> Bool {
        if path == versionsPath { return true }
        let (version, file) = apiVersion(of: path)
        return !version.isEmpty && (file.hasPrefix("schemas/") || VersionFile.allCases.contains { $0.name == file })
    }

    /// `v1` and `deals/curry.json` of `api/v1/deals/curry.json`; no version and the whole path of any other.
    package static func apiVersion(of path: String) -> (version: String, file: String) {
        let parts = path.split(separator: "/", maxSplits: 2)
        guard parts.count == 3, parts[0] == "api" else { return ("", path) }
        return (String(parts[1]), String(parts[2]))
    }
}

extension ComparedEndpoint {
    fileprivate init(_ template: Template) {
        self.init(path: template.outputPath, span: template.span)
        outline = template.outline
        if case .entries(let query) = template.iteration { collection = query.entries }
        switch template.kind {
        case .endpoint, .copy: break
        default: isData = false
        }
    }

    fileprivate var placeholderCount: Int { path.count { $0 == "{" } }
}
