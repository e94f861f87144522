internal import KairanContent
internal import KairanFormats
internal import KairanModel
internal import KairanQueries

/// Everything that a search reads of the site.
struct SearchContents: Sendable {
    var stretches: [SearchStretch] = []
    var entries: [SearchEntry] = []
    var reads = Reads()
    var diagnostics: [Diagnostic] = []
}

/// A stretch of consecutive elements, and everything that a search reads for them.
struct SearchStretch: Sendable {
    fileprivate let elements: [FoundElement]
    fileprivate(set) var entries: [SearchEntry] = []
    /// The elements that need an address for their results and have none, each with its source.
    fileprivate var withoutAddress: [FoundElement] = []
    fileprivate(set) var share = SearchShare()
    /// The reads, each entry once, and with the windows among them.
    fileprivate(set) var reads = Reads()
    fileprivate(set) var diagnostics: [Diagnostic] = []
}

/// An element of one of the sources of a search.
private struct FoundElement: Sendable {
    var source: Int
    var value: Value

    /// Other values than entries may be equal although they are written in other bytes.
    func isSameEntry(as other: FoundElement) -> Bool {
        guard source == other.source, case .entry(let entry) = value, case .entry(let second) = other.value else {
            return false
        }
        return entry == second
    }
}

/// The longest summary in characters. It is a few lines of a result, and a longer one is cut.
private let longestSummary = 160

extension SearchTemplate {
    /// Reads the entries on all processors.
    ///
    /// - Parameter earlier: Stretches of an earlier build that hold as long as they have the same entries.
    func contents(of site: Site, in locale: Int, after earlier: [SearchStretch?]) -> SearchContents {
        let recorder = ReadRecorder()
        let evaluator = Evaluator(site: site, form: .fromRoot, locale: locale, recorder: recorder)
        let frames = Frames(frames: [.names(evaluator.rootValues)])
        let found = sources.indices.flatMap { source in
            evaluator.elements(sources[source].query, frames).map { FoundElement(source: source, value: $0) }
        }
        let size = 128
        var contents = SearchContents()
        contents.stretches = concurrentMap((found.count + size - 1) / size, share: 1) { number in
            let elements = found[(number * size)...].prefix(size)
            if number < earlier.count, let stretch = earlier[number],
                stretch.elements.elementsEqual(elements, by: { $0.isSameEntry(as: $1) })
            {
                return stretch
            }
            var reading = SearchReading(Array(elements), site, locale)
            for position in elements.indices {
                reading.add(found[position], of: sources[found[position].source])
            }
            return reading.stretch
        }
        for stretch in contents.stretches {
            contents.entries += stretch.entries
            contents.diagnostics += stretch.diagnostics
            recorder.note(columnsOf: stretch.reads)
            recorder.note(versionsIn: stretch.reads, of: site)
        }
        let withoutAddress = Dictionary(grouping: contents.stretches.flatMap(\.withoutAddress), by: \.source)
        contents.diagnostics += withoutAddress.sorted { $0.key < $1.key }.map { source, elements in
            site.hasNoAddress(elements[0].value, elements.count - 1, sources[source])
        }
        contents.diagnostics += recorder.mistakes
        contents.reads = recorder.reads
        return contents
    }
}

extension Reads {
    /// The same reads with each entry once, because they stay in memory as long as the plan.
    fileprivate var withEachEntryOnce: Reads {
        var (reads, positions) = (self, [EntryReference: Int]())
        reads.entries = []
        for read in entries {
            if let position = positions[read.entry] {
                reads.entries[position].fields.formUnion(read.fields)
            } else {
                positions[read.entry] = reads.entries.count
                reads.entries.append(read)
            }
        }
        return reads
    }
}

extension ReadRecorder {
    /// Records the whole columns instead of single entries, because each of the many outputs depends on all entries.
    func note(columnsOf reads: Reads) {
        for read in reads.entries { note(column: read.fields, of: read.entry.collection) }
        for column in reads.columns { note(column: column.fields, of: column.collection) }
        for key in reads.valuePages { note(valuePages: key) }
        note(reads.validity)
    }
}

/// Reads a stretch of elements.
private struct SearchReading {
    private let evaluator: Evaluator
    private let frames: Frames
    private let recorder: ReadRecorder
    private var read: SearchStretch

    init(_ elements: [FoundElement], _ site: Site, _ locale: Int) {
        recorder = ReadRecorder()
        evaluator = Evaluator(site: site, form: .fromRoot, locale: locale, recorder: recorder)
        frames = Frames(frames: [.names(evaluator.rootValues)])
        read = SearchStretch(elements: elements)
    }

    var stretch: SearchStretch {
        var stretch = read
        stretch.reads = recorder.reads.withWindows(of: evaluator.site).withEachEntryOnce
        stretch.diagnostics += recorder.mistakes
        return stretch
    }

    mutating func add(_ found: FoundElement, of source: SearchSource) {
        let inner = frames.entering(found.value)
        let summary = source.summary.flatMap { self.summary($0, inner) }
        let outgoing = OutgoingLink(
            element: found.value, frames: inner, output: source.urlSpan.path, rule: .searchUrl, needsHost: false,
            place: entrySpan(found.value) ?? source.urlSpan)
        let url = evaluator.address(source.url, of: outgoing, &read.diagnostics)
        if url.isEmpty, !source.isURLOptional { read.withoutAddress.append(found) }
        let entry = SearchEntry(
            title: line(source.title, inner) ?? "", url: url.isEmpty ? nil : url,
            label: source.label.flatMap { evaluator.text($0, inner) }.flatMap(oneLine),
            summary: summary.map(shortened))
        read.entries.append(entry)
        let texts = source.text.map { words(of: evaluator.value($0, inner, &read.diagnostics)) }
        guard let path = source.sections, case .markdown(let markdown) = evaluator.value(path, inner) else {
            return read.share.add(texts)
        }
        var sections = markdown.plainText.sections(evaluator.word)
        let introduction = sections.removeFirst()
        read.share.add(texts + [[introduction.text]])
        add(sections, below: markdown.rendered.outline, of: entry)
    }

    /// Adds the sections of an entry, each with its text.
    private mutating func add(
        _ texts: [(text: String, prose: String)], below outline: [RenderedMarkdown.Heading], of entry: SearchEntry
    ) {
        var above: [RenderedMarkdown.Heading] = []
        for (heading, (text, prose)) in zip(outline, texts) {
            above.removeAll { $0.level >= heading.level }
            read.entries.append(
                SearchEntry(
                    title: oneLine(heading.text) ?? entry.title,
                    url: entry.url.map { "\($0)#\(escapedPath(heading.id))" },
                    label: entry.title, summary: oneLine(prose).map(shortened)))
            read.share.add([[heading.text], above.map(\.text), [], [entry.title, text]])
            above.append(heading)
        }
    }

    /// Returns a summary, into which no code and no table of a text comes.
    private mutating func summary(_ shape: Shape, _ frames: Frames) -> String? {
        if case .firstOf(let shapes) = shape {
            for typed in shapes { if let found = summary(typed.shape, frames) { return found } }
            return nil
        }
        guard case .path(var path) = shape, path.steps.popLast() == .plainText,
            case .markdown(let markdown) = evaluator.value(path, frames)
        else { return line(shape, frames) }
        return oneLine(markdown.plainText.prose(evaluator.word))
    }

    private func entrySpan(_ element: Value) -> SourceSpan? {
        if case .entry(let reference) = element { evaluator.site.content[reference].span } else { nil }
    }

    private mutating func line(_ shape: Shape, _ frames: Frames) -> String? {
        oneLine(evaluator.plainText(evaluator.value(shape, frames, &read.diagnostics)))
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
            .error, .searchUrl, "\(name) has no address for its result to lead to\(more)", at: source.urlSpan,
            help: "leave it out with 'where', or write 'url?' to show it without a link")
    }
}
