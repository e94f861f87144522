internal import KairanContent
internal import KairanModel

extension LinkChecker {
    private struct Mistake {
        var rule: String
        var message: String
        var help: String?
    }

    /// What is left after the content's own links was written by a template, or leads nowhere from this page alone.
    mutating func check(jobAt position: Int) {
        let path = plan.jobs[position].path
        let page = pages[path]
        let start = page?.base.map { baseOfRelative($0, on: path) } ?? path
        var marked: [FoundAddress]?
        for (index, link) in (page?.links ?? sheets[path]?.links ?? []).enumerated() {
            guard let mistake = mistake(in: link.value, on: path, relativeTo: start) else { continue }
            if case .copy(let bytes) = template(position).kind {
                var locator = SourceLocator(SourceFile(path: template(position).path, bytes: bytes))
                report(mistake, link.value, at: locator.span(link.range))
                continue
            }
            let addresses = marked ?? markedAddresses(position)
            marked = addresses
            report(mistake, link.value, mark: addresses.indices.contains(index) ? addresses[index].value : "", position)
        }
    }

    private mutating func report(_ mistake: Mistake, _ address: String, mark: String, _ position: Int) {
        let shown = unescapedPath(address)
        var mistake = mistake
        mistake.help = ["it is on the page \(plan.jobs[position].path)", mistake.help].compactMap(\.self).joined(
            separator: "; ")
        if let place = marked?.marks.place(of: mark) {
            // What a field says wrong is reported where the content says it.
            if reportedInFields.contains(shown), place.text.contains("{{") { return }
            if address.isEmpty, let help = place.helpWhenEmpty { mistake.help?.append("; \(help)") }
            report(mistake, address, at: place.span)
        } else if !reportedInTexts.contains(shown) {
            report(mistake, address, at: writtenPlace(of: shown) ?? SourceSpan(path: template(position).path))
        }
    }

    private mutating func report(_ mistake: Mistake, _ address: String, at span: SourceSpan) {
        guard seen.insert("\(span.path):\(span.line):\(span.column):\(address)").inserted else { return }
        report(mistake.rule, mistake.message, at: span, help: mistake.help)
    }

    private func template(_ position: Int) -> Template { plan.templates.templates[plan.jobs[position].template] }

    private func mistake(in address: String, on path: String, relativeTo start: String?) -> Mistake? {
        if address.isEmpty { return Mistake(rule: "link.dead", message: "this address is empty") }
        if path == "404.html", pages[path]?.base == nil, isRelative(address) {
            return Mistake(
                rule: "link.relative", message: "'\(address)' is relative, and this page is shown at any address",
                help: "start it with {{site.path}}")
        }
        // Without a start of this site, what is relative is another site's.
        guard let start = start ?? (hasScheme(address) ? path : nil) else { return nil }
        switch resolve(address, on: start) {
        case .external: return nil
        case .invalid: return Mistake(rule: "link.invalid", message: "'\(address)' is not an address")
        case .internal(let candidates, let fragment):
            guard let output = candidates.first(where: isOutput) else {
                return Mistake(
                    rule: "link.dead", message: "'\(address)' leads to nothing", help: helpOnUnicode(candidates))
            }
            guard let fragment, let target = pages[output], !target.anchors.contains(fragment) else { return nil }
            return Mistake(rule: "link.anchor", message: "the page has no place '#\(fragment)'")
        }
    }

    /// The output that relative addresses of a page with `<base>` start from; nil when that is another site's.
    private func baseOfRelative(_ base: String, on path: String) -> String? {
        guard case .internal(let candidates, _) = resolve(base, on: path) else { return nil }
        return candidates.first
    }

    /// The addresses of an output once more, with the marks of the templates that wrote them.
    private mutating func markedAddresses(_ position: Int) -> [FoundAddress] {
        let template = template(position)
        guard case .page(let page) = template.kind else { return [] }
        if marked == nil {
            var marks = AddressMarks()
            marked = (PageLibrary.parse(marks.mark(plan.templates)).value, marks)
        }
        guard let library = marked?.library else { return [] }
        var known: [Diagnostic] = []
        let text = plan.renderPage(position, page, library, &known)
        return addresses(in: Array(text.utf8), template.pattern.fileExtension)
    }

    /// Where the content wrote an address that is right elsewhere; nil when it is not the content's.
    private mutating func writtenPlace(of shown: String) -> SourceSpan? {
        if writtenPlaces == nil {
            let links = plan.site.writtenLinks().filter { !$0.isField }
            writtenPlaces = Dictionary(links.map { (unescapedPath(plan.shownAddress(of: $0)), $0.span) }) { first, _ in
                first
            }
        }
        return writtenPlaces?[shown]
    }
}

extension AddressMarks.Place {
    /// An optional value gives an empty address; a section leaves the whole link out.
    fileprivate var helpWhenEmpty: String? {
        guard text.hasPrefix("{{"), text.hasSuffix("}}"), text.split(separator: "{").count == 1 else { return nil }
        let name = text.dropFirst(2).dropLast(2).split(separator: " ").joined()
        return name.contains("(") ? nil : "wrap it in {{#\(name)}}…{{/\(name)}}"
    }
}
