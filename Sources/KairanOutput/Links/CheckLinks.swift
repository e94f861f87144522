internal import KairanContent
package import KairanModel

extension OutputPlan {
    /// Every link and anchor inside the site, at the place that wrote it.
    package func checkLinks(_ files: [OutputFile]) -> [Diagnostic] {
        var checker = LinkChecker(self, files)
        for link in site.writtenLinks() { checker.check(link) }
        for job in jobs where templates.templates[job.template].isPage { checker.check(job) }
        return checker.diagnostics
    }
}

/// Follows links among finished outputs.
private struct LinkChecker {
    let plan: OutputPlan
    var diagnostics: [Diagnostic] = []
    private let outputs: Set<String>
    private var pages: [String: HTMLScan] = [:]
    /// Addresses whose place in the content is already reported, as pages show them.
    private var reported: Set<String> = []
    private var seen: Set<String> = []
    private var nearest: [String: String?] = [:]

    init(_ plan: OutputPlan, _ files: [OutputFile]) {
        self.plan = plan
        outputs = Set(files.map(\.path))
        for file in files where fileExtension(of: file.path) == "html" { pages[file.path] = HTMLScan(file.bytes) }
    }

    private var settings: SiteSettings { plan.site.settings }

    mutating func check(_ link: WrittenLink) {
        switch link.target {
        case .external: break
        case .missing(let name):
            let evaluator = Evaluator(site: plan.site, form: .fromRoot)
            reported.insert(evaluator.address(of: link.destination, link.target))
            reportMissing(name, link.span)
        case .samePage:
            let anchor = unescapedPath(String(link.destination.dropFirst()))
            let known = link.anchors + (link.page.flatMap { pages[$0]?.anchors } ?? [])
            if !anchor.isEmpty, !known.contains(anchor) { reportAnchor(anchor, link.anchors, link) }
        case .output(let path, let suffix): checkAnchor(suffix, in: path, link)
        case .sitePath(let path): checkSitePath(path, link)
        }
    }

    private mutating func reportMissing(_ name: String, _ span: SourceSpan) {
        let path = contentPath(unescapedPath(name), from: folder(of: span.path).dropFirst("content/".count))
        if let path, plan.site.entriesBySource["content/" + path] != nil {
            return report(
                "link.dead", "no page is made of '\(name)'", at: span,
                help: "link to a page that shows it, or write a template for its collection")
        }
        report("link.dead", "there is no '\(name)'", at: span, help: nearestSource(to: name, from: span.path))
    }

    private mutating func checkSitePath(_ path: String, _ link: WrittenLink) {
        let address = settings.basePath + path.dropFirst()
        guard case .internal(let candidates, let fragment) = resolve(address, on: "index.html") else { return }
        guard let output = candidates.first(where: outputs.contains) else {
            reported.insert(address)
            let shown = path.prefix { $0 != "#" && $0 != "?" }
            return report(
                "link.dead", "'\(shown)' leads to nothing", at: link.span, help: nearestPage(to: String(shown)))
        }
        if let fragment { checkAnchor("#" + fragment, in: output, link) }
    }

    private mutating func checkAnchor(_ suffix: String, in output: String, _ link: WrittenLink) {
        guard let hash = suffix.firstIndex(of: "#"), let page = pages[output] else { return }
        let anchor = unescapedPath(String(suffix[suffix.index(after: hash)...]))
        if !anchor.isEmpty, anchor != "top", !page.anchors.contains(anchor) { reportAnchor(anchor, page.anchors, link) }
    }

    private mutating func reportAnchor(_ anchor: String, _ known: [String], _ link: WrittenLink) {
        let evaluator = Evaluator(site: plan.site, form: .fromRoot)
        reported.insert(evaluator.address(of: link.destination, link.target))
        report(
            "link.anchor", "the page has no place '#\(anchor)'", at: link.span,
            help: suggestion(for: anchor, in: known, kind: "places"))
    }

    /// What is left after the content's own links was written by a template.
    mutating func check(_ job: OutputJob) {
        guard let page = pages[job.path] else { return }
        for link in page.links where !reported.contains(link.value) {
            switch resolve(link.value, on: job.path) {
            case .internal(let candidates, let fragment):
                guard let output = candidates.first(where: outputs.contains) else {
                    reportInTemplate("link.dead", "'\(link.value)' leads to nothing", link.value, job)
                    continue
                }
                guard let fragment, !fragment.isEmpty, fragment != "top", let target = pages[output] else { continue }
                if !target.anchors.contains(fragment) {
                    reportInTemplate("link.anchor", "the page has no place '#\(fragment)'", link.value, job)
                }
            case .invalid: reportInTemplate("link.invalid", "'\(link.value)' is not an address", link.value, job)
            case .external: break
            }
        }
    }

    private mutating func reportInTemplate(_ rule: String, _ message: String, _ address: String, _ job: OutputJob) {
        let place = plan.place(of: address, in: plan.templates.templates[job.template])
        guard seen.insert("\(place.path):\(place.line):\(place.column):\(address)").inserted else { return }
        report(rule, message, at: place, help: "it is on the page \(job.path)")
    }

    private func resolve(_ address: String, on page: String) -> ResolvedAddress {
        resolveAddress(address, onPage: page, basePath: settings.basePath, siteURL: settings.rootURL)
    }

    private func nearestSource(to name: String, from path: String) -> String? {
        let start = folder(of: path).dropFirst("content/".count)
        guard let wanted = contentPath(unescapedPath(name), from: start) else { return "it would be outside content/" }
        let sources = plan.site.content.collections.flatMap(\.entries).map(\.span.path)
        let files = plan.site.content.files.values.map(\.path)
        let known = Set(sources + files).filter { folder(of: $0) == "content/" + folder(of: wanted) }
            .map { String(fileName(of: $0)) }
        return suggestion(for: String(fileName(of: wanted)), in: known.sorted(), kind: "files there")
    }

    /// Comparing a name with every page takes a while, so the same mistake everywhere is looked up once, and only the
    /// first of many different ones.
    private mutating func nearestPage(to path: String) -> String? {
        if let known = nearest[path] { return known }
        guard nearest.count < 50 else { return nil }
        let pages = outputs.map { "/" + ($0.hasSuffix("index.html") ? String($0.dropLast("index.html".count)) : $0) }
        let help = nearestName(to: path, in: pages).map { "did you mean '\($0)'?" }
        nearest[path] = .some(help)
        return help
    }

    private mutating func report(_ rule: String, _ message: String, at span: SourceSpan, help: String?) {
        diagnostics.append(Diagnostic(.error, rule, message, at: span, help: help))
    }
}

extension OutputPlan {
    /// Where a template, its layouts or its partials wrote an address; the template's start when it was computed.
    fileprivate func place(of address: String, in template: Template) -> SourceSpan {
        var sources: [MustacheSource] = []
        if case .page(let page) = template.kind {
            sources = [page.source] + page.layouts.compactMap { templates.layouts[$0] }
        }
        sources += templates.partials.sorted { $0.key < $1.key }.map(\.value)
        let tail =
            address.hasPrefix(site.settings.basePath) ? String(address.dropFirst(site.settings.basePath.count)) : ""
        for needle in [address, tail] where needle.utf8.count > 1 {
            for source in sources {
                if let place = source.place(of: needle) { return place }
            }
        }
        return SourceSpan(path: template.path)
    }
}

extension MustacheSource {
    /// The first attribute value that ends with `needle`.
    fileprivate func place(of needle: String) -> SourceSpan? {
        for (offset, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
            for quote in ["\"", "'"] {
                guard let range = line.firstRange(of: needle + quote) else { continue }
                return SourceSpan(
                    path: path, line: firstLine + offset,
                    column: line[..<range.lowerBound].unicodeScalars.count + 1, length: needle.unicodeScalars.count)
            }
        }
        return nil
    }
}
