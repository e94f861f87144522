internal import KairanContent
internal import KairanModel
internal import KairanQueries

extension OutputPlan {
    /// Finds outputs that share a path. Paths that differ only in case count too, as some file systems treat `A` like
    /// `a`.
    func collisions() -> [Diagnostic] {
        // Nearly always all paths differ, and hashes show that faster. Two normal forms of a path are equal strings, so
        // their hashes are equal too.
        if !site.hasAgreements, Set(jobs.map { inSmallLetters($0.path).hashValue }).count == jobs.count { return [] }
        var seen: [String: Int] = [:]
        seen.reserveCapacity(jobs.count)
        var pairs: Set<[Int]> = []
        var diagnostics: [Diagnostic] = []
        for index in jobs.indices {
            let path = inSmallLetters(jobs[index].path)
            if path == agreementsPath, site.hasAgreements { diagnostics.append(ofAgreements(jobs[index])) }
            guard let first = seen.updateValue(index, forKey: path) else { continue }
            let job = jobs[index]
            // Two templates that collide in every entry are one mistake, and so is one template whose entries collide.
            let pair = [job.template, jobs[first].template]
            let isOfEntries = pair[0] == pair[1] && job.path != jobs[first].path
            if isOfEntries || pairs.insert(pair).inserted { diagnostics.append(collision(job, jobs[first])) }
        }
        return diagnostics
    }

    private func ofAgreements(_ job: OutputJob) -> Diagnostic {
        Diagnostic(
            .error, .outputDuplicate, "'\(job.path)' is also the file that keeps what users agreed to",
            at: templates.templates[job.template].span, help: "publish it at another path")
    }

    private func collision(_ job: OutputJob, _ other: OutputJob) -> Diagnostic {
        let (template, otherTemplate) = (templates.templates[job.template], templates.templates[other.template])
        let evaluator = Evaluator(site: site, form: .fromRoot)
        let span = evaluator.place(of: job.item, template)
        let otherSpan = evaluator.place(of: other.item, otherTemplate)
        let otherPlace = otherSpan.map { "\($0.path):\($0.line)" } ?? otherTemplate.path
        // Two names that look the same are a riddle without this.
        let looksSame = !job.path.isSameName(as: other.path)
        guard job.template == other.template else {
            let form = looksSame ? ", in another Unicode normal form" : ""
            return job.path == other.path
                ? Diagnostic(
                    .error, .outputDuplicate, "'\(job.path)' is also made by \(otherTemplate.path)\(form)",
                    at: template.span,
                    help: "publish one of the two at another path")
                : differsInCase(job, other, otherTemplate.path, at: template.span)
        }
        guard job.path == other.path else {
            var mistake = differsInCase(job, other, otherPlace, at: span ?? template.span)
            mistake.related = otherSpan.map { [RelatedPlace($0, "the other one")] } ?? []
            return mistake
        }
        let names = template.pattern.placeholders.map { "{\($0)}" }.joined(separator: " and ")
        let place = span.map { "\($0.path):\($0.line)" } ?? template.path
        let forms = looksSame ? ", in two Unicode normal forms" : ""
        return Diagnostic(
            .error, .outputDuplicate,
            "'\(job.path)' is made twice: \(names) is the same in \(otherPlace) and \(place)\(forms)",
            at: template.span,
            help: "put \(missingNames(template)) into the template's path, or make one file of all of them with 'by'")
    }

    /// Returns the placeholders that are missing in a path so that it tells all entries apart.
    private func missingNames(_ template: Template) -> String {
        guard case .reference(let collection)? = template.iteration.query?.element else { return "{id}" }
        let names = site.schema.declarations.pathsOfID(in: collection)
        let missing = names.filter { !template.pattern.placeholders.contains($0) }
        return (missing.isEmpty ? names : missing).map { "{\($0)}" }.joined(separator: " and ")
    }

    private func differsInCase(
        _ job: OutputJob, _ other: OutputJob, _ otherPlace: String, at span: SourceSpan
    ) -> Diagnostic {
        let isOfGroup = if case .group = job.item { job.template == other.template } else { false }
        return Diagnostic(
            .error, .outputCase, "'\(job.path)' and '\(other.path)' (of \(otherPlace)) differ only in case", at: span,
            help: (isOfGroup ? "write it in one way in all entries: " : "")
                + "some file systems keep only one of them")
    }
}

/// Returns the text in lower case. Nearly every path is so already, and is returned as it is.
func inSmallLetters(_ path: String) -> String {
    let bytes = path.utf8.span
    for index in bytes.indices where bytes[index] >= 0x80 || bytes[index] &- UInt8(ascii: "A") < 26 {
        return path.lowercased()
    }
    return path
}
