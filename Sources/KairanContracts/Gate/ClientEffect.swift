/// Tells whether clients that were made before a change of the contract can read what is published after it.
package enum ClientEffect: String, Sendable, Comparable, CaseIterable {
    /// They read the new publication.
    case read
    /// They refuse the new publication if a value shows the change, and then keep the last one.
    case mayRefuse
    /// They cannot read the new publication and keep the last one.
    case refuse

    package static func < (one: Self, other: Self) -> Bool {
        (allCases.firstIndex(of: one) ?? 0) < (allCases.firstIndex(of: other) ?? 0)
    }
}

extension ContractRule {
    package var effectOnClients: ClientEffect {
        switch self {
        // An unknown value of a choice is kept as such, and a text in another form is still a text.
        case .keyAdded, .endpointAdded, .pathValueAdded, .countAdded, .narrowed, .statusRaised, .statusLoosened,
            .timeZoneChanged,
            .valueAdded,
            .valueRemoved, .pathValueRemoved, .countRemoved, .formatChanged:
            .read
        case .becameNullable, .becameOptional, .integerToDecimal, .rangeWidened, .formatLoosened, .nameReused:
            .mayRefuse
        case .keyRemoved, .keyRenamed, .typeChanged, .arrayToObject, .endpointRemoved, .versionRemoved, .moved,
            .damaged:
            .refuse
        }
    }
}
