internal import KairanContent
internal import KairanModel

/// The texts that name an entry: its id, and in a table the names of which it is made.
struct EntryNames {
    let id: String
    private let ids: [String: Int]

    init(_ found: FoundEntry, in site: DeskSite) {
        id = found.id
        ids = site.content.position(of: found.declaration.name).map { site.content.collections[$0].positions } ?? [:]
    }

    /// - Parameter isTable: If this is true, the text stands in a table.
    func contain(_ text: String, inTable isTable: Bool) -> Bool {
        text == id || isTable && ids[text] == nil && idOfName(text) == id
    }
}
