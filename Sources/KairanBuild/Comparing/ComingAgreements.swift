internal import KairanContent
internal import KairanFormats
internal import KairanModel
internal import KairanQueries
internal import KairanTemplates

extension Site {
    /// Returns notices of versions that everyone will be asked to agree to on a later day.
    func comingAgreements() -> [PublicationChange] {
        content.collections.flatMap { collection -> [PublicationChange] in
            guard let agreement = collection.declaration.agreement, let from = agreement.from else { return [] }
            let coming = collection.entries.compactMap { entry -> (date: LocalDate, version: Version, entry: Entry)? in
                guard case .date(let date) = entry.values[from], moment.date < date,
                    case .version(let version) = entry.values[agreement.version]
                else { return nil }
                return (date, version, entry)
            }
            let isAgain = coming.count < collection.entries.count
            return coming.sorted { $0.date < $1.date }.map { date, version, entry in
                PublicationChange(
                    weight: .notice, rule: "agreement.coming", path: collection.name,
                    message: "\(collection.name) \(version) asks everyone to agree\(isAgain ? " again" : "") "
                        + "on \(weekdayName(date.weekday, isLong: true, "en")) (\(date))",
                    elements: [version.description], span: entry.span)
            }
        }
    }
}
