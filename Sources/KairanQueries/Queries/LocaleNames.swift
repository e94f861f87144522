package import KairanContent
package import KairanModel

/// A text of `templates/_strings.yml`.
package struct TemplateString: Sendable {
    package var name: String
    /// The texts, in the order of the site's locales. Where there are forms for numbers, the text is that of `other`.
    package var texts: [String?]
    /// The forms for numbers, in the same order. It is empty for a text without any.
    package var forms: [CountedForms?] = []

    package init(name: String, texts: [String?], forms: [CountedForms?] = []) {
        (self.name, self.texts, self.forms) = (name, texts, forms)
    }

    /// This is true for a text in which a number stands, and which cannot be shown without one.
    package var takesNumber: Bool { !forms.isEmpty || texts.contains { $0?.contains("{n}") ?? false } }
}

/// The forms that a language has for numbers of things, or for places in an order.
package struct CountedForms: Sendable {
    package var forms: [PluralCategory: String]
    package var isOrdinal: Bool

    package init(_ forms: [PluralCategory: String], isOrdinal: Bool) {
        (self.forms, self.isOrdinal) = (forms, isOrdinal)
    }
}

extension Evaluator {
    /// Returns a text of `_strings.yml` with a number in it, by the rules of the language that the text is in.
    ///
    /// - Parameter string: The position of the text.
    package func counted(_ string: Int, _ value: Value) -> Value {
        let string = site.schema.strings[string]
        guard let number = value.number, let position = locale.chain.first(where: { string.texts[$0] != nil }) else {
            return .missing
        }
        let language = LocaleData.shown(site.settings.locales[position].code)
        var text = string.texts[position] ?? ""
        if let forms = string.forms.isEmpty ? nil : string.forms[position] {
            let rules = forms.isOrdinal ? language.ordinals : language.plurals
            text = forms.forms[rules.category(of: number)] ?? text
        }
        return .text(text.replacing("{n}", with: language.numbers.text(number.description)))
    }
}

extension Evaluator {
    /// Returns a word that Kairan itself writes.
    package func word(_ word: OwnWord) -> String { site.schema.word(word, in: locale) ?? word.english }
}

extension Schema {
    /// Returns a word that Kairan itself writes: the text of `_strings.yml` that has its name, or what Kairan knows in
    /// the language, or the text's fallback; nil if there is none of them.
    package func word(_ word: OwnWord, in locale: SiteLocale) -> String? {
        let string = strings.first { $0.name == word.rawValue && !$0.takesNumber }
        return string?.texts[locale.chain[0]] ?? word.text(in: locale.code) ?? string.flatMap { locale.shown($0.texts) }
    }

    /// Returns the position of a text that takes a number, by what stands before the number: `strings.users`.
    package func countedString(_ name: some StringProtocol) -> Int? {
        guard name.hasPrefix("strings.") else { return nil }
        return strings.firstIndex { $0.takesNumber && name == "strings.\($0.name)" }
    }

    /// The names of these texts.
    package var countedStrings: [String] { strings.filter(\.takesNumber).map { "strings.\($0.name)" } }
}

extension SiteLocale {
    /// Returns the first value in this locale's chain of fallbacks, or nil if there is none.
    package func shown<Shown>(_ values: [Shown?]) -> Shown? { chain.lazy.compactMap { values[$0] }.first }

    /// Returns the text that this locale shows of a localized value, the same for the parts of a value, and any other
    /// value unchanged.
    package func shown(_ value: Value) -> Value {
        switch value {
        case .localized(let values): chain.lazy.map { values[$0] }.first { !$0.isMissing } ?? .missing
        case .list(let values): .list(values.map(shown))
        case .record(let values, let type): .record(values.map(shown), type)
        case .dictionary(let pairs): .dictionary(pairs.map { ($0.key, shown($0.value)) })
        case .member(let index, let part): .member(index, shown(part))
        case .missing, .text, .html, .sitePath, .markdown, .integer, .decimal, .boolean, .date, .time, .dateTime,
            .duration, .version, .window, .schedule, .point, .asset, .choice, .entry, .null:
            value
        }
    }
}

extension Schema {
    static let localeType = RecordType([.init("code", .text), .init("name", .text), .ownAddress("path")])

    /// The type of a page in one of the site's languages.
    package static let translation = RecordType([
        .init("code", .text), .init("name", .text), .ownAddress("url"), .ownAddress("path"),
        .init("isCurrent", .boolean), .init("isDefault", .boolean),
    ])

    /// The outermost names of every template, which precede its own names: see `Site.rootValues`.
    package var rootNames: RecordType {
        var names = RecordType([.init("site", .record(siteType))])
        if declarations.settings.namesLocales { names.fields.append(.init("locale", .record(Self.localeType))) }
        if !strings.isEmpty { names.fields.append(.init("strings", .record(stringsType))) }
        return names
    }

    private var plainStrings: [TemplateString] { strings.filter { !$0.takesNumber } }

    private var stringsType: RecordType { RecordType(plainStrings.map { .init($0.name, .text) }) }

    /// Returns the values of `rootNames` in the outputs of a locale.
    func rootValues(_ settings: SiteSettings, _ locale: SiteLocale, path: String, at moment: DateTime) -> [Value] {
        let site: [Value] = [
            .text(locale.title), .text(locale.description), .text(settings.rootURL), .text(path),
            .text(locale.code), .text(WritingDirection(of: locale.code).rawValue),
            settings.author.map(Value.text) ?? .missing, .dateTime(moment),
        ]
        var values: [Value] = [.record(site + settings.values.map(\.value), siteType)]
        if settings.namesLocales {
            let folder = path + settings.folder(ofLocale: locale.chain[0])
            values.append(.record([.text(locale.code), .text(locale.name), .text(folder)], Self.localeType))
        }
        if !strings.isEmpty {
            values.append(.record(plainStrings.map { locale.shown($0.texts).map(Value.text) ?? .missing }, stringsType))
        }
        return values
    }
}

extension Path {
    /// The name of the text of `_strings.yml` that the path uses. It is empty if the path takes all texts, and nil for
    /// other paths.
    package var usedString: String? {
        let names = text.split(separator: ".")
        return names.first == "strings" ? String(names.dropFirst().first ?? "") : nil
    }
}
