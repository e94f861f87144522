package import KairanModel

/// The places in a JSON document at which addresses stand, as the shape that makes it tells.
package indirect enum AddressPlan: Sendable {
    case none
    /// A text that is an address, and the place in a template that asks for it.
    case address(SourceSpan)
    /// Addresses with the widths of pictures, as in the attribute `srcset`.
    case srcset(SourceSpan)
    /// An object, by those of its keys below which there are addresses.
    case object([(key: String, value: AddressPlan)])
    /// An object whose keys are data.
    case dictionary(AddressPlan)
    case array(AddressPlan)
    case tuple([AddressPlan])

    /// This is true if there are no addresses.
    package var isEmpty: Bool { if case .none = self { true } else { false } }

    package static func members(_ members: some Sequence<(key: String, value: AddressPlan)>) -> AddressPlan {
        let found = members.filter { !$0.value.isEmpty }
        return found.isEmpty ? .none : .object(found)
    }

    package static func elements(_ element: AddressPlan) -> AddressPlan { element.isEmpty ? .none : .array(element) }

    package static func elements(_ elements: [AddressPlan]) -> AddressPlan {
        elements.allSatisfy(\.isEmpty) ? .none : .tuple(elements)
    }

    package static func values(_ value: AddressPlan) -> AddressPlan { value.isEmpty ? .none : .dictionary(value) }

    /// The plan of what stands under a key.
    package func ofMember(_ key: String) -> AddressPlan {
        switch self {
        case .object(let members): members.first { $0.key == key }?.value ?? .none
        case .dictionary(let value): value
        case .none, .address, .srcset, .array, .tuple: .none
        }
    }

    /// The plan of an element of an array.
    package func ofElement(_ position: Int) -> AddressPlan {
        switch self {
        case .array(let element): element
        case .tuple(let elements): position < elements.count ? elements[position] : .none
        case .none, .address, .srcset, .object, .dictionary: .none
        }
    }

    /// Returns the plan of a document that either plan may describe.
    package func or(_ other: AddressPlan) -> AddressPlan {
        switch (self, other) {
        case (_, .none): return self
        case (.none, _): return other
        case (.object(var members), .object(let others)):
            for (key, value) in others {
                if let known = members.firstIndex(where: { $0.key == key }) {
                    members[known].value = members[known].value.or(value)
                } else {
                    members.append((key, value))
                }
            }
            return .object(members)
        case (.object(let members), .dictionary(let value)), (.dictionary(let value), .object(let members)):
            return .dictionary(members.reduce(value) { $0.or($1.value) })
        case (.dictionary(let value), .dictionary(let another)): return .dictionary(value.or(another))
        case (.array(let element), .array(let another)): return .array(element.or(another))
        case (.array(let element), .tuple(let elements)), (.tuple(let elements), .array(let element)):
            return .array(elements.reduce(element) { $0.or($1) })
        case (.tuple(let elements), .tuple(let others)):
            return .array((elements + others).reduce(.none) { $0.or($1) })
        // A document is either a text, an object or an array, and only shapes of one type can take each other's place.
        case (.address, _), (.srcset, _), (.object, _), (.dictionary, _), (.array, _), (.tuple, _): return self
        }
    }
}
