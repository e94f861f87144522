internal import KairanContent
internal import KairanModel
internal import KairanQueries

extension Site {
    /// Returns a page as it is published. In the preview, it gets a mark that hides it from search engines.
    ///
    /// The preview is on the host of the live site, whose `robots.txt` is the only one that counts. A `robots.txt` that
    /// kept crawlers away would also keep them from reading this mark.
    package func published(page: [UInt8]) -> [UInt8] {
        guard settings.channel == .preview else { return page }
        let start = startOfHead(String(decoding: page.prefix(4096), as: UTF8.self))
        return page[..<start] + Array("<meta name=\"robots\" content=\"noindex\">".utf8) + page[start...]
    }
}

/// Returns the number of bytes before the contents of the head, which is opened by a tag or by an element that belongs
/// into it (HTML standard, 13.2.6.4).
private func startOfHead(_ page: String) -> Int {
    let opening = #/(?:\s*(?:<!--.*?-->|<(?:!doctype|html|head)\b(?:[^>"']|"[^"]*"|'[^']*')*>))*/#
    let found = page.prefixMatch(of: opening.ignoresCase().dotMatchesNewlines())
    return found?.output.utf8.count ?? 0
}
