internal import KairanModel
internal import KairanReaders
internal import KairanTemplates

extension ContractGate {
    /// Returns the published files that nothing makes any more although they should exist (see `mayVanish`), including
    /// files that belong to no endpoint.
    func vanishedFiles(
        from manifest: VersionManifest?, of old: PublishedContract, now contract: VersionContract
    ) -> [ContractChange] {
        let folder = contract.version.folder
        let paths = Set(plan.jobs.map(\.path))
        let gone = (manifest?.files ?? []).lazy.map(\.path).filter {
            !paths.contains(folder + $0) && !VersionFile.describesVersions(folder + $0)
        }
        var choices = EarlierChoices(site: plan.site)
        return gone.compactMap { path -> ContractChange? in
            let makers = old.makers(of: path)
            guard !makers.isEmpty else { return vanishedOther(path, from: contract.version, &choices) }
            // If several endpoints may have made the file, it is enough that one lets it vanish.
            var change: ContractChange?
            for maker in makers {
                // If the endpoint itself is gone, that is reported instead.
                guard let endpoint = contract.endpoints.first(where: { $0.path == maker.path }),
                    !endpoint.parameters.isEmpty, let reason = reasonToStay(path, maker, endpoint, &choices)
                else { return nil }
                change = change ?? vanished(path, of: endpoint, reason)
            }
            return change
        }
    }

    /// Checks a file that belongs to no endpoint because it is not JSON. Which `for` published it is unknown.
    private func vanishedOther(
        _ path: String, from version: APIVersion, _ choices: inout EarlierChoices
    ) -> ContractChange? {
        let makers = plan.templates.templates.indices.filter { index in
            let template = plan.templates.templates[index]
            return template.path.hasPrefix(version.templateFolder)
                && OutputPattern(template.outputPath)?.values(in: version.folder + path) != nil
        }
        guard !makers.isEmpty else {
            return ContractChange(rule: .endpointRemoved, endpoint: path, path: "", message: "the file would be gone")
        }
        // If several templates may have made the file, it is enough that one lets it vanish.
        var reason: (text: String, endpoint: String, template: Int)?
        for outputPath in Set(makers.map { plan.templates.templates[$0].outputPath }).sorted() {
            let own = makers.filter { plan.templates.templates[$0].outputPath == outputPath }
            let name = String(outputPath.dropFirst(version.folder.count))
            guard let parameters = OutputPattern(name)?.values(in: path),
                let template = template(of: own, inLocale: parameters["locale"]),
                let text = reasonToStay(parameters, of: template, isAsPublished: true, &choices)
            else { return nil }
            reason = (text, name, template)
        }
        return reason.map { vanished(path, of: $0.endpoint, [$0.template], $0.text) }
    }

    private func vanished(_ path: String, of endpoint: EndpointContract, _ reason: String) -> ContractChange {
        vanished(path, of: endpoint.path, endpoint.templates, reason)
    }

    private func vanished(
        _ path: String, of endpoint: String, _ templates: [Int], _ reason: String
    ) -> ContractChange {
        let isOfEntry = templates.contains { plan.templates.templates[$0].iteration.query?.collection != nil }
        return ContractChange(
            rule: .pathValueRemoved, endpoint: endpoint, path: "", message: "'\(path)' would be gone; \(reason)",
            file: VanishedFile(path: path, reason: reason, isOfEntry: isOfEntry))
    }

    /// Returns why a file may not vanish without a report, or nil if it may.
    private func reasonToStay(
        _ path: String, _ old: EndpointContract, _ new: EndpointContract, _ choices: inout EarlierChoices
    ) -> String? {
        guard let parameters = new.pattern.values(in: path),
            let template = template(of: new.templates, inLocale: parameters["locale"])
        else { return nil }
        // If the files of a whole language or choice are gone, that is reported once.
        if parameters.contains(where: { name, text in
            old.removedValues(of: name, in: new).contains { $0.text == text }
        }) {
            return nil
        }
        let isAsPublished = plan.templates.templates[template].forWords.map(old.forWords.contains) ?? true
        return reasonToStay(parameters, of: template, isAsPublished: isAsPublished, published: old.entries, &choices)
    }

    private func reasonToStay(
        _ parameters: [String: String], of template: Int, isAsPublished: Bool, published: Set<String>? = nil,
        _ choices: inout EarlierChoices
    ) -> String? {
        var parameters = parameters
        if plan.site.settings.namesLocales { parameters["locale"] = nil }
        if mayVanish(parameters, of: template, isAsPublished: isAsPublished, published: published, &choices) {
            return nil
        }
        if isWithheld(parameters, of: plan.templates.templates[template]) {
            return "what is already published cannot go back to the preview"
        }
        return isAsPublished
            ? "a published file may go only when its entry is in the trash or its time is over"
            : "its 'for' has changed since it was published, so a file may go only when its entry is in the trash"
    }

    /// Returns the position of the template for a language, among templates that make the same files.
    private func template(of templates: [Int], inLocale code: String?) -> Int? {
        templates.first { index in
            plan.templates.templates[index].locale.map { plan.site.settings.locales[$0].code } == code
        } ?? templates.first
    }
}
