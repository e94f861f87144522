internal import KairanBuild
internal import KairanModel
internal import KairanTemplates

/// Returns the template that makes the named endpoint, if the endpoint has all of its data in one file.
func invertibleTemplate(of endpoint: String, _ plan: OutputPlan) throws(OptionError) -> Template {
    let name = endpoint.hasSuffix(".json") || endpoint.hasSuffix(".geojson") ? endpoint : endpoint + ".json"
    let named = plan.templates.templates.filter { template in
        let path = template.pattern.text
        return path == name || path.hasSuffix("/" + name)
    }
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
                "'\(template.pattern.text)' is one of many files; import needs an endpoint that has everything in one"
        )
    }
    return template
}

extension Template {
    fileprivate var isEndpoint: Bool { if case .endpoint = kind { true } else { false } }
}
