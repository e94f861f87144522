package import KairanModel
package import KairanReaders

/// The names of weekdays in content, starting with Sunday.
package let weekdayNames = ["sun", "mon", "tue", "wed", "thu", "fri", "sat"]

/// Reads `content/site.yml`.
package func readSiteSettings(_ file: SourceFile) -> Diagnosed<SiteSettings> {
    let read = readYAML(file)
    var settings = SiteSettings()
    guard let node = read.value else {
        settings.isComplete = false
        return Diagnosed(settings, read.diagnostics)
    }
    var reader = DeclarationReader()
    reader.diagnostics = read.diagnostics + file.directionMarks()
    guard let written = node.members ?? (node.isNull ? [] : nil) else {
        settings.isComplete = false
        reader.error(
            .declarationType, "site.yml must be a mapping, not \(node.kindName)", at: node.span,
            help: "write lines such as 'title: Harbour Board'")
        return Diagnosed(settings, reader.diagnostics)
    }
    // A misspelt name is one mistake, not two.
    let meant = written.compactMap { nearestName(to: $0.key, in: DeclarationWords.settings) }
    let missing = ["title", "url"].filter { node[$0] == nil && !meant.contains($0) }
    if !missing.isEmpty {
        let names = missing.map { "'\($0)'" }.joined(separator: " and ")
        let examples = ["title": "'title: Harbour Board'", "url": "'url: https://example.org/board/'"]
        reader.error(
            .fieldMissing, "site.yml must give \(names)", at: node.span,
            help: "write a line such as \(missing.compactMap { examples[$0] }.joined(separator: " and "))")
    }
    settings.isComplete = node["values"] != nil || !meant.contains("values")
    let members = node.isNull ? [] : reader.members(of: node, allowed: DeclarationWords.settings, what: "site.yml")
    // The time zone determines what `moment` means, even if it comes later in the file.
    for member in members where member.key == "timeZone" { reader.timeZone(member.value, of: &settings) }
    for member in members { reader.setting(member, of: &settings) }
    reader.locales(members.first { $0.key == "locales" }?.value, of: &settings)
    if let member = members.first(where: { $0.key == "firstLocaleAtRoot" }), !settings.namesLocales {
        reader.error(
            .localeNone, "the site has no locales", at: member.keySpan,
            help: "name them under 'locales', or remove 'firstLocaleAtRoot'")
    }
    if meant.contains("locales"), !settings.namesLocales {
        (settings.namesLocales, settings.isComplete) = (true, false)
    }
    return Diagnosed(settings, reader.diagnostics)
}

extension DeclarationReader {
    fileprivate mutating func setting(_ member: SourceNode.Member, of settings: inout SiteSettings) {
        let node = member.value
        guard !isInLanguages(member) else { return }
        switch member.key {
        case "title": settings.title = words(node, "'title'") ?? ""
        case "description": settings.description = shownText(node, "'description'") ?? ""
        case "language": language(node, of: &settings)
        case "author": settings.author = shownText(node, "'author'")
        case "dateFormat": settings.dateFormat = datePattern(node) ?? settings.dateFormat
        case "firstWeekday": firstWeekday(node, of: &settings)
        case "url": url(node, of: &settings)
        case "firstLocaleAtRoot": settings.firstLocaleAtRoot = boolean(node, "'firstLocaleAtRoot'") ?? false
        case "moment": moment(node, of: &settings)
        case "pictures":
            for member in members(of: node, allowed: ["widths", "keepNames"], what: "'pictures'") {
                if member.key == "widths" {
                    settings.pictureWidths = widths(member.value)
                } else {
                    settings.keepsPictureNames = boolean(member.value, "'keepNames'") ?? false
                }
            }
        case "values": values(node, of: &settings)
        case "ignored": settings.meant = meantWarnings(node)
        default: break
        }
    }

    /// Tells of a mapping of languages, as fields of entries have it, and says how the site names them.
    private mutating func isInLanguages(_ member: SourceNode.Member) -> Bool {
        let codes = (member.value.members ?? []).map(\.key)
        guard ["title", "description", "dateFormat"].contains(member.key), let other = codes.last,
            codes.allSatisfy(isLanguageTag)
        else { return false }
        error(
            .declarationType, "'\(member.key)' must be text, not a mapping", at: member.value.span,
            help: "write that of the first language here, and each other as in "
                + "locales: { \(other): { name: …, \(member.key): … } }")
        return true
    }

    private mutating func language(_ node: SourceNode, of settings: inout SiteSettings) {
        guard let tag = name(node, "'language'") else { return }
        settings.languageSpan = node.span
        guard isLanguageTag(tag) else { return notALanguage(tag, at: node.span) }
        settings.language = tag
        checkLanguage(tag, at: node.span)
    }

    /// Warns of an unknown code. It is no error, because new codes are added over time.
    mutating func checkLanguage(_ tag: String, at span: SourceSpan) {
        guard let part = unknownPart(ofLanguage: tag) else { return }
        diagnostics.append(
            Diagnostic(
                .warning, .languageUnknown, "'\(part.text)' is not a \(part.kind) that Kairan knows", at: span,
                help: part.meant.map { .write("did you mean '\($0)'?", $0, for: tag) }
                    ?? "write one such as ja, en-GB or zh-Hant"))
    }

    mutating func notALanguage(_ tag: String, at span: SourceSpan) {
        error(
            .languageForm, "'\(tag)' is not the code of a language", at: span,
            help: nearestLanguageTag(to: tag).map {
                Help("did you mean '\($0)'?", .write($0, for: tag, isCertain: false))
            }
                ?? "write one such as ja, en-GB or zh-Hant")
    }

    mutating func datePattern(_ node: SourceNode) -> String? {
        guard let pattern = text(node, "'dateFormat'") else { return nil }
        if DatePattern.isValid(pattern) { return pattern }
        let mistake = DatePattern.mistake(in: pattern)
        error(
            .timePattern, "'\(pattern)' is not a date pattern: \(mistake.reason)", at: node.span,
            help: Help(mistake.help))
        return nil
    }

    private mutating func firstWeekday(_ node: SourceNode, of settings: inout SiteSettings) {
        guard let name = text(node, "'firstWeekday'") else { return }
        guard let weekday = weekdayNames.firstIndex(of: name) else {
            return error(
                .timeWeekday, "'\(name)' is not a day of the week", at: node.span,
                help: suggestion(for: name, in: weekdayNames, kind: "write"))
        }
        settings.firstWeekday = weekday
    }

    private mutating func url(_ node: SourceNode, of settings: inout SiteSettings) {
        guard let text = name(node, "'url'") else { return }
        guard let parts = splitSiteURL(text) else {
            error(
                .urlInvalid, "'\(text)' is not the address of a site", at: node.span,
                help: "write where the site will be, such as https://example.org/board/")
            return
        }
        (settings.origin, settings.host, settings.basePath) = parts
    }

    fileprivate mutating func timeZone(_ node: SourceNode, of settings: inout SiteSettings) {
        guard let name = name(node, "'timeZone'") else { return }
        guard let zone = SiteTimeZone(identifier: name) else {
            error(
                .timeZone, "there is no time zone '\(name)'", at: node.span,
                help: SiteTimeZone.nearestIdentifier(to: name).map {
                    Help("did you mean '\($0)'?", .write($0, for: name, isCertain: false))
                }
                    ?? "use a name of the IANA time zone database, such as Asia/Tokyo")
            return
        }
        settings.timeZone = zone
    }

    private mutating func moment(_ node: SourceNode, of settings: inout SiteSettings) {
        guard let text = text(node, "'moment'") else { return }
        switch settings.timeZone.readMomentOrDay(text) {
        case .success(let moment): settings.moment = moment
        case .failure(let mistake):
            error(mistake.rule, mistake.message(for: text), at: node.span, help: mistake.advice(for: text))
        }
    }

    private mutating func values(_ node: SourceNode, of settings: inout SiteSettings) {
        guard let members = node.members else {
            settings.isComplete = false
            return error(
                .declarationType, "'values' must be a mapping, not \(node.kindName)", at: node.span,
                help: "write a line for each, such as 'students: 5820', indented")
        }
        for member in members {
            guard canNameValue(member) else { continue }
            if !isSingle(member.value) {
                settings.isComplete = false
            } else if let (value, type) = day(member.value, in: settings.timeZone) ?? constant(member.value, "a value")
            {
                settings.values.append((member.key, value, type))
            } else {
                // The number has a wrong form, but templates that use it are not to blame.
                settings.values.append((member.key, .decimal(DecimalNumber(0)), .decimal))
            }
        }
    }

    private mutating func isSingle(_ node: SourceNode) -> Bool {
        if node.scalar != nil, !node.isNull { return true }
        error(
            .declarationType,
            "a value must be a text, a number, a date, a moment, or true or false, not \(node.kindName)",
            at: node.span,
            help: node.isNull
                ? "write it after the colon" : "give each part a name of its own, or make them a collection")
        return false
    }

    /// Reads a date or a moment without quotes, and returns nil for anything else. One that does not exist is reported,
    /// and then another one stands for it, as templates that use it are not to blame.
    private mutating func day(_ node: SourceNode, in timeZone: SiteTimeZone) -> (Value, FieldType)? {
        guard case .scalar(let text, .plain) = node.content,
            text.prefixMatch(of: /[0-9]{4}-[0-9]{1,2}-[0-9]{1,2}($|[T ][0-9]{1,2}:)/) != nil
        else { return nil }
        guard text.contains(":") else {
            if let date = LocalDate(text) { return (.date(date), .date) }
            if !reportShortDate(node) {
                error(
                    .timeInvalid, "there is no '\(text)' in the calendar", at: node.span,
                    help: "write another day, or \"\(text)\" in quotes to make it text")
            }
            return (.date(LocalDate(daysSinceEpoch: 0)), .date)
        }
        switch timeZone.read(text) {
        case .success(let moment): return (.dateTime(moment), .dateTime)
        case .failure(let mistake):
            error(
                mistake.rule, mistake.message(for: text), at: node.span,
                help: "\(mistake.help), or \"\(text)\" in quotes to make it text")
            return (.dateTime(timeZone.dateTime(epochSeconds: 0)), .dateTime)
        }
    }

    private mutating func canNameValue(_ member: SourceNode.Member) -> Bool {
        if SiteSettings.reservedValueNames.contains(member.key) {
            error(
                .fieldReserved, "'site.\(member.key)' has a meaning of its own and cannot name a value",
                at: member.keySpan, help: "give it another name")
            return false
        }
        // Otherwise no path in a template could name it.
        guard member.key.wholeMatch(of: /[A-Za-z0-9_\-]+/) != nil else {
            error(
                .fieldName, "'\(member.key)' cannot name a value", at: member.keySpan,
                help: "use letters, digits and '_'")
            return false
        }
        return true
    }
}
