import KairanBuild
import KairanContracts
import KairanModel

extension Report {
    /// - Parameter name: The name of what the site was compared with, as the user knows it.
    func compared(_ comparison: PublicationComparison, with name: String) {
        switch format {
        case .human:
            human(comparison)
            output.write(output.styled(summary(comparison, name), .bold) + "\n")
        case .github:
            let results = comparison.warnings.map(SARIFResult.init) + comparison.changes.map(SARIFResult.init)
            for result in results { output.write(github(result)) }
            output.write(files(comparison) + summary(comparison, name) + "\n")
        case .json: output.write(json(facts(comparison, name), comparison.warnings))
        case .sarif:
            let results = comparison.warnings.map(SARIFResult.init) + comparison.changes.map(SARIFResult.init)
            output.write(sarif(results, properties: fileFacts(comparison)))
        }
    }

    private func human(_ comparison: PublicationComparison) {
        var version: String?
        var effect: ClientEffect?
        for change in comparison.changes {
            if change.version != version {
                if let effect { clients(effect) }
                effect = nil
                let status = comparison.statuses[change.version].map { " (\($0))" } ?? ""
                output.write(output.styled(change.version.isEmpty ? "site" : change.version + status, .bold) + "\n")
                version = change.version
            }
            let word = change.weight.word
            let padding = String(repeating: " ", count: 8 - word.count)
            let endpoint = change.endpoint.isEmpty ? "" : change.endpoint + ": "
            output.write(
                "  \(output.styled(word, change.weight.style))\(padding)\(printable(endpoint + change.message)) ")
            output.write(output.styled("[\(change.rule)]", .dim) + "\n")
            effect = [effect, change.clients].compactMap(\.self).max()
        }
        if let effect { clients(effect) }
        output.write(files(comparison))
    }

    /// Says what the changes of a contract mean for the clients that apps use.
    private func clients(_ effect: ClientEffect) {
        let words =
            switch effect {
            case .read: "in use can read everything"
            case .mayRefuse: "in use keep the last publication if they cannot read the new one"
            case .refuse: "in use cannot read it, and keep the last publication"
            }
        output.write("  clients \(words)\n")
    }

    /// Returns a text such as `pages: 1 added, 2 changed; other files: 1 removed`.
    private func files(_ comparison: PublicationComparison) -> String {
        let parts = [("pages", comparison.pages), ("other files", comparison.otherFiles)].filter { $0.1.sum > 0 }
        let texts = parts.map { name, counts in
            let words = [(counts.added, "added"), (counts.changed, "changed"), (counts.removed, "removed")]
            return "\(name): " + words.filter { $0.0 > 0 }.map { "\($0.0) \($0.1)" }.joined(separator: ", ")
        }
        return texts.isEmpty ? "" : texts.joined(separator: "; ") + "\n"
    }

    private func summary(_ comparison: PublicationComparison, _ name: String) -> String {
        let breaking = comparison.changes.count { $0.weight == .breaking }
        return switch comparison.outcome {
        case .nothing: "no changes compared with \(name)"
        case .growing: "compared with \(name), nothing \(promises(comparison))breaks"
        case .breaking: "compared with \(name), \(count(breaking, "change")) would break what others rely on"
        }
    }

    /// Tells apart what nobody can miss from what a draft takes away, which promises nothing.
    private func promises(_ comparison: PublicationComparison) -> String {
        let lost = comparison.changes.filter {
            $0.weight == .changing || ["data.lost", "data.removed"].contains($0.rule)
        }
        return lost.contains { comparison.statuses[$0.version] == "draft" } ? "that is promised " : ""
    }

    private func facts(_ comparison: PublicationComparison, _ name: String) -> [String: ReportValue] {
        let facts: [String: ReportValue] = [
            "against": .string(name), "outcome": .string(comparison.outcome.rawValue),
            "changes": .list(
                comparison.changes.map { change in
                    let place: [String: ReportValue] = [
                        "file": .string(change.span.path), "line": .integer(change.span.line),
                        "column": .integer(change.span.column),
                    ]
                    return .object(change.facts.merging(place) { first, _ in first })
                }),
        ]
        return facts.merging(fileFacts(comparison)) { first, _ in first }
    }

    private func fileFacts(_ comparison: PublicationComparison) -> [String: ReportValue] {
        [("pages", comparison.pages), ("otherFiles", comparison.otherFiles)].reduce(into: [:]) { facts, part in
            facts[part.0] = .object([
                "added": .integer(part.1.added), "changed": .integer(part.1.changed),
                "removed": .integer(part.1.removed),
            ])
        }
    }
}

extension SARIFResult {
    init(_ change: PublicationChange) {
        let place = [change.version, change.endpoint].filter { !$0.isEmpty }.joined(separator: "/")
        let message = place.isEmpty ? change.message : "\(place): \(change.message)"
        self.init(
            level: change.weight == .breaking ? "error" : "note", rule: change.rule,
            message: ([message] + change.difference).joined(separator: "\n"), span: change.span)
        properties = change.facts
    }
}

extension PublicationChange {
    fileprivate var facts: [String: ReportValue] {
        var facts: [String: ReportValue] = [
            "weight": .string(weight.rawValue), "rule": .string(rule), "version": .string(version),
            "endpoint": .string(endpoint), "path": .string(path), "message": .string(message),
            "elements": .list(elements.map(ReportValue.string)),
            "difference": .list(difference.map(ReportValue.string)),
        ]
        if let clients { facts["clients"] = .string(clients.rawValue) }
        return facts
    }
}

extension PublicationChange.Weight {
    fileprivate var word: String {
        switch self {
        case .breaking: "breaks"
        case .accepted: "allowed"
        case .asking: "asks"
        case .changing: "changes"
        case .growing: "grows"
        case .data: "data"
        case .notice: "soon"
        }
    }

    fileprivate var style: Terminal.Style {
        switch self {
        case .breaking: .red
        case .accepted, .asking, .changing: .yellow
        case .growing: .green
        case .data: .cyan
        case .notice: .yellow
        }
    }
}
