import KairanModel

@testable import KairanMarkdown

/// Renders `text` as if it stood in the file `a.md`.
func render(_ text: String, firstLine: Int = 1, firstColumn: Int = 1) -> Diagnosed<RenderedMarkdown> {
    renderMarkdown(MarkdownSource(text: text, path: "a.md", firstLine: firstLine, firstColumn: firstColumn))
}

extension RenderedMarkdown {
    /// The HTML with every slot filled by the address as it was written.
    var html: String {
        var html = String(segments[0])
        for (link, segment) in zip(links, segments.dropFirst()) { html += escapedAddress(link.destination) + segment }
        return html
    }
}

func html(_ text: String) -> String { render(text).value.html }

func plainText(_ text: String) -> String { plainText(of: MarkdownSource(text: text, path: "a.md")).text }

/// `line:column length` of a span.
func place(_ span: SourceSpan) -> String { "\(span.line):\(span.column) \(span.length)" }

/// The noncharacters U+FDD0 and U+FDD1, which Swift does not take in a literal.
let fdd0 = String(decoding: [0xEF, 0xB7, 0x90], as: UTF8.self)
let fdd1 = String(decoding: [0xEF, 0xB7, 0x91], as: UTF8.self)

/// Returns the HTML, with raw HTML kept, as the examples of the GFM specification have it.
func specificationHTML(_ text: String, extensions: MarkdownExtensions) -> String {
    let marked = MarkedText(Array(text.utf8)[...], keepsTags: false)
    let tree = MarkdownTree(parsing: marked.bytes.span, extensions: extensions)
    var iterator = tree.makeIterator()
    while let (isEntering, node) = iterator.next() {
        if isEntering { node.rewriteTexts(node.kind, marked.markers.stripped) }
    }
    return tree.withHTML { String(decoding: $0) }
}
