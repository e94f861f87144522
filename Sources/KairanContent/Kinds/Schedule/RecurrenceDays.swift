package import KairanModel
internal import KairanReaders

/// Returns the days of a rule of RFC 5545 that has an end, ascending; nil for one that has none or is wrong, and for more
/// days than `limit`.
///
/// - Parameter zone: The time zone whose days they are.
package func recurrenceDays(
    _ text: String, from first: LocalDate, in zone: SiteTimeZone, atMost limit: Int
) -> [LocalDate]? {
    var reader = RecurrenceRuleReader(text, SourceNode(.scalar(text, .string), span: SourceSpan(path: "")), in: zone)
    guard let parts = reader.parts(), parts.count != nil || parts.until != nil else { return nil }
    let rule = RecurrenceRule(parts, start: first, text: reader.rule)
    guard rule.firstPossibleDay != nil else { return nil }
    return Schedule([.recurrence(rule)], from: first).allDays(atMost: limit)?.map(LocalDate.init(daysSinceEpoch:))
}
