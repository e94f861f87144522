internal import KairanModel

// The open elements, and elements that browsers move, ignore or end otherwise than they are written.
extension MarkupReader {
    mutating func start(_ name: String, at span: SourceSpan) {
        if !isXML, state.isForeign, name == "font" || name == "annotation-xml" {
            for attribute in ["color", "face", "size", "encoding"]
            where state.tag.attributes.has(attribute) && state.tag.attributes.text(attribute) == nil {
                error(
                    .templateContext,
                    "'\(attribute)' decides how browsers read <\(name)>, but is not always the same",
                    at: span, help: "write it out")
            }
        }
        let isFont = name == "font" && ["color", "face", "size"].contains(where: state.tag.attributes.has)
        if !isXML, state.isForeign, endsForeign(name) || isFont {
            let index = (state.open.lastIndex(where: \.holdsHTML) ?? -1) + 1
            warn(
                "<\(name)> ends <\(state.open[index].name)>", at: span, help: "put it into <foreignObject>, or outside")
            state.open.removeSubrange(index...)
        }
        let isForeign = state.isForeign
        if !isKnownElement(name, isForeign: isForeign, isXML: isXML) {
            warn(
                "there is no element <\(name)>\(isForeign ? " in SVG or MathML" : "")", at: span,
                help: suggestion(for: name, in: elementNames(isForeign: isForeign), kind: "elements")
                    ?? "the name of a custom element has a hyphen, such as <club-card>")
        }
        let language = language(of: name)
        if !isXML, hasRawText(name), name != "script", state.open.contains(where: { $0.name == "select" }) {
            error(
                .templateContext, "some browsers do not know <\(name)> in <select>, and read its text as tags",
                at: span,
                help: "put it outside")
        }
        guard state.open.count < 512 else {
            return error(
                .templateContext, "elements are nested more than 512 levels deep, which no browser supports",
                at: span,
                help: "close those that are open")
        }
        let element = MarkupState.Element(
            name: name, language: language, holdsHTML: language == .html || holdsHTML(name, in: language), span: span)
        if isXML || language != .html {
            if !state.tag.isSelfClosing { state.open.append(element) }
            return
        }
        endBefore(name, at: span)
        checkPlace(name, at: span)
        if isVoidElement(name) { return }
        if state.tag.isSelfClosing {
            warn("in HTML '/' does not close <\(name)>", at: span, help: "write <\(name)></\(name)>")
        }
        state.open.append(element)
    }

    private func language(of name: String) -> MarkupState.Language {
        let parent = state.open.last
        if isXML { return .html }
        if parent?.language == .math, parent?.name == "annotation-xml", name == "svg" { return .svg }
        if state.isForeign { return parent?.language ?? .html }
        return name == "svg" ? .svg : name == "math" ? .math : .html
    }

    /// Ends the elements that end by themselves before an element of this name.
    private mutating func endBefore(_ name: String, at span: SourceSpan) {
        if endsParagraph(name), let index = openIndex(["p"]) { closeElements(from: index, before: "<\(name)>") }
        let siblings = endedSiblings(name)
        // Among a table's parts, everything that ends by itself ends together with the part before.
        let table = state.open.lastIndex { ["table", "template"].contains($0.name) }
        if let table, isPartOfTable(name), !siblings.isEmpty,
            let index = state.open.indices.first(where: { $0 > table && siblings.contains(state.open[$0].name) })
        {
            closeElements(from: index, before: "<\(name)>")
        }
        while let last = state.open.last?.name, siblings.contains(last) { state.open.removeLast() }
        if state.open.last?.name == "head", !isPartOfHead(name) { state.open.removeLast() }
    }

    private func holdsHTML(_ name: String, in language: MarkupState.Language) -> Bool {
        switch (language, name) {
        case (.html, _), (.svg, "foreignobject"), (.svg, "desc"), (.svg, "title"): true
        case (.math, "mi"), (.math, "mo"), (.math, "mn"), (.math, "ms"), (.math, "mtext"): true
        case (.math, "annotation-xml"):
            ["text/html", "application/xhtml+xml"].contains(state.tag.attributes.text("encoding") ?? "")
        default: false
        }
    }

    private func isPartOfHead(_ name: String) -> Bool {
        ["title", "base", "link", "meta", "script", "style", "noscript", "template"].contains(name)
    }

    private mutating func checkPlace(_ name: String, at span: SourceSpan) {
        let parents = expectedParents(name)
        let parent = state.open.last?.name
        if let parent, !parents.isEmpty, !parents.contains(parent), !parent.contains("-"), parent != "body",
            parent != "html"
        {
            warn(
                "<\(name)> is in <\(parent)>, where browsers do not expect it", at: span,
                help: "put it into \(parents.prefix(2).map { "<\($0)>" }.joined(separator: " or "))")
        }
        if let parent, ["table", "thead", "tbody", "tfoot", "tr"].contains(parent), !isPartOfTable(name) {
            warn(
                "browsers move <\(name)> out of the table, before it", at: span,
                help: "put it into a cell, or outside the table")
        }
        if ["a", "button", "form"].contains(name), openIndex([name], beyond: name != "form") != nil {
            warn("<\(name)> is inside another <\(name)>", at: span, help: "close the other one before it")
        }
        if ["html", "head", "body"].contains(name), state.open.contains(where: { $0.name == name || $0.name == "body" })
        {
            warn("<\(name)> is ignored here, as the page's own is open", at: span, help: "remove it")
        }
    }

    mutating func close(_ name: String, at span: SourceSpan) {
        if !isXML, state.isForeign, name == "p" || name == "br" {
            let index = (state.open.lastIndex(where: \.holdsHTML) ?? -1) + 1
            error(
                .templateContext, "</\(name)> ends <\(state.open[index].name)> in some browsers", at: span,
                help: "close it before")
            state.open.removeSubrange(index...)
        }
        if !isXML, !state.isForeign, isVoidElement(name) || name == "p" && openIndex(["p"]) == nil {
            return warn(
                "</\(name)> closes nothing", at: span,
                help: name == "p"
                    ? "a paragraph ends by itself where a heading, list, table or other block begins"
                    : "<\(name)> has no content: remove it")
        }
        for (index, element) in state.open.enumerated().reversed() {
            if element.language == .html { break }
            if element.name == name { return closeElements(from: index, before: "</\(name)>") }
        }
        guard
            let index = openIndex(
                [name],
                beyond: isXML
                    || ["html", "table", "caption", "thead", "tbody", "tfoot", "tr", "td", "th"].contains(name))
        else {
            // The nesting of XML is checked when the text is written.
            if isXML { return }
            return warn("</\(name)> closes nothing", at: span, help: "remove it, or open it before")
        }
        closeElements(from: index, before: "</\(name)>")
    }

    /// Returns the innermost open element with one of these names that a tag can still close.
    private func openIndex(_ names: [String], beyond isFar: Bool = false) -> Int? {
        for (index, element) in state.open.enumerated().reversed() {
            if names.contains(element.name), isXML || element.language == .html { return index }
            if !isFar, element.isScope { return nil }
        }
        return nil
    }

    private mutating func closeElements(from index: Int, before cause: String) {
        for element in state.open[(index + 1)...] where !isXML && !endsByItself(element.name) {
            warn(
                "<\(element.name)> is still open at \(cause), which closes what is around it", at: element.span,
                help: "add </\(element.name)> before \(cause)")
        }
        state.open.removeSubrange(index...)
    }

    /// Reports the mistakes that are known at the end of the page.
    mutating func finish() {
        for element in state.open where !isXML && !endsByItself(element.name) {
            warn("<\(element.name)> is never closed", at: element.span, help: "add </\(element.name)>")
        }
        guard state.mode != .text, !isXML else { return }
        if case .raw = state.mode { return }
        warn("the page ends inside \(state.place)", at: state.tag.span, help: "close it")
    }
}
