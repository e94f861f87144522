/// One difference between what is published and what would be, as clients see it.
package struct ContractChange: Sendable, Hashable {
    package var rule: ContractRule
    /// `ad_items.json`; empty for the whole version.
    package var endpoint: String
    /// Where in the JSON: `prItems[].imageDescription`; empty for all of it.
    package var path: String
    /// What becomes of it, in people's words.
    package var message: String
    /// Of a key that is renamed: where it is now.
    var newPath: String?
    /// Of a file that is gone: which one, below the version's folder, and why that is not right.
    var file: VanishedFile?

    package var isBreaking: Bool { rule.isBreaking }
}

struct VanishedFile: Sendable, Hashable {
    var path: String
    var reason: String
}

/// What can become of a contract. The names are those of diagnostics (`contract.keyRemoved`) and of
/// `--accept-breaking`.
package enum ContractRule: String, Sendable, CaseIterable {
    // Readers that are strict break.
    case keyRemoved, keyRenamed, typeChanged, integerToDecimal, becameNullable, becameOptional
    case valueAdded, valueRemoved, arrayToObject, formatChanged, formatLoosened, rangeWidened
    case endpointRemoved, pathValueRemoved, versionRemoved, statusLoosened, moved, countRemoved, nameReused
    /// What was published cannot be known.
    case damaged
    // Readers go on as before.
    case keyAdded, endpointAdded, pathValueAdded, countAdded, narrowed, statusRaised

    /// Of its diagnostics.
    package var id: String { "contract.\(rawValue)" }

    package var isBreaking: Bool {
        switch self {
        case .keyAdded, .endpointAdded, .pathValueAdded, .countAdded, .narrowed, .statusRaised: false
        default: true
        }
    }
}
