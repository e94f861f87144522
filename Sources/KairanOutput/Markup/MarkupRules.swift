internal import KairanModel

// What a value may be, by what it stands in. The guide has this as a table, under "Where values may stand".
extension MarkupReader {
    mutating func value(_ value: MarkupValue, at span: SourceSpan) {
        switch state.mode {
        case .text, .raw: inText(value, at: span)
        case .characterData:
            inText(value, at: span)
            state.mode = .characterData(seen: [MarkupState.anything])
        case .comment(_, isDirective: true), .instruction:
            notInScript("a value in an instruction for a program could run as a part of it", at: span)
        case .declarationOpen, .declaration:
            error(
                "template.context", "a value cannot stand inside <!…>", at: span,
                help: "write what is always there, and the value into the page")
        case .comment(_, let isDirective):
            if value.kind.isHTML { notHTML(value, state.place, at: span) }
            state.mode = .comment(seen: [MarkupState.anything], isDirective: isDirective)
        case .value(quote: 0), .beforeValue:
            state.mode = .value(quote: 0)
            notUnquoted(at: span)
        case .value:
            inAttribute(value, at: span)
            state.tag.value.text.append(value.kind.isWord ? 1 : 0)
        case .tagOpen, .endTagOpen:
            state.mode = .text
            notUnquoted(at: span)
        case .tagName: notUnquoted(at: span)
        case .beforeAttribute, .attributeName, .afterAttributeName, .afterValue, .betweenAttributes:
            (state.tag.attribute, state.mode) = ([0], .attributeName)
            notUnquoted(at: span)
        }
    }

    /// Whether a page can stand here as the content of a layout.
    mutating func takesContent(at span: SourceSpan) -> Bool {
        if state.mode == .text, !isIn("script"), !isIn("style") { return true }
        if isIn("script") {
            notInScript("a value inside a script could run as a part of it", at: span)
        } else {
            notHTML(MarkupValue("content", .html), state.place, at: span)
        }
        return false
    }

    private func isIn(_ name: String) -> Bool { state.open.contains { localName($0.name) == name } }

    private mutating func inText(_ value: MarkupValue, at span: SourceSpan) {
        if isIn("script") {
            notInScript("a value inside a script could run as a part of it", at: span)
        } else if isIn("style") {
            inStyle(value, at: span)
        } else if value.kind.isHTML, state.mode != .text {
            notHTML(value, state.place, at: span)
        }
    }

    private mutating func inAttribute(_ value: MarkupValue, at span: SourceSpan) {
        let name = String(decoding: state.tag.attribute, as: UTF8.self).lowercased()
        let element = String(decoding: state.tag.name, as: UTF8.self).lowercased()
        if value.kind.isHTML { return notHTML(value, "an attribute", at: span) }
        switch attributeRule(name, of: localName(element), isXML: isXML) {
        case .text: break
        case .code: notInScript("a value inside '\(name)' could run as a part of it", at: span)
        case .fixed:
            error(
                "template.context",
                "'\(name)' of <\(element)> decides what a browser does with the rest, so no value may",
                at: span, help: "write it out, once for each case in a section of its own")
        case .style: inStyle(value, at: span)
        case .word:
            if !value.kind.isWord {
                error(
                    "template.context", "'\(name)' of <\(element)> may set an address, so it takes no text", at: span,
                    help: "a number, a colour or a date may stand there")
            }
        case .load: load(value, name, element, at: span)
        case .meta:
            let mistake = Diagnostic(
                .error, "template.context",
                "'content' of a <meta> with 'http-equiv' decides what a browser does with the page", at: span,
                help: "write it out; in a refresh only the address after 0;url= may be a value")
            state.tag.suspended.append(.init(diagnostic: mistake, isFineInRefresh: isAddressOfRefresh))
        }
    }

    private mutating func inStyle(_ value: MarkupValue, at span: SourceSpan) {
        if value.kind.isWord { return }
        let isQuoted = state.tag.value.text.suffix(5).elementsEqual("url(\"".utf8)
        if value.kind.assurance != .none, isQuoted, !state.tag.value.isUnknown { return }
        error(
            "template.style", "the text of '\(value.name)' could go on as other styles", at: span,
            help: value.kind.isAddress
                ? "an address whose host is known may stand here as url(\"…\"): style='background: url(\"{{photo.path}}\")'"
                : "a number, a colour, a date, an id or a choice may stand in styles; or choose a class by it")
    }

    /// What a browser fetches and runs, shows as a page of its own or takes as the start of other addresses.
    private mutating func load(_ value: MarkupValue, _ name: String, _ element: String, at span: SourceSpan) {
        if keepsHost(value) {
            if state.tag.value.text.isEmpty { state.tag.value.start = value.kind.assurance }
            return
        }
        let mistake = Diagnostic(
            .error, "template.address", "'\(value.name)' could name any host for '\(name)' of <\(element)>", at: span,
            help: value.kind.isAddress
                ? "say in the collection which hosts it may name, such as hosts: [maps.example]"
                : "start it with {{site.path}} and a folder, or with https://, the host and a slash")
        if element == "link" {
            state.tag.suspended.append(.init(diagnostic: mistake))
        } else {
            diagnostics.append(mistake)
        }
    }

    /// Whether an address is of a host that is known, whatever the value.
    private func keepsHost(_ value: MarkupValue) -> Bool {
        let (text, start) = (state.tag.value.text, state.tag.value.start)
        if state.tag.value.isUnknown { return false }
        if text.isEmpty { return value.kind.assurance != .none }
        switch start {
        case .ownAddress where value.kind.isWord: return true
        case .none: return fixesHost(text) || text == Array("/".utf8) && value.kind.isWord
        default:
            // A folder after the address that a value began with.
            let rest = text.drop { $0 < 2 || $0 == UInt8(ascii: "/") }
            return rest.contains { "/?#".utf8.contains($0) }
        }
    }

    /// A page that is loaded anew, from an address that nothing but the value tells.
    private var isAddressOfRefresh: Bool {
        let text = String(decoding: state.tag.value.text, as: UTF8.self).lowercased().filter { !$0.isWhitespace }
        return !state.tag.value.isUnknown && text.hasSuffix(";url=") && text.dropLast(5).allSatisfy(\.isWholeNumber)
    }

    /// Read as browsers read addresses: references decoded, spaces and line ends left out, `\` as `/`.
    private func fixesHost(_ bytes: [UInt8]) -> Bool {
        let decoded = attributeText(bytes[...]).unicodeScalars.filter { $0.value < 2 || $0.value > 0x20 }
        let text = String(String.UnicodeScalarView(decoded)).replacing("\\", with: "/")
        let end: (Substring) -> Bool = { host in
            let name = host.prefix { !"/?#".contains($0) }
            return !name.isEmpty && name.count < host.count && name.allSatisfy { $0 > "\u{1}" }
        }
        if let scheme = text.firstRange(of: "://") { return end(text[scheme.upperBound...]) }
        if text.hasPrefix("//") { return end(text.dropFirst(2)) }
        if text.hasPrefix("/") { return text.dropFirst().first.map { !"/\u{0}".contains($0) } ?? false }
        return !text.contains(":") && text.contains { "/?#".contains($0) } && (text.first ?? "\u{0}") > "\u{1}"
    }

    private mutating func notInScript(_ message: String, at span: SourceSpan) {
        error(
            "template.script", message, at: span,
            help: "put it into a data- attribute, data-name=\"{{name}}\", and let the script read that")
    }

    private mutating func notUnquoted(at span: SourceSpan) {
        error(
            "template.quotes", "a value outside quotes could go on as another attribute", at: span,
            help: "put quotes around it: name=\"{{value}}\"")
    }

    private mutating func notHTML(_ value: MarkupValue, _ place: String, at span: SourceSpan) {
        error(
            "template.context", "'\(value.name)' is HTML, which cannot stand in \(place)", at: span,
            help: value.name.hasSuffix(".html") ? "write {{\(value.name.dropLast(5)).text}}, its text alone" : nil)
    }
}

extension MarkupValue.Kind {
    fileprivate var isHTML: Bool { if case .html = self { true } else { false } }
    fileprivate var isWord: Bool { if case .word = self { true } else { false } }
    fileprivate var isAddress: Bool { if case .address = self { true } else { false } }
    fileprivate var assurance: TextAssurance { if case .address(let assurance) = self { assurance } else { .none } }
}

enum AttributeRule {
    /// Any value, escaped.
    case text
    /// None, as it would run.
    case code
    /// None, as it decides what the rest means.
    case fixed
    case style
    case word
    /// Only addresses of a known host.
    case load
    /// As `fixed`, if the tag turns out to have `http-equiv`.
    case meta
}

private func localName(_ element: String) -> String { element.split(separator: ":").last.map(String.init) ?? element }

/// By the names in lower case.
func attributeRule(_ attribute: String, of element: String, isXML: Bool) -> AttributeRule {
    // The others are what well-known frameworks run.
    let runs = ["on", "@", ":", "v-", "x-", "ng-", "hx-on"]
    if !isXML, runs.contains(where: attribute.hasPrefix) { return .code }
    let attribute = attribute == "xlink:href" || isXML ? localName(attribute) : attribute
    return switch (element, attribute) {
    case (_, "srcdoc"): .code
    case (_, _) where attribute.hasPrefix("on"): .code
    case (_, "style"): .style
    case ("script", "src"), ("script", "href"): .load
    case ("script", "type"), ("script", "language"), ("link", "rel"), ("link", "as"), ("meta", "http-equiv"): .fixed
    case ("meta", "charset"): .fixed
    case ("iframe", "sandbox"), ("iframe", "allow"), ("iframe", "csp"): .fixed
    case ("link", "href"), ("base", "href"), ("use", "href"): .load
    case ("iframe", "src"), ("frame", "src"), ("embed", "src"), ("object", "data"), ("fencedframe", "src"): .load
    case ("object", "codebase"), ("object", "classid"), ("embed", "type"), ("object", "type"): .fixed
    case ("meta", "content"): .meta
    case ("animate", _), ("set", _), ("animatetransform", _), ("animatemotion", _):
        switch attribute {
        case "attributename", "href": .fixed
        case "to", "from", "by", "values": .word
        default: .text
        }
    default: .text
    }
}

/// Whether a browser loads nothing by such a link, or only a picture.
func isHarmlessRelation(_ relation: String?) -> Bool {
    let harmless = [
        "alternate", "amphtml", "apple-touch-icon", "apple-touch-icon-precomposed", "author", "bookmark", "canonical",
        "dns-prefetch",
        "edit", "first", "help", "hub", "icon", "image_src", "last", "license", "mask-icon", "me", "next", "pingback",
        "preconnect", "prev",
        "privacy-policy",
        "publisher", "search", "self", "shortcut", "shortlink", "terms-of-service", "webmention",
    ]
    let words = relation?.split { $0 == " " || $0 == "\t" || $0 == "\n" } ?? []
    return !words.isEmpty && words.allSatisfy { harmless.contains(String($0)) }
}
