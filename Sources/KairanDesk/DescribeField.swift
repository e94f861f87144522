internal import KairanContent
internal import KairanFormats
internal import KairanForms
internal import KairanModel
internal import KairanQueries
internal import KairanReaders
internal import KairanTemplates

/// Returns what a form has to know of a field.
func formField(_ field: FieldDeclaration, of declaration: CollectionDeclaration, in site: DeskSite) -> JSONValue {
    let form = EntryForm(declaration, in: site.content)
    let isBody = declaration.hasBody && field.name == "body"
    return .object(
        fieldMembers(field, form, isBody: isBody, site.settings)
            + [("isPulled", .boolean(declaration.source != nil && field.isPulled))]
            + [("together", .boolean(field.canChangeTogether(declaration)))])
}

private func fieldMembers(
    _ field: FieldDeclaration, _ form: EntryForm, isBody: Bool, _ settings: SiteSettings
) -> [(key: String, value: JSONValue)] {
    var members: [(key: String, value: JSONValue)] = [
        ("name", .string(field.name)), ("type", .string(field.typeWord)),
        ("label", .string(field.form.label ?? spoken(field.name))),
        ("help", .string(field.form.hint ?? "")), ("words", .string(form.valueWords(field))),
        ("example", .string(orNull: field.form.example ?? (isUnfamiliar(field.type) ? form.example(field) : nil))),
        ("required", .boolean(!field.mayBeLeftOut)),
        ("default", field.defaultValue.map { written($0, settings) } ?? .null),
        ("localized", .boolean(field.isLocalized && settings.namesLocales)), ("unique", .boolean(field.isUnique)),
        ("isBody", .boolean(isBody)), ("limits", .object(limits(of: field))),
        ("group", .string(orNull: field.form.group)),
    ]
    if case .choice(let choice) = field.type {
        members.append(
            (
                "options",
                .array(choice.options.map { ["value": .string($0.value), "label": .string($0.label)] })
            ))
    }
    if case .oneOf(let types) = field.type { members.append(("allowsNull", .boolean(types.allowsNull))) }
    let collection = if case .reference(let name) = field.type { name } else { field.keysOf }
    if let collection { members.append(("collection", .string(collection))) }
    if !field.parts.isEmpty {
        members.append(("parts", .array(field.parts.map { .object(fieldMembers($0, form, isBody: false, settings)) })))
    }
    return members
}

/// Returns whether people have to see a value of a type before they can write one.
private func isUnfamiliar(_ type: FieldType) -> Bool { [.duration, .version, .phone].contains(type) }

private func limits(of field: FieldDeclaration) -> [(key: String, value: JSONValue)] {
    let (limits, bounds) = (field.limits, field.type.kind.bounds)
    var members: [(key: String, value: JSONValue)] = []
    for (name, number) in [("minimum", limits.minimum), ("maximum", limits.maximum)] {
        if let number { members.append((name, .string(bounds.written(number)))) }
    }
    let counts = [
        ("kilobytes", limits.maximumKilobytes), ("width", limits.maximumWidth), ("height", limits.maximumHeight),
        ("neededWidth", limits.widths.last),
    ]
    for case (let name, let count?) in counts { members.append((name, .string("\(count)"))) }
    if let pattern = limits.matches { members.append(("matches", .string(pattern.text))) }
    if field.type == .url {
        members.append(("schemes", .array(limits.schemes.map(JSONValue.string))))
        members.append(("hosts", .array(limits.hosts.map(JSONValue.string))))
    }
    return members
}

extension DeskSite {
    /// Returns the defaults that are computed for an entry, by field. Nothing is known of them while the site has
    /// mistakes.
    func computedDefaults(of found: FoundEntry) -> JSONValue {
        guard let plan, let collection = content.position(of: found.declaration.name),
            let index = content.collections[collection].positions[found.id]
        else { return .object([]) }
        let evaluator = Evaluator(site: plan.site, form: .absolute)
        let entry = EntryReference(collection: collection, index: index)
        let fields = found.declaration.fields
        return .object(
            fields.indices.compactMap { index in
                guard let value = evaluator.computedDefault(ofField: index, of: entry) else { return nil }
                return (fields[index].name, shown(value))
            })
    }

    private func shown(_ value: Value) -> JSONValue {
        guard case .entry(let named) = value else { return written(value, settings) }
        let collection = content.collections[named.collection].declaration.name
        return .string(orNull: entry(content[named].id, of: collection).map(title))
    }
}

/// Returns a default as a form shows it. A default that is not one text is shown by its words.
private func written(_ value: Value, _ settings: SiteSettings) -> JSONValue {
    switch value {
    case .text(let text), .sitePath(let text), .html(let text): .string(text)
    case .integer(let number): .string("\(number)")
    case .decimal(let number): .string(number.description)
    case .boolean(let flag): .string("\(flag)")
    case .date(let date): .string(date.description)
    case .time(let time): .string(time.description)
    case .dateTime(let moment): .string(moment.description)
    case .version(let version): .string(version.description)
    case .choice(let index, let choice): .string(choice.options[index].value)
    case .list(let values): .array(values.map { written($0, settings) })
    case .member(_, let value): written(value, settings)
    case .missing, .localized, .markdown, .window, .schedule, .point, .asset, .entry, .record, .dictionary,
        .duration, .null:
        .null
    }
}

/// Returns a name as people would write it, such as `Image description` for `imageDescription`.
func spoken(_ name: String) -> String {
    var words = ""
    for letter in name {
        if letter == "_" || letter == "-" {
            words += " "
        } else if letter.isUppercase, words.last?.isLowercase == true {
            words += " " + letter.lowercased()
        } else {
            words.append(letter)
        }
    }
    return words.prefix(1).uppercased() + words.dropFirst()
}
