internal import KairanContent
internal import KairanFormats
internal import KairanModel
internal import KairanReaders

extension LinkChecker {
    struct Mistake {
        var rule: Rule
        var message: String
        var help: Help?
    }

    /// Checks a page. After the check of the content's own links, the remaining mistakes were written by a template or
    /// occur only on this page.
    mutating func check(jobAt position: Int) {
        if let data = template(position).dataAddresses { return check(data, ofJobAt: position) }
        let path = plan.jobs[position].path
        let bytes = bytes(path) ?? []
        let scan = isMarkup(path) ? HTMLScan(bytes, isXML: isXMLMarkup(path)) : nil
        let links = scan?.links ?? CSSScan(bytes[...]).links
        let page = follower.page(path, base: scan?.base)
        if case .copy(let bytes) = template(position).kind {
            var locator = SourceLocator(SourceFile(path: template(position).path, bytes: bytes))
            for link in links {
                guard let mistake = mistake(in: link, on: page) else { continue }
                report(mistake, link.value, at: locator.span(link.range))
            }
            return
        }
        for (index, link) in links.enumerated() {
            guard let mistake = scriptMistake(in: link) ?? mistake(in: link, on: page) else {
                continue
            }
            report(mistake, link.value, mark: mark(index, position), position)
        }
        var places: [String: Int] = [:]
        for (index, id) in (scan?.ids ?? []).enumerated() {
            guard let first = places[id.value] else {
                places[id.value] = index
                continue
            }
            let picture = drawnPicture(with: id.value, on: bytes)
            // A picture has no place in the template, but what shares its id may have one.
            let both = (picture == nil ? [index] : [index, first]).map { mark(links.count + $0, position) }
            reportSecond(id.value, of: picture, marks: both, position)
        }
    }

    /// Reports a second place of the same name. Links lead to the first.
    private mutating func reportSecond(_ id: String, of picture: String?, marks: [String], _ position: Int) {
        let place = marks.lazy.compactMap { [marked] in marked?.marks.place(of: $0) }.first
        let text = place == nil ? plan.text(with: id, position) : nil
        let span = place?.span ?? text ?? SourceSpan(path: template(position).path)
        // One place of a template makes many names in a list. For a text, only its start is known.
        let name = text == nil ? "" : id
        guard seen.insert("\(span.path):\(span.line):\(span.column):#\(name)").inserted else { return }
        let advice =
            if let picture {
                "the \(picture) that is drawn there has this id: give the other place another, or show the \(picture) once"
            } else if place == nil {
                "give the heading or footnote another name, or show the text once"
            } else {
                "in a list, put the entry's id into it, as in id=\"x-{{id}}\""
            }
        report(
            .linkPlace, "the page already has a place '#\(id)'", at: span,
            help: "it is on the page \(plan.jobs[position].path); \(advice)")
    }

    private mutating func report(_ mistake: Mistake, _ address: String, mark: String, _ position: Int) {
        let shown = unescapedPath(address)
        var mistake = mistake
        mistake.help = .at("it is on the page \(plan.jobs[position].path)", mistake.help)
        if let place = marked?.marks.place(of: mark) {
            // A wrong field is reported at its place in the content.
            if reportedInFields.contains(shown), place.text.contains("{{") { return }
            if address.isEmpty, let help = place.helpWhenEmpty { mistake.help = mistake.help?.before("; \(help)") }
            // A mistake of the template itself shows in another address for each entry.
            report(mistake, place.isOneTag ? address : place.text, at: place.span)
        } else if !reportedInTexts.contains(shown) {
            report(mistake, address, at: writtenPlace(of: shown) ?? SourceSpan(path: template(position).path))
        }
    }

    mutating func report(_ mistake: Mistake, _ address: String, at span: SourceSpan) {
        guard seen.insert("\(span.path):\(span.line):\(span.column):\(address)").inserted else { return }
        report(mistake.rule, mistake.message, at: span, help: mistake.help)
    }

    func template(_ position: Int) -> Template { plan.templates.templates[plan.jobs[position].template] }

    /// Returns a mistake if the address would run with the rights of the site. Copied files are not checked, because
    /// they hold no content and their authors may write scripts.
    private func scriptMistake(in link: FoundAddress) -> Mistake? {
        guard let scheme = link.scriptScheme else { return nil }
        let shown = link.value.filter { !$0.isWhitespace && $0.unicodeScalars.allSatisfy { $0.value > 0x20 } }
        return Mistake(
            rule: .linkScript,
            message: "'\(shown.prefix(60))' is a '\(scheme):' address, which a page may not link to",
            help: "an address from the content belongs in a url field, which allows https: and the like")
    }

    mutating func mistake(in link: FoundAddress, on page: AddressFollower.Page) -> Mistake? {
        let address = link.value
        switch follower.follow(address, link.use, on: page) {
        case .elsewhere: return nil
        case .empty: return Mistake(rule: .linkDead, message: "this address is empty")
        case .relative:
            return Mistake(
                rule: .linkRelative, message: "'\(address)' is relative, and this page is shown at any address",
                help: .write("start it with {{site.path}}", "{{site.path}}\(address)", for: address))
        case .invalid:
            return Mistake(
                rule: .linkInvalid, message: "'\(address)' is not an address",
                help: strayHelp(address) ?? signHelp(address, on: page)
                    ?? (address.contains("%") ? "'%' begins a code here, and the sign itself is %25" : nil))
        case .nothing(let candidates):
            return Mistake(
                rule: .linkDead, message: "'\(address)' leads to nothing",
                help: strayHelp(address) ?? signHelp(address, on: page) ?? basePathHelp(address, on: page)
                    ?? helpOnNothing(candidates, address.prefix { $0 != "#" && $0 != "?" }))
        case .noPicture(let output):
            return Mistake(
                rule: .linkDead, message: "this picture leads to '\(output)', which is not a picture",
                help: "a picture is one of \(pictureExtensions.joined(separator: ", "))")
        case .output(let output, let fragment):
            guard let fragment, let anchors = anchors(of: output), !anchors.contains(fragment) else { return nil }
            return Mistake(
                rule: .linkAnchor, message: "the page has no place '#\(fragment)'",
                help: anchorHelp(fragment, anchors))
        }
    }

    /// Names a sign of a value that an address reads otherwise, where the value itself is in the name of an output.
    private func signHelp(_ address: String, on page: AddressFollower.Page) -> Help? {
        guard let sign = address.first(where: { "%#?".contains($0) }),
            case .output = follower.follow(escapedPath(address), .open, on: page)
        else { return nil }
        return Help(
            "in an address '\(sign)' is no part of a name; the 'page.path' of an entry or group has "
                + "'\(escapedPath(String(sign)))' for it")
    }

    /// Returns help with an address of the site that leaves out the path below which the site is published.
    private func basePathHelp(_ address: String, on page: AddressFollower.Page) -> Help? {
        let base = plan.site.settings.basePath
        guard base != "/", address.hasPrefix("/"), !address.hasPrefix("//"), !address.hasPrefix(base),
            case .internal(let candidates, _) = follower.resolve(base + address.dropFirst(), on: "index.html"),
            candidates.contains(where: follower.isOutput)
        else { return nil }
        let written = "{{site.path}}\(address.dropFirst())"
        return .write("the site is published below \(base): write \(written)", written, for: address)
    }

    /// Names an invisible character, because the message shows an address that looks right.
    private func strayHelp(_ address: String) -> Help? {
        InvisibleCharacter.firstStray(in: address).map { $0.character.help.after("it holds \($0.character): ") }
    }

    /// Returns the mark before an address or `id` of a page that is made from templates with marks.
    private mutating func mark(_ index: Int, _ position: Int) -> String {
        if markedPage?.position != position { markedPage = (position, markedPlaces(position)) }
        guard let places = markedPage?.places, places.indices.contains(index) else { return "" }
        return places[index].value
    }

    private mutating func markedPlaces(_ position: Int) -> [FoundAddress] {
        if marked == nil {
            var marks = AddressMarks()
            marked = (marks.mark(plan.templates), marks)
        }
        guard let template = marked?.templates.templates[plan.jobs[position].template],
            case .page(let page) = template.kind
        else { return [] }
        var known: [Diagnostic] = []
        return KairanTemplates.markedPlaces(
            in: plan.renderPage(position, page, nil, &known).bytes, template.pattern.fileExtension)
    }

    /// Returns the place where the content wrote an address that is right elsewhere, or nil if the content did not
    /// write it.
    private mutating func writtenPlace(of shown: String) -> SourceSpan? {
        if writtenPlaces == nil {
            let links = plan.site.entries.flatMap { plan.site.writtenLinks(of: $0) }.filter { !$0.isField }
            writtenPlaces = Dictionary(links.map { (unescapedPath(plan.shownAddress(of: $0)), $0.span) }) { first, _ in
                first
            }
        }
        return writtenPlaces?[shown]
    }
}

extension AddressMarks.Place {
    /// This is true if the text is one tag without anything around it.
    fileprivate var isOneTag: Bool {
        text.hasPrefix("{{") && text.hasSuffix("}}") && text.split(separator: "{").count == 1
    }

    /// A missing optional value makes an empty address, and a section would leave out the whole link.
    fileprivate var helpWhenEmpty: String? {
        guard isOneTag else { return nil }
        let name = text.dropFirst(2).dropLast(2).split(separator: " ").joined()
        return name.contains("(") ? nil : "wrap it in {{#\(name)}}…{{/\(name)}}"
    }
}

/// Returns which kind of picture, drawn by the build, has this id on a page, in itself or in one of its parts.
private func drawnPicture(with id: String, on page: [UInt8]) -> String? {
    let page = String(decoding: page, as: UTF8.self)
    let name = id.replacing(/-(title|desc|clip|list-[0-9]+)$/, with: "")
    if page.contains("<div class=\"map\" id=\"\(name)\">") { return "map" }
    return name != id && page.contains("aria-labelledby=\"\(name)-title \(name)-desc\"") ? "chart" : nil
}

extension OutputPlan {
    /// Returns the last text of the page's own entry that has a place of this name.
    fileprivate func text(with id: String, _ position: Int) -> SourceSpan? {
        guard case .entry(.entry(let own), _, _) = jobs[position].item else { return nil }
        return site.content[own].values.flatMap(\.markdowns).last { $0.rendered.anchors.contains(id) }?.span
    }
}
