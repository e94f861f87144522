internal import KairanFormats
internal import KairanQueries

extension FeedTemplate {
    /// Returns the schema of what `writeJSONFeed` writes, or nil for other formats.
    func schema(_ formats: ShownFormats) -> ValueSchema? {
        guard format == .json else { return nil }
        let url = ValueSchema.string(format: "iri")
        let moment = ValueSchema.string(format: "date-time")
        var item: [ValueSchema.Property] = [
            .init("id", .text), .init("url", url), .init("title", .text.written(formats.format(of: itemTitle))),
        ]
        if itemContent != nil {
            let html = ValueSchema(.string(StringForm(mediaType: "text/html")))
            item.append(.init("content_html", html, isRequired: false))
        }
        item.append(.init("content_text", .text, isRequired: itemContent == nil))
        if let itemSummary {
            item.append(.init("summary", .text.written(formats.format(of: itemSummary)), isRequired: false))
        }
        item.append(.init("date_published", moment))
        if let itemUpdated { item.append(.init("date_modified", moment, isRequired: !itemUpdated.isOptional)) }
        if let itemFile {
            let attachment: [ValueSchema.Property] = [
                .init("url", url), .init("mime_type", .text),
                .init("size_in_bytes", .integer(from: 0, .int32), isRequired: itemFile.type == .file),
                .init(
                    "duration_in_seconds", .integer(from: 0, .int32),
                    isRequired: itemDuration.map { !$0.isOptional } ?? false),
            ]
            let attachments = ValueSchema.array(ValueSchema(.object(attachment)))
            item.append(.init("attachments", attachments, isRequired: !itemFile.isOptional))
        }
        var feed: [ValueSchema.Property] = [
            .init("version", .text), .init("title", .text.written(title.flatMap(formats.format))),
            .init("home_page_url", url), .init("feed_url", url),
            .init("description", .text.written(description.flatMap(formats.format)), isRequired: false),
            .init("language", .text),
        ]
        if let image { feed.append(.init("icon", url, isRequired: !image.isOptional)) }
        if formats.settings.author != nil {
            feed.append(.init("authors", .array(ValueSchema(.object([.init("name", .text)])))))
        }
        return ValueSchema(.object(feed + [.init("items", .array(ValueSchema(.object(item))))]))
    }
}
