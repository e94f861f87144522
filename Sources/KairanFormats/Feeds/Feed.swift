package import KairanModel

/// The contents of a feed in any format. Every address is absolute.
package struct Feed: Sendable {
    package var title: String
    package var description: String
    /// The title of the site to which the feed belongs.
    package var siteTitle: String
    /// The start page of the site, in the language of the feed.
    package var siteURL: String
    /// The feed's own address.
    package var feedURL: String
    /// A BCP 47 tag such as `ja`.
    package var language: String
    package var author: String?
    /// The address of the feed's picture, such as the cover of a podcast.
    package var image: String?
    package var items: [FeedItem]

    package init(
        title: String, description: String, siteTitle: String, siteURL: String, feedURL: String, language: String,
        author: String? = nil, image: String? = nil, items: [FeedItem]
    ) {
        self.title = title
        self.description = description
        self.siteTitle = siteTitle
        self.siteURL = siteURL
        self.feedURL = feedURL
        self.language = language
        self.author = author
        self.image = image
        self.items = items
    }

    /// The moment at which the newest item changed. It is the feed's own time, so that unchanged content gives
    /// unchanged bytes.
    var lastChange: DateTime? { items.map(\.lastChange).max() }
}

/// One item of a feed.
package struct FeedItem: Sendable {
    /// The id, which never changes once it is published: see `tagURI`.
    package var id: String
    package var url: String
    package var title: String
    package var date: DateTime
    package var updated: DateTime?
    /// The content, with absolute links.
    package var contentHTML: String?
    /// The summary as plain text.
    package var summary: String?
    package var enclosure: FeedEnclosure?

    package init(
        id: String, url: String, title: String, date: DateTime, updated: DateTime? = nil,
        contentHTML: String? = nil, summary: String? = nil, enclosure: FeedEnclosure? = nil
    ) {
        self.id = id
        self.url = url
        self.title = title
        self.date = date
        self.updated = updated
        self.contentHTML = contentHTML
        self.summary = summary
        self.enclosure = enclosure
    }

    var lastChange: DateTime { updated ?? date }
}

/// The file that an item is about, such as the sound of a podcast's episode.
package struct FeedEnclosure: Sendable {
    package var url: String
    /// The media type, such as `audio/mpeg`.
    package var mediaType: String
    /// The size of the file; nil for one that lies elsewhere.
    package var byteCount: Int?
    /// The length of the sound or film in seconds; nil if nobody says it.
    package var seconds: Int?

    package init(url: String, mediaType: String, byteCount: Int? = nil, seconds: Int? = nil) {
        self.url = url
        self.mediaType = mediaType
        self.byteCount = byteCount
        self.seconds = seconds
    }
}

/// Returns a name for an entry that outlives its address (RFC 4151), such as
/// `tag:minato.example,2026-04-10:news/open-day`.
///
/// `date` must be a day on which the site held the host, and must stay the same for the entry's life.
package func tagURI(host: String, date: LocalDate, collection: String, id: String) -> String {
    "tag:\(host.lowercased()),\(date):\(tagSegment(collection))/\(tagSegment(id))"
}

/// Returns a part of a tag URI, in which RFC 3986 allows only unreserved characters without an escape.
private func tagSegment(_ text: String) -> String {
    percentEncoded(text) { isASCIILetter($0) || isASCIIDigit($0) || "-._~".utf8.contains($0) }
}
