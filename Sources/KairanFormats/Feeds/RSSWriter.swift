internal import KairanModel

/// Returns the feed as RSS 2.0 (rssboard.org/rss-specification), with `content:encoded` and a link to itself. A podcast's
/// picture and lengths stand in the elements that podcast programs read (podcasters.apple.com/support/823).
package func writeRSS(_ feed: Feed) -> [UInt8] {
    var xml = XMLText()
    xml.markup(
        """
        <?xml version="1.0" encoding="UTF-8"?>
        <rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom" \
        xmlns:content="http://purl.org/rss/1.0/modules/content/" xmlns:dc="http://purl.org/dc/elements/1.1/"
        """)
    if feed.image != nil || feed.items.contains(where: { $0.enclosure?.seconds != nil }) {
        xml.markup(" xmlns:itunes=\"http://www.itunes.com/dtds/podcast-1.0.dtd\"")
    }
    xml.markup(">\n  <channel>\n")
    xml.element("title", feed.title, depth: 2)
    xml.element("link", feed.siteURL, depth: 2)
    // The element is required and feed readers show it, so an empty description is replaced by the title.
    xml.element("description", htmlText(feed.description.isEmpty ? feed.title : feed.description), depth: 2)
    xml.element("language", feed.language, depth: 2)
    if let lastChange = feed.lastChange { xml.element("lastBuildDate", rfc822(lastChange), depth: 2) }
    xml.emptyElement(
        "atom:link", depth: 2, attributes: ["href": feed.feedURL, "rel": "self", "type": "application/rss+xml"])
    if let image = feed.image {
        xml.markup("    <image>\n")
        xml.element("url", image, depth: 3)
        xml.element("title", feed.title, depth: 3)
        xml.element("link", feed.siteURL, depth: 3)
        xml.markup("    </image>\n")
        xml.emptyElement("itunes:image", depth: 2, attributes: ["href": image])
    }
    for item in feed.items { writeItem(item, author: feed.author, to: &xml) }
    xml.markup("  </channel>\n</rss>\n")
    return xml.bytes
}

private func writeItem(_ item: FeedItem, author: String?, to xml: inout XMLText) {
    xml.markup("    <item>\n")
    xml.element("title", item.title, depth: 3)
    xml.element("link", item.url, depth: 3)
    xml.element("guid", item.id, depth: 3, attributes: ["isPermaLink": "false"])
    xml.element("pubDate", rfc822(item.date), depth: 3)
    // The `author` of RSS itself must be an e-mail address.
    if let author { xml.element("dc:creator", author, depth: 3) }
    if let summary = item.summary { xml.element("description", htmlText(summary), depth: 3) }
    // The content is escaped because CDATA cannot hold `]]>`.
    if let content = item.contentHTML { xml.element("content:encoded", content, depth: 3) }
    if let file = item.enclosure {
        // The length is required, and readers take 0 for one that nobody knows.
        xml.emptyElement(
            "enclosure", depth: 3,
            attributes: ["url": file.url, "length": "\(file.byteCount ?? 0)", "type": file.mediaType])
        if let seconds = file.seconds { xml.element("itunes:duration", "\(seconds)", depth: 3) }
    }
    xml.markup("    </item>\n")
}

/// Returns a plain text as HTML, since that is what programs take a description of RSS for.
private func htmlText(_ text: String) -> String {
    text.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
}

/// Returns a moment in the form of RFC 822, 5.1, with the four-digit years of RFC 1123: `Wed, 15 Apr 2026 09:00:00
/// +0900`.
private func rfc822(_ moment: DateTime) -> String {
    let weekdays = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"]
    let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
    let (date, time, minutes) = (moment.date, moment.time, abs(moment.offset) / 60)
    let day = "\(weekdays[date.weekday]), \(padded(date.day, 2)) \(months[date.month - 1]) \(padded(date.year, 4))"
    let clock = "\(padded(time.hour, 2)):\(padded(time.minute, 2)):\(padded(time.second, 2))"
    let zone = "\(moment.offset < 0 ? "-" : "+")\(padded(minutes / 60, 2))\(padded(minutes % 60, 2))"
    return "\(day) \(clock) \(zone)"
}
