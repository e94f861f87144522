internal import KairanContent
internal import KairanModel
internal import KairanQueries
internal import KairanTemplates

extension ContractGate {
    /// Returns whether a published file may vanish without a report. It may if the `for` that published it chose its
    /// element at an earlier moment, or if its element is in the trash.
    ///
    /// - Parameters:
    ///   - parameters: The values in the file's path.
    ///   - isAsPublished: Whether the template still has the `for` that made the file.
    ///     If it has another one, only the trash explains a missing file, because the earlier choices are unknown.
    ///   - published: The ids of the entries that the file may have been made of; nil if the path holds the id.
    func mayVanish(
        _ parameters: [String: String], of index: Int, isAsPublished: Bool, published: Set<String>? = nil,
        _ choices: inout EarlierChoices
    ) -> Bool {
        let template = plan.templates.templates[index]
        // Clients find parts through an index, which exists as long as the endpoint.
        if template.makesParts { return true }
        guard let query = template.iteration.query else { return false }
        let paths = plan.site.schema.paths(of: template)
        // This is computed once for all files of the template.
        var past =
            choices.ofTemplates[index]
            ?? EarlierChoice(
                plan.site, withTrash: choices.siteWithTrash, query, by: paths, template.locale, published: published)
        defer { choices.ofTemplates[index] = past }
        if case .pages(_, let size, _) = template.iteration {
            guard isAsPublished, let number = parameters["page"].flatMap(Int32.init) else { return false }
            let (before, left) = (query.skip + (Int(number) - 1) * size, past.countLeft)
            // The other published entries fit on the pages before this one.
            return left > 0 && (published?.count ?? past.countStaying + left) - left <= before
        }
        if parameters.contains(where: { isInTrash($1, paths[$0]) }) { return true }
        let entries = past.entries(of: parameters)
        // If an entry is still chosen, a limit must have left it out.
        return !entries.contains(where: past.stays)
            && entries.contains(where: isAsPublished ? past.hasLeft : past.isInTrash)
    }

    /// Returns whether the value of a path is an entry that is in the trash.
    private func isInTrash(_ id: String, _ path: Path?) -> Bool {
        guard case .reference(let collection)? = path?.type.elementOfList else { return false }
        return plan.site.content.deletion(of: id, in: collection) != nil
    }

    /// Returns whether the entry of a file exists only in the preview.
    func isWithheld(_ parameters: [String: String], of template: Template) -> Bool {
        guard case .entries(let query) = template.iteration else { return false }
        let paths = plan.site.schema.paths(of: template)
        return plan.site.content.withheld.contains { withheld in
            withheld.collection == query.collection
                && parameters.allSatisfy { name, text in
                    self.text(of: withheld, paths[name]?.steps ?? []).map { $0 == text } ?? true
                }
        }
    }

    /// Returns the text at the end of some steps from an entry of the preview, or nil if there are no such steps.
    private func text(of withheld: WithheldEntry, _ steps: [Step]) -> String? {
        if steps == [.id] { return withheld.entry.id }
        guard case .field(let index)? = steps.first else { return nil }
        let (value, rest) = (withheld.entry.values[index], Array(steps.dropFirst()))
        let content = plan.site.content
        // The parent of a record is mostly in the preview too, and then no entry to refer to.
        if value.isMissing, let declaration = content.collection(withheld.collection)?.declaration,
            index == declaration.parentField,
            let parent = content.withheld.first(where: {
                $0.collection == declaration.parent && $0.entry.id == withheld.parentID
            })
        {
            return text(of: parent, rest)
        }
        let evaluator = Evaluator(site: plan.site, form: .fromRoot)
        return evaluator.plainText(evaluator.value(rest, of: value))
    }
}
