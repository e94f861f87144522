internal import KairanContent
internal import KairanFormats
internal import KairanModel
internal import KairanQueries

/// Everything that a search reads of the site.
struct SearchContents: Sendable {
    var entries: [SearchEntry] = []
    var shares: [SearchShare] = []
    var reads = Reads()
    var diagnostics: [Diagnostic] = []
}

/// The longest summary in characters. It is a few lines of a result, and a longer one is cut.
private let longestSummary = 160

extension SearchTemplate {
    /// Reads the entries on all processors.
    func contents(of site: Site, in locale: Int) -> SearchContents {
        let recorder = ReadRecorder()
        let evaluator = Evaluator(site: site, form: .fromRoot, locale: locale, recorder: recorder)
        let frames = Frames(frames: [.names(evaluator.rootValues)])
        let found = sources.indices.flatMap { source in
            evaluator.elements(sources[source].query, frames).map { (source: source, element: $0) }
        }
        let size = 128
        let read = concurrentMap((found.count + size - 1) / size, share: 1) { number in
            let positions = number * size..<min((number + 1) * size, found.count)
            var reading = SearchReading(site: site, locale: locale)
            for position in positions {
                reading.add(found[position].element, of: sources[found[position].source], position)
            }
            return reading.contents
        }
        var contents = SearchContents()
        var withoutAddress: [Int: [Value]] = [:]
        for part in read {
            contents.entries += part.entries
            contents.shares.append(part.share)
            contents.diagnostics += part.diagnostics
            recorder.note(columnsOf: part.reads)
            recorder.note(versionsIn: part.reads, of: site)
        }
        for position in contents.entries.indices where contents.entries[position].url == nil {
            let (source, element) = found[position]
            if !sources[source].isURLOptional { withoutAddress[source, default: []].append(element) }
        }
        contents.diagnostics += withoutAddress.sorted { $0.key < $1.key }.map { source, elements in
            site.hasNoAddress(elements[0], elements.count - 1, sources[source])
        }
        contents.diagnostics += recorder.mistakes
        contents.reads = recorder.reads
        return contents
    }
}

extension ReadRecorder {
    /// Records the whole columns instead of single entries, because each of the many outputs depends on all entries.
    func note(columnsOf reads: Reads) {
        for read in reads.entries { note(column: read.fields, of: read.entry.collection) }
        for column in reads.columns { note(column: column.fields, of: column.collection) }
        for key in reads.valuePages { note(valuePages: key) }
        note(reads.clock)
    }
}

/// Reads a range of consecutive entries.
private struct SearchReading {
    let evaluator: Evaluator
    private let frames: Frames
    private let recorder: ReadRecorder
    private var entries: [SearchEntry] = []
    private var share = SearchShare()
    private var diagnostics: [Diagnostic] = []

    init(site: Site, locale: Int) {
        recorder = ReadRecorder()
        evaluator = Evaluator(site: site, form: .fromRoot, locale: locale, recorder: recorder)
        frames = Frames(frames: [.names(evaluator.rootValues)])
    }

    var contents: (entries: [SearchEntry], share: SearchShare, reads: Reads, diagnostics: [Diagnostic]) {
        (entries, share, recorder.reads, diagnostics + recorder.mistakes)
    }

    mutating func add(_ element: Value, of source: SearchSource, _ position: Int) {
        let inner = frames.entering(element)
        let summary = source.summary.flatMap { line($0, inner) }
        let outgoing = OutgoingLink(
            element: element, frames: inner, output: source.urlSpan.path, rule: "search.url", needsHost: false,
            place: entrySpan(element) ?? source.urlSpan)
        let url = evaluator.address(source.url, of: outgoing, &diagnostics)
        entries.append(
            SearchEntry(
                title: line(source.title, inner) ?? "", url: url.isEmpty ? nil : url,
                label: source.label.flatMap { evaluator.text($0, inner) }.flatMap(oneLine),
                summary: summary.map(shortened)))
        let texts = source.text.map { words(of: evaluator.value($0, inner, &diagnostics)) }
        share.add(texts, of: position)
    }

    private func entrySpan(_ element: Value) -> SourceSpan? {
        if case .entry(let reference) = element { evaluator.site.content[reference].span } else { nil }
    }

    private mutating func line(_ shape: Shape, _ frames: Frames) -> String? {
        oneLine(evaluator.plainText(evaluator.value(shape, frames, &diagnostics)))
    }

    private func words(of value: Value) -> [String] {
        if case .list(let values) = value { return values.flatMap(words) }
        return value.parts.isEmpty ? [evaluator.plainText(value)] : value.parts.flatMap(words)
    }
}

/// Returns the text with one space in the place of spaces and line breaks, or nil if the text is empty.
private func oneLine(_ text: String) -> String? {
    let words = text.unicodeScalars.split { $0.properties.isWhitespace }
    return words.isEmpty ? nil : words.map { String($0) }.joined(separator: " ")
}

private func shortened(_ text: String) -> String {
    text.count > longestSummary ? text.prefix(longestSummary) + "…" : text
}

extension Site {
    fileprivate func hasNoAddress(_ element: Value, _ others: Int, _ source: SearchSource) -> Diagnostic {
        let more = others == 0 ? "" : others == 1 ? ", nor does one other" : ", nor do \(others) others"
        var name = "an element"
        if case .entry(let reference) = element {
            name = "'\(content[reference].id)' of \(collectionName(of: reference))"
        }
        return Diagnostic(
            .error, "search.url", "\(name) has no address for its result to lead to\(more)", at: source.urlSpan,
            help: "leave it out with 'where', or write 'url?' to show it without a link")
    }
}
