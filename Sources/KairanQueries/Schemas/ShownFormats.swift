package import KairanContent
package import KairanFormats
internal import KairanModel

/// Finds the forms in which the texts of a template show data. Other words in the texts may change.
package struct ShownFormats {
    package let settings: SiteSettings
    /// This is true if there is a file for each locale.
    let isLocalized: Bool

    package init(settings: SiteSettings, isLocalized: Bool) {
        (self.settings, self.isLocalized) = (settings, isLocalized)
    }

    package func format(of pattern: TextPattern) -> TextFormat? { format { forms(of: pattern, in: $0) } }

    /// Returns the format of a value's view `text`, or of a value that depends on the time zone without showing it,
    /// such as the day of a moment. Returns nil for every other path.
    package func format(of path: Path) -> TextFormat? {
        guard path.shownType != nil || path.isOfMoment && path.type != .dateTime else { return nil }
        return format { form(of: path, in: $0).map { [$0] } ?? [] }
    }

    /// Returns the format of a path or a text, or of those that one is chosen from, and nil for every other shape.
    package func format(of shape: Shape) -> TextFormat? {
        switch shape {
        case .path(let path): return format(of: path)
        case .text(let pattern): return format(of: pattern)
        case .firstOf(let shapes): return format(ofOne: shapes)
        case .either(_, let then, let otherwise): return format(ofOne: [then] + (otherwise.map { [$0] } ?? []))
        case .object, .array, .each, .eachGroup, .first, .count, .total, .position, .holds, .day, .between, .split,
            .group,
            .keyed, .literal, .chart, .map, .occurrences, .changes, .route:
            return nil
        }
    }

    /// Returns the format of a text that any of these paths gives.
    ///
    /// If one of them gives any text, so may all.
    package func format(ofOne paths: [Path]) -> TextFormat? {
        let formats = paths.compactMap { format(of: $0) }
        return formats.count == paths.count ? combined(formats) : nil
    }

    private func format(ofOne shapes: [TypedShape]) -> TextFormat? { combined(shapes.map { format(of: $0.shape) }) }

    private func combined(_ formats: [TextFormat?]) -> TextFormat? {
        let formats = formats.compactMap(\.self)
        return formats.dropFirst().reduce(formats.first) { all, next in all == next ? all : all.map { $0 + next } }
    }

    /// The format of the second at which a day begins.
    var dayStart: TextFormat? { format { _ in ["0, \(settings.timeZone.identifier)"] } }

    /// Returns the format of texts that each have one of these patterns.
    func format(ofDates patterns: [String]) -> TextFormat? {
        format { locale in patterns.map { form(ofDate: $0, isMoment: false, in: locale) } }
    }

    private func format(_ forms: (SiteLocale) -> [String]) -> TextFormat? {
        let locales = isLocalized ? settings.locales : [settings.locales[0]]
        let found = locales.map(forms)
        guard found.contains(where: { !$0.isEmpty }) else { return nil }
        return isLocalized
            ? .byLocale(Dictionary(zip(locales.map(\.code), found)) { first, _ in first }) : .everywhere(found[0])
    }

    private func forms(of pattern: TextPattern, in locale: SiteLocale) -> [String] {
        let parts = pattern.parts.map { form(of: $0, in: locale) }
        return parts.indices.compactMap { index in
            guard let (form, isNumber) = parts[index] else { return nil }
            let separator =
                parts.indices.contains(index - 2) && parts[index - 2] != nil ? pattern.separator(index - 1) : ""
            guard isNumber else { return separator + form }
            let (before, after) = (pattern.literal(index - 1), pattern.literal(index + 1))
            return (separator.isEmpty ? before.unitAtEnd : separator) + form + after.unitAtStart
        }
    }

    /// Returns nil for words, and for data without a form.
    private func form(of part: TextPattern.Part, in locale: SiteLocale) -> (form: String, isNumber: Bool)? {
        if case .either(let parts) = part {
            let forms = parts.compactMap { form(of: $0, in: locale) }
            return forms.first.map { (forms.map(\.form).joined(separator: " or "), $0.isNumber) }
        }
        guard case .path(let path, let format) = part else { return nil }
        return form(of: path, format, in: locale)
            .map { ($0, [path.type, path.shownType].contains { $0 == .integer || $0 == .decimal }) }
    }

    private func form(of path: Path, _ format: TextPattern.Format, in locale: SiteLocale) -> String? {
        switch format {
        case .plain: self.form(of: path, in: locale)
        case .number: Self.groupedForm(locale)
        case .decimals(let count): Self.groupedForm(locale) + ", \(count) decimals"
        case .date(let pattern):
            self.form(ofDate: pattern, isTime: path.type == .time, isMoment: path.isOfMoment, in: locale)
        case .localizedDate(let patterns):
            locale.shown(patterns).map {
                self.form(ofDate: $0, isTime: path.type == .time, isMoment: path.isOfMoment, in: locale)
            }
        case .percent: "percent"
        case .counted: Self.groupedForm(locale)
        case .changed(let format, let changes):
            ([form(of: path, format, in: locale)] + changes.map(\.text)).compactMap(\.self).joined(separator: ", ")
        }
    }

    /// Returns the form of a value's own text, or nil if it has none.
    private func form(of path: Path, in locale: SiteLocale) -> String? {
        switch path.shownType?.traits.shownForm {
        case .datePattern?:
            let pattern = path.shownType == .dateTime ? locale.dateTimePattern : locale.dateFormat
            return form(ofDate: pattern, isMoment: path.isOfMoment, in: locale)
        case .kairanWords(let what)?:
            return "\(what), \(languageOfSchedules(in: locale.code, dateFormat: locale.dateFormat))"
        case .localeWords(let what)?: return "\(what), \(LocaleData.shown(locale.code).wordsName)"
        case .grouped?: return Self.groupedForm(locale)
        case .words?, nil: break
        }
        guard let form = path.steps.last == .yearMonth ? "yyyy-MM" : path.type.traits.form else { return nil }
        // A date and time shows its zone itself.
        return path.isOfMoment && path.type != .dateTime ? "\(form), \(settings.timeZone.identifier)" : form
    }

    private static func groupedForm(_ locale: SiteLocale) -> String { LocaleData.shown(locale.code).numbers.pattern }

    /// Returns a date pattern together with what it depends on: the language of names, and the time zone that gives a
    /// moment its day and time.
    private func form(
        ofDate pattern: String, isTime: Bool = false, isMoment: Bool, in locale: SiteLocale
    ) -> String {
        var form = LocaleData.shown(locale.code).pattern(pattern, isTime: isTime)
        if DatePattern.showsNames(form) { form += ", \(LocaleData.shown(locale.code).wordsName)" }
        if isMoment { form += ", \(settings.timeZone.identifier)" }
        return form
    }
}

extension Path {
    /// This is true if the value, or the value shown as text, is a moment or its day or time.
    fileprivate var isOfMoment: Bool {
        (shownType ?? type) == .dateTime || steps.contains(.dateOf) || steps.contains(.timeOf)
    }
}

extension TextPattern {
    /// Returns the literal at a position, or an empty text if there is none.
    fileprivate func literal(_ index: Int) -> String {
        if parts.indices.contains(index), case .literal(let text) = parts[index] { text } else { "" }
    }

    /// Returns the text between two data if it contains no word. Clients split a text there.
    fileprivate func separator(_ index: Int) -> String {
        let text = literal(index)
        return zip(text, text.dropFirst()).contains { $0.isLetter && $1.isLetter } ? "" : text
    }
}

// The unit of a number is the sign right before it, and the unit that follows at once or after one space. A currency
// may also stand before the number with one space between.
extension String {
    fileprivate var unitAtStart: String {
        let scalars = Array(unicodeScalars)
        let hasSpace = scalars.first.map { $0.properties.isWhitespace } ?? false
        let word = scalars.dropFirst(hasSpace ? 1 : 0).unit
        guard isUnit(String(String.UnicodeScalarView(word))) else { return "" }
        return String(String.UnicodeScalarView((hasSpace ? [scalars[0]] : []) + word))
    }

    fileprivate var unitAtEnd: String {
        var rest = Array(unicodeScalars.reversed())[...]
        var kept = rest.takeFirst { "+-−".unicodeScalars.contains($0) }
        let space = kept.isEmpty ? rest.prefix(1).filter(\.properties.isWhitespace) : []
        let word = rest.dropFirst(space.count).unit
        if word.isCurrency {
            rest = rest.dropFirst(space.count + word.count)
            kept += space + word + rest.takeFirst { "+-−".unicodeScalars.contains($0) }
        } else if kept.isEmpty, space.isEmpty {
            kept = word
        }
        return String(String.UnicodeScalarView(kept.reversed()))
    }
}

extension ArraySlice<Unicode.Scalar> {
    fileprivate mutating func takeFirst(while isTaken: (Unicode.Scalar) -> Bool) -> [Unicode.Scalar] {
        let taken = prefix(while: isTaken)
        self = dropFirst(taken.count)
        return Array(taken)
    }
}

extension Sequence<Unicode.Scalar> {
    /// The unit itself. In texts without spaces it is only the Chinese characters, such as `人` in `人が来た`.
    fileprivate var unit: [Unicode.Scalar] {
        let word = Array(prefix(while: \.isOfUnit))
        return word.first?.properties.isIdeographic == true ? Array(word.prefix { $0.properties.isIdeographic }) : word
    }
}

extension [Unicode.Scalar] {
    /// This is true for a sign such as `€`, and for a code such as `CHF` (ISO 4217).
    fileprivate var isCurrency: Bool {
        contains { $0.properties.generalCategory == .currencySymbol }
            || isCurrencyCode(String(String.UnicodeScalarView(self)))
    }
}

extension Unicode.Scalar {
    fileprivate var isOfUnit: Bool {
        switch properties.generalCategory {
        case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter, .nonspacingMark,
            .spacingMark, .decimalNumber, .otherNumber, .currencySymbol, .otherSymbol:
            true
        default: "%‰′″/·".unicodeScalars.contains(self)
        }
    }
}
