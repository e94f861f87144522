internal import KairanModel

/// Returns the feed as Atom (RFC 4287).
package func writeAtom(_ feed: Feed) -> [UInt8] {
    var xml = XMLText()
    xml.markup("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<feed xmlns=\"http://www.w3.org/2005/Atom\" xml:lang=\"")
    xml.text(feed.language)
    xml.markup("\">\n")
    xml.element("id", feed.feedURL, depth: 1)
    xml.element("title", feed.title, depth: 1)
    if !feed.description.isEmpty { xml.element("subtitle", feed.description, depth: 1) }
    // `updated` is required (4.1.1), and a feed without items has never changed.
    xml.element("updated", feed.lastChange?.description ?? "1970-01-01T00:00:00Z", depth: 1)
    xml.emptyElement(
        "link", depth: 1, attributes: ["rel": "alternate", "type": "text/html", "href": feed.siteURL])
    xml.emptyElement(
        "link", depth: 1, attributes: ["rel": "self", "type": "application/atom+xml", "href": feed.feedURL])
    if let image = feed.image { xml.element("logo", image, depth: 1) }
    // An author is also required, either here or in every entry.
    xml.markup("  <author>\n")
    xml.element("name", feed.author ?? feed.siteTitle, depth: 2)
    xml.markup("  </author>\n")
    for item in feed.items { writeEntry(item, to: &xml) }
    xml.markup("</feed>\n")
    return xml.bytes
}

private func writeEntry(_ item: FeedItem, to xml: inout XMLText) {
    xml.markup("  <entry>\n")
    xml.element("id", item.id, depth: 2)
    xml.element("title", item.title, depth: 2)
    xml.emptyElement("link", depth: 2, attributes: ["rel": "alternate", "href": item.url])
    if let file = item.enclosure {
        if let bytes = file.byteCount {
            xml.emptyElement(
                "link", depth: 2,
                attributes: ["rel": "enclosure", "type": file.mediaType, "length": "\(bytes)", "href": file.url])
        } else {
            xml.emptyElement(
                "link", depth: 2, attributes: ["rel": "enclosure", "type": file.mediaType, "href": file.url])
        }
    }
    xml.element("published", item.date.description, depth: 2)
    xml.element("updated", item.lastChange.description, depth: 2)
    if let summary = item.summary { xml.element("summary", summary, depth: 2) }
    if let content = item.contentHTML { xml.element("content", content, depth: 2, attributes: ["type": "html"]) }
    xml.markup("  </entry>\n")
}
