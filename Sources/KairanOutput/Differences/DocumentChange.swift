/// One difference between a JSON document as it is published and as it would be.
package struct DocumentChange: Sendable, Hashable {
    package enum Kind: String, Sendable, CaseIterable {
        /// Of elements of a list.
        case added, removed, moved, reordered
        /// Of a key's value.
        case lost, gained, changed
    }

    package var kind: Kind
    package var place: Place
    /// Which element of the list: its id, or `#3`; empty for what is in no list.
    package var element: String

    package struct Place: Sendable, Hashable {
        /// `cinemas[].screenings[]`; empty for the document itself.
        package var list = ""
        /// The collection that the elements are of, where it is known.
        package var collection: String?
        /// Below the element: `image.url`; empty for the whole of it.
        package var key = ""

        package init() {}
    }

    package init(_ kind: Kind, _ place: Place, _ element: String) {
        (self.kind, self.place, self.element) = (kind, place, element)
    }
}
