import ArgumentParser
import KairanContent
internal import KairanContracts
import KairanModel
import KairanTemplates

/// The options with which somebody decides to break clients all the same.
struct AcceptedChanges: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Publish a change that breaks apps, such as 'keyRemoved:v1/ads:[].title', or keyRemoved:v1/ads for all of that kind; say why. Can be given several times.",
            valueName: "rule:endpoint:place"))
    var acceptBreaking: [String] = []

    @Option(
        help: ArgumentHelp("Why apps may break; it is published in the version's changelog.json.", valueName: "text"))
    var why: String?

    func validate() throws {
        _ = try changes()
        if acceptBreaking.isEmpty, why != nil {
            throw ValidationError("--why belongs to --accept-breaking")
        }
    }

    func changes() throws -> [AcceptedChange] {
        guard !acceptBreaking.isEmpty else { return [] }
        guard let why, why.contains(where: { $0 != " " }) else {
            throw ValidationError("--accept-breaking needs --why '…', which is published in the changelog")
        }
        return try acceptBreaking.map { written in
            let parts = written.split(separator: ":", maxSplits: 2).map(String.init)
            guard parts.count >= 2 else {
                throw ValidationError(
                    "'\(written)' is not a change; write --accept-breaking keyRemoved:v1/ads, as the mistake says")
            }
            guard let rule = ContractRule(rawValue: parts[0]) else {
                let names = ContractRule.allCases.map(\.rawValue)
                let help = suggestion(for: parts[0], in: names, kind: "rules")
                throw ValidationError("there is no rule '\(parts[0])'; \(help?.words ?? names.joined(separator: ", "))")
            }
            return AcceptedChange(rule: rule, endpoint: parts[1], path: parts.count > 2 ? parts[2] : nil, why: why)
        }
    }
}
