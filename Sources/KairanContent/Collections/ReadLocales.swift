package import KairanModel
package import KairanReaders

extension DeclarationReader {
    /// Reads the locales once all other settings are known: `ja: 日本語`, or `ko: { name: 한국어, fallback: en }`.
    mutating func locales(_ node: SourceNode?, of settings: inout SiteSettings) {
        var first = SiteLocale(code: settings.language)
        (first.title, first.description) = (settings.title, settings.description)
        (first.dateFormat, first.span) = (settings.dateFormat, settings.languageSpan)
        settings.locales = [first]
        guard let node else { return }
        let before = diagnostics.count
        settings.namesLocales = true
        if let members = node.members, let start = members.first {
            // The language need not be written twice.
            if settings.languageSpan == nil { settings.language = start.key }
            first.code = settings.language
            if start.key != settings.language {
                error(
                    .localeFirst, "the first locale must be the site's language, '\(settings.language)'",
                    at: start.keySpan, help: "the others fall back to it: write it first, or change 'language'")
            }
            settings.locales = members.enumerated().map { position, member in
                locale(member, like: first, isFirst: position == 0)
            }
            warnUntranslatedWords(members, of: settings)
            readFallbacks(members, of: &settings)
        } else {
            error(
                .declarationType, "'locales' must be a mapping, not \(node.kindName)", at: node.span,
                help: "write a line for each, such as 'en: English', indented, the site's language first")
        }
        // With other locales, every entry and every template would seem wrong.
        if Array(diagnostics[before...]).hasErrors { settings.isComplete = false }
    }

    private mutating func locale(_ member: SourceNode.Member, like first: SiteLocale, isFirst: Bool) -> SiteLocale {
        var locale = first
        (locale.code, locale.name, locale.span) = (member.key, member.key, member.keySpan)
        if !isFirst {
            (locale.title, locale.description) = ("", "")
            // `long` is right in every language, and a pattern only in its own.
            if !LocaleData.patternNames.contains(first.dateFormat) { locale.dateFormat = "yyyy-MM-dd" }
        }
        if isLanguageTag(member.key) {
            checkLanguage(member.key, at: member.keySpan)
        } else {
            notALanguage(member.key, at: member.keySpan)
        }
        guard member.value.members != nil else {
            locale.name = words(member.value, "the name of '\(member.key)'", help: "write name: English") ?? ""
            return locale
        }
        if member.value["name"] == nil {
            error(
                .fieldMissing, "'\(member.key)' needs 'name'", at: member.value.span,
                help: "write what its readers call it, such as name: 日本語")
        }
        let ofSite = ["title", "description", "fallback"]
        let allowed = isFirst ? DeclarationWords.locale.filter { !ofSite.contains($0) } : DeclarationWords.locale
        var value = member.value
        if isFirst {
            let parts = (value.members ?? []).filter { part in
                guard ofSite.contains(part.key) else { return true }
                error(
                    .declarationKey, "the first locale has no '\(part.key)'", at: part.keySpan,
                    help: part.key == "fallback"
                        ? "remove it: the others fall back to the first"
                        : "it has that of the site: write '\(part.key): …' at the left margin of the file")
                return false
            }
            value = SourceNode(.mapping(parts), span: value.span, range: value.range)
        }
        for part in members(of: value, allowed: allowed, what: isFirst ? "the first locale" : "a locale") {
            switch part.key {
            case "name": locale.name = words(part.value, "'name'") ?? ""
            case "title": locale.title = words(part.value, "'title'") ?? ""
            case "description": locale.description = shownText(part.value, "'description'") ?? ""
            case "dateFormat": locale.dateFormat = datePattern(part.value) ?? locale.dateFormat
            default: break
            }
        }
        return locale
    }

    /// Warns of each later locale that shows the site's title or description in another language. A title that no locale
    /// has may be a name, which is the same in all of them.
    private mutating func warnUntranslatedWords(_ members: [SourceNode.Member], of settings: SiteSettings) {
        let later = zip(members, settings.locales).dropFirst()
        let hasTitles = later.contains { !$1.title.isEmpty }
        for (member, locale) in later {
            var missing: [String] = []
            if locale.title.isEmpty, hasTitles || !locale.description.isEmpty { missing.append("title") }
            if locale.description.isEmpty, !settings.description.isEmpty { missing.append("description") }
            if missing.isEmpty { continue }
            diagnostics.append(
                Diagnostic(
                    .warning, .localeMissing,
                    "not translated: \(missing.joined(separator: ", ")) of the site (\(locale.code))",
                    at: member.keySpan,
                    help: "write it in this locale; until then the fallback is shown"))
        }
    }

    private mutating func readFallbacks(_ members: [SourceNode.Member], of settings: inout SiteSettings) {
        let codes = settings.locales.codes
        var fallbacks: [Int] = []
        for (position, member) in members.enumerated() {
            fallbacks.append(0)
            guard position > 0, let node = member.value["fallback"], let code = text(node, "'fallback'") else {
                continue
            }
            if let fallback = codes.firstIndex(of: code) {
                fallbacks[position] = fallback
            } else {
                diagnostics.append(.unknownLocale(code, among: settings.locales, at: node.span))
            }
        }
        var isReported = false
        for position in codes.indices.dropFirst() {
            var chain = [position]
            while let last = chain.last, last != 0, !chain.contains(fallbacks[last]) {
                chain.append(fallbacks[last])
            }
            settings.locales[position].chain = chain
            let locales = chain.map { settings.locales[$0] }
            settings.locales[position].title = locales.lazy.map(\.title).first { !$0.isEmpty } ?? ""
            settings.locales[position].description = locales.lazy.map(\.description).first { !$0.isEmpty } ?? ""
            // All locales that end in the same circle are one mistake.
            guard chain.last != 0, !isReported, let node = members[position].value["fallback"] else { continue }
            isReported = true
            error(
                .localeFallback, "the fallbacks of '\(codes[position])' never reach '\(codes[0])'", at: node.span,
                help: "remove one of them: it then falls back to '\(codes[0])'")
        }
    }
}

// Words of declarations and templates that are given for each locale.
extension DeclarationReader {
    /// Reads one text for each locale from a mapping such as `{ ja: 近い順, en: Nearest }`, in which the first one is
    /// required. Returns nil for anything but a mapping, and if the site names no locales.
    ///
    /// - Parameter own: The word of Kairan's own whose place the texts take. It needs none in a language that Kairan
    ///   knows.
    package mutating func localizedWords(
        _ member: SourceNode.Member, _ what: String, _ locales: [SiteLocale], insteadOf own: OwnWord? = nil
    ) -> [String?]? {
        guard !locales.isEmpty, let members = member.value.members else { return nil }
        let before = diagnostics.count
        var texts = [String?](repeating: nil, count: locales.count)
        for part in members {
            if let locale = locales.codes.firstIndex(of: part.key) {
                texts[locale] = words(part.value, "\(what) in '\(part.key)'")
            } else {
                diagnostics.append(.unknownLocale(part.key, among: locales, at: part.keySpan))
            }
        }
        guard diagnostics.count == before else { return texts }
        if texts[0] == nil {
            error(
                .fieldMissing, "\(what) lacks '\(locales[0].code)', the site's language", at: member.value.span,
                help: "the other languages fall back to it")
        } else {
            warnUntranslated(member, texts, locales, insteadOf: own)
        }
        return texts
    }

    package mutating func warnUntranslated(
        _ member: SourceNode.Member, _ texts: [String?], _ locales: [SiteLocale], insteadOf own: OwnWord? = nil
    ) {
        let missing = locales.indices.filter { texts[$0] == nil }.map { locales[$0].code }
            .filter { own?.text(in: $0) == nil }
        guard !missing.isEmpty else { return }
        diagnostics.append(
            Diagnostic(
                .warning, .localeMissing, "not translated: \(member.key) (\(missing.joined(separator: ", ")))",
                at: member.keySpan, help: "until it is written, the fallback is shown"))
    }
}

extension [SiteLocale] {
    /// Returns the only locale whose code is that of no language that Kairan knows, if a known one stands in the content.
    fileprivate func mistyped(for code: String) -> SiteLocale? {
        guard isLanguageTag(code), unknownPart(ofLanguage: code) == nil else { return nil }
        let doubtful = filter { locale in
            if let part = unknownPart(ofLanguage: locale.code) { return part.meant.map { $0 == code } ?? true }
            // Codes of three letters are too many to know.
            let isLong = locale.code.utf8.count == 3 && code.utf8.count == 2
            return isLong && nearestName(to: code, in: [locale.code]) != nil
        }
        return doubtful.count == 1 ? doubtful[0] : nil
    }
}

extension Diagnostic {
    package static func unknownLocale(
        _ code: String, among locales: [SiteLocale], at span: SourceSpan
    ) -> Diagnostic {
        // The same message for each place is told once, and the place of the cause is the only one to mend.
        if let mistyped = locales.mistyped(for: code), let place = mistyped.span {
            return Diagnostic(
                .error, .localeUnknown, "site.yml names '\(mistyped.code)', and the content has texts in '\(code)'",
                at: place, help: .write("did you mean '\(code)'?", code, for: mistyped.code))
        }
        return Diagnostic(
            .error, .localeUnknown, "site.yml names no locale '\(code)'", at: span,
            help: suggestion(for: code, in: locales.codes, kind: "locales"))
    }
}
