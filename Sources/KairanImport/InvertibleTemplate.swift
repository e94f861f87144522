internal import KairanBuild
internal import KairanModel
internal import KairanTemplates

/// A file that a template makes: its only one, or the one of an entry.
struct InvertibleOutput {
    var template: Template
    /// The id of the entry, if the template makes a file of each.
    var id: String?
}

/// Returns the template that makes the named endpoint, if all data of the endpoint, or of an entry, is in one file.
func invertibleTemplate(of endpoint: String, _ plan: OutputPlan) throws(OptionError) -> InvertibleOutput {
    let name = endpoint.hasSuffix(".json") || endpoint.hasSuffix(".geojson") ? endpoint : endpoint + ".json"
    let named = plan.templates.templates.filter { template in
        let path = template.pattern.text
        return path == name || path.hasSuffix("/" + name)
    }
    let rows = plan.templates.templates.compactMap { template in
        template.entryID(inName: name).map { InvertibleOutput(template: template, id: $0) }
    }
    if named.isEmpty, rows.count == 1 { return rows[0] }
    guard let template = named.first(where: { $0.pattern.text == name }) ?? named.first else {
        let known = plan.templates.templates.filter(\.isEndpoint).map(\.pattern.text)
        let help = suggestion(for: name, in: known, kind: "endpoints") ?? "the site has none"
        throw OptionError(description: "there is no endpoint '\(endpoint)'; \(help)")
    }
    guard named.count == 1 || template.pattern.text == name else {
        let paths = Set(named.map(\.pattern.text)).sorted()
        // The templates of an endpoint that is made once for each language share one path.
        if paths.count > 1 {
            throw OptionError(
                description: "'\(endpoint)' could be \(paths.joined(separator: " or ")); write one of them")
        }
        throw OptionError(description: "'\(paths[0])' is made once for each language, but import handles only one")
    }
    guard template.isEndpoint else {
        throw OptionError(description: "'\(template.path)' has no 'data' that import could read backwards")
    }
    guard case .once = template.iteration else {
        throw OptionError(
            description:
                "'\(template.pattern.text)' is one of many files; name one that has an entry, or an endpoint that has "
                + "everything in one"
        )
    }
    return InvertibleOutput(template: template)
}

extension Template {
    fileprivate var isEndpoint: Bool { if case .endpoint = kind { true } else { false } }

    /// Returns the id of the entry whose file has this name, which is a path in the site or an end of it.
    fileprivate func entryID(inName name: String) -> String? {
        guard isEndpoint, case .entries = iteration, pattern.placeholders == ["id"],
            let place = pattern.text.firstRange(of: "{id}")
        else { return nil }
        let (before, after) = (pattern.text[..<place.lowerBound], pattern.text[place.upperBound...])
        guard name.hasSuffix(after) else { return nil }
        let rest = name.dropLast(after.count)
        guard let slash = rest.lastIndex(of: "/").map({ rest.index(after: $0) }) else { return nil }
        let start =
            before.hasSuffix("/")
            ? slash
            : rest.index(slash, offsetBy: before.reversed().prefix { $0 != "/" }.count, limitedBy: rest.endIndex)
                ?? rest.endIndex
        let (folder, id) = (rest[..<start], rest[start...])
        guard !id.isEmpty, !after.contains("/"), before == folder || before.hasSuffix("/" + folder) else { return nil }
        return String(id)
    }
}
