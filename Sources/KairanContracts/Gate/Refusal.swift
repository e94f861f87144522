package import KairanModel

extension Diagnostic {
    /// This is true if a build is refused because of what is published, and not because of a mistake in the content.
    package var isRefusal: Bool { refusals.contains(rule) }
}

private let refusals = Set<Rule>(
    ContractRule.allCases.map(\.id) + [
        .contractData, .agreementChanged, .agreementRemoved, .agreementVersion, .agreementOrder, .agreementUnreadable,
    ])

extension [Diagnostic] {
    package mutating func takeRefusalsForWarnings() {
        for index in indices where self[index].isRefusal { self[index].severity = .warning }
    }
}
