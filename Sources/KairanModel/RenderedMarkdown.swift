/// A Markdown text rendered once, with every link left open. Each output fills in its own form of an address, which
/// starts at the host's root in pages and is absolute in endpoints and feeds.
package struct RenderedMarkdown: Sendable {
    /// The HTML without the addresses of its links.
    package var openHTML: String
    /// The links in the order of their places in the HTML.
    package var links: [Link]
    package var outline: [Heading]
    /// Every `id` that the HTML defines.
    package var anchors: [String]
    /// The kinds of alerts in the HTML, where they have English titles: see `Alert.openTitle`.
    package var alerts: Set<Alert>

    package init(openHTML: String, links: [Link], outline: [Heading], anchors: [String], alerts: Set<Alert> = []) {
        self.openHTML = openHTML
        self.links = links
        self.outline = outline
        self.anchors = anchors
        self.alerts = alerts
    }

    package struct Link: Hashable, Sendable {
        /// The destination as it was written, without percent-decoding, such as `../terms/3.2.0.md#privacy`,
        /// `https://…` or `fig.png`.
        package var destination: String
        package var isImage: Bool
        package var span: SourceSpan
        /// The offset in bytes at which the address belongs in `openHTML`: inside the quotes of an `href` or `src`
        /// attribute.
        package var offset: Int32 = 0

        package init(destination: String, isImage: Bool, span: SourceSpan) {
            (self.destination, self.isImage, self.span) = (destination, isImage, span)
        }
    }

    package struct Heading: Hashable, Sendable {
        /// The level of the heading, from 1 to 6.
        package var level: Int
        package var id: String
        package var text: String

        package init(level: Int, id: String, text: String) { (self.level, self.id, self.text) = (level, id, text) }
    }
}

extension RenderedMarkdown: Hashable {
    package static func == (left: RenderedMarkdown, right: RenderedMarkdown) -> Bool {
        left.openHTML == right.openHTML && left.links == right.links && left.outline == right.outline
            && left.anchors == right.anchors
    }

    package func hash(into hasher: inout Hasher) { hasher.combine(openHTML) }
}

extension RenderedMarkdown {
    /// The HTML around and between the links; there is one more segment than `links`.
    package var segments: [Substring] {
        var segments: [Substring] = []
        segments.reserveCapacity(links.count + 1)
        var start = openHTML.startIndex
        for link in links {
            let end = openHTML.utf8.index(openHTML.startIndex, offsetBy: Int(link.offset))
            segments.append(openHTML[start..<end])
            start = end
        }
        segments.append(openHTML[start...])
        return segments
    }

    package static let empty = RenderedMarkdown(openHTML: "", links: [], outline: [], anchors: [])
}
