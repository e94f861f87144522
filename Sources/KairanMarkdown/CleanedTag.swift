/// A start tag of trusted authors as it is written anew. Its address is filled in later, and whether its place is still
/// free is known only then.
struct CleanedTag {
    let name: String
    private(set) var address: HTMLAttribute?
    private(set) var place: HTMLAttribute?
    /// The words for those who cannot see a picture.
    private(set) var words: String?
    private(set) var findings: [HTMLFinding] = []
    private var attributes = ""

    init(_ tag: HTMLToken) {
        name = tag.name
        for attribute in tag.attributes {
            switch attribute.name {
            case "href" where name == "a", "src" where name == "img": address = attribute
            case "id": takePlace(attribute)
            case "name" where name == "a": takePlace(attribute)
            default: take(attribute)
            }
        }
        if name == "img", address == nil { findings = [HTMLFinding(kind: .picture, range: tag.range)] }
    }

    /// This is true for a picture without an address, of which nothing can be shown.
    var isNothing: Bool { name == "img" && address == nil }

    private mutating func takePlace(_ attribute: HTMLAttribute) {
        if place?.value == attribute.value { return }
        guard place == nil, AllowedHTML.isPlace(attribute.value) else {
            return note(.value(attribute.name, of: name), attribute)
        }
        place = attribute
    }

    private mutating func take(_ attribute: HTMLAttribute) {
        switch AllowedHTML.fate(of: attribute, on: name) {
        case .kept(let html):
            attributes += html
            if attribute.name == "alt" { words = attribute.value }
        case .dropped: note(.attribute(attribute.name, of: name), attribute)
        case .unfit: note(.value(attribute.name, of: name), attribute)
        case .ours: break
        }
    }

    private mutating func note(_ kind: HTMLFinding.Kind, _ attribute: HTMLAttribute) {
        findings.append(HTMLFinding(kind: kind, range: attribute.range))
    }

    /// - Parameter place: The attribute for its place; empty for none.
    func html(place: String) -> String {
        let slot = String(decoding: OpenSlots.placeholder, as: UTF8.self)
        if name == "img" {
            return "<img src=\"\(slot)\"\(place)\(attributes)\(words == nil ? " alt=\"\"" : "") />"
        }
        let link = address == nil ? "" : " href=\"\(slot)\""
        let end = AllowedHTML.void.contains(name) ? " />" : Self.mark(name) + ">"
        return "<\(name)\(link)\(place)\(attributes)\(end)"
    }

    /// Returns the space that tells an element from one that Markdown makes, of which `OpenSlots` knows the ids and the
    /// alerts.
    static func mark(_ name: String) -> String { name == "blockquote" || AllowedHTML.isHeading(name) ? " " : "" }
}

/// A part of the HTML of trusted authors that is dropped.
struct HTMLFinding {
    enum Kind: Hashable {
        case element(String)
        /// An end tag that ends nothing.
        case end(String)
        /// A picture without an address.
        case picture
        case attribute(String, of: String)
        /// An attribute whose value cannot be kept.
        case value(String, of: String)
    }

    var kind: Kind
    /// The offsets in its block.
    var range: Range<Int>

    var isAttribute: Bool {
        switch kind {
        case .attribute, .value: true
        case .element, .end, .picture: false
        }
    }

    var message: String {
        switch kind {
        case .element(let name): "raw HTML '<\(name)>' is dropped"
        case .end(let name): "raw HTML '</\(name)>' is dropped"
        case .picture: "raw HTML '<img>' is dropped"
        case .attribute(let name, let element), .value(let name, let element):
            "the attribute '\(name)' of '<\(element)>' is dropped"
        }
    }

    var help: String {
        switch kind {
        case .element: Self.keptElements
        case .end: "nothing that it could end is open here"
        case .picture: "write the address of the picture, as in src=\"pier.png\""
        case .attribute: "how things look belongs in a template and its style sheet"
        case .value("id", _), .value("name", _):
            "nothing else may have the name, of letters, digits, - and _ after a letter; fn- is for footnotes"
        case .value: "its value may have letters, digits and -"
        }
    }

    /// Returns the help for a tag between words that is dropped.
    static func help(forTag tag: String) -> String {
        tag == "<img>" ? HTMLFinding(kind: .picture, range: 0..<0).help : keptElements
    }

    private static let keptElements =
        "elements of texts, lists, tables, figures and pictures are kept, where they may stand"
}
