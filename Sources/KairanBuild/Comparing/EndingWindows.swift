internal import KairanContent
internal import KairanFormats
internal import KairanModel
internal import KairanQueries
internal import KairanTemplates

/// Returns notices of entries that are no longer shown after one of the next seven days, for each version that has them.
func endingWindows(_ plan: OutputPlan) -> [PublicationChange] {
    let site = plan.site
    return site.content.collections.flatMap { collection -> [PublicationChange] in
        let days = Dictionary(grouping: collection.entries) { site.lastDaySoon(of: $0) }
        let versions = plan.versions(showing: collection.name)
        return days.sorted { ($0.key ?? .distant) < ($1.key ?? .distant) }.flatMap { day, entries in
            guard let day else { return [PublicationChange]() }
            let (ids, verb) = (entries.map(\.id), entries.count == 1 ? "ends" : "end")
            let weekday = weekdayName(day.weekday, isLong: true, "en")
            let message =
                "\(site.content.counted(ids.count, of: collection.name)) \(verb) on \(weekday) (\(day))"
                + listed(ids)
            return versions.map {
                PublicationChange(
                    weight: .notice, rule: "window.ends", version: $0, message: message, elements: ids,
                    span: entries[0].span)
            }
        }
    }
}

extension Site {
    /// Returns the last day of an entry's window, or nil if none ends so soon.
    fileprivate func lastDaySoon(of entry: Entry) -> LocalDate? {
        let now = moment.epochSeconds
        let ends = entry.values.compactMap { value -> Int? in
            guard case .window(let window) = value, let until = window.until?.epochSeconds, now < until,
                until <= now + 7 * 86_400
            else { return nil }
            return until
        }
        return ends.min().map { settings.timeZone.dateTime(epochSeconds: $0 - 1).date }
    }
}

extension OutputPlan {
    /// Returns the versions whose files show a collection; an empty name stands for the site itself if only pages do.
    fileprivate func versions(showing collection: String) -> [String] {
        let declarations = site.schema.declarations
        let showing = templates.templates.filter {
            declarations.referred(from: Set($0.collections)).contains(collection)
        }
        let versions = Set(showing.compactMap { VersionPath($0.outputPath)?.version }).sorted()
        return versions.isEmpty ? [""] : versions
    }
}

extension LocalDate {
    /// A date after every other one.
    fileprivate static var distant: LocalDate { LocalDate(daysSinceEpoch: .max / 2) }
}
