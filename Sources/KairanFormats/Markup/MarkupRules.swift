internal import KairanModel
internal import KairanReaders

// The rules for values, by their context. The guide has them as a table, under "Where values may stand".
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
                .templateContext, "a value cannot stand inside <!…>", at: span,
                help: "write only what is always the same here, and put the value into the page")
        case .comment(_, let isDirective):
            if value.kind.isHTML { notHTML(value, state.place, at: span) }
            state.mode = .comment(seen: [MarkupState.anything], isDirective: isDirective)
        case .value(quote: 0), .beforeValue:
            state.mode = .value(quote: 0)
            notUnquoted(at: span)
        case .value:
            inAttribute(value, at: span)
            state.tag.value.text.append(!value.kind.isWord ? 0 : value.isOptional ? 2 : 1)
            state.styleTail = []
        case .tagOpen, .endTagOpen:
            state.mode = .text
            notUnquoted(at: span)
        case .tagName: notUnquoted(at: span)
        case .beforeAttribute, .attributeName, .afterAttributeName, .afterValue, .betweenAttributes:
            (state.tag.attribute, state.mode) = ([0], .attributeName)
            notUnquoted(at: span)
        }
    }

    /// Returns whether a page can stand here as the content of a layout.
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
        } else if value.kind.isHTML, state.mode != .text || state.isForeign {
            notHTML(value, state.isForeign ? "SVG or MathML" : state.place, at: span)
        } else if value.isForMachines, !["code", "pre", "samp", "kbd"].contains(where: isIn) {
            let text = value.name == "." ? "text" : "\(value.name).text"
            warn(
                "people read '\(value.name)' as a text for machines here, such as PT1H44M", .templateType, at: span,
                help: value.name.contains("(")
                    ? "show its view 'text', such as {{length.text}}"
                    : .write("write {{\(text)}}", text, for: value.name))
        }
        if isIn("style") { state.styleTail = [] }
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
                .templateContext,
                "'\(name)' of <\(element)> decides what a browser does with the rest, so it takes no value",
                at: span, help: "write it out, once for each case in a section of its own")
        case .style: inStyle(value, at: span)
        case .word:
            if !value.kind.isWord || value.isID && namesHost(state.tag.value.text) {
                error(
                    .templateContext, "'\(name)' of <\(element)> may set an address, so it takes no text", at: span,
                    help: "a number, a colour or a date may stand there")
            }
        case .load: load(value, name, element, at: span)
        case .meta:
            let mistake = Diagnostic(
                .error, .templateContext,
                "'content' of a <meta> with 'http-equiv' decides what a browser does with the page", at: span,
                help: "write it out; in a refresh only the address after 0;url= may be a value")
            state.tag.suspended.append(.init(diagnostic: mistake, isFineInRefresh: isAddressOfRefresh))
        }
    }

    private mutating func inStyle(_ value: MarkupValue, at span: SourceSpan) {
        if value.kind.isWord, !value.isID || !namesHost(state.styleTail) { return }
        let isQuoted = state.styleTail.suffix(5).elementsEqual("url(\"".utf8)
        if value.kind.assurance != .none, isQuoted { return }
        error(
            .templateStyle, "the text of '\(value.name)' could add other styles", at: span,
            help: value.kind.isAddress
                ? "an address whose host is known may stand here as url(\"…\"): style='background: url(\"{{photo.path}}\")'"
                : "a number, a colour, a date, an id or a choice may stand in styles; or choose a class by it")
    }

    /// Checks a value in an attribute whose address a browser fetches and runs, shows as a page of its own, or uses as
    /// the start of other addresses.
    private mutating func load(_ value: MarkupValue, _ name: String, _ element: String, at span: SourceSpan) {
        if state.tag.value.text.isEmpty, !state.tag.value.isUnknown, value.kind.assurance != .none {
            // Scripts are chosen by the author of the site and not by the authors of entries.
            if element != "script" || value.kind.assurance != .ownFile {
                state.tag.value.start = value.kind.assurance
                return
            }
        } else if state.tag.value.fixesHost || state.tag.value.takesWord && value.kind.isWord {
            return
        }
        let mistake = Diagnostic(
            .error, .templateAddress, "'\(value.name)' could name any host for '\(name)' of <\(element)>", at: span,
            help: value.kind.assurance == .ownFile
                ? "a file from the content may not run: put the script into templates/"
                : value.kind.isAddress
                    ? "say in the collection which hosts it may name, such as hosts: [maps.example]"
                    : "start it with {{site.path}} and a folder, or with https://, the host and a slash")
        if element == "link" {
            state.tag.suspended.append(.init(diagnostic: mistake))
        } else {
            diagnostics.append(mistake)
        }
    }

    /// Returns whether a text ends within the host of an address.
    private func namesHost(_ text: [UInt8]) -> Bool {
        let text = String(decoding: text, as: UTF8.self)
        guard let start = text.ranges(of: "//").last?.upperBound else { return false }
        return !text[start...].contains { "/?#\"' );\n".contains($0) }
    }

    /// Checks the text that a template writes after an address, because it can change the address even without a value.
    mutating func checkLoadedAddress() {
        let (name, element) = (
            String(decoding: state.tag.attribute, as: UTF8.self), String(decoding: state.tag.name, as: UTF8.self)
        )
        guard attributeRule(name.lowercased(), of: localName(element.lowercased()), isXML: isXML) == .load else {
            return
        }
        let value = state.tag.value
        // Words that may be missing are left out.
        let rest = value.text.filter { $0 != 2 }.drop { $0 < 2 }
        let (message, help): (String, String)
        switch value.start {
        case .ownAddress where rest.first == UInt8(ascii: "/") && value.text.first == 0:
            (message, help) = (
                "'\(name)' may begin with two slashes, and would then name another host", "remove the second one"
            )
        case .knownHost where rest.first.map { !"/?#".utf8.contains($0) } ?? false:
            (message, help) = (
                "what follows the address in '\(name)' may become a part of its host", "begin it with a slash"
            )
        case .none where value.text.contains(2) && rest.starts(with: "//".utf8) && !value.text.starts(with: "//".utf8):
            (message, help) = (
                "'\(name)' may begin with two slashes, as a value in it may be missing",
                "put it into a section with the slash"
            )
        default: return
        }
        error(.templateAddress, message, at: state.tag.span, help: Help(help))
    }

    /// This is true for a page that is loaded again from an address that consists of the value alone.
    private var isAddressOfRefresh: Bool {
        let text = String(decoding: state.tag.value.text, as: UTF8.self).lowercased().filter { !$0.isWhitespace }
        return !state.tag.value.isUnknown && text.hasSuffix(";url=") && text.dropLast(5).allSatisfy(\.isWholeNumber)
    }

    private mutating func notInScript(_ message: String, at span: SourceSpan) {
        error(
            .templateScript, message, at: span,
            help: "put it into a data- attribute, data-name=\"{{name}}\", and let the script read that")
    }

    private mutating func notUnquoted(at span: SourceSpan) {
        error(
            .templateQuotes, "a value outside quotes could become another attribute", at: span,
            help: "put quotes around it: name=\"{{value}}\"")
    }

    private mutating func notHTML(_ value: MarkupValue, _ place: String, at span: SourceSpan) {
        error(
            .templateContext, "'\(value.name)' is HTML, which cannot stand in \(place)", at: span,
            help: value.name.hasSuffix(".html") ? "write {{\(value.name.dropLast(5)).text}}, its text alone" : nil)
    }
}

extension MarkupState.AttributeValue {
    /// This is true if the text so far determines the host, whatever follows.
    var fixesHost: Bool {
        if isUnknown { return hasHost }
        if text.isEmpty { return false }
        switch start {
        case .none: return [text.filter { $0 != 2 }, text.map { $0 == 2 ? 1 : $0 }].allSatisfy(Self.fixesHost)
        // The text after it begins with a slash: see `checkLoadedAddress`.
        case .knownHost: return text.dropFirst().contains { "/?#".utf8.contains($0) }
        case .ownAddress, .ownFile, .word:
            // A folder must follow the address that a value began with.
            let rest = text.drop { $0 < 3 || $0 == UInt8(ascii: "/") }
            return rest.contains { "/?#".utf8.contains($0) }
        }
    }

    /// This is true if a word may stand here, because nothing that follows can become the host.
    fileprivate var takesWord: Bool {
        if isUnknown { return false }
        return start == .ownAddress || start == .ownFile || start == .none && text == Array("/".utf8)
    }

    /// Reads an address as browsers do: references are decoded, spaces and line ends are left out, and `\` counts as
    /// `/`.
    private static func fixesHost(_ bytes: [UInt8]) -> Bool {
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
}

extension MarkupValue.Kind {
    fileprivate var isHTML: Bool { if case .html = self { true } else { false } }
    fileprivate var isWord: Bool { if case .word = self { true } else { false } }
    fileprivate var isAddress: Bool { if case .address = self { true } else { false } }
    fileprivate var assurance: TextAssurance { if case .address(let assurance) = self { assurance } else { .none } }
}

enum AttributeRule {
    /// Any value may stand here, escaped.
    case text
    /// No value may stand here, because it would run.
    case code
    /// No value may stand here, because it decides what the rest means.
    case fixed
    case style
    case word
    /// Only addresses of a known host may stand here.
    case load
    /// The rule is `fixed` if the tag turns out to have `http-equiv`.
    case meta
}

func localName(_ element: String) -> String { element.split(separator: ":").last.map(String.init) ?? element }

/// Returns the rule for an attribute. The names are in lower case.
func attributeRule(_ attribute: String, of element: String, isXML: Bool) -> AttributeRule {
    // Well-known frameworks run these attributes, or load them into the page.
    let name = attribute.hasPrefix("data-") ? String(attribute.dropFirst(5)) : attribute
    let runs = ["@", ":", "v-", "x-", "ng-", "hx-on", "hx-vals", "hx-vars"]
    if runs.contains(where: name.hasPrefix) || attribute == "_" { return .code }
    if ["hx-get", "hx-post", "hx-put", "hx-patch", "hx-delete"].contains(name) { return .load }
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

/// Returns whether a browser loads nothing through such a link, or only a picture.
func isHarmlessRelation(_ relation: String?) -> Bool {
    let harmless = [
        "alternate", "amphtml", "apple-touch-icon", "apple-touch-icon-precomposed", "author", "bookmark", "canonical",
        "cite-as", "contents", "dns-prefetch", "edit", "enclosure", "first", "help", "hub", "icon", "image_src",
        "index",
        "last", "license", "mask-icon", "me", "micropub", "next", "payment", "pgpkey", "pingback", "preconnect", "prev",
        "privacy-policy", "publisher", "search", "self", "shortcut", "shortlink", "start", "terms-of-service", "up",
        "webmention",
    ]
    let words = relation?.split { $0 == " " || $0 == "\t" || $0 == "\n" } ?? []
    return !words.isEmpty && words.allSatisfy { harmless.contains(String($0)) }
}
