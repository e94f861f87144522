/// A Markdown text rendered once, with every link left open so that a page, an endpoint and a feed can each
/// fill in its own form of an address.
package struct RenderedMarkdown: Sendable {
    /// HTML between the links: one more than `links`; link `n` stands between segment `n` and `n + 1`,
    /// inside the quotes of an `href` or `src` attribute.
    package var segments: [String]
    package var links: [Link]
    package var outline: [Heading]
    /// Every `id` the HTML defines.
    package var anchors: [String]

    package init(segments: [String], links: [Link], outline: [Heading], anchors: [String]) {
        self.segments = segments
        self.links = links
        self.outline = outline
        self.anchors = anchors
    }

    package struct Link: Hashable, Sendable {
        /// As written, percent-decoding untouched: `../terms/3.2.0.md#privacy`, `https://…`, `fig.png`.
        package var destination: String
        package var isImage: Bool
        package var span: SourceSpan

        package init(destination: String, isImage: Bool, span: SourceSpan) {
            (self.destination, self.isImage, self.span) = (destination, isImage, span)
        }
    }

    package struct Heading: Hashable, Sendable {
        /// 1 to 6.
        package var level: Int
        package var id: String
        package var text: String

        package init(level: Int, id: String, text: String) { (self.level, self.id, self.text) = (level, id, text) }
    }
}

extension RenderedMarkdown: Hashable {
    package static func == (left: RenderedMarkdown, right: RenderedMarkdown) -> Bool {
        left.segments == right.segments && left.links == right.links && left.outline == right.outline
            && left.anchors == right.anchors
    }

    package func hash(into hasher: inout Hasher) { hasher.combine(segments) }
}

extension RenderedMarkdown {
    package static let empty = RenderedMarkdown(segments: [""], links: [], outline: [], anchors: [])
}
