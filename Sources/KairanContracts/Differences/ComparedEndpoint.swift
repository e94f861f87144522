package import KairanModel
internal import KairanReaders
package import KairanTemplates

/// JSON that is compared by its structure: one file, or the many files of a template.
package struct ComparedEndpoint: Sendable {
    /// The path, such as `api/v1/deals/{id}.json`.
    package let path: String
    /// The pattern of the path; nil for one file.
    private let pattern: OutputPattern?
    package var outline = DocumentOutline.value
    /// The collection for each of whose entries there is a file.
    package var collection: String?
    package var span: SourceSpan
    /// This is false if the bytes are an index or a number, which mean nothing to people.
    package var isData = true

    package init(path: String, span: SourceSpan) {
        (self.path, self.span) = (path, span)
        pattern = OutputPattern(path).flatMap { $0.placeholders.isEmpty ? nil : $0 }
    }

    package var hasManyFiles: Bool { pattern != nil }

    /// Returns the name of a file of this endpoint, or nil if the file belongs to another one. The name is empty if
    /// there is only one file.
    package func name(of file: String) -> String? {
        guard let pattern else { return file == path ? "" : nil }
        guard let values = pattern.values(in: file) else { return nil }
        return pattern.placeholders.compactMap { values[$0] }.joined(separator: "/")
    }
}

extension ReviewedVersions {
    /// Returns the made and the published endpoints. Those with fewer placeholders come first because they are more
    /// exact.
    package func comparedEndpoints(_ templates: Templates) -> [ComparedEndpoint] {
        var endpoints = templates.templates.filter(\.makesJSON).map(ComparedEndpoint.init)
        for review in reviews {
            endpoints += review.publishedPaths.map {
                ComparedEndpoint(path: review.version.folder + $0, span: review.version.span)
            }
        }
        var known: Set<String> = []
        return endpoints.filter { known.insert($0.path).inserted }
            .sorted { ($0.placeholderCount, $0.path) < ($1.placeholderCount, $1.path) }
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
