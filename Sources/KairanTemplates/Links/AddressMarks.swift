internal import KairanContent
internal import KairanFormats
internal import KairanModel
internal import KairanReaders

/// Finds the place in a template that wrote an address or an `id` of a page.
///
/// A page does not show which template wrote an address. A page with a mistake is therefore made once more, from
/// templates with a numbered mark before every such value. An address without a mark comes from the content. A site
/// without mistakes pays nothing for this, and no published byte passes through it.
struct AddressMarks {
    struct Place {
        var span: SourceSpan
        /// The text as the template writes it, including tags.
        var text: String
    }

    private var places: [Place] = []

    /// Returns the same templates with marks.
    mutating func mark(_ templates: Templates) -> Templates {
        var marked = templates
        for (name, source) in templates.layouts { marked.layouts[name] = mark(source, fileExtension(of: "x/" + name)) }
        for (name, source) in templates.partials {
            marked.partials[name] = mark(source, fileExtension(of: "x/" + name))
        }
        let support = SupportTemplates(
            layouts: marked.layouts.mapValues { ($0, nil) }, partials: marked.partials, copied: templates.copied)
        for (index, template) in templates.templates.enumerated() {
            guard case .page(var page) = template.kind else { continue }
            page.source = mark(page.source, template.pattern.fileExtension)
            _ = page.compile(templates.schema, template.pattern.fileExtension, support)
            marked.templates[index].kind = .page(page)
        }
        return marked
    }

    private mutating func mark(_ source: MustacheSource, _ fileExtension: String) -> MustacheSource {
        let bytes = Array(source.text.utf8)
        var locator = SourceLocator(SourceFile(path: source.path, bytes: bytes))
        var text: [UInt8] = []
        var copied = 0
        let found = markedPlaces(in: withoutTags(bytes), fileExtension).map(\.range)
        for range in found.sorted(by: { $0.lowerBound < $1.lowerBound }) where range.lowerBound >= copied {
            text += bytes[copied..<range.lowerBound]
            text += "\u{1}\(places.count)\u{2}".utf8
            copied = range.lowerBound
            var span = locator.span(range)
            span.line += source.firstLine - 1
            places.append(Place(span: span, text: String(decoding: bytes[range], as: UTF8.self)))
        }
        var marked = source
        marked.text = String(decoding: text + bytes[copied...], as: UTF8.self)
        return marked
    }

    /// Returns the place whose mark `value` starts with, or nil if there is no mark.
    func place(of value: String) -> Place? {
        guard value.first == "\u{1}", let number = Int(value.dropFirst().prefix { $0 != "\u{2}" }),
            places.indices.contains(number)
        else { return nil }
        return places[number]
    }
}

/// Overwrites the tags of a template so that every byte keeps its place. Tags that print something become letters, and
/// other tags become a kind of space that is not trimmed.
func withoutTags(_ bytes: [UInt8]) -> [UInt8] {
    let (open, close) = (UInt8(ascii: "{"), UInt8(ascii: "}"))
    var result = bytes
    var index = 0
    while index + 2 < bytes.count {
        guard bytes[index] == open, bytes[index + 1] == open else {
            index += 1
            continue
        }
        let sigil = bytes[index + 2]
        let filler = "#^/><$!".utf8.contains(sigil) ? 0x0C : UInt8(ascii: "x")
        var end = index + 2
        while end + 1 < bytes.count, bytes[end] != close || bytes[end + 1] != close { end += 1 }
        end = min(end + (sigil == open ? 3 : 2), bytes.count)
        for place in index..<end { result[place] = filler }
        index = end
    }
    return result
}

/// Returns the addresses of an output of this kind in their order, followed by its `id`s.
func markedPlaces(in bytes: [UInt8], _ fileExtension: String) -> [FoundAddress] {
    switch fileExtension {
    case _ where isMarkup("x.\(fileExtension)"):
        let scan = HTMLScan(bytes, isXML: isXMLMarkup("x.\(fileExtension)"))
        return scan.links + scan.ids
    case "css": return CSSScan(bytes[...]).links
    default: return []
    }
}
