internal import KairanContent
internal import KairanModel

extension Site {
    /// A page as it is published: of the preview, so that search engines do not show it.
    ///
    /// The preview stands on the host of the live site, whose `robots.txt` alone counts there; one that kept crawlers
    /// away would also keep them from reading this.
    func published(page: [UInt8]) -> [UInt8] {
        guard settings.channel == .preview else { return page }
        let start = startOfHead(String(decoding: page.prefix(4096), as: UTF8.self))
        return page[..<start] + Array("<meta name=\"robots\" content=\"noindex\">".utf8) + page[start...]
    }
}

/// How many bytes stand before what is in the head, be it opened by a tag or by what belongs into it (HTML standard,
/// 13.2.6.4).
private func startOfHead(_ page: String) -> Int {
    let opening = #/(?:\s*(?:<!--.*?-->|<(?:!doctype|html|head)\b(?:[^>"']|"[^"]*"|'[^']*')*>))*/#
    let found = page.prefixMatch(of: opening.ignoresCase().dotMatchesNewlines())
    return found?.output.utf8.count ?? 0
}
