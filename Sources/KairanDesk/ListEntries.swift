internal import KairanContent
internal import KairanFormats
internal import KairanModel
internal import KairanReaders

extension Desk {
    /// Returns a line for each entry of a collection, with all that a list is sorted and filtered by.
    ///
    /// - Parameter columns: The names of fields, between commas, whose values are listed too.
    func listEntries(of name: String, columns: String? = nil) throws -> JSONValue {
        let site = try site()
        guard let declaration = site.declarations.collection(name) else { throw noCollection(name) }
        var mistakes: [String: Int] = [:]
        for mistake in site.mistakes where mistake.collection == name && mistake.diagnostic.severity == .error {
            if let id = mistake.id { mistakes[id, default: 0] += 1 }
        }
        let fields = (columns ?? "").split(separator: ",").compactMap { column in
            declaration.fields.firstIndex { $0.name == column }
        }
        let git = git
        let changed = git.top == nil ? [] : Set(try changedFiles(in: git).map(\.path))
        return .object([
            ("build", .integer(site.number)),
            (
                "entries",
                .array(
                    site.entries(of: declaration).map {
                        site.row($0, mistakes[$0.id] ?? 0, isChanged: changed.contains($0.span.path), fields)
                    })
            ),
        ])
    }

    func noCollection(_ name: String) -> DeskRefusal { DeskRefusal(404, "There is no collection '\(name)'.") }
}

extension DeskSite {
    fileprivate func row(_ found: FoundEntry, _ mistakes: Int, isChanged: Bool, _ fields: [Int]) -> JSONValue {
        let window = window(of: found)
        return .object([
            ("id", .string(found.id)), ("title", .string(title(of: found))),
            ("state", .string(state(of: found, window))),
            ("from", .string(orNull: window?.from.map(written))),
            ("until", .string(orNull: window.flatMap { $0.lastDay?.description ?? $0.until.map(written) })),
            ("mistakes", .integer(mistakes)), ("file", .string(found.span.path)), ("isChanged", .boolean(isChanged)),
            ("choices", .object(choices(of: found))), ("points", .object(points(of: found))),
            ("columns", .array(fields.map { .string(shortened(words(found.value(ofField: $0)))) })),
        ])
    }

    private func written(_ moment: DateTime) -> String { moment.date.description }

    /// Returns the entry's first window, which is nearly always its only one.
    /// A row has room for a few words.
    private func shortened(_ words: [String]) -> String {
        let text = words.joined(separator: ", ")
        return text.utf8.count > 200 ? String(text.prefix(200)) : text
    }

    func window(of found: FoundEntry) -> Window? {
        for (index, field) in found.declaration.fields.enumerated() where field.type == .window {
            if case .window(let window) = found.value(ofField: index) { return window }
        }
        return nil
    }

    func state(of found: FoundEntry, _ window: Window?) -> String {
        switch found.kind {
        case .trash: "trash"
        case .draft: "draft"
        case .broken: "broken"
        case .live:
            switch window?.phase(at: moment) ?? .now {
            case .now: "shown"
            case .future: "coming"
            case .past: "over"
            }
        }
    }

    /// Returns the points of an entry, for the small map of a form.
    private func points(of found: FoundEntry) -> [(key: String, value: JSONValue)] {
        found.declaration.fields.enumerated().compactMap { index, field in
            guard field.type == .point, case .point(let point) = found.value(ofField: index) else { return nil }
            return (
                field.name,
                [
                    "latitude": .string(point.latitude.description),
                    "longitude": .string(point.longitude.description),
                ]
            )
        }
    }

    private func choices(of found: FoundEntry) -> [(key: String, value: JSONValue)] {
        found.declaration.fields.enumerated().compactMap { index, field in
            guard case .choice(let choice) = field.type, case .choice(let option, _) = found.value(ofField: index)
            else { return nil }
            return (field.name, .string(choice.options[option].value))
        }
    }
}
