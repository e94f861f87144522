internal import KairanContent
internal import KairanModel

extension OutputPlan {
    /// Whether a file that was published may be gone without a word: when the `for` that published it chose what it is of
    /// at an earlier moment, or what it is of is in the trash.
    ///
    /// - Parameters:
    ///   - parameters: What stood in its path.
    ///   - isAsPublished: Whether the template has the `for` that made the file; what time did to another nobody knows.
    ///   - published: The ids of what it was made of, or one of these; nil where the path tells.
    func mayVanish(
        _ parameters: [String: String], of index: Int, isAsPublished: Bool, published: Set<String>? = nil,
        _ choices: inout [Int: EarlierChoice]
    ) -> Bool {
        let template = templates.templates[index]
        // Clients find them by an index, which is there as long as the endpoint.
        if template.makesParts { return true }
        guard let query = template.iteration.query else { return false }
        let paths = site.schema.paths(of: template)
        // Made once for all of its files.
        var past = choices[index] ?? EarlierChoice(site, query, by: paths, template.locale, published: published)
        defer { choices[index] = past }
        if case .pages(_, let size, _) = template.iteration {
            guard isAsPublished, let number = parameters["page"].flatMap(Int32.init) else { return false }
            let (before, left) = (query.skip + (Int(number) - 1) * size, past.countLeft)
            // The others that were published have room on the pages before.
            return left > 0 && (published?.count ?? past.countStaying + left) - left <= before
        }
        if parameters.contains(where: { isInTrash($1, paths[$0]) }) { return true }
        let entries = past.entries(of: parameters)
        // Where one stays, a limit leaves it out.
        return !entries.contains(where: past.stays)
            && entries.contains(where: isAsPublished ? past.hasLeft : past.isInTrash)
    }

    /// Whether a path's value is itself an entry that is in the trash.
    private func isInTrash(_ id: String, _ path: Path?) -> Bool {
        guard case .reference(let collection)? = path?.type.elementOfList else { return false }
        return site.content.deletion(of: id, in: collection) != nil
    }

    /// Whether only the preview has the entry that a file was of.
    func isWithheld(_ parameters: [String: String], of template: Template) -> Bool {
        guard case .entries(let query) = template.iteration else { return false }
        let paths = site.schema.paths(of: template)
        let evaluator = Evaluator(site: site, form: .fromRoot)
        return site.content.withheld.contains { withheld in
            withheld.collection == query.collection
                && parameters.allSatisfy { name, text in
                    switch paths[name]?.steps ?? [] {
                    case [.id]: return withheld.entry.id == text
                    case let steps:
                        guard case .field(let index)? = steps.first else { return true }
                        return evaluator.plainText(
                            evaluator.value(Array(steps.dropFirst()), of: withheld.entry.values[index])) == text
                    }
                }
        }
    }
}
