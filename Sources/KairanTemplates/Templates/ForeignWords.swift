internal import KairanContent
internal import KairanFormats
internal import KairanModel
internal import KairanQueries

extension Templates {
    /// Warns of each locale in which dates or schedules would be in English, because there are no words of its own.
    func foreignWords(_ settings: SiteSettings) -> [Diagnostic] {
        settings.locales.indices.flatMap { position -> [Diagnostic] in
            let locale = settings.locales[position]
            guard let span = locale.span, templates.contains(where: { ($0.locale ?? 0) == position }) else { return [] }
            var found: [Diagnostic] = []
            if showsNames(in: locale), LocaleData.of(locale.code) == nil {
                found.append(
                    Diagnostic(
                        .warning, .languageWords,
                        "CLDR has no names of months and weekdays in '\(locale.code)', so dates show English ones",
                        at: span, help: "write dates in figures, such as yyyy-MM-dd, or name a locale that it has"))
            }
            if needs.contains(.scheduleTexts), !hasScheduleWords(locale.code) {
                found.append(
                    Diagnostic(
                        .warning, .languageWords,
                        "Kairan has no words for schedules in '\(locale.code)', so their 'text' is in English",
                        at: span,
                        help: "show the days instead: 'from', 'until', or the 'occurrences' of the schedule"))
            }
            return found
        }
    }

    private func showsNames(in locale: SiteLocale) -> Bool {
        needs.contains(.dateNames) || needs.contains(.dateTexts) && DatePattern.showsNames(locale.dateFormat)
    }
}
