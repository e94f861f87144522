package import KairanContent
package import KairanModel

/// A text of `templates/_strings.yml`.
package struct TemplateString: Sendable {
    package var name: String
    /// The texts, in the order of the site's locales.
    package var texts: [String?]

    package init(name: String, texts: [String?]) {
        (self.name, self.texts) = (name, texts)
    }
}

extension SiteLocale {
    /// Returns the first value in this locale's chain of fallbacks, or nil if there is none.
    package func shown<Shown>(_ values: [Shown?]) -> Shown? { chain.lazy.compactMap { values[$0] }.first }

    /// Returns the text that this locale shows of a localized value, and any other value unchanged.
    package func shown(_ value: Value) -> Value {
        guard case .localized(let values) = value else { return value }
        return chain.lazy.map { values[$0] }.first { !$0.isMissing } ?? .missing
    }
}

extension Schema {
    static let localeType = RecordType([.init("code", .text), .init("name", .text)])

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

    private var stringsType: RecordType { RecordType(strings.map { .init($0.name, .text) }) }

    /// Returns the values of `rootNames` in the outputs of a locale.
    func rootValues(_ settings: SiteSettings, _ locale: SiteLocale, path: String, at moment: DateTime) -> [Value] {
        let site: [Value] = [
            .text(locale.title), .text(locale.description), .text(settings.rootURL), .text(path),
            .text(locale.code), settings.author.map(Value.text) ?? .missing, .dateTime(moment),
        ]
        var values: [Value] = [.record(site + settings.values.map(\.value), siteType)]
        if settings.namesLocales { values.append(.record([.text(locale.code), .text(locale.name)], Self.localeType)) }
        if !strings.isEmpty {
            values.append(.record(strings.map { locale.shown($0.texts).map(Value.text) ?? .missing }, stringsType))
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
