/// One difference between the published JSON document and the next one.
package struct DocumentChange: Sendable, Hashable {
    package enum Kind: String, Sendable, CaseIterable {
        /// These are changes of elements of a list.
        case added, removed, moved, reordered
        /// These are changes of a key's value.
        case lost, gained, changed
    }

    package var kind: Kind
    package var place: Place
    /// The element of the list, as its id or `#3`; empty if the place is in no list.
    package var element: String

    package struct Place: Sendable, Hashable {
        /// The path of the list, such as `cinemas[].screenings[]`; empty for the document itself.
        package var list = ""
        /// The collection of the elements, if it is known.
        package var collection: String?
        /// The path below the element, such as `image.url`; empty for the whole element.
        package var key = ""

        package init() {}
    }

    package init(_ kind: Kind, _ place: Place, _ element: String) {
        (self.kind, self.place, self.element) = (kind, place, element)
    }
}
