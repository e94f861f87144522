internal import KairanContent
internal import KairanModel
internal import KairanTemplates

extension AddressKeeper {
    /// Finds the new ids of entries of which nothing but the id has changed.
    ///
    /// A page that is gone and a new page of the same template belong together if they are equal but for their ids, if no
    /// other page that is gone or new is equal to them, and if the page shows a text of its entry that has nothing to do
    /// with the id.
    ///
    /// - Parameter gone: The pages of ids that are no longer there, with the paths at which they were.
    func renamed(_ gone: [(path: String, page: PublishedPages.Page)]) -> [PublishedPages.Page: String] {
        var renamed: [PublishedPages.Page: String] = [:]
        let listed = Set(last.list.pages { _ in true })
        let bytes = Dictionary(made.map { ($0.file.path, $0.file) }) { first, _ in first }
        for (pattern, gone) in Dictionary(grouping: gone, by: \.page.pattern) {
            guard let template = templates[pattern] else { continue }
            let pages = plan.pages(ofTemplate: template).filter { !listed.contains($0.value) }
            let new = pages.compactMap { id, path in
                bytes[path].map { (id: id, page: $0.bytes, hash: hash(ofPage: $0.bytes, without: id)) }
            }
            let old = gone.compactMap { path, page in
                kept.publishedBytes(path).map { (page: page, hash: hash(ofPage: $0, without: page.id)) }
            }
            let counts = Dictionary((old.map(\.hash) + new.map(\.hash)).map { ($0, 1) }, uniquingKeysWith: +)
            for (page, hash) in old where counts[hash] == 2 {
                guard let found = new.first(where: { $0.hash == hash }),
                    plan.shows(found.id, of: pattern.collection, in: found.page)
                else { continue }
                renamed[page] = found.id
            }
        }
        return renamed
    }
}

extension OutputPlan {
    /// Returns whether a page shows a text of an entry in which the id is no word.
    fileprivate func shows(_ id: String, of collection: String, in page: [UInt8]) -> Bool {
        guard let collection = site.content.collection(collection), let position = collection.positions[id] else {
            return false
        }
        return collection.entries[position].values.contains { value in
            guard case .text(let text) = value, !text.isEmpty else { return false }
            let bytes = Array(text.utf8)
            return page.firstRange(of: bytes) != nil && hash(ofPage: bytes, without: id) == ContentHash(bytes)
        }
    }
}

/// Returns a hash of a page in which a mark stands for each occurrence of an id as a whole word.
private func hash(ofPage page: [UInt8], without id: String) -> ContentHash {
    func isWord(_ byte: UInt8) -> Bool { isASCIILetter(byte) || isASCIIDigit(byte) }
    let id = Array(id.utf8)
    if id.isEmpty { return ContentHash(page) }
    var (rest, index) = ([UInt8](), 0)
    rest.reserveCapacity(page.count)
    while index < page.count {
        let end = index + id.count
        if end <= page.count, page[index] == id[0], page[index..<end].elementsEqual(id),
            index == 0 || !isWord(page[index - 1]), end == page.count || !isWord(page[end])
        {
            rest.append(0)
            index = end
        } else {
            rest.append(page[index])
            index += 1
        }
    }
    return ContentHash(rest)
}
