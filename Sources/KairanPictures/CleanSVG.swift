internal import KairanXML

/// Something that was left out of a picture, and the line on which it stands.
package struct RemovedPart: Hashable, Sendable {
    package var what: String
    package var line: Int
}

/// Writes an SVG again, of which only what shows something stays, while its parts are read one after another.
struct SVGCleaner {
    private(set) var kept: [UInt8] = []
    private(set) var removed: [RemovedPart] = []
    private(set) var size: (width: Int, height: Int)?
    /// This is true if the root is an `svg` in the namespace of SVG, without which no browser shows anything.
    private(set) var isSVG = false
    /// This is true if the root is an `svg` without any namespace.
    private(set) var lacksNamespace = false
    private(set) var uses = SVGUses()
    /// The number of elements around the present place that are left out with what is in them.
    private var skipped = 0
    /// The open elements that are not left out, each with the end of its tag.
    private var open: [(name: String, tagEnd: Int)] = []
    /// The text of the element `style` that is open, and the line on which it begins.
    private var style: (text: [UInt8], line: Int)?

    static let namespace = "http://www.w3.org/2000/svg"
    private static let xlink = "http://www.w3.org/1999/xlink"
    private static let xml = "http://www.w3.org/XML/1998/namespace"
    private static let xhtml = "http://www.w3.org/1999/xhtml"

    /// A name with its namespace, which is empty if it has none.
    typealias Name = XMLName

    mutating func start(_ name: Name, _ attributes: [(name: Name, value: String)], line: Int) {
        if skipped > 0 || !isKept(name, line) { return skipped += 1 }
        // A link leads nowhere, but its attributes say how its parts look and where they stand.
        let isLink = name.local == "a"
        let element = isLink ? (SVGElements.texts.contains(open.last?.name ?? "") ? "tspan" : "g") : name.local
        if isLink, attributes.contains(where: { $0.name.local == "href" }) { remove("a link", line) }
        let attributes = isLink ? attributes.filter { $0.name.local != "href" } : attributes
        if element == "style" { style = ([], line) }
        kept += "<\(element)".utf8
        if open.isEmpty { kept += " xmlns=\"\(Self.namespace)\" xmlns:xlink=\"\(Self.xlink)\"".utf8 }
        var names: Set<String> = []
        for (attribute, value) in attributes {
            guard let (written, value) = self.attribute(attribute, value, line), names.insert(written).inserted else {
                continue
            }
            kept += " \(written)=\"".utf8
            kept.append(escaped: value.utf8, inAttribute: true)
            kept.append(UInt8(ascii: "\""))
        }
        kept.append(UInt8(ascii: ">"))
        if open.isEmpty {
            size = svgSize(attributes.filter { $0.name.namespace.isEmpty }.map { ($0.name.local, $0.value) })
        }
        uses.enter(element, attributes)
        open.append((element, kept.count))
    }

    mutating func end() {
        if skipped > 0 { return skipped -= 1 }
        guard let (name, tagEnd) = open.popLast() else { return }
        if name == "style" { endStyle() }
        uses.leave()
        if kept.count == tagEnd {
            kept.removeLast()
            kept += "/>".utf8
        } else {
            kept += "</\(name)>".utf8
        }
        if open.isEmpty { kept.append(0x0A) }
    }

    mutating func text(_ text: [UInt8]) {
        guard skipped == 0, !open.isEmpty else { return }
        if style != nil { style?.text += text } else { kept.append(escaped: text, inAttribute: false) }
    }

    mutating func remove(_ what: String, _ line: Int) {
        // A hostile file has thousands.
        guard removed.count < 100 else { return }
        removed.append(RemovedPart(what: what, line: line))
    }

    private mutating func isKept(_ name: Name, _ line: Int) -> Bool {
        let isElement = name.namespace == Self.namespace
        if open.isEmpty {
            isSVG = isElement && name.local == "svg"
            lacksNamespace = name.local == "svg" && name.namespace.isEmpty
            return isSVG
        }
        // A style holds text alone.
        if isElement, style == nil, name.local == "a" || SVGElements.kept.contains(name.local) {
            return true
        }
        // Editors keep data of their own beside the picture.
        let isSilent = isElement ? SVGElements.silent.contains(name.local) : name.namespace != Self.xhtml
        if !isSilent { remove("<\(name.local.prefix(40))>", line) }
        return false
    }

    /// Returns an attribute as it is written, or nil for one that is left out.
    private mutating func attribute(_ name: Name, _ value: String, _ line: Int) -> (name: String, value: String)? {
        let local = name.local
        switch name.namespace {
        case Self.xml: return ["space", "lang"].contains(local) ? ("xml:\(local)", value) : nil
        case "" where local == "href", Self.xlink where local == "href": return place(value, line)
        case "": break
        default: return nil
        }
        guard SVGElements.attributes.contains(local) else {
            if local.lowercased().hasPrefix("on") { remove("the attribute '\(local.prefix(40))'", line) }
            return nil
        }
        if ["id", "class", "d", "points", "lang", "aria-label"].contains(local) { return (local, value) }
        let style = SVGStyle(Array(value.utf8), isSheet: false)
        guard let unsafePart = style.unsafePart else { return (local, value) }
        remove("'\(unsafePart)' in '\(local)'", line)
        return nil
    }

    /// Returns an address that leads to a place of the picture itself.
    private mutating func place(_ value: String, _ line: Int) -> (name: String, value: String)? {
        let address = value.trimmingXMLSpace
        if address.utf8.first == UInt8(ascii: "#") { return ("xlink:href", address) }
        remove("the address '\(address.prefix(40))'", line)
        return nil
    }

    private mutating func endStyle() {
        guard let (text, line) = style else { return }
        style = nil
        let style = SVGStyle(text, isSheet: true)
        for rule in style.removed { remove("the rule '\(rule)'", line) }
        if let unsafePart = style.unsafePart { return remove("a style sheet with '\(unsafePart)'", line) }
        uses.style(style.kept)
        kept.append(escaped: style.kept, inAttribute: false)
    }
}

extension String {
    fileprivate var trimmingXMLSpace: String {
        let trimmed = utf8.drop { $0 <= 0x20 }.reversed().drop { $0 <= 0x20 }
        return String(decoding: Array(trimmed.reversed()), as: UTF8.self)
    }
}

extension [UInt8] {
    fileprivate mutating func append(escaped text: some Sequence<UInt8>, inAttribute: Bool) {
        for byte in text {
            switch byte {
            case UInt8(ascii: "<"): self += "&lt;".utf8
            case UInt8(ascii: ">"): self += "&gt;".utf8
            case UInt8(ascii: "&"): self += "&amp;".utf8
            case UInt8(ascii: "\"") where inAttribute: self += "&quot;".utf8
            // A parser makes spaces of these in an attribute, and a line end of a return.
            case 0x09 where inAttribute, 0x0A where inAttribute, 0x0D: self += "&#\(byte);".utf8
            default: append(byte)
            }
        }
    }
}
