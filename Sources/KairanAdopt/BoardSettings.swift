internal import KairanContent
internal import KairanModel
internal import KairanReaders

/// Returns what the whole folder says about the board's settings.
func boardFacts(_ documents: [AdoptedDocument], url: String) -> BoardFacts {
    var facts = BoardFacts(url: url, path: splitSiteURL(url)?.basePath ?? "/")
    let moments = Set(documents.flatMap { $0.root.moments })
    guard !moments.isEmpty else { return facts }
    let form = DateForm.all.first { $0.type == "dateTime" && $0.pattern == nil }
    // Zones with their usual offsets; the first that gives all moments back is the one.
    let names = [
        "UTC", "Asia/Tokyo", "Asia/Seoul", "Asia/Shanghai", "Asia/Kolkata", "Asia/Bangkok", "Asia/Dubai",
        "Europe/London", "Europe/Berlin", "Europe/Athens", "Europe/Istanbul", "America/New_York", "America/Chicago",
        "America/Denver", "America/Los_Angeles", "America/Sao_Paulo", "Australia/Sydney", "Australia/Brisbane",
        "Pacific/Auckland", "Africa/Johannesburg", "Africa/Lagos",
    ]
    for name in names {
        guard let zone = SiteTimeZone(identifier: name),
            moments.allSatisfy({ form?.isMade($0, in: zone) == true })
        else { continue }
        (facts.timeZone, facts.timeZoneName) = (zone, name)
        break
    }
    return facts
}

extension SourceNode {
    /// All texts in it that are moments with an offset.
    fileprivate var moments: [String] {
        switch content {
        case .scalar(let text, .string):
            text.utf8.count > 19 && text.utf8.count < 26
                && DateForm.all.contains { $0.type == "dateTime" && $0.pattern == nil && $0.plain(text) != nil }
                ? [text] : []
        case .scalar: []
        case .sequence(let elements): elements.flatMap(\.moments)
        case .mapping(let members): members.flatMap(\.value.moments)
        }
    }
}
