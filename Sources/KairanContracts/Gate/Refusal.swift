package import KairanModel

extension Diagnostic {
    /// This is true if a build is refused because of what is published, and not because of a mistake in the content.
    package var isRefusal: Bool { refusals.contains(rule) }
}

private let refusals = Set(
    ContractRule.allCases.map(\.id) + [dataRule]
        + ["changed", "removed", "version", "order", "unreadable"].map { "agreement.\($0)" })

/// The rule for a file that breaks apps although the contract shows no change.
let dataRule = "contract.data"

extension [Diagnostic] {
    package mutating func takeRefusalsForWarnings() {
        for index in indices where self[index].isRefusal { self[index].severity = .warning }
    }
}
