internal import KairanFormats
internal import KairanQueries

extension FeedTemplate {
    /// Returns the schema of what `writeJSONFeed` writes, or nil for other formats.
    func schema(_ formats: ShownFormats) -> ValueSchema? {
        guard format == .json else { return nil }
        let url = ValueSchema.string(format: "iri")
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
        return ValueSchema(.object(feed + [.init("items", .array(itemSchema(formats)))]))
    }

    /// Returns the schema of an item, which may be one of any of the lists.
    private func itemSchema(_ formats: ShownFormats) -> ValueSchema {
        let items = sources.map(\.item)
        let moment = ValueSchema.string(format: "date-time")
        let contents = items.filter { $0.content != nil }
        let (summaries, files) = (items.compactMap(\.summary), items.filter { $0.file != nil })
        let title = ValueSchema.text.written(formats.format(ofOne: items.map(\.title)))
        var item: [ValueSchema.Property] = [
            .init("id", .text), .init("url", .string(format: "iri")), .init("title", title),
        ]
        if !contents.isEmpty {
            let html = ValueSchema(.string(StringForm(mediaType: "text/html")))
            item.append(.init("content_html", html, isRequired: false))
        }
        item.append(.init("content_text", .text, isRequired: contents.isEmpty))
        if !summaries.isEmpty {
            item.append(.init("summary", .text.written(formats.format(ofOne: summaries)), isRequired: false))
        }
        item.append(.init("date_published", moment))
        if items.contains(where: { $0.updated != nil }) {
            item.append(.init("date_modified", moment, isRequired: items.allHave(\.updated)))
        }
        if !files.isEmpty {
            let attachment: [ValueSchema.Property] = [
                .init("url", .string(format: "iri")), .init("mime_type", .text),
                .init(
                    "size_in_bytes", .integer(from: 0, .int32), isRequired: files.allSatisfy { $0.file?.type == .file }),
                .init("duration_in_seconds", .integer(from: 0, .int32), isRequired: files.allHave(\.duration)),
            ]
            let attachments = ValueSchema.array(ValueSchema(.object(attachment)))
            item.append(.init("attachments", attachments, isRequired: items.allHave(\.file)))
        }
        return ValueSchema(.object(item))
    }
}

extension [ItemPaths] {
    /// Returns whether every item has this part.
    fileprivate func allHave(_ part: KeyPath<ItemPaths, Path?>) -> Bool {
        allSatisfy { $0[keyPath: part].map { !$0.isOptional } ?? false }
    }
}
