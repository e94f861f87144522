internal import KairanContent
internal import KairanModel
internal import KairanQueries

extension Schema {
    /// Returns whether a template makes its outputs once for each locale.
    func isLocalized(_ head: TemplateHead) -> Bool {
        declarations.settings.namesLocales && head.pattern.placeholders.contains("locale")
    }

    /// Returns the placeholders that distinguish the outputs of one locale.
    func placeholders(of head: TemplateHead) -> [String] {
        head.pattern.placeholders.filter { $0 != "locale" || !declarations.settings.namesLocales }
    }
}

extension Template {
    /// Returns a copy of the template for each locale if `{locale}` is in its path. Planning and rendering then need to
    /// know no more about languages than the position of the template's locale.
    func inEach(of settings: SiteSettings) -> [Template] {
        guard settings.namesLocales, pattern.placeholders.contains("locale") else { return [self] }
        return settings.locales.indices.map { position in
            let code = settings.locales[position].code
            var template = self
            template.locale = position
            // What begins with the locale are pages and what is for their readers. Apps know the addresses of all else.
            let folder = settings.folder(ofLocale: position)
            template.pattern = template.pattern.replacingFirstFolder("locale", by: folder)
                .replacing("locale", by: code)
            if case .pages(let query, let size, let first) = iteration {
                let path = first.map { $0.hasPrefix("{locale}/") ? folder + $0.dropFirst("{locale}/".count) : $0 }
                template.iteration = .pages(query, size: size, first: path?.replacing("{locale}", with: code))
            }
            return template
        }
    }
}

extension OutputPattern {
    func replacing(_ name: String, by text: String) -> OutputPattern {
        OutputPattern(parts: parts.map { $0 == .placeholder(name) ? .literal(text) : $0 })
    }

    /// Replaces a placeholder that is the first folder of the path.
    ///
    /// - Parameter folder: The folder with a slash; empty for none.
    fileprivate func replacingFirstFolder(_ name: String, by folder: String) -> OutputPattern {
        guard parts.count > 1, parts[0] == .placeholder(name), case .literal(let rest) = parts[1], rest.hasPrefix("/")
        else { return self }
        let start = folder + rest.dropFirst()
        return OutputPattern(parts: (start.isEmpty ? [] : [.literal(start)]) + parts[2...])
    }
}

/// The identity of an output that is the same in every language.
struct TranslatedItem: Hashable {
    /// The position of the template's copy for the first locale.
    var template: Int
    var item: Value
}

extension OutputJob {
    fileprivate func translated(_ template: Template) -> TranslatedItem? {
        guard template.isPage, let locale = template.locale else { return nil }
        let value: Value
        switch item {
        case .entry(let entry, _, _): value = entry
        case .page(let number, _): value = .integer(number)
        // A label differs between languages, and so may the entries, so neither identifies the group.
        case .group(.record(let values, _)):
            if case .values = template.iteration { value = values[0] } else { value = .list(values.dropLast()) }
        default: value = .missing
        }
        return TranslatedItem(template: self.template - locale, item: value)
    }
}

extension OutputPlan {
    /// Finds the pages that exist in several languages, with the job of each language.
    func findTranslations() -> [TranslatedItem: [Int?]] {
        var found: [TranslatedItem: [Int?]] = [:]
        for position in jobs.indices {
            let template = templates.templates[jobs[position].template]
            guard let locale = template.locale, let item = jobs[position].translated(template) else { continue }
            found[item, default: Array(repeating: nil, count: site.settings.locales.count)][locale] = position
        }
        return found
    }

    /// Finds the start page of each locale.
    func findHomes() -> [String?] {
        let paths = site.settings.locales.indices.map { site.settings.folder(ofLocale: $0) + "index.html" }
        let made = Set(jobs.lazy.map(\.path).filter(paths.contains))
        return paths.map { made.contains($0) ? $0 : nil }
    }

    /// Returns the start page of the locale of a template that makes its outputs once for each locale; nil if there is
    /// none.
    func home(of template: Template) -> String? { template.locale.flatMap { homes[$0] } }

    /// Returns the paths of the same page in the site's locales, with their positions. The list is empty for a page in
    /// one language.
    func translatedPaths(of position: Int) -> [(locale: Int, path: String)] {
        guard !translations.isEmpty else { return [] }
        let job = jobs[position]
        let positions = job.translated(templates.templates[job.template]).flatMap { translations[$0] } ?? []
        let paths = positions.enumerated().compactMap { locale, position in
            position.map { (locale: locale, path: jobs[$0].path) }
        }
        return paths.count > 1 ? paths : []
    }

    /// See `Schema.translation`.
    func translations(of position: Int) -> [Value] {
        translatedPaths(of: position).map { locale, path in
            let settings = site.settings.locales[locale]
            return .record(
                [
                    .text(settings.code), .text(settings.name), .text(site.address(ofOutput: path, .absolute)),
                    .text(site.address(ofOutput: path, .fromRoot)), .boolean(path == jobs[position].path),
                    .boolean(locale == 0),
                ], Schema.translation)
        }
    }
}
