internal import KairanContent
package import KairanFormats
package import KairanModel
package import KairanPublish
package import KairanQueries
package import KairanReaders

extension Evaluator {
    /// Returns the frames that a template starts with, as `TemplateScope` declares them.
    func frames(of job: OutputJob) -> Frames {
        let root = rootValues
        switch job.item {
        case .once, .part, .nearest(.index): return Frames(frames: [.names(root)])
        case .entry(let entry, let previous, let next):
            let neighbours = [previous?.entry ?? .missing, next?.entry ?? .missing]
            return Frames(frames: [.element(entry), .names(root + neighbours)])
        case .group(let group):
            guard case .record(let values, _) = group else { return Frames(frames: [.names(root)]) }
            return Frames(frames: [.names(root + values)])
        case .page(_, let entries), .nearest(.cell(let entries)):
            return Frames(frames: [.names(root + [.list(entries)])])
        }
    }
}

/// Options for writing outputs, such as the style of JSON.
package struct RenderOptions: Sendable {
    package var style: JSONStyle
    package var limits: OutputLimits

    package init(style: JSONStyle, limits: OutputLimits = OutputLimits()) {
        (self.style, self.limits) = (style, limits)
    }
}

/// An output and what it was made of. It is a class for the same reason as `OutputFile`.
package final class MadeOutput: Sendable {
    package let file: OutputFile
    /// The bytes of the trace (see `Reads`), which stay in memory until the last output is made.
    package let trace: [UInt8]
    package let validity: Reads.Validity
    /// This is false if a mistake left something out.
    package let isWhole: Bool
    /// The result of scanning the links of the output; nil if they were not scanned when it was made.
    package let links: LinkScan?
    /// The addresses in the output, if the shape that made it tells them and its links are still to be scanned.
    let addresses: [AddressPlace]?
    package var hash: ContentHash { file.hash }

    package init(
        _ file: OutputFile, _ reads: Reads, in site: Site, isWhole: Bool = true, addresses: [AddressPlace]? = nil
    ) {
        let reads = reads.withWindows(of: site)
        (self.file, self.isWhole, self.addresses, links) = (file, isWhole, addresses, nil)
        (validity, trace) = (reads.validity, reads.trace(in: site))
    }

    /// Makes the same output with the result of scanning its links. The file is the stored one if it was stored.
    package init(_ made: MadeOutput, _ file: OutputFile, _ links: LinkScan) {
        (trace, validity, isWhole) = (made.trace, made.validity, made.isWhole)
        (self.file, self.links, addresses) = (file, links, nil)
    }
}

extension OutputPlan {
    func evaluator(_ job: OutputJob, _ form: AddressForm, _ recorder: ReadRecorder?) -> Evaluator {
        let locale = templates.templates[job.template].locale ?? 0
        return Evaluator(site: site, form: form, locale: locale, recorder: recorder)
    }

    /// - Parameter number: The number of a revision's file; if it is nil, the first one.
    package func render(_ position: Int, _ options: RenderOptions, number: Int? = nil) -> Diagnosed<MadeOutput> {
        render(position, options, number: number, keeping: nil)
    }

    /// - Parameters:
    ///   - published: Returns what was published last at a path.
    ///   - written: The elements that are kept for other outputs; nil if none are kept.
    func render(
        _ position: Int, _ options: RenderOptions, number: Int? = nil,
        after published: (_ path: String) -> [UInt8]? = { _ in nil }, keeping written: WrittenElements?
    ) -> Diagnosed<MadeOutput> {
        let recorder = ReadRecorder(limits: options.limits)
        var diagnostics: [Diagnostic] = []
        let file = render(position, options, recorder, number, published, written, &diagnostics)
        let isWhole = !(diagnostics + recorder.mistakes).hasErrors
        diagnostics += checkDays(of: jobs[position], recorder)
        return Diagnosed(
            MadeOutput(file, recorder.reads, in: site, isWhole: isWhole, addresses: recorder.addresses),
            diagnostics + recorder.mistakes)
    }

    /// Renders a page alone. Returns nil for another output, and for a page with mistakes or warnings.
    package func page(_ output: PlannedOutput, _ options: RenderOptions) -> OutputFile? {
        guard case .job(let position) = output.maker, templates.templates[jobs[position].template].isPage else {
            return nil
        }
        let made = render(position, options)
        return made.diagnostics.isEmpty ? made.value.file : nil
    }

    private func render(
        _ position: Int, _ options: RenderOptions, _ recorder: ReadRecorder, _ number: Int?,
        _ published: (_ path: String) -> [UInt8]?,
        _ kept: WrittenElements?, _ diagnostics: inout [Diagnostic]
    ) -> OutputFile {
        let job = jobs[position]
        let template = templates.templates[job.template]
        let bytes: [UInt8]
        var written: WrittenText?
        switch template.kind {
        case .copy(let content): bytes = copy(content, template, &diagnostics)
        case .page(let page):
            let text = renderPage(position, page, recorder, &diagnostics)
            (bytes, written) = (text.bytes, text)
        case .calendar(let calendar):
            bytes = renderCalendar(job, calendar, after: published(job.path), recorder, &diagnostics)
        case .revision(let revision): bytes = revisionFile(number ?? revision.first)
        case .feed(let feed): bytes = renderFeed(job, feed, options, recorder, &diagnostics)
        case .nearest(let nearest): bytes = renderNearest(job, nearest, options, recorder, &diagnostics)
        case .search: bytes = renderSearch(job, options, recorder, &diagnostics)
        case .endpoint(let shape):
            let shape = template.shape(shape.shape, holding: number)
            bytes = endpoint(shape, job, options, recorder, kept, &diagnostics)
        }
        if let excess = recorder.excess {
            diagnostics.append(tooLarge(named(job), excess.words, template))
        } else if template.writesJSON, written?.mistakes.isEmpty != false,
            let mistake = validateJSON(bytes, path: job.path)
        {
            diagnostics.append(notJSON(mistake, job, template, written))
        } else if template.infersSchema, !(diagnostics + recorder.mistakes).hasErrors {
            // A part that an earlier mistake left out must not count as a second mistake.
            diagnostics += checkNumbers(of: job, bytes, written)
        }
        let isPage = fileExtension(of: job.path) == "html"
        let published = isPage ? site.published(page: bytes) : bytes
        return OutputFile(path: job.path, bytes: published, revision: number)
    }

    /// Returns a picture without its metadata, and any other file unchanged.
    private func copy(_ content: [UInt8], _ template: Template, _ diagnostics: inout [Diagnostic]) -> [UInt8] {
        let file = SourceFile(path: template.path, bytes: content)
        guard file.isPictureOfPixels else { return content }
        if var mistake = pictureMistake(file) {
            // Apps know the picture by this name, and most of them look at what it is.
            if site.content.settings.keepsPictureNames, mistake.rule == .imageFormat, file.fileExtension != "svg",
                isWholePicture(content)
            {
                mistake.severity = .warning
            }
            diagnostics.append(mistake)
        }
        return publishedPicture(file) ?? content
    }

    /// Reports numbers that are too large in JSON that no shape makes. Other numbers were checked when entries and
    /// shapes were read.
    ///
    /// - Parameter written: The places in the templates that the bytes come from, if Mustache made them.
    func checkNumbers(of job: OutputJob, _ bytes: [UInt8], _ written: WrittenText?) -> [Diagnostic] {
        guard templates.versions.contains(where: { job.path.hasPrefix($0.folder) }) else { return [] }
        let template = templates.templates[job.template]
        let found = KairanReaders.numbersTooLarge(in: SourceFile(path: template.path, bytes: bytes))
        guard !found.isEmpty, let written else { return found }
        return written.located(found).map { mistake in
            var mistake = mistake
            mistake.message = "\(named(job)): \(mistake.message)"
            mistake.help = "put it in quotes in the template to make it text"
            return mistake
        }
    }

    private func notJSON(
        _ mistake: Diagnostic, _ job: OutputJob, _ template: Template, _ written: WrittenText?
    ) -> Diagnostic {
        var mistake = mistake
        mistake.span.path = template.path
        // In a copied file, the mistake is at the same place.
        guard let written else {
            return Diagnostic(
                .error, .outputJson, "this is not JSON: \(mistake.message)", at: mistake.span, help: mistake.help)
        }
        return Diagnostic(
            .error, .outputJson, "\(named(job)) would not be JSON: \(mistake.message)",
            at: written.located([mistake])[0].span, help: mistake.help)
    }
}
