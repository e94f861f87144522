internal import KairanContent
internal import KairanModel

/// What somebody who fills in a field has to know: what it is, its limits, and an example.
struct FieldWords {
    let field: FieldDeclaration
    /// The entries that it may refer to.
    let ids: [String]

    var text: String {
        var parts = ["\(field.name): \(kind)"]
        parts += limits
        if field.isUnique { parts.append("different in every entry") }
        if field.isLocalized { parts.append("or one for each language") }
        if field.isOptional || field.defaultValue != nil { parts.append("may be left out") }
        return parts.joined(separator: "; ")
    }

    private var kind: String {
        switch field.type {
        case .text: "a text"
        case .markdown: "a text in Markdown"
        case .integer: "a whole number"
        case .decimal: "a number"
        case .boolean: "true or false"
        case .date: "a date, such as 2026-04-01"
        case .time: "a time, such as 18:30"
        case .dateTime: "a date with a time, such as 2026-04-01T18:30"
        case .url: "an address, such as https://example.org/"
        case .email: "an address, such as name@example.org"
        case .phone: "a telephone number"
        case .color: "a colour in quotes, such as \"#1d6f5c\""
        case .image: "a picture (PNG, JPEG, GIF or WebP), by its path from this file"
        case .file: "a file, by its path from this one"
        case .choice(let choice): "one of " + choice.options.map(option).joined(separator: ", ")
        case .version: "a version, such as 3.10.0"
        case .window: "when it is shown: { from: 2026-04-01, until: 2026-04-30 }, one of the two, or always"
        case .schedule: "on which days: daily, { weekly: [sat, sun] }, { dates: [2026-04-01] } …"
        case .point: "a place: latitude first, as maps copy it, such as 35.68, 139.77"
        case .reference(let collection): "the id of an entry of \(collection)\(known)"
        case .list: "a list; each is \(part)"
        case .record: "\(field.parts.map { "\($0.name): \($0.type)" }.joined(separator: ", "))"
        case .html, .dictionary: "\(field.type)"
        }
    }

    private var part: String {
        guard let part = field.parts.first else { return "a value" }
        let words = FieldWords(field: part, ids: ids)
        return ([words.kind] + words.limits).joined(separator: ", ")
    }

    private func option(_ option: Choice.Option) -> String {
        option.value == option.label ? option.value : "\(option.value) (\(option.label))"
    }

    /// Of a long list the first show what ids look like.
    private var known: String {
        ids.isEmpty ? "" : " (\(ids.prefix(8).joined(separator: ", "))\(ids.count > 8 ? " …" : ""))"
    }

    private var limits: [String] {
        let limits = field.limits
        let isList = if case .list = field.type { true } else { false }
        let unit = isList ? " of them" : ""
        return [
            range(limits.minimumLength.map(String.init), limits.maximumLength.map(String.init), " characters"),
            range(limits.minimum.map { "\($0)" }, limits.maximum.map { "\($0)" }, unit),
            limits.maximumKilobytes.map { "at most \($0) KB" },
            range(nil, limits.maximumWidth.map(String.init), " pixels wide"),
            range(nil, limits.maximumHeight.map(String.init), " pixels high"),
            limits.noneOf.map { "none of \($0.collection)" },
        ].compactMap(\.self)
    }

    private func range(_ minimum: String?, _ maximum: String?, _ unit: String) -> String? {
        switch (minimum, maximum) {
        case (let minimum?, let maximum?): "from \(minimum) to \(maximum)\(unit)"
        case (let minimum?, nil): "at least \(minimum)\(unit)"
        case (nil, let maximum?): "at most \(maximum)\(unit)"
        case (nil, nil): nil
        }
    }

    /// A value as YAML.
    var example: String {
        switch field.type {
        case .text, .markdown, .html, .dictionary: "…"
        case .integer, .decimal: field.limits.minimum.map { "\($0)" } ?? "1"
        case .boolean: "true"
        case .date: "2026-04-01"
        case .time: "18:30"
        case .dateTime: "2026-04-01T18:30"
        case .url: "https://example.org/"
        case .email: "name@example.org"
        case .phone: "03-5550-0100"
        case .color: "\"#1d6f5c\""
        case .image: "picture.png"
        case .file: "leaflet.pdf"
        case .choice(let choice): choice.options.first?.value ?? "…"
        case .version: "1.0.0"
        case .window: "{ from: 2026-04-01, until: 2026-04-30 }"
        case .schedule: "{ weekly: [sat, sun] }"
        case .point: "{ latitude: 35.6812, longitude: 139.7671 }"
        case .reference: ids.first ?? "id"
        case .list: "[\(field.parts.first.map { FieldWords(field: $0, ids: ids).example } ?? "…")]"
        case .record:
            "{ \(field.parts.map { "\($0.name): \(FieldWords(field: $0, ids: []).example)" }.joined(separator: ", ")) }"
        }
    }
}
