internal import KairanContent
internal import KairanModel

/// A description for people who fill in a field: its type, its limits, and an example.
struct FieldWords {
    let field: FieldDeclaration
    /// The entries to which the field may refer.
    let ids: [String]

    var text: String {
        ([field.form.label, field.form.hint].compactMap(\.self) + [values]).joined(separator: "; ")
    }

    /// A description of the values alone.
    var values: String {
        var parts = [kind] + limits
        if field.isUnique { parts.append("different in every entry") }
        parts += languages
        if field.mayBeLeftOut { parts.append("may be left out") }
        return parts.joined(separator: "; ")
    }

    private var kind: String {
        if case .list = field.type { return "a list; each is \(part)" }
        if field.type == .record(.audience) { return field.type.kind.meaning }
        if case .record = field.type {
            return field.parts.map { part in
                "\(part.name): \(part.type)" + (part.isLocalized ? " (or one for each language)" : "")
            }.joined(separator: ", ")
        }
        if case .dictionary = field.type { return "\(field.meaning)\(known); each value is \(part)" }
        if case .oneOf(let types) = field.type {
            let kinds = field.parts.map { FieldWords(field: $0, ids: ids) }.map {
                ([$0.kind] + $0.limits).joined(separator: ", ")
            }
            return (kinds + (types.allowsNull ? [OneOf.null] : [])).joined(separator: "; or ")
        }
        if case .reference = field.type { return field.type.kind.meaning + known }
        if let pattern = field.pattern { return "a text with names of \(pattern.collection) in braces, such as {id}" }
        return field.type.kind.meaning
    }

    private var part: String {
        guard let part = field.parts.first else { return "a value" }
        let words = FieldWords(field: part, ids: field.keysOf == nil ? ids : [])
        return ([words.kind] + words.limits + words.languages).joined(separator: ", ")
    }

    private var languages: [String] { field.isLocalized ? ["or one for each language"] : [] }

    /// The known ids. Of a long list, only the first are shown.
    private var known: String {
        ids.isEmpty ? "" : " (\(ids.prefix(8).joined(separator: ", "))\(ids.count > 8 ? " …" : ""))"
    }

    private var limits: [String] {
        let (limits, bounds) = (field.limits, field.type.kind.bounds)
        let unit: String
        if case .list = field.type {
            unit = " of them"
        } else if case .dictionary = field.type {
            unit = " keys"
        } else {
            unit = field.type == .text ? " characters" : ""
        }
        return [
            range(limits.minimum.map(bounds.written), limits.maximum.map(bounds.written), unit),
            limits.maximumKilobytes.map { "at most \($0) KB" },
            range(nil, limits.maximumWidth.map(String.init), " pixels wide"),
            range(nil, limits.maximumHeight.map(String.init), " pixels high"),
            limits.matches.map { "matches \($0.text)" },
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

    /// An example of a value as YAML.
    var example: String {
        if let example = field.form.example { return example }
        if field.type == .record(.audience) { return field.type.kind.example }
        if case .list = field.type {
            return "[\(field.parts.first.map { FieldWords(field: $0, ids: ids).example } ?? "…")]"
        }
        if case .record = field.type {
            let parts = field.parts.map { "\($0.name): \(FieldWords(field: $0, ids: []).example)" }
            return "{ \(parts.joined(separator: ", ")) }"
        }
        if let part = field.parts.first {
            let example = FieldWords(field: part, ids: field.keysOf == nil ? ids : []).example
            if case .dictionary = field.type { return "{ \(ids.first ?? "key"): \(example) }" }
            if case .oneOf = field.type { return example }
        }
        if case .reference = field.type, let id = ids.first { return id }
        let kind = field.type.kind
        let minimum = field.type == .text ? nil : field.limits.minimum
        return minimum.map(kind.bounds.written) ?? kind.example
    }
}
