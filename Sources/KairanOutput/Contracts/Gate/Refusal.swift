package import KairanModel

extension Diagnostic {
    /// Whether a build is refused for what is published, and not for a mistake in the content.
    package var isRefusal: Bool { refusals.contains(rule) }
}

private let refusals = Set(
    ContractRule.allCases.map(\.id) + [dataRule]
        + ["changed", "removed", "version", "order", "unreadable"].map { "agreement.\($0)" })

/// A file that breaks apps though no change of the contract tells so.
let dataRule = "contract.data"

extension [Diagnostic] {
    package mutating func takeRefusalsForWarnings() {
        for index in indices where self[index].isRefusal { self[index].severity = .warning }
    }
}
