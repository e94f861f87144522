internal import KairanContent
internal import KairanFormats
internal import KairanMarkdown
internal import KairanModel
internal import KairanQueries
internal import KairanReaders
internal import KairanTemplates

/// The texts and schedules of an entry as pages show them, each by the way to it in a form, such as `steps.0.text`.
struct RenderedValues {
    private(set) var html: [(key: String, value: JSONValue)] = []
    private(set) var days: [(key: String, value: JSONValue)] = []
    let site: DeskSite
    /// The address of the site's home in the preview.
    let home: String

    init(of site: DeskSite, at home: String) { (self.site, self.home) = (site, home) }

    /// - Parameter given: The value as the form has it. Its elements without a value are not in the file.
    mutating func add(_ value: Value, _ given: SourceNode, at path: String) {
        switch value {
        case .markdown(let text): html.append((path, .string(html(of: text))))
        case .schedule(let schedule): days.append((path, nextDays(of: schedule)))
        case .localized(let values):
            for (locale, value) in zip(site.settings.locales, values) {
                add(value, given, at: "\(path).\(locale.code)")
            }
        case .list(let values):
            let elements = (given.elements ?? []).enumerated().filter { !$0.element.isNull }
            for ((index, element), value) in zip(elements, values) { add(value, element, at: "\(path).\(index)") }
        case .record(let values, let type):
            for (field, value) in zip(type.fields, values) {
                guard let member = given[field.name] else { continue }
                add(value, member, at: "\(path).\(field.name)")
            }
        case .dictionary(let pairs):
            // The form has a row for each key.
            for (index, row) in (given.elements ?? []).enumerated() {
                guard let value = pairs.first(where: { $0.key == row["key"]?.text })?.value, let given = row["value"]
                else { continue }
                add(value, given, at: "\(path).\(index).value")
            }
        case .member(_, let value):
            if let given = given["value"] { add(value, given, at: "\(path).value") }
        case .missing, .text, .html, .sitePath, .integer, .decimal, .boolean, .date, .time, .dateTime, .duration,
            .version, .window, .point, .asset, .choice, .entry, .null:
            break
        }
    }

    /// Adds a field of an entry. Records in it may be entries too, which are found by their ids.
    mutating func add(_ name: String, of found: FoundEntry, _ given: SourceNode, at path: String) {
        guard let index = found.declaration.fields.firstIndex(where: { $0.name == name }) else { return }
        let field = found.declaration.fields[index]
        guard let child = field.entriesOf.flatMap(site.declarations.collection) else {
            return add(found.value(ofField: index), given, at: path)
        }
        for (index, record) in (given.elements ?? []).enumerated() {
            guard let id = record[child.idField ?? "id"]?.text,
                let entry = site.entry(child.id(id, in: found.id), of: child.name)
            else { continue }
            for member in record.members ?? [] {
                add(member.key, of: entry, member.value, at: "\(path).\(index).\(member.key)")
            }
        }
    }

    /// Returns a text as its page has it. A form asks for pictures by their paths, as they may not be published yet.
    private func html(of text: Markdown) -> String {
        text.rendered.html(word(in: site.settings.locales[text.locale])) { address(of: $0, in: text) }
    }

    private func word(in locale: SiteLocale) -> (OwnWord) -> String {
        { word in site.plan?.site.schema.word(word, in: locale) ?? word.text(in: locale.code) ?? word.english }
    }

    private func address(of link: RenderedMarkdown.Link, in text: Markdown) -> String {
        let path = link.span.path
        if link.isImage {
            let picture = linkedPath(link.destination, from: folder(of: path).dropFirst("content/".count))
            return picture.map { escapedPath("/" + $0.path) } ?? link.destination
        }
        // With some mistakes, nobody knows where the site's pages will be.
        guard let built = site.plan?.site else { return link.destination }
        return switch built.target(of: link.destination, from: path, in: text.locale) {
        case .output(let page, let suffix):
            home + built.address(ofOutput: page, .fromRoot).dropFirst(site.settings.basePath.count) + suffix
        case .sitePath(let path): home + path.dropFirst()
        case .samePage, .external, .missing: link.destination
        }
    }

    private func nextDays(of schedule: Schedule) -> JSONValue {
        let today = site.today.daysSinceEpoch
        let days = site.content.whole(schedule).days(in: today..<today + 400).prefix(10)
        return .array(days.map { .string(LocalDate(daysSinceEpoch: $0).description) })
    }
}

extension Desk {
    /// Returns what a form has to know of an entry that was tried. The preview shows its pages from now on to whoever asks
    /// by the name of the form.
    func checked(
        _ trial: EntryTrial, _ changes: [SourceNode.Member], in form: String?
    ) -> [(key: String, value: JSONValue)] {
        let (site, found) = (trial.files.site, trial.opened.found)
        var pages: [String] = []
        // A build with mistakes makes no pages, so those before stay.
        if let form, !trial.files.built.result.diagnostics.hasErrors {
            preview.show(trial.files.built.result, typedIn: form)
            pages = site.pages(of: found)
        }
        return trial.checked(changes, home: home) + [("pages", .array(pages.map { .string(home + $0) }))]
    }
}

extension EntryTrial {
    /// Returns the mistakes, and what pages would show of the texts and schedules in some changes.
    func checked(_ changes: [SourceNode.Member], home: String) -> [(key: String, value: JSONValue)] {
        var rendered = RenderedValues(of: files.site, at: home)
        let declaration = opened.found.declaration
        var defaults = JSONValue.object([])
        if let found = files.site.entry(opened.found.id, of: declaration.name) {
            defaults = files.site.computedDefaults(of: found)
            for change in changes {
                rendered.add(change.key, of: found, change.value, at: change.key)
            }
        }
        return [
            ("mistakes", .array(mistakes.map(\.json))), ("html", .object(rendered.html)),
            ("days", .object(rendered.days)), ("defaults", defaults),
        ]
    }
}
