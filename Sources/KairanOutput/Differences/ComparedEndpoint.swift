package import KairanModel
internal import KairanReaders

/// JSON that is compared by its structure: one file, or the many of a template.
package struct ComparedEndpoint: Sendable {
    /// `api/v1/deals/{id}.json`.
    package let path: String
    /// Nil for one file.
    private let pattern: OutputPattern?
    package var outline = DocumentOutline.value
    /// The collection that it has a file of each entry of.
    package var collection: String?
    package var span: SourceSpan
    /// False where the bytes are an index or a number, which say nothing to people.
    package var isData = true

    package init(path: String, span: SourceSpan) {
        (self.path, self.span) = (path, span)
        pattern = OutputPattern(path).flatMap { $0.placeholders.isEmpty ? nil : $0 }
    }

    package var hasManyFiles: Bool { pattern != nil }

    /// Nil for the file of another; empty where there is only one.
    package func name(of file: String) -> String? {
        guard let pattern else { return file == path ? "" : nil }
        guard let values = pattern.values(in: file) else { return nil }
        return pattern.placeholders.compactMap { values[$0] }.joined(separator: "/")
    }
}

extension OutputPlan {
    /// Of what is made and of what was published, those with fewer placeholders first: they are the more exact.
    package func comparedEndpoints(_ versions: ReviewedVersions) -> [ComparedEndpoint] {
        var endpoints = templates.templates.filter(\.makesJSON).map(ComparedEndpoint.init)
        for review in versions.reviews {
            endpoints += review.publishedPaths.map {
                ComparedEndpoint(path: review.version.folder + $0, span: review.version.span)
            }
        }
        var known: Set<String> = []
        return endpoints.filter { known.insert($0.path).inserted }
            .sorted { ($0.placeholderCount, $0.path) < ($1.placeholderCount, $1.path) }
    }

    /// `v1` and `deals/curry.json` of `api/v1/deals/curry.json`; no version and the whole path of any other.
    package static func apiVersion(of path: String) -> (version: String, file: String) {
        VersionPath(path).map { ($0.version, $0.name) } ?? ("", path)
    }
}

extension ComparedEndpoint {
    fileprivate init(_ template: Template) {
        self.init(path: template.outputPath, span: template.span)
        outline = template.outline
        if case .entries(let query) = template.iteration { collection = query.entries }
        switch template.kind {
        case .endpoint, .copy: break
        case .page, .feed, .revision, .calendar, .search, .nearest: isData = false
        }
    }

    fileprivate var placeholderCount: Int { pattern?.placeholders.count ?? 0 }
}
