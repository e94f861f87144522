internal import KairanModel
package import KairanReaders

/// Returns the feed as JSON Feed 1.1 (jsonfeed.org/version/1.1).
package func writeJSONFeed(_ feed: Feed, style: JSONStyle = .pretty) -> [UInt8] {
    var members: [(key: String, value: JSONValue)] = [
        ("version", .string("https://jsonfeed.org/version/1.1")),
        ("title", .string(feed.title)),
        ("home_page_url", .string(feed.siteURL)),
        ("feed_url", .string(feed.feedURL)),
    ]
    if !feed.description.isEmpty { members.append(("description", .string(feed.description))) }
    if let image = feed.image { members.append(("icon", .string(image))) }
    members.append(("language", .string(feed.language)))
    if let author = feed.author { members.append(("authors", .array([.object([("name", .string(author))])]))) }
    members.append(("items", .array(feed.items.map(itemObject))))
    return writeJSON(.object(members), style: style)
}

private func itemObject(_ item: FeedItem) -> JSONValue {
    var members: [(key: String, value: JSONValue)] = [
        ("id", .string(item.id)), ("url", .string(item.url)), ("title", .string(item.title)),
    ]
    if let content = item.contentHTML {
        members.append(("content_html", .string(content)))
    } else {
        // An item must have at least one of the two contents.
        members.append(("content_text", .string(item.summary ?? item.title)))
    }
    if let summary = item.summary { members.append(("summary", .string(summary))) }
    members.append(("date_published", .string(item.date.description)))
    if let updated = item.updated { members.append(("date_modified", .string(updated.description))) }
    if let file = item.enclosure { members.append(("attachments", .array([attachment(file)]))) }
    return .object(members)
}

private func attachment(_ file: FeedEnclosure) -> JSONValue {
    var members: [(key: String, value: JSONValue)] = [
        ("url", .string(file.url)), ("mime_type", .string(file.mediaType)),
    ]
    if let bytes = file.byteCount { members.append(("size_in_bytes", .integer(bytes))) }
    if let seconds = file.seconds { members.append(("duration_in_seconds", .integer(seconds))) }
    return .object(members)
}
