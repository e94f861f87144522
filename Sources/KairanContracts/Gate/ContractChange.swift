package import KairanModel

/// One difference between the published contract and the next one, as clients see it.
package struct ContractChange: Sendable, Hashable {
    package var rule: ContractRule
    /// The endpoint's path, such as `ad_items.json`; empty for the whole version.
    package var endpoint: String
    /// The place in the JSON, such as `prItems[].imageDescription`; empty for the whole document.
    package var path: String
    /// A description of the change for people.
    package var message: String
    /// The new place of a renamed key.
    var newPath: String?
    /// A value that apps do not know, as conditions name it.
    var value: String?
    /// For a new file that apps take for one of a published endpoint, the path of that endpoint.
    var family: String?
    /// For a vanished file, its path below the version's folder and the reason why it should still exist.
    var file: VanishedFile?

    package var isBreaking: Bool { rule.isBreaking }
}

struct VanishedFile: Sendable, Hashable {
    var path: String
    var reason: String
    /// This is false if the file was made of something that nobody can put into the trash, such as a day.
    var isOfEntry = true
}

/// The kinds of changes to a contract. Their names appear in `--accept-breaking`.
package enum ContractRule: String, Sendable, CaseIterable {
    // These changes break strict clients.
    case keyRemoved, keyRenamed, typeChanged, integerToDecimal, becameNullable, becameOptional
    case valueAdded, valueRemoved, arrayToObject, formatChanged, formatLoosened, rangeWidened
    case endpointRemoved, pathValueRemoved, versionRemoved, statusLoosened, moved, countRemoved, nameReused
    /// The published contract cannot be read.
    case damaged
    // These changes break no client.
    case keyAdded, endpointAdded, pathValueAdded, countAdded, narrowed, statusRaised, timeZoneChanged

    /// The rule of diagnostics about such a change.
    package var id: Rule {
        switch self {
        case .keyRemoved: .contractKeyRemoved
        case .keyRenamed: .contractKeyRenamed
        case .typeChanged: .contractTypeChanged
        case .integerToDecimal: .contractIntegerToDecimal
        case .becameNullable: .contractBecameNullable
        case .becameOptional: .contractBecameOptional
        case .valueAdded: .contractValueAdded
        case .valueRemoved: .contractValueRemoved
        case .arrayToObject: .contractArrayToObject
        case .formatChanged: .contractFormatChanged
        case .formatLoosened: .contractFormatLoosened
        case .rangeWidened: .contractRangeWidened
        case .endpointRemoved: .contractEndpointRemoved
        case .pathValueRemoved: .contractPathValueRemoved
        case .versionRemoved: .contractVersionRemoved
        case .statusLoosened: .contractStatusLoosened
        case .moved: .contractMoved
        case .countRemoved: .contractCountRemoved
        case .nameReused: .contractNameReused
        case .damaged: .contractDamaged
        case .keyAdded: .contractKeyAdded
        case .endpointAdded: .contractEndpointAdded
        case .pathValueAdded: .contractPathValueAdded
        case .countAdded: .contractCountAdded
        case .narrowed: .contractNarrowed
        case .statusRaised: .contractStatusRaised
        case .timeZoneChanged: .contractTimeZoneChanged
        }
    }

    package var isBreaking: Bool {
        switch self {
        case .keyAdded, .endpointAdded, .pathValueAdded, .countAdded, .narrowed, .statusRaised, .timeZoneChanged: false
        default: true
        }
    }

    /// This is true for a change that even a frozen version may meet, because its JSON stays as it is.
    var keepsJSON: Bool { self == .statusRaised || self == .timeZoneChanged }
}
