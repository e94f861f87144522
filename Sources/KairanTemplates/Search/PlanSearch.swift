internal import KairanContent
internal import KairanFormats
internal import KairanModel
internal import KairanQueries
internal import KairanReaders
internal import Synchronization

/// The index of one search template.
///
/// Either all files of a search are made again or none, because each file depends on every entry and records whole
/// columns as read. Only the index shows how many files there are. While everything that it reads is the same, the
/// files of the earlier build show it instead (`addSearches`).
final class LazySearchIndex: Sendable {
    private let search: SearchTemplate
    private let site: Site
    private let locale: Int
    /// The stretches that an earlier build read and that an edit left as they were, each at its place.
    let earlier: [SearchStretch?]
    private let state = Mutex<(contents: SearchContents, index: SearchIndex)?>(nil)

    init(_ search: SearchTemplate, _ site: Site, _ locale: Int, after earlier: [SearchStretch?]) {
        (self.search, self.site, self.locale, self.earlier) = (search, site, locale, earlier)
    }

    /// The stretches that a later build can take over: those that were read for the index, or those of the earlier build
    /// if the index was not needed.
    var stretches: [SearchStretch?] { state.withLock { $0?.contents.stretches } ?? earlier }

    /// The index and what was read for it. It is made on first use, because kept files do not need it.
    var made: (contents: SearchContents, index: SearchIndex) {
        state.withLock { state in
            if let state { return state }
            let contents = search.contents(of: site, in: locale, after: earlier)
            let made = (contents, SearchIndex(contents.entries, contents.stretches.map(\.share)))
            state = made
            return made
        }
    }
}

extension OutputPlan {
    package var searchTemplates: [String] { templates.templates.filter(\.isSearch).map(\.path) }

    /// Plans the files of the searches. This comes last, because by then all entries have their pages.
    ///
    /// - Parameter known: For each template of an unchanged search, the paths of its files.
    /// - Parameter earlier: The plan of the same templates before an edit that moved no page.
    mutating func addSearches(known: [String: Set<String>], after earlier: (plan: OutputPlan, edit: EditedEntries)?) {
        for (position, template) in templates.templates.enumerated() {
            guard case .search(let search) = template.kind else { continue }
            let lazy = LazySearchIndex(
                search, site, template.locale ?? 0, after: stretches(ofTemplate: position, after: earlier))
            searches[position] = lazy
            let start = jobs.count
            for part in size(of: lazy, position, known[template.path]).parts {
                jobs.append(OutputJob(template: position, item: .part(part), path: template.path(of: part)))
            }
            jobRanges[position] = start..<jobs.count
        }
    }

    /// The stretches of a search that an edit did not touch, each at its place.
    private func stretches(
        ofTemplate position: Int, after earlier: (plan: OutputPlan, edit: EditedEntries)?
    ) -> [SearchStretch?] {
        guard let earlier, let search = earlier.plan.searches[position] else { return [] }
        return search.stretches.map { stretch in
            stretch.flatMap { isSame($0.reads, after: earlier) ? $0 : nil }
        }
    }

    /// Tells whether everything that was read before an edit, which moved no page, is as it was.
    private func isSame(_ reads: Reads, after earlier: (plan: OutputPlan, edit: EditedEntries)) -> Bool {
        reads.validity.isSteady(at: site.moment) && earlier.edit.isSame(reads.columns)
            && !reads.entries.contains { earlier.edit.touches($0.entry) }
            && reads.valuePages.allSatisfy { site.valuePageHashes[$0] == earlier.plan.site.valuePageHashes[$0] }
    }

    private mutating func size(of search: LazySearchIndex, _ position: Int, _ known: Set<String>?) -> SearchSize {
        let template = templates.templates[position]
        if let known, let size = SearchSize(where: { known.contains(template.path(of: $0)) }) { return size }
        let made = search.made
        reads[position].validity = made.contents.reads.withWindows(of: site).validity
        return SearchSize(made.index)
    }

    func renderSearch(
        _ job: OutputJob, _ options: RenderOptions, _ recorder: ReadRecorder, _ diagnostics: inout [Diagnostic]
    ) -> [UInt8] {
        guard case .part(let part) = job.item, let (contents, index) = searches[job.template]?.made else { return [] }
        recorder.note(columnsOf: contents.reads)
        switch part {
        case .head:
            diagnostics += contents.diagnostics
            recorder.note(versionsIn: contents.reads, of: site)
            return index.head(name: templates.templates[job.template].fileName, style: options.style)
        case .terms(let number): return index.termsFile(number)
        case .common(let number): return index.commonFile(number)
        case .entries(let number): return index.entriesFile(number)
        }
    }
}

extension Template {
    fileprivate func path(of part: SearchPart) -> String { path(ofPart: part.name) }

    func path(ofPart name: String) -> String {
        pattern.parts.reduce(into: "") { path, part in
            switch part {
            case .literal(let text): path += text
            case .placeholder: path += name
            }
        }
    }

    /// Returns the last component of a file's path.
    fileprivate func fileName(ofPart name: String) -> String {
        String(path(ofPart: name).split(separator: "/").last ?? "")
    }
}
