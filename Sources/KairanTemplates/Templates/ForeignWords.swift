internal import KairanContent
internal import KairanFormats
package import KairanModel
internal import KairanQueries

extension Templates {
    /// Warns of each locale in which dates would be in English, because there are no words of its own.
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
            return found
        }
    }

    private func showsNames(in locale: SiteLocale) -> Bool {
        needs.contains(.dateNames) || needs.contains(.dateTexts) && DatePattern.showsNames(locale.dateFormat)
    }
}

extension OutputPlan {
    /// Warns of each locale in which words of Kairan's own would be in English, because neither Kairan nor the site has
    /// them in its language.
    package func checkOwnWords() -> [Diagnostic] {
        let locales = site.settings.locales
        let lacking = locales.map { locale in
            OwnWord.allCases.filter { templates.schema.word($0, in: locale) == nil }
        }
        // Nearly all sites are in languages that Kairan knows, and then no text is looked at.
        guard lacking.contains(where: { !$0.isEmpty }) else { return [] }
        let inTexts = ownWordsInTexts()
        return locales.indices.compactMap { position in
            guard let span = locales[position].span else { return nil }
            let hasPages = templates.templates.contains { $0.isPage && ($0.locale ?? 0) == position }
            // Any page may move, and then one in its language leads on.
            var used = hasPages ? inTexts.union([.moved, .movedText]) : []
            if hasPages, templates.needs.contains(.maps) { used.insert(.mapProjection) }
            let hasOwnPage = jobs.contains { $0.path == "404.html" }
            if position == 0, !hasOwnPage { used.formUnion([.notFound, .notFoundText]) }
            let names = lacking[position].filter(used.contains).map(\.rawValue)
            guard let first = names.first else { return nil }
            return Diagnostic(
                .warning, .languageWords,
                "Kairan has no words of its own in '\(locales[position].code)', so pages show English ones: "
                    + names.joined(separator: ", "), at: span,
                help: "write them in \(stringsPath), such as '\(first): …'")
        }
    }

    /// Warns of the first schedule that would be shown as the rule that calendars read, and of each locale in which some
    /// schedule would be in English, because its rules need words.
    package func checkScheduleWords() -> [Diagnostic] {
        let (locales, templates) = (site.settings.locales, templates.templates)
        let lacking = locales.indices.filter { position in
            !hasScheduleWords(locales[position].code) && locales[position].span != nil
                && templates.contains { ($0.locale ?? 0) == position }
        }
        guard self.templates.needs.contains(.scheduleTexts) else { return [] }
        let schedules = site.entries.flatMap { entry in
            site.content[entry].values.flatMap(\.schedules).map { (schedule: $0, entry: entry) }
        }
        let wordless = schedules.first { $0.schedule.isRuleForCalendars }.map { found in
            Diagnostic(
                .warning, .scheduleRrule,
                "no words say what the rrule of '\(site.id(of: found.entry))' means, so its 'text' is the rule itself",
                at: site.content[found.entry].span, help: "write them beside it, such as text: every other Thursday")
        }
        let ownWords = locales.count == 1 ? "text: …" : "text: { \(locales[0].code): …, \(locales[1].code): … }"
        return [wordless].compactMap(\.self)
            + lacking.compactMap { position in
                let code = locales[position].code
                guard let span = locales[position].span,
                    let first = schedules.first(where: { !isWritten($0.schedule, in: code) })
                else { return nil }
                return Diagnostic(
                    .warning, .languageWords,
                    "Kairan has no words in '\(code)' for schedules such as that of '\(site.id(of: first.entry))' of "
                        + "\(site.collectionName(of: first.entry)), so their 'text' is in English", at: span,
                    help: first.schedule.takesNamedDaysAway
                        ? "say it beside its rules, \(ownWords), or show the days: 'from', 'until', 'occurrences'"
                        : "show the days instead: 'from', 'until', or the 'occurrences' of the schedule")
            }
    }

    private func ownWordsInTexts() -> Set<OwnWord> {
        var words: Set<OwnWord> = []
        for entry in site.entries {
            for text in site.content[entry].values.flatMap(\.markdowns).map(\.rendered) {
                words.formUnion(text.alerts.map(\.title))
                if text.anchors.contains(where: { $0.hasPrefix("fnref-") }) { words.insert(.footnoteBack) }
            }
        }
        return words
    }
}

extension Schedule {
    /// This is true if a recurrence rule has neither words of Kairan's own nor of the author's.
    fileprivate var isRuleForCalendars: Bool {
        (rules + exceptions).contains { rule in
            guard case .recurrence(let recurrence) = rule else { return false }
            return recurrence.words == nil && weeks(of: recurrence) == nil
        }
    }

    /// This is true if all that it takes away can be written in every language, so that words for its rules suffice.
    fileprivate var takesNamedDaysAway: Bool {
        exceptions.allSatisfy { rule in
            switch rule {
            case .dates, .named, .daily, .weekly, .yearly, .recurrence: true
            case .monthly, .nth: false
            }
        }
    }
}

extension Value {
    /// The schedules in a value and its parts.
    fileprivate var schedules: [Schedule] {
        if case .schedule(let schedule) = self { [schedule] } else { parts.flatMap(\.schedules) }
    }
}
